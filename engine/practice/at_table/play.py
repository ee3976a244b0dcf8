"""The table trainer: a deal against three simulated players, or with four open hands, every step explained.

A game is its seed and the learner's choices: it is played again from the beginning each time, so nothing is
kept between two requests and any moment can be shown again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.judge.claims import ClaimKind, PossibleClaim, claims, resolve
from engine.judge.draws import due_draw
from engine.judge.faults import faults
from engine.judge.faults_play import wall_is_empty
from engine.judge.legal import claim_event
from engine.practice.at_table.notes import notes_of, opening, refusal
from engine.practice.at_table.players import by_worth, far
from engine.practice.at_table.position import Option, Position, Step
from engine.practice.chance.deal import RandomDeal
from engine.practice.lesson import Note
from engine.ruleset import Ruleset
from engine.scoring.score import Score
from engine.scoring.shape import is_complete, shapes_of
from engine.scoring.table import score_win
from engine.table.events import (
    SEATS,
    DealDrawn,
    DeclaredReady,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongDeclared,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.indicators import indicators_due
from engine.table.play_order import order_from
from engine.table.state import GameState
from engine.tiles import EngineError, Tile, is_flower, plain, sort_key

OWN: Seat = 0
PASS = "pass"
_WEIGHTS: tuple[ClaimKind, ...] = ("win", "kong", "pung", "chow")


class _Decision(Exception):
    """The learner is asked; not an error."""

    def __init__(self, options: tuple[Option, ...]) -> None:
        self.options = options


class TableGame:
    """One deal: simulated seats decide by themselves, the learner's by `chosen`."""

    def __init__(self, rules: Ruleset, seed: int, own: frozenset[Seat], chosen: Sequence[str]) -> None:
        self._deal = RandomDeal(rules, seed)
        self._own, self._chosen = own, list(chosen)
        self._steps: list[Step] = []
        self._score: Score | None = None
        self._won: Won | None = None

    def position(self) -> Position:
        """Plays until the learner is asked or the deal is over. EngineError for a choice not offered."""
        is_first = not self._chosen
        self._deal.open()
        hands = [(seat, tuple(sorted(self._held(seat), key=sort_key))) for seat in sorted(self._own)]
        options: tuple[Option, ...] = ()
        try:
            while self._state.phase != "ended":
                self._next()
        except _Decision as asked:
            options = asked.options
        if is_first:
            self._steps.insert(0, Step(HandsDealt(self._state.dealer), tuple(opening(hands))))
        return Position(self._state, tuple(self._steps), options, self._score, self._won)

    @property
    def _state(self) -> GameState:
        return self._deal.state

    def _next(self) -> None:
        state = self._state
        if state.phase == "flowers" and self._exchange():
            return
        # A kong is robbed before its indicator is turned.
        if state.owes != "replacement" and len(state.dora_indicators) < indicators_due(state):
            self._act(DoraRevealed(self._deal.tiles.pop()))
            return
        match state.owes:
            case "draw":
                if not self._claimed():
                    self._draw("live")
            case "replacement":
                if not self._claimed():
                    self._draw(state.rules.replacement_end)
            case _:
                self._move()

    def _exchange(self) -> bool:
        """Flowers laid after the deal, seat after seat (S004-43)."""
        for seat in order_from(self._state.rules, self._state.dealer):
            for tile in self._held(seat):
                if is_flower(tile) and self._state.rules.flowers != "off":
                    self._act(FlowerDeclared(seat, tile))
                    self._draw(self._state.rules.replacement_end)
                    return True
        return False

    def _draw(self, end: str) -> None:
        state = self._state
        drawn = due_draw(state)
        if drawn is not None or wall_is_empty(state):
            self._act(drawn or DealDrawn())
            return
        self._act(TileDrawn(state.turn, end, self._deal.tiles.pop()))  # type: ignore[arg-type]

    def _claimed(self) -> bool:
        """Whether somebody takes the tile that may be claimed now."""
        possible = claims(self._state)
        ours = tuple(claim for claim in possible if claim.seat in self._own and self._may(claim))
        asked = [claim for claim in possible if claim.seat not in self._own and self._wants(claim)]
        if ours:
            code = self._choose((*(_claim_option(at, claim) for at, claim in enumerate(ours)), _PASSING))
            if code != PASS:
                asked.append(ours[int(code.partition(":")[2])])
        asked = list(_best_of_each(asked))
        if not asked:
            return False
        resolution = resolve(self._state.rules, tuple(asked))
        refused = tuple(refusal(self._state.rules, claim.seat, why) for claim, why in resolution.refused)
        if not resolution.taken:
            self._act(DealDrawn("triple_win"))
            return True
        first, *others = (claim_event(self._state.rules, claim) for claim in resolution.taken)
        self._act(first, refused)
        for another in others:
            self._act(another)
        return True

    def _move(self) -> None:
        seat = self._state.turn
        held = self._held(seat)
        flower = next((tile for tile in held if is_flower(tile)), None)
        if flower is not None and self._state.move_began != "claim" and not wall_is_empty(self._state):
            self._act(FlowerDeclared(seat, flower))
        elif seat in self._own:
            options = tuple(self._own_options(seat))
            self._act(self._event_of(seat, self._choose(options)))
        else:
            self._act(self._simulated(seat))

    def _own_options(self, seat: Seat) -> Iterator[Option]:
        state, held = self._state, self._held(seat)
        if state.move_began != "claim" and self._wins(seat, Won(seat, held[-1])):
            yield Option(f"win:{held[-1]}", seat, "win", (held[-1],))
        for tile in sorted({plain(each) for each in held}, key=sort_key):
            for kind in ("concealed", "promoted"):
                if not faults(state, KongDeclared(seat, kind, tile)) and self._holds(seat, kind, tile):
                    yield Option(f"{kind}:{tile}", seat, f"{kind}_kong", (tile,))
        if state.rules.riichi and not faults(state, DeclaredReady(seat)):
            yield Option("ready", seat, "ready")
        for tile in sorted(set(held), key=sort_key):
            if not faults(state, self._discard(seat, tile)):
                yield Option(f"discard:{tile}", seat, "discard", (tile,))

    def _holds(self, seat: Seat, kind: str, tile: Tile) -> bool:
        own = self._state.seats[seat]
        count = sum(plain(each) == tile for each in self._held(seat))
        if kind == "concealed":
            return count == 4
        return count > 0 and any(
            meld.kind == "pung" and plain(meld.tiles[0] or "") == tile for meld in own.melds
        )

    def _simulated(self, seat: Seat) -> Event:
        """A win when it may be, else the discard that leaves the hand nearest, lonely tiles first."""
        held = self._held(seat)
        if self._state.move_began != "claim" and self._wins(seat, Won(seat, held[-1])):
            return Won(seat, held[-1])
        if self._state.rules.riichi and not faults(self._state, DeclaredReady(seat)):
            return DeclaredReady(seat)
        for tile in by_worth(held, len(self._state.seats[seat].melds)):
            if not faults(self._state, self._discard(seat, tile)):
                return self._discard(seat, tile)
        return self._discard(seat, held[-1])

    def _discard(self, seat: Seat, tile: Tile) -> TileDiscarded:
        """The discard, laid sideways when it goes with declaring ready."""
        own = self._state.seats[seat]
        return TileDiscarded(seat, tile, own.is_ready and own.ready_from == len(own.river))

    def _event_of(self, seat: Seat, code: str) -> Event:
        act, _, tile = code.partition(":")
        match act:
            case "win":
                return Won(seat, tile)
            case "concealed":
                return KongDeclared(seat, "concealed", tile)
            case "promoted":
                return KongDeclared(seat, "promoted", tile)
            case "ready":
                return DeclaredReady(seat)
            case _:
                return self._discard(seat, tile)

    def _may(self, claim: PossibleClaim) -> bool:
        return claim.sure and (claim.kind != "win" or self._wins(claim.seat, _won(claim)))

    def _wants(self, claim: PossibleClaim) -> bool:
        """A win always; a set when the hand comes nearer."""
        if not claim.sure or claim.kind == "win":
            return claim.sure and self._wins(claim.seat, _won(claim))
        if claim.kind == "kong":
            return False
        own = self._state.seats[claim.seat]
        held = list(self._held(claim.seat))
        before = far(held, len(own.melds))
        for tile in claim.own:
            held.remove(tile or "")
        best = by_worth(held, len(own.melds) + 1)[0]
        held.remove(best)
        return far(held, len(own.melds) + 1) < before

    def _wins(self, seat: Seat, won: Won) -> bool:
        """Whether the hand is complete and worth the table's minimum."""
        own, state = self._state.seats[seat], self._state
        hand = [*self._held(seat), *([won.tile] if won.giver is not None and won.tile else [])]
        if any(map(is_flower, hand)) or not is_complete(hand, len(own.melds), shapes_of(state.rules)):
            return False
        if any(fault.name in ("win_on_passed_tile", "win_with_dead_hand") for fault in faults(state, won)):
            return False
        score = score_win(state, won, self._deal.events)
        return score.is_win and score.minimum_met

    def _choose(self, options: tuple[Option, ...]) -> str:
        """The learner's next choice; asks for it when there is none left."""
        if not self._chosen:
            raise _Decision(options)
        code = self._chosen.pop(0)
        if code not in {option.code for option in options}:
            known = ", ".join(option.code for option in options)
            raise EngineError(f"{code[:40]!r} may not be chosen now; expected one of {known}")
        self._steps.clear()
        return code

    def _act(self, event: Event, refused: tuple[Note, ...] = ()) -> None:
        before = self._state
        if isinstance(event, Won):
            self._won, self._score = event, score_win(before, event, self._deal.events)
        self._deal.act(event)
        notes = tuple(notes_of(before.rules, event, event_seat(event) in self._own))
        if notes or refused:
            self._steps.append(Step(event, (*notes, *refused)))

    def _held(self, seat: Seat) -> tuple[Tile, ...]:
        return tuple(tile for tile in self._state.seats[seat].standing if tile is not None)


_PASSING = Option(PASS, OWN, PASS)


def position(rules: Ruleset, seed: int, own: frozenset[Seat], chosen: Sequence[str]) -> Position:
    """The game after the learner's choices so far."""
    return TableGame(rules, seed, own, chosen).position()


def event_seat(event: Event) -> Seat | None:
    """Who acts."""
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) else None


def _claim_option(at: int, claim: PossibleClaim) -> Option:
    tiles = tuple(tile for tile in (*claim.own, claim.tile) if tile)
    return Option(f"claim:{at}", claim.seat, claim.kind, tuple(sorted(tiles, key=sort_key)))


def _won(claim: PossibleClaim) -> Won:
    return Won(claim.seat, claim.tile, claim.giver)


def _best_of_each(asked: Sequence[PossibleClaim]) -> Iterator[PossibleClaim]:
    """One claim a seat: its strongest."""
    for seat in SEATS:
        own = sorted((c for c in asked if c.seat == seat), key=lambda claim: _WEIGHTS.index(claim.kind))
        yield from own[:1]
