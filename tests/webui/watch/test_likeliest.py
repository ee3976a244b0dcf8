"""What a tile may be instead: what the look weighed first, then what is easily taken for it."""

import pytest

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DealStarted, TileDiscarded
from engine.table.reading import SeatReading, Sighting, TableReading
from webui.live.likeliest import likeliest

RIICHI, MCR = load_ruleset("riichi"), load_ruleset("mcr")


def told(tile, rules=RIICHI, doubtful=(), reading=None):
    entry = Entry(1, 0.0, "camera", (TileDiscarded(0, tile),), doubtful=doubtful)
    return likeliest(entry, apply(new_table(rules), TileDiscarded(0, tile)), reading)


@pytest.mark.parametrize(
    ("tile", "others"),
    [
        ("5p", ("0p", "6p", "4p")),
        ("9s", ("8s", "7s")),
        ("1m", ("2m", "3m")),
        ("6z", ("5z", "7z")),
        ("3z", ("2z", "4z", "1z")),
    ],
)
def test_neighbours_and_honours_of_a_kind_are_taken_for_one_another(tile, others):
    assert told(tile) == others


def test_what_the_look_weighed_goes_first_and_the_told_face_is_not_offered():
    doubt = {"event": 0, "tile": "5p", "alternatives": [["5p", 0.5], ["8p", 0.4]]}
    assert told("5p", doubtful=(doubt,))[0] == "8p"
    seen = Sighting("5p", alternatives=(("5p", 0.9), ("2p", 0.1)))
    rest = (SeatReading(),) * 3
    assert told("5p", reading=TableReading(seats=(SeatReading(river=(seen,)), *rest)))[0] == "2p"


def test_no_face_is_offered_that_these_rules_do_not_have():
    assert "0p" not in told("5p", MCR)
    assert told("3f", MCR) == ("4f", "2f", "7f")


def test_an_entry_without_a_tile_has_nothing_to_be_instead(visitor):
    entry = Entry(1, 0.0, "player", (DealStarted(0),))
    assert likeliest(entry, new_table(RIICHI), None) == ()
    answer = visitor.get("/api/likeliest/8").json
    assert answer == {"likeliest": ["2z", "3z", "4z"], "picture": None}
    assert visitor.get("/api/likeliest/99").status_code == 404
