"""Deals in which somebody makes a mistake, and the fault that has to be told of it.

People play as always until somebody does wrong; then they play on for a few moves, as if nobody had noticed::

    ... draw, discard | the wrong act | what the rules call it | some more moves, and the film ends
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.judge.faults_claims import is_chow
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import (
    ChowClaimed,
    Event,
    FaultFound,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    WallBroken,
    Won,
)
from engine.table.fault import fault
from engine.table.play_order import next_seat, others_after
from engine.table.wall import place_after
from engine.tiles import PLAIN, Tile, is_flower, plain, sort_key
from vision.observation import VisionError
from vision.simulate.chance import chance
from vision.simulate.playing.mistaken import MOVES_AFTER, MistakenDeal
from vision.simulate.playing.play import folded

TRIES = 60
"""Deals tried until one offers the occasion."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A deal with a mistake: all that happens, the fault told among it.

    `misplaced`: for the event of that number (from 0), which tile of the set it lays is turned, wrongly.
    `instead`: the event of that number takes back the earlier one and stands in its place.
    """

    events: tuple[Event, ...]
    fault: FaultFound
    misplaced: Mapping[int, int] = field(default_factory=dict)
    instead: Mapping[int, int] = field(default_factory=dict)


class _WrongBreak(MistakenDeal):
    def _opened(self) -> tuple[Event, ...]:
        *before, broken = super()._opened()
        assert isinstance(broken, WallBroken)
        astray = int(self._rng.choice([-3, -2, 2, 3]))
        side, stack = broken.side, broken.after_stack + astray
        if not 2 <= stack < self.state.rules.stacks - 1:
            stack = broken.after_stack - astray
        place = place_after(self.state.rules, side, stack)
        wrong = WallBroken(place.side, place.stack)
        state = folded(self.state, before)
        self.found = fault(state, "wrong_break", place.side).event()
        return (*before, wrong, self.found)

    def _exchange_flowers(self) -> None:
        super()._exchange_flowers()
        self._left = MOVES_AFTER


class _WrongEnd(MistakenDeal):
    def _mistakes_move(self) -> bool:
        seat = self.state.turn
        if self._drawn(seat, self.state.rules.replacement_end) is None:
            return False
        self._told("wrong_end", seat, None)
        self._discard(seat)
        return True


class _OutOfTurn(MistakenDeal):
    def _mistakes_move(self) -> bool:
        seat = next_seat(self.state.rules, self.state.turn, int(self._rng.integers(1, 3)))
        if seat == self.state.last_discard or self._drawn(seat) is None:
            return False
        self._told("out_of_turn", seat, None)
        self._discard(seat)
        return True


class _FarChow(MistakenDeal):
    def _claims_run(self, seat: Seat, giver: Seat, tile: Tile) -> None:
        others = others_after(self.state.rules, giver)[1:]
        for far in others if self._left is None and self._due <= 0 else ():
            run = next(_runs(self._hand(far), tile), None)
            if run is not None and not self.state.seats[far].is_ready:  # that would be two mistakes
                left = self.state.rules.chow_tile_left
                tiles = (tile, *run) if left else tuple(sorted((tile, *run), key=sort_key))
                self._do(ChowClaimed(far, giver, tile, tiles))
                self._told("chow_not_from_left", far, tile)
                self._discard(far, tile)
                return
        super()._claims_run(seat, giver, tile)


class _NoReplacement(MistakenDeal):
    """Somebody is dealt four alike, and forgets to take the replacement."""

    def _deal(self) -> None:
        seat = int(self._rng.integers(4))
        self._bring(seat, 4)
        super()._deal()

    def _own_kongs(self, seat: Seat) -> None:
        if self._left is None and not self.state.seats[seat].is_ready:
            hand = [plain(tile) for tile in self._hand(seat)]
            four = next((tile for tile in hand if hand.count(tile) == 4 and tile in PLAIN), None)
            if four is not None:
                self._do(KongDeclared(seat, "concealed", four))
                self._turn_indicators()
                self._lay_off(seat)
                tile = self.state.seats[seat].river[-1].tile
                self._told("replacement_missing", seat, tile)
                return
        super()._own_kongs(seat)

    def _discard(self, seat: Seat, claimed: Tile | None = None) -> None:
        if self.state.last_discard != seat:
            super()._discard(seat, claimed)


class _TwelveHeld(MistakenDeal):
    def _mistakes_move(self) -> bool:
        seat = self.state.turn
        self._lay_off(seat)
        self._told("discard_without_draw", seat, self.state.seats[seat].river[-1].tile)
        return True


class _FourteenHeld(MistakenDeal):
    def _mistakes_move(self) -> bool:
        seat = self.state.turn
        first = self._drawn(seat)
        if first is None:
            return False
        if self._drawn(seat) is None:
            self._discard(seat)
            return True
        self._told("drew_twice", seat, None)
        self._discard(seat)
        return True


class _WrongGiver(MistakenDeal):
    def _do(self, event: Event) -> None:
        super()._do(event)
        if isinstance(event, PungClaimed) and self.found is None:
            meld = self.state.seats[event.seat].melds[-1]
            assert meld.claimed_index is not None
            self.misplaced[len(self._events) - 1] = (meld.claimed_index + int(self._rng.integers(1, 3))) % 3
            self._told("claimed_tile_misplaced", event.seat, *event.tiles)


class _TakenBack(MistakenDeal):
    def _mistakes_move(self) -> bool:
        seat = self.state.turn
        if self._drawn(seat) is None:
            return False
        before = self.state
        hand = self._hand(seat)
        kept = [tile for tile in hand if plain(tile) != plain(hand[-1])]
        if not kept or self.state.seats[seat].is_ready:
            self._discard(seat)
            return True
        wrong = kept[int(self._rng.integers(len(kept)))]
        self._do(TileDiscarded(seat, wrong))
        number = len(self._events) - 1
        self._told("tile_put_back", seat, wrong)
        self.state = before
        self._do(TileDiscarded(seat, hand[-1]))
        self.instead[len(self._events) - 1] = number
        return True


class _FifthCopy(MistakenDeal):
    """A set with five of a face; all five come into the rivers."""

    def _deal(self) -> None:
        self._face = str(self._rng.choice([tile for tile in PLAIN if tile[1] == "z"]))
        self._bring(None, 5, self._face)
        super()._deal()

    def _parting(self, seat: Seat, hand: tuple[Tile, ...], claimed: Tile | None) -> Tile:
        return self._face if self._face in hand else super()._parting(seat, hand, claimed)

    def _offer(self, giver: Seat, tile: Tile) -> None:
        if tile != self._face:
            super()._offer(giver, tile)
            return
        lying = sum(each.tile == tile for seat in self.state.seats for each in seat.lying_river)
        if lying == 5:
            self._told("fifth_copy", giver, tile)


class _FalseWin(MistakenDeal):
    def _mistakes_move(self) -> bool:
        seat = self.state.turn
        tile = self._drawn(seat)
        hand = self._hand(seat)
        if tile is None or self._is_complete(seat, hand):
            return False
        self._do(Won(seat, tile, None, tuple(sorted(hand[:-1], key=sort_key))))
        self._told("false_win", seat, *sorted(hand[:-1], key=sort_key), tile)
        return True


def _runs(hand: Sequence[Tile], tile: Tile) -> Iterator[tuple[Tile, Tile]]:
    for pair in combinations(sorted({each for each in hand if not is_flower(each)}, key=sort_key), 2):
        if is_chow((tile, *pair)):
            yield pair


MISTAKES: Mapping[str, type[MistakenDeal]] = {
    "wrong_break": _WrongBreak,
    "wrong_end": _WrongEnd,
    "out_of_turn": _OutOfTurn,
    "far_chow": _FarChow,
    "no_replacement": _NoReplacement,
    "twelve_tiles": _TwelveHeld,
    "fourteen_tiles": _FourteenHeld,
    "wrong_giver": _WrongGiver,
    "taken_back": _TakenBack,
    "fifth_copy": _FifthCopy,
    "false_win": _FalseWin,
}
"""What may be planted, by name."""


def mistaken_deal(rules: Ruleset, seed: int, name: str, dealer: Seat = 0) -> Planted:
    """A deal with that mistake; the same seed plays the same. VisionError names what there is."""
    if name not in MISTAKES:
        raise VisionError(f"no mistake {name!r}; there are {', '.join(MISTAKES)}")
    for number in range(TRIES):
        deal = MISTAKES[name](new_table(rules, dealer), chance(seed, "mistake", name, rules.name, number))
        events = deal.played()
        if deal.found is not None:
            return Planted(events, deal.found, deal.misplaced, deal.instead)
    raise VisionError(f"{rules.name} offers no occasion for the mistake {name!r}")
