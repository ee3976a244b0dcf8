"""A folder in which the commands of the documentation find what they name."""

import shutil
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner

from engine.journal.record import Entry
from engine.table.events import WallBuilt
from tests.engine.journal.test_formats_made import DRAWN, drawn, gone, mjai
from tests.webui.kept_table import KeptTable, value
from vision.tile_art.face import face_picture
from webui.cli import jantaku
from webui.storage.journal import Journal

ROOT = Path(__file__).resolve().parents[2]
FILM = ROOT / "webui" / "recordings" / "first_deal"
SUITS = (("s", 9), ("z", 7), ("f", 8))
FELT = (92, 74, 40)
PICTURES = {
    "row1.jpg": [f"{rank}{suit}" for suit in "mp" for rank in range(1, 10)],
    "row2.jpg": [f"{rank}{suit}" for suit, most in SUITS for rank in range(1, most + 1)],
    "evening.jpg": ["1m", "5p", "9s", "7z"],
    "photo.jpg": ["2m", "3m", "4m", "5p", "6p", "7p"],
    "winds.jpg": ["1z", "2z", "3z", "4z"],
    "hand.jpg": [*("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")],
}
"""What lies in rows in each."""


def lay_out(folder: Path) -> None:
    """Writes it all: pictures of rows, a table with its markers, a calibration, a game, a data folder,
    and a player of sounds that plays nothing."""
    for name, faces in PICTURES.items():
        cv2.imwrite(str(folder / name), rows_of(faces))
    film = cv2.VideoCapture(str(FILM / "frames.mp4"))
    _, picture = film.read()
    film.release()
    cv2.imwrite(str(folder / "table.jpg"), picture)
    cv2.imwrite(str(folder / "wall.jpg"), picture)
    (folder / "evening").mkdir()
    cv2.imwrite(str(folder / "evening" / "0001.jpg"), picture)
    words = ["calibrate", str(folder / "table.jpg"), "-o", str(folder / "club.json")]
    assert CliRunner().invoke(jantaku, words).exit_code == 0
    shutil.copy(FILM / "journal.jsonl", folder / "game.jsonl")
    (folder / "FOLDER_OF_GAMES").mkdir()
    shutil.copy(FILM / "journal.jsonl", folder / "FOLDER_OF_GAMES" / "game.jsonl")
    (folder / "KEPT").mkdir()
    shutil.copy(ROOT / "tests" / "games" / "kept" / "riichi_303_club.finds", folder / "KEPT")
    (folder / "played.json").write_text(mjai([["?"] * 13] * 4, [drawn(0, "4s"), gone(0, "4s"), DRAWN]))
    (folder / "cases.jsonl").write_text('{"hand": "123m456p789s11122z", "win": "2z", "rules": "riichi"}\n')
    (folder / "kept" / "jantaku").mkdir(parents=True)
    with Journal(folder / "kept" / "jantaku" / "mcr.db") as journal:
        journal.append(Entry(0, 1.0, "player", (WallBuilt(),)))
    (folder / "programs").mkdir()
    (folder / "programs" / "aplay").write_text("#!/bin/sh\n")
    (folder / "programs" / "aplay").chmod(0o755)
    (folder / "game.html").write_bytes(saved_game(folder / "saved"))
    (folder / "club.toml").write_text('rules = "mcr"\n')
    for path in ("webui/static", "docs"):
        (folder / path).mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "rules.md", folder / "docs" / "rules.md")


def saved_game(folder: Path) -> bytes:
    """A game of one deal as the file of itself that people keep."""
    folder.mkdir()
    table = KeptTable(folder)
    number = table.begin()["number"]
    table.enter("/scores/wins", value(1, 2, 3))
    table.enter(f"/scores/games/{number}/finish")
    answer = table.get(f"/replay/{number}/file")
    table.close()
    assert answer.status_code == 200
    return answer.data


def rows_of(faces: list[str], wide: int = 60) -> np.ndarray:
    """Tiles face up on a felt, nine in a row and a little apart; BGR."""
    high, step = wide * 4 // 3, wide + 12
    lines = -(-len(faces) // 9)
    picture = np.full((lines * 2 * high + high, step * (min(len(faces), 9) + 2), 3), FELT, np.uint8)
    for place, face in enumerate(faces):
        drawn = face_picture(face, wide, high)
        alpha = drawn[..., 3:] / 255
        top, left = high + place // 9 * 2 * high, wide + place % 9 * step
        at = picture[top : top + high, left : left + wide]
        at[:] = drawn[..., :3] * alpha + at * (1 - alpha)
    return picture
