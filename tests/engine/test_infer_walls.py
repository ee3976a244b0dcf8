"""Stacks that are overlooked now and then are believed gone once they stay away longer than ever before."""

from __future__ import annotations

from dataclasses import replace

from engine.infer_walls import WallTrust
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import HandsDealt, WallBroken, WallBuilt
from engine.table.expected import expected
from engine.table.reading import TableReading

MCR = load_ruleset("mcr")
PLACE = 6


def looks_at(heights: str) -> list[int | None]:
    """What is believed of one stack seen this high in one look after the other."""
    state = new_table(MCR)
    for event in (WallBuilt(), WallBroken(1, 12), HandsDealt(0)):
        state = apply(state, event)
    trust, whole = WallTrust(), expected(state)
    return [trust.take(_with(whole, int(height)), state).walls[3].heights[PLACE] for height in heights]


def _with(reading: TableReading, height: int) -> TableReading:
    sides = list(reading.walls)
    row = sides[3].heights
    sides[3] = replace(sides[3], heights=(*row[:PLACE], height, *row[PLACE + 1 :]))
    return replace(reading, walls=(sides[0], sides[1], sides[2], sides[3]))


def test_a_stack_that_goes_is_believed_gone_at_once() -> None:
    assert looks_at("2100") == [2, 1, 0, 0]


def test_a_stack_that_came_back_is_believed_gone_only_after_longer_than_before() -> None:
    assert looks_at("20020000") == [2, 0, 0, 2, None, None, 0, 0]


def test_its_height_is_believed_whenever_it_is_seen() -> None:
    assert looks_at("2022101") == [2, 0, 2, 2, 1, None, 1]
