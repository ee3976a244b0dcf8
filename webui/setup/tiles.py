"""The test with the table's own tiles: lay these, see them read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flask import Response, jsonify

from engine.table.reading import Sighting, TableReading
from webui.access.roles import Role, needs
from webui.page.context import room_of
from webui.setup.blueprint import Answer, save, setup, step_page

TO_LAY = ("1m", "9m", "1p", "8p", "1s", "8s", "5z", "6z", "7z")
"""Few tiles that show the most: the bird, the dragons, full and thin faces of each suit."""


@setup.get("/tiles")
@needs(Role.admin)
def tiles() -> Answer:
    """Step 5."""
    shown = _shown()
    return step_page(
        "tiles", to_lay=TO_LAY, read=shown["read"], others=shown["others"], unread=shown["unread"]
    )


@setup.get("/tiles.json")
@needs(Role.admin)
def tiles_read() -> Response:
    """``read``: which of the tiles asked for are read; ``others``: what else is, with how often."""
    return jsonify(_shown())


@setup.post("/tiles")
@needs(Role.admin)
def tiles_done() -> Answer:
    """The person is content with what is read, or leaves it for later."""
    return save("tiles", lambda now: now)


def _shown() -> dict[str, object]:
    reading = room_of().reading
    seen = Counter(each.tile for each in faces(reading)) if reading is not None else Counter[str | None]()
    unread = seen.pop(None, 0)
    others = {tile: count - (tile in TO_LAY) for tile, count in seen.items() if tile is not None}
    return {
        "read": [tile for tile in TO_LAY if seen[tile]],
        "others": {tile: count for tile, count in others.items() if count > 0},
        "unread": unread,
        "sight": room_of().camera_state.condition,
    }


def faces(reading: TableReading) -> Iterator[Sighting]:
    """Every face-up tile of a reading."""
    yield from reading.loose
    yield from reading.dora_indicators
    for seat in reading.seats:
        yield from seat.river
        yield from seat.flowers
        yield from seat.revealed or ()
        for meld in seat.melds:
            yield from (each for n, each in enumerate(meld.tiles) if n not in meld.face_down)
