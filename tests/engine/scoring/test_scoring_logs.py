"""Real games: every win of the shared logs is scored as the server scored it."""

import json
from pathlib import Path

import pytest

from engine.formats.any import read_game
from engine.rules import load_ruleset
from engine.scoring.mcr.score import library
from engine.scoring.table import score_win
from engine.table.apply import apply, new_table
from engine.table.events import Won


def wins_of(text: str):
    """(table just before the win, the win, the events of its deal so far, ura indicators) of a log."""
    for deal in read_game(text).deals:
        state = new_table(load_ruleset("riichi"), deal.first_dealer)
        for number, event in enumerate(deal.events):
            if isinstance(event, Won):
                yield state, event, deal.events[:number], deal.ura_indicators
            state = apply(state, event)


@pytest.mark.shared
@pytest.mark.parametrize("told", ["the events", "the table alone"])
def test_every_win_of_the_riichi_logs_is_scored_as_the_server_scored_it(shared: Path, told: str) -> None:
    wrong, wins = [], 0
    for path in sorted((shared / "logs" / "mjai").glob("*.jsonl")):
        text = path.read_text()
        acts = [act for act in map(json.loads, text.splitlines()) if act["type"] == "hora"]
        for act, (state, won, events, ura) in zip(acts, wins_of(text), strict=True):
            wins += 1
            score = score_win(state, won, events if told == "the events" else (), ura)
            han = None if score.yakuman else score.value
            got = ({pattern.name: pattern.value for pattern in score.patterns}, han, score.points)
            expected = (act["x_yaku"], act["x_han"], act["x_points"])
            wrong += [] if got == expected else [(path.name, expected, got)]
    assert wins
    assert wrong == []


@pytest.mark.shared
def test_every_win_of_the_mcr_logs_is_worth_what_the_judge_said(shared: Path) -> None:
    if library() is None:
        pytest.skip("PyMahjongGB is not installed")
    wins = 0
    for path in sorted((shared / "logs" / "mcr").glob("*.json")):
        result = json.loads(path.read_text())["result"]
        for deal in read_game(path.read_text()).deals if result["type"] == "hu" else ():
            state = new_table(load_ruleset("mcr"))
            for event in deal.events[:-1]:
                state = apply(state, event)
            score = score_win(state, deal.events[-1], deal.events[:-1])
            wins += 1
            assert score.value == result["total"], path.name
            assert list(score.seat_payments) == result["scores"]
    assert wins
