"""Who is asking, as the journal remembers it."""

from __future__ import annotations

from webui.access.roles import role_of_visitor, seat_of_visitor


def who_asks() -> str:
    """The visitor's role and, when his phone has joined one, his seat: ``referee`` or ``seat 2``."""
    seat = seat_of_visitor()
    role = role_of_visitor().name
    return role if seat is None else f"{role} {seat}"
