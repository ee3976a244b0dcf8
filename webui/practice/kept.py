"""What the server keeps for practice: everybody's progress, and the reading of pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from flask import Blueprint

from webui.app_key import AppKey
from webui.practice.photos import MOST_LOOKS, MOST_PHOTOS, Turns
from webui.practice.progress import Progress
from webui.practice.sources import PictureSource

practice = Blueprint("practice", __name__, url_prefix="/practice")
PROGRESS_FILE = "practice.db"


@dataclass(slots=True)
class Practice:
    """What the pages need: what was kept of everybody, and the reading of pictures."""

    progress: Progress
    pictures: PictureSource
    photos: Turns = field(default_factory=lambda: Turns(MOST_PHOTOS))
    looks: Turns = field(default_factory=lambda: Turns(MOST_LOOKS))


def open_practice(data: Path | None = None, look_closer: Callable[[], None] | None = None) -> Practice:
    """Practice kept in a data folder (None: nowhere); `look_closer` asks the camera for pictures."""
    return Practice(Progress(None if data is None else data / PROGRESS_FILE), PictureSource(look_closer))


PRACTICE = AppKey[Practice]("practice")


def practice_of() -> Practice:
    """What this server keeps for practice."""
    return PRACTICE.of()
