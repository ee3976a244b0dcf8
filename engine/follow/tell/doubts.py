"""Which faces of inferred events a person should be asked about: read unsurely, or a fifth of their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.follow.propose.faces import face_cost, probability
from engine.follow.tell.lasting import open_tiles
from engine.table.copies import copies, known_count
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DoraRevealed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    Won,
)
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import SeenTile, Tile, plain, tile_text

SURE = 0.8
"""A face read with less is put to a person."""
ONE_TOO_MANY = "one_too_many"
"""The reason of a doubt about a face of which more lie open than a set holds."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One face of the `event`th event of a run: the tile taken, what else it may be (face, probability), and
    whether more of it lie open than a set holds."""

    event: int
    tile: SeenTile
    alternatives: tuple[tuple[str, float], ...] = ()
    is_one_too_many: bool = False

    def to_json(self, event: int | None = None) -> dict[str, object]:
        """As JSON values; `event` counts anew within an entry."""
        told: dict[str, object] = {
            "event": self.event if event is None else event,
            "tile": tile_text(self.tile),
            "alternatives": [[face, round(chance, 3)] for face, chance in self.alternatives],
        }
        return told | ({"reason": ONE_TOO_MANY} if self.is_one_too_many else {})


def doubtful_faces(events: Iterable[Event], after: GameState, seen: TableReading) -> tuple[Doubt, ...]:
    """The doubts about `events`; `after` is the table after them, kongs that lie face down counted too, and
    open tiles that nobody could read as what they most likely are."""
    found: list[Doubt] = []
    maybe = Counter(plain(each.alternatives[0][0]) for each in open_tiles(seen) if _is_guessed(each))
    for number, event in enumerate(events):
        for tile, lying in _shown(event, seen, after):
            if tile is None:
                # What else lies there says nothing of a tile that nobody could read.
                lying = tuple(each for each in lying if each.tile is None)
            sighting = min(lying, key=lambda each: face_cost(tile, each), default=None)
            others = () if sighting is None else tuple(sighting.alternatives)
            likely = tile or next((face for face, _ in others), None)
            is_fifth = likely is not None and _count(likely, after, maybe) > copies(likely)
            is_unsure = sighting is not None and tile is not None and probability(tile, sighting) < SURE
            doubt = Doubt(number, tile, tuple(pair for pair in others if pair[0] != tile), is_fifth)
            if (is_fifth or is_unsure or tile is None) and doubt not in found:
                found.append(doubt)
    return tuple(found)


def _count(tile: Tile, after: GameState, maybe: Mapping[Tile, int]) -> int:
    """How many of a face lie open, those taken along that nobody could read but that most likely are it."""
    return known_count(after, plain(tile)) + maybe.get(plain(tile), 0)


def _is_guessed(sighting: Sighting) -> bool:
    """Whether no face of a tile was read surely enough to be told, but one is the likeliest."""
    return sighting.tile is None and bool(sighting.alternatives)


def too_many_alike(place: int, events: Sequence[Event], now: GameState) -> Iterator[Mapping[str, object]]:
    """The doubts, as JSON values, about faces of which more lie open `now` than a set holds; the first of
    `events` stands at `place` of its entry."""
    for doubt in doubtful_faces(events, now, TableReading()):
        if doubt.is_one_too_many:
            yield doubt.to_json(place + doubt.event)


def _shown(
    event: Event, seen: TableReading, after: GameState
) -> Iterator[tuple[SeenTile, tuple[Sighting, ...]]]:
    """Each tile an event shows, and the tiles seen where it lies."""
    match event:
        case TileDiscarded(seat, tile):
            river, told = seen.seats[seat].river, after.seats[seat].river
            # Where fewer lie than were told somebody may have taken it: then it lies in a set.
            is_taken = len(river) < sum(each.claimed_by is None for each in told)
            sets = [each for other in range(len(seen.seats)) for each in _melded(other, seen)]
            yield tile, (*river[-4:], *sets) if is_taken else river[-4:]
        case FlowerDeclared(seat, tile):
            yield tile, seen.seats[seat].flowers
        case ChowClaimed(seat, _, _, tiles) | PungClaimed(seat, _, _, tiles) | KongClaimed(seat, _, _, tiles):
            for tile in tiles:
                yield tile, _melded(seat, seen)
        case KongDeclared(seat, _, tile) if tile is not None:
            yield tile, _melded(seat, seen)
        case Won(seat, tile, _, hand):
            for each in (*hand, tile):
                yield each, seen.seats[seat].revealed or ()
        case DealDrawn(_, _, hands):
            for seat, hand in enumerate(hands or ()):
                for each in hand:
                    yield each, seen.seats[seat].revealed or ()
        case DoraRevealed(tile):
            yield tile, seen.dora_indicators
        case _:
            return


def _melded(seat: Seat, seen: TableReading) -> tuple[Sighting, ...]:
    return tuple(tile for meld in seen.seats[seat].melds for tile in meld.tiles)
