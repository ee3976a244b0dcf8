"""What a bad camera, bad light or a restless table does to a perfect reading, one thing at a time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from engine.table.reading import ZONES, SeatReading, SeenDie, SeenMeld, Sighting, TableReading, WallSide
from engine.tiles import ALL_FACES

from .changing import Spoil as Spoil
from .changing import at_seat, at_side, faces, one_tile

ROWS = ("river", "flowers", "revealed", "meld", "dora", "loose")
ORDERED_ZONES = tuple(sorted(ZONES))
CHANCES = (1.0, 0.97, 0.9, 0.7, 0.5, 0.35)


def spoilt(reading: TableReading, spoil: Spoil) -> TableReading:
    """The reading with that wrong; where there is nothing to be wrong about, as it is."""
    return KINDS[spoil.kind](reading, spoil)


def random_spoil(chance: random.Random) -> Spoil:
    """Any one of them."""
    kind = chance.choice(NAMES)
    return Spoil(kind, chance.randrange(4), chance.randrange(MOST_PLACES), chance.randrange(MOST_AMOUNT))


MOST_PLACES, MOST_AMOUNT = 80, 300


def _wrong_face(reading: TableReading, spoil: Spoil) -> TableReading:
    face = ALL_FACES[spoil.amount % len(ALL_FACES)]
    chance = CHANCES[spoil.amount // len(ALL_FACES) % len(CHANCES)]

    def wrong(tile: Sighting) -> Sighting:
        behind = ((tile.tile, round(1 - chance, 3)),) if tile.tile not in (None, face) and chance < 1 else ()
        return replace(tile, tile=face, confidence=chance, alternatives=((face, chance), *behind))

    return one_tile(reading, spoil, lambda row, at: (*row[:at], wrong(row[at]), *row[at + 1 :]))


def _unread(reading: TableReading, spoil: Spoil) -> TableReading:
    unread = Sighting(None, 0.0)
    return one_tile(reading, spoil, lambda row, at: (*row[:at], unread, *row[at + 1 :]))


def _missing(reading: TableReading, spoil: Spoil) -> TableReading:
    return one_tile(reading, spoil, lambda row, at: (*row[:at], *row[at + 1 :]))


def _doubled(reading: TableReading, spoil: Spoil) -> TableReading:
    return one_tile(reading, spoil, lambda row, at: (*row[: at + 1], *row[at:]))


def _turned(reading: TableReading, spoil: Spoil) -> TableReading:
    def turn(row: tuple[Sighting, ...], at: int) -> tuple[Sighting, ...]:
        return (*row[:at], replace(row[at], turned=not row[at].turned), *row[at + 1 :])

    return one_tile(reading, spoil, turn)


def _shifted_row(reading: TableReading, spoil: Spoil) -> TableReading:
    """Six tiles of a river lie a row further down, or up, than they do."""

    def shift(seat: SeatReading) -> SeatReading:
        rows = [seat.river[first : first + 6] for first in range(0, len(seat.river), 6)]
        if len(rows) < 2:
            return seat
        rows.insert(spoil.amount % len(rows), rows.pop(spoil.place % len(rows)))
        return replace(seat, river=tuple(tile for row in rows for tile in row))

    return at_seat(reading, spoil.seat, shift)


def _strayed(reading: TableReading, spoil: Spoil) -> TableReading:
    """A tile is taken for one of another zone, or of another seat's."""
    taken: list[Sighting] = []

    def take(row: tuple[Sighting, ...], at: int) -> tuple[Sighting, ...]:
        taken.append(row[at])
        return (*row[:at], *row[at + 1 :])

    def laid(own: SeatReading) -> SeatReading:
        match spoil.amount % 5:
            case 2:
                return replace(own, river=(*own.river, *taken))
            case 3:
                return replace(own, flowers=(*own.flowers, *taken))
            case _:
                return replace(own, melds=(*own.melds, SeenMeld(tuple(taken)))) if taken else own

    reading = one_tile(reading, spoil, take)
    match spoil.amount % 5:
        case 0:
            return replace(reading, loose=(*reading.loose, *taken))
        case 1:
            return replace(reading, dora_indicators=(*reading.dora_indicators, *taken))
        case _:
            return at_seat(reading, (spoil.seat + spoil.amount) % 4, laid)


def _rivers_swapped(reading: TableReading, spoil: Spoil) -> TableReading:
    turn = 1 + spoil.amount % 3
    rivers = [reading.seats[(seat + turn) % 4].river for seat in range(4)]
    first, second, third, fourth = (
        replace(seat, river=river) for seat, river in zip(reading.seats, rivers, strict=True)
    )
    return replace(reading, seats=(first, second, third, fourth))


def _bogus_meld(reading: TableReading, spoil: Spoil) -> TableReading:
    first = spoil.amount
    tiles = tuple(
        Sighting(face, CHANCES[spoil.place % len(CHANCES)], turned=place == spoil.place % 4)
        for place, face in enumerate(faces(first, 1 + spoil.place % 5))
    )
    down = (0, 3) if spoil.place % 3 == 0 and len(tiles) == 4 else ()
    tiles = tuple(Sighting(None, 0.0) if at in down else tile for at, tile in enumerate(tiles))
    return at_seat(
        reading, spoil.seat, lambda own: replace(own, melds=(*own.melds, SeenMeld(tiles, down))[:6])
    )


def _meld_lost(reading: TableReading, spoil: Spoil) -> TableReading:
    def lose(own: SeatReading) -> SeatReading:
        at = spoil.place % max(1, len(own.melds))
        return replace(own, melds=(*own.melds[:at], *own.melds[at + 1 :]))

    return at_seat(reading, spoil.seat, lose)


def _melds_mixed(reading: TableReading, spoil: Spoil) -> TableReading:
    """All sets of a seat as one heap, or in another order."""

    def mix(own: SeatReading) -> SeatReading:
        if spoil.amount % 2 or not own.melds:
            return replace(own, melds=own.melds[::-1])
        return replace(own, melds=(SeenMeld(tuple(tile for meld in own.melds for tile in meld.tiles)),))

    return at_seat(reading, spoil.seat, mix)


def _face_down(reading: TableReading, spoil: Spoil) -> TableReading:
    def cover(own: SeatReading) -> SeatReading:
        if not own.melds:
            return own
        at = spoil.place % len(own.melds)
        meld = own.melds[at]
        down = tuple(place for place in range(len(meld.tiles)) if spoil.amount >> place & 1)
        laid = tuple(Sighting(None, 0.0) if n in down else tile for n, tile in enumerate(meld.tiles))
        return replace(own, melds=(*own.melds[:at], SeenMeld(laid, down), *own.melds[at + 1 :]))

    return at_seat(reading, spoil.seat, cover)


def _laid_open(reading: TableReading, spoil: Spoil) -> TableReading:
    """A hand lies open that stands, or what is taken for one."""
    hand = tuple(Sighting(face, CHANCES[spoil.place % 6]) for face in faces(spoil.amount, spoil.place % 16))
    return at_seat(reading, spoil.seat, lambda own: replace(own, revealed=hand, standing=None))


def _standing_miscounted(reading: TableReading, spoil: Spoil) -> TableReading:
    def count(own: SeatReading) -> SeatReading:
        if own.standing is None or spoil.amount % 7 == 0:
            return replace(own, standing=None)
        return replace(own, standing=max(0, own.standing + (-3, -2, -1, 1, 1, 2, 5)[spoil.amount % 7]))

    return at_seat(reading, spoil.seat, count)


def _stack_misread(reading: TableReading, spoil: Spoil) -> TableReading:
    def misread(side: WallSide) -> WallSide:
        if not side.heights:
            return replace(side, heights=(2,) * (spoil.amount % 20))
        at = spoil.place % len(side.heights)
        height = (None, 0, 1, 2)[spoil.amount % 4]
        return replace(side, heights=(*side.heights[:at], height, *side.heights[at + 1 :]))

    return at_side(reading, spoil.seat, misread)


def _stacks_off_by_one(reading: TableReading, spoil: Spoil) -> TableReading:
    def off(side: WallSide) -> WallSide:
        match spoil.amount % 5:
            case 0:
                return replace(side, heights=side.heights[1:])
            case 1:
                return replace(side, heights=side.heights[:-1])
            case 2:
                return replace(side, heights=(2, *side.heights))
            case 3:
                return replace(side, heights=(*side.heights[1:], 0))
            case _:
                return WallSide()

    return at_side(reading, spoil.seat, off)


def _gap_misread(reading: TableReading, spoil: Spoil) -> TableReading:
    gap = None if spoil.amount % 6 == 0 else spoil.place % 20
    return at_side(reading, spoil.seat, lambda side: replace(side, gap_after=gap))


def _dice_misread(reading: TableReading, spoil: Spoil) -> TableReading:
    dice = list(reading.dice)
    pips = (None, 1, 2, 3, 4, 5, 6)[spoil.amount % 7]
    match spoil.place % 4:
        case 0 if dice:
            dice.pop(spoil.seat % len(dice))
        case 1:
            dice.append(SeenDie(pips, 0.9, (float(spoil.amount), 10.0)))
        case _ if dice:
            dice[spoil.seat % len(dice)] = SeenDie(pips, 0.6, (float(spoil.amount), 0.0))
    return replace(reading, dice=tuple(dice))


def _backs_as_indicators(reading: TableReading, spoil: Spoil) -> TableReading:
    """The backs of the wall are read as faces, all alike."""
    face = ALL_FACES[spoil.amount % len(ALL_FACES)]
    more = (Sighting(face, CHANCES[spoil.seat]),) * (1 + spoil.place % 8)
    return replace(reading, dora_indicators=(*reading.dora_indicators, *more))


def _hidden(reading: TableReading, spoil: Spoil) -> TableReading:
    zones = ORDERED_ZONES if spoil.amount % 9 == 0 else ORDERED_ZONES[spoil.place % 21 :][: 1 + spoil.seat]
    return replace(reading, hidden=reading.hidden | frozenset(zones))


def _sticks_misread(reading: TableReading, spoil: Spoil) -> TableReading:
    return at_seat(reading, spoil.seat, lambda own: replace(own, sticks=spoil.amount % 4))


def _empty_table(reading: TableReading, spoil: Spoil) -> TableReading:
    """Everything is overlooked, or everything of one seat."""
    if spoil.amount % 3 == 0:
        return TableReading()
    return at_seat(reading, spoil.seat, lambda own: SeatReading())


KINDS: dict[str, Callable[[TableReading, Spoil], TableReading]] = {
    "wrong face": _wrong_face,
    "unread": _unread,
    "missing": _missing,
    "doubled": _doubled,
    "turned": _turned,
    "shifted row": _shifted_row,
    "strayed": _strayed,
    "rivers swapped": _rivers_swapped,
    "bogus meld": _bogus_meld,
    "meld lost": _meld_lost,
    "melds mixed": _melds_mixed,
    "face down": _face_down,
    "laid open": _laid_open,
    "standing miscounted": _standing_miscounted,
    "stack misread": _stack_misread,
    "stacks off by one": _stacks_off_by_one,
    "gap misread": _gap_misread,
    "dice misread": _dice_misread,
    "backs as indicators": _backs_as_indicators,
    "hidden": _hidden,
    "sticks misread": _sticks_misread,
    "empty": _empty_table,
}
NAMES = tuple(KINDS)
