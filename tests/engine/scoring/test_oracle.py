"""Independent programs agree with the engine; `tests/bench/engine/bench_oracle.py` asks them more."""

import random
import sys
from pathlib import Path

import pytest

from engine.rules import load_ruleset
from engine.scoring.check import hand_fault
from engine.scoring.mcr.score import library, score_mcr

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "engine"))


@pytest.mark.parametrize("seed", [3, 20, 300])
def test_a_game_that_another_engine_played_has_no_fault_and_the_same_points(seed: int) -> None:
    from bench_oracle import Met, game_differences

    met = Met()
    assert list(game_differences(load_ruleset("riichi"), seed, met)) == []
    assert met.deals >= 4


def test_mcr_hands_are_worth_what_our_table_of_fans_says() -> None:
    if library() is None:
        pytest.skip("PyMahjongGB is not installed")
    from oracle_fans import fan_difference, random_win

    chance = random.Random("a few")
    made = [won for _ in range(600) if (won := random_win(chance)) and hand_fault(won) is None]
    assert len(made) > 200
    assert [said for won in made if (said := fan_difference(won))] == []


def test_mcr_hands_are_scored_alike_with_and_without_the_library(monkeypatch) -> None:
    if library() is None:
        pytest.skip("PyMahjongGB is not installed")
    from oracle_fans import random_win

    chance = random.Random("without the library")
    made = [won for _ in range(300) if (won := random_win(chance)) and hand_fault(won) is None]
    told = [score_mcr(won) for won in made]
    monkeypatch.setattr("engine.scoring.mcr.score.library", lambda: None)
    for won, there in zip(made, told, strict=True):
        here = score_mcr(won)
        assert (here.is_win, here.value, here.payments) == (there.is_win, there.value, there.payments)
