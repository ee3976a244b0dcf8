"""`apply(state, event)`: what the table is after something happened. Total: nothing is refused.

The tiles have already moved; whether they should have is the question of `engine.judge.faults`. A tile nobody
has seen is None; giving away a tile that was not known to be held takes a hidden one's place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.changed import changed
from engine.ruleset import Ruleset
from engine.table.apply_play import (
    chow_claimed,
    flower_declared,
    kong_claimed,
    kong_declared,
    pung_claimed,
    tile_discarded,
    tile_drawn,
    won,
)
from engine.table.events import (
    ChowClaimed,
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
    ScoresChanged,
    Seat,
    SeatsChanged,
    StacksTaken,
    StickLaid,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.play_order import is_at_table, seats_of
from engine.table.precedence import as_claimed, put_back
from engine.table.seating import paid_ready, with_hands_shown, with_seat
from engine.table.state import GameState, SeatState, StackPlace, Wall
from engine.table.wall import dealt_wall, full_wall, take_dealt
from engine.table.wins import as_it_goes_on, counted_winners, with_fault
from engine.tiles import EngineError

NO_STICK = frozenset({"triple_win"})
"""Draws before which the last declarer's stick is not laid down: his discard was won on."""
OPENING = frozenset({"building", "rolling", "breaking", "dealing"})
"""Phases before the hands are dealt."""


def new_table(rules: Ruleset, dealer: Seat | None = 0) -> GameState:
    """A table at which nothing has happened: no wall yet, everyone on the starting points; `dealer` None:
    nobody knows who is East. EngineError when nobody sits where the dealer should."""
    if dealer is None:
        return changed(new_table(rules), is_dealer_known=False)
    if dealer not in seats_of(rules):
        last = rules.seats - 1
        raise EngineError(f"the dealer of {rules.name} must be a seat from 0 to {last}, got {dealer}")
    seats = (SeatState(score=rules.starting_points),) * rules.seats
    players = seats_of(rules)
    return GameState(rules, dealer=dealer, turn=dealer, seats=seats, first_dealer=dealer, players=players)


def apply(state: GameState, event: Event) -> GameState:
    """The state after `event`; pure, and never an error for a well-formed event. What is told of a seat at
    which nobody sits changes nothing."""
    fold = _FOLDS.get(type(event))
    if fold is None or not is_at_table(state.rules, event):
        return state
    return fold(as_claimed(as_it_goes_on(state, event), event), event)


def _deal_started(state: GameState, event: DealStarted) -> GameState:
    return GameState(
        state.rules,
        dealer=event.dealer,
        turn=event.dealer,
        prevalent_wind=event.prevalent_wind,
        deal_number=state.deal_number + 1 if state.ended_by else state.deal_number,
        honba=event.honba,
        riichi_sticks=event.riichi_sticks,
        seats=tuple(SeatState(score=seat.score, off_result=seat.off_result) for seat in state.seats),
        first_dealer=state.first_dealer,
        players=state.players,
    )


def _dealer_told(state: GameState, event: DealerTold) -> GameState:
    """Only what was not known so before: a table that began with this dealer stays as it is."""
    is_begun = state.phase not in OPENING
    if event.dealer is None:
        return state if is_begun else changed(state, is_dealer_known=False)
    return changed(
        state,
        dealer=event.dealer,
        is_dealer_known=True,
        turn=state.turn if is_begun else event.dealer,
        first_dealer=event.dealer if state.deal_number == 1 else state.first_dealer,
    )


def _wall_built(state: GameState, event: WallBuilt) -> GameState:
    phase = "breaking" if state.rules.dice == "none" else "rolling"
    return changed(state, wall=full_wall(state.rules), phase=phase)


def _dice_rolled(state: GameState, event: DiceRolled) -> GameState:
    dice = (*state.dice, (event.seat, event.pips))
    needed = 2 if state.rules.dice == "two2" else 1
    phase = "breaking" if len(dice) >= needed and state.phase in ("building", "rolling") else state.phase
    return changed(state, dice=dice, phase=phase)


def _wall_broken(state: GameState, event: WallBroken) -> GameState:
    heights = state.wall.heights or full_wall(state.rules).heights
    stacks = len(heights[0])
    place = StackPlace(event.side % len(heights), (event.after_stack - 1) % stacks + 1)
    return changed(state, wall=Wall(heights, place), phase="dealing")


def _stacks_taken(state: GameState, event: StacksTaken) -> GameState:
    wall, count = take_dealt(state.wall, StackPlace(event.side, event.stack), event.count)
    held = state.seats[event.seat].standing
    state = with_seat(state, event.seat, standing=(*held, *(None,) * count))
    return changed(state, wall=wall, phase="dealing")


def _hands_dealt(state: GameState, event: HandsDealt) -> GameState:
    """Deals from the wall, unless the stacks were followed one by one."""
    followed = any(seat.standing for seat in state.seats) and state.phase == "dealing"
    state = changed(
        state,
        dealer=event.dealer,
        is_dealer_known=True,
        wall=state.wall if followed else dealt_wall(state.rules, state.wall, event.dealer),
        turn=event.dealer,
        owes="discard",
        move_began="deal",
        phase="playing" if state.rules.flowers == "off" else "flowers",
    )
    for seat in seats_of(state.rules):
        count = 14 if seat == event.dealer else 13
        hand = tuple(event.hands[seat]) if event.hands else (None,) * count
        if event.hands or not followed:
            state = with_seat(state, seat, standing=hand)
    return state


def _declared_ready(state: GameState, event: DeclaredReady) -> GameState:
    """Told before its discard or just after it: the declaration belongs to that discard."""
    river = state.seats[event.seat].river
    is_discarded = state.last_discard == event.seat and bool(river) and river[-1].turned
    state = with_seat(state, event.seat, is_ready=True, ready_from=len(river) - is_discarded)
    return changed(state, unpaid_ready=event.seat) if state.rules.riichi else state


def _stick_laid(state: GameState, event: StickLaid) -> GameState:
    return paid_ready(changed(state, unpaid_ready=event.seat)) if state.rules.riichi else state


def _dora_revealed(state: GameState, event: DoraRevealed) -> GameState:
    return changed(state, dora_indicators=(*state.dora_indicators, event.tile))


def _deal_drawn(state: GameState, event: DealDrawn) -> GameState:
    state = changed(state, unpaid_ready=None) if event.kind in NO_STICK else paid_ready(state)
    state = with_hands_shown(state, event.hands)
    return changed(
        state,
        phase="ended",
        owes=None,
        replacements_owed=0,
        move_began=None,
        ended_by=event.kind,
        ready_at_end=event.ready,
        shown_at_end=None if event.hands is None else tuple(s for s, hand in enumerate(event.hands) if hand),
    )


def _fault_found(state: GameState, event: FaultFound) -> GameState:
    if event.seat is not None and event.consequence == "dead_hand" and event.counts:
        state = with_seat(state, event.seat, is_dead_hand=True)
    return with_fault(put_back(state, event), event)


def _penalty_given(state: GameState, event: PenaltyGiven) -> GameState:
    for seat in seats_of(state.rules):
        state = with_seat(state, seat, score=state.seats[seat].score + event.payments[seat])
    off_result = state.seats[event.seat].off_result + event.off_result
    return with_seat(state, event.seat, off_result=off_result)


def _scores_changed(state: GameState, event: ScoresChanged) -> GameState:
    for seat in seats_of(state.rules):
        state = with_seat(state, seat, score=event.totals[seat])
    back = -sum(event.payments) // state.rules.ready_stick if state.rules.riichi else 0
    if back > 0:  # a win that was paid does not count after all
        return changed(state, riichi_sticks=state.riichi_sticks + back)
    return changed(state, riichi_sticks=0) if counted_winners(state) else state


def _seats_changed(state: GameState, event: SeatsChanged) -> GameState:
    had = {player: state.seats[seat] for seat, player in enumerate(state.players)}
    for seat, player in enumerate(event.players):
        own = had.get(player, state.seats[seat])
        state = with_seat(state, seat, score=own.score, off_result=own.off_result)
    return changed(state, players=event.players)


_FOLDS: dict[type, Callable[[GameState, Any], GameState]] = {
    DealStarted: _deal_started,
    DealerTold: _dealer_told,
    WallBuilt: _wall_built,
    DiceRolled: _dice_rolled,
    WallBroken: _wall_broken,
    StacksTaken: _stacks_taken,
    HandsDealt: _hands_dealt,
    FlowerDeclared: flower_declared,
    TileDrawn: tile_drawn,
    TileDiscarded: tile_discarded,
    ChowClaimed: chow_claimed,
    PungClaimed: pung_claimed,
    KongClaimed: kong_claimed,
    KongDeclared: kong_declared,
    DeclaredReady: _declared_ready,
    StickLaid: _stick_laid,
    DoraRevealed: _dora_revealed,
    Won: won,
    DealDrawn: _deal_drawn,
    FaultFound: _fault_found,
    PenaltyGiven: _penalty_given,
    ScoresChanged: _scores_changed,
    SeatsChanged: _seats_changed,
}
