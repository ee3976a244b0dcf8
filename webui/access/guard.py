"""Who may talk to this server: known host names only, and nothing changes but by a post from our own page."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
from collections.abc import Callable, Collection
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request

from vision.writing import PRIVATE, replace_file
from webui.page.assets import A_YEAR_S
from webui.page.context import LANGUAGE_COOKIE
from webui.words import languages

COOKIE = "jantaku"
TOKEN_HEADER = "X-Jantaku-Token"
TOKEN_FIELD = "token"
"""A form without a script carries the token in this hidden field."""
SECRET = re.compile(rb"[0-9a-f]{64}")
READING = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def guard(
    app: Flask,
    secret: bytes,
    host_names: Collection[str],
    own_name: Callable[[], str] = lambda: "jantaku",
) -> None:
    """Puts every check on `app`; `host_names` are allowed beside numbered addresses of the local network.

    `own_name` is what this machine is called now (without ``.local``); people may change it.
    """
    allowed = {name.lower().rstrip(".") for name in host_names}

    def check() -> None:
        own = own_name().lower()
        if not _is_known_host(request.host, {*allowed, own, f"{own}.local"}):
            abort(421, "This server does not answer to that host name; open it by its address.")
        g.visitor = request.cookies.get(COOKIE) or secrets.token_urlsafe(24)
        g.token = _token(secret, g.visitor)
        if request.method not in READING:
            _check_sender()

    def seal(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.mimetype == "text/html" and response.status_code == 200:
            _know_again(response)
        return response

    app.before_request(check)
    app.after_request(seal)


def load_secret(folder: Path) -> bytes:
    """The server's own secret, made on the first start and kept in `folder`, readable by its owner only.

    One that a pulled plug left empty or cut is made anew: who was logged in then logs in again."""
    path = folder / "secret"
    kept = path.read_bytes() if path.exists() else b""
    if not SECRET.fullmatch(kept):
        kept = secrets.token_hex(32).encode("ascii")
        replace_file(path, kept, PRIVATE)
    return kept


def _know_again(response: Response) -> None:
    """A page's visitor is known again by a cookie, and so is the language asked for."""
    if COOKIE not in request.cookies:
        response.set_cookie(COOKIE, g.visitor, httponly=True, samesite="Strict")
    wanted = request.args.get("lang", "")
    if wanted in languages() and wanted != request.cookies.get(LANGUAGE_COOKIE):
        response.set_cookie(LANGUAGE_COOKIE, wanted, max_age=A_YEAR_S, httponly=True, samesite="Lax")


def _token(secret: bytes, visitor: str) -> str:
    return hmac.new(secret, visitor.encode(), hashlib.sha256).hexdigest()


def _check_sender() -> None:
    """A post must come from a page of ours: same origin, a cookie we set, and the token that goes with it."""
    origin = request.headers.get("Origin")
    if origin is None or _host_of(origin) != request.host:
        abort(403, "This request did not come from the table's own page.")
    if COOKIE not in request.cookies:
        abort(403, "The page's cookie is missing; reload the page.")
    sent = request.headers.get(TOKEN_HEADER)
    if sent is None and request.mimetype == "application/x-www-form-urlencoded":
        sent = request.form.get(TOKEN_FIELD)
    if not hmac.compare_digest((sent or "").encode(), g.token.encode()):
        abort(403, "The page's token does not match; reload the page.")


def _host_of(origin: str) -> str:
    """The host an origin names, "" when it is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _is_known_host(host: str, allowed: Collection[str]) -> bool:
    """Names must be listed: any name can be made to point at us (DNS rebinding). Addresses must be local."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name in allowed and "@" not in host
    return address.is_private or address.is_loopback or address.is_link_local
