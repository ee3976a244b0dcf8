"""Hands laid open at a draw: who shows that he was ready (S001-67), who shows nine terminals and honours.

They look like a win's, with which they must not be taken for one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.follow.propose.faces import POSSIBLE, SURELY_READ
from engine.judge.draws import due_draw, has_cause
from engine.judge.faults_play import wall_is_empty
from engine.scoring.shape import is_complete, shapes_of
from engine.scoring.worth import winning_waits
from engine.table.events import DealDrawn, Seat
from engine.table.play_order import seats_of
from engine.table.reading import Sighting, TableReading
from engine.table.seating import with_hands_shown
from engine.table.state import GameState
from engine.tiles import SeenTile, is_flower, is_terminal_or_honour, plain

NINE = 9
NOTHING: tuple[SeenTile, ...] = ()


def hands_shown(state: GameState, seen: TableReading) -> tuple[tuple[SeenTile, ...], ...]:
    """The ready hands that lie open, by seat, without their sets; an empty one where none does.

    Ready by shape alone or, at tables that ask for it, worth enough (S001-68, S001-69). A hand with a tile
    too many or too few, or one that was not read, shows nothing yet."""
    return tuple(_shown(state, seat, seen) for seat in seats_of(state.rules))


def _shown(state: GameState, seat: Seat, seen: TableReading) -> tuple[SeenTile, ...]:
    hand = seen.seats[seat].revealed
    if hand is None or len(hand) + 3 * len(state.seats[seat].melds) != 13:
        return NOTHING
    tiles = tuple(each.tile for each in hand)
    if any(tile is None or is_flower(tile) for tile in tiles):
        return NOTHING
    return tiles if _is_ready(state, seat, tiles) else NOTHING


def hands_unread(state: GameState, seen: TableReading) -> tuple[Seat, ...]:
    """The seats whose open hand may be ready, but a tile of it was not read, was read in doubt, or was not
    found."""
    return tuple(seat for seat in seats_of(state.rules) if _may_be_ready(state, seat, seen))


def _may_be_ready(state: GameState, seat: Seat, seen: TableReading) -> bool:
    hand = seen.seats[seat].revealed
    if hand is None or _shown(state, seat, seen):
        return False
    missing = 13 - len(hand) - 3 * len(state.seats[seat].melds)
    if missing:
        return missing == 1
    if any(each.tile is None or is_flower(each.tile) for each in hand):
        return True
    return any(_is_ready(state, seat, way) for way in _other_ways(hand))


def _is_ready(state: GameState, seat: Seat, tiles: tuple[SeenTile, ...]) -> bool:
    by_seat = tuple(tiles if each == seat else NOTHING for each in seats_of(state.rules))
    return bool(winning_waits(with_hands_shown(state, by_seat), seat))


def nine_terminals(state: GameState, seat: Seat, seen: TableReading) -> DealDrawn | None:
    """The draw that `seat` calls by laying its first fourteen tiles open, where the rules have it."""
    hand = seen.seats[seat].revealed
    may_call = "nine_terminals" in state.rules.abortive_draws and has_cause(state, "nine_terminals")
    if hand is None or len(hand) != 14 or not may_call or state.turn != seat or state.owes != "discard":
        return None
    tiles = tuple(each.tile for each in hand)
    kinds = {plain(tile) for tile in tiles if tile is not None and is_terminal_or_honour(tile)}
    if len(kinds) < NINE or is_complete(tiles, 0, shapes_of(state.rules)):
        return None
    return DealDrawn(
        "nine_terminals", None, tuple(tiles if each == seat else NOTHING for each in seats_of(state.rules))
    )


def may_be_over(state: GameState) -> bool:
    """Whether the deal ends here unless the newest discard is claimed: hands may be shown then."""
    return wall_is_empty(state) or due_draw(state) is not None


def may_win_on(state: GameState, seat: Seat, hand: Sequence[Sighting], tile: SeenTile) -> bool:
    """Whether an open hand without the winning tile may be complete with `tile`: as it reads, or with one
    doubtful face read otherwise."""
    melds, shapes = len(state.seats[seat].melds), shapes_of(state.rules)
    ways = [tuple(each.tile for each in hand), *_other_ways(hand)]
    whole = [[each for each in (*way, tile) if each is not None and not is_flower(each)] for way in ways]
    return any(len(way) == len(hand) + 1 and is_complete(way, melds, shapes) for way in whole)


def _other_ways(hand: Sequence[Sighting]) -> Iterator[tuple[SeenTile, ...]]:
    """The tiles of a hand with one doubtful face read otherwise."""
    read = tuple(each.tile for each in hand)
    for place, each in enumerate(hand):
        if each.tile is None or each.confidence < SURELY_READ:
            others = (face for face, share in each.alternatives if share >= POSSIBLE)
            yield from ((*read[:place], face, *read[place + 1 :]) for face in others)
