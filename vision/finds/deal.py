"""One deal kept: what was found in its looks, and what truly happened; one file, `NAME.finds`.

The file holds what the networks found, rounded (`vision.finds.rounding`), as changes from look to look
(`vision.finds.changes`); the truth, when each event was done; and how the deal came about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.journal.record import event_from_json, event_to_json
from engine.table.events import Event
from engine.tiles import EngineError
from vision.finds.columns import MOST_BYTES, Columns, Taken
from vision.finds.looks import LooksReader, LooksWriter
from vision.observation import VisionError
from vision.pipeline.look import Find

SUFFIX = ".finds"


@dataclass(frozen=True, slots=True)
class DealFacts:
    """How a deal came about. `rules`: the rule set's name; `painting`: how the table looks, in words; `rate`:
    looks a second; `stacks`: on each side of the wall."""

    rules: str
    seed: int
    painting: str
    rate: float
    square_mm: float
    stacks: int


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """The finds of a deal, look by look, and what truly happened: (when it was done, s; the event)."""

    facts: DealFacts
    truth: tuple[tuple[float, Event], ...]
    finds: tuple[Find, ...]


def deal_bytes(facts: DealFacts, truth: Sequence[tuple[float, Event]], finds: Iterable[Find]) -> bytes:
    """The file's content."""
    columns = Columns()
    looks = LooksWriter(columns)
    for find in finds:
        looks.write(find)
    words = {
        **{name: getattr(facts, name) for name in DealFacts.__slots__},
        "truth": [[round(at_s, 3), event_to_json(event)] for at_s, event in truth],
        **looks.words(),
    }
    return columns.packed(words)


def write_deal(
    path: Path, facts: DealFacts, truth: Sequence[tuple[float, Event]], finds: Iterable[Find]
) -> None:
    """Keeps a deal in a file, which is whole or not there."""
    content = deal_bytes(facts, truth, finds)
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.rename(path)


def read_deal(path: Path) -> KeptDeal:
    """The deal kept in a file; VisionError in one line when it is missing or broken."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise VisionError(f"cannot read the kept deal {path}: {wrong.strerror}") from None
    try:
        return deal_from(content)
    except VisionError as wrong:
        raise VisionError(f"{path} is no kept deal: {wrong}") from None


def deals_in(folders: Sequence[Path]) -> Iterator[tuple[str, KeptDeal]]:
    """The deals kept in the folders, by the names of their files; VisionError where there is none, and one
    that names a file that cannot be read."""
    paths = [path for folder in folders for path in sorted(folder.glob(f"*{SUFFIX}"))]
    if not paths:
        where = ", ".join(map(str, folders))
        raise VisionError(f"no deals (*{SUFFIX}) in {where}: keep some with bench_follow.py --keep DIR")
    for path in paths:
        yield path.stem, read_deal(path)


def deal_from(content: bytes) -> KeptDeal:
    """The deal in a file's content; VisionError, saying why, when it holds none."""
    if len(content) > MOST_BYTES:
        raise VisionError(f"it is larger than {MOST_BYTES // 2**20} MB")
    taken = Taken(content)
    facts = _facts(taken.words)
    truth = _truth(taken.words.get("truth"))
    finds = tuple(LooksReader(taken).all())
    taken.end()
    return KeptDeal(facts, truth, finds)


def _facts(words: Mapping[str, Any]) -> DealFacts:
    try:
        return DealFacts(
            str(words["rules"]),
            int(words["seed"]),
            str(words["painting"]),
            float(words["rate"]),
            float(words["square_mm"]),
            int(words["stacks"]),
        )
    except (KeyError, ValueError, TypeError, OverflowError) as wrong:
        raise VisionError(f"it does not say how the deal came about ({wrong})") from None


def _truth(words: object) -> tuple[tuple[float, Event], ...]:
    try:
        if not isinstance(words, list):
            raise TypeError("no list")
        return tuple((float(at_s), event_from_json(event)) for at_s, event in words)
    except (EngineError, ValueError, TypeError, AttributeError, OverflowError) as wrong:
        raise VisionError(f"its truth cannot be read ({wrong})") from None
