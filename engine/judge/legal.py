"""What may happen next: without a fault, as event shapes with None where a tile may be any; and at all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.claims import PossibleClaim, claims
from engine.judge.draws import due_draw
from engine.judge.faults_claims import keeps_waits
from engine.judge.faults_deal import due_break, next_thrower
from engine.judge.faults_play import is_declaring, is_fifth_kong, wall_is_empty
from engine.judge.rounds import next_deal, opening_of
from engine.ruleset import Ruleset
from engine.table.alphabet import faces_of
from engine.table.copies import known_count
from engine.table.deal_plan import next_grab
from engine.table.events import (
    UNSEEN,
    ChowClaimed,
    DealDrawn,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    StacksTaken,
    StickLaid,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.indicators import indicators_due, indicators_overdue
from engine.table.play_order import claimed_place, order_from, others_after
from engine.table.state import GameState
from engine.table.tile_set import NORTH, bonus_count, bonus_tiles, is_bonus
from engine.table.wall import live_tiles_left
from engine.tiles import SeenTile, plain, same_face, sort_key

MOST_KONGS = 4
"""A fifth kong turns no indicator over: there is no place for one (G-06)."""


def next_events(state: GameState) -> tuple[Event, ...]:
    """The shapes of all events that may legally follow, commonest first.

    A tile that may be any is None; dice that may fall any way have no pips. Claims come with the tiles they
    would use where those are known or follow from the discard."""
    match state.phase:
        case "building" | "rolling" | "breaking" | "dealing":
            shapes = _before_play(state)
        case "flowers" | "playing":
            shapes = _in_play(state)
        case _:
            shapes = _after_end(state)
    return tuple(event for event in shapes if is_possible(state, event))


def is_possible(state: GameState, event: Event) -> bool:
    """Whether the rule set knows such an act here at all, rightly or wrongly done.

    What it does not know, such as an indicator at a table without dora, or more of them than kongs allow, no
    player does: it was misread."""
    rules = state.rules
    match event:
        case DoraRevealed():
            is_known = _may_reveal(state)
        case DeclaredReady(seat):
            is_known = rules.riichi and not state.seats[seat].is_ready
        case StickLaid():
            is_known = rules.riichi
        case FlowerDeclared(_, tile):
            laid = sum(len(seat.flowers) for seat in state.seats)
            is_known = laid < bonus_count(rules) and (tile is None or is_bonus(rules, tile))
        case ChowClaimed():
            is_known = rules.chow_claims
        case TileDrawn(_, end):
            is_known = end in ("live", rules.replacement_end)
        case DealDrawn(kind):
            is_known = kind in ("exhaustive", UNSEEN, *rules.abortive_draws) or (
                kind == "nagashi_mangan" and rules.nagashi_mangan
            )
        case _:
            is_known = True
    faces = faces_of(rules)
    return is_known and all(tile is None or tile in faces for tile in _tiles_of(event))


def _may_reveal(state: GameState) -> bool:
    """One indicator with the deal, and one more for each kong."""
    kongs = 0 if state.rules.kong_indicators == "off" else len(state.kongs)
    return state.rules.dora and len(state.dora_indicators) <= min(kongs, MOST_KONGS)


def _tiles_of(event: Event) -> tuple[SeenTile, ...]:
    """The tiles that an act shows."""
    shown = (getattr(event, name, None) for name in ("tiles", "hand"))
    return (getattr(event, "tile", None), *(tile for row in shown for tile in row or ()))


def _before_play(state: GameState) -> Iterator[Event]:
    if not state.wall.heights:
        yield WallBuilt()
    thrower = next_thrower(state)
    place = due_break(state)
    if thrower is not None and state.phase != "dealing":
        yield DiceRolled(thrower, ())
    elif place is not None and state.phase != "dealing":
        yield WallBroken(place.side, place.stack)
    grab = next_grab(state)
    if grab is not None:
        yield StacksTaken(grab.seat, grab.places[0].side, grab.places[0].stack, grab.tiles)
    if state.phase == "dealing" and (grab is None or not any(seat.standing for seat in state.seats)):
        yield HandsDealt(state.dealer)


def _in_play(state: GameState) -> Iterator[Event]:
    if len(state.dora_indicators) < indicators_due(state):
        yield DoraRevealed(None)
    empty, drawn = wall_is_empty(state), due_draw(state)
    if drawn is not None:
        yield drawn
    match state.owes:
        case "draw":
            if not empty:
                yield TileDrawn(state.turn)
            yield from (claim_event(state.rules, claim) for claim in claims(state))
        case "replacement":
            if not empty:
                yield TileDrawn(state.turn, state.rules.replacement_end)
            if state.phase == "flowers":
                yield FlowerDeclared(state.turn, None)
            yield from (claim_event(state.rules, claim) for claim in claims(state))
        case "discard":
            yield from _own_move(state)


def _own_move(state: GameState) -> Iterator[Event]:
    seat, rules = state.seats[state.turn], state.rules
    if not indicators_overdue(state):
        yield TileDiscarded(state.turn, None, turned=rules.riichi and is_declaring(seat))
    if bonus_tiles(rules) and not (rules.north_bonus and wall_is_empty(state)):
        yield from _flowers(state)
    if not seat.is_dead_hand:
        yield from _declared(state)
    yield from (claim_event(state.rules, claim) for claim in claims(state))


def _declared(state: GameState) -> Iterator[Event]:
    """What the hand in move may declare: a win, a kong, ready."""
    seat, rules = state.seats[state.turn], state.rules
    if state.move_began != "claim" and not indicators_overdue(state):
        yield Won(state.turn, None)
    room = not wall_is_empty(state) or rules.kong_on_empty_wall == "ends_deal"
    room = room and not is_fifth_kong(state)
    after_draw = state.move_began != "claim" or rules.concealed_kong_after_claim
    if room and after_draw and _may_kong_when_ready(state):
        yield KongDeclared(state.turn, "concealed", None)
    if room and state.move_began != "claim":
        for meld in seat.melds:
            if meld.kind == "pung" and _may_hold_fourth(state, meld.tiles[0]):
                yield KongDeclared(state.turn, "promoted", meld.tiles[0])
    if rules.riichi and _may_declare(state):
        yield DeclaredReady(state.turn)


def _may_kong_when_ready(state: GameState) -> bool:
    """After declaring ready only the tile drawn makes a kong, and only where the waits stay the same."""
    seat = state.seats[state.turn]
    if not seat.is_ready or not seat.standing:
        return True
    if is_declaring(seat):
        return False
    return keeps_waits(state, state.turn, seat.standing[-1])


def _may_hold_fourth(state: GameState, tile: SeenTile) -> bool:
    standing = state.seats[state.turn].standing
    if None in standing:
        return tile is None or known_count(state, plain(tile)) < 4
    return tile is None or any(each is not None and same_face(each, tile) for each in standing)


def _flowers(state: GameState) -> Iterator[Event]:
    if state.phase == "flowers":
        order = order_from(state.rules, state.dealer)
        last = max((place for place, seat in enumerate(order) if state.seats[seat].flowers), default=0)
        for seat in order[last:]:
            yield FlowerDeclared(seat, None)
    elif state.move_began != "claim" and _may_lay_out(state):
        yield FlowerDeclared(state.turn, None)


def _may_lay_out(state: GameState) -> bool:
    """North is laid out only where it may still be held."""
    if not state.rules.north_bonus:
        return True
    held = state.seats[state.turn].standing
    return NORTH in held or (None in held and known_count(state, NORTH) < 4)


def _may_declare(state: GameState) -> bool:
    seat = state.seats[state.turn]
    closed = all(meld.kind == "concealed_kong" for meld in seat.melds)
    enough = (
        not state.wall.heights or live_tiles_left(state.rules, state.wall) >= state.rules.ready_minimum_tiles
    )
    return closed and enough and not seat.is_ready and seat.score >= state.rules.ready_stick


def claim_event(rules: Ruleset, claim: PossibleClaim) -> Event:
    """The event a claim would be, its tiles laid with the claimed one where the giver's side puts it."""
    tiles = laid(rules, claim)
    match claim.kind:
        case "win":
            return Won(claim.seat, claim.tile, claim.giver)
        case "chow":
            return ChowClaimed(claim.seat, claim.giver, claim.tile, tiles)
        case "pung":
            return PungClaimed(claim.seat, claim.giver, claim.tile, tiles)
        case "kong":
            return KongClaimed(claim.seat, claim.giver, claim.tile, tiles)


def laid(rules: Ruleset, claim: PossibleClaim) -> tuple[SeenTile, ...]:
    """A claimed set from the owner's left to right: the claimed tile left, middle or right by its giver; a
    chow in order, or with the claimed tile always left (S001-31, S004-68, S004-72)."""
    own, tile = claim.own, claim.tile
    if claim.kind == "chow":
        return (tile, *own) if rules.chow_tile_left else tuple(sorted((tile, *own), key=sort_key))
    place = claimed_place(rules, claim.seat, claim.giver, len(own))
    return (*own[:place], tile, *own[place:])


def _after_end(state: GameState) -> Iterator[Event]:
    giver = state.last_discard
    if state.ended_by == "won" and state.rules.several_winners != "nearest" and giver is not None:
        for seat in others_after(state.rules, giver):
            if seat not in state.winners:
                yield Won(seat, state.seats[giver].river[-1].tile, giver)
    yield from opening_of(next_deal(state), state)
