"""A recorded game as a camera: a folder whose `settings.toml` names the video and its rate.

::

    evening/
      settings.toml     [recording]  video = "frames.mp4"  rate = 5.0  patient = 2
      frames.mp4        or frames/0001.jpg ...
      journal.jsonl     what happened (not read here)

``patient``: a reader that is slow misses at most so many frames at a time; the recording then takes longer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from hardware.camera import Camera, HardwareError
from hardware.cameras import FoundCamera, folder, video
from hardware.pacing import EveryFrame, Pace, PatientPace

SOURCES = "a recording's folder"
RATE = 5.0


def takes(source: str) -> bool:
    """A folder with `settings.toml`."""
    return "://" not in source and (Path(source) / "settings.toml").is_file()


def open_source(source: str, every_frame: bool) -> Camera:
    """The recording in the folder `source`. HardwareError: no frames, or a video outside the folder."""
    place = Path(source)
    settings = recording_settings(place)
    rate = _rate(settings, place)
    step = settings.get("patient")
    pace = EveryFrame() if every_frame else PatientPace(rate, step) if isinstance(step, int) else Pace(rate)
    name = settings.get("video")
    if isinstance(name, str):
        film = (place / name).resolve()
        if not film.is_relative_to(place.resolve()):
            raise HardwareError(f"{place / 'settings.toml'}: video must lie in the recording, got {name!r}")
        return video.VideoCamera(film, pace, rate)
    if not (place / "frames").is_dir():
        raise HardwareError(
            f"the recording {place} has no frames: expected the folder frames/, or [recording] video = "
            '"frames.mp4" in its settings.toml'
        )
    return folder.FolderCamera(folder.pictures_in(place / "frames"), rate, pace)


def recording_settings(place: Path) -> Mapping[str, object]:
    """The table `[recording]` of the settings in folder `place`; HardwareError when it cannot be read."""
    path = place / "settings.toml"
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise HardwareError(f"cannot read {path}: {wrong}") from wrong
    part = fields.get("recording", {})
    if not isinstance(part, dict):
        raise HardwareError(f"{path}: [recording] must be a table, got {part!r}")
    return part


def found() -> Sequence[FoundCamera]:
    """None: a recording is no device."""
    return ()


def example(place: Path) -> Camera:
    """Eight frames in a video."""
    video.example(place).close()
    settings = '[recording]\nvideo = "example.avi"\nrate = 4.0\n'
    (place / "settings.toml").write_text(settings, encoding="utf-8")
    return open_source(str(place), every_frame=True)


def _rate(fields: Mapping[str, object], place: Path) -> float:
    rate = fields.get("rate", RATE)
    if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 < rate <= 1000:
        raise HardwareError(f"{place / 'settings.toml'}: rate must be frames a second, got {rate!r}")
    return float(rate)
