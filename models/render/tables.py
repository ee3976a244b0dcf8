"""`python -m models.render.tables OUT`: photoreal pictures of the tables that `models.render.laid` wrote.

Runs where Blender is a module (see `models.render.dice`). OUT gets a picture beside each table's file; what
is there is not rendered again, so the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from pathlib import Path
from typing import Any

import bpy
from mathutils import Euler, Matrix, Vector

from models.render.die_mesh import FACES, Colour, any_kind, die_mesh, mottle, plain, shader_of, vivid
from models.render.room import begin, light, metered
from models.render.tile_mesh import TileKind, tile_mesh

UNIT = 0.1
"""Of a millimetre: a unit is a centimetre."""
FELT_MM, RIM_MM, FLOOR_MM = 452.0, 510.0, 720.0
STICK_MM, DOT_MM = (82.0, 7.0), (3.2, 3.2)
WHITE_STICK, RED_DOT = (0.9, 0.9, 0.87, 1.0), (0.6, 0.02, 0.02, 1.0)
ARM_MM = 62.0
"""How high over the felt arms reach: over tiles that stand."""
REACH = 4.0
"""Times the lamps hang farther away than over dice alone."""
KNEE, WHITE = 0.04045, 255.0
"""Of a screen's curve (sRGB): below its knee it is a straight line."""


def colour_of(parts: list[int]) -> Colour:
    """Red, green, blue of 255 as a screen has them, in the light that they stand for."""
    shares = [part / WHITE for part in parts]
    red, green, blue = (s / 12.92 if s <= KNEE else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return (red, green, blue, 1.0)


def furnish(rng: random.Random, told: dict[str, Any]) -> None:
    """Cloth, rim, floor, cups, lamps."""
    felt, wood, floor = (colour_of(told["colours"][name]) for name in ("felt", "rim", "floor"))
    cloth = plain(felt, rng.uniform(0.6, 1.0))
    dark = rng.uniform(0.75, 0.95)
    second = (felt[0] * dark, felt[1] * dark, felt[2] * dark, 1.0)
    mottle(cloth, shader_of(cloth), (felt, second), rng.choice((0.5, 4.0, 12.0)), rng.uniform(0, 4))
    _block((0, 0, -1.0), (2 * FELT_MM * UNIT, 2 * FELT_MM * UNIT, 2.0), cloth)
    frame, middle = plain(wood, rng.uniform(0.1, 0.6)), (FELT_MM + RIM_MM) / 2 * UNIT
    wide, long = (RIM_MM - FELT_MM) * UNIT, 2 * RIM_MM * UNIT
    for side in (-1, 1):
        _block((side * middle, 0, -0.6), (wide, long, 2.4), frame)
        _block((0, side * middle, -0.6), (long - 2 * wide, wide, 2.4), frame)
    bpy.ops.mesh.primitive_plane_add(size=600, location=(0, 0, -FLOOR_MM * UNIT))
    bpy.context.object.data.materials.append(plain(floor, 0.7))
    for x, y in told["cups"]:
        for radius, high, part in ((3.8, 0.6, vivid(rng)), (2.7, 6.0, (0.8, 0.8, 0.75, 1.0))):
            place = (x * UNIT, y * UNIT, high / 2)
            bpy.ops.mesh.primitive_cylinder_add(radius=radius, depth=high, location=place, vertices=48)
            bpy.context.object.data.materials.append(plain(part, 0.2))
    light(rng, REACH)


def _block(place: tuple[float, float, float], size: tuple[float, float, float], material: Any) -> None:
    bpy.ops.mesh.primitive_cube_add(size=1, location=place)
    bpy.context.object.scale = size
    bpy.context.object.data.materials.append(material)


def lay(rng: random.Random, told: dict[str, Any], folder: Path) -> None:
    """The tiles of one set and the dice."""
    wide, high, thick = (length * UNIT for length in told["tile_mm"])
    body, back = (colour_of(told["colours"][name]) for name in ("body", "back"))
    kind = TileKind(
        (wide, high, thick), told["layer"], body, back, edge=rng.uniform(0.1, 0.3),
        rough=rng.uniform(0.08, 0.5), glow=rng.uniform(0.0, 0.3), deep=rng.uniform(0.0, 0.06),
    )  # fmt: skip
    meshes: dict[str | None, Any] = {}
    for tile in told["tiles"]:
        face = tile["face"]
        if face not in meshes:
            meshes[face] = tile_mesh(kind, folder / told["faces"] / f"{face}.png" if face else None)
        _put(meshes[face], tile["at"], Matrix(tile["turn"]), 1.0)
    die = die_mesh(any_kind(rng, is_apart=False))
    for stick in told.get("sticks", ()):
        _stick(stick)
    half = told["die_mm"] / 2
    for each in told["dice"]:
        turn = Euler((0, 0, math.radians(each["angle"]))).to_matrix() @ _with_up(each["pips"])
        _put(die, (*each["at"], half), turn, half * UNIT)


def _put(mesh: Any, at_mm: Any, turn: Any, scale: float) -> None:
    thing = bpy.data.objects.new("thing", mesh)
    thing.rotation_euler, thing.location = turn.to_euler(), Vector(at_mm) * UNIT
    thing.scale = (scale, scale, scale)
    bpy.context.collection.objects.link(thing)


def _stick(stick: dict[str, Any]) -> None:
    """A white stick of 1,000 points with its red dot."""
    x, y = (length * UNIT for length in stick["at"])
    turn = math.radians(stick["angle"])
    for (long, wide), high, colour in ((STICK_MM, 0.16, WHITE_STICK), (DOT_MM, 0.165, RED_DOT)):
        _block((x, y, high), (long * UNIT, wide * UNIT, 2 * high), plain(colour, 0.3))
        bpy.context.object.rotation_euler = (0, 0, turn)


def reach_over(told: dict[str, Any]) -> None:
    """The arms over the table: each limb a body as round as its outline."""
    for limb in told.get("arms", ()):
        outline = [(x * UNIT, y * UNIT) for x, y in limb["outline"]]
        mx, my = (sum(axis) / len(outline) for axis in zip(*outline, strict=True))
        count, rings = len(outline), ((-1.0, 0.4), (-0.7, 0.8), (0.0, 1.0), (0.7, 0.8), (1.0, 0.4))
        points = [
            (mx + (x - mx) * wide, my + (y - my) * wide, UNIT * (ARM_MM + high * limb["half"]))
            for high, wide in rings
            for x, y in outline
        ]
        sides = [
            (ring + n, ring + (n + 1) % count, ring + count + (n + 1) % count, ring + count + n)
            for ring in range(0, count * (len(rings) - 1), count)
            for n in range(count)
        ]
        ends = [tuple(range(count)), tuple(range(count * (len(rings) - 1), count * len(rings)))]
        mesh = bpy.data.meshes.new("limb")
        mesh.from_pydata(points, [], [*sides, *ends])
        mesh.shade_smooth()
        mesh.materials.append(plain(colour_of(limb["colour"]), 0.7))
        bpy.context.collection.objects.link(bpy.data.objects.new("limb", mesh))


def _with_up(pips: int) -> Any:
    """A turn that brings the side with so many pips up."""
    _, axis, sign = next(face for face in FACES if face[0] == pips)
    side = Vector([float(sign) if number == axis else 0.0 for number in range(3)])
    return side.rotation_difference(Vector((0, 0, 1))).to_matrix()


def set_camera(rng: random.Random, told: dict[str, Any]) -> None:
    """The camera that the table's file tells, in focus or nearly."""
    turn = Matrix(told["rotation"]).transposed() @ Matrix(((1, 0, 0), (0, -1, 0), (0, 0, -1)))
    place = Vector(told["place"]) * UNIT
    bpy.ops.object.camera_add(location=place, rotation=turn.to_euler())
    camera = bpy.context.object
    camera.data.sensor_fit, camera.data.sensor_width = "HORIZONTAL", 36.0
    camera.data.lens = told["focal_px"] / told["size"][0] * 36.0
    camera.data.clip_end = 1000.0
    camera.data.dof.use_dof = rng.random() < 0.5
    camera.data.dof.focus_distance, camera.data.dof.aperture_fstop = place.z * rng.uniform(0.95, 1.02), 1.4
    bpy.context.scene.camera = camera


def render(file: Path, samples: int, threads: int, is_quick: bool = False) -> None:
    """Renders the table of one file into a picture beside it. `is_quick`: light bounces twice, and the noise
    is taken out quickly. All tables of one room share its lamps, its camera and its exposure."""
    told = json.loads(file.read_text())
    rng = random.Random(told.get("room", int(file.stem)))
    scene = begin(tuple(told["size"]), samples, threads)
    if is_quick:
        scene.cycles.max_bounces, scene.cycles.denoising_quality = 2, "FAST"
        scene.cycles.denoising_prefilter = "NONE"
    furnish(rng, told)
    lay(rng, told, file.parent)
    set_camera(rng, told)
    reach_over(told)
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = _exposure(file.parent, told) + rng.uniform(-0.4, 0.4)
    scene.render.image_settings.file_format, scene.render.image_settings.quality = "JPEG", 92
    part = file.with_name(f"{file.stem}.part.jpg")
    scene.render.filepath = str(part)
    bpy.ops.render.render(write_still=True)
    part.rename(file.with_suffix(".jpg"))


def _exposure(folder: Path, told: dict[str, Any]) -> float:
    """What the camera found for this table, or for its room when it saw that first."""
    if "room" not in told:
        return metered()
    kept = folder / f"exposure_{told['room']}.txt"
    if not kept.exists():
        kept.write_text(f"{metered()}")
    return float(kept.read_text())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--samples", type=int, default=12)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="two samples and simpler light, for films")
    parser.add_argument("--part", type=int, nargs=2, default=(0, 1), metavar=("K", "N"),
                        help="each Nth picture from the Kth on: N processes share a folder")  # fmt: skip
    chosen = parser.parse_args()
    samples, (begin_at, step) = 2 if chosen.quick else chosen.samples, chosen.part
    for file in sorted(chosen.out.glob("[0-9]*.json"))[begin_at::step]:
        if not file.with_suffix(".jpg").exists():
            render(file, samples, chosen.threads, chosen.quick)


if __name__ == "__main__":
    main()
