"""Where people lay their tiles, seat by seat: rivers, walls, hands, melds, flowers and dice.

Everything is thought out at seat 0's place (bottom of the picture) and turned by 90 degrees a seat; so it
lies where nothing else is set (`vision.simulate.settings.Places`)::

        x ->            -235 ............ 235
    y -70   a stick, after declaring ready
    y -104  river, rows of six, next rows below
    y -254  wall, stack 1 at the right end
    y -297                         dice | flowers
    y -330  standing hand (or the revealed one)
    y -353                              | first two melds
    y -393                              | the next two
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from engine.ruleset import Ruleset
from engine.table.events import SEATS
from engine.table.expected import face_down_places
from engine.table.state import Discard, Meld
from engine.tiles import SeenTile
from vision.observation import Point
from vision.simulate.chance import chance, three_normal
from vision.simulate.heap import heap
from vision.simulate.poses import Lies, TilePose, moved
from vision.simulate.settings import TwinSettings

ROWS = 4
"""Rows of a river before the wall is reached; the last one goes on to the right."""
BETWEEN_MELDS_MM = 7.0
APART_MM = 9.0
"""The gap people leave before a tile just drawn, and before the winning one."""


@dataclass(frozen=True, slots=True)
class Placer:
    """Places tiles for one seat. Everything comes out in the table frame."""

    seat: int
    rules: Ruleset
    settings: TwinSettings
    seed: int

    def river(self, discards: Sequence[Discard]) -> Iterator[TilePose]:
        """Rows of `discard_row`, left to right, the next row nearer to the owner (S004-20, S001-09); or
        anywhere in the middle, any way round (S002-22)."""
        if self.rules.discards == "middle":
            yield from self._in_the_middle(discards)
            return
        scatter, places, across = self.settings.scatter, self.settings.places, self.rules.discard_row
        lying = [(number, discard) for number, discard in enumerate(discards) if discard.claimed_by is None]
        for row in range(ROWS):
            end = None if row == ROWS - 1 else (row + 1) * across
            drift = chance(self.seed, "row", self.seat, row).normal(size=3)
            origin = (
                held(drift[0]) * scatter.row_drift_mm / 2,
                places.river_y - row * places.river_pitch + held(drift[1]) * scatter.row_drift_mm / 4,
            )
            turn = held(drift[2]) * scatter.row_turn_deg / 2
            x = -(across * self.settings.tile_mm[0]) / 2 - 3.0
            for number, discard in lying[row * across : end]:
                leans, room, off = three_normal(self.seed, "river", self.seat, number)
                wide = self.settings.tile_mm[1 if discard.turned else 0]
                lean = held(leans) * scatter.river_turn_deg
                # A crooked tile needs room for its corners.
                room = abs(lean) * 0.2 + abs(0.2 + scatter.river_mm / 3 * room)
                spot = (x + room + wide / 2, held(off) * scatter.river_mm / 2)
                angle = turn + lean + (90 if discard.turned else 0)
                yield self._pose(
                    discard.tile, "face_up", moved(origin, spot, turn), angle, "river", f"{number}"
                )
                x += wide + 1.3 * room

    def _in_the_middle(self, discards: Sequence[Discard]) -> Iterator[TilePose]:
        """Each in its place of the middle, any way round."""
        width, height, _ = self.settings.tile_mm
        places = heap(self.seed, (width, height), self.settings.habits.crowd, len(SEATS))
        for number, discard in enumerate(discards):
            if discard.claimed_by is None:
                spot, angle = places[number][self.seat]
                spot = moved((0.0, 0.0), spot, -90.0 * self.seat)
                yield self._pose(discard.tile, "face_up", spot, angle, "river", f"{number}")

    def wall(
        self,
        heights: Sequence[int],
        apart: Sequence[float],
        indicators: dict[int, SeenTile],
        is_pushed: bool = False,
    ) -> Iterator[TilePose]:
        """One side, face down, two high; `apart` moves each stack along the wall (positive: to the right).
        `is_pushed`: towards the others, as `Habits` says."""
        width, _, thickness = self.settings.tile_mm
        scatter = self.settings.scatter
        rng = chance(self.seed, "wall", self.seat)
        turn = held(rng.normal()) * scatter.wall_turn_deg
        places = self.settings.places
        origin = (
            places.wall_shift + held(rng.normal()) * 1.5,
            places.wall_y + held(rng.normal()) * 1.5,
        )
        if is_pushed:
            origin, turn = self._pushed(origin, turn, len(heights) / 2 * (width + 0.25))
        for stack, height in enumerate(heights, start=1):
            from_right = (stack - (len(heights) + 1) / 2) * (width + 0.25)
            for level in range(height):
                off, turned, _ = three_normal(self.seed, "stack", self.seat, stack, level)
                spot = (apart[stack - 1] - from_right, held(off) * scatter.wall_mm)
                shown = indicators.get(stack) if level == 1 else None
                yield self._pose(
                    shown,
                    "face_down" if shown is None else "face_up",
                    moved(origin, spot, turn),
                    turn + held(turned) * scatter.wall_turn_deg,
                    "wall",
                    f"{stack}:{level}",
                    bottom=level * thickness,
                    covered=level + 1 < height,
                )

    def _pushed(self, origin: Point, turn: float, half_mm: float) -> tuple[Point, float]:
        """Middle and direction of a side, pushed: its right end comes forward, the left one hardly."""
        shares, habits = chance(self.seed, "push", self.seat).uniform(0.5, 1.0, 2), self.settings.habits
        by = habits.push_deg * float(shares[0])
        left = moved(origin, (-half_mm, 0.0), turn)
        x, y = moved(left, (half_mm, 0.0), turn + by)
        return (x, y + habits.push_mm * float(shares[1])), turn + by

    def hand(self, tiles: Sequence[SeenTile], drawn_apart: bool) -> Iterator[TilePose]:
        """The hidden tiles on edge in a row, the one just drawn a little apart."""
        width = self.settings.tile_mm[0]
        scatter = self.settings.scatter
        shift = chance(self.seed, "hand", self.seat).normal(size=2)
        x = self.settings.places.hand_x + held(shift[0]) * 4
        y = self.settings.places.hand_y + held(shift[1]) * 3
        for number, tile in enumerate(tiles):
            off, leans, _ = three_normal(self.seed, "standing", self.seat, number)
            x += APART_MM if drawn_apart and number == len(tiles) - 1 else 0.0
            spot = (x + width / 2, y + held(off) * scatter.hand_mm)
            lean = abs(leans) * scatter.hand_lean_deg
            yield self._pose(tile, "standing", spot, 0.0, "standing", f"{number}", lean=lean)
            x += width + 0.4

    def revealed(self, hand: Sequence[SeenTile], winning: SeenTile, turned: bool) -> Iterator[TilePose]:
        """A won hand face up at its place, the winning tile last, apart, rotated when claimed (S004-70)."""
        yield from self._laid_open((*hand, winning), len(hand), turned)

    def shown(self, hand: Sequence[SeenTile]) -> Iterator[TilePose]:
        """A hand face up at its place at a draw."""
        yield from self._laid_open(hand, None, False)

    def _laid_open(self, hand: Sequence[SeenTile], apart: int | None, turned: bool) -> Iterator[TilePose]:
        """`apart`: which tile lies a little away, and `turned` perhaps."""
        width, height, _ = self.settings.tile_mm
        scatter = self.settings.scatter
        x = self.settings.places.hand_x
        for number, tile in enumerate(hand):
            rng = chance(self.seed, "revealed", self.seat, number)
            is_last = number == apart
            wide = height if is_last and turned else width
            x += (APART_MM if is_last else 0.0) + abs(rng.normal(0.3, scatter.meld_mm / 3))
            spot = (x + wide / 2, self.settings.places.hand_y + held(rng.normal()) * scatter.meld_mm)
            angle = held(rng.normal()) * scatter.meld_turn_deg + (90 if is_last and turned else 0)
            yield self._pose(tile, "face_up", spot, angle, "revealed", f"{number}")
            x += wide + abs(rng.normal(0.3, scatter.meld_mm / 3))

    def melds(self, melds: Sequence[Meld], is_shown: bool = False) -> Iterator[TilePose]:
        """Sets at the owner's right, two a row, the claimed tile rotated (S004-68..76, S001-38..52).

        `is_shown`: concealed kongs are turned up."""
        x, places = 0.0, self.settings.places
        for number, meld in enumerate(melds):
            row = min(number // 2, 1)
            if places.melds_end_x is not None:
                x = (x if number else places.melds_end_x) - self._length(meld)
                yield from self._meld(number, meld, x, places.meld_y[0], is_shown)
                x -= BETWEEN_MELDS_MM
                continue
            x = places.meld_x[row] if number in (0, 2) else x
            x = (yield from self._meld(number, meld, x, places.meld_y[row], is_shown)) + BETWEEN_MELDS_MM

    def _length(self, meld: Meld) -> float:
        """How much room a meld takes, mm."""
        width, height, _ = self.settings.tile_mm
        turned = 0.0 if meld.claimed_index is None else height - width
        return len(meld.tiles) * (width + 0.6) + turned

    def _meld(
        self, number: int, meld: Meld, x: float, y: float, is_shown: bool
    ) -> Generator[TilePose, None, float]:
        width, height, _ = self.settings.tile_mm
        scatter = self.settings.scatter
        whole = chance(self.seed, "meld", self.seat, number).normal(size=2)
        slant, y = held(whole[0]) * scatter.meld_turn_deg / 2, y + held(whole[1]) * scatter.meld_mm
        down = () if is_shown else face_down_places(meld, self.rules)
        for index, tile in enumerate(meld.tiles):
            rng = chance(self.seed, "melded", self.seat, number, index)
            turned = index == meld.claimed_index
            wide = height if turned else width
            x += abs(rng.normal(0.3, scatter.meld_mm / 3))
            # A rotated tile is flush with the others at the owner's side.
            spot = (
                x + wide / 2,
                y - (height - width) / 2 * turned + held(rng.normal()) * scatter.meld_mm / 2,
            )
            angle = slant + held(rng.normal()) * scatter.meld_turn_deg / 2 + 90 * turned
            lies: Lies = "face_down" if index in down else "face_up"
            yield self._pose(tile, lies, spot, angle, "melds", f"{number}:{index}")
            x += wide + abs(rng.normal(0.3, scatter.meld_mm / 3))
        return x

    def flowers(self, tiles: Sequence[SeenTile]) -> Iterator[TilePose]:
        """Flowers to the right, not rotated, nearer to the centre than the melds (S004-39, S004-71)."""
        x = self.settings.places.flower_x
        for number, tile in enumerate(tiles):
            rng = chance(self.seed, "flower", self.seat, number)
            x += abs(rng.normal(0.5, self.settings.scatter.river_mm / 2))
            spot = (
                x + self.settings.tile_mm[0] / 2,
                self.settings.places.flower_y + held(rng.normal()) * self.settings.scatter.river_mm,
            )
            turn = held(rng.normal()) * self.settings.scatter.river_turn_deg
            yield self._pose(tile, "face_up", spot, turn, "flowers", f"{number}")
            x += self.settings.tile_mm[0]

    def _pose(
        self,
        tile: SeenTile,
        lies: Lies,
        spot: Point,
        angle: float,
        zone: str,
        place: str,
        bottom: float = 0.0,
        lean: float = 0.0,
        covered: bool = False,
    ) -> TilePose:
        turn = 90.0 * self.seat
        return TilePose(
            tile,
            lies,
            moved((0.0, 0.0), spot, turn),
            angle + turn,
            f"{zone}:{self.seat}",
            f"{zone}:{self.seat}:{place}",
            bottom,
            lean,
            covered,
        )


def held(value: float) -> float:
    """Keeps chance within what a person would still call straight: two standard deviations."""
    return max(-2.0, min(2.0, float(value)))
