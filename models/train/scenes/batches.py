"""Scenes as arrays, and eight batches out of one by turning and mirroring."""

from __future__ import annotations

import numpy as np

from models.train.pool import Arrays
from models.train.scenes.scene import MOST, Scene
from models.train.scenes.views import SIDE


def packed(scenes: list[Scene]) -> Arrays:
    """Scenes as arrays of one length; missing objects have kind -1."""
    objects = np.full((len(scenes), MOST, 6), -1, np.float32)
    for number, scene in enumerate(scenes):
        objects[number, : len(scene.objects)] = scene.objects
    return {
        "pictures": np.stack([scene.picture for scene in scenes]),
        "objects": objects,
        "ignored": np.stack([scene.ignored for scene in scenes]),
    }


def turned(arrays: Arrays, quarter_turns: int, mirrored: bool) -> Arrays:
    """The batch turned counter-clockwise by quarters, then mirrored: eight scenes out of one."""
    pictures, ignored = arrays["pictures"], arrays["ignored"]
    objects = np.array(arrays["objects"], np.float32)
    there = objects[..., 0] >= 0
    for _ in range(quarter_turns):
        x, y = objects[..., 1].copy(), objects[..., 2].copy()
        objects[..., 1], objects[..., 2] = y, SIDE - x
        objects[..., 5] -= 90
    if mirrored:
        objects[..., 1] = SIDE - objects[..., 1]
        objects[..., 5] = -objects[..., 5]
    pictures = np.rot90(pictures, quarter_turns, axes=(1, 2))
    ignored = np.rot90(ignored, quarter_turns, axes=(1, 2))
    if mirrored:
        pictures, ignored = pictures[:, :, ::-1], ignored[:, :, ::-1]
    objects[~there] = -1
    return {
        "pictures": np.ascontiguousarray(pictures),
        "objects": objects,
        "ignored": np.ascontiguousarray(ignored),
    }
