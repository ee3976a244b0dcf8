"""A frozen value with some fields changed."""

from dataclasses import replace

import pytest

from engine.changed import changed
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import TileDrawn
from engine.table.state import SeatState

TABLE = new_table(load_ruleset("riichi"))


@pytest.mark.parametrize(
    ("value", "changes"),
    [
        pytest.param(TABLE, {}, id="nothing"),
        pytest.param(TABLE, {"turn": 2, "owes": "draw", "kong": None}, id="a table"),
        pytest.param(TABLE.seats[0], {"standing": ("1m", None), "score": -300}, id="a seat"),
        pytest.param(TileDrawn(1, "live"), {"tile": "5m"}, id="an event"),
    ],
)
def test_it_is_what_the_standard_library_makes(value, changes):
    before, made = repr(value), changed(value, **changes)
    assert made == replace(value, **changes)
    assert hash(made) == hash(replace(value, **changes))
    assert (type(made), made is value, repr(value)) == (type(value), False, before)


def test_a_field_that_there_is_not_is_told():
    with pytest.raises(TypeError, match="SeatState has no field 'points'"):
        changed(SeatState(), points=3)
