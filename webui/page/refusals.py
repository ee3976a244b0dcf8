"""What somebody is told who asked for something that is not there, not allowed or not understood.

A person's browser gets a page in his language with a way on, a program one line of JSON.
"""

from __future__ import annotations

import errno
import sqlite3

from flask import Response, g, jsonify, request
from werkzeug.exceptions import HTTPException

from webui.page.context import chosen_words
from webui.page.frame import framed
from webui.storage.journal import CannotKeep, is_full

TITLES = {
    400: "wrong",
    403: "not_allowed",
    404: "nowhere",
    409: "not_now",
    410: "gone",
    413: "too_large",
    429: "too_often",
    503: "busy",
    507: "full",
}
"""The words for the title by status; any other is ``refusals.failed``."""
BROKEN = frozenset({errno.EROFS, errno.EIO, errno.EFBIG})
"""What the system says of a disk that is read-only, broken, or keeps no larger file."""
Refusal = tuple[Response, int]


class NoRoom(HTTPException):
    """507: the disk is full."""

    code = 507
    description = "The disk is full: this was not kept. Make room, then try again."


class NotKept(HTTPException):
    """503: the disk takes nothing now."""

    code = 503
    description = "The disk cannot be written just now: this was not kept. Try again in a moment."


def wants_page() -> bool:
    """Whether a person's browser asks, which names HTML itself; a script of ours or a program does not."""
    named = {value.partition(";")[0] for value, _ in request.accept_mimetypes}
    return "text/html" in named and request.mimetype != "application/json"


def not_kept(wrong: Exception) -> Refusal:
    """The answer to a request that came to nothing because the disk is full, read-only or broken; what else
    the system or a store says is raised on."""
    if is_full(wrong):
        return refused(NoRoom())
    if isinstance(wrong, CannotKeep | sqlite3.OperationalError) or getattr(wrong, "errno", None) in BROKEN:
        return refused(NotKept())
    raise wrong


def refused(wrong: HTTPException) -> Refusal:
    """The answer to a request that failed with `wrong`."""
    answer, code = _in_words(wrong, wrong.code or 500), wrong.code or 500
    wait_s = getattr(wrong, "retry_after", None)
    if isinstance(wait_s, int):
        answer.headers["Retry-After"] = str(wait_s)
    return answer, code


def _in_words(wrong: HTTPException, code: int) -> Response:
    if "token" not in g or not wants_page():
        return jsonify(error=wrong.description)
    words = chosen_words()
    key = "not_kept" if isinstance(wrong, NotKept) else TITLES.get(code, "failed")
    is_our_own = wrong.description != type(wrong).description
    said = wrong.description if is_our_own else words[f"refusals.{key}_more"]
    return Response(framed("refusal.html", key=key, said=said, code=code), mimetype="text/html")
