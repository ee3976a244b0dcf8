"""Acts that are thought of and not told yet: drawn with a dotted edge, never spoken, never journalled."""

from __future__ import annotations

from dataclasses import replace

from engine.table.apply import apply
from engine.table.events import TileDiscarded, TileDrawn
from engine.table.expected import expected
from engine.table.reading import TableReading, TentativeLook
from tests.webui.conftest import Visitor
from webui.app import create_app
from webui.live.room import Room
from webui.live.tentative import Tentative
from webui.watch.seen_table import SeenTable

OUT_OF_TURN = (TileDrawn(3), TileDiscarded(3, "1z"))


def looked_at_until_thought_of(room: Room) -> int:
    """Looks at a table where somebody has played out of turn; how many looks nobody was told of it."""
    state, told = room.state, len(room.entries)
    for event in OUT_OF_TURN:
        state = apply(state, event)
    for number in range(1, 30):
        room.see(SeenTable(number, room.now_s + 0.4 * number, replace(expected(state))))
        if room.tentative.places:
            assert len(room.entries) == told
            return number
    raise AssertionError("never thought of")


def drawing(visitor: Visitor) -> str:
    return str(visitor.get("/table.svg").get_data(as_text=True))


def test_an_act_that_is_not_sure_yet_is_drawn_and_not_told(opened: Room) -> None:
    told = len(opened.entries)
    looked_at_until_thought_of(opened)
    assert opened.tentative.events == OUT_OF_TURN
    assert opened.tentative.places == {"river:3:0"}
    assert len(opened.entries) == told
    assert opened.state.seats[3].river == ()


def test_it_wears_a_dotted_edge_until_it_is_told(opened: Room) -> None:
    visitor = Visitor(create_app(opened, b"secret"))
    assert "tentative" not in drawing(visitor)
    number = looked_at_until_thought_of(opened)
    assert drawing(visitor).count('class="tile last tentative" data-place="river:3:0"') == 1
    for more in range(number + 1, number + 20):
        reading = replace(expected(opened.tentative.state))
        opened.see(SeenTable(more, opened.now_s + 0.4 * more, reading))
    assert len(opened.state.seats[3].river) == 1
    assert "tentative" not in drawing(visitor)


def test_listeners_hear_that_there_is_something_to_draw_and_not_what(opened: Room) -> None:
    visitor = Visitor(create_app(opened, b"secret"))
    stream = visitor.stream(f"?after={len(opened.entries)}")
    assert next(stream)[0] == "sight"
    looked_at_until_thought_of(opened)
    heard = [next(stream) for _ in range(2)]
    assert ("tentative", {"acts": 2}) in [(name, news) for name, _, news in heard]
    stream.close()


def test_a_table_with_nothing_in_mind_is_drawn_as_it_is_told(opened: Room) -> None:
    assert opened.tentative == Tentative(opened.state, opened.state)


IN_TURN = (TileDrawn(1), TileDiscarded(1, "1z"))
BEHIND_A_HAND = frozenset({"river:1"})


def shown_behind_a_hand(room: Room) -> tuple[TableReading, TableReading]:
    """The table with and without an act that one look has shown where a hand has just been."""
    state, before = room.state, expected(room.state)
    for event in IN_TURN:
        state = apply(state, event)
    after, at_s = expected(state), room.now_s
    room.see(SeenTable(1, at_s + 0.2, replace(before)))
    also = TentativeLook(after)
    room.see(SeenTable(2, at_s + 0.4, replace(before), hidden=BEHIND_A_HAND, tentative=also))
    return after, before


def test_what_a_hand_has_just_left_is_drawn_at_once_and_told_when_it_lies_still(opened: Room) -> None:
    told = len(opened.entries)
    after, _ = shown_behind_a_hand(opened)
    assert (opened.tentative.events, len(opened.entries)) == (IN_TURN, told)
    opened.see(SeenTable(3, opened.now_s + 0.6, after))
    assert [event for entry in opened.entries[told:] for event in entry.events] == [*IN_TURN]
    assert opened.tentative.events == ()


def test_a_tile_that_was_only_carried_by_is_drawn_no_more_and_never_told(opened: Room) -> None:
    told = len(opened.entries)
    _, before = shown_behind_a_hand(opened)
    assert opened.tentative.events == IN_TURN
    for number in range(3, 9):
        opened.see(SeenTable(number, opened.now_s + 0.2 * number, replace(before)))
        assert opened.tentative.events == ()
    assert len(opened.entries) == told
