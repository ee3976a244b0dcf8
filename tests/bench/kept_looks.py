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

from engine.journal.record import event_from_json, event_to_json
from vision.looking.look import Find, Observed
from vision.looking.replay import Replay as KeptEyes
from vision.track.calm import Settling
from webui.live.truth import Timed

__all__ = ["Keeper", "KeptDeal", "KeptEyes", "kept_deal"]


@dataclass(frozen=True, slots=True)
class Found:
    """What older files hold in a look that was aligned."""

    settling: Settling
    camera_mm: tuple[float, float, float]
    observed: Observed | None = None


@dataclass(frozen=True, slots=True)
class KeptLook:
    """A look of an older file; `found` is None as long as the camera was not aligned."""

    number: int
    at_s: float
    found: Found | None


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """The looks kept of a deal, and what truly happened."""

    truth: Sequence[Timed]
    looks: Iterator[Find]


def kept_deal(folder: Path, name: str) -> KeptDeal | None:
    """The deal of that name; None when it is not kept."""
    path = _file(folder, name)
    if not path.exists():
        return None
    kept = _read(path)
    return KeptDeal([(at_s, event_from_json(event)) for at_s, event in next(kept)], map(_as_find, kept))


class Keeper:
    """Writes the looks of one deal, which are there when `done`; without a folder it keeps nothing."""

    def __init__(self, folder: Path | None, name: str, truth: Sequence[Timed]) -> None:
        self._file: IO[bytes] | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._path = _file(folder, name)
            self._file = self._path.with_suffix(".part").open("wb")
            pickle.dump([(at_s, event_to_json(event)) for at_s, event in truth], self._file)

    def note(self, find: Find) -> None:
        """Keeps one look."""
        if self._file is not None:
            pickle.dump(find, self._file)

    def done(self) -> None:
        """The deal is over."""
        if self._file is not None:
            self._file.close()
            self._path.with_suffix(".part").rename(self._path)


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name.replace(' ', '_')}.looks"


def _read(path: Path) -> Iterator[Any]:
    with path.open("rb") as file:
        while True:
            try:
                yield _Unpickler(file).load()
            except EOFError:
                return


def _as_find(kept: Find | KeptLook) -> Find:
    if isinstance(kept, Find):
        return kept
    found = kept.found
    if found is None:
        return Find(kept.number, kept.at_s)
    return Find(kept.number, kept.at_s, found.settling, found.camera_mm, found.observed)


class _Unpickler(pickle.Unpickler):
    """Finds the classes of older files where they are now."""

    def find_class(self, module: str, name: str) -> Any:
        here = {"Found": Found, "KeptLook": KeptLook, "Settling": Settling}
        return here[name] if name in here else super().find_class(module, name)
