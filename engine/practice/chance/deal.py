"""Complete legal deals played at random from a seed, every tile known."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from engine.judge.claims import PossibleClaim, claims, resolve
from engine.judge.draws import due_draw
from engine.judge.faults import faults
from engine.judge.faults_deal import due_break, next_thrower
from engine.judge.faults_play import wall_is_empty
from engine.judge.legal import claim_event
from engine.judge.rounds import next_deal, opening_of
from engine.ruleset import Ruleset
from engine.scoring.shape import is_complete, shapes_of
from engine.scoring.worth import own_waits
from engine.table.apply import apply, new_table
from engine.table.deal_plan import next_grab
from engine.table.events import (
    DealDrawn,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongDeclared,
    Seat,
    StacksTaken,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.fault import Fault
from engine.table.indicators import indicators_due
from engine.table.play_order import order_from, seats_of
from engine.table.state import GameState, StackPlace
from engine.table.tile_set import all_tiles, is_bonus
from engine.tiles import Tile, is_flower, plain

PIPS = {"one3": 3, "one2": 2, "two2": 2}


class RandomDeal:
    """One deal being played; `events` and `state` grow together, `found` holds any fault on the way."""

    def __init__(self, rules: Ruleset, seed: int, state: GameState | None = None) -> None:
        self.chance = random.Random(seed)
        self.state = new_table(rules) if state is None else state
        self.events: list[Event] = []
        self.found: list[Fault] = []
        self.offered: tuple[PossibleClaim, ...] = ()
        self.tiles = all_tiles(rules)
        self.chance.shuffle(self.tiles)

    def act(self, event: Event) -> None:
        """Lets `event` happen, and judges it."""
        self.found += faults(self.state, event)
        self.state = apply(self.state, event)
        self.events.append(event)

    def play(self) -> GameState:
        """The deal from the wall to its end."""
        self.open()
        while self.state.phase != "ended":
            wins = self._wins()
            if not wins and self.turn_indicator():
                continue
            for event in wins or (next(self._choices()),):
                self.act(event)
        return self.state

    def open(self) -> None:
        """Wall, dice, break, the deal stack by stack, hands, indicator."""
        rules = self.state.rules
        if self.state.phase == "ended":
            for event in opening_of(next_deal(self.state), self.state):
                self.act(event)
        self.act(WallBuilt())
        while (thrower := next_thrower(self.state)) is not None:
            pips = tuple(self.chance.randint(1, 6) for _ in range(PIPS[rules.dice]))
            self.act(DiceRolled(thrower, pips))
        place = due_break(self.state) or self._any_place()
        self.act(WallBroken(place.side, place.stack))
        while (grab := next_grab(self.state)) is not None:
            first = grab.places[0]
            self.act(StacksTaken(grab.seat, first.side, first.stack, grab.tiles))
        dealer = self.state.dealer
        hands = tuple(tuple(self._take(14 if seat == dealer else 13)) for seat in seats_of(rules))
        self.act(HandsDealt(dealer, hands))
        self.turn_indicator()

    def _any_place(self) -> StackPlace:
        """Where the wall is broken when no throw names a place."""
        rules = self.state.rules
        return StackPlace(self.chance.randrange(rules.wall_sides), self.chance.randint(1, rules.stacks))

    def turn_indicator(self) -> bool:
        """Turns the indicator that is due; whether one was."""
        is_due = len(self.state.dora_indicators) < indicators_due(self.state)
        if is_due:
            self.act(DoraRevealed(self.tiles.pop()))
        return is_due

    def _take(self, count: int) -> list[Tile]:
        return [self.tiles.pop() for _ in range(count)]

    def _choices(self) -> Iterator[Event]:
        state = self.state
        if state.phase == "flowers" and state.owes == "discard":
            yield from self._exchange()
        match state.owes:
            case "draw":
                yield from self._abortive()
                yield from self._claims()
                drawn = due_draw(state)
                if drawn is not None:
                    yield drawn
                yield TileDrawn(state.turn, "live", self.tiles.pop())
            case "replacement":
                yield from self._claims()
                if wall_is_empty(state):
                    yield DealDrawn()
                yield TileDrawn(state.turn, state.rules.replacement_end, self.tiles.pop())
            case _:
                yield from self._own()

    def _exchange(self) -> Iterator[Event]:
        order = order_from(self.state.rules, self.state.dealer)
        done = [place for place, seat in enumerate(order) if self.state.seats[seat].flowers]
        for seat in order[max(done, default=0) :]:
            for tile in self._held(seat):
                if is_flower(tile) and not wall_is_empty(self.state) and self._lays_flower():
                    yield FlowerDeclared(seat, tile)

    def _lays_flower(self) -> bool:
        """Always where flowers must be laid; else now and then one is kept."""
        return self.state.rules.flowers == "forced" or self.chance.random() < 0.9

    def _wins(self) -> tuple[Event, ...]:
        """The wins on the newest discard or kong, or the draw that three of them make."""
        self.offered = claims(self.state) if self.state.owes in ("draw", "replacement") else ()
        if self.state.owes is None or not any(claim.kind == "win" for claim in self.offered):
            return ()
        asked = tuple(claim for claim in self.offered if claim.kind == "win" and self.chance.random() < 0.9)
        resolution = resolve(self.state.rules, asked)
        if any(why == "triple_win" for _, why in resolution.refused):
            return (DealDrawn("triple_win"),)
        return tuple(claim_event(self.state.rules, claim) for claim in resolution.taken)

    def _claims(self) -> Iterator[Event]:
        asked = tuple(claim for claim in self.offered if claim.kind != "win" and self.chance.random() < 0.3)
        for claim in resolve(self.state.rules, asked).taken[:1]:
            yield claim_event(self.state.rules, claim)

    def _abortive(self) -> Iterator[Event]:
        """The draws for a cause that stand open now; nine terminals are a choice."""
        for kind in self.state.rules.abortive_draws:
            wanted = kind != "nine_terminals" or self.chance.random() < 0.7
            if wanted and kind != "triple_win" and not faults(self.state, DealDrawn(kind)):
                yield DealDrawn(kind)

    def _own(self) -> Iterator[Event]:
        state, seat = self.state, self.state.turn
        own, held = state.seats[seat], self._held(seat)
        rules = state.rules
        options: list[Event] = []
        if not own.river and not own.is_ready:
            yield from self._abortive()
        if state.move_began != "claim":
            options += [FlowerDeclared(seat, tile) for tile in held if is_bonus(rules, tile)]
            if self._is_won():
                options.insert(0, Won(seat, own.standing[-1]))
            pungs = {plain(meld.tiles[0]) for meld in own.melds if meld.kind == "pung" and meld.tiles[0]}
            options += [KongDeclared(seat, "promoted", tile) for tile in held if plain(tile) in pungs]
        counts = Counter(map(plain, held))
        options += [KongDeclared(seat, "concealed", tile) for tile in sorted(counts) if counts[tile] == 4]
        if rules.riichi:
            options.append(DeclaredReady(seat))
        declared = own.is_ready and own.ready_from == len(own.river)
        for option in options:
            is_forced = isinstance(option, FlowerDeclared) and rules.flowers == "forced"
            wanted = is_forced or self.chance.random() < 0.8
            if wanted and not declared and not faults(state, option):
                if isinstance(option, FlowerDeclared) and wall_is_empty(state):
                    continue
                yield option
        yield from self._discard()
        # Who holds nothing but flowers has no other act.
        yield from (FlowerDeclared(seat, tile) for tile in held if is_flower(tile))

    def _is_won(self) -> bool:
        held = self._held(self.state.turn)
        if any(map(is_flower, held)):
            return False
        melds = len(self.state.seats[self.state.turn].melds)
        return is_complete(held, melds, shapes_of(self.state.rules))

    def _held(self, seat: Seat) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.state.seats[seat].standing if tile is not None)

    def _discard(self) -> Iterator[Event]:
        seat = self.state.turn
        own = self.state.seats[seat]
        held = self._held(seat)
        tiles = list(held)
        self.chance.shuffle(tiles)
        if own.is_ready and own.ready_from != len(own.river):
            tiles = [held[-1]]
        if own.is_ready and own.ready_from == len(own.river):
            rests = {tile: held[: held.index(tile)] + held[held.index(tile) + 1 :] for tile in tiles}
            tiles = [tile for tile in tiles if own_waits(self.state.rules, own, rests[tile])]
        # Lonely tiles first, so that some hands get finished.
        tiles.sort(key=lambda tile: _worth(tile, held))
        for tile in tiles:
            event = TileDiscarded(seat, tile, own.ready_from == len(own.river) and own.is_ready)
            if not faults(self.state, event):
                yield event


def _worth(tile: Tile, hand: tuple[Tile, ...]) -> int:
    near = [
        other
        for other in hand
        if other[1] == tile[1] and abs(int(other[0] or 5) - int(tile[0])) <= (2 if tile[1] in "mps" else 0)
    ]
    return len(near)
