"""A claim that goes before what was already done with the discard: the hasty act is the fault, not the claim.

    discard        a chow is laid     a pung is claimed
       |-----------------|------------------|----- the chow goes back, the pung takes the tile (S004-83)
       |-----------------|------------------| 3 s, and until the chow's owner has discarded
    discard        the next draws     a pung is claimed
       |-----------------|------------------|----- known to be within the claim time: the drawn tile goes back

How long after the discard something came is known to whoever has a clock, and is otherwise unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.changed import changed
from engine.ruleset import Ruleset
from engine.table.events import ChowClaimed, Event, FaultFound, KongClaimed, PungClaimed, Seat, Won
from engine.table.seating import with_seat
from engine.table.state import GameState
from engine.table.wins import gone_back
from engine.tiles import same_face

OUT_OF_TURN, TOO_QUICK = "claim_out_of_precedence", "drew_before_claim_time"
"""The faults of whoever was hasty: he took the tile that another's claim goes before, or drew too early."""
_STRENGTH = {"chow": 0, "pung": 1, "melded_kong": 1}


@dataclass(frozen=True, slots=True)
class Hasty:
    """What was done too early: whose fault it is, its name, and the table before it."""

    seat: Seat
    name: str
    before: GameState


def hasty_act(state: GameState, event: Event, waited_s: float | None = None) -> Hasty | None:
    """The act that `event` goes before, if there is one; `waited_s`: how long after the discard it came."""
    if not isinstance(event, ChowClaimed | PungClaimed | KongClaimed | Won) or not is_open(state):
        return None
    earlier = state.earlier
    if earlier is None or event.giver is None or event.giver != earlier.last_discard:
        return None
    river, limit = earlier.seats[event.giver].river, state.rules.claim_seconds
    if event.seat == state.turn or not river or not same_face(river[-1].tile, event.tile):
        return None
    if state.move_began == "draw":
        in_time = waited_s is not None and limit is not None and waited_s <= limit
        return Hasty(state.turn, TOO_QUICK, back_from(state)) if in_time else None
    if strength(state.rules, event) <= _laid_strength(state):
        return None
    is_late = waited_s is not None and limit is not None and waited_s > limit
    return None if is_late else Hasty(state.turn, OUT_OF_TURN, back_from(state))


def is_outranked(state: GameState, event: Event) -> bool:
    """Whether `event` claims the newest discard after another has laid as good a set with it."""
    if not isinstance(event, ChowClaimed | PungClaimed | KongClaimed) or not is_open(state):
        return False
    earlier = state.earlier
    if earlier is None or event.giver != earlier.last_discard or state.move_began != "claim":
        return False
    return event.seat != state.turn and strength(state.rules, event) <= _laid_strength(state)


def is_open(state: GameState) -> bool:
    """Whether the newest discard may still be claimed from whoever took it or drew after it."""
    return state.earlier is not None and state.phase != "ended" and state.earlier.owes == "draw"


def back_from(state: GameState) -> GameState:
    """The table with the newest discard free again; a stick laid because it had passed comes back."""
    earlier = state.earlier
    assert earlier is not None
    back = gone_back(state, earlier)
    seat = earlier.unpaid_ready
    if seat is None:
        return back
    back = with_seat(back, seat, score=back.seats[seat].score + state.rules.ready_stick)
    return changed(back, riichi_sticks=back.riichi_sticks - 1)


def as_claimed(state: GameState, event: Event) -> GameState:
    """The table at which a claim is folded in: the lower set it goes before is taken back."""
    if state.move_began != "claim":
        return state
    hasty = hasty_act(state, event)
    return state if hasty is None else hasty.before


def put_back(state: GameState, found: FaultFound) -> GameState:
    """The table after a draw was found to be too early: the tile is in the wall again."""
    is_it = found.name == TOO_QUICK and found.counts and found.seat == state.turn
    return back_from(state) if is_it and state.move_began == "draw" and is_open(state) else state


def strength(rules: Ruleset, event: Event) -> float:
    """How far a claim goes before others, 0 (none) to 2 (a win) (S000-22, S000-23, S001-28, S004-83)."""
    match event:
        case Won():
            return 2
        case KongClaimed():
            return 1.5 if rules.kong_beats_pung else 1
        case PungClaimed():
            return 1
    return 0


def _laid_strength(state: GameState) -> float:
    melds = state.seats[state.turn].melds
    if not melds:
        return 0
    meld = melds[-1]
    is_stronger = meld.kind == "melded_kong" and state.rules.kong_beats_pung
    return 1.5 if is_stronger else _STRENGTH.get(meld.kind, 2)
