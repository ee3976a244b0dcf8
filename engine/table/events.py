"""What can happen at a table, each as one frozen past fact.

The wire name of an event is its class name in lower snake case (`TileDiscarded` -> ``tile_discarded``);
its fields are its JSON fields (see docs/formats.md). Seats are 0 to 3, counter-clockwise from the bottom
of the picture. A tile nobody has seen is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.ruleset import SEATS as SEATS
from engine.ruleset import Seat as Seat
from engine.table.spoken import Call as Call
from engine.table.spoken import ClaimAwarded as ClaimAwarded
from engine.table.spoken import ClaimCalled as ClaimCalled
from engine.table.spoken import ClaimRefused as ClaimRefused
from engine.table.spoken import RefereeCalled as RefereeCalled
from engine.table.spoken import Spoken as Spoken
from engine.tiles import SeenTile

WallEnd: TypeAlias = Literal["live", "tail", "dead_wall"]
KongKind: TypeAlias = Literal["concealed", "promoted"]
Verdict: TypeAlias = Literal["upheld", "dismissed"]
Evidence: TypeAlias = Literal["seen", "concluded"]


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A new deal begins: who is dealer, which wind prevails, how many repeats."""

    dealer: Seat
    prevalent_wind: int = 0
    honba: int = 0
    riichi_sticks: int = 0


@dataclass(frozen=True, slots=True)
class DealerTold:
    """Somebody says who is East in the first deal; `dealer` None: that nobody knows."""

    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class WallBuilt:
    """The four sides of the wall stand face down and complete."""


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """`seat` threw the dice and they lie still."""

    seat: Seat
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WallBroken:
    """A gap was opened after stack `after_stack` (1 = the owner's right end) of `side`'s wall."""

    side: Seat
    after_stack: int


@dataclass(frozen=True, slots=True)
class StacksTaken:
    """In the deal `seat` took `count` tiles, beginning with stack `stack` of `side`'s wall, clockwise.

    Only told where somebody follows the deal stack by stack; `HandsDealt` alone says the same in one word.
    With `count` 2 the tops of that stack and of the second one after it are meant (S004-34)."""

    seat: Seat
    side: Seat
    stack: int
    count: int = 4


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """Every seat has its first tiles; `hands` holds what is known of them (None = all hidden)."""

    dealer: Seat
    hands: tuple[tuple[SeenTile, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class FlowerDeclared:
    """`seat` laid a flower face up; a replacement is due."""

    seat: Seat
    tile: SeenTile


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """`seat` took one tile from an end of the wall."""

    seat: Seat
    end: WallEnd = "live"
    tile: SeenTile = None


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """`seat` put a tile into its river, `turned` when laid sideways; `drawn`: whether just drawn."""

    seat: Seat
    tile: SeenTile
    turned: bool = False
    drawn: bool | None = None


@dataclass(frozen=True, slots=True)
class ChowClaimed:
    """`seat` took `giver`'s discard for a run. `tiles`: all three of the meld, in the order they lie."""

    seat: Seat
    giver: Seat
    tile: SeenTile
    tiles: tuple[SeenTile, ...]


@dataclass(frozen=True, slots=True)
class PungClaimed:
    """`seat` took `giver`'s discard for three alike."""

    seat: Seat
    giver: Seat
    tile: SeenTile
    tiles: tuple[SeenTile, ...]


@dataclass(frozen=True, slots=True)
class KongClaimed:
    """`seat` took `giver`'s discard for four alike."""

    seat: Seat
    giver: Seat
    tile: SeenTile
    tiles: tuple[SeenTile, ...]


@dataclass(frozen=True, slots=True)
class KongDeclared:
    """`seat` declared a kong in its own move: four of its own, or the fourth added to a melded pung."""

    seat: Seat
    kind: KongKind
    tile: SeenTile


@dataclass(frozen=True, slots=True)
class DeclaredReady:
    """`seat` declared ready (riichi)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StickLaid:
    """`seat` laid its stick for ready on the table. Only told where nobody follows the discards: with them
    the stick lies as soon as the declaring discard has passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DoraRevealed:
    """An indicator was turned over."""

    tile: SeenTile


@dataclass(frozen=True, slots=True)
class LaidSet:
    """An open or concealed set as a person says it lies there. `kind`: as of `engine.table.state.Meld`."""

    kind: str
    tiles: tuple[SeenTile, ...]
    giver: Seat | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """`seat` won on `tile`; `giver` is None when self-drawn. `hand`: the standing tiles as revealed, without
    the winning tile. `score` is the scoring result once known, as JSON-like values. `melds`: the winner's
    sets where a person says that others lie there than were told before, else None."""

    seat: Seat
    tile: SeenTile
    giver: Seat | None = None
    hand: tuple[SeenTile, ...] = ()
    score: object = None
    melds: tuple[LaidSet, ...] | None = None


UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class DealDrawn:
    """The deal ended without a winner: ``exhaustive`` or the kind of abortive draw; or nobody saw how it
    ended: `UNSEEN`. `ready`: the seats that showed a ready hand (S001-67), None where nobody asked. `hands`:
    the standing tiles shown, by seat, empty where a seat showed none; None where nobody saw any."""

    kind: str = "exhaustive"
    ready: tuple[Seat, ...] | None = None
    hands: tuple[tuple[SeenTile, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class FaultFound:
    """A rule was not kept: its number, who, with which tiles, what follows, and the fault's name. Wire name
    ``fault``. `verdict`: what a referee said to it, None while nobody has; a dismissed one has no effect.

    `evidence`: how the camera came by it. ``seen``: the looks just before and just after the act are right
    and nothing else lies between them. ``concluded``: across a gap, among other acts, from many looks, or
    from a tile not read surely; it has no effect until somebody upholds it. None: a person told it."""

    rule: str
    seat: Seat | None = None
    tiles: tuple[SeenTile, ...] = ()
    consequence: str = ""
    name: str = ""
    verdict: Verdict | None = None
    evidence: Evidence | None = None

    @property
    def counts(self) -> bool:
        """Whether it has its effect: nobody dismissed it, and somebody upheld it if it was concluded."""
        return self.verdict == "upheld" or (self.verdict is None and self.evidence != "concluded")


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A referee lets points move, or takes them from the game: `payments` by seat, the penalised `seat`'s
    negative. `rule` and `name` say for which fault, empty when for none that has a number. `off_result`:
    points taken off the result of the game, after the places are counted."""

    seat: Seat
    payments: tuple[int, ...]
    rule: str = ""
    name: str = ""
    off_result: int = 0


@dataclass(frozen=True, slots=True)
class RefereeAnswered:
    """The referee has come: calls up to now are answered."""


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """People changed chairs between rounds (S004-93): `players[seat]` sits there now, with his score."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoresChanged:
    """Points moved: `payments` by seat (sum zero but for sticks on the table) and the totals after."""

    payments: tuple[int, ...]
    totals: tuple[int, ...]


Event: TypeAlias = (
    DealStarted
    | DealerTold
    | WallBuilt
    | DiceRolled
    | WallBroken
    | StacksTaken
    | HandsDealt
    | FlowerDeclared
    | TileDrawn
    | TileDiscarded
    | ChowClaimed
    | PungClaimed
    | KongClaimed
    | KongDeclared
    | DeclaredReady
    | StickLaid
    | DoraRevealed
    | Won
    | DealDrawn
    | FaultFound
    | PenaltyGiven
    | RefereeAnswered
    | ScoresChanged
    | SeatsChanged
    | ClaimCalled
    | ClaimAwarded
    | ClaimRefused
    | RefereeCalled
)
Claim: TypeAlias = ChowClaimed | PungClaimed | KongClaimed
