"""Faults of flowers, draws and discards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ruleset import Ruleset
from engine.table.events import FlowerDeclared, TileDiscarded, TileDrawn
from engine.table.fault import Fault, fault
from engine.table.indicators import indicators_overdue
from engine.table.play_order import order_from
from engine.table.seating import held_count
from engine.table.state import GameState, SeatState
from engine.table.tile_set import bonus_tiles, is_bonus
from engine.table.wall import live_tiles_left
from engine.tiles import SeenTile, Tile, is_flower, is_suited, plain, rank, same_face, suit


def is_out_of_play(state: GameState) -> bool:
    """Whether the deal has ended; before it began only what contradicts the hands can be wrong."""
    return state.phase == "ended"


def is_fifth_kong(state: GameState) -> bool:
    """Whether another kong would be the fifth, for which a dead wall holds no replacement (G-06)."""
    laid = sum(len(meld.tiles) == 4 for seat in state.seats for meld in seat.melds)
    return laid >= 4 and state.rules.dead_wall > 0


def wall_is_empty(state: GameState) -> bool:
    """Whether no tile may be drawn any more; False when the wall was never seen."""
    return bool(state.wall.heights) and live_tiles_left(state.rules, state.wall) == 0


def tile_drawn(state: GameState, event: TileDrawn) -> Iterator[Fault]:
    """Who may draw, and from which end of the wall."""
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat)
        return
    if wall_is_empty(state):
        yield fault(state, "wall_empty", event.seat)
    if state.wall.heights and state.phase in ("rolling", "breaking"):
        yield fault(state, "drew_before_deal", event.seat, event.tile)
    yield from _live_draw(state, event) if event.end == "live" else _spare_draw(state, event)


def _live_draw(state: GameState, event: TileDrawn) -> Iterator[Fault]:
    if event.seat != state.turn:
        yield fault(state, "out_of_turn", event.seat, event.tile)
    elif state.owes == "replacement":
        yield fault(state, "wrong_end", event.seat, event.tile)
    elif state.owes == "discard":
        name = "drew_after_claim" if state.move_began == "claim" else "drew_twice"
        yield fault(state, name, event.seat, event.tile)


def _spare_draw(state: GameState, event: TileDrawn) -> Iterator[Fault]:
    if state.owes == "replacement" and event.seat == state.turn:
        return
    if event.seat != state.turn:
        yield fault(state, "out_of_turn", event.seat, event.tile)
    elif state.owes == "draw":
        yield fault(state, "wrong_end", event.seat, event.tile)
    else:
        yield fault(state, "replacement_not_owed", event.seat, event.tile)


def tile_discarded(state: GameState, event: TileDiscarded) -> Iterator[Fault]:
    """A discard ends a move that began with a tile, with fourteen tiles in hand."""
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat, event.tile)
        return
    yield from _discard_turn(state, event)
    if indicators_overdue(state):
        yield fault(state, "indicator_missing", None)
    if lacks(state, event.seat, (event.tile,)):
        yield fault(state, "tile_not_held", event.seat, event.tile)
    if event.tile and is_flower(event.tile) and state.rules.flowers != "optional":
        name = "flower_discarded" if state.rules.flowers == "forced" else "flowers_not_used"
        yield fault(state, name, event.seat, event.tile)
    elif _keeps_flower(state, event):
        yield fault(state, "flower_kept", event.seat, *_flowers_held(state, event.seat))
    if _is_swap_call(state, event):
        yield fault(state, "swap_call", event.seat, event.tile)
    if _is_not_the_drawn(state, event):
        yield fault(state, "not_the_drawn_tile", event.seat, event.tile)
    if state.rules.riichi:
        yield from _turned(state, event)


def _turned(state: GameState, event: TileDiscarded) -> Iterator[Fault]:
    """Who declares ready says so and turns that discard; nobody else turns one (G-06)."""
    seat = state.seats[event.seat]
    if event.turned and not seat.is_ready:
        yield fault(state, "ready_not_called", event.seat, event.tile)
    elif is_declaring(seat) and not event.turned:
        yield fault(state, "ready_discard_not_turned", event.seat, event.tile)


def _keeps_flower(state: GameState, event: TileDiscarded) -> bool:
    """Whether a flower known to be held was neither laid nor replaced, though the rules ask for it and the
    wall has a replacement (S003-19)."""
    is_own_move = event.seat == state.turn and state.owes == "discard"
    must = state.rules.flowers == "forced" and is_own_move and not wall_is_empty(state)
    return must and bool(_flowers_held(state, event.seat))


def _flowers_held(state: GameState, seat: int) -> tuple[Tile, ...]:
    return tuple(tile for tile in state.seats[seat].standing if tile and is_flower(tile))


def is_declaring(seat: SeatState) -> bool:
    """Whether ready is declared and the discard that declares it is still to come."""
    return seat.is_ready and seat.ready_from == len(seat.river)


def _discard_turn(state: GameState, event: TileDiscarded) -> Iterator[Fault]:
    seat = state.seats[event.seat]
    if event.seat != state.turn:
        yield fault(state, "out_of_turn", event.seat, event.tile)
    elif state.owes == "draw":
        yield fault(state, "discard_without_draw", event.seat, event.tile)
    elif state.owes == "replacement":
        name = "replacement_missing" if _owes_for_kong(state) else "flower_not_replaced"
        yield fault(state, name, event.seat, event.tile)
    elif state.owes == "discard" and held_count(seat) != 14 and not seat.is_dead_hand:
        yield fault(state, "wrong_count", event.seat, event.tile)


def _owes_for_kong(state: GameState) -> bool:
    return (state.kong is not None and state.kong.kind != "north") or seat_kong_newest(state)


def seat_kong_newest(state: GameState) -> bool:
    """Whether the replacement owed is for a claimed kong rather than a flower."""
    seat = state.seats[state.turn]
    return state.move_began == "claim" and bool(seat.melds) and seat.melds[-1].kind == "melded_kong"


def lacks(state: GameState, seat: int, tiles: tuple[SeenTile, ...]) -> bool:
    """Whether a hand that is wholly known does not hold `tiles`."""
    held = list(state.seats[seat].standing)
    if None in held or not held:
        return False
    for tile in tiles:
        if tile is None:
            continue
        if tile not in held:
            return True
        held.remove(tile)
    return False


def _is_swap_call(state: GameState, event: TileDiscarded) -> bool:
    """Whether the tile just claimed, or the other end of its run, goes out at once."""
    if state.rules.swap_calling or state.move_began != "claim" or state.turn != event.seat:
        return False
    melds = state.seats[event.seat].melds
    if not melds or event.tile is None or melds[-1].claimed_index is None:
        return False
    claimed = melds[-1].tiles[melds[-1].claimed_index]
    if claimed is None or melds[-1].kind == "melded_kong":
        return False
    return swaps(state.rules, melds[-1].tiles, claimed, event.tile)


def swaps(rules: Ruleset, laid: tuple[SeenTile, ...], claimed: Tile, tile: Tile) -> bool:
    """Whether `tile` is the one just claimed for the set `laid`, or the other end of its run where that is
    not allowed either."""
    if same_face(claimed, tile):
        return True
    return not rules.swap_other_end and plain(tile) == _other_end(laid, claimed)


def _other_end(run: tuple[SeenTile, ...], claimed: Tile) -> Tile | None:
    """The tile that would have made a run with the same two own tiles."""
    if not is_suited(claimed) or None in run:
        return None
    ranks = sorted(rank(tile) for tile in run if tile)
    if ranks[0] == ranks[1]:
        return None
    other = {ranks[0]: ranks[2] + 1, ranks[2]: ranks[0] - 1}.get(rank(claimed), 0)
    return f"{other}{suit(claimed)}" if 1 <= other <= 9 else None


def _is_not_the_drawn(state: GameState, event: TileDiscarded) -> bool:
    """After declaring ready only the tile just drawn may go, but for the declaring discard itself."""
    seat = state.seats[event.seat]
    if not (state.rules.riichi and seat.is_ready and seat.standing) or state.turn != event.seat:
        return False
    if is_declaring(seat):
        return False
    drawn = seat.standing[-1]
    return event.drawn is False or (drawn is not None and event.tile is not None and drawn != event.tile)


def flower_declared(state: GameState, event: FlowerDeclared) -> Iterator[Fault]:
    """Flowers are laid out in the own move, or in the exchange in order of seats (S004-39, S004-43)."""
    if is_out_of_play(state):
        yield fault(state, "deal_over", event.seat, event.tile)
        return
    if not bonus_tiles(state.rules) or (event.tile is not None and not is_bonus(state.rules, event.tile)):
        yield fault(state, "flowers_not_used", event.seat, event.tile)
    if lacks(state, event.seat, (event.tile,)):
        yield fault(state, "tile_not_held", event.seat, event.tile)
    if state.phase == "flowers":
        if any(state.seats[later].flowers for later in _after_in_exchange(state, event.seat)):
            name = "not_in_first_move" if event.seat == state.dealer else "exchange_out_of_order"
            yield fault(state, name, event.seat, event.tile)
        elif state.owes == "replacement" and event.seat != state.turn:
            yield fault(state, "flower_not_replaced", state.turn)
    elif event.seat != state.turn or state.owes == "draw":
        yield fault(state, "flower_out_of_turn", event.seat, event.tile)
    elif state.move_began == "claim":
        yield fault(state, "flower_after_claim", event.seat, event.tile)
    elif _changes_ready_hand(state, event):
        yield fault(state, "not_the_drawn_tile", event.seat, event.tile)


def _changes_ready_hand(state: GameState, event: FlowerDeclared) -> bool:
    """Whether a North from within a hand that declared ready is laid out: only one just drawn may be."""
    seat = state.seats[event.seat]
    is_bound = state.rules.north_bonus and seat.is_ready and seat.ready_from != len(seat.river)
    return is_bound and bool(seat.standing) and not is_bonus(state.rules, seat.standing[-1] or event.tile)


def _after_in_exchange(state: GameState, seat: int) -> Iterator[int]:
    yield from order_from(state.rules, state.dealer)[state.seat_wind(seat) + 1 :]
