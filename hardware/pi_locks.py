"""Which values a Pi camera is locked to, from what it found by itself: pure arithmetic on its metadata.

Indoor light flickers at twice the mains frequency. An exposure of whole flickers makes every row of every
picture equally bright, so it is rounded to whole flickers and the gain makes up for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a sensor can: (least, most) of exposure in microseconds and of gain as a factor."""

    exposure_us: tuple[float, float] = (1.0, 1e6)
    gain: tuple[float, float] = (1.0, 16.0)


def limits_of(controls: Mapping[str, object]) -> Limits:
    """From picamera2's `camera_controls`, (least, most, default) by name; usual ones for what is missing."""
    usual = Limits()
    return Limits(
        _range(controls.get("ExposureTime"), usual.exposure_us),
        _range(controls.get("AnalogueGain"), usual.gain),
    )


@dataclass(frozen=True, slots=True)
class Locks:
    """What is locked: exposure and flicker period in microseconds, gains as factors, focus in dioptres.

    `lens_position` is None for a lens that cannot move; `flicker_us` is None when mains was said to be off.
    """

    exposure_us: int
    gain: float
    colour_gains: tuple[float, float]
    lens_position: float | None
    flicker_us: int | None

    def controls(self) -> dict[str, object]:
        """As libcamera's controls. Setting exposure and gains is what turns their automatics off."""
        held: dict[str, object] = {
            "ExposureTime": self.exposure_us,
            "AnalogueGain": self.gain,
            "ColourGains": self.colour_gains,
        }
        if self.lens_position is not None:
            held["AfMode"] = 0  # manual
            held["LensPosition"] = self.lens_position
        return held

    def are_shown_by(self, metadata: Mapping[str, object]) -> bool:
        """Whether a frame with this metadata was taken with these values; sensors round them a little."""
        exposure, gain = metadata.get("ExposureTime"), metadata.get("AnalogueGain")
        if not isinstance(exposure, int | float) or not isinstance(gain, int | float):
            return False
        is_exposed = abs(exposure - self.exposure_us) <= max(0.02 * self.exposure_us, 60)
        return is_exposed and abs(gain - self.gain) <= max(0.1 * self.gain, 0.1)


def flicker_us(mains_hz: float) -> int | None:
    """One flicker of lamps on this mains frequency, microseconds: 10000 at 50 Hz; None at 0 Hz (daylight)."""
    return round(1e6 / (2 * mains_hz)) if mains_hz > 0 else None


def locks_for(
    metadata: Mapping[str, object], mains_hz: float, longest_us: int, limits: Limits | None = None
) -> Locks:
    """The values to lock after the automatics have settled on those in `metadata`.

    `longest_us`: an exposure cannot be longer than a frame. `limits`: what the sensor can.
    """
    limits = limits or Limits()
    found_us = _number(metadata, "ExposureTime", 10_000.0)
    light = found_us * _number(metadata, "AnalogueGain", 1.0)
    period = flicker_us(mains_hz)
    longest_us = min(longest_us, int(limits.exposure_us[1]))
    exposure = found_us if period is None else _whole_flickers(found_us, period, longest_us)
    gains = metadata.get("ColourGains")
    red, blue = gains if isinstance(gains, tuple | list) and len(gains) == 2 else (1.0, 1.0)
    position = metadata.get("LensPosition")
    return Locks(
        exposure_us=round(exposure),
        gain=round(min(max(light / exposure, limits.gain[0]), limits.gain[1]), 3),
        colour_gains=(round(float(red), 3), round(float(blue), 3)),
        lens_position=round(float(position), 2) if isinstance(position, int | float) else None,
        flicker_us=period,
    )


def _whole_flickers(found_us: float, period: int, longest_us: int) -> float:
    """At least one; a table that bright is overexposed by it only where a gain of 1 is still too much."""
    most = max(longest_us // period, 1)
    return float(min(max(round(found_us / period), 1), most) * period)


def _range(given: object, otherwise: tuple[float, float]) -> tuple[float, float]:
    match given:
        case (int() | float() as least, int() | float() as most, *_) if most > least:
            return float(least), float(most)
    return otherwise


def _number(metadata: Mapping[str, object], key: str, otherwise: float) -> float:
    value = metadata.get(key)
    return float(value) if isinstance(value, int | float) and value > 0 else otherwise
