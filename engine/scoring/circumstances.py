"""How a win came about, told from the table as it stood and, where they are at hand, the events of the deal.

The table alone shows most of it. What it leaves open (a kong laid between riichi and the win, a replacement
for a flower or for a kong) is decided by the events, in order, where they are given; otherwise it is not
counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Ruleset
from engine.scoring.hand import Circumstance
from engine.table.events import (
    ChowClaimed,
    DeclaredReady,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.state import GameState
from engine.table.wall import live_tiles_left
from engine.tiles import plain, same_face

_INTERRUPTIONS = (ChowClaimed, PungClaimed, KongClaimed, KongDeclared)
_WITH_NORTH = (*_INTERRUPTIONS, FlowerDeclared)
"""A North laid beside the hand ends what a claim ends: ippatsu, double riichi, the first moves."""
_ACTS = (*_INTERRUPTIONS, TileDrawn, TileDiscarded, FlowerDeclared, DeclaredReady)
"""What moves a tile, and the declaration that goes with a discard. Whatever else is told between two of them
(a call, an award, a fault, an indicator) changes no circumstance."""


def circumstances_of(state: GameState, won: Won, deal: Sequence[Event] = ()) -> frozenset[Circumstance]:
    """Every circumstance of `won` that the rules of the table may pay for."""
    deal = tuple(event for event in deal if isinstance(event, _ACTS))
    found: set[Circumstance] = set()
    if state.rules.riichi:
        found |= _riichi(state, won, deal) if deal else _riichi_by_rivers(state, won)
    robbed = _is_robbed(state, won)
    if robbed:
        found |= _by_robbing(state)
    elif live_tiles_left(state.rules, state.wall) == 0 and state.wall.heights:
        found.add("last_draw" if won.giver is None else "last_discard")
    if won.giver is None:
        found |= _replacement(state.rules, won.seat, deal) if deal else _replacement_by_move(state, won.seat)
    if state.rules.scoring == "mcr" and not robbed and _is_last_of_kind(state, won):
        found.add("last_of_kind")
    found |= _first_move(state, won)
    if "replacement" in found and state.rules.riichi:
        found.discard("last_draw")
    return frozenset(found)


def left_open(state: GameState, won: Won) -> tuple[frozenset[Circumstance], ...]:
    """Circumstances that `won` may have besides, one at a time, where the table alone does not tell."""
    possible: list[Circumstance] = []
    if not state.wall.heights:
        possible.append("last_draw" if won.giver is None else "last_discard")
    own = state.seats[won.seat]
    has_kong = any(len(meld.tiles) == 4 for meld in own.melds)
    is_for_either = has_kong and bool(own.flowers) and not state.rules.north_bonus
    if won.giver is None and state.move_began == "replacement" and is_for_either:
        possible.append("replacement")
    return tuple(frozenset((name,)) for name in possible)


def _riichi(state: GameState, won: Won, deal: Sequence[Event]) -> set[Circumstance]:
    if not state.seats[won.seat].is_ready:
        return set()
    declared = next(
        (
            number
            for number, event in enumerate(deal)
            if isinstance(event, DeclaredReady) and event.seat == won.seat
        ),
        None,
    )
    if declared is None:
        return {"riichi"}
    # Ready is declared with a discard, which may be told just before it or just after: it counts from there.
    own = [number for number, event in enumerate(deal[:declared]) if _concerns(event, won.seat)]
    told_after_discard = bool(own) and _is_turned_discard(deal[own[-1]], won.seat)
    begun = own[-1] if told_after_discard else declared
    before = deal[:begun]
    later: Sequence[Event] = [event for event in deal[begun:] if not isinstance(event, DeclaredReady)]
    breaks_in = _WITH_NORTH if state.rules.north_bonus else _INTERRUPTIONS
    is_first = not any(_is_discard(event, won.seat) for event in before)
    undisturbed = not any(isinstance(event, breaks_in) for event in before)
    found: set[Circumstance] = {"double_riichi" if is_first and undisturbed else "riichi"}
    if _is_robbed(state, won):
        later = _before_the_kong(later, state.rules.north_bonus)
    later_discards = sum(_is_discard(event, won.seat) for event in later)
    if later_discards <= 1 and not any(isinstance(event, breaks_in) for event in later):
        found.add("ippatsu")
    return found


def _before_the_kong(acts: Sequence[Event], with_north: bool) -> Sequence[Event]:
    """The acts before the kong (or North) that is robbed, the last there was: it was never completed."""
    robbable = (KongDeclared, FlowerDeclared) if with_north else (KongDeclared,)
    kongs = [number for number, event in enumerate(acts) if isinstance(event, robbable)]
    return acts[: kongs[-1]] if kongs else acts


def _concerns(event: Event, seat: Seat) -> bool:
    return getattr(event, "seat", None) == seat


def _is_discard(event: Event, seat: Seat) -> bool:
    return isinstance(event, TileDiscarded) and event.seat == seat


def _is_turned_discard(event: Event, seat: Seat) -> bool:
    return isinstance(event, TileDiscarded) and event.seat == seat and event.turned


def _riichi_by_rivers(state: GameState, won: Won) -> set[Circumstance]:
    """The same from the rivers alone: they show every claim in time, but not when a kong of one's own was
    laid, so with such a kong on the table the plain riichi is all that is sure."""
    seat = state.seats[won.seat]
    if not seat.is_ready:
        return set()
    own_kongs = sum(
        meld.kind in ("concealed_kong", "promoted_kong") for other in state.seats for meld in other.melds
    )
    own_kongs += sum(len(other.flowers) for other in state.seats) if state.rules.north_bonus else 0
    if seat.ready_from is None or own_kongs > (state.kong is not None):
        return {"riichi"}
    claimed_before, claimed_after, later_discards = _around_ready(state, won)
    found: set[Circumstance] = {"riichi"}
    if seat.ready_from == 0 and not claimed_before:
        found = {"double_riichi"}
    if not claimed_after and later_discards == 0:
        found.add("ippatsu")
    return found


def _around_ready(state: GameState, won: Won) -> tuple[bool, bool, int]:
    """Whether anything was claimed before and since the ready discard, and the own discards since."""
    ready_from = state.seats[won.seat].ready_from or 0
    numbers = [0] * state.rules.seats
    before = after = is_past = False
    later = 0
    for seat in state.discard_order:
        discard = state.seats[seat].river[numbers[seat]]
        is_ready_discard = seat == won.seat and numbers[seat] == ready_from
        later += is_past and seat == won.seat
        is_past = is_past or is_ready_discard
        claimed = discard.claimed_by not in (None, won.seat) or (
            discard.claimed_by == won.seat and state.seats[won.seat].melds != ()
        )
        before, after = before or (claimed and not is_past), after or (claimed and is_past)
        numbers[seat] += 1
    return before, after, later


def _is_robbed(state: GameState, won: Won) -> bool:
    """The giver's newest act that can be won on is its kong, not a discard. S001-56, S001-59, S004-66"""
    return won.giver is not None and state.kong is not None and state.kong.seat == won.giver


def _by_robbing(state: GameState) -> set[Circumstance]:
    """A North that is won on is no kong: it is worth nothing by itself."""
    return set() if state.kong is None or state.kong.kind == "north" else {"robbed_kong"}


def _replacement_by_move(state: GameState, seat: Seat) -> set[Circumstance]:
    """Without the events only a seat without flowers is sure to have drawn for its kong; what is drawn for a
    North counts as well. S004-82"""
    own = state.seats[seat]
    has_kong = any(len(meld.tiles) == 4 for meld in own.melds)
    is_sure = bool(has_kong or own.flowers) if state.rules.north_bonus else has_kong and not own.flowers
    return {"replacement"} if state.move_began == "replacement" and is_sure else set()


def _replacement(rules: Ruleset, seat: Seat, deal: Sequence[Event]) -> set[Circumstance]:
    """Drawn for a kong or a North, once or twice running; a flower's replacement does not count. S004-82"""
    counted = (KongClaimed, KongDeclared, *((FlowerDeclared,) if rules.north_bonus else ()))
    own = [event for event in deal if _concerns(event, seat) and not isinstance(event, DeclaredReady)]
    kongs = 0
    while own and isinstance(own[-1], TileDrawn) and own[-1].end != "live":
        own.pop()
        if not own or not isinstance(own[-1], counted):
            break
        own.pop()
        kongs += 1
    if kongs == 0:
        return set()
    return {"replacement", "second_replacement"} if kongs > 1 else {"replacement"}


def _is_last_of_kind(state: GameState, won: Won) -> bool:
    """The three others lie face up in rivers and melds."""
    if won.tile is None:
        return False
    seen = 0
    for seat in state.seats:
        seen += sum(_is_face(discard.tile, won.tile) for discard in seat.lying_river)
        for meld in seat.melds:
            if meld.kind != "concealed_kong":
                seen += sum(_is_face(tile, won.tile) for tile in meld.tiles)
    if won.giver is not None and _lies_last(state, won):
        seen -= 1
    return seen == 3


def _is_face(tile: str | None, wanted: str) -> bool:
    return tile is not None and plain(tile) == plain(wanted)


def _lies_last(state: GameState, won: Won) -> bool:
    river = state.seats[won.giver].river if won.giver is not None else ()
    return bool(river) and river[-1].claimed_by is None and same_face(river[-1].tile, won.tile)


def _first_move(state: GameState, won: Won) -> set[Circumstance]:
    """Wins before anything was claimed and before the winner's first discard. S004-89"""
    norths = state.rules.north_bonus and any(seat.flowers for seat in state.seats)
    if norths or any(seat.melds for seat in state.seats) or state.seats[won.seat].river:
        return set()
    dealer = won.seat == state.dealer
    discards = sum(len(seat.river) for seat in state.seats)
    if won.giver is None and dealer and discards == 0:
        return {"heavenly"}
    riichi = state.rules.scoring == "riichi"
    if won.giver is None and not dealer and riichi:
        return {"earthly"}
    if won.giver == state.dealer and discards == 1 and not riichi:
        return {"earthly"}
    return {"human"} if won.giver is not None and not dealer and riichi else set()
