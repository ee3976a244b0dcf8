"""A table on which no throw is seen: no dice are asked for, and the wall may be broken anywhere."""

from dataclasses import replace

import pytest

from engine.announce import announce
from engine.follow.propose.opening import opened_gap
from engine.judge.faults import faults
from engine.judge.faults_deal import due_break, next_thrower
from engine.judge.legal import next_events
from engine.practice.chance.deal import RandomDeal
from engine.practice.lessons import practice_rules
from engine.rules import load_ruleset
from engine.table.alphabet import within_rules
from engine.table.apply import apply, new_table
from engine.table.events import DiceRolled, WallBroken, WallBuilt
from engine.table.expected import expected
from engine.table.reading import SeenDie, TableReading

NAMES = ("riichi", "mcr", "beginner", "sanma")


def diceless(name):
    return replace(load_ruleset(name), dice="none")


@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_asked_to_throw(name):
    table = new_table(diceless(name), 1)
    built = apply(table, WallBuilt())
    assert announce(table, WallBuilt(), built) == ()
    assert next_thrower(built) is None
    assert due_break(built) is None
    assert not any(isinstance(event, DiceRolled) for event in next_events(built))


@pytest.mark.parametrize("name", NAMES)
def test_wherever_the_wall_is_broken_and_whatever_is_thrown_is_no_fault(name):
    rules = diceless(name)
    built = apply(new_table(rules, 0), WallBuilt())
    thrown = DiceRolled(2, (1,))
    assert not list(faults(built, thrown))
    for state in (built, apply(built, thrown)):
        for side in range(rules.wall_sides):
            for stack in (1, rules.stacks):
                assert not list(faults(state, WallBroken(side, stack)))


@pytest.mark.parametrize("name", NAMES)
def test_deals_are_played_with_a_break_by_chance(name):
    tables = [RandomDeal(diceless(name), seed).play() for seed in range(4)]
    assert not any(table.dice for table in tables)
    assert len({table.wall.break_after for table in tables} - {None}) > 2
    assert all(table.ended_by for table in tables)


@pytest.mark.parametrize("name", NAMES)
def test_practice_throws_the_dice_of_the_rule_set(name):
    rules = practice_rules(diceless(name))
    assert rules == practice_rules(load_ruleset(name))
    assert rules.dice != "none"


def test_dice_that_are_seen_all_the_same_say_nothing():
    seen = TableReading(dice=(SeenDie(3), SeenDie(None)))
    assert within_rules(seen, diceless("mcr")) == TableReading()
    assert within_rules(seen, load_ruleset("mcr")) is seen


def test_a_gap_is_the_break_when_one_side_alone_stands_open():
    built = apply(new_table(diceless("riichi"), 0), WallBuilt())
    whole = expected(built)
    opened = expected(apply(built, WallBroken(2, 7)))
    assert opened_gap(built, whole) is None
    gap = opened_gap(built, opened)
    assert gap is not None
    assert (gap.side, gap.stack) == (2, 7)
    careless = replace(opened.walls[0], gap_after=3)
    assert opened_gap(built, replace(opened, walls=(careless, *opened.walls[1:]))) is None
    assert opened_gap(built, replace(opened, hidden=frozenset({"wall:2"}))) is None
