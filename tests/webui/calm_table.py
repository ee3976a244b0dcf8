"""A film followed by its calm looks as a perfect detector would report them: no pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ruleset import Ruleset
from engine.table.reading import TableReading
from vision.layout.table import TableGeometry, learned, read_table, with_hands
from vision.simulate.filming.film import Film
from vision.simulate.looks import PerfectLook, calm_looks
from vision.simulate.poses import Scene
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable


def followed(rules: Ruleset, film: Film, dealer: int | None = 0) -> LiveTable:
    """The live table after every calm look of `film`; its journal is in memory."""
    table = LiveTable(rules, Journal(None), dealer)
    for look, reading in readings(rules, film):
        table.see(SeenTable(look.number, look.at_s, reading))
    table.finish()
    return table


def readings(rules: Ruleset, film: Film) -> Iterator[tuple[PerfectLook, TableReading]]:
    """Every calm look and its reading; the walls are learned from the first ones, as a live table does."""
    x, y = film.settings.view.offset_mm
    geometry = TableGeometry(stacks=rules.stacks, camera_mm=(x, y, film.settings.view.height_mm))
    scene: Scene | None = None
    reading = TableReading()
    for look in calm_looks(film):
        now = film.scene_at(look.at_s)
        if now is not scene:
            scene = now
            geometry = with_hands(look.tiles, learned(look.tiles, geometry.fitted(look.tiles)))
            reading = read_table(look.tiles, look.dice, geometry)
        yield look, reading
