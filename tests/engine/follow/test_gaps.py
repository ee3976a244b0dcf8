"""What was found for a gap is remembered only while looks show the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.propose import gaps
from engine.follow.propose.gap_acts import acts_of_a_gap
from engine.table.expected import expected
from engine.table.reading import TableReading
from tests.engine.follow.test_gap_acts import states_of


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[TableReading]:
    """The looks for which an order of acts was really looked for."""
    looks: list[TableReading] = []

    def counted(state, seen, predicted, many=3):
        looks.append(seen)
        return acts_of_a_gap(state, seen, predicted, many)

    monkeypatch.setattr(gaps, "acts_of_a_gap", counted)
    return looks


def surer(seen: TableReading) -> TableReading:
    """The same look, every discard read a little less surely."""
    seats = tuple(
        replace(seat, river=tuple(replace(each, confidence=0.9) for each in seat.river))
        for seat in seen.seats
    )
    return replace(seen, seats=seats)


def test_a_look_that_shows_the_same_is_answered_as_before(asked: list[TableReading]) -> None:
    states = states_of("riichi", 7)
    state, seen = states[0], expected(states[40])
    own = gaps.Gaps()
    first = own.between(state, seen, expected(state))
    assert first == tuple(acts_of_a_gap(state, seen, expected(state)))
    assert own.between(state, surer(seen), expected(state)) == first
    assert len(asked) == 1


@pytest.mark.parametrize("zone", ["river", "standing"])
def test_a_look_that_shows_otherwise_is_thought_about_anew(asked: list[TableReading], zone: str) -> None:
    states = states_of("riichi", 7)
    state, seen = states[0], expected(states[40])
    own = gaps.Gaps()
    own.between(state, seen, expected(state))
    first, *others = seen.seats
    lying = replace(first, river=first.river[:-1]) if zone == "river" else replace(first, standing=9)
    other = replace(seen, seats=(lying, *others))
    assert own.between(state, other, expected(state)) == tuple(acts_of_a_gap(state, other, expected(state)))
    assert len(asked) == 2


def test_another_table_that_shows_the_same_is_thought_about_anew(asked: list[TableReading]) -> None:
    states = states_of("riichi", 7)
    seen, own = expected(states[40]), gaps.Gaps()
    assert own.between(states[0], seen, expected(states[0])) != own.between(
        states[20], seen, expected(states[20])
    )
    assert len(asked) == 2


def test_what_is_remembered_does_not_grow_for_ever(
    asked: list[TableReading], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gaps, "REMEMBERED", 2)
    states, own = states_of("riichi", 7), gaps.Gaps()
    for place in (40, 41, 42, 40):
        own.between(states[0], expected(states[place]), expected(states[0]))
    assert len(asked) == 4
