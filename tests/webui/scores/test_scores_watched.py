"""The score pages at a table that a camera watches: what it told of a win is confirmed and corrected."""

from dataclasses import replace

import pytest

from engine.journal.amend import folded, in_force
from engine.journal.said_win import ending_said
from engine.rules import load_ruleset
from engine.scoring.wire.said_json import said_from_json
from engine.table.apply import new_table
from engine.table.events import ChowClaimed, FaultFound, FlowerDeclared, PungClaimed, ScoresChanged, Won
from tests.webui.kept_table import HAND
from vision.simulate.playing.play import play_deal
from webui.app import create_app
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.journal import Journal


@pytest.fixture
def watched(new_visitor):
    room = Room(lambda: new_session(load_ruleset("riichi"), Journal(None)))
    yield room, new_visitor(create_app(room, b"secret"))
    room.close()


def test_the_cameras_win_is_confirmed_with_a_corrected_tile_and_its_points_follow(watched):
    room, visitor = watched
    won, paid = ending_said(
        room.state, [said_from_json({"winner": 1, "giver": 2, "hand": HAND["hand"], "tile": "4m"})]
    )
    assert isinstance(won, Won)
    room.record("camera", (won,))
    room.record("camera", (paid,))
    sheet = visitor.get("/api/scores/win/1").json
    assert (sheet["is_confirmed"], sheet["wins"][0]["tile"]) == (False, "4m")
    draft = {**sheet["wins"][0], "tile": "1m", "circumstances": ["riichi"]}
    answer = visitor.post("/scores/wins", {"wins": [draft], "amends": 1})
    assert answer.status_code == 201, answer.text
    assert [entry.entry.amends for entry in room.story] == [None, None, 1, 2]
    follows = room.story[-1].entry.events[0]
    assert isinstance(follows, ScoresChanged)
    assert follows.payments == (0, 2600, -2600, 0)
    assert [seat.score for seat in room.state.seats] == [25_000, 27_600, 22_400, 25_000]


PLAYED = play_deal(load_ruleset("mcr"), 2)
"""East's left neighbour pungs north winds, chows a run with the 3 of characters, and wins."""


@pytest.fixture
def misread(request, new_visitor):
    """The same deal as a camera told it that saw the chow, or the pung, otherwise: `request.param`."""
    was, told = request.param
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None)))
    for event in PLAYED[:-1]:
        is_meant = isinstance(event, ChowClaimed | PungClaimed) and event.seat == 3 and event.tile == was
        if not (is_meant and told is None):
            room.record("camera", (replace(event, **told) if is_meant else event,))
    number = room.record("camera", (PLAYED[-1],)).number
    yield room, new_visitor(create_app(room, b"secret")), number
    room.close()


def all_of(room, kind):
    """The events of that kind which count."""
    return [event for entry in in_force(room.entries) for event in entry.events if isinstance(event, kind)]


@pytest.mark.parametrize(
    "misread",
    [
        pytest.param(("4z", {"tile": "1z", "tiles": ("1z",) * 3}), id="a pung of east winds"),
        pytest.param(("4z", {"tile": "4z", "tiles": ("4z", "1z", "4z")}), id="one tile of a pung"),
        pytest.param(("3m", {"tile": "8m", "tiles": ("7m", "8m", "9m")}), id="another chow"),
        pytest.param(("3m", None), id="no chow at all"),
    ],
    indirect=True,
)
def test_a_set_corrected_on_the_win_sheet_is_corrected_on_the_table(misread):
    room, visitor, number = misread
    was_claimed = any(event.seat == 3 for event in all_of(room, ChowClaimed))
    truth = folded(new_table(load_ruleset("mcr")), PLAYED)
    faults = all_of(room, FaultFound)
    sheet = visitor.get(f"/api/scores/win/{number}").json
    melds = [{"kind": m.kind, "tiles": list(m.tiles), "giver": m.giver} for m in truth.seats[3].melds]
    hand = list(PLAYED[-1].hand)
    draft = {**sheet["wins"][0], "melds": melds, "hand": hand, "circumstances": []}
    answer = visitor.post("/scores/wins", {"wins": [draft], "amends": number})
    assert answer.status_code == 201, answer.text

    def shown(state):
        own = state.seats[3]
        return sorted((meld.kind, sorted(meld.tiles), meld.giver) for meld in own.melds)

    assert shown(room.state) == shown(truth)
    assert {item.entry.by for item in room.story if item.entry.amends} == {"referee"}
    assert all_of(room, FaultFound) == faults
    claimed = [event.tile for event in all_of(room, ChowClaimed | PungClaimed) if event.seat == 3]
    assert claimed == (["4z", "3m"] if was_claimed else ["4z"])
    again = visitor.get(f"/api/scores/win/{answer.json['number']}").json
    assert sorted(m["kind"] for m in again["wins"][0]["melds"]) == sorted(m["kind"] for m in melds)


FLOWERED = play_deal(load_ruleset("mcr"), 4)
"""The winner, seat 1, shows the flowers 2 and 6."""


@pytest.mark.parametrize(
    ("told", "shown", "amended"),
    [
        pytest.param((FlowerDeclared(1, "5f"),), ["2f", "6f"], 1, id="another flower"),
        pytest.param((FlowerDeclared(1, None),), ["2f", "6f"], 1, id="a flower not read"),
        pytest.param((), ["2f"], 0, id="a flower nobody told of"),
    ],
)
def test_a_flower_corrected_on_the_win_sheet_is_corrected_on_the_table(new_visitor, told, shown, amended):
    room = Room(lambda: new_session(load_ruleset("mcr"), Journal(None)))
    visitor = new_visitor(create_app(room, b"secret"))
    for event in FLOWERED[:-1]:
        for each in told if event == FlowerDeclared(1, "6f") else (event,):
            room.record("camera", (each,))
    number = room.record("camera", (FLOWERED[-1],)).number
    [draft] = visitor.get(f"/api/scores/win/{number}").json["wins"]
    value = {**draft, "flowers": ["2f", "6f"], "hand": list(FLOWERED[-1].hand)}
    answer = visitor.post("/scores/wins", {"wins": [value], "amends": number})
    assert answer.status_code == 201, answer.text
    assert sorted(room.state.seats[1].flowers) == shown
    by_hand = [item.entry for item in room.story if item.entry.amends and item.entry.follows is None]
    assert [entry.by for entry in by_hand] == ["referee"] * (amended + 1)
    again = visitor.get(f"/api/scores/win/{answer.json['number']}").json
    assert again["wins"][0]["flowers"] == ["2f", "6f"]
    room.close()


def test_a_demonstration_begins_no_game_and_says_so(watched):
    _, visitor = watched
    answer = visitor.post("/scores/games", {"rules": "mcr"})
    assert answer.status_code == 409
    assert "demonstration" in answer.json["error"]
