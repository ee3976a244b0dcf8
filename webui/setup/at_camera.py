"""The camera: which one, and whether its picture is sharp and bright enough."""

from __future__ import annotations

from dataclasses import replace

from flask import Response, jsonify, request

from hardware.cameras import list_cameras
from webui.access.roles import Role, access_of, needs
from webui.page.context import chosen_words, room_of
from webui.setup.blueprint import WRONG, Answer, is_skipped, save, serve_by, serving_of, setup, step_page
from webui.storage.settings import NO_CAMERA


@setup.get("/camera")
@needs(Role.admin)
def camera() -> Answer:
    """Step 3."""
    return _camera()


@setup.post("/camera")
@needs(Role.admin)
def choose_camera() -> Answer:
    """Form ``camera``: an address as `jantaku serve` takes it, ``none``, or ``other`` with ``address``."""
    if is_skipped():
        return save("camera", lambda now: now)
    wanted = request.form.get("camera", "")
    if wanted == "other":
        wanted = request.form.get("address", "").strip()
    if not wanted or len(wanted) > 300 or not wanted.isprintable():
        return _camera(chosen_words()["setup.choose"]), 400
    if wanted == _watched() and wanted == access_of().settings.now.camera:
        return save("camera", lambda now: now)
    try:
        return serve_by("camera", lambda now: replace(now, camera=wanted))
    except WRONG as wrong:
        return _camera(str(wrong)), 400


@setup.get("/preview.json")
@needs(Role.admin)
def preview() -> Response:
    """How sharp and bright the camera's picture is, and which markers it shows; null before the first."""
    serving = serving_of()
    if serving is not None:
        serving.look_closer()
    camera, seen = room_of().camera_state, room_of().preview
    fields: dict[str, object] = {"condition": camera.condition, "message": camera.message, "preview": None}
    if seen is not None and camera.condition not in ("stopped", "off"):
        fields["preview"] = {
            "number": seen.number,
            "size": list(seen.size),
            "sharpness": round(seen.sharpness, 3),
            "focus": seen.focus,
            "brightness": round(seen.brightness / 255, 3),
            "light": seen.light,
            "frames_per_s": round(seen.frames_per_s, 1),
            "markers": list(seen.markers),
            "residual_mm": None if seen.calibration is None else round(seen.calibration.residual_mm, 2),
            "why": seen.why,
        }
    return jsonify(fields)


@setup.get("/preview.jpg")
@needs(Role.admin)
def preview_picture() -> Response:
    """The camera's own newest picture; nothing (204) before the first, as while another camera is chosen."""
    seen = room_of().preview
    if seen is None:
        return Response(status=204)
    response = Response(seen.picture, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response


def _watched() -> str:
    """The address of what is watched now."""
    serving = serving_of()
    return "" if serving is None else serving.plan.source.address or NO_CAMERA


def _camera(problem: str = "") -> str:
    found = [(each.source, each.name) for each in list_cameras()]
    chosen = access_of().settings.now.camera or _watched()
    known = {source for source, _ in found} | {NO_CAMERA}
    return step_page(
        "camera", problem, found=found, chosen=chosen, is_other=bool(chosen) and chosen not in known
    )
