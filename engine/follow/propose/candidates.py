"""Which acts could explain the difference between what is expected and what is seen.

Only what the difference suggests is proposed: a tile too many in a river asks for a discard, a new set for a
claim, a shorter wall for a draw. How usual an act is, `engine.follow.weigh.likely_acts` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.follow.propose.faces import UNLIKELY
from engine.follow.propose.flower_acts import flowers_laid, newest, unseen_flowers
from engine.follow.propose.gaps import Gaps
from engine.follow.propose.moves import Run, tiles_short
from engine.follow.propose.opening import is_another_deal, opening_events, unseen_ends
from engine.follow.propose.set_acts import (
    acts_of_an_unseen_draw,
    further_wins,
    has_laid_kong,
    sets_laid,
    unseen_discards,
    wins,
)
from engine.table.apply import apply
from engine.table.events import (
    DeclaredReady,
    DoraRevealed,
    Event,
    Seat,
    TileDiscarded,
    TileDrawn,
    WallBroken,
)
from engine.table.play_order import seats_of
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import SeenTile, same_face


def proposals(
    state: GameState,
    seen: TableReading,
    predicted: TableReading,
    is_first: bool = False,
    gaps: Gaps | None = None,
) -> Iterator[Run]:
    """Every act, or few at once, worth trying on top of `state`. `predicted` is what is expected of it.
    `is_first`: whether this look has asked for no other act of a move yet. `gaps`: those of this table."""
    gaps = gaps or Gaps()
    if state.phase in ("dealing", "flowers", "playing") and is_another_deal(state, seen):
        yield from _another_deal(state, seen, gaps)
        return
    yield from _openings(state, seen, gaps)
    if state.phase == "ended":
        yield from ((won,) for won in further_wins(state, seen, predicted))
    if state.phase in ("flowers", "playing"):
        if is_first:
            yield from gaps.between(state, seen, predicted)
        yield from unseen_flowers(state, seen, predicted)
        yield from ((event,) for event in _playing(state, seen, predicted))
        yield from acts_of_an_unseen_draw(state, seen, predicted)
        if state.owes == "discard":
            yield from unseen_discards(state, seen, predicted)


def _another_deal(state: GameState, seen: TableReading, gaps: Gaps) -> Iterator[Run]:
    """The end that nobody saw, and all that has come of the next deal since, with each who may be East."""
    for ended in unseen_ends(state):
        yield ended
        then = state
        for event in ended:
            then = apply(then, event)
        for opening in opening_events(then, seen):
            yield (*ended, *opening)
            if isinstance(opening[-1], WallBroken):
                yield from gaps.taken_up(state, (*ended, *opening), seen)


def _openings(state: GameState, seen: TableReading, gaps: Gaps) -> Iterator[Run]:
    """What may have happened before the first move; after a break also all that lies there already."""
    for opening in opening_events(state, seen):
        yield opening
        if isinstance(opening[-1], WallBroken):
            yield from gaps.taken_up(state, opening, seen)


def _playing(state: GameState, seen: TableReading, predicted: TableReading) -> Iterator[Event]:
    yield from _draws(state)
    yield from _draws_by_others(state, seen, predicted)
    yield from _overlooked(state, seen, predicted)
    for seat in seats_of(state.rules):
        yield from _discards(state, seat, seen, predicted)
        yield from flowers_laid(state, seat, seen, predicted)
        yield from sets_laid(state, seat, seen, predicted)
        yield from wins(state, seat, seen, predicted)
    if len(seen.dora_indicators) > len(predicted.dora_indicators):
        indicator = newest(seen.dora_indicators, predicted.dora_indicators)
        yield DoraRevealed(indicator.tile)


def _draws(state: GameState) -> Iterator[Event]:
    """The draw that is due; or, by mistake, one from the other end."""
    seat, spare = state.turn, state.rules.replacement_end
    if state.owes == "draw":
        yield TileDrawn(seat, "live")
        yield TileDrawn(seat, spare)
    elif state.owes == "replacement" or tiles_short(state, seat) > 0:
        yield TileDrawn(seat, spare)
        yield TileDrawn(seat, "live")
    else:
        yield TileDrawn(seat, "live")


def _draws_by_others(state: GameState, seen: TableReading, predicted: TableReading) -> Iterator[Event]:
    """A draw by a seat that is not in turn, where its discard lies and it still holds as many as before."""
    for seat in seats_of(state.rules) if state.owes == "draw" else ():
        counted, held = seen.seats[seat].standing, predicted.seats[seat].standing
        has_discarded = len(seen.seats[seat].river) > len(predicted.seats[seat].river)
        is_counted = counted is not None and held is not None and counted >= held
        if seat != state.turn and has_discarded and is_counted:
            yield TileDrawn(seat, "live")


def _discards(state: GameState, seat: Seat, seen: TableReading, predicted: TableReading) -> Iterator[Event]:
    may_declare = state.rules.riichi and not state.seats[seat].is_ready
    if may_declare and seen.seats[seat].sticks:
        yield DeclaredReady(seat)
    zone = f"river:{seat}"
    river, known = seen.seats[seat].river, len(predicted.seats[seat].river)
    if not seen.is_visible(zone) or not river:
        return
    newest = river[known] if len(river) > known else river[-1]
    if len(river) <= known and not _differs(predicted.seats[seat].river, river):
        return
    if may_declare and newest.turned:
        yield DeclaredReady(seat)
    # Only a declaration lays a tile sideways; else it was laid carelessly, or its direction misread.
    is_turned = newest.turned and state.rules.riichi
    for tile in faces(newest):
        yield TileDiscarded(seat, tile, is_turned)
    if len(river) > known + 1 and not same_face(river[-1].tile, newest.tile):
        # One lies among the known ones that nobody can explain: the last is the newest all the same.
        yield TileDiscarded(seat, river[-1].tile, river[-1].turned and state.rules.riichi)


def _overlooked(state: GameState, seen: TableReading, predicted: TableReading) -> Iterator[Event]:
    """The discard that is due, not found where it must lie, because the game has gone on after it."""
    due = state.turn
    if state.owes != "discard" or len(seen.seats[due].river) > len(predicted.seats[due].river):
        return
    counted, held = seen.seats[due].standing, predicted.seats[due].standing
    if counted is not None and held is not None and counted >= held:
        return
    others = [seat for seat in seats_of(state.rules) if seat != due]
    is_discarded = any(_lies_one_more(state, seat, seen, predicted) for seat in others)
    # Before the first move flowers are exchanged: only the shorter hand tells that it was made.
    is_laid = counted is not None and any(
        len(seen.seats[seat].flowers) > len(predicted.seats[seat].flowers)
        or has_laid_kong(state, seat, seen, predicted)
        for seat in others
    )
    if is_discarded or is_laid:
        yield TileDiscarded(due, None)


def _lies_one_more(state: GameState, seat: Seat, seen: TableReading, predicted: TableReading) -> bool:
    """Whether a discard of `seat` lies there that was not told; a claimed one may lie there for a moment."""
    lying, told = seen.seats[seat].river, state.seats[seat].river
    taken = told[-1].tile if told and told[-1].claimed_by is not None else None
    is_taken = taken is not None and lying and same_face(lying[-1].tile, taken)
    return len(lying) > len(predicted.seats[seat].river) + bool(is_taken)


def _differs(predicted: Sequence[Sighting], seen: Sequence[Sighting]) -> bool:
    """Whether the last tile seen is another than the last expected, or one more of that face, those that
    nobody found aside: one may hide a missed one."""
    read, lie = ([each.tile for each in row if each.tile is not None] for row in (predicted, seen))
    if len(seen) > len(read) or not read or not same_face(read[-1], seen[-1].tile):
        return True
    known, lying = (sum(same_face(tile, seen[-1].tile) for tile in row) for row in (read, lie))
    return lying > known


def faces(seen: Sighting) -> tuple[SeenTile, ...]:
    """The faces worth trying for one tile seen, the likeliest first."""
    others = seen.alternatives[1:2]
    return (seen.tile, *(face for face, chance in others if chance >= UNLIKELY))
