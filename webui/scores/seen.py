"""A win from a picture: the hand in a phone's photo, or what the table's camera sees lying open, as a draft
for the sheet of a win. Tiles read with doubt are named, each with a cut of the picture and what it may be."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from flask import Response, abort, jsonify

from engine.practice.held import Held, held_of
from engine.practice.shown import Row, Shown, ShownTile, from_sighting
from engine.table.alphabet import within_rules
from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.state import Meld
from engine.tiles import is_flower
from vision.observation import Picture
from webui.access.roles import Role, needs
from webui.page.context import chosen_words, room_of
from webui.practice.asked import square_mm
from webui.practice.kept import practice_of
from webui.practice.looks import photo_sent
from webui.scores.framing import scores

LIKELIEST = 3
"""So many faces are offered for a tile in doubt."""
CUT_PX = 132
"""The cut of a tile: its height in the page's strip, twice for sharp screens."""


@scores.post("/scores/read")
@needs(Role.seat)
def read_win() -> Response:
    """The hand in the photo that is the body (``image/jpeg`` or another kind of picture), as a draft."""
    with photo_sent() as picture:
        shown = practice_of().pictures.rows(picture, square_mm())
        return jsonify(draft_of(shown, picture))


@scores.get("/api/scores/open/<int:seat>")
@needs(Role.viewer)
def lying_open(seat: int) -> Response:
    """What the camera sees lying open before ``seat``, as a draft; 409 when no hand lies open there."""
    room = room_of()
    if seat not in seats_of(room.rules):
        abort(404, f"there is no seat {seat}")
    reading = None if room.reading is None else within_rules(room.reading, room.rules)
    revealed = None if reading is None else reading.seats[seat].revealed
    if not revealed:
        abort(409, chosen_words()["scores.nothing_open"])
    row = tuple(from_sighting(each) for each in revealed)
    shown = _draft(_held_as(row, room.state.seats[seat].melds), row, None)
    return jsonify({**shown, "melds": _melds(room.state.seats[seat].melds)})


def draft_of(shown: Shown, picture: Picture | None) -> dict[str, Any]:
    """The draft: hand, winning tile, sets, flowers, and the tiles in doubt; ``told`` says what is wrong."""
    if shown.problem:
        return {"told": chosen_words()[f"lesson.{shown.problem}"], "hand": []}
    guessed = replace(shown, rows=tuple(tuple(map(_guessed, row)) for row in shown.rows))
    held = held_of(guessed, finished=True)
    row = _row_of(held, guessed)
    return {**_draft(held, row, picture), "melds": _melds(held.melds, own=True)}


def _draft(held: Held, row: Row, picture: Picture | None) -> dict[str, Any]:
    tiles = [row[place] for place in held.places] if row else []
    hand = [tile.tile for tile in tiles if tile.tile is not None]
    won = _winning(held, tiles)
    doubts = [
        {"row": "tile" if at == won else "hand", "tile": tile.tile, **_doubt(tile, picture)}
        for at, tile in enumerate(tiles)
        if tile.is_doubtful
    ]
    return {
        "told": "",
        "hand": [face for at, face in enumerate(hand) if at != won],
        "tile": None if won is None else hand[won],
        "is_tile_sure": won is None or held.winning is not None or tiles[won].apart,
        "flowers": list(held.flowers),
        "doubtful": doubts,
    }


def _winning(held: Held, tiles: Sequence[ShownTile]) -> int | None:
    """Which of a whole hand's tiles it was won on: the one that lies sideways or apart, else the last."""
    if held.missing != 0 or not tiles:
        return None
    if held.winning is not None:
        return held.winning
    apart = [at for at, tile in enumerate(tiles) if tile.apart and at == len(tiles) - 1]
    return apart[0] if apart else len(tiles) - 1


def _guessed(tile: ShownTile) -> ShownTile:
    """An unread tile as what it is likeliest; it stays in doubt."""
    if tile.tile is not None or tile.face_down or not tile.alternatives:
        return tile
    face, likely = tile.alternatives[0]
    return replace(tile, tile=face, confidence=min(likely, 0.5))


def _row_of(held: Held, shown: Shown) -> Row:
    """The row whose places `held` tells of."""
    for row in (*shown.rows, shown.tiles):
        at = [row[place].tile for place in held.places if place < len(row)]
        if tuple(at) == held.standing:
            return row
    return ()


def _held_as(row: Row, melds: Sequence[Meld]) -> Held:
    """A hand laid open at the table: all of the row but flowers."""
    kept = [at for at, tile in enumerate(row) if not (tile.tile and is_flower(tile.tile))]
    faces = tuple(tile for at in kept if (tile := row[at].tile) is not None)
    return Held(faces, tuple(melds), places=tuple(at for at in kept if row[at].tile is not None))


def _melds(melds: Sequence[Meld], own: bool = False) -> list[dict[str, Any]]:
    """The sets for the sheet; whose tile was claimed is known at the table only."""
    return [
        {"kind": meld.kind, "tiles": [tile or "?" for tile in meld.tiles], "giver": _giver(meld, own)}
        for meld in melds
        if None not in meld.tiles
    ]


def _giver(meld: Meld, own: bool) -> Seat | None:
    return None if own else meld.giver


def _doubt(tile: ShownTile, picture: Picture | None) -> dict[str, Any]:
    likely = [face for face, _ in tile.alternatives]
    likeliest = list(dict.fromkeys([*([tile.tile] if tile.tile else []), *likely]))[:LIKELIEST]
    return {"likeliest": likeliest, "cut": "" if picture is None else cut_of(picture, tile)}


def cut_of(picture: Picture, tile: ShownTile) -> str:
    """The tile as it lies in the picture, upright, as an address the page can show; "" where it cannot be."""
    if len(tile.corners) != 4:
        return ""
    width = CUT_PX * 3 // 4
    upright = np.array([(0, 0), (width, 0), (width, CUT_PX), (0, CUT_PX)], np.float32)
    turn = cv2.getPerspectiveTransform(np.array(tile.corners, np.float32), upright)
    done, data = cv2.imencode(".jpg", cv2.warpPerspective(picture, turn, (width, CUT_PX)))
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}" if done else ""
