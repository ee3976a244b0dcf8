"""How the machine feels: everything somebody asks for when something is wrong, and what to do about it."""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from flask import Blueprint, Response, jsonify

from hardware.camera import HardwareError
from hardware.health import free_bytes, pi_model, temperature_c, throttling, written_bytes
from vision.detect.dice.network import networks_of_dice
from vision.detect.networks import LIVE_MODELS
from webui.access.roles import Role, access_of, needs
from webui.live.camera_state import trouble_text
from webui.page.context import chosen_words, room_of
from webui.page.frame import framed
from webui.practice.kept import PROGRESS_FILE, practice_of
from webui.storage.aside import notes
from webui.words import Words

health = Blueprint("health", __name__)

State = Literal["good", "doubt", "bad", "none"]
HOT_C, TOO_HOT_C = 75.0, 82.0
LITTLE_BYTES, TOO_LITTLE_BYTES = 2_000_000_000, 300_000_000
SLOW_LOOKS_PER_S = 0.8
FAR_OFF_MM = 5.0
ADVICE = {"full": "health.full", "no_wall": "health.no_wall"}
"""What to do about what keeps looks from being followed, by its kind; else the log is sent in."""
PACKAGES = ("jantaku", "opencv-python-headless", "onnxruntime", "flask", "gunicorn", "mahjong")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what it is about, whether that is well, its value in words, and what to do when it is not."""

    about: str
    state: State
    value: str
    advice: str = ""


@health.get("/health")
@needs(Role.viewer)
def page() -> str:
    """For people."""
    return framed("health.html", findings=_findings(), versions=versions(), models=model_digests())


@health.get("/api/health")
@needs(Role.viewer)
def health_json() -> Response:
    """For programs: ``well``, the findings, versions, and the SHA-256 of each network."""
    findings = _findings()
    is_well = all(each.state != "bad" for each in findings)
    return jsonify(
        well=is_well,
        findings=[asdict(each) for each in findings],
        versions=versions(),
        models=model_digests(),
    )


def _findings() -> list[Finding]:
    words = chosen_words()
    return [*_of_camera(words), *_of_machine(words)]


def _of_camera(words: Words) -> Iterator[Finding]:
    room = room_of()
    camera = room.camera_state
    condition = camera.condition_at(time.monotonic())
    states: dict[str, State] = {"watching": "good", "blind": "bad", "stopped": "bad"}
    advice = {"blind": words["health.look_blind"], "stopped": words["health.look_stopped"]}
    said = f"{words[f'sight.{condition}']}{'. ' + camera.message if camera.message else ''}"
    yield Finding("camera", states.get(condition, "none"), said, advice.get(condition, ""))
    if condition == "off":
        return
    settings = camera.details.get("camera")
    if isinstance(settings, dict) and settings:
        warning = str(settings.get("warning", ""))
        said = ", ".join(f"{name} {value}" for name, value in settings.items() if name != "warning")
        yield Finding("settings", "doubt" if warning else "none", said, warning)
    if camera.look and condition in ("watching", "blind"):
        is_slow = condition == "watching" and camera.looks_per_s < SLOW_LOOKS_PER_S
        advice_ = words["health.slow"] if is_slow else ""
        yield Finding("looks", "doubt" if is_slow else "good", _per_s(camera.looks_per_s), advice_)
    if "ms" in camera.details:
        yield Finding("detector", "none", f"{camera.details['ms']} ms")
    yield from _of_following(words)
    yield from _of_picture(words)
    residual = camera.details.get("residual_mm")
    if isinstance(residual, int | float):
        is_off = residual > FAR_OFF_MM
        yield Finding(
            "residual",
            "doubt" if is_off else "good",
            f"{residual:.2f} mm",
            words["health.residual"] if is_off else "",
        )


def _of_following(words: Words) -> Iterator[Finding]:
    """Whether what is seen is followed and kept; looks left out before are worth a word to the makers."""
    room = room_of()
    trouble, count = room.camera_state.trouble, room.mishaps.count
    if trouble is not None and trouble.is_lasting:
        advice = ADVICE.get(trouble.kind, "health.following")
        yield Finding("following", "bad", trouble_text(trouble, words), words[advice])
    elif count:
        said = words.say("health.left_out", count=count, causes=room.mishaps.causes)
        yield Finding("following", "doubt", said, words["health.following"])


def _of_picture(words: Words) -> Iterator[Finding]:
    seen = room_of().preview
    if seen is None:
        return
    width, height = seen.size
    yield Finding("picture", "none", f"{width} × {height} px, {_per_s(seen.frames_per_s)}")
    is_soft = seen.focus == "soft"
    said = f"{seen.sharpness:.0%}, {words[f'setup.focus_{seen.focus}']}"
    yield Finding("focus", "doubt" if is_soft else "good", said, words["health.soft"] if is_soft else "")
    said = f"{seen.brightness / 255:.0%}, {words[f'setup.light_{seen.light}']}"
    is_lit = seen.light == "good"
    yield Finding(
        "light", "good" if is_lit else "doubt", said, "" if is_lit else words[f"health.{seen.light}"]
    )


def _of_machine(words: Words) -> Iterator[Finding]:
    heat = temperature_c()
    if heat is not None:
        state: State = "bad" if heat >= TOO_HOT_C else "doubt" if heat >= HOT_C else "good"
        yield Finding("temperature", state, f"{heat:.0f} °C", "" if state == "good" else words["health.hot"])
    yield from _of_power(words)
    folder = access_of().folder
    if folder is not None:
        free = free_bytes(folder)
        state = "bad" if free < TOO_LITTLE_BYTES else "doubt" if free < LITTLE_BYTES else "good"
        yield Finding("disk", state, f"{free / 1e9:.1f} GB", "" if state == "good" else words["health.full"])
        written = written_bytes(folder)
        if written is not None:
            yield Finding("wear", "none", f"{written / 1e9:.1f} GB")
        yield from _of_files(folder, words)
    yield Finding("machine", "none", pi_model() or f"{platform.system()} {platform.machine()}")


def _of_files(folder: Path, words: Words) -> Iterator[Finding]:
    """What was set aside as damaged, while it lies there; what of it is lost is told as the console was."""
    for each in notes(folder):
        aside = words.say("health.file_aside", place=each.place)
        if each.is_lost:
            said = words.say("health.file_lost", file=each.file)
            yield Finding("files", "bad", f"{said} ({each.said})", aside)
        else:
            yield Finding("files", "doubt", words.say("health.file_recovered", file=each.file), aside)
    problem = practice_of().progress.problem
    if problem:
        said = words.say("health.file_unkept", file=PROGRESS_FILE)
        yield Finding("files", "doubt", f"{said} ({problem})")


def _of_power(words: Words) -> Iterator[Finding]:
    """A Pi's own complaints; other machines have none."""
    try:
        complaints = throttling()
    except HardwareError as wrong:
        yield Finding("power", "doubt", str(wrong))
        return
    if complaints is None:
        return
    state: State = "bad" if complaints.now else "doubt" if complaints.since_start else "good"
    said = words["health.power_well"]
    if complaints.now:
        said = ", ".join(complaints.now)
    elif complaints.since_start:
        said = words.say("health.power_before", what=", ".join(complaints.since_start))
    yield Finding("power", state, said, "" if state == "good" else words["health.power"])


@cache
def versions() -> dict[str, str]:
    """What runs here: Jantaku and what it is built on."""
    found = {"Python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@cache
def model_digests(folder: Path = LIVE_MODELS) -> dict[str, str]:
    """The SHA-256 of each network's file, of all that a table is read with."""
    files = {path.name: path for path in (*folder.glob("*.onnx"), *networks_of_dice(folder))}
    return {name: hashlib.sha256(files[name].read_bytes()).hexdigest() for name in sorted(files)}


def _per_s(rate: float) -> str:
    """A rate that stays on one line."""
    return f"{rate:.1f}\u00a0/\u00a0s"
