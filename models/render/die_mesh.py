"""What a scene's dice are made of: a kind by chance, its mesh with sunk spots, its materials."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass, replace
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from models.die_spots import MORE_SPOTS, PLACES, cover_of_spot

Colour = tuple[float, float, float, float]
FACES = ((1, 0, 1), (6, 0, -1), (2, 1, 1), (5, 1, -1), (3, 2, 1), (4, 2, -1))
"""Pips of each side of a die, the axis it looks along, and which way."""
MATERIALS = ("plastic", "plastic", "marbled", "clear", "wax", "frosted", "pearl", "banded", "shaded")
MATERIALS_APART = ("metal", "speckled", "wood")
PATTERNED_SHARE, EMBLEM_SHARE = 0.5, 0.3
"""Of the kinds that are learnt from: with a pattern by chance, with spots of any shape."""
TEXTURES = ("Voronoi", "Magic", "Wave", "Checker", "Noise", "Gradient")
FINEST = 3.0
"""Of a pattern: what is finer or metal is kept apart."""
GRID = 40
"""Steps along a side of a die's mesh, in which the spots are sunk."""


@dataclass(frozen=True)
class Kind:
    """What a scene's dice are made of; lengths in halves of a die's side."""

    material: str
    ground: Colour
    second: Colour
    ink: Colour
    red: Colour | None
    edge: float
    ball: float
    spot: float
    one: float
    apart: float
    shape: str
    """Of the spots: disc, any emblem or, kept apart, ring."""
    deep: float
    """How deep the spots are sunk; 0 for painted ones."""
    rough: float
    ink_rough: float
    pattern: Pattern | None = None


@dataclass(frozen=True)
class Pattern:
    """Colours that alternate in some way over a die's body."""

    texture: str
    scale: float
    stretch: tuple[float, ...]
    turn: tuple[float, ...]
    bent: float
    stops: tuple[tuple[float, Colour], ...]
    inputs: tuple[tuple[str, float], ...]


def any_kind(rng: random.Random, is_apart: bool) -> Kind:
    """A kind by chance."""
    kind = _usual_kind(rng, is_apart)
    # Drawn last: what is measured stays as it was before there were patterns.
    if is_apart:
        return kind
    shape = rng.choice(MORE_SPOTS) if rng.random() < EMBLEM_SHARE else kind.shape
    pattern = any_pattern(rng, sum(kind.ink[:3]) < 1.2) if rng.random() < PATTERNED_SHARE else None
    return replace(kind, shape=shape, pattern=pattern)


def any_pattern(rng: random.Random, is_pale: bool) -> Pattern:
    """A pattern by chance; `is_pale`: for dark spots."""
    count, is_sharp = rng.randint(2, 4), rng.random() < 0.4
    at = sorted(rng.uniform(0.15, 0.85) for _ in range(count))
    stops = [(place, _toned(rng, is_pale)) for place in at]
    if is_sharp:
        # Each colour reaches up to where the next one begins.
        stops += [(after - 0.01, colour) for (_, colour), (after, _) in itertools.pairwise(stops)]
    inputs = (
        ("Metallic", 0.4),
        ("Coat Weight", 0.9),
        ("Subsurface Weight", 0.4),
        ("Transmission Weight", 0.7),
    )
    return Pattern(
        rng.choice(TEXTURES), math.exp(rng.uniform(math.log(0.4), math.log(FINEST))),
        tuple(rng.uniform(0.5, 1.5) for _ in range(3)), tuple(rng.uniform(0, 6.3) for _ in range(3)),
        rng.uniform(0, 4), tuple(sorted(stops, key=lambda stop: stop[0])),
        tuple((name, rng.uniform(0, most)) for name, most in inputs if rng.random() < 0.25),
    )  # fmt: skip


def _toned(rng: random.Random, is_pale: bool) -> Colour:
    """Any colour on which dark spots show, or pale ones."""
    red, green, blue, _ = vivid(rng)
    return (
        (0.35 + red * 0.6, 0.35 + green * 0.6, 0.35 + blue * 0.6, 1.0)
        if is_pale
        else (red * 0.55, green * 0.55, blue * 0.55, 1.0)
    )


def _usual_kind(rng: random.Random, is_apart: bool) -> Kind:
    material = rng.choice(MATERIALS_APART if is_apart else MATERIALS)
    is_pale = rng.random() < 0.4 and material != "wood"
    ground = (0.85, 0.84, rng.uniform(0.6, 0.85), 1.0) if is_pale else vivid(rng)
    is_asian = is_pale and rng.random() < 0.6
    spot = rng.uniform(0.12, 0.23)
    shape = rng.choice(("disc", "disc", "disc", "disc", "square"))
    return Kind(
        material, ground, vivid(rng), _ink(rng, sum(ground[:3]) > 1.2),
        (0.6, 0.02, 0.02, 1.0) if is_asian else None, rng.uniform(0.05, 0.4),
        rng.uniform(1.38, 1.6) if rng.random() < 0.5 else 1.74, spot,
        rng.uniform(0.35, 0.55) if is_asian else spot * 1.1, rng.uniform(0.43, 0.55),
        "ring" if is_apart and rng.random() < 0.5 else shape,
        rng.choice((0.0, 0.05, 0.05, rng.uniform(0.02, 0.12))),
        rng.uniform(0.02, 0.6), rng.uniform(0.05, 0.7),
    )  # fmt: skip


def _ink(rng: random.Random, is_pale: bool) -> Colour:
    if is_pale:
        if rng.random() < 0.7:
            return (0.02, 0.02, 0.03, 1.0)
        red, green, blue = (rng.choice((0.01, rng.uniform(0.02, 0.35))) for _ in range(3))
        return (red, green, blue, 1.0)
    if rng.random() < 0.15:
        return (0.02, 0.02, 0.02, 1.0)
    return (0.9, 0.9, 0.9, 1.0) if rng.random() < 0.7 else (0.8, 0.6, 0.2, 1.0)


def vivid(rng: random.Random) -> Colour:
    """Any colour."""
    parts = [rng.uniform(0.0, 0.9) ** 1.5 for _ in range(3)]
    return (parts[0], parts[1], parts[2], 1.0)


def die_mesh(kind: Kind) -> Any:
    """A rounded cube of half side 1 with sunk spots, its spots a material of their own."""
    at = np.linspace(-1, 1, GRID)
    points: list[tuple[float, float, float]] = []
    squares: list[tuple[int, ...]] = []
    inks: list[int] = []
    for pips, axis, sign in FACES:
        first = len(points)
        own = _sunk(kind, pips, at)
        flat = np.full((GRID * GRID, 3), float(sign))
        flat[:, (axis + 1) % 3], flat[:, (axis + 2) % 3] = np.repeat(at, GRID), np.tile(at, GRID)
        inner = np.clip(flat, -(1 - kind.edge), 1 - kind.edge)
        out = flat - inner
        round_ = inner + out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6) * kind.edge
        long = np.linalg.norm(round_, axis=1, keepdims=True)
        round_ *= np.minimum(1, kind.ball / long)
        round_[:, axis] -= sign * kind.deep * own
        points += [(float(x), float(y), float(z)) for x, y, z in round_]
        for row in range(GRID - 1):
            for column in range(GRID - 1):
                corner = first + row * GRID + column
                square = (corner, corner + GRID, corner + GRID + 1, corner + 1)
                squares.append(square if sign > 0 else square[::-1])
                is_inked = own[row * GRID + column] > 0.5
                inks.append((2 if pips in (1, 4) else 1) if is_inked else 0)
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata(points, [], squares)
    mesh.polygons.foreach_set("material_index", inks)
    mesh.polygons.foreach_set("use_smooth", [True] * len(squares))
    for colour in (None, kind.ink, kind.red or kind.ink):
        mesh.materials.append(_body(kind) if colour is None else plain(colour, kind.ink_rough))
    mesh.update()
    return mesh


def _sunk(kind: Kind, pips: int, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n * n,): 1 where a side's mesh, its steps at (n,), shows a spot."""
    size = kind.one if pips == 1 else kind.spot
    points = np.column_stack([np.repeat(at, len(at)), np.tile(at, len(at))])
    covers = [
        cover_of_spot(points - np.array(place) * kind.apart, size, kind.shape) for place in PLACES[pips]
    ]
    return np.asarray(np.max(covers, axis=0) > 0.5, np.float64)


def plain(colour: Colour, rough: float) -> Any:
    """A material of one colour."""
    material = bpy.data.materials.new("plain")
    material.use_nodes = True
    shader = shader_of(material)
    shader.inputs["Base Color"].default_value = colour
    shader.inputs["Roughness"].default_value = rough
    return material


def shader_of(material: Any) -> Any:
    """The part of a material that says how it looks."""
    return material.node_tree.nodes["Principled BSDF"]


def _body(kind: Kind) -> Any:
    material = plain(kind.ground, kind.rough)
    shader = shader_of(material)
    if kind.pattern is not None:
        _draw_pattern(material, shader, kind.pattern)
        return material
    for name, value in INPUTS.get(kind.material, ()):
        shader.inputs[name].default_value = value
    if kind.material == "frosted":
        shader.inputs["Roughness"].default_value = max(0.4, kind.rough)
    if kind.material in MOTTLES:
        mottle(material, shader, (kind.ground, kind.second), *MOTTLES[kind.material])
    if kind.material in ("banded", "shaded"):
        _blend(material, shader, (kind.ground, kind.second), kind.material == "banded")
    return material


INPUTS = {
    "clear": (("Transmission Weight", 0.85),),
    "frosted": (("Transmission Weight", 0.6),),
    "wax": (("Subsurface Weight", 0.4),),
    "pearl": (("Metallic", 0.35), ("Coat Weight", 0.8)),
    "metal": (("Metallic", 0.9),),
}
MOTTLES = {"marbled": (1.2, 6.0), "speckled": (9.0, 0.0), "wood": (2.0, 8.0)}
"""Scale and distortion of the two colours, for the materials that have two."""


def _draw_pattern(material: Any, shader: Any, pattern: Pattern) -> None:
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place, mapped = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    texture = nodes.new(f"ShaderNodeTex{pattern.texture}")
    mapped.inputs["Rotation"].default_value = pattern.turn
    mapped.inputs["Scale"].default_value = [each * pattern.scale for each in pattern.stretch]
    for name, value in (("Scale", 1.0), ("Distortion", pattern.bent)):
        if name in texture.inputs:
            texture.inputs[name].default_value = value
    for name, value in pattern.inputs:
        shader.inputs[name].default_value = value
    links.new(place.outputs["Object"], mapped.inputs["Vector"])
    links.new(mapped.outputs["Vector"], texture.inputs["Vector"])
    _colour(
        material,
        shader,
        texture.outputs["Distance" if pattern.texture == "Voronoi" else "Fac"],
        pattern.stops,
    )


def _colour(material: Any, shader: Any, by: Any, stops: tuple[tuple[float, Colour], ...]) -> None:
    """Colours a material by what a node gives out, 0 to 1: at each of the `stops` with its colour."""
    ramp = material.node_tree.nodes.new("ShaderNodeValToRGB")
    elements = ramp.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (at, colour) in zip(elements, stops, strict=True):
        element.position, element.color = at, colour
    material.node_tree.links.new(by, ramp.inputs["Fac"])
    material.node_tree.links.new(ramp.outputs["Color"], shader.inputs["Base Color"])


def _blend(material: Any, shader: Any, colours: tuple[Colour, Colour], is_banded: bool) -> None:
    """Two colours across the die: in bands, or one going over into the other."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place = nodes.new("ShaderNodeTexCoord")
    across = nodes.new("ShaderNodeTexWave" if is_banded else "ShaderNodeTexGradient")
    links.new(place.outputs["Object"], across.inputs["Vector"])
    _colour(material, shader, across.outputs["Fac"], ((0.0, colours[0]), (1.0, colours[1])))


def mottle(
    material: Any, shader: Any, colours: tuple[Colour, Colour], scale: float, distortion: float
) -> None:
    """Two colours that run into each other: finer with `scale`, more stirred with `distortion`."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place, noise = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value, noise.inputs["Distortion"].default_value = scale, distortion
    links.new(place.outputs["Object"], noise.inputs["Vector"])
    _colour(material, shader, noise.outputs["Fac"], ((0.42, colours[0]), (0.58, colours[1])))
