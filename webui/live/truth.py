"""How well inferred events agree with the truth: precision, recall, exact deals, corrections, delays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from engine.journal.record import entry_from_line, event_to_json, wire_name
from engine.table.events import DealStarted, DiceRolled, Event, ScoresChanged, StacksTaken, WallBuilt, Won
from engine.tiles import EngineError

Timed = tuple[float, Event]


@dataclass(frozen=True, slots=True)
class Delay:
    """From the moment an act was done (its tile let go) to the look that told it, over all matched events.

    The middle one and the one that 95 of 100 stay below, in seconds and, when the rate is known, in looks.
    """

    median_s: float
    p95_s: float
    median_looks: float | None = None
    p95_looks: float | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """`matched` events stand in both rows in the same order; `median_delay_s`: how much later than they did
    they are told to have happened; `missing` and `extra` are wire objects.

    `deals` in the truth, and how many of them are exact: every event right, in order, none too many.
    `corrections`: how many entries a person would have to mend, add or take back; a wrong face is one.
    `precision` and `recall`: the parts, 0 to 1, of what was told that is true and of the truth that was told.
    `by_type`: (in the truth, told, matched) of each kind of event. `delay` when it is known when each event
    was told.
    """

    truth: int
    inferred: int
    matched: int
    precision: float
    recall: float
    exact: bool
    deals: int
    exact_deals: int
    corrections: int
    median_delay_s: float
    delay: Delay | None = None
    by_type: dict[str, tuple[int, int, int]] | None = None
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


def agreement(
    truth: Sequence[Timed],
    inferred: Sequence[Timed],
    told_s: Sequence[float] | None = None,
    looks_per_s: float | None = None,
) -> Agreement:
    """Compares two rows of events by their longest common part, in order.

    `told_s`: when each inferred event was told. Payments are compared when the truth tells any: a log of acts
    alone has none.
    """
    kept = list(truth)
    has_payments = any(isinstance(event, ScoresChanged) for _, event in truth)
    numbers = [n for n, (_, event) in enumerate(inferred) if _counts(event, has_payments)]
    followed = [inferred[number] for number in numbers]
    pairs = _common([_key(event) for _, event in kept], [_key(event) for _, event in followed])
    dated = [followed[j][0] - kept[i][0] for i, j in pairs]
    left = {i for i, _ in pairs}, {j for _, j in pairs}
    deal_of = _deals([event for _, event in kept])
    wrong = _wrong_deals(pairs, deal_of, len(followed))
    return Agreement(
        truth=len(kept),
        inferred=len(followed),
        matched=len(pairs),
        precision=len(pairs) / len(followed) if followed else 1.0,
        recall=len(pairs) / len(kept) if kept else 1.0,
        exact=len(pairs) == len(kept) == len(followed),
        deals=len(set(deal_of)),
        exact_deals=len(set(deal_of)) - len(wrong),
        corrections=_corrections(pairs, len(kept), len(followed)),
        median_delay_s=round(median(dated), 2) if dated else 0.0,
        delay=None
        if told_s is None or not pairs
        else _delay([told_s[numbers[j]] - kept[i][0] for i, j in pairs], looks_per_s),
        by_type=_by_type(kept, followed, pairs),
        missing=tuple(event_to_json(event) for i, (_, event) in enumerate(kept) if i not in left[0]),
        extra=tuple(event_to_json(event) for j, (_, event) in enumerate(followed) if j not in left[1]),
    )


def matched(truth: Sequence[Timed], followed: Sequence[Timed]) -> list[tuple[int, int]]:
    """The longest common part of two rows of events, in order, as pairs of places."""
    return _common([_key(event) for _, event in truth], [_key(event) for _, event in followed])


def _counts(event: Event, has_payments: bool) -> bool:
    """`HandsDealt` alone says the same as all grabs of the deal."""
    return not isinstance(event, StacksTaken) and (has_payments or not isinstance(event, ScoresChanged))


def _deals(events: Sequence[Event]) -> list[int]:
    """The number of the deal each event belongs to: a deal begins with its announcement or its wall."""
    found, number = [], 0
    for place, event in enumerate(events):
        is_announced = place > 0 and isinstance(events[place - 1], DealStarted)
        begins = isinstance(event, DealStarted) or (isinstance(event, WallBuilt) and not is_announced)
        number += begins and place > 0
        found.append(number)
    return found


def _wrong_deals(pairs: Sequence[tuple[int, int]], deal_of: Sequence[int], followed: int) -> set[int]:
    """The deals of which an event is missing, or in which one too many was told."""
    matched = {i for i, _ in pairs}
    wrong = {deal for i, deal in enumerate(deal_of) if i not in matched}
    deal = 0
    of_told = {j: deal_of[i] for i, j in pairs}
    for j in range(followed):
        deal = of_told.get(j, deal)
        if j not in of_told and deal_of:
            wrong.add(deal)
    return wrong


def _corrections(pairs: Sequence[tuple[int, int]], kept: int, followed: int) -> int:
    """Between two matched events, what is missing and what is too many mend each other."""
    ends = [(-1, -1), *pairs, (kept, followed)]
    gaps = [(b[0] - a[0] - 1, b[1] - a[1] - 1) for a, b in pairwise(ends)]
    return sum(max(missing, extra) for missing, extra in gaps)


def _delay(waits_s: Sequence[float], looks_per_s: float | None) -> Delay:
    ordered = sorted(waits_s)
    middle, late = median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    looks = None if looks_per_s is None else (round(middle * looks_per_s, 1), round(late * looks_per_s, 1))
    return Delay(round(middle, 2), round(late, 2), *(looks or ()))


def _by_type(
    kept: Sequence[Timed], followed: Sequence[Timed], pairs: Sequence[tuple[int, int]]
) -> dict[str, tuple[int, int, int]]:
    def counted(events: Sequence[Timed]) -> Counter[str]:
        return Counter(wire_name(type(event)) for _, event in events)

    true, said, same = counted(kept), counted(followed), counted([kept[i] for i, _ in pairs])
    return {name: (true[name], said[name], same[name]) for name in sorted({*true, *said})}


def _key(event: Event) -> str:
    """What makes two events the same: type, seats and tiles; the order of dice or of a hand does not."""
    content = event_to_json(event)
    match event:
        case DiceRolled(pips=pips):
            content["pips"] = sorted(pips)
        case Won():
            content["hand"] = sorted(content["hand"])
            content.pop("score", None)
    content.pop("drawn", None)
    return repr(sorted(content.items()))


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
