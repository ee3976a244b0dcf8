"""Every shared hand scored exactly as its source scores it."""

import json
from pathlib import Path

import pytest

from engine.scoring.mcr.score import library
from engine.scoring.wire.values import score_case

FILES = [
    "riichi/hands_majiang_10000",
    "riichi/hands_generated_majiang",
    "riichi/hands_majiang_unit",
    "riichi/hands_riichienv_816",
    "riichi/hands_noyaku",
    "mcr/hands_gbmahjong_unit",
    "mcr/hands_generated_3way",
    "hk/hands_hk13",
]
NUMBERS = ("han", "fu", "yakuman", "points", "payments", "total", "faan", "limit", "base_points")


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
def test_every_shared_hand_is_scored_as_its_source_scores_it(shared: Path, name: str) -> None:
    if name.startswith("mcr") and library() is None:
        pytest.skip("PyMahjongGB is not installed")
    cases = json.loads((shared / "vectors" / f"{name}.json").read_text())["cases"]
    judged = [case for case in cases if not case.get("contested")]
    assert judged
    wrong = [(case["id"], found) for case in judged if (found := differences(case))]
    assert wrong == []


def differences(case: dict) -> list[tuple[str, object, object]]:
    """(what, expected, got) of everything in which our result is not the expected one."""
    got, expected = score_case(case), case["expected"]
    found = [("is_win", expected.get("is_win", True), got["is_win"])]
    if not got["is_win"]:
        found.append(("reason", expected.get("reason"), got["reason"]))
    else:
        found += [(name, expected[name], got.get(name)) for name in NUMBERS if name in expected]
        found += pattern_differences(expected, got)
    return [row for row in found if row[1] != row[2]]


def pattern_differences(expected: dict, got: dict) -> list[tuple[str, object, object]]:
    values = {pattern["name"]: pattern["value"] for pattern in got["patterns"]}
    counts = {pattern["name"]: pattern["count"] for pattern in got["patterns"]}
    found: list[tuple[str, object, object]] = []
    if "yaku" in expected:
        found.append(("yaku", expected["yaku"], values))
    if "yaku_list" in expected:
        found.append(("yaku_list", sorted(expected["yaku_list"]), sorted(values)))
    if isinstance(expected.get("items"), dict):
        found.append(("items", expected["items"], values))
    elif "items" in expected:
        found.append(("items", sorted(expected["items"]), sorted(values)))
    if "legal_at_min3" in expected:
        found.append(("legal", expected["legal_at_min3"], got["minimum_met"]))
    if expected.get("fan_unanimous"):
        found.append(("fan", expected["fan"], counts))
    return found
