"""How often one visitor may do what costs others something: 429, with the seconds to wait, beyond it.

A visitor is an address here, as with the codes: a cookie is thrown away, an address is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Literal, ParamSpec, TypeVar

from flask import request
from werkzeug.exceptions import TooManyRequests

from webui.access.trying import Limits, TooManyFailures, Tries
from webui.app_key import AppKey
from webui.page.context import chosen_words

Costly = Literal["referee", "codes", "calls"]
LIMITS: Mapping[Costly, Limits] = {
    "referee": ((6, 60.0), (30, 3600.0)),
    "codes": ((24, 60.0), (200, 3600.0)),
    "calls": ((60, 60.0),),
}
"""So many in so many seconds: calls for the referee, codes for a seat (the page makes four at once), and what
phones call. Each is an entry of the journal or of the log-ins."""
P = ParamSpec("P")
R = TypeVar("R")
TRIES = AppKey[dict[Costly, Tries]]("limits")


def limits() -> dict[Costly, Tries]:
    """Nothing done yet."""
    return {name: Tries(limits=each) for name, each in LIMITS.items()}


def limited(name: Costly) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Lets a visitor through to the route below it only so often. Stands between `needs` and the function."""

    def around(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def checked(*values: P.args, **named: P.kwargs) -> R:
            tries = TRIES.of()[name]
            try:
                with tries.attempt(request.remote_addr or "unknown"):
                    pass
            except TooManyFailures as wrong:
                raise too_often(wrong.wait_s) from None
            return view(*values, **named)

        return checked

    return around


def too_often(wait_s: float) -> TooManyRequests:
    """What becomes 429: come again after so many seconds."""
    return TooManyRequests(chosen_words()["refusals.too_often_more"], retry_after=int(wait_s) + 1)
