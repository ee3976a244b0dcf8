"""How much of a request has arrived, told by looking at the bytes without taking them."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Any

from webui.access.patient_socket import PatientSocket

MOST_HEAD = 32 * 1024
"""No request's head is longer."""
SMALL_BODY = 24 * 1024
"""Bodies up to this are waited for; the system holds them unread."""
MOST_UNTAKEN = 64 * 1024
"""Of the answers before; whoever leaves more lying is not answered again."""
_LENGTH = re.compile(rb"^content-length[ \t]*:[ \t]*([0-9]{1,15})[ \t]*$", re.IGNORECASE)
_READ_BY_A_THREAD = re.compile(rb"^(transfer-encoding|expect)[ \t]*:", re.IGNORECASE)


class Arriving(Enum):
    """How far a request has come."""

    partly = auto()
    whole = auto()
    large = auto()
    """Its head is here, its body is one that only a thread can read."""
    endless = auto()
    """A head longer than any."""
    gone = auto()
    """The other side has left."""


def arriving(connection: Any, socket: PatientSocket) -> Arriving:
    """How far the connection's next request has come; what the server read ahead of it counts too."""
    came = socket.peek(MOST_HEAD + SMALL_BODY)
    if came == b"":
        return Arriving.gone
    if socket.untaken() > MOST_UNTAKEN:
        return Arriving.partly
    return arrived(_read_ahead(connection) + (came or b""))


def arrived(came: bytes) -> Arriving:
    """How far a request has come of which these are the bytes so far."""
    head, blank, body = came.partition(b"\r\n\r\n")
    if len(head) > MOST_HEAD:
        return Arriving.endless
    if not blank:
        return Arriving.partly
    length = 0
    for line in head.split(b"\r\n")[1:]:
        if _READ_BY_A_THREAD.match(line):
            return Arriving.large
        found = _LENGTH.match(line)
        length = int(found[1]) if found else length
    if length > SMALL_BODY:
        return Arriving.large
    return Arriving.whole if len(body) >= length else Arriving.partly


def _read_ahead(connection: Any) -> bytes:
    """What gunicorn holds of a request that came together with the one before."""
    reader = getattr(getattr(connection, "parser", None), "unreader", None)
    return reader.buf.getvalue() if reader is not None else b""
