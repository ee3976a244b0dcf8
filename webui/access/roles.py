"""Who a visitor is and what that allows: `needs` before a route, and the log-ins behind it.

@blueprint.post("/penalties")
@needs(Role.referee)
def penalise() -> ...:
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from flask import Flask, Response, abort, current_app, g, jsonify, redirect, request, url_for
from itsdangerous import BadSignature, Signer
from werkzeug.exceptions import HTTPException

from vision.writing import PRIVATE, replace_file
from webui.access.logins import ABSOLUTE_S, Login, Logins, Role
from webui.access.trying import Tries
from webui.app_key import AppKey
from webui.page.context import chosen_words
from webui.page.refusals import refused, wants_page
from webui.storage.settings import SettingsFile

__all__ = [
    "Access",
    "Login",
    "Role",
    "access_of",
    "declared_role",
    "demonstration",
    "forget_setup_code",
    "leave_seat",
    "log_in",
    "log_out",
    "login_of_visitor",
    "may_set_codes",
    "mint_seat_pass",
    "needs",
    "player_of_visitor",
    "require",
    "role_of_visitor",
    "use_seat_pass",
]

COOKIE = "jantaku_login"
SETUP_CODE_FILE = "setup-code"
CODE_LETTERS = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ"
SETUP_CODE = re.compile(rb"[%b]{4}-[%b]{4}" % (CODE_LETTERS, CODE_LETTERS))
_MARK = "_jantaku_role"
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(slots=True)
class Access:
    """What decides who may what at this table.

    `is_demonstration`: nothing real is at stake, everybody may act up to referee. `setup_code` opens the
    set-up while there is no admin code yet.
    """

    logins: Logins
    settings: SettingsFile
    is_demonstration: Callable[[], bool]
    setup_code: str = ""
    folder: Path | None = None
    tries: Tries = field(default_factory=Tries)
    is_late: Callable[[], bool] = lambda: False
    """Whether who proved nothing sees the table late: a delayed broadcast is on."""

    @property
    def is_set_up(self) -> bool:
        """Whether somebody has chosen the admin code."""
        return self.logins.has_code(Role.admin)

    @property
    def everybody(self) -> Role:
        """What a visitor may who proved nothing."""
        if self.is_late():
            return Role.viewer
        if self.is_demonstration():
            return Role.referee
        if self.is_set_up and self.settings.now.correcting == "everybody":
            return Role.seat
        return Role.viewer


def demonstration() -> Access:
    """Access to a table at which nothing is at stake and nothing is kept."""
    return Access(Logins(None), SettingsFile(None), lambda: True)


def load_setup_code(folder: Path) -> str:
    """The code that opens the set-up, the same until it was used; only the folder's owner can read it.

    One that a pulled plug left empty or cut is made anew."""
    path = folder / SETUP_CODE_FILE
    kept = path.read_bytes().strip() if path.exists() else b""
    if not SETUP_CODE.fullmatch(kept):
        kept = b"-".join(bytes(secrets.choice(CODE_LETTERS) for _ in range(4)) for _ in range(2))
        replace_file(path, kept, PRIVATE)
    return kept.decode("ascii")


def may_set_codes(access: Access, code: str) -> bool:
    """Whether `code` lets its owner choose codes: the set-up code at first, the admin code later."""
    if access.is_set_up:
        return access.logins.role_of_code(code) is Role.admin
    plain, expected = (re.sub(r"[^0-9A-Z]", "", each.upper()).encode() for each in (code, access.setup_code))
    return bool(expected) and hmac.compare_digest(plain, expected)


def forget_setup_code(access: Access) -> None:
    """The table is set up: its code opens nothing any more."""
    access.setup_code = ""
    if access.folder is not None:
        (access.folder / SETUP_CODE_FILE).unlink(missing_ok=True)


def needs(role: Role, *, once_set_up: Role | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Lets only visitors with `role` (or more) through to the route below it.

    `once_set_up`: what it takes when the table has an admin code, if that is something else. Others get 403:
    a page leads to the log-in, an interface answers one line. Stands between the route and the function.
    """

    def around(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def checked(*values: P.args, **named: P.kwargs) -> R:
            require(role if once_set_up is None or not access_of().is_set_up else once_set_up)
            return view(*values, **named)

        setattr(checked, _MARK, once_set_up or role)
        return checked

    return around


def declared_role(view: Callable[..., object]) -> Role | None:
    """The role a route declared with `needs` for a table that is set up, None when it declared none."""
    return cast("Role | None", getattr(view, _MARK, None))


ACCESS = AppKey[Access]("access")
_SIGNER = AppKey[Signer]("login_signer")


def access_of() -> Access:
    """What decides who may what here."""
    return ACCESS.of()


def login_of_visitor() -> Login | None:
    """What the visitor proved, None when nothing."""
    if "login" not in g:
        secret = _secret_of_cookie()
        g.login = None if secret is None else access_of().logins.find(secret)
    return cast("Login | None", g.login)


def role_of_visitor() -> Role:
    """What the visitor may: proved, or allowed to everybody here."""
    login = login_of_visitor()
    everybody = access_of().everybody
    return everybody if login is None else max(everybody, login.role)


def player_of_visitor() -> int | None:
    """Whose phone the visitor has, as `GameState.players` numbers them; None when he joined no seat."""
    login = login_of_visitor()
    return None if login is None else login.player


def mint_seat_pass(player: int) -> str:
    """A pass for one phone to that player's seat, to be shown as a QR code; `use_seat_pass` takes it once."""
    return access_of().logins.mint_pass(player)


def use_seat_pass(secret: str) -> int:
    """Seats the visitor by a pass and gives the player; 410 when it was used or is too old.

    Whoever is logged in already keeps that role. Only for a POST: a look ahead at a link must use up nothing
    (`access_of().logins.player_of_pass` tells whose it is without using the pass).
    """
    logins = access_of().logins
    player = logins.use_pass(secret)
    if player is None:
        abort(410, chosen_words()["roles.pass_gone"])
    own, login = _secret_of_cookie(), login_of_visitor()
    if own is None or login is None:
        log_in(Login(Role.seat, player))
    else:
        logins.take_seat(own, player)
        g.login = Login(login.role, player)
    return player


def leave_seat() -> None:
    """The visitor's phone stands up; one that had joined a seat only is logged out."""
    own, login = _secret_of_cookie(), login_of_visitor()
    if own is None or login is None:
        return
    if login.role == Role.seat:
        log_out()
    else:
        access_of().logins.take_seat(own, None)
        g.login = Login(login.role)


def log_in(login: Login) -> None:
    """The visitor is `login` from this answer on, under a new cookie."""
    log_out()
    g.login, g.login_cookie = login, access_of().logins.open(login)


def log_out() -> None:
    """The visitor's log-in ends, here and on the server."""
    secret = _secret_of_cookie()
    if secret is not None:
        access_of().logins.close(secret)
        g.login_cookie = ""
    g.login = None


def keep_logins(app: Flask, secret: bytes) -> None:
    """Puts what a log-in changed into the answer's cookie; `secret` signs the cookie."""
    _SIGNER.put(app, Signer(secret, salt=COOKIE, digest_method=hashlib.sha256))

    def keep(response: Response) -> Response:
        fresh = g.get("login_cookie")
        if fresh == "":
            response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
        elif fresh is not None:
            signed = _signer().sign(fresh).decode()
            age_s = ABSOLUTE_S[g.login.role]
            response.set_cookie(COOKIE, signed, max_age=age_s, httponly=True, samesite="Strict")
        return response

    app.after_request(keep)
    app.context_processor(lambda: {"is_bare": _is_bare()})
    app.register_error_handler(NotAllowed, _lead_to_login)


def _is_bare() -> bool:
    """Whether a page has to say that nothing can be entered before the table is set up."""
    is_of_play = (request.endpoint or "").partition(".")[0] in ("pages", "scores", "referee")
    return is_of_play and not access_of().is_set_up and role_of_visitor() < Role.seat


class NotAllowed(HTTPException):
    """The visitor's role does not reach; `role` would."""

    code = 403

    def __init__(self, role: Role) -> None:
        words = chosen_words()
        key = "roles.not_set_up" if not access_of().is_set_up else "roles.not_allowed"
        super().__init__(words.say(key, role=words[f"role.{role.name}"]))
        self.role = role


def require(role: Role) -> None:
    """As `needs`, where it depends. NotAllowed, which becomes 403, for a visitor with less than `role`."""
    if role_of_visitor() < role:
        raise NotAllowed(role)


def _lead_to_login(wrong: NotAllowed) -> Response | tuple[Response, int]:
    """A person who asked for a page is led to the log-in, a program is told."""
    login = "login.page"
    if wants_page():
        if request.method == "GET" and login in current_app.view_functions:
            return cast(Response, redirect(url_for(login, then=request.full_path.rstrip("?")), 303))
        return refused(wrong)
    return jsonify(error=wrong.description, needs=wrong.role.name), 403


def _secret_of_cookie() -> str | None:
    cookie = g.get("login_cookie")
    if cookie is not None:
        return cookie or None
    try:
        return _signer().unsign(request.cookies.get(COOKIE, "")).decode()
    except (BadSignature, UnicodeDecodeError):
        return None


def _signer() -> Signer:
    return _SIGNER.of()
