"""Acts of a gap between looks: several discards, sets and flowers at once, in an order that the rules allow.

Each act says who acts next, so the tiles that lie there hang together: taken one by one they fit in a few
orders only, and not at all when one of them is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.follow.propose.flower_acts import not_known
from engine.follow.propose.melds import alike_face, claims_of, turned_index
from engine.follow.propose.moves import Run
from engine.follow.propose.set_acts import kongs_of, new_melds
from engine.ruleset import Ruleset
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    Claim,
    DeclaredReady,
    DoraRevealed,
    FlowerDeclared,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
)
from engine.table.indicators import indicators_overdue
from engine.table.play_order import claimed_place, next_seat, order_from, seats_of
from engine.table.reading import SeenMeld, Sighting, TableReading
from engine.table.state import GameState
from engine.table.tile_set import bonus_tiles, is_bonus
from engine.tiles import SeenTile, same_face

MANY = 3
"""From so many discards and sets on that nobody saw come they are looked for together."""
MOST_STEPS = 8
"""Steps tried to find one order, for each tile or set that is new: an order that fits takes about two."""
MOST_OVERLOOKED = 2
"""Discards that nobody finds, at the most."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """A set that is new before `seat`. `claims`: what it may have claimed of each seat; a kong may also have
    claimed a pung, and have grown since."""

    seat: Seat
    meld: SeenMeld
    claims: tuple[tuple[Claim, ...], ...]


@dataclass(frozen=True, slots=True)
class _Left:
    """What lies there and is not explained yet, by seat. `overlooked`: discards that may be thought of
    although nobody finds them."""

    rivers: tuple[tuple[Sighting, ...], ...]
    flowers: tuple[tuple[SeenTile, ...], ...]
    melds: tuple[_Laid, ...]
    indicators: tuple[SeenTile, ...]
    overlooked: int = 0

    def key(self) -> tuple[object, ...]:
        """What tells it from other rests of the same tiles."""
        lens = [len(each) for each in (*self.rivers, *self.flowers)]
        laid = [(id(each.meld), any(each.claims)) for each in self.melds]
        return (*lens, len(self.indicators), self.overlooked, *laid)

    def is_explained(self) -> bool:
        return not self.melds and not any(self.rivers) and not any(self.flowers)


def acts_of_a_gap(
    state: GameState, seen: TableReading, predicted: TableReading, many: int = MANY
) -> Iterator[Run]:
    """One row of acts after which all discards, sets and flowers seen lie there, with as few that nobody
    finds as will do; nothing where fewer than `many` are new."""
    left = _left(state, seen, predicted)
    new = sum(map(len, left.rivers)) + len(left.melds)
    if new < many:
        return
    begins = list(_newest_claimed(state, left, seen)) or [((), left)]
    for overlooked in range(MOST_OVERLOOKED + 1):
        search = _Search(seen, MOST_STEPS * (new + sum(map(len, left.flowers))))
        for run, rest in begins:
            then = apply(state, run[0]) if run else state
            found = search.order(then, replace(rest, overlooked=overlooked), run)
            if found is not None:
                yield found
                return
        if search.unlike is not None:
            yield search.unlike
            return


def _newest_claimed(state: GameState, left: _Left, seen: TableReading) -> Iterator[tuple[Run, _Left]]:
    """Who claimed the newest discard that was told, where it lies there no more."""
    giver = state.last_discard
    if giver is None or not state.seats[giver].river:
        return
    place = sum(each.claimed_by is None for each in state.seats[giver].river) - 1
    given, lying = state.seats[giver].river[-1].tile, seen.seats[giver].river
    if len(lying) > place and same_face(lying[place].tile, given):
        return
    rivers = (*left.rivers[:giver], lying[place:], *left.rivers[giver + 1 :])
    for number, laid in enumerate(left.melds):
        for claim in laid.claims[giver]:
            if same_face(claim.tile, given):
                yield (replace(claim, tile=given),), replace(_claimed(left, number, claim), rivers=rivers)


def _left(state: GameState, seen: TableReading, predicted: TableReading) -> _Left:
    seats = seats_of(state.rules)
    rivers = tuple(seen.seats[seat].river[len(predicted.seats[seat].river) :] for seat in seats)
    flowers = tuple(tuple(_new_flowers(state.rules, seat, seen, predicted)) for seat in seats)
    melds = tuple(
        _Laid(seat, meld, tuple(tuple(_claims(state.rules, seat, giver, meld)) for giver in seats))
        for seat in seats
        for meld in new_melds(seat, seen, predicted)
    )
    lying = not_known(seen.dora_indicators, predicted.dora_indicators)
    return _Left(rivers, flowers, melds, tuple(each.tile for each in lying))


def _new_flowers(
    rules: Ruleset, seat: Seat, seen: TableReading, predicted: TableReading
) -> Iterator[SeenTile]:
    if not bonus_tiles(rules):
        return
    for each in not_known(seen.seats[seat].flowers, predicted.seats[seat].flowers):
        if each.tile is None or is_bonus(rules, each.tile):
            yield each.tile


class _Search:
    """One search for an order that leaves everybody with as many tiles as are `seen`; it gives up after
    `steps`. `unlike`: the first order found after which somebody holds more or less."""

    def __init__(self, seen: TableReading, steps: int) -> None:
        self._seen, self._steps = seen, steps
        self._failed = set[tuple[object, ...]]()
        self.unlike: Run | None = None

    def order(self, state: GameState, left: _Left, run: Run) -> Run | None:
        """`run` and what must follow it in `state` for all that is `left`; None where no order is found."""
        if left.is_explained():
            if _holds_as_seen(state, self._seen):
                return run
            self.unlike = self.unlike or run
        place = (state.turn, state.owes, state.phase, left.key())
        self._steps -= 1
        if self._steps < 0 or place in self._failed:
            return None
        for events, after in _steps(state, left):
            then = state
            for event in events:
                then = apply(then, event)
            found = self.order(then, after, (*run, *events))
            if found is not None:
                return found
        self._failed.add(place)
        return None


def _holds_as_seen(state: GameState, seen: TableReading) -> bool:
    """Whether everybody holds as many as are counted; whose draw is due may have drawn. A replacement is
    taken at once, so it is seldom still due."""
    if state.owes == "replacement":
        return False
    for seat in seats_of(state.rules):
        counted, held = seen.seats[seat].standing, len(state.seats[seat].standing)
        has_drawn = state.owes == "draw" and seat == state.turn and counted == held + 1
        if counted is not None and counted != held and not has_drawn:
            return False
    return True


def _steps(state: GameState, left: _Left) -> Iterator[tuple[Run, _Left]]:
    """What whoever is in turn may do next, and what is left then."""
    turn = state.turn
    if state.owes == "draw":
        yield (TileDrawn(turn, "live"),), left
    elif state.owes == "replacement":
        yield (TileDrawn(turn, state.rules.replacement_end),), left
    elif state.owes == "discard":
        if left.indicators and indicators_overdue(state):
            yield (DoraRevealed(left.indicators[0]),), replace(left, indicators=left.indicators[1:])
            return
        yield from _flowers(state, left)
        yield from _kongs(state, left)
        yield from _discards(state, left)


def _flowers(state: GameState, left: _Left) -> Iterator[tuple[Run, _Left]]:
    """Before the first move all seats lay their flowers, later the one in turn who has drawn."""
    if state.phase != "flowers" and state.move_began == "claim":
        return
    for seat in order_from(state.rules, state.turn) if state.phase == "flowers" else (state.turn,):
        if left.flowers[seat]:
            first, *others = left.flowers[seat]
            flowers = (*left.flowers[:seat], tuple(others), *left.flowers[seat + 1 :])
            yield (FlowerDeclared(seat, first),), replace(left, flowers=flowers)


def _kongs(state: GameState, left: _Left) -> Iterator[tuple[Run, _Left]]:
    for place, laid in enumerate(left.melds):
        kongs = kongs_of(state, laid.seat, laid.meld) if laid.seat == state.turn else ()
        for kong in kongs:
            is_concealed = isinstance(kong, KongDeclared) and kong.kind == "concealed"
            may_be = is_concealed and state.rules.concealed_kong_after_claim
            if state.move_began != "claim" or may_be:
                yield (kong,), _without_meld(left, place)


def _discards(state: GameState, left: _Left) -> Iterator[tuple[Run, _Left]]:
    """One that somebody claimed; or the next tile of the river; or one that nobody finds. The newest lies
    in a river most often, so claims are tried first."""
    turn = state.turn
    for place, laid in enumerate(left.melds):
        for claim in laid.claims[turn]:
            yield (TileDiscarded(turn, claim.tile), claim), _claimed(left, place, claim)
    if left.rivers[turn]:
        tile, *others = left.rivers[turn]
        is_turned = tile.turned and state.rules.riichi
        declared = (DeclaredReady(turn),) if is_turned and not state.seats[turn].is_ready else ()
        rivers = (*left.rivers[:turn], tuple(others), *left.rivers[turn + 1 :])
        yield (*declared, TileDiscarded(turn, tile.tile, is_turned)), replace(left, rivers=rivers)
    if left.overlooked:
        yield (TileDiscarded(turn, None),), replace(left, overlooked=left.overlooked - 1)


def _claims(rules: Ruleset, seat: Seat, giver: Seat, meld: SeenMeld) -> Iterator[Claim]:
    """What `seat` may have claimed of `giver` for a set that lies so."""
    if seat == giver or meld.face_down or len(meld.tiles) < 3:
        return
    place = turned_index(meld)
    if place is not None:
        tile = meld.tiles[place].tile
    else:
        tile = meld.tiles[0].tile if rules.chow_tile_left else alike_face(meld)
    for claim in claims_of(rules, meld, seat, giver, tile):
        is_of_left = next_seat(rules, giver) == seat
        lies = claimed_place(rules, seat, giver, len(meld.tiles) - 1)
        if is_of_left if isinstance(claim, ChowClaimed) else place in (None, lies):
            yield claim
    if len(meld.tiles) == 4:
        yield from _claims(rules, seat, giver, _pung_of(meld))


def _pung_of(kong: SeenMeld) -> SeenMeld:
    """The pung that a kong may have grown from: the fourth tile lies beside the turned one, turned or not."""
    turned = [place for place, each in enumerate(kong.tiles) if each.turned]
    fourth = turned[1] if len(turned) == 2 else 0 if turned == [3] else 3
    return SeenMeld((*kong.tiles[:fourth], *kong.tiles[fourth + 1 :]))


def _claimed(left: _Left, place: int, claim: Claim) -> _Left:
    """What is left when a set was claimed so: of a kong the fourth tile, when only a pung was."""
    laid = left.melds[place]
    if len(laid.meld.tiles) < 4 or not isinstance(claim, PungClaimed):
        return _without_meld(left, place)
    grows = replace(laid, claims=((),) * len(laid.claims))
    return replace(left, melds=(*left.melds[:place], grows, *left.melds[place + 1 :]))


def _without_meld(left: _Left, place: int) -> _Left:
    return replace(left, melds=(*left.melds[:place], *left.melds[place + 1 :]))
