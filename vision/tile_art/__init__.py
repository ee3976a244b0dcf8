"""Our own drawing of every tile: one set of shapes, rendered as SVG and as pictures."""

from vision.tile_art.face import DRAWN, face_picture, face_svg_symbol, ink_picture, sprite

__all__ = ["DRAWN", "face_picture", "face_svg_symbol", "ink_picture", "sprite"]
