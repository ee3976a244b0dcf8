"""One deal being played: draws, flowers, kongs, discards, claims and wins, each player knowing its own tiles.

The walls, the turn and what an event changes are the engine's own; only the order of the hidden tiles and the
players' minds are kept here.
"""

from __future__ import annotations

import numpy as np

from engine.judge.draws import due_draw
from engine.scoring.shape import is_complete, shapes_of
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DeclaredReady,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    WallEnd,
    Won,
)
from engine.table.indicators import indicators_due
from engine.table.play_order import claimed_place, order_from, others_after, seats_of
from engine.table.state import GameState, StackPlace
from engine.table.tile_set import NORTH
from engine.table.wall import (
    deal_order,
    height_at,
    live_place,
    live_tiles_left,
    tail_place,
    take_at,
)
from engine.tiles import Tile, is_flower, plain, sort_key
from vision.simulate.places import next_indicator
from vision.simulate.playing.choices import declares_ready, is_furiten, kong_of, parting
from vision.simulate.playing.hidden_wall import opened_wall, shuffled_wall
from vision.simulate.playing.laying_open import drawn_openly
from vision.simulate.playing.strategy import Player, known, player_for


class PlayedDeal:
    """One deal being played: the state, the tiles still in the wall, and each seat's player."""

    def __init__(self, state: GameState, rng: np.random.Generator) -> None:
        self._rng = rng
        self.state = state
        self._events: list[Event] = []
        self._wall = shuffled_wall(state.rules, rng)
        self._players: dict[Seat, Player] = {}

    def played(self) -> tuple[Event, ...]:
        """Everything that happens."""
        for event in self._opened():
            self._do(event)
        self._deal()
        self._exchange_flowers()
        dealer = self.state.dealer
        if not self._self_won(dealer):
            self._own_kongs(dealer)
            if not self._is_over():
                self._discard(dealer)
        while not self._is_over():
            self._next_move()
        return tuple(self._events)

    def _opened(self) -> tuple[Event, ...]:
        return opened_wall(self.state, self._rng)

    def _do(self, event: Event) -> None:
        self.state = apply(self.state, event)
        self._events.append(event)

    def _is_over(self) -> bool:
        return self.state.phase == "ended"

    def _deal(self) -> None:
        hands: list[list[Tile]] = [[] for _ in self.state.seats]
        wall = self.state.wall
        for seat, place in deal_order(self.state.rules, wall, self.state.dealer):
            hands[seat].append(self._wall.pop((place.side, place.stack, height_at(wall, place) - 1)))
            wall = take_at(wall, place)
        self._do(HandsDealt(self.state.dealer, tuple(tuple(sorted(hand, key=sort_key)) for hand in hands)))
        for seat in seats_of(self.state.rules):
            self._players[seat] = player_for(hands[seat], self.state.rules)
        self._turn_indicators()

    def _take(self, place: StackPlace) -> Tile:
        level = height_at(self.state.wall, place) - 1
        return self._wall.pop((place.side, place.stack, level))

    def _draw(self, seat: Seat, end: WallEnd = "live") -> Tile | None:
        """Draws and lays every flower drawn, with its replacement; None when the wall is empty."""
        while True:
            drawn = due_draw(self.state)
            if drawn is not None:
                self._do(drawn_openly(self.state, drawn))
                return None
            place = live_place(self.state.wall) if end == "live" else tail_place(self.state.wall)
            if place is None or (end == "live" and not self._is_wall_left()):
                self._do(drawn_openly(self.state, DealDrawn("exhaustive")))
                return None
            tile = self._take(place)
            self._do(TileDrawn(seat, end, tile))
            if not self._lays_out(seat, tile):
                return tile
            self._do(FlowerDeclared(seat, tile))
            if not is_flower(tile) and self._is_won_by_another(seat, tile):
                return None
            end = self.state.rules.replacement_end

    def _lays_out(self, seat: Seat, tile: Tile) -> bool:
        """Whether a tile just drawn goes beside the hand: every flower, and a North that does not win."""
        if not self.state.rules.north_bonus or tile != NORTH:
            return is_flower(tile)
        return self._is_wall_left() and not self._is_complete(seat, self._hand(seat))

    def _lay_norths(self, seat: Seat) -> None:
        """The Norths dealt go beside the hand in the own move, each with its replacement, which may win."""
        rules = self.state.rules
        while rules.north_bonus and NORTH in self._hand(seat) and not self.state.seats[seat].is_ready:
            if not self._is_wall_left():
                return
            self._do(FlowerDeclared(seat, NORTH))
            if self._is_won_by_another(seat, NORTH):
                return
            if self._draw(seat, rules.replacement_end) is None or self._self_won(seat):
                return

    def _is_wall_left(self) -> bool:
        """Whether a tile may still be drawn; the dead wall may not (S001-62)."""
        return live_tiles_left(self.state.rules, self.state.wall) > 0

    def _exchange_flowers(self) -> None:
        """From the dealer on, each lays all flowers and takes as many tiles (S004-43, S004-44)."""
        for seat in order_from(self.state.rules, self.state.dealer):
            while flowers := [tile for tile in self._hand(seat) if is_flower(tile)]:
                for tile in flowers:
                    self._do(FlowerDeclared(seat, tile))
                for _ in flowers:
                    place = tail_place(self.state.wall)
                    assert place is not None
                    self._do(TileDrawn(seat, "tail", self._take(place)))

    def _hand(self, seat: Seat) -> tuple[Tile, ...]:
        return known(self.state.seats[seat].standing)

    def _melds(self, seat: Seat) -> int:
        return len(self.state.seats[seat].melds)

    def _is_complete(self, seat: Seat, tiles: tuple[Tile, ...]) -> bool:
        return is_complete(tiles, self._melds(seat), shapes_of(self.state.rules))

    def _self_won(self, seat: Seat) -> bool:
        hand = self._hand(seat)
        won = Won(seat, hand[-1], None, tuple(sorted(hand[:-1], key=sort_key)))
        if not self._is_complete(seat, hand) or not self._is_worth_enough(won):
            return False
        self._do(won)
        return True

    def _is_worth_enough(self, won: Won) -> bool:
        """Whether the hand reaches the table's minimum; where tiles are unknown, it does."""
        score = score_win(self.state, won, self._events)
        return (score.is_win and score.minimum_met) or score.reason == "unknown_tiles"

    def _next_move(self) -> None:
        """The seat in turn draws and acts, unless the last discard is claimed."""
        seat = self.state.turn
        if self._draw(seat) is None or self._self_won(seat):
            return
        self._own_kongs(seat)
        if not self._is_over():
            self._discard(seat)

    def _own_kongs(self, seat: Seat) -> None:
        """Lays Norths out and declares harmless kongs, each with its replacement, which may win."""
        self._lay_norths(seat)
        while not self._is_over() and self._is_wall_left():
            kong = kong_of(self.state, seat, self._players[seat])
            if kong is None:
                return
            self._do(kong)
            if self._is_robbed(kong):
                return
            self._turn_indicators()
            if self._draw(seat, self.state.rules.replacement_end) is None or self._self_won(seat):
                return

    def _is_robbed(self, kong: KongDeclared) -> bool:
        """Whether somebody wins on the tile just added to a pung, the nearest first (S004-81)."""
        if kong.kind != "promoted" or kong.tile is None or not self.state.rules.rob_promoted_kong:
            return False
        return self._is_won_by_another(kong.seat, kong.tile)

    def _is_won_by_another(self, giver: Seat, tile: Tile) -> bool:
        """Whether somebody wins on a tile just shown, the nearest first."""
        for seat in others_after(self.state.rules, giver):
            won = Won(seat, tile, giver, tuple(sorted(self._hand(seat), key=sort_key)))
            if self._wins_on(won, tile):
                self._do(won)
                return True
        return False

    def _turn_indicators(self) -> None:
        """Turns the indicators that are due, at once or after the discard as the rules say."""
        while len(self.state.dora_indicators) < indicators_due(self.state):
            place = next_indicator(self.state)
            self._do(DoraRevealed(self._wall[(place.side, place.stack, 1)]))

    def _discard(self, seat: Seat, claimed: Tile | None = None) -> None:
        """Parts with a tile, and lets the others claim it."""
        own = self.state.seats[seat]
        hand = self._hand(seat)
        tile = hand[-1] if own.is_ready else self._parting(seat, hand, claimed)
        turned = not own.is_ready and declares_ready(self.state, seat, tile)
        if turned:
            self._do(DeclaredReady(seat))
        self._do(TileDiscarded(seat, tile, turned))
        self._offer(seat, tile)

    def _parting(self, seat: Seat, hand: tuple[Tile, ...], claimed: Tile | None) -> Tile:
        return parting(self._players[seat], hand, self._melds(seat), claimed, self._rng)

    def _offer(self, giver: Seat, tile: Tile) -> None:
        """Win before pung and kong before chow, the nearest first (S004-83, S004-84)."""
        others = others_after(self.state.rules, giver)
        if self._is_won_by_another(giver, tile):
            return
        self._turn_indicators()
        if not self._is_wall_left():
            return
        for seat in others:
            if self._claims_alike(seat, giver, tile):
                return
        if self.state.rules.chow_claims:
            self._claims_run(others[0], giver, tile)

    def _wins_on(self, won: Won, tile: Tile) -> bool:
        hand = (*self._hand(won.seat), tile)
        if is_flower(tile) or not self._is_complete(won.seat, hand):
            return False
        return not is_furiten(self.state, won.seat) and self._is_worth_enough(won)

    def _claims_alike(self, seat: Seat, giver: Seat, tile: Tile) -> bool:
        if self.state.seats[seat].is_ready or is_flower(tile):
            return False
        held = tuple(own for own in self._hand(seat) if plain(own) == plain(tile))
        if not self._players[seat].wants_pung(self._hand(seat), self._melds(seat), tile):
            return False
        place = claimed_place(self.state.rules, seat, giver, min(len(held), 3))
        if len(held) == 3:
            self._do(KongClaimed(seat, giver, tile, _with(held, place, tile)))
            self._turn_indicators()
            if self._draw(seat, self.state.rules.replacement_end) is None or self._self_won(seat):
                return True
            self._own_kongs(seat)
            if not self._is_over():
                self._discard(seat)
            return True
        self._do(PungClaimed(seat, giver, tile, _with(held[:2], place, tile)))
        self._discard(seat, tile)
        return True

    def _claims_run(self, seat: Seat, giver: Seat, tile: Tile) -> None:
        if self.state.seats[seat].is_ready or is_flower(tile):
            return
        pair = self._players[seat].wanted_chow(self._hand(seat), self._melds(seat), tile, self._rng)
        if pair is None:
            return
        # On the left where that is the custom (S004-72), else in the order of the run (S001-31).
        run = sorted((tile, *pair), key=sort_key)
        if self.state.rules.chow_tile_left:
            run = [tile, *sorted(pair, key=sort_key)]
        self._do(ChowClaimed(seat, giver, tile, tuple(run)))
        self._discard(seat, tile)


def _with(held: tuple[Tile, ...], place: int, tile: Tile) -> tuple[Tile, ...]:
    """A meld's tiles as they lie, the claimed one at `place`: from the left, the middle or the right."""
    return (*held[:place], tile, *held[place:])
