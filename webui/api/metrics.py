"""The table's and the machine's state as numbers, in the text that Prometheus reads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from flask import Blueprint, Response

from hardware.camera import HardwareError
from hardware.health import COMPLAINTS, free_bytes, temperature_c, throttling, written_bytes
from webui.access.roles import Role, access_of, needs
from webui.page.context import room_of

metrics = Blueprint("metrics", __name__)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Sample = tuple[str, str, dict[str, str], float]
"""Name without its ``jantaku_``, help, labels, value."""


@metrics.get("/metrics")
@needs(Role.viewer)
def metrics_text() -> Response:
    """Numbers for Prometheus: what is watched, how fast, how hot, how full."""
    return Response(exposition([*_of_table(), *_of_machine(access_of().folder)]), content_type=CONTENT_TYPE)


def exposition(samples: list[Sample]) -> str:
    """Prometheus' text of gauges and (names in ``_total``) counters; samples of one name stand together."""
    lines: list[str] = []
    known: set[str] = set()
    for name, explained, labels, value in samples:
        whole = f"jantaku_{name}"
        if name not in known:
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# HELP {whole} {explained}", f"# TYPE {whole} {kind}"]
            known.add(name)
        told_labels = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        lines.append(f"{whole}{{{told_labels}}} {value:g}" if labels else f"{whole} {value:g}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _of_table() -> Iterator[Sample]:
    room = room_of()
    now, camera = time.monotonic(), room.camera_state
    condition = camera.condition_at(now)
    with suppress(PackageNotFoundError):
        yield "info", "The version that runs.", {"version": version("jantaku")}, 1
    for each in ("starting", "watching", "blind", "stopped", "ended", "off"):
        yield "sight", "1 for the camera's condition now.", {"condition": each}, float(each == condition)
    yield "following", "1 while what is seen is followed and kept.", {}, float(camera.trouble is None)
    yield "looks_per_second", "Looks at the table.", {}, camera.looks_per_s
    if camera.look:
        yield "last_look_age_seconds", "Since the newest look.", {}, now - camera.came_at_s
    yield "left_out_total", "Looks left out for a fault of ours.", {}, room.mishaps.count
    yield "entries", "Entries in the journal of this game.", {}, len(room.entries)
    residual = camera.details.get("residual_mm")
    if isinstance(residual, int | float):
        yield "residual_millimetres", "How far off the camera's place is.", {}, residual
    if room.preview is not None:
        yield "brightness_ratio", "Of the camera's picture, 0 to 1.", {}, room.preview.brightness / 255
        yield "sharpness_ratio", "Of the camera's picture, 0 to 1.", {}, room.preview.sharpness


def _of_machine(folder: Path | None) -> Iterator[Sample]:
    heat = temperature_c()
    if heat is not None:
        yield "temperature_celsius", "Of the processor.", {}, heat
    try:
        complaints = throttling()
    except HardwareError:
        complaints = None
    if complaints is not None:
        for when, said in (("now", complaints.now), ("since_start", complaints.since_start)):
            for what in COMPLAINTS:
                labels = {"what": what.replace(" ", "_"), "when": when}
                yield (
                    "power_complaint",
                    "1 for what a Raspberry Pi complains of.",
                    labels,
                    float(what in said),
                )
    if folder is not None:
        yield "disk_free_bytes", "Where the data folder is.", {}, free_bytes(folder)
        written = written_bytes(folder)
        if written is not None:
            yield "disk_written_bytes_total", "To the data folder's disk since the start.", {}, written
