"""A case object in, a result object out: what `jantaku score --json` does with each line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.scoring.case import CaseError, won_hand
from engine.scoring.hand import WIND_LETTERS
from engine.scoring.profiles import Table, profile_name, score_hand, table_of
from engine.scoring.score import HandFault, Payments, Score


def score_line(line: str | bytes) -> dict[str, Any]:
    """The result for one line of JSON; a line that is no case has one fault and no score."""
    try:
        case = json.loads(line)
    except (ValueError, RecursionError) as wrong:
        return _refused(None, HandFault("bad_json", f"not a line of JSON: {wrong}"))
    return score_case(case)


def score_case(case: object) -> dict[str, Any]:
    """The result for one case object: its id, the score, the payments, or the one fault."""
    if not isinstance(case, Mapping):
        return _refused(None, HandFault("bad_json", f"a case must be an object, got {type(case).__name__}"))
    try:
        profile, table = _profile_of(case)
        won = won_hand(case)
    except CaseError as wrong:
        return _refused(_name_of(case), wrong.fault)
    return score_to_json(score_hand(won, profile, table), _name_of(case))


def score_to_json(score: Score, name: object = None) -> dict[str, Any]:
    """`score` as a JSON object: its value under the name its rules use, patterns, payments and faults."""
    if score.faults:
        return _refused(name, score.faults[0], score)
    result: dict[str, Any] = {"id": name, "is_win": True, "ruleset": score.profile, **_value(score)}
    result["points"] = score.points
    result["patterns"] = [
        {"name": pattern.name, "value": pattern.value, "count": pattern.count} for pattern in score.patterns
    ]
    result["payments"] = _by_wind(score.payments)
    result["minimum_met"] = score.minimum_met
    result["reason"] = score.reason
    result["faults"] = []
    return result


def _name_of(case: Mapping[str, Any]) -> object:
    """The id to give back; lists and objects are none."""
    name = case.get("id")
    return name if isinstance(name, str | int | None) else None


def _value(score: Score) -> dict[str, Any]:
    match score.unit:
        case "han":
            spoken = score.fu is not None
            han = score.value if spoken else None
            return {"han": han, "fu": score.fu, "yakuman": score.yakuman, "limit": score.limit_name}
        case "points":
            return {"total": score.value}
        case "faan":
            limit = score.limit_name is not None
            return {"faan": score.value, "limit": limit, "base_points": score.base_points}
        case "tai":
            limit = score.limit_name is not None
            return {"tai": score.value, "limit": limit, "base_points": score.base_points}


def _refused(name: object, fault: HandFault, score: Score | None = None) -> dict[str, Any]:
    result: dict[str, Any] = {"id": name, "is_win": False, "reason": fault.name}
    if score is not None:
        result["ruleset"] = score.profile
    result |= {"patterns": [], "payments": None, "minimum_met": False}
    of = {"of": list(fault.of)} if fault.of else {}
    result["faults"] = [{"name": fault.name, "text": fault.text, **of}]
    return result


def _by_wind(payments: Payments | None) -> dict[str, int] | None:
    return None if payments is None else dict(zip(WIND_LETTERS, payments, strict=False))


def _profile_of(case: Mapping[str, Any]) -> tuple[str, Table]:
    profile = profile_name(case.get("ruleset"))
    options = case.get("rules")
    if options is None:
        return profile, _plain_table(profile)
    if not isinstance(options, Mapping):
        raise CaseError("bad_field", f"rules must be an object, got {type(options).__name__}")
    return profile, table_of(profile, options)


@lru_cache(maxsize=32)
def _plain_table(profile: str) -> Table:
    return table_of(profile)
