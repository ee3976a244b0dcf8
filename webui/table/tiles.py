"""One tile in the drawing of the table, in every condition a tile can be in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.tiles import BACK, SeenTile

RATIO = 4 / 3
DEPTH = 0.09
"""How much of its width a tile shows of its front edge."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where one tile is drawn: its left top corner and its width across the face, in units of the drawing.

    `turned` lays it on its side, counter-clockwise. `marks` are CSS classes: ``last``, ``claimed``, ``won``.
    `place` names the tile for corrections, such as ``river:2:5``.
    """

    x: float
    y: float
    width: float
    turned: bool = False
    marks: tuple[str, ...] = ()
    place: str = ""


def tile_svg(tile: SeenTile, at: Placed, marked: Mapping[str, str], sprite: str) -> str:
    """One tile, face up; an unknown face is a question mark, `marked` says by place which one wears a ring of
    its own: ``doubtful`` an amber one, ``tentative`` a dotted one."""
    marks = list(at.marks)
    is_unread = tile is None and at.place.startswith(("river", "meld"))
    if mark := marked.get(at.place, "doubtful" if is_unread else ""):
        marks.append(mark)
    w, h = at.width, at.width * RATIO
    inner = f'<rect class="side" y="{w * DEPTH:.1f}" width="{w:g}" height="{h:.1f}" rx="{w * 0.1:.1f}"/>'
    inner += _face(tile, w, h, sprite)
    if marks:
        inner += f'<rect class="ring" width="{w:g}" height="{h:.1f}" rx="{w * 0.1:.1f}"/>'
    turn = f" rotate(-90) translate({-w:g} 0)" if at.turned else ""
    place = f' data-place="{at.place}"' if at.place else ""
    classes = " ".join(["tile", *marks])
    return f'<g class="{classes}"{place} transform="translate({at.x:.1f} {at.y:.1f}){turn}">{inner}</g>'


def back_svg(x: float, y: float, width: float, height: float, sprite: str, classes: str = "") -> str:
    """A face-down tile, squeezed into the given box."""
    side = f'<rect class="side" y="{width * DEPTH:.1f}" width="{width:g}" height="{height:g}" rx="3"/>'
    top = f'<rect class="back" width="{width:g}" height="{height:g}" rx="3"/>'
    return f'<g class="tile {classes}" transform="translate({x:.1f} {y:.1f})">{side}{top}</g>'


def _face(tile: SeenTile, w: float, h: float, sprite: str) -> str:
    if tile is None:
        mark = f'<text class="mark" x="{w / 2:g}" y="{h * 0.68:.1f}" font-size="{w * 0.8:.0f}">?</text>'
        return f'<rect class="unknown" width="{w:g}" height="{h:.1f}" rx="{w * 0.1:.1f}"/>{mark}'
    return f'<use href="{sprite}#tile-{tile}" width="{w:g}" height="{h:.1f}"/>'


def face_down_svg(at: Placed, sprite: str) -> str:
    """A tile of a meld that lies face down."""
    return back_svg(at.x, at.y, at.width, at.width * RATIO, sprite, BACK)
