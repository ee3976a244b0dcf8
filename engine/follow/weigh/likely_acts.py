"""How usual an act is: the rules are the prior, what they forbid is rare."""

from __future__ import annotations

from collections.abc import Sequence

from engine.follow.weigh.evidence import Witness
from engine.follow.weigh.history import Act, History, otherwise_s
from engine.follow.weigh.rates import Rates
from engine.judge.faults import faults
from engine.judge.faults_deal import next_thrower
from engine.table.copies import one_too_many
from engine.table.events import (
    UNSEEN,
    ChowClaimed,
    DealDrawn,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    Won,
)
from engine.table.indicators import indicators_overdue
from engine.table.state import GameState
from engine.tiles import is_same

OF_FACES = frozenset(
    {
        "below_minimum",
        "false_win",
        "fifth_copy",
        "not_ready",
        "not_the_drawn_tile",
        "swap_call",
        "tile_not_held",
        "win_on_passed_tile",
    }
)
"""Faults that hang on faces or on hidden tiles: a misread face explains them as well."""

FOLLOWING = frozenset({"wrong_count"})
"""Faults that only follow from an earlier act, which was surprising enough: too many tiles are held, or too
few, because one was drawn or was not."""


def act_nats(state: GameState, event: Event, rates: Rates) -> float:
    """How surprising it is (nats) that `event` should follow on `state`, before anybody looks."""
    nats = _usual(event, rates)
    if one_too_many(state, event) is not None:
        nats += rates.misread
    if _shows_another_face(state, event):
        return nats + rates.misread + rates.usual  # that the discard was misread is another history
    if isinstance(event, Won) and event.giver is None and state.owes == "draw":
        nats += rates.wrong
    if isinstance(event, Won):
        nats += rates.missing * _not_laid(state, event) + rates.misread * event.hand.count(None)
        nats += rates.wrong * _is_one_overlooked(state, event)
    if isinstance(event, DealDrawn) and event.kind == UNSEEN:
        nats += rates.wrong  # as rare as what the rules forbid
    if isinstance(event, TileDrawn) and indicators_overdue(state):
        nats += rates.rare  # the indicator of a kong is turned before anybody draws
    if isinstance(event, WallBroken) and next_thrower(state) is not None:
        nats += rates.misread  # a throw that nobody saw
    counted = OF_FACES | FOLLOWING
    if _is_turned_for_nothing(state, event) or any(f.name not in counted for f in faults(state, event)):
        nats += rates.wrong
    return nats


def _not_laid(state: GameState, won: Won) -> int:
    """How many tiles of the hand do not lie open: they are not laid yet, or not found."""
    laid = len(won.hand) + 1 + 3 * len(state.seats[won.seat].melds)
    return max(0, 14 - laid) if won.hand else 0


def _is_one_overlooked(state: GameState, won: Won) -> bool:
    """Whether the winner has one tile more than he is told to lay open: it must lie there too."""
    laid = len(won.hand) + (won.giver is None)
    return bool(won.hand) and laid + 1 == len(state.seats[won.seat].standing)


def haste_nats(history: History, acts: Sequence[Act], event: Event, at_s: float, rates: Rates) -> float:
    """How surprising it is (nats) that `event`, thought of at `at_s`, follows so soon on the last of `acts`,
    which follow from `history`. What counts is since when the dice show it: a die that still rolled in the
    first look is no throw."""
    if not acts or not isinstance(event, DiceRolled) or not isinstance(acts[-1].event, DiceRolled):
        return 0.0
    shown_s = min(at_s, otherwise_s(history, "dice"))
    return rates.wrong if shown_s - acts[-1].since_s < rates.throw_s else 0.0


def unseen_nats(witness: Witness, event: Event, rates: Rates) -> float:
    """How surprising it is (nats) that `event` is a throw of which nobody saw the arm, but another's: between
    looks far apart that may be, else it is as rare as what the rules forbid."""
    if not isinstance(event, DiceRolled) or witness.has_reached_in(event.seat):
        return 0.0
    return rates.wrong if witness.is_unbroken else rates.misread


def _usual(event: Event, rates: Rates) -> float:
    match event:
        case DeclaredReady() | FlowerDeclared() | KongDeclared() | DoraRevealed():
            return rates.rare / 2
        case ChowClaimed() | PungClaimed() | KongClaimed():
            return rates.rare / 2
        case Won():
            return rates.rare
    return rates.usual


def _is_turned_for_nothing(state: GameState, event: Event) -> bool:
    """Whether a discard lies sideways although nobody has declared with it."""
    return isinstance(event, TileDiscarded) and event.turned and not state.seats[event.seat].is_ready


def _shows_another_face(state: GameState, event: Event) -> bool:
    """Whether a claim or win is on the newest discard, but of another face than was told."""
    if not isinstance(event, ChowClaimed | PungClaimed | KongClaimed | Won) or event.giver is None:
        return False
    river = state.seats[event.giver].river
    return state.last_discard == event.giver and bool(river) and not is_same(river[-1].tile, event.tile)
