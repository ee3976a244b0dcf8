"""What a player who sees only its own tiles chooses to do in its own move."""

from __future__ import annotations

from collections import Counter

import numpy as np

from engine.scoring.shape import shapes_of, waits
from engine.table.events import KongDeclared, Seat
from engine.table.state import GameState
from engine.tiles import Tile, plain
from vision.simulate.playing.strategy import Player, known


def kong_of(state: GameState, seat: Seat, player: Player) -> KongDeclared | None:
    """The harmless kong that `seat` can declare from its hand, None when there is none."""
    own = state.seats[seat]
    if own.is_ready:
        return None
    hand = known(own.standing)
    counts = Counter(map(plain, hand))
    for meld in own.melds:
        tile = plain(known(meld.tiles)[0])
        if meld.kind == "pung" and counts[tile]:
            return KongDeclared(seat, "promoted", next(held for held in hand if plain(held) == tile))
    for tile, number in counts.items():
        if number == 4 and not _is_useful_in_a_run(player, hand, len(own.melds), tile):
            return KongDeclared(seat, "concealed", tile)
    return None


def parting(
    player: Player, hand: tuple[Tile, ...], melds: int, claimed: Tile | None, rng: np.random.Generator
) -> Tile:
    """The discard the player chooses; never a copy of the tile just claimed."""
    choices = tuple(tile for tile in hand if claimed is None or plain(tile) != plain(claimed)) or hand
    tile = player.discard(hand, melds, rng)
    return tile if tile in choices else choices[-1]


def declares_ready(state: GameState, seat: Seat, tile: Tile) -> bool:
    """Whether `seat` declares ready with the discard of `tile`."""
    rules, own = state.rules, state.seats[seat]
    if not rules.riichi or own.melds or state.wall.tiles_left < rules.dead_wall + 4:
        return False
    rest = list(known(own.standing))
    rest.remove(tile)
    return bool(waits(tuple(rest), 0, shapes_of(rules)))


def is_furiten(state: GameState, seat: Seat) -> bool:
    """Whether a tile that `seat` waits for lies in its own river, where the rules mind."""
    if not state.rules.furiten:
        return False
    own = state.seats[seat]
    waiting = waits(known(own.standing), len(own.melds), shapes_of(state.rules))
    return any(discard.tile and plain(discard.tile) in waiting for discard in own.river)


def _is_useful_in_a_run(player: Player, hand: tuple[Tile, ...], melds: int, tile: Tile) -> bool:
    rest = tuple(own for own in hand if plain(own) != plain(tile))
    return player.cost(rest, melds + 1) > player.cost(hand, melds)
