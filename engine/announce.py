"""What to tell the table after an event: keys and values, no prose (words per language are in `webui`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.announce_end import after_fault, ended
from engine.announcement import Announcement, tell
from engine.judge.claim_window import rule_of
from engine.table.deal_plan import next_grab
from engine.table.events import (
    ChowClaimed,
    ClaimAwarded,
    ClaimCalled,
    ClaimRefused,
    DealDrawn,
    DealerTold,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FaultFound,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PenaltyGiven,
    PungClaimed,
    RefereeAnswered,
    RefereeCalled,
    ScoresChanged,
    SeatsChanged,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.state import GameState
from engine.table.wall import break_place, live_tiles_left, tail_place, thrower_reached

LAST_TILES = frozenset({16, 8, 4, 2, 1})
"""How many tiles are left when the table is told so."""


def announce(before: GameState, event: Event, after: GameState) -> tuple[Announcement, ...]:
    """What the table is told when `event` has led from `before` to `after`."""
    teller = _TELLERS.get(type(event))
    return () if teller is None else tuple(teller(before, event, after))


def _deal_started(before: GameState, event: DealStarted, after: GameState) -> Iterator[Announcement]:
    yield tell(
        "deal_started",
        dealer=event.dealer,
        prevalent_wind=event.prevalent_wind,
        honba=event.honba,
        number=after.deal_number,
    )


def _dealer_told(before: GameState, event: DealerTold, after: GameState) -> Iterator[Announcement]:
    yield tell("east_untold") if event.dealer is None else tell("east_told", place=event.dealer)


def _wall_built(before: GameState, event: WallBuilt, after: GameState) -> Iterator[Announcement]:
    if after.phase == "rolling":
        yield tell("roll_dice", seat=after.dealer if after.is_dealer_known else "dealer")


def _dice_rolled(before: GameState, event: DiceRolled, after: GameState) -> Iterator[Announcement]:
    yield tell("dice_rolled", seat=event.seat, pips=event.pips, total=sum(event.pips))
    totals = tuple(sum(pips) for _, pips in after.dice)
    if before.phase not in ("building", "rolling") or not totals:
        return
    place = break_place(after.rules, after.dealer, totals)
    if place is None:
        yield tell("roll_again", seat=thrower_reached(after.rules, after.dealer, totals[0]))
    else:
        opener = thrower_reached(after.rules, after.dealer, totals[0])
        yield tell("break_here", seat=opener, side=place.side, stack=place.stack)


def _wall_broken(before: GameState, event: WallBroken, after: GameState) -> Iterator[Announcement]:
    yield tell("wall_broken", side=event.side, stack=event.after_stack)
    yield from _grab_due(after)


def _stacks_taken(before: GameState, event: StacksTaken, after: GameState) -> Iterator[Announcement]:
    yield from _grab_due(after)


def _grab_due(state: GameState) -> Iterator[Announcement]:
    grab = next_grab(state)
    if grab is None:
        return
    first, last = grab.places[0], grab.places[-1]
    if grab.tiles == 1:
        yield tell("take_one", seat=grab.seat, side=first.side, stack=first.stack)
        return
    yield tell(
        "take_stacks" if grab.tiles == 4 else "take_tops",
        seat=grab.seat,
        side=first.side,
        stack=first.stack,
        to_side=last.side,
        to_stack=last.stack,
    )


def _hands_dealt(before: GameState, event: HandsDealt, after: GameState) -> Iterator[Announcement]:
    yield tell("hands_dealt", dealer=event.dealer)
    if after.phase == "flowers":
        yield tell("exchange_flowers", dealer=event.dealer)
    else:
        yield tell("discard_due", seat=event.dealer)


def _flower_declared(before: GameState, event: FlowerDeclared, after: GameState) -> Iterator[Announcement]:
    if after.rules.north_bonus:
        yield tell("north", seat=event.seat)
    else:
        yield tell("flower", seat=event.seat, tile=event.tile)
    yield from _replacement_due(after)


def _replacement_due(state: GameState) -> Iterator[Announcement]:
    place = tail_place(state.wall)
    if place is not None:
        yield tell("take_replacement", seat=state.turn, side=place.side, stack=place.stack)


def _tile_drawn(before: GameState, event: TileDrawn, after: GameState) -> Iterator[Announcement]:
    if event.end != "live":
        yield tell("replacement_taken", seat=event.seat)
    left = live_tiles_left(after.rules, after.wall)
    if left == 0 and after.wall.heights:
        yield tell("last_tile", seat=event.seat)
    elif left in LAST_TILES and left < live_tiles_left(before.rules, before.wall):
        yield tell("tiles_left", count=left)


def _tile_discarded(before: GameState, event: TileDiscarded, after: GameState) -> Iterator[Announcement]:
    yield tell("discarded", seat=event.seat, tile=event.tile)
    yield tell("turn", seat=after.turn)


def _chow_claimed(before: GameState, event: ChowClaimed, after: GameState) -> Iterator[Announcement]:
    yield tell("chow", seat=event.seat, giver=event.giver, tile=event.tile, tiles=event.tiles)
    yield tell("discard_due", seat=event.seat)


def _pung_claimed(before: GameState, event: PungClaimed, after: GameState) -> Iterator[Announcement]:
    yield tell("pung", seat=event.seat, giver=event.giver, tile=event.tile, tiles=event.tiles)
    yield tell("discard_due", seat=event.seat)


def _kong_claimed(before: GameState, event: KongClaimed, after: GameState) -> Iterator[Announcement]:
    yield tell("kong.claimed", seat=event.seat, giver=event.giver, tile=event.tile)
    yield from _replacement_due(after)


def _kong_declared(before: GameState, event: KongDeclared, after: GameState) -> Iterator[Announcement]:
    yield tell(f"kong.{event.kind}", seat=event.seat, tile=event.tile)
    yield from _replacement_due(after)


def _declared_ready(before: GameState, event: DeclaredReady, after: GameState) -> Iterator[Announcement]:
    yield tell("ready", seat=event.seat)


def _dora_revealed(before: GameState, event: DoraRevealed, after: GameState) -> Iterator[Announcement]:
    yield tell("dora", tile=event.tile)


def _seats_changed(before: GameState, event: SeatsChanged, after: GameState) -> Iterator[Announcement]:
    yield tell("seats_changed", players=event.players)


def _fault_found(before: GameState, event: FaultFound, after: GameState) -> Iterator[Announcement]:
    kind = event.verdict or ("concluded" if event.evidence == "concluded" else None)
    yield tell(
        "fault" if kind is None else f"fault.{kind}",
        seat=event.seat,
        fault=event.name,
        rule=event.rule,
        tiles=event.tiles,
        consequence=event.consequence,
    )
    yield from after_fault(before, event, after)


def _claim_called(before: GameState, event: ClaimCalled, after: GameState) -> Iterator[Announcement]:
    yield tell("called", seat=event.seat, call=event.call)


def _claim_awarded(before: GameState, event: ClaimAwarded, after: GameState) -> Iterator[Announcement]:
    yield tell("claim_awarded", seat=event.seat, call=event.call, giver=event.giver, tile=event.tile)


def _claim_refused(before: GameState, event: ClaimRefused, after: GameState) -> Iterator[Announcement]:
    rule = rule_of(event.reason, before.rules)
    yield tell("claim_refused", seat=event.seat, call=event.call, reason=event.reason, rule=rule)


def _penalty_given(before: GameState, event: PenaltyGiven, after: GameState) -> Iterator[Announcement]:
    yield tell("penalty", seat=event.seat, fault=event.name or "unnamed", payments=event.payments)


def _referee_answered(before: GameState, event: RefereeAnswered, after: GameState) -> Iterator[Announcement]:
    yield tell("referee_answered")


def _referee_called(before: GameState, event: RefereeCalled, after: GameState) -> Iterator[Announcement]:
    yield tell("referee_called", seat=event.seat)


_TELLERS: dict[type, Callable[[GameState, Any, GameState], Iterator[Announcement]]] = {
    DealStarted: _deal_started,
    DealerTold: _dealer_told,
    WallBuilt: _wall_built,
    DiceRolled: _dice_rolled,
    WallBroken: _wall_broken,
    StacksTaken: _stacks_taken,
    HandsDealt: _hands_dealt,
    FlowerDeclared: _flower_declared,
    TileDrawn: _tile_drawn,
    TileDiscarded: _tile_discarded,
    ChowClaimed: _chow_claimed,
    PungClaimed: _pung_claimed,
    KongClaimed: _kong_claimed,
    KongDeclared: _kong_declared,
    DeclaredReady: _declared_ready,
    DoraRevealed: _dora_revealed,
    Won: ended,
    DealDrawn: ended,
    ScoresChanged: ended,
    SeatsChanged: _seats_changed,
    FaultFound: _fault_found,
    PenaltyGiven: _penalty_given,
    RefereeAnswered: _referee_answered,
    ClaimCalled: _claim_called,
    ClaimAwarded: _claim_awarded,
    ClaimRefused: _claim_refused,
    RefereeCalled: _referee_called,
}
