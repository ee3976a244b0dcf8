"""Which events could explain the difference between what is expected and what is seen, and their price.

Only what the difference suggests is proposed: a tile too many in a river asks for a discard, a new set for a
claim, a shorter wall for a draw. The price (nats) says how unlikely the act is before looking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.follow.propose.faces import visible_faces
from engine.follow.propose.flower_acts import flowers_laid, newest, unseen_flowers
from engine.follow.propose.opening import opening_events
from engine.follow.propose.prices import (
    AGAINST_RULES,
    DRAWN,
    ELSEWHERE,
    LEFT_OWING,
    NOT_SEEN,
    OUT_OF_TURN,
    RARE,
    USUAL,
    Proposal,
    Proposals,
    one_too_many,
    out_of_turn,
    tiles_short,
)
from engine.follow.propose.set_acts import (
    acts_of_an_unseen_draw,
    further_wins,
    sets_laid,
    unseen_discards,
    wins,
)
from engine.table.events import (
    DeclaredReady,
    DoraRevealed,
    Event,
    FlowerDeclared,
    KongDeclared,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.play_order import seats_of
from engine.table.reading import Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import SeenTile, same_face

SECOND_FACE = 0.2
"""A face at least this likely is proposed beside the likeliest."""


def proposals(state: GameState, seen: TableReading, told: TableReading) -> Iterator[Proposals]:
    """Every event, or few at once, worth trying on top of `state`. `told` is what is expected of it."""
    yield from opening_events(state, seen, (state.dealer,))
    if state.phase == "ended":
        for won, price in further_wins(state, seen, told):
            yield (won,), price
    if state.phase in ("flowers", "playing"):
        yield from unseen_flowers(state, seen, told)
        owing = state.turn if state.owes != "draw" and tiles_short(state, state.turn) > 0 else None
        for event, price in _playing(state, seen, told):
            is_left_owing = owing is not None and _passes_over(event, owing)
            yield (event,), price + (LEFT_OWING if is_left_owing else 0.0)
        yield from acts_of_an_unseen_draw(state, seen, told)
        if state.owes == "discard":
            yield from unseen_discards(state, seen, told)


def _passes_over(event: Event, owing: Seat) -> bool:
    """Whether the game goes on with `event` although `owing` has not taken a replacement."""
    match event:
        case TileDrawn(seat) | FlowerDeclared(seat) | KongDeclared(seat):
            return seat != owing
        case DoraRevealed() | Won():
            return False
    return True


def _playing(state: GameState, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    yield from _draws(state)
    yield from _draws_by_others(state, seen, told)
    yield from _overlooked(state, seen, told)
    for seat in seats_of(state.rules):
        yield from _discards(state, seat, seen, told)
        yield from flowers_laid(state, seat, seen, told)
        yield from sets_laid(state, seat, seen, told)
        yield from wins(state, seat, seen, told)
    if len(seen.dora_indicators) > len(told.dora_indicators):
        indicator = newest(seen.dora_indicators, told.dora_indicators)
        # The first is turned up with the deal: seen together with a discard it came before.
        is_late = not state.dora_indicators and bool(state.discard_order)
        yield DoraRevealed(indicator.tile), USUAL + RARE * is_late


def _draws(state: GameState) -> Iterator[Proposal]:
    """The draw that is due; or, by mistake, one from the other end."""
    seat, spare = state.turn, state.rules.replacement_end
    if state.owes == "draw":
        yield TileDrawn(seat, "live"), DRAWN
        yield TileDrawn(seat, spare), ELSEWHERE
    elif state.owes == "replacement" or tiles_short(state, seat) > 0:
        yield TileDrawn(seat, spare), DRAWN
        yield TileDrawn(seat, "live"), ELSEWHERE
    else:
        yield TileDrawn(seat, "live"), AGAINST_RULES


def _draws_by_others(state: GameState, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    """A draw by a seat that is not in turn, where its discard lies and it still holds as many as before."""
    for seat in seats_of(state.rules) if state.owes == "draw" else ():
        counted, held = seen.seats[seat].standing, told.seats[seat].standing
        has_discarded = len(seen.seats[seat].river) > len(told.seats[seat].river)
        is_counted = counted is not None and held is not None and counted >= held
        if seat != state.turn and has_discarded and is_counted:
            yield TileDrawn(seat, "live"), OUT_OF_TURN


def _discards(state: GameState, seat: Seat, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    may_declare = state.rules.riichi and not state.seats[seat].is_ready
    if may_declare and seen.seats[seat].sticks:
        yield DeclaredReady(seat), USUAL + out_of_turn(state, seat)
    zone = f"river:{seat}"
    river, known = seen.seats[seat].river, len(told.seats[seat].river)
    if not seen.is_visible(zone) or not river:
        return
    newest = river[known] if len(river) > known else river[-1]
    if len(river) <= known and not _differs(told.seats[seat].river, river):
        return
    price = (USUAL if len(river) > known else RARE) + out_of_turn(state, seat)
    if may_declare and newest.turned:
        yield DeclaredReady(seat), price
    # Only a declaration lays a tile sideways; else it was laid carelessly, or its direction misread.
    is_turned = newest.turned and state.rules.riichi
    price += RARE * (may_declare and is_turned)
    held = visible_faces(told)
    for tile in faces(newest):
        yield TileDiscarded(seat, tile, is_turned), price + one_too_many(tile, held)
    if len(river) > known + 1 and not same_face(river[-1].tile, newest.tile):
        # One lies among the known ones that nobody can explain: the last is the newest all the same.
        yield TileDiscarded(seat, river[-1].tile, river[-1].turned and state.rules.riichi), price + RARE


def _overlooked(state: GameState, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    """The discard that is due, not found where it must lie, because the game has gone on after it."""
    due = state.turn
    if state.owes != "discard" or len(seen.seats[due].river) > len(told.seats[due].river):
        return
    counted, held = seen.seats[due].standing, told.seats[due].standing
    if counted is not None and held is not None and counted >= held:
        return
    if any(
        len(seen.seats[seat].river) > len(told.seats[seat].river)
        for seat in seats_of(state.rules)
        if seat != due
    ):
        yield TileDiscarded(due, None), NOT_SEEN


def _differs(told: Sequence[Sighting], seen: Sequence[Sighting]) -> bool:
    """Whether the last tile seen is another than the last expected: one may hide a missed one."""
    return not told or told[-1].tile is None or not same_face(told[-1].tile, seen[-1].tile)


def faces(seen: Sighting) -> tuple[SeenTile, ...]:
    """The faces worth trying for one tile seen, the likeliest first."""
    others = seen.alternatives[1:2]
    return (seen.tile, *(face for face, chance in others if chance >= SECOND_FACE))
