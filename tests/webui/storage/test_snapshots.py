"""The evidence handed over with an entry: the table around its tiles, before and after."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import DealDrawn, HandsDealt, TileDiscarded, WallBroken, WallBuilt
from engine.table.expected import expected
from engine.table.reading import Sighting, TableReading
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable
from webui.watch.snapshots import WIDTH_PX, Snapshot, TablePicture, snapshot

SIDE_MM = 910.0
SPOT_MM = (-60.0, -120.0)


def table_picture(brightness: int, spot: bool) -> TablePicture:
    """A grey table; with `spot`, a white tile-sized patch around SPOT_MM."""
    picture = np.full((910, 910, 3), brightness, np.uint8)
    if spot:
        x, y = round(SIDE_MM / 2 + SPOT_MM[0]), round(SIDE_MM / 2 - SPOT_MM[1])
        picture[y - 18 : y + 18, x - 13 : x + 13] = 255
    return TablePicture(cv2.imencode(".jpg", picture)[1].tobytes(), SIDE_MM)


def tile_at_spot(tile: str) -> Sighting:
    x, y = SPOT_MM
    corners = ((x - 13, y + 18), (x + 13, y + 18), (x + 13, y - 18), (x - 13, y - 18))
    return Sighting(tile, 0.99, ((tile, 0.99),), False, corners)


def decoded(jpeg: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)


def told_discard() -> tuple[LiveTable, Snapshot]:
    live = LiveTable(load_ruleset("mcr"), Journal(None))
    live.record("import", (WallBuilt(), WallBroken(1, 12), HandsDealt(0)))
    before = expected(live.state)
    live.see(SeenTable(1, 9.0, before, picture=table_picture(60, spot=False)))
    after = expected(apply(live.state, TileDiscarded(0, "3p")))
    seats = (replace(after.seats[0], river=(tile_at_spot("3p"),)), *after.seats[1:])
    seen = replace(after, seats=seats)
    live.see(SeenTable(2, 10.0, seen, picture=table_picture(90, spot=True)))
    live.see(SeenTable(3, 10.6, seen))
    (taken,) = live.take_snapshots()
    return live, taken


def test_a_discard_is_handed_over_with_its_tile_in_the_middle_of_both_pictures() -> None:
    live, taken = told_discard()
    assert taken.number == live.entries[-1].number
    before, after = decoded(taken.before or b""), decoded(taken.after)
    assert before.shape == after.shape == (WIDTH_PX, WIDTH_PX)
    middle = WIDTH_PX // 2
    assert after[middle, middle] > 240 > 100 > before[middle, middle]


def test_each_snapshot_is_handed_over_once() -> None:
    live, _ = told_discard()
    assert live.take_snapshots() == ()


def test_looks_without_pictures_leave_no_snapshots() -> None:
    live = LiveTable(load_ruleset("mcr"), Journal(None))
    entries = live.see(SeenTable(1, 9.0, expected(apply(live.state, WallBuilt()))))
    assert len(entries) == 1
    assert live.take_snapshots() == ()


def test_an_act_of_no_tiles_shows_the_whole_table() -> None:
    taken = snapshot(7, 3.0, (DealDrawn(),), TableReading(), None, table_picture(80, spot=True))
    assert taken.side_mm == SIDE_MM
    assert taken.before is None


def test_a_tile_at_the_edge_is_shown_without_leaving_the_picture() -> None:
    corners = tuple((x + 440.0, y - 420.0) for x, y in ((-13, 18), (13, 18), (13, -18), (-13, -18)))
    river = replace(tile_at_spot("1z"), corners_mm=corners)
    reading = TableReading()
    reading = replace(reading, seats=(replace(reading.seats[0], river=(river,)), *reading.seats[1:]))
    taken = snapshot(1, 0.0, (TileDiscarded(0, "1z"),), reading, None, table_picture(80, spot=False))
    assert taken.centre_mm[0] + taken.side_mm / 2 <= SIDE_MM / 2
    assert taken.centre_mm[1] - taken.side_mm / 2 >= -SIDE_MM / 2
