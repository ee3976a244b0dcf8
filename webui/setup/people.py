"""Who plays, who may correct, and how the table sounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast, get_args

from flask import request

from engine.rules import load_ruleset
from webui.access.roles import Role, access_of, needs
from webui.page.context import chosen_words, room_of
from webui.setup.blueprint import Answer, is_skipped, save, setup, step_page
from webui.storage.settings import Correcting

LONGEST_NAME = 40


@setup.get("/players")
@needs(Role.admin)
def players() -> Answer:
    """Step 7."""
    return step_page("players", seats=_seats())


@setup.post("/players")
@needs(Role.admin)
def name_players() -> Answer:
    """Form ``player0`` and so on (names, may be empty) and ``correcting``: everybody or seats."""
    if is_skipped():
        return save("players", lambda now: now)
    kept, seats = access_of().settings.now, _seats()
    known = kept.players
    sent = [request.form.get(f"player{seat}", known[seat]) for seat in range(seats)]
    names = tuple(" ".join(name.split()) for name in sent)
    correcting = request.form.get("correcting", kept.correcting)
    four = cast("tuple[str, str, str, str]", (*names, *known[seats:]))
    problem = _why_not(names, correcting)
    if problem:
        typed = replace(access_of().settings.now, players=four)
        return step_page("players", problem, typed=typed, seats=seats), 400
    return save(
        "players",
        lambda now: replace(now, players=four, correcting=cast(Correcting, correcting)),
    )


def _seats() -> int:
    """How many play by the rules chosen, or by those of the table."""
    chosen = access_of().settings.now.rules
    return (load_ruleset(chosen) if chosen else room_of().rules).seats


def _why_not(names: Sequence[str], correcting: str) -> str:
    """What is wrong with the answer, "" when nothing is."""
    words = chosen_words()
    if correcting not in get_args(Correcting):
        return words["setup.choose"]
    if any(len(each) > LONGEST_NAME or not each.isprintable() for each in names):
        return words.say("setup.name_long", count=LONGEST_NAME)
    given = [each.casefold() for each in names if each]
    return words["setup.names_alike"] if len(set(given)) < len(given) else ""


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
