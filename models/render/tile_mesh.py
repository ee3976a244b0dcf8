"""A tile as Blender renders it: a block with round edges in two colours, its face engraved."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bmesh
import bpy
from mathutils import Vector

from models.render.die_mesh import Colour, plain, shader_of

BODY, BACK, FACE = range(3)
"""Places of a tile's materials."""
STEPS = 3
"""Of a round edge."""


@dataclass(frozen=True)
class TileKind:
    """What a set's tiles are made of. `size`: width, height, thickness; `layer`: the part of the thickness
    that has the back's colour; `edge`: how round, in the same unit as the size; `glow`: how far light goes
    into the body; `deep`: how deep faces are engraved."""

    size: tuple[float, float, float]
    layer: float
    body: Colour
    back: Colour
    edge: float
    rough: float
    glow: float
    deep: float


def tile_mesh(kind: TileKind, face: Path | None) -> Any:
    """A tile around the origin, its face towards +z and upright along +y. `face`: its ink, on a transparent
    ground; None for a tile whose face is not seen."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    bmesh.ops.scale(shape, vec=Vector(kind.size), verts=shape.verts)
    bmesh.ops.bevel(
        shape, geom=list(shape.edges), offset=kind.edge, segments=STEPS, profile=0.5, affect="EDGES"
    )
    seam = (kind.layer - 0.5) * kind.size[2]
    whole = [*shape.verts, *shape.edges, *shape.faces]
    bmesh.ops.bisect_plane(shape, geom=whole, plane_co=(0, 0, seam), plane_no=(0, 0, 1))
    for part in shape.faces:
        part.smooth = True
        is_top = part.normal.z > 0.99 and part.calc_center_median().z > seam
        part.material_index = BACK if part.calc_center_median().z < seam else FACE if is_top else BODY
    mesh = bpy.data.meshes.new("tile")
    shape.to_mesh(mesh)
    shape.free()
    for material in (_body(kind), plain(kind.back, kind.rough), _engraved(kind, face)):
        mesh.materials.append(material)
    return mesh


def _body(kind: TileKind) -> Any:
    material = plain(kind.body, kind.rough)
    shader = shader_of(material)
    shader.inputs["Subsurface Weight"].default_value = kind.glow
    shader.inputs["Subsurface Radius"].default_value = (0.3, 0.3, 0.3)
    return material


def _engraved(kind: TileKind, face: Path | None) -> Any:
    """The body with a face's ink on it and sunk into it."""
    material = _body(kind)
    if face is None:
        return material
    nodes, links, shader = material.node_tree.nodes, material.node_tree.links, shader_of(material)
    place, fit = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    fit.inputs["Scale"].default_value = (1 / kind.size[0], 1 / kind.size[1], 1)
    fit.inputs["Location"].default_value = (0.5, 0.5, 0)
    ink, mix, bump = (nodes.new(f"ShaderNode{name}") for name in ("TexImage", "MixRGB", "Bump"))
    ink.image, ink.extension, ink.interpolation = bpy.data.images.load(str(face)), "CLIP", "Cubic"
    mix.inputs["Color1"].default_value = kind.body
    bump.inputs["Distance"].default_value, bump.invert = kind.deep, True
    links.new(place.outputs["Object"], fit.inputs["Vector"])
    links.new(fit.outputs["Vector"], ink.inputs["Vector"])
    links.new(ink.outputs["Color"], mix.inputs["Color2"])
    links.new(ink.outputs["Alpha"], mix.inputs["Fac"])
    links.new(mix.outputs["Color"], shader.inputs["Base Color"])
    links.new(ink.outputs["Alpha"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material
