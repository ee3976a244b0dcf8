"""What a set of tiles seen lying can be: a chow, pung or kong of which faces, and who gave the turned one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from engine.follow.propose.faces import face_cost
from engine.ruleset import Ruleset
from engine.table.events import ChowClaimed, Claim, KongClaimed, PungClaimed, Seat
from engine.table.play_order import claimed_place
from engine.table.reading import SeenMeld, Sighting
from engine.tiles import SUITED, SeenTile, Tile, is_red, is_suited, plain, rank, same_face, suit

WORST_SET = 6.5
TURNED_ELSEWHERE = 2.0
"""The cost of another tile than the claimed one lying turned: laid so, or misread."""
_CLAIMS: dict[str, type[PungClaimed] | type[KongClaimed] | type[ChowClaimed]] = {
    "chow": ChowClaimed,
    "pung": PungClaimed,
    "kong": KongClaimed,
}


def turned_index(meld: SeenMeld) -> int | None:
    """Which tile lies turned; None when none or several do."""
    turned = [place for place, tile in enumerate(meld.tiles) if tile.turned]
    return turned[0] if len(turned) == 1 else None


def claims_of(rules: Ruleset, meld: SeenMeld, seat: Seat, giver: Seat, tile: SeenTile) -> Iterator[Claim]:
    """The claims of `giver`'s `tile` that would lie as `meld` does, the likeliest reading of each kind."""
    if len(meld.tiles) == 2 and tile is not None and not meld.face_down:
        yield from _of_two(rules, meld, seat, giver, tile)
    where = claimed_place(rules, seat, giver, len(meld.tiles) - 1)
    for kind, tiles in readings_of(meld, tile, where):
        cost = sum(face_cost(face, each) for face, each in zip(tiles, meld.tiles, strict=True))
        # Two faces read otherwise are no misreading: this is another set, or none.
        if cost > WORST_SET:
            continue
        yield _CLAIMS[kind](seat, giver, tile, tiles)


def _of_two(rules: Ruleset, meld: SeenMeld, seat: Seat, giver: Seat, tile: Tile) -> Iterator[Claim]:
    """The pung whose own two tiles are seen, the claimed one overlooked: turned tiles are hard to find."""
    face = alike_face(meld)
    if face is not None and all(face_cost(face, each) < 1.0 for each in meld.tiles) and same_face(face, tile):
        own = tuple(likely_face(each, face) for each in meld.tiles)
        place = claimed_place(rules, seat, giver, len(own))
        yield PungClaimed(seat, giver, tile, (*own[:place], tile, *own[place:]))


def readings_of(meld: SeenMeld, tile: SeenTile, where: int) -> Iterator[tuple[str, tuple[SeenTile, ...]]]:
    """(kind, tiles as they lie) for a face-up set that holds `tile`; of tiles alike of which none lies turned
    the one at `where` is it."""
    seen, place = meld.tiles, turned_index(meld)
    if len(seen) not in (3, 4) or meld.face_down:
        return
    yield ("pung" if len(seen) == 3 else "kong"), _alike(seen, tile, place, where)
    if len(seen) == 3:
        run = _run(seen, tile, place)
        if run is not None:
            yield "chow", run


def alike_face(meld: SeenMeld) -> SeenTile:
    """The face that fits all face-up tiles of `meld` best; None when none is readable."""
    shown = [tile for place, tile in enumerate(meld.tiles) if place not in meld.face_down and tile.tile]
    faces = {plain(tile.tile) for tile in shown if tile.tile is not None}
    return min(faces, key=lambda face: sum(face_cost(face, tile) for tile in shown), default=None)


def likely_face(seen: Sighting, wanted: Tile) -> Tile:
    """`wanted`, or its red brother when that is what is seen."""
    return seen.tile if seen.tile is not None and same_face(seen.tile, wanted) else wanted


def _alike(seen: Sequence[Sighting], tile: SeenTile, place: int | None, where: int) -> tuple[SeenTile, ...]:
    face = tile if tile is not None else alike_face(SeenMeld(tuple(seen)))
    if face is None:
        return (None,) * len(seen)
    tiles: list[SeenTile] = [likely_face(each, plain(face)) for each in seen]
    # While a set is being laid, the turned tile of the set beside it may be taken for one of its own.
    if place is not None and same_face(seen[place].tile, face):
        tiles[place] = tile
    elif tile is not None and tile not in tiles:
        tiles[where] = tile
    return tuple(tiles)


def _run(seen: Sequence[Sighting], tile: SeenTile, place: int | None) -> tuple[SeenTile, ...] | None:
    """The likeliest run holding `tile` (at `place` when one lies turned), each face where it lies."""
    best: tuple[float, tuple[SeenTile, ...]] | None = None
    for start in _starts(tile):
        faces = tuple(f"{rank(start) + step}{suit(start)}" for step in range(3))
        for order in permutations(faces):
            is_elsewhere = place is not None and tile is not None and order[place] != plain(tile)
            tiles = tuple(likely_face(each, face) for each, face in zip(seen, order, strict=True))
            cost = sum(face_cost(face, each) for face, each in zip(tiles, seen, strict=True))
            cost += TURNED_ELSEWHERE * is_elsewhere
            if best is None or cost < best[0]:
                best = (cost, tiles)
    if best is None or tile is None or not is_red(tile):
        return best[1] if best else None
    return tuple(tile if same_face(each, tile) else each for each in best[1])


def _starts(tile: SeenTile) -> tuple[Tile, ...]:
    """The lowest tiles of the runs that can hold `tile`; of all runs when it is unknown."""
    if tile is None:
        return tuple(face for face in SUITED if rank(face) <= 7)
    if not is_suited(tile):
        return ()
    return tuple(f"{low}{suit(tile)}" for low in range(max(1, rank(tile) - 2), min(7, rank(tile)) + 1))
