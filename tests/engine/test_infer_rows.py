"""Standing rows that are pushed about: a count too long after one too short tells of no draw."""

from dataclasses import replace

from engine.infer import infer
from engine.infer_rows import RowTrust
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import HandsDealt, TileDiscarded, TileDrawn, WallBroken, WallBuilt
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState

OPENING = (WallBuilt(), WallBroken(1, 12), HandsDealt(0), TileDiscarded(0, "9s"))


def playing() -> GameState:
    state = new_table(load_ruleset("mcr"), 0)
    for event in OPENING:
        state = apply(state, event)
    return state


def counted(seen: TableReading, seat: int, count: int | None) -> TableReading:
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], standing=count)
    return replace(seen, seats=tuple(seats))


def test_a_row_counted_too_short_is_not_believed_when_it_is_counted_too_long() -> None:
    state, trust = playing(), RowTrust()
    seen = expected(state)
    counts = [13, 14, 13, 12, 13, 14, 12, 14]
    believed = [trust.take(counted(seen, 1, count), state).seats[1].standing for count in counts]
    assert believed == [13, 14, 13, 12, 13, None, 12, None]
    assert trust.take(counted(seen, 2, 14), state).seats[2].standing == 14, "the other rows are counted"


def test_after_the_next_act_the_row_is_counted_again() -> None:
    state, trust = playing(), RowTrust()
    seen = expected(state)
    trust.take(counted(seen, 2, 12), state)
    assert trust.take(counted(seen, 2, 14), state).seats[2].standing is None
    for event in (TileDrawn(1), TileDiscarded(1, "1z")):
        state = apply(state, event)
    drawn = expected(apply(state, TileDrawn(2)))
    assert trust.take(drawn, state) == drawn
    assert infer(state, trust.take(drawn, state)).events == (TileDrawn(2, "live", None),)
    trust.take(counted(expected(state), 2, 12), state)
    told = infer(state, trust.take(drawn, state))
    assert told.events == (TileDrawn(2, "live", None),), "the wall tells of the draw as well"
