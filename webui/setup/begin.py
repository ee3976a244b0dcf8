"""The beginning: the overview, the language, the codes, and what the machine is called."""

from __future__ import annotations

import re
from dataclasses import replace

import segno
from flask import redirect, request, url_for
from markupsafe import Markup

from engine.tiles import EngineError
from webui.access.addresses import lan_address
from webui.access.login import too_many, too_many_text, visitor_address
from webui.access.roles import Access, Login, Role, access_of, forget_setup_code, log_in, may_set_codes, needs
from webui.access.trying import TooManyFailures
from webui.page.context import chosen_words
from webui.page.frame import framed
from webui.setup.blueprint import Answer, save, serve_by, setup, step_page, steps_shown
from webui.storage.settings import NO_CAMERA
from webui.words import languages, load_words

HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?")


@setup.get("/")
@needs(Role.viewer, once_set_up=Role.admin)
def overview() -> Answer:
    """All steps, the table's addresses, and the way to health and backup."""
    if not access_of().is_set_up:
        return redirect(url_for("setup.language"), 303)
    return _overview()


@setup.post("/name")
@needs(Role.admin)
def name() -> Answer:
    """Form ``host_name``: what this machine is called on the network, without ``.local``."""
    wanted = request.form.get("host_name", "").strip().lower().removesuffix(".local")
    if not HOST_NAME.fullmatch(wanted):
        return _overview(chosen_words()["setup.name_wrong"]), 400
    access_of().settings.change(lambda now: replace(now, host_name=wanted))
    return redirect(url_for("setup.overview"), 303)


@setup.get("/language")
@needs(Role.viewer, once_set_up=Role.admin)
def language() -> Answer:
    """Step 1."""
    return _language()


@setup.post("/language")
@needs(Role.admin)
def choose_language() -> Answer:
    """Form ``language``: what the table speaks to a device that asks for nothing."""
    wanted = request.form.get("language", "")
    if wanted not in languages():
        return _language(chosen_words()["setup.choose"]), 400
    return save("language", lambda now: replace(now, language=wanted))


@setup.get("/code")
@needs(Role.viewer, once_set_up=Role.admin)
def code() -> Answer:
    """Step 2."""
    return _code()


@setup.get("/keep-score")
@needs(Role.viewer, once_set_up=Role.admin)
def keep_score() -> Answer:
    """From the demonstration straight to a game whose scores people keep: only the codes come first."""
    if access_of().is_set_up:
        return redirect(url_for("setup.camera"), 303)
    return _code(keeps_score=True)


@setup.post("/keep-score")
@setup.post("/code")
@needs(Role.viewer, once_set_up=Role.admin)
def choose_code() -> Answer:
    """Form ``known`` (the set-up code, later the admin code), ``admin``, ``again``, ``referee``; ``then`` is
    ``scores`` where the table is to be one without a camera, and a game begins next.

    403 when `known` is wrong, 429 too often; an empty ``admin`` leaves the admin code as it is.
    """
    access = access_of()
    try:
        with access.tries.attempt(visitor_address()) as attempt:
            attempt.has_succeeded = may_set_codes(access, request.form.get("known", ""))
    except TooManyFailures as wrong:
        return too_many(wrong, _code(too_many_text(wrong)))
    if not attempt.has_succeeded:
        return _code(chosen_words()["setup.known_wrong"]), 403
    try:
        _set_codes(access)
    except EngineError as wrong:
        return _code(str(wrong)), 400
    wanted = chosen_words().language
    answer = save("code", lambda now: replace(now, language=now.language or wanted).with_done("language"))
    if not _keeps_score():
        return answer
    serve_by("camera", lambda now: replace(now, camera=NO_CAMERA))
    return redirect(url_for("scores.new_game"), 303)


def _keeps_score() -> bool:
    """Whether the visitor came to keep the scores of a game, not to set a camera up."""
    return request.form.get("then") == "scores"


def _set_codes(access: Access) -> None:
    """EngineError when the codes cannot be; then none is changed."""
    words, form = chosen_words(), request.form
    admin, referee = form.get("admin", ""), form.get("referee", "")
    if not admin and not access.is_set_up:
        raise EngineError(words.say("setup.code_length", count=8))
    if any(given and not 8 <= len(given) <= 200 for given in (admin, referee)):
        raise EngineError(words.say("setup.code_length", count=8))
    if admin and admin != form.get("again", ""):
        raise EngineError(words["setup.codes_differ"])
    if referee and (referee == admin or access.logins.role_of_code(referee) is Role.admin):
        raise EngineError(words["setup.codes_alike"])
    if referee:
        access.logins.set_code(Role.referee, referee)
    elif "no_referee" in form:
        access.logins.remove_code(Role.referee)
    if admin:
        access.logins.set_code(Role.admin, admin)
        forget_setup_code(access)
        log_in(Login(Role.admin))


def _overview(problem: str = "") -> str:
    settings = access_of().settings.now
    return framed(
        "setup/overview.html",
        steps=steps_shown(),
        settings=settings,
        wrong=problem,
        addresses=_addresses(settings.host_name),
    )


def _language(problem: str = "") -> str:
    named = [(each, load_words(each)["language.name"]) for each in languages()]
    return step_page("language", problem, named=named)


def _code(problem: str = "", keeps_score: bool = False) -> str:
    access = access_of()
    return step_page(
        "code",
        problem,
        keeps_score=keeps_score or _keeps_score(),
        is_set_up=access.is_set_up,
        has_referee=access.logins.has_code(Role.referee),
        is_demonstration=access.is_demonstration(),
    )


def _addresses(host_name: str) -> dict[str, object]:
    """The name, the number and a picture of the number."""
    port = request.host.rpartition(":")[2] if ":" in request.host.rpartition("]")[2] else ""
    end = f":{port}" if port and port != "80" else ""
    lan = lan_address()
    by_number = None if lan is None else f"http://{lan}{end}"
    drawn = segno.make(by_number or f"http://{host_name}.local{end}", error="m", micro=False)
    return {
        "by_name": f"http://{host_name}.local{end}",
        "by_number": by_number,
        "drawn": Markup(drawn.svg_inline(scale=5, border=2, dark="#14201f", light="#ffffff")),
    }
