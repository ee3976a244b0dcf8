"""What every rendered scene has: the renderer's settings, lamps, a sky."""

from __future__ import annotations

import math
import random
import tempfile
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

MEAN_LIGHT, BRIGHT_SHARE = 0.16, 0.02
DARKEST_BRIGHT, LIGHTEST_BRIGHT = 0.2, 0.8
"""What the automatic exposure of a Raspberry Pi camera aims at while it spares the highlights, as ours does:
the mean light of the picture, of 1 for white; and between which the mean of its lightest part has to lie."""
PREVIEW_PERCENT, PREVIEW_SAMPLES = 12, 8
LUMINANCE = (0.2126, 0.7152, 0.0722)


def begin(size: tuple[int, int], samples: int, threads: int) -> Any:
    """An empty scene whose picture is `size` pixels."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", samples, True
    scene.cycles.max_bounces = 5
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.resolution_x, scene.render.resolution_y = size
    return scene


def light(rng: random.Random, reach: float = 1.0) -> None:
    """One to three lamps that look at the middle, and a sky; `reach`: how many times as far away as for a
    scene of some twenty units."""
    for _ in range(rng.randint(1, 3)):
        x, y, z = rng.uniform(-30, 30), rng.uniform(-30, 30), rng.uniform(15, 40)
        place = Vector((x, y, z)) * reach
        bpy.ops.object.light_add(type="AREA", location=place)
        lamp = bpy.context.object
        lamp.data.energy = rng.uniform(4000, 20000) * reach**2
        lamp.data.size = rng.uniform(1, 15) * reach
        lamp.rotation_euler = (-place).to_track_quat("-Z", "Y").to_euler()
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[1].default_value = rng.uniform(0.1, 0.8)
    bpy.context.scene.world = world


def metered() -> float:
    """The exposure that a camera finds for the scene, in stops: one more makes it two times as light."""
    scene = bpy.context.scene
    percent, samples = scene.render.resolution_percentage, scene.cycles.samples
    scene.render.resolution_percentage, scene.cycles.samples = PREVIEW_PERCENT, PREVIEW_SAMPLES
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "preview.exr")
        scene.render.image_settings.file_format = "OPEN_EXR"
        bpy.ops.render.render(write_still=True)
        seen = bpy.data.images.load(scene.render.filepath)
        light = np.array(seen.pixels[:], np.float64).reshape(-1, seen.channels)[:, :3] @ LUMINANCE
    scene.render.resolution_percentage, scene.cycles.samples = percent, samples
    bright = np.sort(light)[-max(1, round(BRIGHT_SHARE * len(light))) :].mean()
    gain = max(MEAN_LIGHT / light.mean(), DARKEST_BRIGHT / bright)
    return math.log2(min(gain, LIGHTEST_BRIGHT / bright))
