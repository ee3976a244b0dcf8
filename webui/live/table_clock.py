"""The journal's seconds told from this machine's clock, so that presses have a place among the looks."""

from __future__ import annotations

from dataclasses import dataclass, replace

BEGUN_ANEW_S = 8.0
"""A look so much later than usual means that the camera counts its seconds anew."""


@dataclass(frozen=True, slots=True)
class TableClock:
    """`ahead_s`: by how much this machine's clock is ahead of the table's.

    A look arrives some time after it was taken, never before; so the smallest difference seen is the nearest
    to the truth.
    """

    ahead_s: float

    def heard(self, at_s: float, machine_s: float) -> TableClock:
        """The clock once a look taken at `at_s` (table) has arrived at `machine_s`."""
        ahead_s = machine_s - at_s
        is_new = ahead_s < self.ahead_s or ahead_s - self.ahead_s > BEGUN_ANEW_S
        return replace(self, ahead_s=ahead_s) if is_new else self

    def at(self, machine_s: float) -> float:
        """The table's seconds at `machine_s`."""
        return machine_s - self.ahead_s
