"""A journal line that was spoilt is refused in one line, whatever stands in whichever field."""

import json
from pathlib import Path

import pytest

from engine.formats.lines import read_lines
from engine.formats.replay import replay
from engine.journal.record import entry_from_line
from engine.tiles import EngineError

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*/journal.jsonl"))
ODD = (None, True, -1, 10**4000, 1.5, float("nan"), float("inf"), "x", "", "\ud800", [], [[1]], {}, {"a": []})
FIELDS = ("number", "at_s", "source", "events", "amends", "confidence", "doubtful", "by", "told_at")
SURELY_WRONG = [
    pytest.param(field, value, id=f"{field} {value!r:.20}")
    for field, value in (
        ("number", "x"),
        ("number", [1]),
        ("number", float("inf")),
        ("number", None),
        ("amends", [1]),
        ("amends", {"a": 1}),
        ("amends", "1"),
        ("amends", True),
        ("amends", 10**4000),
        ("follows", [2]),
        ("at_s", float("nan")),
        ("at_s", "soon"),
        ("doubtful", [1]),
        ("events", {}),
        ("note", "\ud800"),
    )
]


@pytest.mark.parametrize(("field", "value"), SURELY_WRONG)
def test_a_spoilt_field_of_an_entry_is_named_in_one_line(field: str, value: object) -> None:
    entry = {"number": 1, "at_s": 0.0, "source": "import", "events": []} | {field: value}
    with pytest.raises(EngineError, match=field) as refused:
        read_lines(json.dumps(entry))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("journal", GAMES, ids=lambda path: path.parent.name)
def test_whatever_stands_in_a_field_is_refused_or_replayed(journal: Path) -> None:
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    kinds = {line["events"][0]["type"]: place for place, line in enumerate(lines) if line.get("events")}
    refused = replayed = 0
    for place in kinds.values():
        names = [(None, field) for field in FIELDS] + [(0, field) for field in lines[place]["events"][0]]
        for inside, field in names:
            for value in ODD:
                spoilt = json.loads(json.dumps(lines[place]))
                (spoilt if inside is None else spoilt["events"][0])[field] = value
                text = "\n".join(json.dumps(each) for each in (*lines[:place], spoilt))
                told = outcome(text)
                assert "\n" not in told
                refused, replayed = refused + bool(told), replayed + (not told)
    assert refused > 100
    assert replayed > 10


def outcome(text: str) -> str:
    """Why the lines are refused; "" when they are replayed."""
    try:
        replay(read_lines(text, "mcr"))
    except EngineError as wrong:
        return str(wrong)
    return ""


def test_a_line_that_never_ends_is_refused() -> None:
    with pytest.raises(EngineError, match="not a JSON line"):
        entry_from_line("[" * 100_000)
