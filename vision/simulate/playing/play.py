"""Plays whole deals and games by itself: every tile is known, and the same seed plays the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.judge.rounds import next_deal, opening_of
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DealStarted, Event, HandsDealt, Seat, WallBuilt, Won
from engine.table.state import GameState
from vision.simulate.chance import chance
from vision.simulate.playing.hidden_wall import opened_wall
from vision.simulate.playing.laying_open import drawn_openly, won_openly
from vision.simulate.playing.played_deal import PlayedDeal


def play_deal(rules: Ruleset, seed: int, dealer: Seat = 0) -> tuple[Event, ...]:
    """One deal from the built wall to its end, every tile named. The same seed plays the same deal."""
    return PlayedDeal(new_table(rules, dealer), chance(seed, "play", rules.name)).played()


def play_game(rules: Ruleset, seed: int, deals: int, dealer: Seat = 0) -> tuple[Event, ...]:
    """So many deals one after the other, the deal passing as the rules say; the first is `play_deal`'s."""
    events = list(play_deal(rules, seed, dealer))
    state = folded(new_table(rules, dealer), events)
    for number in range(1, deals):
        opening = opening_of(next_deal(state), state)
        begun = folded(state, opening)
        played = PlayedDeal(begun, chance(seed, "play", rules.name, number)).played()
        events += (*opening, *played)
        state = folded(begun, played)
    return tuple(events)


def folded(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after `events`."""
    for event in events:
        state = apply(state, event)
    return state


def with_wall(rules: Ruleset, deal: Sequence[Event], seed: int) -> tuple[Event, ...]:
    """A recorded deal with a wall opened by chance, where its record tells of none."""
    if any(isinstance(event, WallBuilt) for event in deal):
        return tuple(deal)
    opened = opened_wall(new_table(rules, dealer_of(deal)), chance(seed, "wall", rules.name))
    begun = [event for event in deal if isinstance(event, DealStarted)]
    return (*begun, *opened, *(event for event in deal if event not in begun))


def with_hands(rules: Ruleset, deal: Sequence[Event]) -> tuple[Event, ...]:
    """A recorded deal whose players lay their hands open at the end, where its record tells of none."""
    state, told = new_table(rules, dealer_of(deal)), list[Event]()
    for event in deal:
        if isinstance(event, Won):
            event = won_openly(state, event)
        elif isinstance(event, DealDrawn):
            event = drawn_openly(state, event)
        state = apply(state, event)
        told.append(event)
    return tuple(told)


def dealer_of(deal: Iterable[Event]) -> Seat:
    """East of a recorded deal; seat 0 when nothing says who."""
    return next((event.dealer for event in deal if isinstance(event, HandsDealt | DealStarted)), 0)
