"""Who plays, who may correct, and how the table sounds."""

from __future__ import annotations

from dataclasses import replace
from typing import cast, get_args

from flask import request

from webui.context import chosen_words
from webui.roles import Role, needs
from webui.settings import Correcting
from webui.setup.blueprint import Answer, is_skipped, save, setup, step_page

LONGEST_NAME = 40


@setup.get("/players")
@needs(Role.admin)
def players() -> Answer:
    """Step 7."""
    return step_page("players")


@setup.post("/players")
@needs(Role.admin)
def name_players() -> Answer:
    """Form ``player0`` to ``player3`` (names, may be empty) and ``correcting``: everybody or seats."""
    if is_skipped():
        return save("players", lambda now: now)
    names = tuple(" ".join(request.form.get(f"player{seat}", "").split()) for seat in range(4))
    correcting = request.form.get("correcting", "everybody")
    words = chosen_words()
    if correcting not in get_args(Correcting):
        return step_page("players", words["setup.choose"]), 400
    if any(len(each) > LONGEST_NAME or not each.isprintable() for each in names):
        return step_page("players", words.say("setup.name_long", count=LONGEST_NAME)), 400
    given = [each for each in names if each]
    if len(set(given)) < len(given):
        return step_page("players", words["setup.names_alike"]), 400
    four = cast("tuple[str, str, str, str]", names)
    return save(
        "players",
        lambda now: replace(now, players=four, correcting=cast(Correcting, correcting)),
    )


@setup.get("/sound")
@needs(Role.admin)
def sound() -> Answer:
    """Step 8."""
    return step_page("sound")


@setup.post("/sound")
@needs(Role.admin)
def choose_sound() -> Answer:
    """Form ``sound`` (there or not) and ``volume`` 0-100: what a device begins with."""
    volume = request.form.get("volume", "80")
    if not (volume.isascii() and volume.isdigit() and len(volume) <= 3 and int(volume) <= 100):
        return step_page("sound", chosen_words()["setup.choose"]), 400
    return save("sound", lambda now: replace(now, sound="sound" in request.form, volume=int(volume)))
