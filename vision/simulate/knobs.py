"""The simulated table's settings by name, as a person turns them: ``light.noise=4``, ``tile_mm=24,32,16``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from math import isfinite
from typing import Any

from vision.observation import VisionError
from vision.simulate.settings import TwinSettings

OTHERWISE = frozenset({"name", "racks", "art", "look", "view.size", "pace.mixing_s", "places.console_dice"})
"""What has an option of its own."""
LIMITS: Mapping[str, tuple[float, float]] = {
    "square_mm": (300, 1020),
    "marker_mm": (0, 100),
    "tile_mm": (10, 60),
    "back_layer": (0, 1),
    "die_mm": (5, 40),
    "cups": (0, 12),
    "phones": (0, 12),
    "places": (-600, 600),
    "places.river_pitch": (10, 100),
    "scatter": (0, 40),
    "view.height_mm": (400, 6000),
    "view.offset_mm": (-3000, 3000),
    "view.aim_mm": (-600, 600),
    "view.roll_deg": (-180, 180),
    "view.k1": (-0.4, 0.4),
    "view.k2": (-0.4, 0.4),
    "view.across_mm": (300, 4000),
    "light": (0, 3),
    "light.gradient_deg": (-360, 360),
    "light.warmth": (-1, 1),
    "light.noise": (0, 80),
    "light.blur_px": (0, 20),
    "light.jpeg_quality": (1, 100),
    "habits.push_deg": (0, 15),
    "habits.push_mm": (0, 60),
    "habits.crowd": (0, 1),
    "pace": (0, 120),
    "pace.variation": (0, 0.9),
    "pace.fidget_share": (0, 1),
}
"""The least and the most of each knob, or of all of a group."""


def knobs(settings: TwinSettings) -> dict[str, Any]:
    """Every knob with its value, by name."""
    return dict(_named(settings, ""))


def turned(settings: TwinSettings, said: Sequence[str]) -> TwinSettings:
    """`settings` with knobs turned, each said as ``name=value``; VisionError names the first wrong one."""
    for each in said:
        name, _, text = each.partition("=")
        known = knobs(settings)
        if name not in known:
            raise VisionError(f"no knob called {name[:60]!r}; there are {', '.join(known)}")
        settings = _with(settings, name.split("."), _value(name, known[name], text))
    return settings


def _named(part: Any, before: str) -> Iterator[tuple[str, Any]]:
    for field in fields(part):
        name, value = before + field.name, getattr(part, field.name)
        if name in OTHERWISE:
            continue
        if is_dataclass(value):
            yield from _named(value, f"{name}.")
        else:
            yield name, value


def _value(name: str, now: Any, text: str) -> Any:
    """The value told, of the shape it has now."""
    if isinstance(now, bool):
        if text not in ("yes", "no"):
            raise VisionError(f"{name} must be yes or no, got {text[:60]!r}")
        return text == "yes"
    many = len(now) if isinstance(now, tuple) else 1
    low, high = LIMITS.get(name) or LIMITS[name.partition(".")[0]]
    is_whole = isinstance(now, int)
    try:
        numbers = tuple(int(each) if is_whole else float(each) for each in text.split(","))
    except ValueError:
        numbers = ()
    if len(numbers) != many or not all(isfinite(each) and low <= each <= high for each in numbers):
        kind = "a whole number" if is_whole else "a number" if many == 1 else f"{many} numbers"
        raise VisionError(f"{name} must be {kind}, {low:g} to {high:g}, got {text[:60]!r}")
    return numbers if isinstance(now, tuple) else numbers[0]


def _with(part: Any, path: Sequence[str], value: Any) -> Any:
    first, *rest = path
    return replace(part, **{first: _with(getattr(part, first), rest, value) if rest else value})
