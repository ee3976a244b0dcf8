"""What somebody is told who asked for something that is not there, not allowed or not understood.

A person's browser gets a page in his language with a way on, a program one line of JSON.
"""

from __future__ import annotations

from flask import Response, g, jsonify, request
from werkzeug.exceptions import HTTPException

from webui.context import chosen_words
from webui.frame import framed

TITLES = {
    400: "wrong",
    403: "not_allowed",
    404: "nowhere",
    409: "not_now",
    410: "gone",
    413: "too_large",
    429: "too_often",
    503: "busy",
}
"""The words for the title by status; any other is ``refusals.failed``."""
Refusal = tuple[Response, int]


def wants_page() -> bool:
    """Whether a person's browser asks, which names HTML itself; a script of ours or a program does not."""
    named = {value.partition(";")[0] for value, _ in request.accept_mimetypes}
    return "text/html" in named and request.mimetype != "application/json"


def refused(wrong: HTTPException) -> Refusal:
    """The answer to a request that failed with `wrong`."""
    answer, code = _told(wrong, wrong.code or 500), wrong.code or 500
    wait_s = getattr(wrong, "retry_after", None)
    if isinstance(wait_s, int):
        answer.headers["Retry-After"] = str(wait_s)
    return answer, code


def _told(wrong: HTTPException, code: int) -> Response:
    if "token" not in g or not wants_page():
        return jsonify(error=wrong.description)
    words = chosen_words()
    key = TITLES.get(code, "failed")
    is_our_own = wrong.description != type(wrong).description
    said = wrong.description if is_our_own else words[f"refusals.{key}_more"]
    return Response(framed("refusal.html", key=key, said=said, code=code), mimetype="text/html")
