"""Which events could explain the difference between what is expected and what is seen, and their price.

Only what the difference suggests is proposed: a tile too many in a river asks for a discard, a new set for a
claim, a shorter wall for a draw. The price (nats) says how unlikely the act is before looking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.apply import apply
from engine.events import (
    SEATS,
    ChowClaimed,
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
from engine.infer_doubts import copies, visible_faces
from engine.infer_fit import face_cost, meld_cost
from engine.infer_melds import WORST_SET, alike_face, claims_of, giver_by_turned, likely_face, turned_index
from engine.infer_opening import opening_events
from engine.reading import SeenMeld, Sighting, TableReading
from engine.state import GameState
from engine.tiles import SeenTile, Tile, is_flower, plain, same_face

Proposal = tuple[Event, float]
USUAL, DRAWN, RARE, NOT_SEEN, ELSEWHERE, AGAINST_RULES = 0.4, 0.2, 1.5, 2.5, 2.4, 5.0
"""Prices: an ordinary act; a draw; a rare one; a discard claimed before it was seen; a draw from the wrong
end; an act that the rules do not allow now."""
OUT_OF_TURN = 5.6
"""The price of a draw by a seat that is not in turn: a discard nobody found is likelier."""
LEFT_OWING = 3.0
"""The price of going on while a replacement is due."""
MISREAD = 2.0
"""The price of a discard having been another face than was told, when a claim shows it once more."""
TOO_FEW_SHOWN = 8.0
"""The price of a self-drawn win with fewer than fourteen tiles to show."""
SAME_SET = 2.5
"""Below this price a set seen is taken for the set expected there."""
ONE_TOO_MANY = 2.5
SURELY = 0.85
"""A face at least this likely is hardly a flower of a set we do not know."""
SECOND_FACE = 0.2
"""A face at least this likely is proposed beside the likeliest."""


def proposals(
    state: GameState, seen: TableReading, told: TableReading, dealers: Sequence[Seat]
) -> Iterator[tuple[tuple[Event, ...], float]]:
    """Every event, or few at once, worth trying on top of `state`. `told` is what is expected of it,
    `dealers` are the seats that may be East."""
    for event, price in opening_events(state, seen, dealers):
        yield (event,), price
    if state.phase in ("flowers", "playing"):
        owing = state.turn if state.owes != "draw" and tiles_short(state, state.turn) > 0 else None
        for event, price in _playing(state, seen, told):
            is_left_owing = owing is not None and _passes_over(event, owing)
            yield (event,), price + (LEFT_OWING if is_left_owing else 0.0)
        if state.owes == "discard":
            yield from _unseen_discards(state, seen, told)


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
    yield from _draws_out_of_turn(state, seen, told)
    yield from _overlooked(state, seen, told)
    for seat in SEATS:
        yield from _discards(state, seat, seen, told)
        yield from _flowers(state, seat, seen, told)
        for meld in new_melds(seat, seen, told):
            yield from _claims(state, seat, meld, _is_taken_up(state, seen, told))
            yield from _kongs(state, seat, meld)
        yield from _wins(state, seat, seen, told)
    if len(seen.dora_indicators) > len(told.dora_indicators):
        indicator = _newest(seen.dora_indicators, told.dora_indicators)
        yield DoraRevealed(indicator.tile), USUAL


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


def _draws_out_of_turn(state: GameState, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    """A draw by a seat that is not in turn, where its discard lies and it still holds as many as before."""
    for seat in SEATS if state.owes == "draw" else ():
        counted, held = seen.seats[seat].standing, told.seats[seat].standing
        has_discarded = len(seen.seats[seat].river) > len(told.seats[seat].river)
        is_counted = counted is not None and held is not None and counted >= held
        if seat != state.turn and has_discarded and is_counted:
            yield TileDrawn(seat, "live"), OUT_OF_TURN


def tiles_short(state: GameState, seat: Seat) -> int:
    """How many replacements a seat has not taken yet, in its own move (S004-99..101)."""
    own = state.seats[seat]
    if own.is_dead_hand or not (own.flowers or any(len(meld.tiles) == 4 for meld in own.melds)):
        # Nothing is owed: who holds too few has drawn too few.
        return 0
    full = 13 if is_before_first_move(state) and seat != state.dealer else 14
    return full - len(own.standing) - 3 * len(own.melds)


def is_before_first_move(state: GameState) -> bool:
    """Whether the dealer has still to make the first move: flowers are exchanged now (S004-43)."""
    return not any(seat.river or seat.melds for seat in state.seats)


def _out_of_turn(state: GameState, seat: Seat) -> float:
    """The price of `seat` acting in its own move when it is not, or has not drawn."""
    if seat == state.turn and state.owes in ("discard", "replacement"):
        return 0.0
    return 0.0 if is_before_first_move(state) and seat == state.dealer else AGAINST_RULES


def _discards(state: GameState, seat: Seat, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    may_declare = state.rules.riichi and not state.seats[seat].is_ready
    if may_declare and seen.seats[seat].sticks:
        yield DeclaredReady(seat), USUAL + _out_of_turn(state, seat)
    zone = f"river:{seat}"
    river, known = seen.seats[seat].river, len(told.seats[seat].river)
    if not seen.is_visible(zone) or not river:
        return
    newest = river[known] if len(river) > known else river[-1]
    if len(river) <= known and not _differs(told.seats[seat].river, river):
        return
    price = (USUAL if len(river) > known else RARE) + _out_of_turn(state, seat)
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
    if any(len(seen.seats[seat].river) > len(told.seats[seat].river) for seat in SEATS if seat != due):
        yield TileDiscarded(due, None), NOT_SEEN


def _differs(told: Sequence[Sighting], seen: Sequence[Sighting]) -> bool:
    """Whether the last tile seen is another than the last expected: one may hide a missed one."""
    return not told or told[-1].tile is None or not same_face(told[-1].tile, seen[-1].tile)


def faces(seen: Sighting) -> tuple[SeenTile, ...]:
    """The faces worth trying for one tile seen, the likeliest first."""
    others = seen.alternatives[1:2]
    return (seen.tile, *(face for face, chance in others if chance >= SECOND_FACE))


def _flowers(state: GameState, seat: Seat, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    lying, known = seen.seats[seat].flowers, told.seats[seat].flowers
    if state.rules.flowers == "off" or not seen.is_visible(f"flowers:{seat}") or not lying:
        return
    each = _newest(lying, known)
    is_one_more = len(lying) > len(known)
    if not is_one_more and (each.tile is None or any(each.tile == other.tile for other in known)):
        return
    held = visible_faces(told)
    shown = [face for face, _ in each.alternatives if is_flower(face)]
    strange = 0.0 if shown or each.tile is None else RARE + AGAINST_RULES * (each.confidence >= SURELY)
    faces_shown: list[SeenTile] = [*shown] or [None]
    for face in faces_shown:
        price = USUAL + strange + one_too_many(face, held) + (0.0 if is_one_more else RARE)
        yield FlowerDeclared(seat, face), price + _flower_price(state, seat)


def _newest(lying: Sequence[Sighting], known: Sequence[Sighting]) -> Sighting:
    """Of tiles whose order means nothing, one that is not known yet."""
    left = [each.tile for each in known]
    for each in lying:
        if each.tile not in left:
            return each
        left.remove(each.tile)
    return lying[-1]


def one_too_many(tile: SeenTile, held: Counter[Tile]) -> float:
    """The price of a face of which a set holds no more than lie open already: more likely misread."""
    return ONE_TOO_MANY if tile is not None and held[plain(tile)] >= copies(tile) else 0.0


def _flower_price(state: GameState, seat: Seat) -> float:
    """Several flowers are laid before their replacements are taken; at first by every seat."""
    if is_before_first_move(state) or (seat == state.turn and state.owes in ("discard", "replacement")):
        return 0.0
    return AGAINST_RULES


def new_melds(seat: Seat, seen: TableReading, told: TableReading) -> list[SeenMeld]:
    """The sets lying before `seat` that are not expected there."""
    if not seen.is_visible(f"melds:{seat}"):
        return []
    left = list(told.seats[seat].melds)
    fresh = []
    for meld in seen.seats[seat].melds:
        known = min(left, key=lambda each: meld_cost(each, meld), default=None)
        if known is not None and (meld_cost(known, meld) < SAME_SET or _is_part_of(meld, known)):
            left.remove(known)
        else:
            fresh.append(meld)
    return fresh if len(seen.seats[seat].melds) > len(told.seats[seat].melds) or _grown(fresh, left) else []


def _is_part_of(meld: SeenMeld, known: SeenMeld) -> bool:
    """Whether two tiles seen are what is left of a known set of which one tile is overlooked."""
    faces = [each.tile for each in known.tiles]
    return len(meld.tiles) == 2 and len(faces) == 3 and all(each.tile in faces for each in meld.tiles)


def _grown(fresh: Iterable[SeenMeld], left: Iterable[SeenMeld]) -> bool:
    return any(len(meld.tiles) == 4 for meld in fresh) and any(len(meld.tiles) == 3 for meld in left)


def _is_taken_up(state: GameState, seen: TableReading, told: TableReading) -> bool:
    """Whether the newest discard does not lie there any more."""
    giver = state.last_discard
    return giver is not None and len(seen.seats[giver].river) < len(told.seats[giver].river)


def _lacks_claimed(meld: SeenMeld) -> bool:
    """Whether only the owner's own two tiles show: he may be laying it still, the tile claimed comes last."""
    return sum(tile.tile is not None or bool(tile.alternatives) for tile in meld.tiles) < 3


def _claims(state: GameState, seat: Seat, meld: SeenMeld, is_taken: bool = False) -> Iterator[Proposal]:
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
    tiles = [given, shown] if is_another else [given]
    for tile in tiles:
        for claim in claims_of(meld, seat, giver, tile):
            is_far_chow = isinstance(claim, ChowClaimed) and giver != (seat - 1) % 4
            yield claim, USUAL + AGAINST_RULES * is_far_chow + MISREAD * (tile != given)


def _unseen_discards(
    state: GameState, seen: TableReading, told: TableReading
) -> Iterator[tuple[tuple[Event, ...], float]]:
    """A discard claimed before anybody saw it lie: the claim or win tells it."""
    giver = state.turn
    for seat in SEATS:
        if seat == giver:
            continue
        for meld in new_melds(seat, seen, told):
            if _lacks_claimed(meld):
                continue
            place = turned_index(meld)
            tile = alike_face(meld) if place is None else meld.tiles[place].tile
            discard = TileDiscarded(giver, tile)
            for claim, price in _claims(apply(state, discard), seat, meld):
                is_told = giver_by_turned(meld, seat) in (None, giver) or isinstance(claim, ChowClaimed)
                yield (discard, claim), NOT_SEEN + price + (0.0 if is_told else RARE)
        hand = seen.seats[seat].revealed
        is_whole = hand is not None and len(hand) + 3 * len(state.seats[seat].melds) >= 14
        if hand and is_whole and seen.is_visible(f"standing:{seat}") and told.seats[seat].revealed is None:
            tile = winning_sighting(hand).tile
            won = Won(seat, tile, giver, without(hand, tile))
            yield (TileDiscarded(giver, tile), won), NOT_SEEN + USUAL


def _kongs(state: GameState, seat: Seat, meld: SeenMeld) -> Iterator[Proposal]:
    if len(meld.tiles) != 4:
        return
    face, price = alike_face(meld), _out_of_turn(state, seat)
    shown = [each for place, each in enumerate(meld.tiles) if place not in meld.face_down]
    if sum(face_cost(face, each) for each in shown) > WORST_SET:
        # Four tiles of a hand being laid open are no kong.
        return
    if meld.face_down:
        yield KongDeclared(seat, "concealed", face), USUAL + price
        return
    pungs = [own for own in state.seats[seat].melds if own.kind == "pung"]
    grown = next((own for own in pungs if same_face(own.tiles[0], face)), None)
    if grown is not None and face is not None:
        yield KongDeclared(seat, "promoted", _fourth(meld, face, grown.tiles)), USUAL + price
    elif turned_index(meld) is None:
        yield KongDeclared(seat, "concealed", face), RARE + price


def _fourth(meld: SeenMeld, face: Tile, known: Sequence[SeenTile]) -> SeenTile:
    """The tile that was added to a pung: the one of four that is not known, perhaps the red one."""
    left = [likely_face(each, face) for each in meld.tiles]
    for tile in known:
        if tile in left:
            left.remove(tile)
    return left[0]


def _wins(state: GameState, seat: Seat, seen: TableReading, told: TableReading) -> Iterator[Proposal]:
    hand = seen.seats[seat].revealed
    if hand is None or not seen.is_visible(f"standing:{seat}") or told.seats[seat].revealed is not None:
        return
    giver, all_shown = state.last_discard, tuple(each.tile for each in hand)
    is_few = len(hand) + 3 * len(state.seats[seat].melds) < 14
    if giver is not None and giver != seat and state.seats[giver].river:
        tile = state.seats[giver].river[-1].tile
        last = winning_sighting(hand)
        is_added = last.turned and same_face(last.tile, tile) and _is_taken_up(state, seen, told)
        if is_few and is_added:
            # The tile won lies there already: one of the hand is overlooked.
            yield Won(seat, tile, giver, (*without(hand, tile), None)), USUAL
        else:
            yield Won(seat, tile, giver, all_shown if is_few else without(hand, tile)), USUAL
        is_another = _is_taken_up(state, seen, told) and not is_few and not same_face(last.tile, tile)
        if last.turned and last.tile is not None and is_another:
            yield Won(seat, last.tile, giver, without(hand, last.tile)), USUAL + MISREAD / 2
    kong = state.kong
    if state.owes == "replacement" and kong is not None and kong.seat != seat and kong.tile is not None:
        # The fourth tile went to the winner's hand (S004-62).
        yield Won(seat, kong.tile, kong.seat, all_shown if is_few else without(hand, kong.tile)), RARE
    last = winning_sighting(hand)
    price = USUAL + TOO_FEW_SHOWN * is_few + _out_of_turn(state, seat)
    yield Won(seat, last.tile, None, without(hand, last.tile)), price


def winning_sighting(hand: Sequence[Sighting]) -> Sighting:
    """The tile laid turned or, in default of one, last: that is how winners show it (S004-70)."""
    return next((tile for tile in hand if tile.turned), hand[-1])


def without(hand: Sequence[Sighting], tile: SeenTile) -> tuple[SeenTile, ...]:
    """The faces of an open hand less the winning one: the turned or last tile if it agrees, else another."""
    marked = next((place for place, each in enumerate(hand) if each.turned), len(hand) - 1)
    places = [marked, *reversed(range(len(hand)))]
    gone = next((place for place in places if same_face(hand[place].tile, tile)), marked)
    return tuple(each.tile for place, each in enumerate(hand) if place != gone)
