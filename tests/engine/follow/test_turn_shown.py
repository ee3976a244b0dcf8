"""What hands show of who acts, between two discards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.follow.turn_shown import TurnShown
from engine.follow.weigh.rates import Following
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.reading import SeatReading, TableReading
from engine.table.seating import with_seat

RATES = Following().rates
STATE = replace(new_table(load_ruleset("hong_kong")), phase="playing", turn=1, owes="draw")
for each in range(4):
    STATE = with_seat(STATE, each, standing=(None,) * 13)


def hand_of_two(count: int) -> TableReading:
    rows = [SeatReading(standing=count if seat == 2 else 13) for seat in range(4)]
    return TableReading(seats=(rows[0], rows[1], rows[2], rows[3]))


def shown(*looks: tuple[int, bool], apart: float) -> float:
    """What speaks for seat 2 after looks (how many tiles his hand has, whether an arm is over it)."""
    turn = TurnShown()
    for count, is_covered in looks:
        hidden = frozenset({"standing:2"}) if is_covered else frozenset[str]()
        turn.look(hand_of_two(count), STATE, hidden, apart)
    return turn.evidence(RATES).get(2, 0.0)


def test_a_hand_that_loses_a_tile_without_an_arm_was_miscounted() -> None:
    full = ((13, False), *[(14, False)] * 6)
    assert shown(*full, (13, False), (13, False), apart=0.5) == 0.0
    assert shown(*full, (13, False), (14, False), apart=0.5) >= 3 * RATES.standing  # one look errs


@pytest.mark.parametrize("apart", [0.5, 1.0])
def test_a_hand_that_an_arm_came_over_has_discarded(apart: float) -> None:
    looks = ((13, False), *[(14, False)] * 6, (14, True), (13, False))
    assert shown(*looks, apart=apart) >= 3 * RATES.standing


def test_an_arm_may_come_and_go_between_two_looks_that_are_far_apart() -> None:
    assert shown((13, False), *[(14, False)] * 3, *[(13, False)] * 2, apart=1.0) == 3 * RATES.standing
