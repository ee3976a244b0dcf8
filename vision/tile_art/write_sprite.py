"""Writes the sprite of all tiles that the page uses.

python -m vision.tile_art.write_sprite webui/static/tiles.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

from vision.tile_art.face import sprite

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(sprite(), encoding="utf-8")
