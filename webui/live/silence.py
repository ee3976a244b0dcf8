"""For how long nothing may be heard of the child that looks, before it is taken for hung and replaced."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

SILENT_S, LONGEST_SILENT_S = 18.0, 120.0
STARTING_S = 180.0
SEEN_WELL = 20
"""After so many looks and previews without a long wait a machine is known not to be slow."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long (s) is waited. `silent_s`: for a look or a preview, or before the first for a sign of life;
    `starting_s`: for the first look or preview, with signs of life: networks are loaded, a camera is opened.
    `usual_s`: `silent_s` on a machine that is quick enough."""

    silent_s: float = SILENT_S
    starting_s: float = STARTING_S
    usual_s: float = SILENT_S

    def longer(self) -> Patience:
        """After a child was taken for hung: the machine may only be slow."""
        return replace(self, silent_s=min(self.silent_s * 2, max(LONGEST_SILENT_S, self.usual_s)))

    def after(self, silence: Silence) -> Patience:
        """As usual again once it has proved quick."""
        is_quick = silence.heard >= SEEN_WELL and silence.longest_s < self.usual_s / 2
        return replace(self, silent_s=self.usual_s) if is_quick and self.silent_s != self.usual_s else self


class Silence:
    """The silence of one child. The time in which nobody listened does not count."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._begun_s = self._heard_s = time.monotonic()
        self.heard, self.longest_s = 0, 0.0
        """Looks and previews so far, and the longest wait for one."""

    @property
    def seconds(self) -> float:
        """How long it lasts by now."""
        return time.monotonic() - self._heard_s

    def ends(self, *, is_seeing: bool) -> None:
        """Something was heard; `is_seeing`: a look or a preview, after which a sign of life is not enough."""
        if is_seeing and self.heard:
            self.longest_s = max(self.longest_s, self.seconds)
        if is_seeing or not self.heard:
            self._heard_s = time.monotonic()
        self.heard += is_seeing

    def is_too_long(self) -> bool:
        """Whether the child is to be taken for hung."""
        is_starting_for_ever = not self.heard and time.monotonic() - self._begun_s > self._patience.starting_s
        return self.seconds > self._patience.silent_s or is_starting_for_ever
