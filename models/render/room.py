"""What every rendered scene has: the renderer's settings, lamps, a sky."""

from __future__ import annotations

import random
from typing import Any

import bpy
from mathutils import Vector


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
