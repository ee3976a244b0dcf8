"""What one look is: what was found in it, and what is believed after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.table.reading import ZONES, TableReading, TentativeLook
from vision.observation import DieObservation, TileObservation
from vision.track.calm import Settling

NOTHING = TableReading(hidden=ZONES)
"""A table of which nothing has been seen."""
Observed: TypeAlias = tuple[tuple[TileObservation, ...], tuple[DieObservation, ...]]
"""The tiles and the dice that one look shows."""
Place: TypeAlias = tuple[float, float, float]
"""Of the camera: x, y, height over the felt, mm."""


@dataclass(frozen=True, slots=True)
class Find:
    """What was found in one look, before it is joined with other looks: all that a reading comes from.

    `settling`: what the look is worth, and `camera_mm`: the place of the camera it was aligned with; both
    None as long as the camera is not aligned. `observed`: None when the networks were not asked;
    `is_tentative`: they were asked only for what a hand has just left.
    """

    number: int
    at_s: float
    settling: Settling | None = None
    camera_mm: Place | None = None
    observed: Observed | None = None
    is_tentative: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """One look. In `reading` a zone not seen now is as last seen; after a failed look all zones are hidden.

    `hidden`: zones that cannot be seen in this very look, or were not read since they were covered.
    `problem`: why the camera is not aligned, in words. `steps_ms`: how long each step took; `ms`: all.
    `tentative`: what it shows where a hand has just left, None where it has left nothing.
    """

    find: Find
    reading: TableReading = NOTHING
    hidden: frozenset[str] = ZONES
    problem: str = ""
    ms: float = 0.0
    steps_ms: Mapping[str, float] = field(default_factory=dict)
    tentative: TentativeLook | None = None

    @property
    def number(self) -> int:
        """Of the frame."""
        return self.find.number

    @property
    def at_s(self) -> float:
        """When the frame was taken, s."""
        return self.find.at_s
