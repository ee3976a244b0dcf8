"""`python -m models.render.dice OUT`: photoreal scenes of dice by Blender, and where each die lies.

Runs in an environment of its own, with Python 3.11 and Blender as a module (GPL; no part of the product):

    python3.11 -m venv runs/blender && runs/blender/bin/pip install "bpy==4.5.*"
    runs/blender/bin/python -m models.render.dice runs/dice_scenes --scenes 200 --threads 1
    python -m models.evaluate.dice runs/dice_scenes

OUT gets pictures and `dice.json`. What is there is not rendered again: the same command goes on. `--apart`
renders kinds that training is not to see: other materials and spots.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from pathlib import Path
from typing import Any

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Euler, Vector

from models.render.die_mesh import FACES, Kind, any_kind, die_mesh, mottle, plain, shader_of, vivid
from models.render.room import begin, light


def lay(rng: random.Random, kinds: list[Kind]) -> list[Any]:
    """Dice on the table: thrown, in a heap or in a block."""
    meshes = [die_mesh(kind) for kind in kinds]
    manner = rng.choice(("throw", "throw", "heap", "block"))
    count = {"throw": rng.randint(2, 4), "heap": rng.randint(5, 14), "block": rng.randint(4, 16)}[manner]
    wide, apart = math.ceil(math.sqrt(count)), rng.uniform(2.05, 3.0)
    dice: list[Any] = []
    for number in range(count):
        turn = rng.uniform(0, 2 * math.pi)
        x, y = rng.uniform(-7, 7), rng.uniform(-5, 5)
        if manner == "block":
            x, y = (number % wide - wide / 2) * apart, (number // wide - wide / 2) * apart
            turn = rng.gauss(0, 0.05)
        elif any(math.hypot(x - die.location.x, y - die.location.y) < 2.6 for die in dice):
            continue
        die = bpy.data.objects.new("die", rng.choice(meshes))
        quarters = [rng.randrange(4) * math.pi / 2 for _ in range(2)]
        upright = Euler((quarters[0], quarters[1], 0)).to_matrix()
        die.rotation_euler = (Euler((0, 0, turn)).to_matrix() @ upright).to_euler()
        die.location = (x, y, 1.0)
        bpy.context.collection.objects.link(die)
        dice.append(die)
    return dice


def furnish(rng: random.Random) -> None:
    """The table, pale bars and boxes beside the dice, lamps, a sky."""
    bpy.ops.mesh.primitive_plane_add(size=200)
    cloth = plain(vivid(rng), rng.choice((0.1, 0.5, 0.9)))
    shader = shader_of(cloth)
    colour, dark = vivid(rng), rng.uniform(0.5, 0.95)
    second = vivid(rng) if rng.random() < 0.2 else (colour[0] * dark, colour[1] * dark, colour[2] * dark, 1.0)
    mottle(cloth, shader, (colour, second), rng.choice((0.05, 0.4, 2.0)), rng.uniform(0, 8))
    bpy.context.object.data.materials.append(cloth)
    for _ in range(rng.randint(0, 5)):
        turn, away = rng.uniform(0, 6.3), rng.uniform(8.5, 13)
        bpy.ops.mesh.primitive_cube_add(
            size=2, location=(away * math.cos(turn), away * math.sin(turn), 1), rotation=(0, 0, turn)
        )
        bpy.context.object.scale = (rng.uniform(0.3, 2.2), rng.uniform(1.5, 3), 1)
        bpy.context.object.data.materials.append(plain((0.8, 0.8, 0.7, 1), 0.3))
    light(rng)


def enclose(rng: random.Random) -> None:
    """Now and then a tray round the dice, or a dome of glass over them."""
    if rng.random() < 0.12:
        away, wall = rng.uniform(8, 10), plain(vivid(rng), rng.uniform(0.1, 0.8))
        for number in range(4):
            turn = number * math.pi / 2
            bpy.ops.mesh.primitive_cube_add(
                size=2, location=(away * math.cos(turn), away * math.sin(turn), 0.8), rotation=(0, 0, turn)
            )
            bpy.context.object.scale = (0.3, away, 0.8)
            bpy.context.object.data.materials.append(wall)
    if rng.random() < 0.1:
        bpy.ops.mesh.primitive_uv_sphere_add(radius=rng.uniform(11, 14), segments=64, ring_count=32)
        glass = plain((1, 1, 1, 1), 0.0)
        shader_of(glass).inputs["Transmission Weight"].default_value = 1.0
        shader_of(glass).inputs["IOR"].default_value = 1.02
        bpy.ops.object.shade_smooth()
        bpy.context.object.data.materials.append(glass)
        bpy.context.object.hide_viewport = True  # Seen through: it hides no die.


def set_camera(rng: random.Random) -> None:
    """A camera above the dice or beside the table, near or far."""
    tilt, turn, away = rng.choice((rng.uniform(0, 0.3), rng.uniform(0, 0.95))), rng.uniform(0, 6.3), 60.0
    place = Vector((math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn), math.cos(tilt))) * away
    bpy.ops.object.camera_add(location=place, rotation=(-place).to_track_quat("-Z", "Y").to_euler())
    camera = bpy.context.object
    camera.data.lens = 36.0 * away / math.exp(rng.uniform(math.log(18), math.log(60)))
    camera.data.dof.use_dof, camera.data.dof.focus_distance = (
        rng.random() < 0.4,
        away * rng.uniform(0.95, 1.05),
    )
    camera.data.dof.aperture_fstop = 0.4
    bpy.context.scene.camera = camera


def die_fields(die: Any) -> dict[str, Any]:
    """What a die shows: its pips, the corners of its upper side in pixels, how much of that is seen."""
    scene, turn = bpy.context.scene, die.matrix_world.to_3x3()
    pips, axis, sign = max(FACES, key=lambda face: (turn.col[face[1]] * face[2]).z)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    size = (scene.render.resolution_x, scene.render.resolution_y)
    corners, seen = [], 0
    for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        for reach in (0.96, 0.5):
            spot = [0.0, 0.0, 0.0]
            spot[axis], spot[one], spot[other] = sign * 1.0, u * reach, v * reach
            point = die.matrix_world @ Vector(spot)
            view = world_to_camera_view(scene, scene.camera, point)
            if reach > 0.9:
                corners.append((round(view.x * size[0], 2), round((1 - view.y) * size[1], 2)))
            else:
                seen += _is_seen(point, die) and 0 < view.x < 1 and 0 < view.y < 1
    return {"pips": pips, "corners": corners, "seen": seen / 4}


def _is_seen(point: Any, die: Any) -> bool:
    start = bpy.context.scene.camera.matrix_world.translation
    graph = bpy.context.evaluated_depsgraph_get()
    hit, _, _, _, met, _ = bpy.context.scene.ray_cast(graph, start, (point - start).normalized())
    return bool(hit and met.name == die.name)


def render(seed: int, path: Path, size: tuple[int, int], samples: int, threads: int, is_apart: bool) -> Any:
    """Renders one scene into `path`; the dice in it."""
    rng = random.Random(seed)
    scene = begin(size, samples, threads)
    furnish(rng)
    enclose(rng)
    kinds = rng.choice((1, 1, 2) if is_apart else (1, 2, 3, 6))
    dice = lay(rng, [any_kind(rng, is_apart) for _ in range(kinds)])
    set_camera(rng)
    bpy.context.view_layer.update()
    shown = [die_fields(die) for die in dice]
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    return shown


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="seed of the first scene")
    parser.add_argument("--size", type=int, nargs=2, default=(480, 360))
    parser.add_argument("--samples", type=int, default=12)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--apart", action="store_true", help="kinds kept out of training")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    index = chosen.out / "dice.json"
    known = json.loads(index.read_text()) if index.exists() else {}
    for seed in range(chosen.first, chosen.first + chosen.scenes):
        name = f"{seed:05d}.png"
        if name not in known:
            known[name] = render(
                seed, chosen.out / name, tuple(chosen.size), chosen.samples, chosen.threads, chosen.apart
            )
            index.write_text(json.dumps(known))


if __name__ == "__main__":
    main()
