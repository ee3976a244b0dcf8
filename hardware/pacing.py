"""Plays a recording as if it happened now: each frame at its time, skipping those a slow reader missed."""

from __future__ import annotations

from hardware.clock import Clock, MachineClock


class Pace:
    """Says which frame of a recording at `rate` frames a second is the newest; its time starts at the first
    question."""

    def __init__(self, rate: float, clock: Clock | None = None) -> None:
        self._rate, self._clock = rate, clock or MachineClock()
        self._start_s: float | None = None

    def next_number(self, last_number: int) -> int:
        """The newest frame after `last_number` (-1 for none yet), waiting until there is one."""
        if self._start_s is None:
            self._start_s = self._clock.now_s()
        newest = self._newest()
        if newest <= last_number:
            self._clock.wait(self._start_s + (last_number + 1) / self._rate - self._clock.now_s())
            newest = max(self._newest(), last_number + 1)
        return newest

    def _newest(self) -> int:
        assert self._start_s is not None
        # A little over, or rounding keeps a frame from its own moment.
        return int((self._clock.now_s() - self._start_s) * self._rate + 1e-6)


class PatientPace(Pace):
    """As `Pace`, but a slow reader makes the recording slower instead of missing what happens in it: at most
    `step` frames on at a time, and the time goes on from where the reader is."""

    def __init__(self, rate: float, step: int, clock: Clock | None = None) -> None:
        super().__init__(rate, clock)
        self._step = step

    def next_number(self, last_number: int) -> int:
        """The newest frame after `last_number`, but no more than `step` after it."""
        newest = super().next_number(last_number)
        if newest <= last_number + self._step:
            return newest
        number = last_number + self._step
        self._start_s = self._clock.now_s() - number / self._rate
        return number


class EveryFrame:
    """As `Pace`, but the next frame is always the one after, at once."""

    def next_number(self, last_number: int) -> int:
        """The frame after `last_number`."""
        return last_number + 1
