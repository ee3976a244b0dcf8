"""How well inferred events agree with the truth: precision, recall, and whether the deal is exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from engine.events import DiceRolled, Event, ScoresChanged, Won
from engine.record import entry_from_line, event_to_json
from engine.tiles import EngineError

Timed = tuple[float, Event]


@dataclass(frozen=True, slots=True)
class Agreement:
    """`matched` events stand in both rows in the same order; `median_delay_s`: how much later than they did
    they are told to have happened; `missing` and `extra` are wire objects."""

    truth: int
    inferred: int
    matched: int
    precision: float
    recall: float
    exact: bool
    median_delay_s: float
    missing: tuple[dict[str, Any], ...] = ()
    extra: tuple[dict[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def truth_of(path: Path) -> tuple[Timed, ...]:
    """The events of a journal.jsonl; EngineError when it cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise EngineError(f"cannot read the truth {path}: {getattr(wrong, 'strerror', wrong)}") from wrong
    try:
        entries = [entry_from_line(line) for line in lines if line.strip()]
    except EngineError as wrong:
        raise EngineError(f"{path} is no truth, expected entries as in journal.jsonl: {wrong}") from wrong
    return tuple((entry.at_s, event) for entry in entries for event in entry.events)


def agreement(truth: Sequence[Timed], inferred: Sequence[Timed]) -> Agreement:
    """Compares two rows of events by their longest common part, in order.

    Payments are compared when the truth tells any: a log of acts alone has none.
    """
    kept = list(truth)
    has_payments = any(isinstance(event, ScoresChanged) for _, event in truth)
    told = [pair for pair in inferred if has_payments or not isinstance(pair[1], ScoresChanged)]
    pairs = _common([_key(event) for _, event in kept], [_key(event) for _, event in told])
    delays = [told[j][0] - kept[i][0] for i, j in pairs]
    left = {i for i, _ in pairs}, {j for _, j in pairs}
    return Agreement(
        truth=len(kept),
        inferred=len(told),
        matched=len(pairs),
        precision=len(pairs) / len(told) if told else 1.0,
        recall=len(pairs) / len(kept) if kept else 1.0,
        exact=len(pairs) == len(kept) == len(told),
        median_delay_s=round(median(delays), 2) if delays else 0.0,
        missing=tuple(event_to_json(event) for i, (_, event) in enumerate(kept) if i not in left[0]),
        extra=tuple(event_to_json(event) for j, (_, event) in enumerate(told) if j not in left[1]),
    )


def _key(event: Event) -> str:
    """What makes two events the same: type, seats and tiles; the order of dice or of a hand does not."""
    told = event_to_json(event)
    match event:
        case DiceRolled(pips=pips):
            told["pips"] = sorted(pips)
        case Won():
            told["hand"] = sorted(told["hand"])
            told.pop("score", None)
    told.pop("drawn", None)
    return repr(sorted(told.items()))


def _common(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """The longest common part of two rows, as pairs of places."""
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            same = left[i] == right[j]
            best[i][j] = best[i + 1][j + 1] + 1 if same else max(best[i + 1][j], best[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs
