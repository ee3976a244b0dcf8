"""A hand as it is shown: standing tiles, the sets laid beside them, and which tile it was won on.

The first row is the hand; sets lie at its right, each with a turned tile or, concealed, with backs. Further
rows are what else lies visible on the table::

    123m 456p 99s 7p   +2z_ 22z   +back 5s 5s back   /   5p 1z 9s
    standing ......... sets .......................      elsewhere
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.practice.lesson import Note, say
from engine.practice.shown import Row, Shown, ShownTile, known_faces
from engine.table.events import Seat
from engine.table.state import Meld, MeldKind
from engine.tiles import Tile, is_flower, plain, rank, suit

OWN: Seat = 0


@dataclass(frozen=True, slots=True)
class Held:
    """`standing` in the order shown; `winning`: the place of a turned tile among them (None: none is).

    `seen` are all other tiles that lie visible, the own sets too; `places` say where in the row of the hand
    each standing tile was shown."""

    standing: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    elsewhere: tuple[Tile, ...] = ()
    winning: int | None = None
    places: tuple[int, ...] = ()

    @property
    def seen(self) -> tuple[Tile, ...]:
        """All that is visible besides the standing tiles."""
        return (*self.elsewhere, *(tile for meld in self.melds for tile in meld.tiles if tile))

    @property
    def missing(self) -> int:
        """Tiles short of fourteen, a set counting as three: 1 when a tile is to be drawn, 0 to discard."""
        return 14 - len(self.standing) - 3 * len(self.melds)


def held_of(shown: Shown, *, finished: bool = False) -> Held:
    """The hand, its sets, and everything else; no face may be in doubt.

    The hand is the first row, or all rows together where they make one, or else the row that does. In a
    `finished` hand one turned tile may be the one it was won on."""
    if not shown.rows:
        return Held(())
    first = _held(shown.rows[0], shown.rows[1:], finished)
    if first.missing in (0, 1) or len(shown.rows) == 1:
        return first
    whole = _held(shown.tiles, (), finished)
    if whole.missing in (0, 1):
        return whole
    others = (
        _held(row, (*shown.rows[:at], *shown.rows[at + 1 :]), finished) for at, row in enumerate(shown.rows)
    )
    return next((held for held in others if held.missing in (0, 1)), first)


def _held(row: Row, others: Sequence[Row], finished: bool) -> Held:
    flowers = known_faces(tile for tile in row if tile.tile and is_flower(tile.tile))
    numbered = [(at, tile) for at, tile in enumerate(row) if not (tile.tile and is_flower(tile.tile))]
    head, sets = _parted([tile for _, tile in numbered], finished)
    elsewhere = tuple(face for other in others for face in known_faces(other) if not is_flower(face))
    turned = [at for at, tile in enumerate(head) if tile.turned]
    return Held(
        known_faces(head),
        tuple(sets),
        flowers,
        elsewhere,
        turned[0] if len(turned) == 1 else None,
        tuple(at for at, _ in numbered[: len(head)]),
    )


def hand_notes(held: Held) -> Iterator[Note]:
    """What makes it no hand: a wrong number of tiles, a fifth copy (S004-12, S004-103)."""
    if held.missing not in (0, 1):
        yield say("hand_count", rule="S004-103", count=len(held.standing), sets=len(held.melds),
                  due=13 - 3 * len(held.melds))  # fmt: skip
    copies = Counter(map(plain, (*held.standing, *held.seen)))
    many = [tile for tile, number in copies.items() if number > 4]
    if many:
        yield say("five_copies", *many, rule="S004-12")


def _parted(row: list[ShownTile], finished: bool) -> tuple[list[ShownTile], list[Meld]]:
    """The standing tiles and the sets at the right: the parting that fits the gaps and the turned tiles."""
    ways = [
        (head, melds)
        for sets in range(5)
        for head, melds in _with_sets(row, sets)
        if len(head) + 3 * sets in (13, 14) and not any(tile.face_down for tile in head)
    ]
    return min(ways, key=lambda way: _differences(row, way[0], way[1], finished), default=(row, []))


def _differences(
    row: list[ShownTile], head: list[ShownTile], melds: list[Meld], finished: bool
) -> tuple[int, int, int]:
    """Gaps where none should be and the other way, turned tiles that mean nothing, then as few sets."""
    strange = sum(tile.apart for tile in head[1:-1])
    if melds and any(tile.apart for tile in row[1:]):
        strange += not row[len(head)].apart
    turned = sum(tile.turned for tile in head)
    return (strange, abs(turned - 1) if finished else turned, len(melds))


def _with_sets(row: list[ShownTile], sets: int) -> Iterator[tuple[list[ShownTile], list[Meld]]]:
    """Every way to take so many sets off the right end."""
    if sets == 0:
        yield row, []
        return
    for size in (3, 4):
        meld = _meld(tuple(row[-size:])) if len(row) > size else None
        if meld is not None:
            for head, melds in _with_sets(row[:-size], sets - 1):
                yield head, [*melds, meld]


def _meld(row: Row) -> Meld | None:
    """The set these tiles show, with its giver by the turned one (S001-38, S004-68)."""
    faces = [tile.tile for tile in row if not tile.face_down]
    down = [place for place, tile in enumerate(row) if tile.face_down]
    turned = [place for place, tile in enumerate(row) if tile.turned]
    if len(row) == 4 and down:
        return _concealed(faces, down)
    if len(turned) != 1 or down or None in faces:
        return None
    alike = len({plain(tile) for tile in faces if tile}) == 1
    # A melded and a promoted kong are worth the same.
    kind: MeldKind = "melded_kong" if len(row) == 4 else "pung" if alike else "chow"
    if not alike and not (len(row) == 3 and _is_run(faces)):
        return None
    giver = 3 if kind == "chow" else {0: 3, len(row) - 1: 1}.get(turned[0], 2)
    return Meld(kind, tuple(faces), (OWN + giver) % 4, turned[0])


def _concealed(faces: list[Tile | None], down: list[int]) -> Meld | None:
    """A concealed kong: two tiles show its face; wholly face down nobody knows it."""
    if len(down) == 4:
        return Meld("concealed_kong", (None,) * 4)
    known = {plain(tile) for tile in faces if tile}
    if len(down) != 2 or len(known) != 1:
        return None
    return Meld("concealed_kong", (known.pop(),) * 4)


def _is_run(faces: list[Tile | None]) -> bool:
    tiles = [tile for tile in faces if tile]
    ranks = sorted(map(rank, tiles))
    same = len(set(map(suit, tiles))) == 1 and suit(tiles[0]) in "mps"
    return same and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
