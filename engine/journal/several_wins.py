"""Several winners on one tile: the nearest in turn takes counters and sticks, whoever is told first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.journal.said_win import won_said
from engine.judge.consequences import scored
from engine.scoring.wire.said_json import said_from_json
from engine.table.events import Event, Won
from engine.table.state import GameState
from engine.table.wins import turns_to_win


def without_counters(state: GameState) -> GameState:
    """The table for a winner who takes no sticks, and no counters where they are not each winner's."""
    honba = state.honba if state.rules.counters_to == "each_winner" else 0
    return replace(state, honba=honba, riichi_sticks=0)


def passed_on(state: GameState, nearer: Won, won: Won, deal: tuple[Event, ...]) -> Won:
    """`won` once `nearer` has won on the same tile too: with no counters where that one sits nearer.

    `state` is the table after `won`, `deal` its events before it."""
    if state.earlier is None or not isinstance(won.score, Mapping):
        return won
    if nearer.giver is None or turns_to_win(state, nearer) > turns_to_win(state, won):
        return won
    before, bare = without_counters(state.earlier), replace(won, score=None)
    if isinstance(won.score.get("said"), Mapping):
        return won_said(before, said_from_json(won.score["said"]))
    return scored(before, bare, deal)[0]
