"""What the networks found in the looks of a deal, kept in a file, so that it is followed again in seconds.

A file is pickled: what truly happened, then a row of `KeptLook`s. It is for the machine that wrote it and the
code of the day.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from engine.reading import ZONES
from engine.record import event_from_json, event_to_json
from webui.looking import Found, Looker, SeenTable
from webui.steady_looks import NOTHING, SteadyLooks
from webui.truth import Timed


@dataclass(frozen=True, slots=True)
class KeptLook:
    """One look; `found` is None as long as the camera was not aligned."""

    number: int
    at_s: float
    found: Found | None


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """The looks kept of a deal, and what truly happened."""

    truth: Sequence[Timed]
    looks: Iterator[KeptLook]


def kept_deal(folder: Path, name: str) -> KeptDeal | None:
    """The deal of that name; None when it is not kept."""
    path = _file(folder, name)
    if not path.exists():
        return None
    kept = _read(path)
    return KeptDeal([(at_s, event_from_json(event)) for at_s, event in next(kept)], kept)


class Keeper:
    """Writes the looks of one deal, which are there when `done`; without a folder it keeps nothing."""

    def __init__(self, folder: Path | None, name: str, truth: Sequence[Timed]) -> None:
        self._file: IO[bytes] | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._path = _file(folder, name)
            self._file = self._path.with_suffix(".part").open("wb")
            pickle.dump([(at_s, event_to_json(event)) for at_s, event in truth], self._file)

    def note(self, seen: SeenTable, eyes: Looker | KeptEyes) -> None:
        """Keeps one look."""
        if self._file is not None:
            pickle.dump(KeptLook(seen.number, seen.at_s, eyes.found), self._file)

    def done(self) -> None:
        """The deal is over."""
        if self._file is not None:
            self._file.close()
            self._path.with_suffix(".part").rename(self._path)


class KeptEyes:
    """Sees what was kept as the camera's own looks are seen."""

    def __init__(self, square_mm: float, stacks: int | None) -> None:
        self._steady = SteadyLooks(square_mm, stacks)
        self._camera_mm: tuple[float, float, float] | None = None
        self.found: Found | None = None

    def look(self, kept: KeptLook) -> SeenTable:
        """What the look tells."""
        self.found = found = kept.found
        if found is None:
            return SeenTable(kept.number, kept.at_s, NOTHING, None, ZONES)
        if found.camera_mm != self._camera_mm:
            self._camera_mm = found.camera_mm
            self._steady.realigned(found.camera_mm)
        settling = found.settling
        if settling.look == "failed":
            self._steady.blinded()
            return SeenTable(kept.number, kept.at_s, NOTHING, None, ZONES)
        unseen = frozenset(ZONES - settling.calm)
        is_due = self._steady.is_due(kept.at_s, settling)
        if not is_due or found.observed is None:
            return SeenTable(kept.number, kept.at_s, self._steady.passed_over(settling), None, unseen)
        reading = self._steady.found(kept.at_s, found.observed, settling)
        return SeenTable(kept.number, kept.at_s, reading, None, unseen)


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name.replace(' ', '_')}.looks"


def _read(path: Path) -> Iterator[Any]:
    with path.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except EOFError:
                return
