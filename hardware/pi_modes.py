"""What a Pi camera is asked for, and which of a sensor's modes shows the whole table.

Some read out only the middle of the sensor. Camera Module 2 at 1920 x 1080 is the trap: left to itself the
library takes a mode with 58 % of the width.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hardware.camera import HardwareError

FORMAT = "RGB888"
SAME_VIEW = 0.98
"""Modes whose area differs by less show the same; sensors leave out a few rows here and there."""
FOCUSING_RATE = 30.0
"""Frames a second that a contrast autofocus wants: it takes about 110 frames."""
SPARES_HIGHLIGHTS = 1
"""libcamera's `AeConstraintMode` that keeps the lightest fiftieth of the picture below white: tiles are the
lightest things on a table, and what is burnt out shows no drawing and no seam."""


def full_view(
    modes: Sequence[Mapping[str, Any]], size: tuple[int, int], rate: float
) -> Mapping[str, Any] | None:
    """The mode of `modes` (picamera2's `sensor_modes`) with the widest view, None where none tells its view.

    Among those with the same view: quick enough for `rate` and for focusing, large enough for `size` (width,
    height, px), and then the smallest, or the largest where all are too small; deepest colours last.
    """
    known = [mode for mode in modes if mode.get("crop_limits") and mode.get("size")]
    if not known:
        return None
    widest = max(_area(mode) for mode in known)
    views = [mode for mode in known if _area(mode) >= SAME_VIEW * widest]
    quick = [mode for mode in views if _rate(mode) >= rate] or views
    enough = [mode for mode in quick if mode["size"][0] >= size[0] and mode["size"][1] >= size[1]]
    if not enough:
        return max(quick, key=lambda mode: (_pixels(mode), mode.get("bit_depth", 0)))
    nimble = [mode for mode in enough if _rate(mode) >= FOCUSING_RATE] or enough
    return min(nimble, key=lambda mode: (_pixels(mode), -mode.get("bit_depth", 0)))


def sensor_of(mode: Mapping[str, Any] | None) -> dict[str, object]:
    """The mode as a configuration's `sensor`; empty leaves the choice to the library."""
    return {} if mode is None else {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}


def view_text(crop: object, sensor: object) -> str:
    """How much of the sensor is seen: `crop` (x, y, width, height) of `sensor` (width, height), pixels."""
    match crop, sensor:
        case (_, _, int(width), int(height)), (int(whole_width), int(whole_height)):
            return (
                f"{width / whole_width:.0%} of the sensor's width, {height / whole_height:.0%} of its height"
            )
    return "not told"


def configuration(device: Any, options: Mapping[str, float]) -> Any:
    """One video configuration in a mode that sees the whole table; no queue, so that each frame is newer than
    the question for it. It begins at thirty frames a second, so that focus and light are found soon, and
    with an exposure that spares the highlights where there is that choice."""
    size = (int(options["width"]), int(options["height"]))
    mode = full_view(device.sensor_modes, size, options["rate"])
    each_us = frame_us(max(FOCUSING_RATE, options["rate"]))
    controls: dict[str, object] = {"FrameDurationLimits": (each_us, each_us)}
    if "AeConstraintMode" in device.camera_controls:
        controls["AeConstraintMode"] = SPARES_HIGHLIGHTS
    return device.create_video_configuration(
        main={"size": size, "format": FORMAT},
        sensor=sensor_of(mode),
        controls=controls,
        buffer_count=4,
        queue=False,
    )


def accepted(device: Any) -> dict[str, object]:
    """Size and sensor mode as the camera took them; HardwareError when it gives other pictures than asked."""
    taken = device.camera_configuration()
    main, sensor = taken["main"], taken.get("sensor") or {}
    if main["format"] != FORMAT:
        raise HardwareError(
            f"the camera gives {main['format']}, expected {FORMAT}: a USB camera is opened as /dev/video0"
        )
    width, height = main["size"]
    mode = sensor.get("output_size") or (taken.get("raw") or {}).get("size")
    return {
        "width": width,
        "height": height,
        "sensor mode": "not told" if mode is None else f"{mode[0]} x {mode[1]}",
    }


def frame_us(rate: float) -> int:
    """How long one frame takes at so many a second, microseconds."""
    return int(1e6 / rate)


def _area(mode: Mapping[str, Any]) -> float:
    return float(mode["crop_limits"][2] * mode["crop_limits"][3])


def _pixels(mode: Mapping[str, Any]) -> int:
    return int(mode["size"][0] * mode["size"][1])


def _rate(mode: Mapping[str, Any]) -> float:
    return float(mode.get("fps", 0.0))
