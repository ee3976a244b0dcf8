"""What was seen in several looks taken together: one observation for each tile that really lies there.

A tile is believed after it was found twice, and given up only after looks that saw its place without it: two
where something has stirred since, five where nothing has (then it was overlooked, tiles do not vanish).
What is covered keeps what it had.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engine.table.events import SEATS
from engine.table.reading import ZONES, TableReading
from vision.layout.lying import centre, distinct, estimate_tile_mm, to_seat
from vision.layout.near import near_pairs
from vision.layout.stacks import learned
from vision.layout.table import read_table, with_hands
from vision.layout.zones import Mask, TableGeometry, covered_mask, is_covered
from vision.observation import DieObservation, Point, TileObservation
from vision.track.calm import Settling
from vision.track.tracks import GIVEN_UP, HARDLY_FOUND, Track, begun

BELIEVED, BELIEVED_UNSTIRRED = 2, 3
"""Looks a new tile has to be found in: where something stirred, and where nothing did."""
SURE_AT_ONCE = 0.5
"""Where something stirred, a tile found as surely as this is believed in the first look."""
FORGOTTEN = 3
"""Looks in a row without it until a tile that is gone is forgotten; found before, it is back at once."""
SAME_TILE = 0.5
"""Of a tile's width: an observation this near is the same tile."""
ON_A_DIE = 0.3
"""Of a tile's width: a face found this near to the middle of a die may be that die."""
PUT_ASIDE = 0.25
"""Of the square's side: dice farther out than this lie where they are kept until the next throw."""
MOST_OF_LOOKS, ENOUGH_LOOKS = 0.7, 6
"""Of what all looks together say of a die: the pips that have more are its pips. After so many looks those
that have the most are."""
STIRRED_LATELY = 3
"""So many looks after something has stirred a die that is found there is believed at once: dice just thrown
may be overlooked in the first of them."""
FIRST_LOOKS = 3
"""Looks after which the tile size, when not told, is settled."""


@dataclass(slots=True)
class SteadyTable:
    """Follows one table. `geometry` grows with what it learns: the tile size, the walls as they stood."""

    geometry: TableGeometry = field(default_factory=TableGeometry)
    _tiles: list[Track] = field(default_factory=list)
    _dice: list[Track] = field(default_factory=list)
    _put_aside: tuple[Point, ...] = ()
    """Where dice were seen to be kept, and no tile was found surely since."""
    _strips: tuple[TileObservation, ...] = ()
    _stirred: Mask | None = None
    """Where something has stirred in the last look at the tiles and since."""
    _stirred_lately: tuple[Mask, ...] = ()
    """Where something has stirred before each of the last looks at the tiles."""
    _looks: int = 0

    def update(
        self, tiles: Sequence[TileObservation], dice: Sequence[DieObservation], settling: Settling
    ) -> TableReading | None:
        """The reading after one more look; None when nothing could be seen.

        Zones that move or are covered are named in `hidden`; they hold what was last seen there.
        """
        if settling.look == "failed":
            return None
        self._looks += 1
        self._settle_tile_size(tiles)
        square = self.geometry.square_mm
        cover = covered_mask(settling.covered, square)
        stirring = covered_mask((*settling.covered, *settling.stirred), square)
        self._note(stirring)
        tiles = distinct(tiles, self.geometry.tile)
        flat = [tile for tile in tiles if tile.kind != "standing" and not self._is_known_die(tile)]
        self._tiles = self._followed(self._tiles, flat, cover, stirring)
        self._dice = self._dice_followed(dice, cover, stirring)
        self._put_aside = self._kept_aside(flat)
        # A row shifts when it is touched and shows its count whole: the last calm look at it is the one to
        # take, not the mean over looks.
        restless = settling.moving | settling.hidden
        open_now = [centre(track.corners) for track in self._tiles if track.lies]
        kept = (
            tile
            for tile in self._strips
            if _row_of(tile) in restless and not self._is_under(centre(tile.corners_mm), open_now)
        )
        seen = (tile for tile in tiles if tile.kind == "standing" and _row_of(tile) not in restless)
        self._strips = (*kept, *seen)
        # What was still moving in this look may have come to rest in the next.
        self._stirred = stirring
        return self._read(settling)

    def copied(self) -> Self:
        """The same table, to be followed apart."""
        tiles = [track.copied() for track in self._tiles]
        return replace(self, _tiles=tiles, _dice=[track.copied() for track in self._dice])

    def _dice_followed(self, dice: Sequence[DieObservation], cover: Mask, stirring: Mask) -> list[Track]:
        """The dice after one look."""
        fresh = stirring if self._stirred is None else self._stirred | stirring
        self._stirred_lately = (*self._stirred_lately[-STIRRED_LATELY + 1 :], fresh)
        tracks = self._followed(self._dice, [_as_tile(die) for die in dice], cover, stirring)
        square = self.geometry.square_mm
        for track in tracks:
            spot = centre(track.corners)
            is_thrown = any(is_covered(mask, spot, square) for mask in self._stirred_lately)
            track.is_believed |= track.rests and is_thrown and track.score >= SURE_AT_ONCE
            # What rolls by shows nothing of the die that lay there; two looks at one that lies both count.
            track.has_stirred = not track.rests or (track.has_stirred and not track.is_believed)
        return tracks

    def _is_under(self, strip: Point, flat: Sequence[Point]) -> bool:
        """Whether a tile lies flat now where one stood."""
        return any(math.dist(strip, spot) < SAME_TILE * self.geometry.tile[0] for spot in flat)

    def _is_known_die(self, tile: TileObservation) -> bool:
        """Whether a face of a low score lies where a die was found: one is mistaken for the other."""
        if tile.kind != "face" or tile.score >= HARDLY_FOUND:
            return False
        near, spot = ON_A_DIE * self.geometry.tile[0], centre(tile.corners_mm)
        lying = [centre(die.corners) for die in self._dice if die.is_believed]
        return any(math.dist(spot, die) < near for die in (*lying, *self._put_aside))

    def _kept_aside(self, flat: Sequence[TileObservation]) -> tuple[Point, ...]:
        """Where dice put aside lie, though they be overlooked now; nowhere a tile was surely found."""
        apart, far = ON_A_DIE * self.geometry.tile[0], PUT_ASIDE * self.geometry.square_mm
        lying = [centre(die.corners) for die in self._dice if die.is_believed]
        spots = [spot for spot in lying if max(map(abs, spot)) > far]
        spots += [old for old in self._put_aside if all(math.dist(old, spot) > apart for spot in spots)]
        tiles = [centre(tile.corners_mm) for tile in flat if tile.score >= HARDLY_FOUND]
        return tuple(spot for spot in spots if all(math.dist(spot, tile) > apart for tile in tiles))

    def pass_over(self, settling: Settling) -> None:
        """Takes a look in which no tiles were looked for: what stirred then counts all the same."""
        if settling.look != "failed":
            self._note(covered_mask((*settling.covered, *settling.stirred), self.geometry.square_mm))

    def _note(self, stirring: Mask) -> None:
        """Notes where something has moved or come between."""
        square = self.geometry.square_mm
        for track in (*self._tiles, *self._dice) if stirring.any() else ():
            stirs = is_covered(stirring, centre(track.corners), square)
            track.has_stirred |= stirs
            track.rests &= not stirs
            track.is_untouched &= not _is_touched(track, stirring, square)
        self._stirred = stirring if self._stirred is None else self._stirred | stirring

    def realigned(self, camera_mm: tuple[float, float, float]) -> None:
        """Called after a new calibration: the walls, measured to less than a millimetre, are learned anew."""
        self.geometry = replace(self.geometry, camera_mm=camera_mm, walls=(None,) * 4)

    def unwatched(self) -> None:
        """Called when nobody has looked for long: a tile lies there when the next look finds it, wherever it
        lay, and a row has as many tiles as are counted then."""
        square = self.geometry.square_mm
        half = square / 2
        everywhere = ((-half, -half), (half, -half), (half, half), (-half, half))
        self._note(covered_mask((everywhere,), square))
        for track in (*self._tiles, *self._dice):
            track.is_believed, track.hits = False, BELIEVED - 1
        self._strips = ()

    def faces_anew(self) -> None:
        """Called when faces are known better than before: what earlier looks made of them counts no more."""
        for track in self._tiles:
            track.looks = 0

    @property
    def is_undecided(self) -> bool:
        """Whether a tile or die is being believed or given up: more looks would tell."""
        tracks = (*self._tiles, *self._dice)
        return self.has_unclear_dice or any(track.misses > 0 or not track.is_believed for track in tracks)

    @property
    def has_unclear_dice(self) -> bool:
        """Whether dice lie there that too few looks have read, or that looks read otherwise: they lie for
        little more than a second."""
        return any(track.lies and (track.looks < FIRST_LOOKS or not _is_clear(track)) for track in self._dice)

    @property
    def has_rolling_dice(self) -> bool:
        """Whether something has moved where a die lay since it was read: what it shows is not known."""
        return any(track.lies and not track.rests and not track.misses for track in self._dice)

    def observations(self) -> tuple[TileObservation, ...]:
        """Every flat tile believed to lie on the table."""
        return tuple(track.observation() for track in self._tiles if track.lies)

    def _settle_tile_size(self, tiles: Sequence[TileObservation]) -> None:
        """Fixes the tile size after the first looks, so that it does not wander with what lies there."""
        if self.geometry.tile_mm is None and self._looks >= FIRST_LOOKS and len(tiles) >= 30:
            self.geometry = replace(self.geometry, tile_mm=estimate_tile_mm(tiles))

    def _followed(
        self, tracks: list[Track], seen: Sequence[TileObservation], cover: Mask, stirring: Mask
    ) -> list[Track]:
        """The tracks after one look; `cover` and `stirring`: what hides the table, and what moves now."""
        near, square = SAME_TILE * self.geometry.tile[0], self.geometry.square_mm
        fresh, is_still = list(seen), not stirring.any()
        kept: list[Track] = []
        for track, tile in _matched(tracks, fresh, near):
            spot = centre(track.corners)
            if tile is not None:
                track.see(tile, not is_still and _is_touched(track, stirring, square))
                track.rests = not is_covered(stirring, spot, square)
                track.is_believed |= track.hits >= (BELIEVED if track.has_stirred else BELIEVED_UNSTIRRED)
                track.has_stirred &= not track.is_believed
            elif not is_covered(stirring, spot, square) and not any(
                is_covered(cover, point, square) for point in track.corners
            ):
                track.hits, track.misses = 0, track.misses + 1
            if track.misses < max(track.limit, FORGOTTEN if track.is_believed else GIVEN_UP + 1):
                kept.append(track)
        for tile in fresh:
            # A hand holds tiles over the table: those do not lie there.
            spot = centre(tile.corners_mm)
            if not is_covered(cover, spot, square):
                has_stirred = self._stirred is not None and is_covered(self._stirred, spot, square)
                track = begun(tile, has_stirred or self._looks <= FIRST_LOOKS)
                # What is still moving may be in a hand: it is believed where it is found again.
                track.rests = not is_covered(stirring, spot, square)
                track.is_untouched = not _is_touched(track, stirring, square)
                track.is_believed = has_stirred and track.rests and tile.score >= SURE_AT_ONCE
                kept.append(track)
        return kept

    def _read(self, settling: Settling) -> TableReading:
        """The reading of what is believed."""
        tiles = self.observations()
        lying = [track for track in self._dice if track.lies and track.rests]
        is_unsure = self.has_rolling_dice or not all(map(_is_clear, lying))
        dice = () if is_unsure else tuple(map(_as_die, lying))
        restless = settling.moving | settling.hidden
        if not any(name.startswith("wall") for name in restless):
            self.geometry = learned(tiles, self.geometry)
        self.geometry = with_hands(self._strips, self.geometry)
        reading = read_table((*tiles, *self._strips), dice, self.geometry, settling.covered)
        # A table seen for the first time is not empty: nothing is believed yet.
        unknown = ZONES if self._looks < BELIEVED else frozenset[str]()
        rolling = frozenset({"dice"} if is_unsure else ())
        return replace(reading, hidden=reading.hidden | restless | unknown | rolling)


def _is_touched(track: Track, stirring: Mask, square_mm: float) -> bool:
    """Whether something moves or lies over a part of it."""
    return any(is_covered(stirring, spot, square_mm) for spot in (centre(track.corners), *track.corners))


def _row_of(strip: TileObservation) -> str:
    """The zone of the row a strip stands in."""
    spot = centre(strip.corners_mm)
    return f"standing:{min(SEATS, key=lambda seat: to_seat(spot, seat)[1])}"


def _matched(
    tracks: Sequence[Track], fresh: list[TileObservation], near_mm: float
) -> list[tuple[Track, TileObservation | None]]:
    """Each track with the observation of it, nearest pairs first; what belongs to none stays in `fresh`."""
    lying, found_at = [centre(track.corners) for track in tracks], [centre(tile.corners_mm) for tile in fresh]
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for _, index, number in sorted(near_pairs(lying, found_at, near_mm)):
        if index not in partner and number not in taken:
            partner[index] = number
            taken.add(number)
    found = [
        (track, fresh[partner[index]] if index in partner else None) for index, track in enumerate(tracks)
    ]
    fresh[:] = [tile for number, tile in enumerate(fresh) if number not in taken]
    return found


def _as_tile(die: DieObservation) -> TileObservation:
    """A die followed like a tile, its pips as its face."""
    faces = ((str(die.pips), die.score),) if die.pips else ()
    return TileObservation("face", die.score, die.corners_mm, faces)


def _as_die(track: Track) -> DieObservation:
    pips = max(track.faces, key=lambda face: track.faces[face], default=None)
    return DieObservation(int(pips) if pips else None, track.score, track.corners)


def _is_clear(track: Track) -> bool:
    """Whether a die shows what most looks say, if any says something."""
    most = max(track.faces.values(), default=0.0)
    is_decided = track.looks >= ENOUGH_LOOKS or not track.faces
    return is_decided or most > MOST_OF_LOOKS * sum(track.faces.values())
