"""What is only said at the table: no tile moves, the state stays as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.ruleset import Seat
from engine.tiles import SeenTile

Call: TypeAlias = Literal["chow", "pung", "kong", "win", "flower", "wait", "pass"]


@dataclass(frozen=True, slots=True)
class ClaimCalled:
    """`seat` said so, at a phone or through another person; the tiles have not moved. ``wait`` asks the next
    player not to draw yet; ``pass`` says that the seat wants nothing."""

    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True)
class ClaimAwarded:
    """Of all who called for `giver`'s `tile`, `seat` gets it (S004-83, S004-84)."""

    seat: Seat
    call: Call
    giver: Seat
    tile: SeenTile


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """`seat` called and does not get the tile, because of `reason` (one of `claim_window.RULES`)."""

    seat: Seat
    call: Call
    reason: str


@dataclass(frozen=True, slots=True)
class RefereeCalled:
    """`seat` asks for the referee; None when the table as such does."""

    seat: Seat | None = None


Spoken: TypeAlias = ClaimCalled | ClaimAwarded | ClaimRefused | RefereeCalled
