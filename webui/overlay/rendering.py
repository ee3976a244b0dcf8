"""An overlay's page and the piece of it that changes; the same at a table and at a hub."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Response, abort, render_template

from webui.page.assets import asset
from webui.page.context import chosen_words
from webui.page.frame import SPRITE

PARTS = ("full", "bar", "lower", "waits", "discards", "winner")
"""What can be laid over: everything, or one thing alone."""
THEME_FILE = "overlay.css"
"""A club's own look, in the data folder."""
LARGEST_THEME = 256 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""As everywhere, but styles may be put in: OBS does so with what is written under Custom CSS."""


def overlay_page(part: str, address: str, content: Mapping[str, Any]) -> Response:
    """The whole page of `part`, which fetches itself anew from `address`; 404 when there is no such part."""
    page = render_template(
        "overlay/page.html", **_shown(part, content), address=address, asset=asset, sprite=asset(SPRITE)
    )
    return _sealed(page)


def overlay_piece(part: str, content: Mapping[str, Any]) -> Response:
    """What of it changes; 404 when there is no such part."""
    return _sealed(render_template("overlay/parts.html", **_shown(part, content), sprite=asset(SPRITE)))


def theme(folder: Path | None) -> Response:
    """The club's own look from the data folder; nothing when there is none."""
    path = None if folder is None else folder / THEME_FILE
    try:
        text = b"" if path is None else path.read_bytes()
    except OSError:
        text = b""
    answer = Response(text if len(text) <= LARGEST_THEME else b"", mimetype="text/css")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _shown(part: str, content: Mapping[str, Any]) -> dict[str, Any]:
    if part not in PARTS:
        abort(404, f"an overlay is one of {', '.join(PARTS)}, got {part[:40]!r}")
    return {"part": part, "told": content, "words": chosen_words()}


def _sealed(html: str) -> Response:
    answer = Response(html, mimetype="text/html")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Content-Security-Policy"] = POLICY
    return answer
