"""The page for backup and restore."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, request, send_file

from webui.access.roles import Role, access_of, needs
from webui.page.bodies import body_of, text_in
from webui.page.context import chosen_words
from webui.page.frame import framed
from webui.storage.backup import (
    Checked,
    accept_restore,
    check_restore,
    games_among,
    kept_files,
    write_backup,
)
from webui.storage.backup_checks import BackupError

backup = Blueprint("backup", __name__, url_prefix="/setup/backup")

LARGEST_UPLOAD = 1024**3
_CHUNK = 1024 * 1024
SOON_S = 0.5
_restoring = threading.Lock()


@backup.get("/")
@needs(Role.admin)
def page() -> str:
    """Where a backup is made and taken back."""
    return framed("setup/backup.html", can_restart=_can_restart())


@backup.get("/jantaku.zip")
@needs(Role.admin)
def download() -> Response:
    """The backup; ``pictures=1`` with the evidence pictures."""
    with_pictures = request.args.get("pictures", "0") == "1"
    packed = tempfile.TemporaryFile()  # noqa: SIM115 (sent after this returns, closed then)
    try:
        write_backup(_folder(), packed, with_pictures)
    except BackupError as wrong:
        packed.close()
        abort(500, str(wrong))
    packed.seek(0)
    name = f"jantaku-{date.today().isoformat()}.zip"
    answer = send_file(packed, "application/zip", as_attachment=True, download_name=name, max_age=0)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@backup.post("/restore")
@needs(Role.admin)
def restore() -> tuple[Response, int]:
    """A backup as the body (``application/zip``): 200 when it is whole, with what is in it, what it would
    take the place of, and the word (``token``) by which it is accepted. Nothing is replaced yet.

    400 when it is no backup, 409 while another one is checked, 415 for another kind of body.
    """
    if request.mimetype != "application/zip":
        abort(415, f"a backup is application/zip, got {request.mimetype or 'nothing'}")
    folder = _folder()
    with _one_at_a_time():
        try:
            checked = _taken_in(folder)
        except BackupError as wrong:
            abort(400, str(wrong))
    here = games_among(kept_files(folder, with_pictures=False))
    words = chosen_words()
    asked = words.say("backup.ask", made=checked.made[:10], games=checked.games, here=here)
    return jsonify(accepted=False, ask=asked, token=checked.token, files=checked.files), 200


@backup.post("/restore/accept")
@needs(Role.admin)
def accept() -> tuple[Response, int]:
    """``{"token"}``: yes, that backup takes the place of what is kept; the server starts anew with it."""
    token = text_in(body_of("token"), "token")
    with _one_at_a_time():
        try:
            accept_restore(_folder(), token)
        except BackupError as wrong:
            abort(409, str(wrong))
    if _can_restart():
        threading.Timer(SOON_S, os.kill, (os.getpid(), signal.SIGTERM)).start()
    return jsonify(accepted=True), 202


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    if not _restoring.acquire(blocking=False):
        abort(409, "another backup is being checked")
    try:
        yield
    finally:
        _restoring.release()


def _taken_in(folder: Path) -> Checked:
    """Takes the body in piece by piece, and checks what it is."""
    request.max_content_length = LARGEST_UPLOAD
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".upload-") as kept:
        left = LARGEST_UPLOAD
        while chunk := request.stream.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise BackupError("the backup is larger than any of Jantaku's")
            kept.write(chunk)
        kept.flush()
        return check_restore(folder, Path(kept.name))


def _folder() -> Path:
    folder = access_of().folder
    if folder is None:
        abort(409, chosen_words()["backup.nothing_kept"])
    return folder


def _can_restart() -> bool:
    """Whether a server stands behind us that starts a new worker when this one ends."""
    return "gunicorn" in os.environ.get("SERVER_SOFTWARE", "")
