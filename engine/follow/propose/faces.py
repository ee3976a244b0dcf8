"""How well tiles and sets seen agree with those told, in nats."""

from __future__ import annotations

import math

from engine.table.reading import SeenMeld, Sighting
from engine.tiles import SeenTile, Tile, plain, same_face

WORST_FACE, UNREAD_FACE, UNKNOWN_FACE = 4.0, 0.7, 1.0
ANOTHER_SIZE = 9.0
"""The cost of each tile that a set has more or less than told."""
FACE_DOWN, TURNED = 2.0, 0.9
LEAST_CHANCE = 1e-3
"""No reading is thought less likely than this."""
SURELY_READ = 0.9
"""A face read with this much and more is taken as read."""
LIKELY = 0.5
"""From this chance on a face is likelier than all others together."""
UNLIKELY = 0.2
"""At least so likely a face is tried beside the likeliest; at most so likely it gives way to one read
well."""
POSSIBLE = 0.05
"""A face this likely may be what lies there where the likeliest is not sure."""


def face_cost(predicted: SeenTile, seen: Sighting) -> float:
    """What reading `seen` costs when the tile is `predicted` (nats)."""
    if predicted is None:
        return UNKNOWN_FACE if seen.tile is not None else 0.0
    if seen.tile is None and not seen.alternatives:
        return UNREAD_FACE
    return min(WORST_FACE, -math.log(max(probability(predicted, seen), LEAST_CHANCE)))


def probability(tile: str, seen: Sighting) -> float:
    """How likely `seen` shows `tile`; a red five and its plain brother are hard to tell apart."""
    given = seen.alternatives
    if not given and seen.tile is not None:
        given = ((seen.tile, seen.confidence),)
    found, brothers, whole, kind = None, 0.0, 0.0, tile[-1]
    for face, chance in given:
        whole += chance
        if face == tile:
            found = chance
        elif face[-1] == kind and plain(face) == plain(tile):
            brothers += chance
    return (max(0.0, 1.0 - whole) / 34 if found is None else found) + 0.1 * brothers


def meld_cost(predicted: SeenMeld, seen: SeenMeld) -> float:
    """What one set costs (nats); a concealed kong turned up is that kong."""
    if turned_up(predicted, seen) is not None:
        return 0.0
    more = len(seen.tiles) - len(predicted.tiles)
    if more:
        return ANOTHER_SIZE * abs(more)
    cost = 0.0
    for place, (ours, theirs) in enumerate(zip(predicted.tiles, seen.tiles, strict=True)):
        down = (place in predicted.face_down, place in seen.face_down)
        if down[0] != down[1]:
            cost += FACE_DOWN
        elif not down[0]:
            cost += face_cost(ours.tile, theirs)
        cost += TURNED * (ours.turned != theirs.turned)
    return cost


def turned_up(predicted: SeenMeld, seen: SeenMeld) -> Tile | None:
    """The face of a kong told as concealed that lies open now, all four alike (S003-12, X-05); None when it
    does not."""
    if not predicted.face_down or seen.face_down or len(predicted.tiles) != 4 or len(seen.tiles) != 4:
        return None
    if any(each.turned for each in seen.tiles):
        return None
    faces = {plain(each.tile) for each in seen.tiles if each.tile is not None}
    costs = {face: sum(face_cost(face, each) for each in seen.tiles) for face in faces}
    face = min(sorted(costs), key=lambda each: costs[each], default=None)
    if face is None or costs[face] > WORST_FACE:  # more than one tile reads as something else
        return None
    known = next((each.tile for each in predicted.tiles if each.tile is not None), None)
    return face if known is None or same_face(known, face) else None
