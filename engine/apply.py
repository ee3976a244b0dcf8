"""`apply(state, event)`: what the table is after something happened. Total: nothing is refused.

The tiles have already moved; whether they should have is the question of `engine.faults`. A tile nobody
has seen is None; giving away a tile that was not known to be held takes a hidden one's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Literal

from engine.events import (
    SEATS,
    ChowClaimed,
    Claim,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    ScoresChanged,
    Seat,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.ruleset import Ruleset
from engine.state import Discard, GameState, Meld, MeldKind, SeatState, StackPlace, Wall
from engine.tiles import SeenTile, same_face
from engine.wall import dealt_wall, full_wall, take_live, take_tail


def new_table(rules: Ruleset, dealer: Seat = 0) -> GameState:
    """A table at which nothing has happened: no wall yet, everyone on the starting points."""
    seat = SeatState(score=rules.starting_points)
    return GameState(rules, dealer=dealer, turn=dealer, seats=(seat, seat, seat, seat))


def apply(state: GameState, event: Event) -> GameState:
    """The state after `event`; pure, and never an error for a well-formed event."""
    fold = _FOLDS.get(type(event))
    return state if fold is None else fold(state, event)


def _deal_started(state: GameState, event: DealStarted) -> GameState:
    seats = [SeatState(score=seat.score) for seat in state.seats]
    fresh = new_table(state.rules, event.dealer)
    return replace(
        fresh,
        prevalent_wind=event.prevalent_wind,
        deal_number=state.deal_number + 1 if state.ended_by else state.deal_number,
        honba=event.honba,
        riichi_sticks=event.riichi_sticks,
        seats=(seats[0], seats[1], seats[2], seats[3]),
    )


def _wall_built(state: GameState, event: WallBuilt) -> GameState:
    return replace(state, wall=full_wall(state.rules), phase="rolling")


def _dice_rolled(state: GameState, event: DiceRolled) -> GameState:
    dice = (*state.dice, (event.seat, event.pips))
    needed = 1 if state.rules.dice == "one3" else 2
    phase = "breaking" if len(dice) >= needed and state.phase in ("building", "rolling") else state.phase
    return replace(state, dice=dice, phase=phase)


def _wall_broken(state: GameState, event: WallBroken) -> GameState:
    heights = state.wall.heights or full_wall(state.rules).heights
    wall = Wall(heights, StackPlace(event.side, event.after_stack))
    return replace(state, wall=wall, phase="dealing")


def _hands_dealt(state: GameState, event: HandsDealt) -> GameState:
    state = replace(
        state,
        dealer=event.dealer,
        wall=dealt_wall(state.wall, event.dealer),
        turn=event.dealer,
        owes="discard",
        phase="playing",
    )
    for seat in SEATS:
        count = 14 if seat == event.dealer else 13
        hand = tuple(event.hands[seat]) if event.hands else (None,) * count
        state = _with_seat(state, seat, standing=hand)
    return state


def _flower_declared(state: GameState, event: FlowerDeclared) -> GameState:
    seat = state.seats[event.seat]
    state = _with_seat(
        state,
        event.seat,
        flowers=(*seat.flowers, event.tile),
        standing=_without(seat.standing, (event.tile,)),
    )
    return replace(state, turn=event.seat, owes="replacement")


def _tile_drawn(state: GameState, event: TileDrawn) -> GameState:
    seat = state.seats[event.seat]
    wall = take_live(state.wall) if event.end == "live" else take_tail(state.wall)
    state = _with_seat(state, event.seat, standing=(*seat.standing, event.tile))
    return replace(state, wall=wall, turn=event.seat, owes="discard", last_discard=None)


def _tile_discarded(state: GameState, event: TileDiscarded) -> GameState:
    seat = state.seats[event.seat]
    discard = Discard(event.tile, event.turned, event.drawn)
    state = _with_seat(
        state,
        event.seat,
        standing=_without(seat.standing, (event.tile,)),
        river=(*seat.river, discard),
    )
    return replace(state, turn=(event.seat + 1) % 4, owes="draw", last_discard=event.seat)


def _set_claimed(kind: MeldKind) -> Callable[[GameState, Claim], GameState]:
    def fold(state: GameState, event: Claim) -> GameState:
        index = claimed_index(state.rules, event)
        own = [tile for place, tile in enumerate(event.tiles) if place != index]
        state = _take_discard(state, event.giver, event.tile, event.seat)
        seat = state.seats[event.seat]
        meld = Meld(kind, event.tiles, event.giver, index)
        state = _with_seat(
            state, event.seat, melds=(*seat.melds, meld), standing=_without(seat.standing, own)
        )
        owes: Literal["discard", "replacement"] = "replacement" if kind == "melded_kong" else "discard"
        return replace(state, turn=event.seat, owes=owes, last_discard=None)

    return fold


def claimed_index(rules: Ruleset, claim: Claim) -> int:
    """Where the claimed tile lies in the meld, counted from the owner's left (S001-38, S004-68, S004-72)."""
    if isinstance(claim, ChowClaimed):
        return 0 if rules.chow_tile_left else _index_of(claim.tile, claim.tiles)
    last = len(claim.tiles) - 1
    return {3: 0, 2: 1, 1: last}.get((claim.giver - claim.seat) % 4, 0)


def _kong_declared(state: GameState, event: KongDeclared) -> GameState:
    seat = state.seats[event.seat]
    if event.kind == "concealed":
        four = (event.tile,) * 4
        melds = (*seat.melds, Meld("concealed_kong", four))
        state = _with_seat(state, event.seat, melds=melds, standing=_without(seat.standing, four))
    else:
        melds = tuple(_promoted(seat.melds, event.tile))
        state = _with_seat(state, event.seat, melds=melds, standing=_without(seat.standing, (event.tile,)))
    return replace(state, turn=event.seat, owes="replacement", last_discard=None)


def _promoted(melds: tuple[Meld, ...], tile: SeenTile) -> Iterable[Meld]:
    done = False
    for meld in melds:
        if not done and meld.kind == "pung" and any(same_face(tile, each) for each in meld.tiles):
            done = True
            meld = replace(meld, kind="promoted_kong", tiles=(*meld.tiles, tile))
        yield meld
    if not done:
        yield Meld("promoted_kong", (tile,) * 4)


def _declared_ready(state: GameState, event: DeclaredReady) -> GameState:
    return _with_seat(state, event.seat, is_ready=True)


def _dora_revealed(state: GameState, event: DoraRevealed) -> GameState:
    return replace(state, dora_indicators=(*state.dora_indicators, event.tile))


def _won(state: GameState, event: Won) -> GameState:
    """The winner's tiles lie open; one drawn is the last of them, one claimed stays in the giver's river."""
    hand = event.hand or state.seats[event.seat].standing
    if event.giver is None and event.hand:
        hand = (*hand, event.tile)
    if event.giver is not None and state.last_discard == event.giver:
        state = _take_discard(state, event.giver, event.tile, event.seat)
    state = _with_seat(state, event.seat, standing=hand)
    return replace(
        state,
        phase="ended",
        owes=None,
        turn=event.seat,
        winners=(*state.winners, event.seat),
        ended_by="won",
    )


def _deal_drawn(state: GameState, event: DealDrawn) -> GameState:
    return replace(state, phase="ended", owes=None, ended_by=event.kind)


def _scores_changed(state: GameState, event: ScoresChanged) -> GameState:
    for seat in SEATS:
        state = _with_seat(state, seat, score=event.totals[seat])
    return state


def _take_discard(state: GameState, giver: Seat, tile: SeenTile, taker: Seat) -> GameState:
    """Marks the newest lying discard of `giver` as taken; adds it when nobody saw it lie."""
    river = list(state.seats[giver].river)
    if state.last_discard == giver and river and river[-1].claimed_by is None:
        river[-1] = replace(river[-1], tile=river[-1].tile or tile, claimed_by=taker)
    return _with_seat(state, giver, river=tuple(river))


def _with_seat(state: GameState, seat: Seat, **changes: object) -> GameState:
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **changes)  # type: ignore[arg-type]
    return replace(state, seats=(seats[0], seats[1], seats[2], seats[3]))


def _without(standing: tuple[SeenTile, ...], tiles: Iterable[SeenTile]) -> tuple[SeenTile, ...]:
    """`standing` less `tiles`, newest first; a tile not known to be there takes a hidden one's place."""
    held = list(standing)
    for tile in tiles:
        if tile in held:
            del held[len(held) - 1 - held[::-1].index(tile)]
        elif None in held:
            del held[len(held) - 1 - held[::-1].index(None)]
        elif held:
            held.pop()
    return tuple(held)


def _index_of(tile: SeenTile, tiles: tuple[SeenTile, ...]) -> int:
    return tiles.index(tile) if tile in tiles else 0


_FOLDS: dict[type, Callable[[GameState, Any], GameState]] = {
    DealStarted: _deal_started,
    WallBuilt: _wall_built,
    DiceRolled: _dice_rolled,
    WallBroken: _wall_broken,
    HandsDealt: _hands_dealt,
    FlowerDeclared: _flower_declared,
    TileDrawn: _tile_drawn,
    TileDiscarded: _tile_discarded,
    ChowClaimed: _set_claimed("chow"),
    PungClaimed: _set_claimed("pung"),
    KongClaimed: _set_claimed("melded_kong"),
    KongDeclared: _kong_declared,
    DeclaredReady: _declared_ready,
    DoraRevealed: _dora_revealed,
    Won: _won,
    DealDrawn: _deal_drawn,
    ScoresChanged: _scores_changed,
}
