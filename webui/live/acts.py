"""What a person can say happened, as a few words; the table's own state fills in the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.judge.faults import faults
from engine.ruleset import Ruleset
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.state import GameState
from engine.table.tile_set import bonus_tiles
from engine.tiles import SeenTile, Tile, is_suited, parse_tile, rank, suit
from webui.text.said_error import SaidError

Act = Callable[[Seat, SeenTile, GameState], Event]


def events_of(act: str, seat: Seat, tile: object, state: GameState) -> tuple[Event, ...]:
    """The events of `act` (one of `ACTS`) by `seat`; `tile` is notation or None when it was not said.

    A claim takes the newest discard. Raises EngineError when there is none, or when `tile` is no tile.
    """
    said = None if tile is None else parse_tile(str(tile))
    return (ACTS[act](seat, said, state),)


def with_fifth_copies(state: GameState, events: Sequence[Event]) -> tuple[Event, ...]:
    """`events` as a person tells them after `state`, each with the fault behind it when it shows a tile that
    the set does not have any more. S004-12"""
    judged: list[Event] = []
    for event in events:
        judged.append(event)
        judged += [each.event() for each in faults(state, event) if each.name == "fifth_copy"]
        state = apply(state, event)
    return tuple(judged)


def _discard(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    return TileDiscarded(seat, tile)


def _draw(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    return TileDrawn(seat, "live", tile)


def _flower(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    only = bonus_tiles(state.rules) if tile is None else ()
    return FlowerDeclared(seat, only[0] if len(only) == 1 else tile)


def _chow(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    """`tile` is the lowest of the run when it was said."""
    giver, claimed = _claimable(seat, state)
    return ChowClaimed(seat, giver, claimed, (claimed, *_others_of_run(tile, claimed)))


def _pung(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    giver, claimed = _claimable(seat, state)
    return PungClaimed(seat, giver, claimed, (claimed,) * 3)


def _kong(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    giver, claimed = _claimable(seat, state)
    return KongClaimed(seat, giver, claimed, (claimed,) * 4)


def _concealed_kong(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    return KongDeclared(seat, "concealed", tile)


def _promoted_kong(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    return KongDeclared(seat, "promoted", tile)


def _win(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    giver, claimed = _claimable(seat, state)
    return Won(seat, claimed, giver)


def _self_draw(seat: Seat, tile: SeenTile, state: GameState) -> Event:
    return Won(seat, tile)


def _claimable(seat: Seat, state: GameState) -> tuple[Seat, SeenTile]:
    giver = state.last_discard
    if giver is None or not state.seats[giver].river:
        raise SaidError("no_discard")
    if giver == seat:
        raise SaidError("own_discard")
    return giver, state.seats[giver].river[-1].tile


def _others_of_run(lowest: SeenTile, claimed: SeenTile) -> tuple[SeenTile, SeenTile]:
    if lowest is None or claimed is None:
        return (None, None)
    if not is_suited(lowest) or rank(lowest) > 7:
        raise SaidError("no_run", tile=f"tile.{lowest}")
    run: list[Tile] = [f"{rank(lowest) + step}{suit(lowest)}" for step in range(3)]
    others = [tile for tile in run if tile != f"{rank(claimed)}{suit(claimed)}"]
    if len(others) != 2:
        raise SaidError("not_in_run", tile=f"tile.{lowest}", claimed=f"tile.{claimed}")
    return (others[0], others[1])


ACTS: dict[str, Act] = {
    "discard": _discard,
    "draw": _draw,
    "chow": _chow,
    "pung": _pung,
    "kong": _kong,
    "concealed_kong": _concealed_kong,
    "promoted_kong": _promoted_kong,
    "flower": _flower,
    "win": _win,
    "self_draw": _self_draw,
}
"""By the name the page sends."""


def acts_of(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """The acts such a table has: (name, what it is called)."""
    kept = dict(ACTS)
    if not rules.chow_claims:
        del kept["chow"]
    if not bonus_tiles(rules):
        del kept["flower"]
    return tuple((act, "north" if act == "flower" and rules.north_bonus else act) for act in kept)
