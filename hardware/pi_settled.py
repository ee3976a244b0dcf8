"""When a Pi camera's automatics have come to rest, told from its frames, whatever libcamera's version."""

from __future__ import annotations

from collections.abc import Mapping

CONVERGED = 2
"""`AeState` of libcamera 0.5 and later; before it was a yes or no called `AeLocked`."""
STEADY_FRAMES = 4
STEADY_SHARE = 0.02


class Settled:
    """Asked with each frame's metadata in turn whether exposure and colours are at rest."""

    def __init__(self) -> None:
        self._looks: list[tuple[float, ...]] = []

    def is_settled(self, metadata: Mapping[str, object]) -> bool:
        """Whether the exposure is said to have converged, and the colour gains stand still.

        Where nothing is said of the exposure it has to stand still as well.
        """
        said = _said(metadata)
        values = [*_numbers(metadata.get("ColourGains"))]
        if said is None:
            values += [*_numbers(metadata.get("ExposureTime")), *_numbers(metadata.get("AnalogueGain"))]
        self._looks = [*self._looks[1 - STEADY_FRAMES :], tuple(values)]
        return said is not False and len(self._looks) == STEADY_FRAMES and self._stands_still()

    def _stands_still(self) -> bool:
        newest = self._looks[-1]
        return all(
            len(look) == len(newest)
            and all(abs(a - b) <= STEADY_SHARE * abs(b) for a, b in zip(look, newest, strict=True))
            for look in self._looks
        )


def _said(metadata: Mapping[str, object]) -> bool | None:
    """What libcamera says of the exposure; None where it says nothing."""
    if "AeState" in metadata:
        return metadata["AeState"] == CONVERGED
    return bool(metadata["AeLocked"]) if "AeLocked" in metadata else None


def _numbers(value: object) -> tuple[float, ...]:
    parts = value if isinstance(value, tuple | list) else (value,)
    return tuple(float(part) for part in parts if isinstance(part, int | float))
