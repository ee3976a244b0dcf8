"""A win as a person says it was: the tiles, or only the value; its score, its card and its events.

The camera's reading makes the first draft (`said_of`); whatever a person changes in it stands. What was said
is kept in the card (under ``said``), so that the win can be opened again and reckoned anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.journal.said_sets import laid_sets
from engine.judge.deal_points import Points, nearest_first, scores_changed
from engine.scoring.by_value import score_of_value
from engine.scoring.card import score_card
from engine.scoring.circumstances import circumstances_of
from engine.scoring.hand import WonHand
from engine.scoring.score import HandFault, Score, no_win
from engine.scoring.table import UNITS, counters, profile_of, score_at_table, sticks_worth
from engine.scoring.wire.said_json import SaidWin, said_from_json, said_to_json
from engine.scoring.wire.values import score_to_json
from engine.table.events import Event, Won
from engine.table.state import GameState
from engine.table.wins import has_nearer
from engine.tiles import EngineError, SeenTile, Tile, is_flower, plain


def said_of(state: GameState, won: Won, deal: Sequence[Event] = ()) -> SaidWin:
    """The camera's reading as a first draft: `state` just before `won`, `deal` its events up to it.

    Tiles nobody has seen are left out."""
    kept = won.score.get("said") if isinstance(won.score, Mapping) else None
    if isinstance(kept, Mapping):
        return said_from_json(kept)
    seat = state.seats[won.seat]
    return SaidWin(
        won.seat,
        won.giver,
        won.tile,
        _without_winning(won.hand or seat.standing, won, 13 - 3 * len(seat.melds)),
        tuple(meld for meld in seat.melds if None not in meld.tiles),
        _known(seat.flowers),
        _known(state.dora_indicators),
        (),
        circumstances_of(state, won, deal),
    )


def score_said(state: GameState, said: SaidWin) -> Score:
    """What the win is worth at this table; `state` is the table just before it.

    On one discard with several winners only the nearest takes counters and sticks."""
    is_first = not has_nearer(state, Won(said.seat, said.tile, said.giver))
    honba, sticks = (counters(state), sticks_worth(state)) if is_first else (0, 0)
    if state.rules.counters_to == "each_winner":
        honba = counters(state)
    if said.value is not None:
        return score_of_value(state.rules, said.value, (said.seat, said.giver), state.dealer, honba, sticks)
    if said.tile is None:
        unit = UNITS[state.rules.scoring]
        fault = HandFault("winning_tile_missing", "the winning tile is not told")
        return no_win(profile_of(state.rules), unit, fault, state.rules.minimum)
    return score_at_table(_hand(state, said, said.tile, honba, sticks), state.rules, state.dealer)


def card_said(state: GameState, said: SaidWin) -> dict[str, Any]:
    """The score card of the win, with what was said kept in it under ``said``."""
    score = score_said(state, said)
    if said.value is None and said.tile is not None and not score.faults:
        hand = _hand(state, said, said.tile, 0, 0)
        card = score_card(hand, score)
    else:
        card = score_to_json(score)
        if not score.faults:
            seat_payments = None if score.seat_payments is None else list(score.seat_payments)
            card |= {"unit": score.unit, "value": score.value, "minimum": score.minimum}
            card["seat_payments"] = seat_payments
    return {**card, "said": said_to_json(said)}


def won_said(state: GameState, said: SaidWin) -> Won:
    """The win as an event, with its card."""
    laid = None if said.value is not None else laid_sets(state, said.seat, said.melds)
    return Won(said.seat, said.tile, said.giver, said.hand, card_said(state, said), laid)


def ending_said(state: GameState, wins: Sequence[SaidWin]) -> tuple[Event, ...]:
    """The wins of one deal, nearest the giver first, and the points they move.

    EngineError with one line when a hand is no win, or when the wins do not belong together."""
    _check_together(wins)
    if not all(win.giver is None for win in wins):
        order = [
            won.seat for won in nearest_first(state.rules, [Won(win.seat, None, win.giver) for win in wins])
        ]
        wins = sorted(wins, key=lambda win: order.index(win.seat))
    events: list[Event] = []
    paid = [0] * state.rules.seats
    table = replace(state, winners=())
    for win in wins:
        won = won_said(table, win)
        payments = seat_payments(won)
        if payments is None:
            raise EngineError(why_not(won))
        paid = [had + more for had, more in zip(paid, payments, strict=True)]
        events.append(won)
        table = replace(table, winners=(*table.winners, win.seat))
    return (*events, scores_changed(state, tuple(paid)))


def seat_payments(won: Won) -> Points | None:
    """What the card of a win moves seat by seat; None when it has no such card."""
    paid = won.score.get("seat_payments") if isinstance(won.score, Mapping) else None
    if not isinstance(paid, list | tuple) or len(paid) not in (3, 4):
        return None
    return tuple(map(int, paid))


def why_not(won: Won) -> str:
    """One line saying why the card of `won` has no payments."""
    card = won.score if isinstance(won.score, Mapping) else {}
    for fault in card.get("faults") or ():
        return str(fault["text"])
    if card.get("minimum_met") is False:
        return f"the hand is worth less than the minimum of {card.get('minimum')}"
    return "the hand cannot be scored"


def _hand(state: GameState, said: SaidWin, tile: Tile, honba: int, sticks: int) -> WonHand:
    """The win as scoring takes it: seats become winds."""
    giver, liable = said.giver, said.liable
    return WonHand(
        standing=said.hand,
        tile=tile,
        melds=tuple(
            replace(meld, giver=None if meld.giver is None else state.seat_wind(meld.giver))
            for meld in said.melds
        ),
        self_drawn=giver is None,
        giver=None if giver is None else state.seat_wind(giver),
        seat_wind=state.seat_wind(said.seat),
        prevalent_wind=state.prevalent_wind,
        circumstances=said.circumstances,
        flowers=said.flowers,
        flower_count=len(said.flowers),
        dora_indicators=said.dora_indicators,
        ura_indicators=said.ura_indicators,
        honba=honba,
        riichi_sticks=sticks,
        players=state.rules.seats,
        drawn_share=state.rules.drawn_share,
        liable=None if liable is None else state.seat_wind(liable),
    )


def _check_together(wins: Sequence[SaidWin]) -> None:
    if not wins:
        raise EngineError("say who won")
    seats = [win.seat for win in wins]
    if len(set(seats)) < len(seats):
        raise EngineError("one seat cannot win twice in a deal")
    if len(wins) > 1 and (wins[0].giver is None or any(win.giver != wins[0].giver for win in wins)):
        raise EngineError("several win only on the same discard; name one giver for all of them")
    if len(wins) > 1 and wins[0].giver in seats:
        raise EngineError("who gave the tile cannot have won with it")


def _without_winning(standing: Sequence[SeenTile], won: Won, holds: int) -> tuple[Tile, ...]:
    """The known standing tiles less the winning one, which may lie among them or beside them."""
    held = list(standing)
    if won.tile is not None and len(held) == holds + 1:
        same = [place for place, tile in enumerate(held) if tile and plain(tile) == plain(won.tile)]
        del held[same[-1] if same else -1]
    return tuple(tile for tile in held if tile is not None and not is_flower(tile))


def _known(tiles: Sequence[SeenTile]) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile is not None)
