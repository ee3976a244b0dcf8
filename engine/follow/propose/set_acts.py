"""Sets and hands laid open - claims, kongs, wins - as explanations of what is seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.follow.propose.faces import face_cost, meld_cost
from engine.follow.propose.melds import (
    WORST_SET,
    alike_face,
    claims_of,
    likely_face,
    turned_index,
)
from engine.follow.propose.moves import Run
from engine.follow.propose.open_hands import may_be_over, may_win_on, nine_terminals
from engine.judge.faults import faults
from engine.scoring.shape import is_complete, shapes_of
from engine.table.apply import apply
from engine.table.events import DealDrawn, Event, KongDeclared, Seat, TileDiscarded, TileDrawn, Won
from engine.table.play_order import seats_of
from engine.table.reading import SeenMeld, Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import SeenTile, Tile, brother, is_red, same_face

SAME_SET = 2.5
"""Below this (nats) a set seen is taken for the set expected there."""


def sets_laid(state: GameState, seat: Seat, seen: TableReading, predicted: TableReading) -> Iterator[Event]:
    """Claims and kongs that the new sets before `seat` may be."""
    is_taken = _is_taken_up(state, seen, predicted)
    for meld in new_melds(seat, seen, predicted):
        yield from _claims(state, seat, meld, is_taken)
        yield from kongs_of(state, seat, meld)


def new_melds(seat: Seat, seen: TableReading, predicted: TableReading) -> list[SeenMeld]:
    """The sets lying before `seat` that are not expected there."""
    if not seen.is_visible(f"melds:{seat}"):
        return []
    left = list(predicted.seats[seat].melds)
    fresh = []
    for meld in seen.seats[seat].melds:
        known = min(left, key=lambda each: meld_cost(each, meld), default=None)
        if known is not None and (meld_cost(known, meld) < SAME_SET or _is_part_of(meld, known)):
            left.remove(known)
        else:
            fresh.append(meld)
    return (
        fresh if len(seen.seats[seat].melds) > len(predicted.seats[seat].melds) or _grown(fresh, left) else []
    )


def _is_part_of(meld: SeenMeld, known: SeenMeld) -> bool:
    """Whether two tiles seen are what is left of a known set of which one tile is overlooked."""
    faces = [each.tile for each in known.tiles]
    return len(meld.tiles) == 2 and len(faces) == 3 and all(each.tile in faces for each in meld.tiles)


def _grown(fresh: Iterable[SeenMeld], left: Iterable[SeenMeld]) -> bool:
    return any(len(meld.tiles) == 4 for meld in fresh) and any(len(meld.tiles) == 3 for meld in left)


def _is_taken_up(state: GameState, seen: TableReading, predicted: TableReading) -> bool:
    """Whether the newest discard does not lie there any more."""
    giver = state.last_discard
    return giver is not None and len(seen.seats[giver].river) < len(predicted.seats[giver].river)


def _lacks_claimed(meld: SeenMeld) -> bool:
    """Whether only the owner's own two tiles show: he may be laying it still, the tile claimed comes last."""
    return sum(tile.tile is not None or bool(tile.alternatives) for tile in meld.tiles) < 3


def _claims(state: GameState, seat: Seat, meld: SeenMeld, is_taken: bool = False) -> Iterator[Event]:
    """Claims of the newest discard; when it `is_taken` up, the set shows once more which tile it was."""
    if meld.face_down or (_lacks_claimed(meld) and not is_taken):
        return
    giver = state.last_discard
    if giver is None or giver == seat or not state.seats[giver].river:
        return
    given = state.seats[giver].river[-1].tile
    place = turned_index(meld)
    shown = alike_face(meld) if place is None else meld.tiles[place].tile
    is_another = (
        is_taken and shown is not None and not any(same_face(each.tile, given) for each in meld.tiles)
    )
    for tile in [given, shown] if is_another else [given, *_brother_shown(meld, place, given)]:
        yield from claims_of(state.rules, meld, seat, giver, tile)


def _brother_shown(meld: SeenMeld, place: int | None, given: SeenTile) -> Iterator[Tile]:
    """The red or plain brother of the discard, where the set shows it instead: one of the two is misread."""
    other = brother(given)
    if other is None or given is None:
        return
    shown = [each.tile for each in meld.tiles] if place is None else [meld.tiles[place].tile]
    if (place is not None or is_red(given)) and other in shown and given not in shown:
        yield other


def unseen_discards(state: GameState, seen: TableReading, predicted: TableReading) -> Iterator[Run]:
    """A discard claimed before anybody saw it lie: the claim or win tells it. It may be of the next player,
    when the one that is due was not found either and its player holds less."""
    yield from _claimed_unseen(state, (), seen, predicted)
    due = state.turn
    counted, held = seen.seats[due].standing, predicted.seats[due].standing
    is_found = len(seen.seats[due].river) > len(predicted.seats[due].river)
    is_less = counted is not None and held is not None and counted < held
    if state.owes == "discard" and is_less and not is_found:
        first = TileDiscarded(due, None)
        after = apply(state, first)
        drawn = TileDrawn(after.turn, "live")
        yield from _claimed_unseen(apply(after, drawn), (first, drawn), seen, predicted)


def _claimed_unseen(
    state: GameState, before: Run, seen: TableReading, predicted: TableReading
) -> Iterator[Run]:
    """The discard that is due in `state`, after the acts `before`, and who claims it or wins on it."""
    giver = state.turn
    for seat in seats_of(state.rules):
        if seat == giver:
            continue
        for meld in new_melds(seat, seen, predicted):
            if _lacks_claimed(meld):
                continue
            place = turned_index(meld)
            tile = alike_face(meld) if place is None else meld.tiles[place].tile
            discard = TileDiscarded(giver, tile)
            for claim in _claims(apply(state, discard), seat, meld):
                yield (*before, discard, claim)
        hand = seen.seats[seat].revealed
        is_whole = hand is not None and len(hand) + 3 * len(state.seats[seat].melds) >= 14
        if (
            hand
            and is_whole
            and seen.is_visible(f"standing:{seat}")
            and predicted.seats[seat].revealed is None
        ):
            tile = winning_sighting(hand).tile
            won = Won(seat, tile, giver, without(hand, tile))
            yield (*before, TileDiscarded(giver, tile), won)


def acts_of_an_unseen_draw(state: GameState, seen: TableReading, predicted: TableReading) -> Iterator[Run]:
    """A draw that the wall does not show, told by what only one's own move can be: a kong, a win.

    By itself the draw would only make the wall agree less, so that nobody would think of what follows it."""
    seat = state.turn
    if state.owes != "draw":
        return
    drawn = TileDrawn(seat, "live")
    after = apply(state, drawn)
    for meld in new_melds(seat, seen, predicted):
        for kong in kongs_of(after, seat, meld):
            yield (drawn, kong)
    for won in wins(after, seat, seen, predicted):
        if isinstance(won, DealDrawn) or (isinstance(won, Won) and won.giver is None):
            yield (drawn, won)


def has_laid_kong(state: GameState, seat: Seat, seen: TableReading, predicted: TableReading) -> bool:
    """Whether `seat` shows a new kong of its own, which it may lay only when it has drawn."""
    return any(True for meld in new_melds(seat, seen, predicted) for _ in kongs_of(state, seat, meld))


def kongs_of(state: GameState, seat: Seat, meld: SeenMeld) -> Iterator[Event]:
    """The kongs in its own move that a set before `seat` may be."""
    if len(meld.tiles) == 3 and meld.face_down:
        # No other set lies face down: one tile of a concealed kong is overlooked.
        yield KongDeclared(seat, "concealed", alike_face(meld))
    if len(meld.tiles) != 4:
        return
    face = alike_face(meld)
    shown = [each for place, each in enumerate(meld.tiles) if place not in meld.face_down]
    if sum(face_cost(face, each) for each in shown) > WORST_SET:
        # Four tiles of a hand being laid open are no kong.
        return
    pungs = [own for own in state.seats[seat].melds if own.kind == "pung"]
    grown = next((own for own in pungs if same_face(own.tiles[0], face)), None)
    if meld.face_down:
        # Beside a pung of its own the kong shows no tile yet.
        yield KongDeclared(seat, "concealed", face if grown is None else None)
        return
    if grown is not None and face is not None:
        yield KongDeclared(seat, "promoted", _fourth(meld, face, grown.tiles))
    elif turned_index(meld) is None:
        yield KongDeclared(seat, "concealed", face)


def _fourth(meld: SeenMeld, face: Tile, known: Sequence[SeenTile]) -> SeenTile:
    """The tile that was added to a pung: the one of four that is not known, perhaps the red one."""
    left = [likely_face(each, face) for each in meld.tiles]
    for tile in known:
        if tile in left:
            left.remove(tile)
    return left[0]


def wins(state: GameState, seat: Seat, seen: TableReading, predicted: TableReading) -> Iterator[Event]:
    """What a hand that `seat` laid open tells: a win, or a draw it calls."""
    hand = seen.seats[seat].revealed
    if not hand or not seen.is_visible(f"standing:{seat}") or predicted.seats[seat].revealed is not None:
        return
    is_few = _is_few(state, seat, seen)
    yield from _wins_on_a_discard(state, seat, hand, is_few, _is_taken_up(state, seen, predicted))
    kong = state.kong
    if state.owes == "replacement" and kong is not None and kong.seat != seat and kong.tile is not None:
        # The fourth tile went to the winner's hand (S004-62).
        yield Won(seat, kong.tile, kong.seat, _held(hand, kong.tile, is_few))
    if is_few and may_be_over(state):
        return
    called = nine_terminals(state, seat, seen)
    if called is not None:
        yield called
        return
    last = winning_sighting(hand)
    held = without(hand, last.tile)
    if len(hand) + 1 == predicted.seats[seat].standing:
        yield Won(seat, last.tile, None, (*held, None))  # one of it is overlooked
    yield Won(seat, last.tile, None, held)


def _wins_on_a_discard(
    state: GameState, seat: Seat, hand: Sequence[Sighting], is_few: bool, is_taken: bool
) -> Iterator[Event]:
    """Wins on the newest discard. `is_few`: the hand is without a tile; `is_taken`: the discard is gone from
    its river."""
    giver = state.last_discard
    if giver is None or giver == seat or not state.seats[giver].river:
        return
    tile, last = state.seats[giver].river[-1].tile, winning_sighting(hand)
    is_added = last.turned and same_face(last.tile, tile) and is_taken
    # After the last discard of all a ready hand is shown, which is no win (S001-67).
    is_only_shown = is_few and may_be_over(state) and not may_win_on(state, seat, hand, tile)
    if not is_only_shown:
        # A hand with too few beside which the tile won lies already: one of it is overlooked.
        held = (*without(hand, tile), None) if is_few and is_added else _held(hand, tile, is_few)
        yield Won(seat, tile, giver, held)
    is_another = is_taken and not is_few and not same_face(last.tile, tile)
    if last.turned and last.tile is not None and is_another:
        yield Won(seat, last.tile, giver, without(hand, last.tile))


def _held(hand: Sequence[Sighting], tile: SeenTile, is_few: bool) -> tuple[SeenTile, ...]:
    """The hand without the tile won, of which it may be without already."""
    return tuple(each.tile for each in hand) if is_few else without(hand, tile)


def further_wins(state: GameState, seen: TableReading, predicted: TableReading) -> Iterator[Event]:
    """More wins on the tile that was won on, where not only the nearest may take it (S001-29, X-01)."""
    giver, tile = _won_on(state)
    if giver is None or state.rules.several_winners == "nearest":
        return
    for seat in seats_of(state.rules):
        hand = seen.seats[seat].revealed
        is_known = seat == giver or seat in state.winners or predicted.seats[seat].revealed is not None
        if not hand or is_known or not seen.is_visible(f"standing:{seat}"):
            continue
        held = _held(hand, tile, _is_few(state, seat, seen))
        won = Won(seat, tile, giver, held)
        is_finished = is_complete((*held, tile), len(state.seats[seat].melds), shapes_of(state.rules))
        # People show hands out of curiosity too: only one that may win has won.
        if is_finished and not any(faults(state, won)):
            yield won


def _won_on(state: GameState) -> tuple[Seat | None, SeenTile]:
    """Who gave the tile that was won on, and the tile; (None, None) when nobody did."""
    giver, kong = state.last_discard, state.kong
    if giver is None and kong is not None and state.ended_by == "won":
        return kong.seat, kong.tile
    if giver is None or state.seats[giver].river[-1].claimed_by not in state.winners:
        return None, None
    return giver, state.seats[giver].river[-1].tile


def _is_few(state: GameState, seat: Seat, seen: TableReading) -> bool:
    """Whether the open hand is without the winning tile, which may still lie where it was discarded."""
    return len(seen.seats[seat].revealed or ()) + 3 * len(state.seats[seat].melds) < 14


def winning_sighting(hand: Sequence[Sighting]) -> Sighting:
    """The tile laid turned or, in default of one, last: that is how winners show it (S004-70)."""
    return next((tile for tile in hand if tile.turned), hand[-1])


def without(hand: Sequence[Sighting], tile: SeenTile) -> tuple[SeenTile, ...]:
    """The faces of an open hand less the winning one: the turned or last tile if it agrees, else another."""
    marked = next((place for place, each in enumerate(hand) if each.turned), len(hand) - 1)
    places = [marked, *reversed(range(len(hand)))]
    gone = next((place for place in places if same_face(hand[place].tile, tile)), marked)
    return tuple(each.tile for place, each in enumerate(hand) if place != gone)
