"""A camera without a camera: its own pictures or given ones, with every fault a real one can have.

``simulated:`` shows a square of felt over which a light patch wanders. Faults are written behind it, each
with the number of the frame it happens at: ``simulated:black@5-8,late@10,size@12,unplug@20``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import numpy as np

from hardware.camera import Camera, CameraLost, Frame, HardwareError, Picture
from hardware.cameras import FoundCamera
from hardware.clock import Clock, MachineClock, SteppedClock
from hardware.closing import Closing
from hardware.pacing import EveryFrame, Pace

SOURCES = "simulated: (a camera without a camera)"
Kind: TypeAlias = Literal["black", "late", "size", "unplug"]
"""`black`: a black picture; `late`: it comes a second late; `size`: half as wide and high; `unplug`: gone."""
FAULT = re.compile(r"(?P<kind>[a-z]+)@(?P<first>\d+)(?:-(?P<last>\d+))?")
RATE = 10.0
LATE_S = 1.0
WIDTH, HEIGHT = 320, 240


@dataclass(frozen=True, slots=True)
class CameraFault:
    """Something that goes wrong with the frames `first` to `last`."""

    kind: Kind
    first: int
    last: int


class SimulatedCamera(Closing):
    """Gives `pictures` at `rate` frames a second as a live camera would, with `faults`.

    A slow reader skips, unless `every_frame`. When `pictures` end the camera is lost, as a live one is.
    """

    is_live = True

    def __init__(
        self,
        pictures: Iterable[Picture],
        faults: Iterable[CameraFault] = (),
        rate: float = RATE,
        every_frame: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self._pictures, self._faults = iter(pictures), tuple(faults)
        self._rate, self._clock = rate, clock or MachineClock()
        self._pace = EveryFrame() if every_frame else Pace(rate, self._clock)
        self._last_number = -1
        self._is_closed = False

    def read(self) -> Frame:
        """The newest frame; CameraLost once it is unplugged, closed or out of pictures."""
        wanted = self._pace.next_number(self._last_number)
        picture = None
        while self._last_number < wanted:
            self._last_number += 1
            picture = None if self._is_gone() else next(self._pictures, None)
            if picture is None:
                self._last_number -= 1  # gone it stays, however often it is read
                raise CameraLost("the simulated camera gives no more pictures: it is unplugged or at its end")
        assert picture is not None
        return self._spoilt(Frame(picture, self._last_number / self._rate, self._last_number))

    def settings(self) -> Mapping[str, object]:
        """Rate and faults."""
        faults = ",".join(f"{fault.kind}@{fault.first}-{fault.last}" for fault in self._faults)
        return {"camera": "simulated", "rate": self._rate, "faults": faults or "none", "focus": "locked"}

    def close(self) -> None:
        """Nothing more can be read."""
        self._is_closed = True

    def _is_gone(self) -> bool:
        unplugged = (fault for fault in self._faults if fault.kind == "unplug")
        return self._is_closed or any(self._last_number >= fault.first for fault in unplugged)

    def _spoilt(self, frame: Frame) -> Frame:
        for fault in self._faults:
            if fault.first <= frame.number <= fault.last:
                match fault.kind:
                    case "black":
                        frame = Frame(np.zeros_like(frame.picture), frame.taken_at_s, frame.number)
                    case "size":
                        frame = Frame(frame.picture[::2, ::2].copy(), frame.taken_at_s, frame.number)
                    case "late":
                        self._clock.wait(LATE_S)
        return frame


def felt_pictures() -> Iterator[Picture]:
    """Green felt with a light patch that wanders over it, without end."""
    for number in itertools.count():
        picture = np.full((HEIGHT, WIDTH, 3), (60, 110, 30), np.uint8)
        left = 4 * number % (WIDTH - 30)
        picture[100:140, left : left + 30] = (225, 235, 235)
        yield picture


def parse_faults(text: str) -> tuple[CameraFault, ...]:
    """``black@5-8,unplug@20`` as faults; HardwareError naming what is not understood."""
    faults = []
    for part in filter(None, text.split(",")):
        met = FAULT.fullmatch(part.strip())
        kinds: tuple[Kind, ...] = get_args(Kind)
        kind = next((kind for kind in kinds if met and met["kind"] == kind), None)
        if met is None or kind is None:
            raise HardwareError(
                f"no fault {part!r}: expected {', '.join(kinds)} with a frame, as in black@5-8"
            )
        faults.append(CameraFault(kind, int(met["first"]), int(met["last"] or met["first"])))
    return tuple(faults)


def takes(source: str) -> bool:
    """What begins with ``simulated:``."""
    return source.startswith("simulated:")


def open_source(source: str, every_frame: bool) -> Camera:
    """The felt with the faults named in `source`."""
    return SimulatedCamera(
        felt_pictures(), parse_faults(source.removeprefix("simulated:")), RATE, every_frame
    )


def found() -> Sequence[FoundCamera]:
    """None: it is always there, and nobody looks for it."""
    return ()


def example(folder: Path) -> Camera:
    """Twenty frames of felt, on a clock of its own."""
    return SimulatedCamera(itertools.islice(felt_pictures(), 20), clock=SteppedClock())
