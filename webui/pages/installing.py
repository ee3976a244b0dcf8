"""What makes the page an app on a phone: its manifest, the service worker, and what stands there offline."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template

from webui.access.roles import Role, needs
from webui.page.assets import STATIC, asset
from webui.page.context import chosen_words

installing = Blueprint("installing", __name__)

GROUND, INK = "#f3eee2", "#1c4a40"
SIZES = (192, 512)


@installing.get("/manifest.webmanifest")
@needs(Role.viewer)
def manifest() -> Response:
    """The app as phones install it; it opens where a player's phone belongs."""
    words = chosen_words()
    icons = [
        {"src": asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
        for size in SIZES
    ]
    answer = jsonify(
        name=words["page.title"],
        short_name="Jantaku",
        lang=words.language,
        start_url="/seat",
        scope="/",
        display="standalone",
        background_color=GROUND,
        theme_color=INK,
        icons=[*icons, {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    )
    answer.mimetype = "application/manifest+json"
    return answer


@installing.get("/worker.js")
@needs(Role.viewer)
def worker() -> Response:
    """The service worker; it must lie at the top to serve all pages."""
    answer = Response((STATIC / "worker.js").read_text("utf-8"), mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@installing.get("/offline")
@needs(Role.viewer)
def offline() -> str:
    """What a phone shows when it cannot reach the table: the worker keeps it."""
    return render_template("offline.html", words=chosen_words(), asset=asset)
