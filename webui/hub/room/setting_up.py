"""The hub's set-up: codes for each role, and link files for tables."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from engine.tiles import EngineError
from webui.access.login import too_many, too_many_text, visitor_address
from webui.access.roles import Login, Role, access_of, forget_setup_code, log_in, may_set_codes, needs
from webui.access.trying import TooManyFailures
from webui.hub.carried.wire import HubError
from webui.hub.kept.context import hub_of
from webui.hub.kept.tables_made import link_for
from webui.page.context import chosen_words
from webui.page.frame import framed

hub_setup = Blueprint("hub_setup", __name__, url_prefix="/setup")

OWN_CODES = (Role.admin, Role.desk, Role.referee, Role.seat)
Page = str | Answer | tuple[str, int] | tuple[str, int, dict[str, str]]


@hub_setup.get("/")
@needs(Role.viewer, once_set_up=Role.admin)
def overview() -> Page:
    """Codes at first, then tables and codes."""
    return _page()


@hub_setup.post("/codes")
@needs(Role.viewer, once_set_up=Role.admin)
def codes() -> Page:
    """Form ``known`` (the code of the first start, later the admin code) and a code for each role that gets a
    new one; 403 when `known` is wrong, 429 too often."""
    access, words = access_of(), chosen_words()
    try:
        with access.tries.attempt(visitor_address()) as attempt:
            attempt.has_succeeded = may_set_codes(access, request.form.get("known", ""))
    except TooManyFailures as wrong:
        return too_many(wrong, _page(too_many_text(wrong)))
    if not attempt.has_succeeded:
        return _page(words["setup.known_wrong"]), 403
    fresh = {role: request.form.get(role.name, "") for role in OWN_CODES if request.form.get(role.name)}
    problem = _problem(fresh)
    if problem:
        return _page(problem), 400
    for role, code in fresh.items():
        access.logins.set_code(role, code)
    if Role.admin in fresh:
        forget_setup_code(access)
        log_in(Login(Role.admin))
    return redirect(url_for("hub_setup.overview"), 303)


@hub_setup.post("/tables")
@needs(Role.admin)
def new_table() -> Page:
    """Form ``name`` (``site.table``): a table's link file, as a download; a known table's old one ends."""
    try:
        hub = hub_of()
        link = link_for(hub.store, hub.way, request.form.get("name", "").strip().lower())
    except HubError as wrong:
        return _page(str(wrong)), 400
    sent = Response(msgspec.json.format(msgspec.json.encode(link)), mimetype="application/json")
    sent.headers["Content-Disposition"] = f'attachment; filename="{link.name}.json"'
    sent.headers["Cache-Control"] = "no-store"
    return sent


def _problem(fresh: dict[Role, str]) -> str:
    words, access = chosen_words(), access_of()
    if not access.is_set_up and Role.admin not in fresh:
        return words.say("setup.code_length", count=8)
    if any(not 8 <= len(code) <= 200 for code in fresh.values()):
        return words.say("setup.code_length", count=8)
    others = {role for code in fresh.values() if (role := access.logins.role_of_code(code)) is not None}
    if len(set(fresh.values())) < len(fresh) or others - set(fresh):
        return words["setup.codes_alike"]
    return ""


def _page(problem: str = "") -> str:
    access, hub = access_of(), hub_of()
    try:
        tables = [table.name for table in hub.store.tables()] if access.is_set_up else []
    except EngineError as wrong:
        tables, problem = [], problem or str(wrong)
    return framed(
        "hub/setup.html",
        wrong=problem,
        is_set_up=access.is_set_up,
        tables=tables,
        roles=[(role, access.logins.has_code(role)) for role in OWN_CODES],
        way=hub.way,
    )
