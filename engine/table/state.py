"""The state of a table: the fold of all events so far, and nothing else.

Only values live here; `engine.table.apply` folds an event in. Unknown tiles are None. Seats are 0-3.

The wall, seen from above; each owner counts stacks 1..n from the right end as he faces the centre, and the
tiles are taken clockwise, so side s is followed by the one before it. With three players the side of seat 3
is not built and 2 follows 0::

            1 . . seat 2 . . n
         n                      1
      seat 3                  seat 1        clockwise: 0 -> 3 -> 2 -> 1 -> 0
         1                      n
            n . . seat 0 . . 1
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.ruleset import Ruleset
from engine.table.events import FaultFound, KongKind, Seat
from engine.tiles import SeenTile

Phase = Literal["building", "rolling", "breaking", "dealing", "flowers", "playing", "ended"]
MoveBegin = Literal["deal", "draw", "replacement", "claim"]
MeldKind = Literal["chow", "pung", "melded_kong", "promoted_kong", "concealed_kong"]


@dataclass(frozen=True, slots=True)
class StackPlace:
    """One place in the wall: whose side, and which stack (1 = owner's right end)."""

    side: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class Wall:
    """`heights[side][stack - 1]` is 0, 1 or 2 tiles. `break_after` is the stack the gap was opened after."""

    heights: tuple[tuple[int, ...], ...]
    break_after: StackPlace | None = None

    @property
    def tiles_left(self) -> int:
        """All tiles still in the wall, a dead wall included."""
        return sum(map(sum, self.heights))


@dataclass(frozen=True, slots=True)
class Meld:
    """One set on the table. `tiles` from the owner's left to right as laid; `claimed_index` is the rotated
    one (None for a concealed kong); `giver` the seat it came from."""

    kind: MeldKind
    tiles: tuple[SeenTile, ...]
    giver: Seat | None = None
    claimed_index: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """One tile of a river; `claimed_by` when another seat took it (it then no longer lies there)."""

    tile: SeenTile
    turned: bool = False
    drawn: bool | None = None
    claimed_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeatState:
    """What one seat has. `standing`: the tiles held, hidden ones None; its length is the number held,
    a tile just drawn included and last."""

    standing: tuple[SeenTile, ...] = ()
    melds: tuple[Meld, ...] = ()
    flowers: tuple[SeenTile, ...] = ()
    river: tuple[Discard, ...] = ()
    is_ready: bool = False
    ready_from: int | None = None
    """How many tiles the river held when ready was declared."""
    drew_after: int = 0
    """How many discards of the deal lay there when this seat last took a tile from the wall."""
    is_dead_hand: bool = False
    score: int = 0
    off_result: int = 0
    """Points that chombos take off the result of the game."""

    @property
    def lying_river(self) -> tuple[Discard, ...]:
        """The discards that still lie there, in order."""
        return tuple(discard for discard in self.river if discard.claimed_by is None)


@dataclass(frozen=True, slots=True)
class ShownKong:
    """A kong declared in this move, or a North laid beside the hand: it can be robbed until its owner goes on
    (S001-56, S001-59)."""

    seat: Seat
    kind: KongKind | Literal["north"]
    tile: SeenTile


@dataclass(frozen=True, slots=True)
class KongLaid:
    """One kong of this deal: whose, which of the three, its tile, and how many discards there were before."""

    seat: Seat
    kind: Literal["concealed", "promoted", "melded"]
    tile: SeenTile
    discards_before: int


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything known of the table after the events so far."""

    rules: Ruleset
    phase: Phase = "building"
    dealer: Seat = 0
    prevalent_wind: int = 0
    """0 East .. 3 North."""
    deal_number: int = 1
    honba: int = 0
    riichi_sticks: int = 0
    dice: tuple[tuple[Seat, tuple[int, ...]], ...] = ()
    """The throws of this deal: who, and the pips."""
    wall: Wall = field(default_factory=lambda: Wall(()))
    seats: tuple[SeatState, ...] = (SeatState(),) * 4
    """One for each seat of the rule set."""
    turn: Seat = 0
    """Whose move it is (while `owes` is None: who draws next)."""
    owes: Literal["draw", "discard", "replacement", None] = None
    """What the seat in turn has to do next."""
    last_discard: Seat | None = None
    """The seat whose newest discard may still be claimed."""
    replacements_owed: int = 0
    """Tiles the seat in turn has still to take for flowers and kongs."""
    move_began: MoveBegin | None = None
    """How the newest tile came to the seat that moves now; None between moves."""
    kong: ShownKong | None = None
    """The kong that may still be robbed."""
    kongs: tuple[KongLaid, ...] = ()
    """The kongs of this deal, in order."""
    discard_order: tuple[Seat, ...] = ()
    """Whose each discard of this deal was, in order: with the rivers this is all of them in time."""
    unpaid_ready: Seat | None = None
    """Who declared ready and has not laid the stick down yet: it is due once his discard passed."""
    dora_indicators: tuple[SeenTile, ...] = ()
    winners: tuple[Seat, ...] = ()
    """All who were told to have won; which of them are paid says `engine.table.wins.counted_winners`."""
    won_from: Seat | None = None
    """Who gave the winning tile; None when it was self-drawn."""
    win_faults: tuple[FaultFound, ...] = ()
    """What was found wrong with the wins, and what was ruled on it."""
    earlier: GameState | None = None
    """The table to go back to if what followed does not count: as it was just before the first win, or with
    the newest discard still free."""
    ended_by: str | None = None
    """``won`` or the kind of draw, once the deal is over."""
    ready_at_end: tuple[Seat, ...] | None = None
    """The seats that showed a ready hand after a draw."""
    shown_at_end: tuple[Seat, ...] | None = None
    """The seats that laid their hands open at a draw; None where nobody saw any."""
    first_dealer: Seat = 0
    """Who dealt first: the round changes when the deal comes back to that seat (S001-23)."""
    players: tuple[int, ...] = (0, 1, 2, 3)
    """Which player sits in each seat; they change chairs in MCR (S004-93)."""
    is_dealer_known: bool = True
    """Whether anybody knows who is East; while not, `dealer` only holds a place and no seat has a wind to
    be shown or paid by."""

    def known_wind(self, seat: Seat) -> int | None:
        """The wind of `seat` as `seat_wind`; None while nobody knows who is East."""
        return self.seat_wind(seat) if self.is_dealer_known else None

    def seat_wind(self, seat: Seat) -> int:
        """0 East .. 3 North: the wind of `seat` in this deal."""
        return (seat - self.dealer) % self.rules.seats
