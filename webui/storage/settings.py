"""What this table was set up with: one JSON file in the data folder, replaced as a whole or not at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from engine.tiles import EngineError
from vision.camera.markers import SQUARE_MM
from webui.storage.twice import mend_file, write_twice

Correcting = Literal["everybody", "seats"]
Step = Literal["language", "code", "camera", "calibration", "tiles", "rules", "players", "sound"]
STEPS: tuple[Step, ...] = get_args(Step)
NO_CAMERA = "none"
"""The `camera` of a table that people keep the scores of by hand."""
OF_CAMERA: tuple[Step, ...] = ("calibration", "tiles")
"""What is asked only where there is a camera."""
FILE = "settings.json"
LONGEST = 512 * 1024
"""Bytes; a settings file is a few kilobytes."""


class SettingsError(EngineError):
    """The settings cannot be read or written; the message says which file and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the set-up asks for. Nothing in it is secret: it may lie in a backup.

    `camera` is what `open_camera` takes ("": the first one found); `square_mm` the playing square's side;
    `house` the settings played otherwise than in `rules`; `players` names by seat number 0-3; `delay_s`: how
    late spectators see the table; `done` the steps already answered.
    """

    language: str = ""
    host_name: str = "jantaku"
    correcting: Correcting = "everybody"
    camera: str = ""
    square_mm: float = SQUARE_MM
    rules: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, str, str, str] = ("", "", "", "")
    sound: bool = True
    volume: int = 80
    delay_s: int = 0
    done: tuple[Step, ...] = ()

    @property
    def open_steps(self) -> tuple[Step, ...]:
        """The steps not yet answered; where there is to be no camera, nothing is asked about one."""
        unasked = OF_CAMERA if self.camera == NO_CAMERA and "camera" in self.done else ()
        return tuple(step for step in STEPS if step not in self.done and step not in unasked)

    def with_done(self, step: Step) -> Settings:
        """The settings with `step` answered."""
        return replace(self, done=tuple(each for each in STEPS if each in self.done or each == step))


class SettingsFile:
    """The settings of one data folder; `folder` None keeps them in memory. For several threads at once."""

    def __init__(self, folder: Path | None) -> None:
        """Reads them, from their copy when the file is damaged; SettingsError when it cannot be read."""
        self.path = None if folder is None else folder / FILE
        self._lock = threading.Lock()
        if self.path is not None:
            mend_file(self.path, _why_not)
        self._now = Settings() if self.path is None or not self.path.exists() else read_settings(self.path)

    @property
    def now(self) -> Settings:
        """The settings as they are."""
        return self._now

    def change(self, changed: Callable[[Settings], Settings]) -> Settings:
        """Takes `changed` over, on the disk first; SettingsError when it cannot be written."""
        with self._lock:
            new = changed(self._now)
            if self.path is not None:
                _write(self.path, settings_text(new))
            self._now = new
            return new


def settings_text(settings: Settings) -> str:
    """As in the file."""
    return json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n"


def read_settings(path: Path) -> Settings:
    """The settings in the file; SettingsError when it holds something else."""
    try:
        text = path.read_bytes()[: LONGEST + 1].decode()
    except (OSError, UnicodeDecodeError) as wrong:
        raise SettingsError(f"cannot read the settings {path}: {wrong}") from wrong
    return settings_of(text, str(path))


def settings_of(text: str, name: str = FILE) -> Settings:
    """The settings in `text`; SettingsError says what in `name` is wrong. What is unknown is left out."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise SettingsError(f"{name} is not JSON: {wrong}") from wrong
    if not isinstance(content, dict) or len(text) > LONGEST:
        raise SettingsError(f"{name} must be one JSON object of settings")
    known = {each.name: content[each.name] for each in fields(Settings) if each.name in content}
    for name_, value in known.items():
        if not _FITS[name_](value):
            raise SettingsError(f"{name}: {name_} cannot be {str(value)[:60]!r}")
    for listed in ("players", "done"):
        if listed in known:
            known[listed] = tuple(known[listed])
    return Settings(**known)


def _why_not(path: Path) -> str:
    """What is wrong in a settings file, "" when nothing; a disk that cannot be read is none of it."""
    try:
        read_settings(path)
    except SettingsError as wrong:
        return "" if isinstance(wrong.__cause__, OSError) else str(wrong).removeprefix(f"{path}").strip(" :")
    return ""


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 300


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_object(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(key, str) for key in value)


_FITS: dict[str, Callable[[Any], bool]] = {
    "language": _is_text,
    "host_name": _is_text,
    "correcting": lambda value: value in get_args(Correcting),
    "camera": _is_text,
    "square_mm": lambda value: _is_number(value) and 200 <= value <= 3000,
    "rules": _is_text,
    "house": _is_object,
    "players": lambda value: isinstance(value, list) and len(value) == 4 and all(map(_is_text, value)),
    "sound": lambda value: isinstance(value, bool),
    "volume": lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 100,
    "delay_s": lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 3600,
    "done": lambda value: isinstance(value, list) and all(step in STEPS for step in value),
}


def _write(path: Path, text: str) -> None:
    try:
        write_twice(path, text.encode())
    except OSError as wrong:
        raise SettingsError(f"cannot write {path}: {wrong.strerror}") from wrong
