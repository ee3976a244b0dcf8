"""Faults of declaring ready, of winning and of draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.judge.faults_claims import is_newest_discard
from engine.judge.faults_play import is_out_of_play, lacks
from engine.scoring.shape import is_complete, shapes_of
from engine.scoring.worth import could_win_on, may_be_ready, meets_minimum, own_waits
from engine.table.events import DeclaredReady, Seat, Won
from engine.table.fault import Fault, fault
from engine.table.indicators import indicators_overdue
from engine.table.play_order import turns_from
from engine.table.seating import held_count, with_seat
from engine.table.state import GameState, SeatState
from engine.table.wall import live_tiles_left
from engine.table.wins import counted_winners
from engine.tiles import SeenTile, Tile, is_flower, plain, same_face

NOT_RECKONED = ("unknown_tiles", "unavailable")
"""Reasons for which a score says nothing: a kong lies face down, or (older journals) nobody could count."""


def declared_ready(state: GameState, event: DeclaredReady) -> Iterator[Fault]:
    """The riichi declaration: closed hand, ready, own move, points for the stick, tiles left (G-06)."""
    seat = state.seats[event.seat]
    if not state.rules.riichi:
        yield fault(state, "ready_not_played", event.seat)
        return
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat)
    if event.seat != state.turn or state.owes != "discard":
        yield fault(state, "ready_out_of_turn", event.seat)
    if seat.is_dead_hand:
        yield fault(state, "ready_with_dead_hand", event.seat)
    if seat.is_ready:
        yield fault(state, "ready_twice", event.seat)
    if any(meld.kind != "concealed_kong" for meld in seat.melds):
        yield fault(state, "ready_with_open_hand", event.seat)
    if state.wall.heights and live_tiles_left(state.rules, state.wall) < state.rules.ready_minimum_tiles:
        yield fault(state, "ready_too_late", event.seat)
    if state.rules.ends_below is not None and seat.score < state.rules.ready_stick:
        yield fault(state, "ready_without_points", event.seat)
    if is_known(seat.standing) and not may_be_ready(state.rules, seat):
        yield fault(state, "not_ready", event.seat)


def is_known(tiles: tuple[SeenTile, ...]) -> bool:
    """Whether a hand is there and every tile of it known and part of a hand."""
    return bool(tiles) and all(tile is not None and not is_flower(tile) for tile in tiles)


def won(state: GameState, event: Won) -> Iterator[Fault]:
    """A win: in time, on a tile that may be won on, with a finished hand worth enough."""
    seat = state.seats[event.seat]
    if seat.is_dead_hand:
        yield fault(state, "win_with_dead_hand", event.seat)
    yield from _own_move(state, event) if event.giver is None else _on_anothers_tile(state, event)
    if event.giver is None and not state.winners and indicators_overdue(state):
        yield fault(state, "indicator_missing", None)
    hand = _full_hand(state, event)
    if hand is not None and not _is_finished(state, seat, hand):
        yield fault(state, "false_win", event.seat, *hand)
    elif _is_too_cheap(state, event, hand):
        yield fault(state, "below_minimum", event.seat)
    if event.hand and lacks(state, event.seat, _of_hand(event, seat)):
        yield fault(state, "tile_not_held", event.seat, *event.hand)
    if _holds_another_number(state, event):
        yield fault(state, "wrong_count", event.seat)


def _is_too_cheap(state: GameState, event: Won, hand: tuple[Tile, ...] | None) -> bool:
    """As the win's score says; without one, as the hand says when it is known."""
    if isinstance(event.score, Mapping):
        is_reckoned = event.score.get("reason") not in NOT_RECKONED
        return is_reckoned and event.score.get("minimum_met") is False
    return hand is not None and meets_minimum(state, event) is False


def _of_hand(event: Won, seat: SeatState) -> tuple[SeenTile, ...]:
    drawn = len(seat.standing) == len(event.hand) + 1
    return (*event.hand, event.tile) if drawn and event.giver is None else event.hand


def _own_move(state: GameState, event: Won) -> Iterator[Fault]:
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat, event.tile)
    elif _wins_on_flowers(state, event):
        return
    elif event.seat != state.turn or state.owes != "discard" or state.move_began == "claim":
        yield fault(state, "win_out_of_move", event.seat, event.tile)


def _wins_on_flowers(state: GameState, event: Won) -> bool:
    """All eight lie there: their owner need not wait for the replacement (S003-20)."""
    all_laid = state.rules.all_flowers_win and len(state.seats[event.seat].flowers) == 8
    return all_laid and event.seat == state.turn and state.owes in ("discard", "replacement")


def _on_anothers_tile(state: GameState, event: Won) -> Iterator[Fault]:
    assert event.giver is not None
    if state.winners:
        yield from _after_another(state, event, event.giver)
        return
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat, event.tile)
    elif event.giver == event.seat:
        yield fault(state, "win_on_dead_tile", event.seat, event.tile)
    elif state.kong is not None and state.kong.seat == event.giver:
        yield from _robbing(state, event)
    elif not is_newest_discard(state, event.giver, event.tile):
        yield fault(state, "win_on_dead_tile", event.seat, event.tile)
    if has_passed(state, event.seat, _won_on(state, event)):
        yield fault(state, "win_on_passed_tile", event.seat, event.tile)


def _after_another(state: GameState, event: Won, giver: Seat) -> Iterator[Fault]:
    """A second winner on the same tile: all win, or the nearest in turn alone (X-01)."""
    same_tile = state.last_discard == giver or (state.kong is not None and state.kong.seat == giver)
    if not same_tile or event.seat in state.winners:
        yield fault(state, "deal_over", event.seat, event.tile)
    elif state.rules.several_winners == "nearest" and (others := counted_winners(state)):
        both = (*others, event.seat)
        yield fault(state, "win_not_nearest", _farthest(state, giver, both), event.tile)
    elif has_passed(state, event.seat, _won_on(state, event)):
        yield fault(state, "win_on_passed_tile", event.seat, event.tile)


def _farthest(state: GameState, giver: Seat, seats: tuple[Seat, ...]) -> Seat:
    return max(seats, key=lambda seat: turns_from(state.rules, giver, seat))


def _robbing(state: GameState, event: Won) -> Iterator[Fault]:
    """Only a promoted kong or a North laid out can be robbed, as a rule before its supplement is drawn
    (S001-56..59)."""
    assert state.kong is not None
    for_orphans = state.rules.rob_concealed_kong_for_orphans and _wins_orphans(state, event)
    may_rob = {"promoted": state.rules.rob_promoted_kong, "concealed": for_orphans}.get(state.kong.kind, True)
    if not may_rob:
        yield fault(state, "kong_not_to_be_robbed", event.seat, event.tile)
    elif not same_face(state.kong.tile, event.tile):
        yield fault(state, "win_on_dead_tile", event.seat, event.tile)
    elif state.owes == "discard" and (not state.rules.rob_after_supplement or bars_robbing(state)):
        yield fault(state, "kong_robbed_too_late", event.seat, event.tile)


def bars_robbing(state: GameState) -> bool:
    """Whether the supplement known to be drawn lets the kong's owner win or declare another kong: then the
    kong may not be robbed any more (S001-59)."""
    if state.kong is None or state.owes != "discard":
        return False
    seat = state.kong.seat
    own = state.seats[seat]
    if not is_known(own.standing):
        return False
    drawn = plain(own.standing[-1] or "")
    is_fourth = [plain(tile) for tile in own.standing if tile].count(drawn) == 4
    to_pung = any(meld.kind == "pung" and same_face(meld.tiles[0], drawn) for meld in own.melds)
    is_won = is_complete(own.standing, len(own.melds), shapes_of(state.rules))
    return is_fourth or to_pung or (is_won and meets_minimum(state, Won(seat, own.standing[-1])) is not False)


def _wins_orphans(state: GameState, event: Won) -> bool:
    hand = _full_hand(state, event)
    if hand is None:
        return True
    return not any(map(is_flower, hand)) and is_complete(hand, 0, frozenset({"thirteen_orphans"}))


def _won_on(state: GameState, event: Won) -> tuple[SeenTile, ...]:
    return event.hand or state.seats[event.seat].standing


def has_passed(state: GameState, seat: Seat, standing: tuple[SeenTile, ...]) -> bool:
    """Whether a hand may not win on a discard: one of its waits lies in its own river, or was let go since
    its own last discard, or ever since it declared ready (furiten, S001-30); or it missed a win since it last
    drew, where the rule set has that."""
    own = state.seats[seat]
    if not is_known(standing) or (not state.rules.furiten and state.rules.missed_win == "free"):
        return False
    finishing = own_waits(state.rules, own, standing)
    if not finishing or not state.rules.furiten:
        return bool(finishing) and _missed(with_seat(state, seat, standing=standing), seat, finishing)
    gone = {plain(each.tile) for each in own.river if each.tile} | _let_go(state, seat)
    return any(tile in gone for tile in finishing)


def _missed(state: GameState, seat: Seat, finishing: Iterable[Tile]) -> bool:
    """Whether another's discard that this hand could have won on was let pass since the seat last drew."""
    last = len(state.discard_order) - (state.last_discard is not None and state.kong is None)
    passed, counts = set(), [0] * len(state.seats)
    for number, who in enumerate(state.discard_order[:last]):
        tile = state.seats[who].river[counts[who]].tile if counts[who] < len(state.seats[who].river) else None
        counts[who] += 1
        if number >= state.seats[seat].drew_after and who != seat and tile is not None:
            passed.add(plain(tile))
    return any(tile in passed and could_win_on(state, seat, tile) for tile in finishing)


def _let_go(state: GameState, seat: Seat) -> set[Tile]:
    """Others' discards that were let pass: since the own last discard, or since ready was declared."""
    own = state.seats[seat]
    since = own.ready_from if own.is_ready and own.ready_from is not None else len(own.river) - 1
    counts, gone = [0] * state.rules.seats, set()
    for number, who in enumerate(state.discard_order):
        discard = state.seats[who].river[counts[who]] if counts[who] < len(state.seats[who].river) else None
        counts[who] += 1
        is_newest = number == len(state.discard_order) - 1 and state.kong is None
        after_own = counts[seat] > since and who != seat
        if discard and discard.tile and after_own and not (is_newest and state.last_discard == who):
            gone.add(plain(discard.tile))
    return gone | _kongs_let_go(state, seat, since)


def _kongs_let_go(state: GameState, seat: Seat, since: int) -> set[Tile]:
    """The tiles added to others' pungs that might have been robbed and were not; the newest still may be."""
    gone = set()
    passed = state.kongs if state.kong is None else state.kongs[:-1]
    for kong in passed if state.rules.rob_promoted_kong else ():
        own_discards = state.discard_order[: kong.discards_before].count(seat)
        if kong.kind == "promoted" and kong.tile and kong.seat != seat and own_discards > since:
            gone.add(plain(kong.tile))
    return gone


def _full_hand(state: GameState, event: Won) -> tuple[Tile, ...] | None:
    """The standing tiles with the winning one, when all are known."""
    seat = state.seats[event.seat]
    size = 14 - 3 * len(seat.melds)
    tiles = list(event.hand or seat.standing)
    if len(tiles) == size - 1:
        tiles.append(event.tile)
    if not tiles or None in tiles:
        return None
    return tuple(tile for tile in tiles if tile is not None)


def _is_finished(state: GameState, seat: SeatState, hand: tuple[Tile, ...]) -> bool:
    if state.rules.all_flowers_win and len(seat.flowers) == 8:
        return True
    if any(map(is_flower, hand)):
        return False
    return is_complete(hand, len(seat.melds), shapes_of(state.rules))


def _holds_another_number(state: GameState, event: Won) -> bool:
    """Whether the winner does not hold thirteen tiles besides the winning one (S001-01, S004-102): as shown,
    else as told."""
    seat = state.seats[event.seat]
    if event.hand:
        has_all = len(event.hand) + 3 * len(seat.melds) == 14 and None not in (*event.hand, event.tile)
        return has_all and not any(same_face(event.tile, tile) for tile in event.hand)
    if seat.is_dead_hand or not seat.standing or _wins_on_flowers(state, event):
        return False
    if event.giver is None:
        return state.turn == event.seat and state.owes == "discard" and held_count(seat) != 14
    return held_count(seat) != 13
