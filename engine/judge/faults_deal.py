"""Faults before the first discard and between deals: dice, break, stacks, hands, dealer, scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.judge.rounds import NextDeal, next_deal, next_deals
from engine.table.deal_plan import next_grab
from engine.table.events import (
    DealStarted,
    DiceRolled,
    DoraRevealed,
    HandsDealt,
    ScoresChanged,
    SeatsChanged,
    StacksTaken,
    WallBroken,
)
from engine.table.fault import Fault, fault
from engine.table.indicators import indicators_due
from engine.table.play_order import seats_of
from engine.table.state import GameState, StackPlace
from engine.table.wall import break_place, place_after, thrower_reached
from engine.table.wins import counted_winners, waiting_winners
from engine.tiles import is_flower

_DICE = {"one3": 3, "one2": 2, "two2": 2}


def deal_started(state: GameState, event: DealStarted) -> Iterator[Fault]:
    """The dealer and the prevalent wind follow from the deal before (X-18, X-19)."""
    if state.ended_by is None:
        return
    yield from _one_too_many(state)
    ways = [
        list(_begun_otherwise(each, following, event))
        for each in (state, _all_count(state))
        for following in next_deals(each)
    ]
    # While a win waits for a ruling, or nobody saw the end, both ways of going on are right.
    yield from min(ways, key=len)


def _all_count(state: GameState) -> GameState:
    """The table as it is if every win that waits for a ruling counts."""
    waiting = waiting_winners(state)
    return replace(state, win_faults=tuple(each for each in state.win_faults if each.seat not in waiting))


def _begun_otherwise(state: GameState, following: NextDeal, event: DealStarted) -> Iterator[Fault]:
    if event.dealer != following.dealer:
        yield fault(state, "wrong_dealer", event.dealer)
    if event.prevalent_wind != following.wind:
        yield fault(state, "wrong_prevalent_wind", None)
    if state.players != following.players and state.rules.seat_swaps:
        yield fault(state, "wrong_seats", None)


def seats_changed(state: GameState, event: SeatsChanged) -> Iterator[Fault]:
    """People change chairs only between rounds, as the table says (S004-93, S004-94)."""
    due = next_deal(state).players if state.ended_by else state.players
    if event.players != due and (state.rules.seat_swaps or event.players != state.players):
        yield fault(state, "wrong_seats", None)


def dice_rolled(state: GameState, event: DiceRolled) -> Iterator[Fault]:
    """Who throws, and with how many dice (S002-16, S004-26); where no throw counts, anybody with any."""
    if state.rules.dice == "none" or state.phase not in ("building", "rolling", "breaking"):
        return
    if len(event.pips) != _DICE[state.rules.dice]:
        yield fault(state, "wrong_dice", event.seat)
    thrower = next_thrower(state)
    if thrower is None or event.seat != thrower:
        yield fault(state, "wrong_thrower", event.seat)


def next_thrower(state: GameState) -> int | None:
    """Who has to throw next; None when all throws are made, or none is to be seen."""
    if state.rules.dice == "none":
        return None
    if not state.dice:
        return state.dealer
    if state.rules.dice == "two2" and len(state.dice) == 1:
        return thrower_reached(state.rules, state.dealer, sum(state.dice[0][1]))
    return None


def due_break(state: GameState) -> StackPlace | None:
    """Where the dice of this deal say the wall is broken; None before all throws."""
    return break_place(state.rules, state.dealer, tuple(sum(pips) for _, pips in state.dice))


def wall_broken(state: GameState, event: WallBroken) -> Iterator[Fault]:
    """The gap is where the dice say (S002-17, S004-27)."""
    due = due_break(state)
    if due is not None and place_after(state.rules, event.side, event.after_stack) != due:
        yield fault(state, "wrong_break", event.side)


def stacks_taken(state: GameState, event: StacksTaken) -> Iterator[Fault]:
    """Who takes how many tiles from where in the deal (S002-18..20, S004-33..35)."""
    due = next_grab(state)
    wrong = {4: "wrong_stack_taken", 2: "wrong_top_taken", 1: "wrong_last_tile_taken"}
    if due is None:
        yield fault(state, "wrong_stack_taken", event.seat)
    elif (event.seat, event.count, StackPlace(event.side, event.stack)) != (
        due.seat,
        due.tiles,
        due.places[0],
    ):
        yield fault(state, wrong[due.tiles], event.seat)


def hands_dealt(state: GameState, event: HandsDealt) -> Iterator[Fault]:
    """Fourteen tiles for the dealer, thirteen for the others (S002-20, S004-36)."""
    if event.dealer != state.dealer:
        yield fault(state, "wrong_dealer", event.dealer)
    due = next_grab(state)
    if due is not None and any(seat.standing for seat in state.seats):
        yield fault(state, "wrong_hand_dealt", due.seat)
    for seat in seats_of(state.rules) if event.hands else ():
        hand = event.hands[seat] if event.hands else ()
        if len(hand) != (14 if seat == event.dealer else 13):
            yield fault(state, "wrong_hand_dealt", seat, *hand)
        if state.rules.flowers == "off" and any(tile and is_flower(tile) for tile in hand):
            yield fault(state, "flowers_not_used", seat)


def dora_revealed(state: GameState, event: DoraRevealed) -> Iterator[Fault]:
    """An indicator when one is due, and no more of them than the rule set has (G-06)."""
    lie = len(state.dora_indicators)
    kongs = len(state.kongs) if state.rules.kong_indicators != "off" else 0
    if not state.rules.dora or lie > kongs:
        yield fault(state, "indicator_extra", None, event.tile)
    elif lie >= indicators_due(state) or state.phase in ("rolling", "breaking"):
        yield fault(state, "indicator_early", None, event.tile)


def scores_changed(state: GameState, event: ScoresChanged) -> Iterator[Fault]:
    """What some pay others get, and the totals follow (S001-25)."""
    totals = tuple(seat.score + paid for seat, paid in zip(state.seats, event.payments, strict=True))
    from_table = state.riichi_sticks * state.rules.ready_stick if counted_winners(state) else 0
    to_table = -sum(event.payments) if state.winners or state.ended_by == "chombo" else 0
    is_back = state.rules.riichi and to_table > 0 and to_table % state.rules.ready_stick == 0
    if sum(event.payments) not in (0, from_table) and not is_back:
        yield fault(state, "payments_not_zero", None)
    if totals != tuple(event.totals):
        yield fault(state, "totals_wrong", None)
    yield from _one_too_many(state)


def _one_too_many(state: GameState) -> Iterator[Fault]:
    """Two winners where one or three win: only now it is known that no third came (S000-24)."""
    counted, void = counted_winners(state), {each.seat for each in state.win_faults}
    for seat in state.winners:
        is_odd = state.rules.several_winners == "nearest_but_triple_all" and len(counted) == 1
        if is_odd and seat not in counted and seat not in void:
            yield fault(state, "win_not_nearest", seat)
