"""Logging in with a code, and out again."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from webui.access.roles import Login, Role, access_of, log_in, log_out, login_of_visitor, needs
from webui.access.trying import TooManyFailures
from webui.page.context import chosen_words
from webui.page.frame import framed

login = Blueprint("login", __name__)

Answer = str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]


@login.get("/login")
@needs(Role.viewer)
def page() -> Answer:
    """Asks for the code; ``then`` is the page to go on to."""
    return _page(own_address(request.args.get("then", "")))


@login.post("/login")
@needs(Role.viewer)
def enter() -> Answer:
    """Form ``code``, ``then``: logs in as whoever the code belongs to; 403 when nobody's, 429 too often."""
    then = own_address(request.form.get("then", ""))
    words = chosen_words()
    try:
        with access_of().tries.attempt(visitor_address()) as attempt:
            role = access_of().logins.role_of_code(request.form.get("code", ""))
            attempt.has_succeeded = role is not None
    except TooManyFailures as wrong:
        return too_many(wrong, _page(then, too_many_text(wrong)))
    if role is None:
        return _page(then, words["login.wrong"]), 403
    log_in(Login(role))
    return redirect(then, 303)


@login.post("/logout")
@needs(Role.viewer)
def leave() -> Answer:
    """Ends the visitor's log-in."""
    log_out()
    return redirect("/", 303)


def own_address(wanted: str) -> str:
    """`wanted` when it leads to a page of ours, else the first page."""
    is_own = wanted.startswith("/") and not wanted.startswith(("//", "/\\")) and wanted.isprintable()
    return wanted if is_own and "\\" not in wanted else "/"


def visitor_address() -> str:
    """Where the visitor's connection comes from; what a header claims is not believed."""
    return request.remote_addr or "unknown"


def too_many_text(wrong: TooManyFailures) -> str:
    """How long to wait, in words."""
    minutes = max(1, -(-int(wrong.wait_s) // 60))
    return chosen_words().say("login.too_many", minutes=minutes)


def too_many(wrong: TooManyFailures, answer: str) -> tuple[str, int, dict[str, str]]:
    """`answer` as 429, with the seconds to wait."""
    return answer, 429, {"Retry-After": str(int(wrong.wait_s) + 1)}


def _page(then: str, problem: str = "") -> str:
    known = login_of_visitor()
    return framed("login.html", then=then, wrong=problem, login=known, is_set_up=access_of().is_set_up)
