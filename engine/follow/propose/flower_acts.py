"""Flowers laid before a seat, found or not, as explanations of what is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.follow.propose.faces import SURELY_READ
from engine.follow.propose.moves import Run, is_before_first_move
from engine.ruleset import Ruleset
from engine.table.apply import apply
from engine.table.events import FlowerDeclared, Seat, TileDrawn
from engine.table.play_order import seats_of
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState, Wall
from engine.table.tile_set import NORTH, bonus_count, bonus_tiles, is_bonus
from engine.tiles import SeenTile


def flowers_laid(
    state: GameState, seat: Seat, seen: TableReading, predicted: TableReading
) -> Iterator[FlowerDeclared]:
    """The flower that a reading shows beside `seat` and the state does not, once for each face it may be.
    What surely reads as no flower is none: only what else is seen may tell that one lies there."""
    lying, known = _may_be_laid(state.rules, seen.seats[seat].flowers), predicted.seats[seat].flowers
    if not bonus_tiles(state.rules) or not seen.is_visible(f"flowers:{seat}") or not lying:
        return
    fresh = not_known(lying, known)
    is_one_more = len(lying) > sum(other.tile is not None for other in known)
    if not is_one_more and not any(each.tile for each in fresh):
        return
    rows = [[face for face, _ in each.alternatives if is_bonus(state.rules, face)] for each in fresh]
    shown = dict.fromkeys(face for row in rows for face in row)
    faces_shown: list[SeenTile] = [*shown] or ([] if _are_all_laid(state) else [None])
    for face in faces_shown:
        yield FlowerDeclared(seat, face)


def unseen_flowers(state: GameState, seen: TableReading, predicted: TableReading) -> Iterator[Run]:
    """A flower that nobody found, whose row is one shorter; or with its replacement, which is gone from the
    end it comes from."""
    if not bonus_tiles(state.rules) or state.owes != "discard" or _is_higher(seen, predicted):
        return
    if _are_all_laid(state):
        return
    is_exchange = _is_exchange(state)
    # Where one face only is ever laid out, nobody need have read it.
    face = NORTH if bonus_tiles(state.rules) == (NORTH,) else None
    for seat in seats_of(state.rules) if is_exchange else (state.turn,):
        if len(_may_be_laid(state.rules, seen.seats[seat].flowers)) > len(predicted.seats[seat].flowers):
            continue
        counted, held = seen.seats[seat].standing, predicted.seats[seat].standing
        if counted is not None and held is not None and counted == held - 1:
            yield (FlowerDeclared(seat, face),)
        replaced = TileDrawn(seat, state.rules.replacement_end)
        # Later one flower is laid at a time: a stack that is gone whole was overlooked.
        if _is_gone(state.wall, apply(state, replaced).wall, seen, exactly=not is_exchange):
            yield (FlowerDeclared(seat, face), replaced)


def _is_exchange(state: GameState) -> bool:
    """Whether every seat lays its flowers now; Norths are laid in the own move only."""
    return is_before_first_move(state) and not state.rules.north_bonus


def _are_all_laid(state: GameState) -> bool:
    return sum(len(seat.flowers) for seat in state.seats) >= bonus_count(state.rules)


def _is_higher(seen: TableReading, predicted: TableReading) -> bool:
    """Whether some stack stands that should be lower: then not all that was drawn is gone."""
    return any(
        ours is not None and theirs is not None and theirs > ours
        for side, other in zip(predicted.walls, seen.walls, strict=True)
        for ours, theirs in zip(side.heights, other.heights, strict=False)
    )


def _is_gone(before: Wall, after: Wall, seen: TableReading, exactly: bool) -> bool:
    """Whether a tile that `after` has less than `before` is not seen where it stood; `exactly`: and what lay
    below it is."""
    return any(
        height != now
        and place < len(side.heights)
        and side.heights[place] in range(now if exactly else 0, now + 1)
        for side, old, new in zip(seen.walls, before.heights, after.heights, strict=False)
        for place, (height, now) in enumerate(zip(old, new, strict=True))
    )


def _may_be_laid(rules: Ruleset, lying: Sequence[Sighting]) -> list[Sighting]:
    """The tiles that may be flowers: not those that surely read as a face that is never laid out."""
    return [
        each
        for each in lying
        if each.tile is None or is_bonus(rules, each.tile) or each.confidence < SURELY_READ
    ]


def not_known(lying: Sequence[Sighting], known: Sequence[Sighting]) -> list[Sighting]:
    """The tiles, whose order means nothing, that are not among those known."""
    left, fresh = [each.tile for each in known], []
    for each in lying:
        if each.tile in left:
            left.remove(each.tile)
        else:
            fresh.append(each)
    return fresh


def newest(lying: Sequence[Sighting], known: Sequence[Sighting]) -> Sighting:
    """Of tiles whose order means nothing, one that is not known yet; the last when all are."""
    return next(iter(not_known(lying, known)), lying[-1])
