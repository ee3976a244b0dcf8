"""What a perfect detector would report of a scene: the truth that layout and inference are tested on.

`observations_of(scene)` gives plan positions, as if the camera hung infinitely high. With a `seen_from` point
(millimetres, the camera's place over the table) every tile is moved by its parallax as a table rectified for
`plane_mm` shows it: what lies higher appears farther from the point below the camera, and larger.
"""

from __future__ import annotations

from engine.table.state import GameState
from vision.observation import Corners, DieObservation, Point, TileKind, TileObservation
from vision.simulate.drawing.solids import tile_solid
from vision.simulate.poses import Lies, Scene, TilePose, corners_of
from vision.simulate.scene import scene_of
from vision.simulate.settings import TwinSettings

Observations = tuple[tuple[TileObservation, ...], tuple[DieObservation, ...]]
Place = tuple[float, float, float]

_KINDS: dict[Lies, TileKind] = {"face_up": "face", "face_down": "back", "standing": "standing"}


def observations_of(scene: Scene, seen_from: Place | None = None, plane_mm: float = 20.0) -> Observations:
    """Every uncovered tile and every die of `scene`, certain and with exact corners."""
    tiles = []
    for pose in scene.tiles:
        if pose.covered:
            continue
        corners = _apparent(upper_side(pose, scene), scene.top_mm(pose), seen_from, plane_mm)
        faces = ((pose.tile, 1.0),) if pose.lies == "face_up" and pose.tile is not None else ()
        tiles.append(TileObservation(_KINDS[pose.lies], 1.0, corners, faces))
    dice = []
    for die in scene.dice:
        flat = corners_of(die.centre_mm, (scene.die_mm, scene.die_mm), die.angle_deg)
        dice.append(DieObservation(die.pips, 1.0, _apparent(flat, scene.die_mm, seen_from, plane_mm)))
    return tuple(tiles), tuple(dice)


def upper_side(pose: TilePose, scene: Scene) -> Corners:
    """The corners of a tile's upper side in plan; a leaning tile's is off its footprint."""
    first, second, third, fourth = tile_solid(pose, scene)[1, :, :2].tolist()
    return ((first[0], first[1]), (second[0], second[1]), (third[0], third[1]), (fourth[0], fourth[1]))


def truth_observations(state: GameState, settings: TwinSettings | None = None, seed: int = 0) -> Observations:
    """What a perfect detector would report of `state`, laid out and photographed as `settings` say."""
    settings = settings or TwinSettings()
    view = settings.view
    place = (view.offset_mm[0], view.offset_mm[1], view.height_mm)
    return observations_of(scene_of(state, settings, seed), place, settings.tile_mm[2])


def _apparent(corners: Corners, top_mm: float, seen_from: Place | None, plane_mm: float) -> Corners:
    if seen_from is None:
        return corners
    x, y, height = seen_from
    grown = (height - plane_mm) / (height - top_mm)

    def shifted(point: Point) -> Point:
        return (x + (point[0] - x) * grown, y + (point[1] - y) * grown)

    return (shifted(corners[0]), shifted(corners[1]), shifted(corners[2]), shifted(corners[3]))
