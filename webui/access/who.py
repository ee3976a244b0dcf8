"""Who is asking, as the journal remembers it."""

from __future__ import annotations

from webui.access.roles import player_of_visitor, role_of_visitor


def who_asks() -> str:
    """The visitor's role and, when he has a player's phone, the player: ``referee`` or ``seat 2``, numbered
    as they sat at first."""
    player = player_of_visitor()
    role = role_of_visitor().name
    return role if player is None else f"{role} {player}"
