"""What a look is for the web: the reading, pictures for people and the journal, words about the camera."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.ruleset import Ruleset
from engine.table.reading import ZONES, TableReading, TentativeLook
from engine.table.tile_set import face_counts
from hardware.camera import Camera, Frame, HardwareError
from vision.camera.calibration import Calibration
from vision.camera.markers import SQUARE_MM
from vision.detect.detector import Detector
from vision.observation import TableImage, VisionError
from vision.overlay import draw_overlay
from vision.own_set.kept import KeptSets
from vision.own_set.own_set import OwnSet
from vision.pipeline.look import NOTHING, Look
from vision.pipeline.looker import Looker
from webui.mishaps import Mishaps
from webui.watch.picture_places import StackSpots, stack_spots
from webui.watch.read_spots import ReadSpot, read_spots
from webui.watch.snapshots import TablePicture, jpeg_of

OVERLAY_WIDTH_PX = 960
JPEG_QUALITY = 80
TABLE_PX, TABLE_QUALITY = 1120, 72
"""Of the table picture sent for the journal's evidence: a tile is some 32 px wide in it."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """One look. In `reading` a zone not seen now is as last seen; after a failed look all zones are hidden.

    `hidden`: zones that cannot be seen in this very look. `overlay`: JPEG of the table with what was seen
    drawn over it, None when nothing new was drawn. `picture`: the table straight from above, without
    drawings, for the evidence kept beside an entry; None when it was not read anew in this look.
    `status`: about camera, calibration and time taken. `spots`: where the wall's stacks are in the picture of
    `overlay`, and `reads`: the faces read there; None together with it. `tentative`: what the look shows
    where a hand has just left.
    """

    number: int
    at_s: float
    reading: TableReading
    overlay: bytes | None = None
    hidden: frozenset[str] = frozenset()
    status: Mapping[str, object] = field(default_factory=dict)
    picture: TablePicture | None = None
    spots: StackSpots | None = None
    reads: tuple[ReadSpot, ...] | None = None
    tentative: TentativeLook | None = None


def looks(
    camera: Camera,
    detector: Detector,
    calibration: Calibration | None = None,
    *,
    square_mm: float | None = None,
    stacks: int | None = None,
    with_overlay: bool = True,
    with_pictures: bool = True,
    mishaps: Mishaps | None = None,
    sets: KeptSets | None = None,
) -> Iterator[SeenTable]:
    """One look for every frame the camera gives, until a recording ends.

    A frame that cannot be read for a fault of ours is a failed look, and counted by `mishaps`.

    `sets`: the sets known from before, and what is learnt of the one that lies there.
    `with_overlay`, `with_pictures`: whether looks carry the pictures that people see and the journal keeps.
    Raises VisionError when `calibration` is for another picture size, HardwareError when the camera is lost.
    """
    known_mm = SQUARE_MM if calibration is None else calibration.square_mm
    looker = Looker(detector, calibration, square_mm or known_mm, stacks, sets.own if sets else None)
    mishaps = mishaps or Mishaps("reading a picture")
    while (frame := camera.read()) is not None:
        try:
            look = looker.look(frame.picture, frame.taken_at_s, frame.number)
            seen = seen_table(look, looker.calibration)
            if look.find.observed is not None:
                seen = _pictured(seen, look, looker, frame, with_overlay, with_pictures)
                if sets is not None:
                    sets.look()
        except (VisionError, HardwareError):
            raise
        except Exception as wrong:
            problem = {"look": "failed", "problem": mishaps.survived(wrong)}
            seen = SeenTable(frame.number, frame.taken_at_s, NOTHING, None, ZONES, problem)
        yield replace(seen, status={"camera": dict(camera.settings()), **seen.status})


def sets_for(detector: Detector, rules: Ruleset, folder: Path | None) -> KeptSets:
    """What a set played with by `rules` teaches, beside the sets in `folder`; without one nothing is kept."""
    return KeptSets(folder, OwnSet(detector.reader, detector.settings, face_counts(rules)))


def seen_table(look: Look, calibration: Calibration | None = None) -> SeenTable:
    """A look without pictures; `calibration`: the camera's, of which the status tells."""
    return SeenTable(
        look.number,
        look.at_s,
        look.reading,
        hidden=look.hidden,
        tentative=look.tentative,
        status=_status(look, calibration),
    )


def _status(look: Look, calibration: Calibration | None) -> dict[str, object]:
    settling = look.find.settling
    if settling is None:
        return {"problem": look.problem}
    fields: dict[str, object] = {
        "look": settling.look,
        "reason": settling.reason,
        "moving": sorted(settling.moving),
    }
    if calibration is not None:
        fields["residual_mm"] = round(calibration.residual_mm, 2)
        fields["residual_px"] = round(calibration.residual_px, 2)
    if settling.look != "failed" and look.steps_ms:
        fields |= {"ms": look.ms, "steps_ms": look.steps_ms}
    return fields


def _pictured(
    seen: SeenTable, look: Look, looker: Looker, frame: Frame, with_overlay: bool, with_pictures: bool
) -> SeenTable:
    """The look with the pictures of what was read anew in it."""
    assert look.find.observed is not None
    if with_overlay and looker.calibration is not None:
        overlay = _drawn(frame, look, looker.calibration)
        spots = stack_spots(looker.geometry, looker.calibration)
        reads = read_spots(look.find.observed[0], looker.calibration)
        seen = replace(seen, overlay=overlay, spots=spots, reads=reads)
    if with_pictures and looker.table is not None:
        seen = replace(seen, picture=_table_picture(looker.table))
    return seen


def _drawn(frame: Frame, look: Look, calibration: Calibration) -> bytes:
    assert look.find.observed is not None
    assert look.find.settling is not None
    tiles, dice = look.find.observed
    drawn = draw_overlay(frame.picture, tiles, dice, calibration.project, look.find.settling.covered)
    return jpeg_of(drawn, min(OVERLAY_WIDTH_PX, drawn.shape[1]), JPEG_QUALITY)


def _table_picture(table: TableImage) -> TablePicture:
    side_mm = table.picture.shape[0] / table.px_per_mm
    return TablePicture(jpeg_of(table.picture, TABLE_PX, TABLE_QUALITY), side_mm)
