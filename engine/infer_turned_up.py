"""Concealed kongs that their owner turns up at the end of the deal (S003-12, X-05): still the same kong."""

from __future__ import annotations

from engine.infer_fit_rows import face_cost
from engine.table.reading import SeenMeld
from engine.tiles import Tile, plain, same_face

ONE_MISREAD = 4.0
"""No more than one of the four may read as something else."""


def turned_up(told: SeenMeld, seen: SeenMeld) -> Tile | None:
    """The face of a kong told as concealed that lies open now, all four alike; None when it does not."""
    if not told.face_down or seen.face_down or len(told.tiles) != 4 or len(seen.tiles) != 4:
        return None
    if any(each.turned for each in seen.tiles):
        return None
    faces = {plain(each.tile) for each in seen.tiles if each.tile is not None}
    costs = {face: sum(face_cost(face, each) for each in seen.tiles) for face in faces}
    face = min(sorted(costs), key=lambda each: costs[each], default=None)
    if face is None or costs[face] > ONE_MISREAD:
        return None
    known = next((each.tile for each in told.tiles if each.tile is not None), None)
    return face if known is None or same_face(known, face) else None
