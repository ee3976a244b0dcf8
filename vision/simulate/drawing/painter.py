"""Paints a scene as the camera sees it: shadows on the felt, then box by box, the far and low ones first."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import BACK
from vision.observation import Picture, Point
from vision.simulate.drawing.console import DISPLAY_MM, display_texture, glint
from vision.simulate.drawing.ground import CUP, ground_picture
from vision.simulate.drawing.lens import Lens, lens_of
from vision.simulate.drawing.solids import Box, Solid, die_box, tile_boxes, tile_solid, visible_sides
from vision.simulate.drawing.textures import Texture, die_texture, strip_texture, tile_texture
from vision.simulate.poses import DiePose, Scene, StickPose, TilePose, corners_of
from vision.simulate.settings import TwinSettings

SUB = 4
"""Bits of a pixel's fraction that OpenCV's polygons are given."""
STICK_MM = (82.0, 7.0)
CUP_MM = 32.0
"""How high a cup is."""
FACE_SIDE = 2
"""Of a standing tile: the side towards its owner."""
ASIDE = 0.3
"""Of its height: a camera so far from above the centre sees walls hide dice."""


class Painter:
    """Paints scenes for one camera and one set of tiles; keeps the empty table and the light."""

    def __init__(self, settings: TwinSettings, seed: int = 0) -> None:
        self.settings = settings
        self.lens: Lens = lens_of(settings.view)
        self.ground = ground_picture(settings, self.lens, seed)
        self.light = light_map(settings)
        self._fine = 1.4 * min(settings.view.size) / settings.view.across_mm

    def still(self, scene: Scene) -> Picture:
        """The table with `scene` on it, lit, without hands and before the sensor's noise."""
        picture = self._shadowed(scene)
        if scene.display:
            self._paint_display(picture, scene.display)
        for stick in scene.sticks:
            self._paint_stick(picture, stick)
        for cup in scene.cups:
            self._paint_cup(picture, cup)
        for each in self._in_order(scene):
            if isinstance(each, TilePose):
                self.paint_tile(picture, each, scene)
            else:
                self._paint_die(picture, each, scene)
        if self.settings.places.console_mm and self.settings.places.console_dice == "dome":
            x, y = self.lens.project(np.zeros((1, 3)))[0]
            glint(picture, (float(x), float(y)), min(self.lens.size) / self.settings.view.across_mm)
        return self._lit(picture)

    def paint_tile(self, picture: Picture, pose: TilePose, scene: Scene) -> None:
        """Paints one tile into `picture`, in place."""
        boxes, solid = tile_boxes(pose, scene, self.settings), tile_solid(pose, scene)
        shows_face = pose.lies == "standing" and self._sees_face(solid)
        for box in reversed(boxes) if shows_face else boxes:
            self._paint_sides(picture, box)
        if shows_face and pose.tile is not None:
            face = tile_texture(pose.tile, self.settings, self._fine)
            corners = np.stack([solid[1, 3], solid[1, 2], solid[0, 2], solid[0, 3]])
            paste(picture, face, self.lens.project(corners).astype(np.float32))
        if not pose.covered:
            self._paint_top(picture, solid, self._texture(pose))

    def _sees_face(self, solid: Solid) -> bool:
        """Whether the camera stands so far aside that it sees the faces of a standing tile's owner."""
        return FACE_SIDE in (side for side, _ in visible_sides(solid, self.lens.place_mm))

    def _in_order(self, scene: Scene) -> list[TilePose | DiePose]:
        """Tiles and dice, what may be hidden by others first. From above nothing hides a die."""
        x, y, height = self.lens.place_mm
        tiles: list[TilePose | DiePose] = sorted(scene.tiles, key=self._from_far)
        if math.hypot(x, y) < ASIDE * height:
            return [*tiles, *scene.dice]
        return sorted([*tiles, *scene.dice], key=self._from_far)

    def _paint_die(self, picture: Picture, die: DiePose, scene: Scene) -> None:
        box = die_box(die, scene, self.settings)
        self._paint_sides(picture, box)
        self._paint_top(picture, box.solid, die_texture(die.pips, self.settings, self._fine))

    def _texture(self, pose: TilePose) -> Texture:
        if pose.lies == "standing":
            return strip_texture(self.settings, self._fine)
        face = BACK if pose.lies == "face_down" else pose.tile
        return tile_texture(face, self.settings, self._fine)

    def _from_far(self, pose: TilePose | DiePose) -> tuple[float, float]:
        place = self.lens.place_mm
        bottom = pose.bottom_mm if isinstance(pose, TilePose) else 0.0
        return (bottom, -math.dist(pose.centre_mm, (float(place[0]), float(place[1]))))

    def _shadowed(self, scene: Scene) -> Picture:
        light = self.settings.light
        width, height = self.lens.size
        mask = np.zeros((height // 2, width // 2), np.uint8)
        solids = [tile_solid(pose, scene) for pose in scene.tiles]
        solids += [die_box(die, scene, self.settings).solid for die in scene.dice]
        if not solids:
            return self.ground.copy()
        away = math.radians(light.gradient_deg + 180)
        cast = np.array([math.cos(away), math.sin(away)]) * light.shadow_mm
        ground = np.zeros((len(solids), 2, 4, 3))
        for number, solid in enumerate(solids):
            ground[number, ..., :2] = solid[..., :2] + cast * solid[..., 2:]
        flat = self.lens.project(ground.reshape(-1, 3)).reshape(-1, 8, 2) / 2
        for points in flat:
            hull = cv2.convexHull(points.astype(np.float32))
            cv2.fillConvexPoly(mask, _fixed(hull.reshape(-1, 2)), 255, cv2.LINE_AA, SUB)
        soft = cv2.GaussianBlur(mask, (0, 0), 2.2)
        dark = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
        factor = 1 - dark * (light.shadow / 255)
        return np.asarray((self.ground * factor[..., None]).astype(np.uint8))

    def _paint_sides(self, picture: Picture, box: Box) -> None:
        corners = self.lens.project(box.solid.reshape(-1, 3)).reshape(2, 4, 2)
        towards = math.radians(self.settings.light.gradient_deg)
        for side, faces in visible_sides(box.solid, self.lens.place_mm):
            nxt = (side + 1) % 4
            quad = np.array([corners[0, side], corners[0, nxt], corners[1, nxt], corners[1, side]])
            shade = 0.68 + 0.14 * math.cos(faces - towards)
            colour = tuple(channel * shade for channel in box.colour)
            cv2.fillConvexPoly(picture, _fixed(quad), colour, cv2.LINE_AA, SUB)

    def _paint_display(self, picture: Picture, pips: tuple[int, ...]) -> None:
        """The last throw on the console's display."""
        texture = display_texture(pips, self.settings.places.console_dice, self._fine)
        corners = np.column_stack([corners_of((0.0, 0.0), DISPLAY_MM, 0.0), np.zeros(4)])
        paste(picture, texture, self.lens.project(corners).astype(np.float32))

    def _paint_stick(self, picture: Picture, stick: StickPose) -> None:
        """A white stick with one red dot."""
        corners = np.array(corners_of(stick.centre_mm, STICK_MM, stick.angle_deg))
        bar = self.lens.project(np.column_stack([corners, np.full(4, 2.0)]))
        cv2.fillConvexPoly(picture, _fixed(bar), self.settings.look.die, cv2.LINE_AA, SUB)
        dot = self.lens.project(np.array([[*stick.centre_mm, 2.0]]))[0]
        radius = round(1.6 * min(self.lens.size) / self.settings.view.across_mm * (1 << SUB))
        x, y = (round(float(value) * (1 << SUB)) for value in dot)
        cv2.circle(picture, (x, y), radius, (40, 36, 190), -1, cv2.LINE_AA, SUB)

    def _paint_cup(self, picture: Picture, spot: Point) -> None:
        """Saucer, cup and tea, from the felt up."""
        turn = np.linspace(0, 2 * math.pi, 40, endpoint=False)
        for number, (radius, colour) in enumerate(CUP):
            height = min(number * 8.0, CUP_MM)
            rim = np.column_stack(
                [
                    spot[0] + radius * np.cos(turn),
                    spot[1] + radius * np.sin(turn),
                    np.full(len(turn), height),
                ]
            )
            cv2.fillConvexPoly(picture, _fixed(self.lens.project(rim)), colour, cv2.LINE_AA, SUB)

    def _paint_top(self, picture: Picture, solid: Solid, texture: Texture) -> None:
        corners = self.lens.project(solid[1]).astype(np.float32)
        paste(picture, texture, corners)

    def _lit(self, picture: Picture) -> Picture:
        lit = picture * self.light
        blur = self.settings.light.blur_px
        if blur > 0:
            lit = cv2.GaussianBlur(lit, (0, 0), blur)
        return np.asarray(np.clip(lit, 0, 255).astype(np.uint8))


def paste(picture: Picture, texture: Texture, corners_px: NDArray[np.float32]) -> None:
    """Warps `texture` (colours already multiplied by alpha) onto four corners, (4, 2)
    in pixels, of `picture`, in place."""
    height, width = picture.shape[:2]
    low = np.maximum(np.floor(corners_px.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners_px.max(axis=0)).astype(int) + 2, (width, height))
    if (high <= low).any():
        return
    tall, wide = texture.shape[:2]
    # A texture's corner is the outer corner of its first pixel, half a pixel before that pixel's centre.
    source = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, (corners_px - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    patch = cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR, borderValue=(0, 0, 0, 0))
    below = picture[low[1] : high[1], low[0] : high[0]]
    below[:] = (below * (1 - patch[..., 3:]) + patch[..., :3] + 0.5).astype(np.uint8)


def light_map(settings: TwinSettings) -> NDArray[np.float32]:
    """(height, width, 3) factors: lamp from one side, vignetting, warmth."""
    light = settings.light
    width, height = settings.view.size
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(1, -1, height))
    angle = math.radians(light.gradient_deg)
    slope = 1 + light.gradient * (x * math.cos(angle) + y * math.sin(angle)) / 2
    dim = 1 - light.vignetting * (x * x + y * y) / 2
    warm = np.array([1 - light.warmth, 1.0, 1 + light.warmth])
    return np.asarray((light.brightness * slope * dim)[..., None] * warm, dtype=np.float32)


def _fixed(points: NDArray[np.float64] | Sequence[Sequence[float]]) -> NDArray[np.int32]:
    return np.round(np.asarray(points) * (1 << SUB)).astype(np.int32)
