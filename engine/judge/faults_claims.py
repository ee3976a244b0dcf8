"""Faults of claims and kongs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.judge.faults_play import is_fifth_kong, is_out_of_play, lacks, wall_is_empty
from engine.scoring.shape import shapes_of, waits
from engine.table.events import (
    ChowClaimed,
    Claim,
    Event,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    Won,
)
from engine.table.fault import Fault, fault
from engine.table.play_order import is_left_of
from engine.table.precedence import is_outranked
from engine.table.seating import held_count
from engine.table.state import GameState
from engine.tiles import SeenTile, is_suited, plain, rank, same_face, suit


def chow_claimed(state: GameState, event: ChowClaimed) -> Iterator[Fault]:
    """A run, with the tile of the player on the left (S000-09)."""
    yield from _claim(state, event)
    if not state.rules.chow_claims:
        yield fault(state, "chow_not_played", event.seat, *event.tiles)
    elif not is_left_of(state.rules, event.giver, event.seat):
        yield fault(state, "chow_not_from_left", event.seat, event.tile)
    if not is_chow(event.tiles) or not _holds_claimed(event):
        yield fault(state, "not_a_chow", event.seat, *event.tiles)


def pung_claimed(state: GameState, event: PungClaimed) -> Iterator[Fault]:
    """Three alike, with anybody's tile (S000-12)."""
    yield from _claim(state, event)
    if len(event.tiles) != 3 or not are_alike((*event.tiles, event.tile)):
        yield fault(state, "not_alike", event.seat, *event.tiles)


def kong_claimed(state: GameState, event: KongClaimed) -> Iterator[Fault]:
    """Four alike, three of them from the hand (S000-18)."""
    yield from _claim(state, event)
    if len(event.tiles) != 4 or not are_alike((*event.tiles, event.tile)):
        yield fault(state, "not_alike", event.seat, *event.tiles)
    if _has_pung(state, event.seat, event.tile):
        yield fault(state, "pung_extended_by_discard", event.seat, event.tile)
    yield from _kong_room(state, event.seat, event.tile)


def _claim(state: GameState, event: Claim) -> Iterator[Fault]:
    """What every claim asks for: the newest discard of another seat, and the other tiles in hand."""
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat, event.tile)
        return
    if state.seats[event.seat].is_dead_hand:
        yield fault(state, "claim_with_dead_hand", event.seat, event.tile)
    if event.giver == event.seat:
        yield fault(state, "claim_own_discard", event.seat, event.tile)
    elif is_outranked(state, event):
        yield fault(state, "claim_out_of_precedence", event.seat, event.tile)
    elif not is_newest_discard(state, event.giver, event.tile):
        yield fault(state, "claim_of_dead_tile", event.seat, event.tile)
    seat = state.seats[event.seat]
    if held_count(seat) != 13 and seat.standing and not seat.is_dead_hand:
        yield fault(state, "wrong_count", event.seat)
    if lacks(state, event.seat, own_tiles(event)):
        yield fault(state, "tile_not_held", event.seat, *own_tiles(event))
    if seat.is_ready and state.rules.riichi:
        yield fault(state, "claim_after_ready", event.seat, event.tile)
    if wall_is_empty(state) and not state.rules.claim_last_discard_for_set:
        yield fault(state, "claim_on_last_discard", event.seat, event.tile)


def is_newest_discard(state: GameState, giver: int, tile: SeenTile) -> bool:
    """Whether `tile` is the discard that may be claimed now (S001-11, S002-24)."""
    river = state.seats[giver].river
    return state.last_discard == giver and bool(river) and same_face(river[-1].tile, tile)


def own_tiles(claim: Claim) -> tuple[SeenTile, ...]:
    """The tiles of a claimed set that came from the hand."""
    own = list(claim.tiles)
    if claim.tile in own:
        own.remove(claim.tile)
    elif own:
        own.pop()
    return tuple(own)


def _holds_claimed(event: ChowClaimed) -> bool:
    return any(same_face(event.tile, tile) for tile in event.tiles)


def is_chow(tiles: tuple[SeenTile, ...]) -> bool:
    """Whether three tiles, in any order, are a run of one suit; unknown ones may be what is missing."""
    known = [plain(tile) for tile in tiles if tile is not None]
    if len(tiles) != 3 or not all(is_suited(tile) for tile in known):
        return False
    ranks = {rank(tile) for tile in known}
    if len({suit(tile) for tile in known}) > 1 or len(ranks) != len(known):
        return False
    return not ranks or max(ranks) - min(ranks) <= 2


def are_alike(tiles: tuple[SeenTile, ...]) -> bool:
    """Whether all known tiles show the same face, and none is a flower."""
    known = {plain(tile) for tile in tiles if tile is not None}
    return len(known) <= 1 and not any(tile[1] == "f" for tile in known)


def _has_pung(state: GameState, seat: int, tile: SeenTile) -> bool:
    return tile is not None and any(
        meld.kind == "pung" and meld.tiles[0] is not None and same_face(meld.tiles[0], tile)
        for meld in state.seats[seat].melds
    )


def kong_declared(state: GameState, event: KongDeclared) -> Iterator[Fault]:
    """A kong in the own move, right after a tile from the wall (S002-34, S002-36, S004-78, S004-80)."""
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat, event.tile)
        return
    if state.seats[event.seat].is_dead_hand:
        yield fault(state, "claim_with_dead_hand", event.seat, event.tile)
    if event.seat != state.turn or state.owes != "discard":
        yield fault(state, "kong_out_of_turn", event.seat, event.tile)
    elif state.move_began == "claim":
        if event.kind == "promoted":
            yield fault(state, "promotion_after_claim", event.seat, event.tile)
        elif not state.rules.concealed_kong_after_claim:
            yield fault(state, "kong_after_claim", event.seat, event.tile)
    if event.kind == "promoted":
        yield from _promotion(state, event)
    elif lacks(state, event.seat, four_held(state, event)):
        yield fault(state, "tile_not_held", event.seat, event.tile)
    elif not keeps_waits(state, event.seat, event.tile):
        yield fault(state, "kong_changes_waits", event.seat, event.tile)
    yield from _kong_room(state, event.seat, event.tile)


def keeps_waits(state: GameState, seat: int, tile: SeenTile) -> bool:
    """Whether a concealed kong of `tile` leaves a hand that declared ready as it was: the tile just drawn is
    in it, and the waits stay the same. True where nothing was declared or the hand is not known."""
    own = state.seats[seat]
    if not (state.rules.riichi and own.is_ready) or tile is None or not own.standing or None in own.standing:
        return True
    if not same_face(own.standing[-1], tile):
        return False
    before, shapes = own.standing[:-1], shapes_of(state.rules)
    after = tuple(each for each in before if not same_face(each, tile))
    melds = len(own.melds)
    return len(after) == len(before) - 3 and set(waits(before, melds, shapes)) == set(
        waits(after, melds + 1, shapes)
    )


def _promotion(state: GameState, event: KongDeclared) -> Iterator[Fault]:
    pungs = [meld for meld in state.seats[event.seat].melds if meld.kind == "pung"]
    if not any(same_face(event.tile, tile) for meld in pungs for tile in meld.tiles):
        yield fault(state, "no_pung_to_promote", event.seat, event.tile)
    if lacks(state, event.seat, (event.tile,)):
        yield fault(state, "tile_not_held", event.seat, event.tile)


def four_held(state: GameState, event: KongDeclared) -> tuple[SeenTile, ...]:
    """The four tiles a concealed kong needs, a red five standing for one of them where it is held."""
    if event.tile is None:
        return (None,) * 4
    held = [tile for tile in state.seats[event.seat].standing if tile and same_face(tile, event.tile)]
    return tuple([*held, *[event.tile] * 4][:4])


def _kong_room(state: GameState, seat: int, tile: SeenTile) -> Iterator[Fault]:
    """There must be a replacement to take, unless a kong on an empty wall ends the deal (S001-63)."""
    if wall_is_empty(state) and state.rules.kong_on_empty_wall == "forbidden":
        yield fault(state, "kong_on_empty_wall", seat, tile)
    if is_fifth_kong(state):
        yield fault(state, "fifth_kong", seat, tile)


def out_of_time(state: GameState, event: Event, waited_s: float) -> Iterator[Fault]:
    """Claims and moves that came too late or too early for the clocks of the rule set (S004-85..88)."""
    rules = state.rules
    match event:
        case ChowClaimed():
            if rules.chow_after_seconds is not None and waited_s < rules.chow_after_seconds:
                yield fault(state, "chow_too_early", event.seat, event.tile)
        case PungClaimed() | KongClaimed() | Won(giver=int()):
            if rules.claim_seconds is not None and waited_s > rules.claim_seconds:
                yield fault(state, "claim_too_late", event.seat, event.tile)
        case TileDiscarded() | KongDeclared() | Won():
            if rules.move_seconds is not None and waited_s > rules.move_seconds:
                yield fault(state, "move_too_slow", event.seat, event.tile)
