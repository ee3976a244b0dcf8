"""What the table is watched with: a camera, a video, or a recording that knows how it was played."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hardware.cameras import list_cameras, open_camera
from hardware.cameras.recording import recording_settings
from hardware.cameras.recording import takes as is_recording_folder
from vision.camera.markers import SQUARE_MM
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from webui.storage.settings import NO_CAMERA

FIRST_DEAL = Path(__file__).resolve().parents[1] / "recordings" / "first_deal"
DEFAULT_RULES = "mcr"
"""The address of a table at which people tell what happens."""


@dataclass(frozen=True, slots=True)
class Source:
    """`address` is what `open_camera` takes, "" for a table without a camera; `title` is for people.
    `dealer` (None: to be seen) and `square_mm` as recorded."""

    address: str
    title: str
    rules: str
    is_recording: bool
    dealer: int | None = None
    square_mm: float = SQUARE_MM

    @property
    def is_demonstration(self) -> bool:
        """Whether what is watched is no real table, so that nothing is at stake."""
        return self.is_recording or self.address.startswith("simulated:")


def choose_source(address: str | None, rules: str | None) -> Source:
    """The source named, else the first camera found, else the recording that ships.

    `rules` of the command line win over the recording's own. ``none`` is a table without a camera.
    HardwareError when settings cannot be read.
    """
    if address == NO_CAMERA:
        return Source("", "no camera", rules or DEFAULT_RULES, is_recording=False, dealer=0)
    if address is None:
        cameras = list_cameras()
        if cameras:
            title = f"the camera {cameras[0].name}"
            return Source(cameras[0].source, title, rules or DEFAULT_RULES, is_recording=False)
        address = str(FIRST_DEAL)
    if is_recording_folder(address):
        return _recording(Path(address), rules)
    is_kept = Path(address).is_file() or Path(address).is_dir()  # a device such as /dev/video0 is neither
    return Source(address, address, rules or DEFAULT_RULES, is_recording=is_kept)


def check_source(source: Source) -> None:
    """Opens detector and source once, so that what is missing is told before anything is served.

    Raises VisionError for a model that is missing or broken, HardwareError for a source that is.
    """
    if source.address:
        Detector.load(LIVE_MODELS)
        open_camera(source.address).close()


def _recording(folder: Path, rules: str | None) -> Source:
    settings = recording_settings(folder)
    square = settings.get("square_mm")
    dealer = settings.get("dealer")
    return Source(
        str(folder),
        f"the recording {folder.name}",
        rules or str(settings.get("rules", DEFAULT_RULES)),
        is_recording=True,
        dealer=dealer if isinstance(dealer, int) and dealer in (0, 1, 2, 3) else None,
        square_mm=float(square) if isinstance(square, int | float) else SQUARE_MM,
    )
