"""Acts that are thought of and not told yet: drawn with a dotted edge, never spoken, never journalled."""

from __future__ import annotations

from dataclasses import replace

from engine.table.apply import apply
from engine.table.events import TileDiscarded, TileDrawn
from engine.table.expected import expected
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
