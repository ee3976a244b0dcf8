"""What is served: from what the command line says and what the set-up saved."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.house import with_settings
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from hardware.attached import Attached
from vision.camera.calibration import Calibration
from vision.observation import VisionError
from webui.storage.settings import Settings
from webui.storage.twice import copy_file, forget_file, mend_file
from webui.watch.source import Source, choose_source

CALIBRATION_FILE = "calibration.json"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says; it goes before what the set-up saved."""

    source: str | None = None
    rules: str | None = None
    allow_host: tuple[str, ...] = ()
    every_frame: bool = False
    once: bool = False
    record: Path | None = None
    """The new folder into which what is watched is recorded."""
    attached: Attached | None = None
    """Speaker, buttons and light of this machine."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is watched, by which rules, and where the camera hangs (None: the markers tell)."""

    source: Source
    rules: Ruleset
    calibration: Calibration | None = None

    @property
    def journal(self) -> str:
        """The journal's file: other rules are another game, whose journal must not be read with these."""
        if self.source.is_recording:
            return "recording.db"
        base = load_ruleset(self.rules.name)
        changed = house_of(base, self.rules)
        if not changed:
            return f"{self.rules.name}.db"
        mark = hashlib.sha256(json.dumps(changed, sort_keys=True, default=list).encode()).hexdigest()[:8]
        return f"{self.rules.name}-{mark}.db"


def planned(asked: Asked, settings: Settings, data: Path) -> Plan:
    """What to serve. HardwareError, VisionError or EngineError says what is wrong with it."""
    own = asked.source or settings.camera or None
    source = choose_source(own, asked.rules or settings.rules or None)
    rules = load_ruleset(source.rules)
    if settings.house and asked.rules is None and source.rules == settings.rules:
        rules = with_settings(rules, settings.house)
    if source.is_recording:
        return Plan(source, rules)
    path = data / CALIBRATION_FILE
    mend_file(path, _why_no_calibration)
    calibration = Calibration.load(path) if path.exists() else None
    return Plan(replace(source, square_mm=settings.square_mm), rules, calibration)


def _why_no_calibration(path: Path) -> str:
    """What is wrong in a calibration's file, "" when nothing; a disk that cannot be read is none of it."""
    try:
        Calibration.load(path)
    except VisionError as wrong:
        return "" if isinstance(wrong.__cause__, OSError) else "it is no calibration any more"
    return ""


def house_of(base: Ruleset, rules: Ruleset) -> Mapping[str, object]:
    """The settings in which `rules` differ from `base`."""
    names = Ruleset.__dataclass_fields__
    return {name: getattr(rules, name) for name in names if getattr(rules, name) != getattr(base, name)}


def keep_calibration(data: Path, calibration: Calibration) -> None:
    """Keeps it in the data folder, twice, in place of the one before. OSError when the disk refuses."""
    calibration.save(data / CALIBRATION_FILE)
    copy_file(data / CALIBRATION_FILE)


def forget_calibration(data: Path) -> None:
    """The data folder holds no calibration any more."""
    forget_file(data / CALIBRATION_FILE)
