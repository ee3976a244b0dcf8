"""The folds of play itself: draws, discards, flowers, claims, kongs, wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from engine.changed import changed
from engine.ruleset import Ruleset
from engine.table.events import (
    ChowClaimed,
    Claim,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    LaidSet,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.play_order import claimed_place, next_seat
from engine.table.seating import paid_ready, with_seat, without
from engine.table.state import Discard, GameState, KongLaid, Meld, MeldKind, Phase, ShownKong
from engine.table.wall import put_back_tail, take_live, take_tail
from engine.table.wins import is_triple_win
from engine.tiles import SeenTile, is_flower, same_face


def flower_declared(state: GameState, event: FlowerDeclared) -> GameState:
    """A flower laid out; one more replacement is due (S004-39)."""
    seat = state.seats[event.seat]
    held = without(seat.standing, (event.tile,))
    state = with_seat(state, event.seat, flowers=(*seat.flowers, event.tile), standing=held)
    owed = state.replacements_owed + 1 if state.turn == event.seat else 1
    laid = ShownKong(event.seat, "north", event.tile) if state.rules.north_bonus else None
    return changed(
        state, turn=event.seat, owes="replacement", replacements_owed=owed, kong=laid, earlier=None
    )


def tile_drawn(state: GameState, event: TileDrawn) -> GameState:
    """A tile from the wall. In the exchange of flowers the dealer is waited for once nothing is owed."""
    is_timed = state.rules.claim_seconds is not None
    earlier = changed(state, earlier=None) if is_timed and _is_free(state) else None
    state = paid_ready(state)
    is_owed = state.owes == "replacement" and state.turn == event.seat
    owed = max(0, state.replacements_owed - 1) if is_owed else 0
    wall = take_live(state.wall) if event.end == "live" else take_tail(state.wall)
    held = (*state.seats[event.seat].standing, event.tile)
    state = with_seat(state, event.seat, standing=held, drew_after=len(state.discard_order))
    exchanged = state.phase == "flowers" and not owed
    owes: Literal["replacement", "discard"] = "replacement" if owed else "discard"
    return changed(
        state,
        earlier=earlier,
        wall=wall,
        turn=state.dealer if exchanged else event.seat,
        owes=owes,
        replacements_owed=owed,
        last_discard=None,
        move_began=_begun(state, event),
        kong=state.kong if is_owed and state.kong and state.kong.seat == event.seat else None,
    )


def _begun(state: GameState, event: TileDrawn) -> Literal["deal", "draw", "replacement"]:
    if state.phase == "flowers":
        return "deal"
    return "draw" if event.end == "live" else "replacement"


def tile_discarded(state: GameState, event: TileDiscarded) -> GameState:
    """A tile into the river; the next seat counter-clockwise draws unless somebody claims (S004-52)."""
    seat = state.seats[event.seat]
    discard = Discard(event.tile, event.turned, event.drawn)
    held = without(seat.standing, (event.tile,))
    state = with_seat(state, event.seat, standing=held, river=(*seat.river, discard))
    return changed(
        state,
        turn=next_seat(state.rules, event.seat),
        owes="draw",
        phase=_in_play(state),
        last_discard=event.seat,
        replacements_owed=0,
        move_began=None,
        kong=None,
        earlier=None,
        discard_order=(*state.discard_order, event.seat),
    )


def _is_free(state: GameState) -> bool:
    """Whether the newest discard may still be claimed."""
    return state.owes == "draw" and state.last_discard is not None


def _in_play(state: GameState) -> Phase:
    return "playing" if state.phase == "flowers" else state.phase


def chow_claimed(state: GameState, event: ChowClaimed) -> GameState:
    """A run with the discard; the claimer discards next (S004-59)."""
    return _set_claimed(state, event, "chow")


def pung_claimed(state: GameState, event: PungClaimed) -> GameState:
    """Three alike with the discard; the claimer discards next (S004-60)."""
    return _set_claimed(state, event, "pung")


def kong_claimed(state: GameState, event: KongClaimed) -> GameState:
    """Four alike with the discard; a replacement is due (S004-63)."""
    return _set_claimed(state, event, "melded_kong")


def _set_claimed(state: GameState, event: Claim, kind: MeldKind) -> GameState:
    earlier = changed(state, earlier=None) if _is_free(state) else None
    state = paid_ready(state)
    index = claimed_index(state.rules, event)
    own = [tile for place, tile in enumerate(event.tiles) if place != index]
    state = taken_discard(state, event.giver, event.tile, event.seat)
    seat = state.seats[event.seat]
    meld = Meld(kind, event.tiles, event.giver, index)
    held = without(seat.standing, own)
    state = with_seat(state, event.seat, melds=(*seat.melds, meld), standing=held)
    is_kong = kind == "melded_kong"
    laid = KongLaid(event.seat, "melded", event.tile, len(state.discard_order))
    return changed(
        state,
        turn=event.seat,
        owes="replacement" if is_kong else "discard",
        replacements_owed=int(is_kong),
        last_discard=None,
        move_began="claim",
        earlier=earlier,
        phase=_in_play(state),
        kong=None,
        kongs=(*state.kongs, laid) if is_kong else state.kongs,
    )


def claimed_index(rules: Ruleset, claim: Claim) -> int:
    """Where the claimed tile lies in the meld, counted from the owner's left (S001-38, S004-68, S004-72)."""
    if isinstance(claim, ChowClaimed):
        return 0 if rules.chow_tile_left else _index_of(claim.tile, claim.tiles)
    return claimed_place(rules, claim.seat, claim.giver, len(claim.tiles) - 1)


def kong_declared(state: GameState, event: KongDeclared) -> GameState:
    """Four of one's own, or the fourth added to a melded pung; a replacement is due (S004-61, S004-62)."""
    state = paid_ready(state)
    seat = state.seats[event.seat]
    if event.kind == "concealed":
        four = _four_of(seat.standing, event.tile)
        melds = (*seat.melds, Meld("concealed_kong", four))
        held = without(seat.standing, four)
    else:
        melds = tuple(_promoted(state.rules, seat.melds, event.tile))
        held = without(seat.standing, (event.tile,))
    state = with_seat(state, event.seat, melds=melds, standing=held)
    owed = state.replacements_owed + 1 if state.turn == event.seat and state.owes == "replacement" else 1
    return changed(
        state,
        earlier=None,
        turn=event.seat,
        owes="replacement",
        replacements_owed=owed,
        last_discard=None,
        phase=_in_play(state),
        kong=ShownKong(event.seat, event.kind, event.tile),
        kongs=(*state.kongs, KongLaid(event.seat, event.kind, event.tile, len(state.discard_order))),
    )


def _four_of(standing: tuple[SeenTile, ...], tile: SeenTile) -> tuple[SeenTile, ...]:
    """The four tiles of a concealed kong as held, a red five among them kept."""
    held = [each for each in standing if each is not None and tile is not None and same_face(each, tile)]
    return tuple([*held, *[tile] * 4][:4])


def _promoted(rules: Ruleset, melds: tuple[Meld, ...], tile: SeenTile) -> Iterable[Meld]:
    """The added tile lies beside the pung (S001-48), or inside it with the turned one kept outermost where
    it was so (S004-76)."""
    done = False
    for meld in melds:
        if not done and meld.kind == "pung" and any(same_face(tile, each) for each in meld.tiles):
            done = True
            inside = rules.promoted_tile == "inside"
            index = 3 if inside and meld.claimed_index == 2 else meld.claimed_index
            tiles = (*meld.tiles[:2], tile, *meld.tiles[2:]) if inside else (*meld.tiles, tile)
            meld = changed(meld, kind="promoted_kong", tiles=tiles, claimed_index=index)
        yield meld
    if not done:
        yield Meld("promoted_kong", (tile,) * 4)


def won(state: GameState, event: Won) -> GameState:
    """The deal is over; the winning tile is the discard taken, a robbed kong's fourth or the one drawn."""
    earlier = state if state.earlier is None or not state.winners else state.earlier
    seat = state.seats[event.seat]
    hand = event.hand or (seat.standing if event.giver is not None else without(seat.standing, (event.tile,)))
    robbed = state.kong is not None and event.giver == state.kong.seat and event.giver != event.seat
    if robbed:
        state = _robbed(state, event)
        hand = (*hand, event.tile)
    elif event.giver is None and event.tile is not None and is_flower(event.tile):
        hand = event.hand or seat.standing  # won on the flowers that lie there
    elif event.giver is None:
        hand = (*hand, event.tile)
    elif state.last_discard == event.giver:
        state = taken_discard(state, event.giver, event.tile, event.seat)
    state = with_seat(state, event.seat, standing=hand)
    if event.melds is not None:
        lie = tuple(_as_said(state.rules, each, event.seat, seat.melds) for each in event.melds)
        state = with_seat(state, event.seat, melds=lie)
    state = changed(
        state,
        phase="ended",
        owes=None,
        replacements_owed=0,
        turn=event.seat,
        won_from=state.won_from if state.winners else event.giver,
        winners=(*state.winners, event.seat),
        unpaid_ready=None,
        earlier=earlier,
    )
    return changed(state, ended_by="triple_win" if is_triple_win(state) else "won")


def _as_said(rules: Ruleset, laid: LaidSet, seat: Seat, lie: tuple[Meld, ...]) -> Meld:
    """The set as it lies there already, else turned towards its giver."""
    for meld in lie:
        same = (meld.kind, meld.giver) == (laid.kind, laid.giver)
        if same and sorted(map(str, meld.tiles)) == sorted(map(str, laid.tiles)):
            return meld
    own = len(laid.tiles) - 1
    turned = None if laid.giver is None else claimed_place(rules, seat, laid.giver, own)
    kind = next(each for each in get_args(MeldKind) if each == laid.kind)
    return Meld(kind, laid.tiles, laid.giver, turned)


def _robbed(state: GameState, event: Won) -> GameState:
    """The kong is a pung again: its fourth tile is the winner's (S004-62). The first winner takes it. A
    supplement already drawn goes back to the wall (S001-59), a North laid out is gone from there."""
    assert event.giver is not None
    if state.owes == "discard" and state.move_began == "replacement" and not state.winners:
        state = with_seat(state, event.giver, standing=state.seats[event.giver].standing[:-1])
        state = changed(state, wall=put_back_tail(state.wall))
    shown = state.kong.kind if state.kong is not None else "promoted"
    if shown == "north":
        return with_seat(state, event.giver, flowers=without(state.seats[event.giver].flowers, (event.tile,)))
    melds = list(state.seats[event.giver].melds)
    for place, meld in enumerate(melds):
        if meld.kind == f"{shown}_kong" and same_face(meld.tiles[-1], event.tile):
            melds[place] = _as_pung(state.rules, meld)
            break
    return with_seat(state, event.giver, melds=tuple(melds))


def _as_pung(rules: Ruleset, meld: Meld) -> Meld:
    inside = rules.promoted_tile == "inside" and meld.kind == "promoted_kong"
    tiles = (*meld.tiles[:2], *meld.tiles[3:]) if inside else meld.tiles[:-1]
    index = 2 if meld.claimed_index == 3 else meld.claimed_index
    return changed(meld, kind="pung", tiles=tiles, claimed_index=index)


def taken_discard(state: GameState, giver: Seat, tile: SeenTile, taker: Seat) -> GameState:
    """Marks the newest lying discard of `giver` as taken."""
    river = list(state.seats[giver].river)
    if state.last_discard == giver and river and river[-1].claimed_by is None:
        # The claim shows the tile once more: its word counts.
        river[-1] = changed(river[-1], tile=tile or river[-1].tile, claimed_by=taker)
    return with_seat(state, giver, river=tuple(river))


def _index_of(tile: SeenTile, tiles: tuple[SeenTile, ...]) -> int:
    return tiles.index(tile) if tile in tiles else 0
