"""Tables for Blender: each tile stands where the simulated table has it; what is read there is counted."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tiles import ALL_FACES
from models.evaluate.light import Count
from models.evaluate.rendered import Read, look, main, pictures
from models.render.laid import FIRST, SETS, LaidTable, laid_table, turn_of, written
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.simulate.drawing.art import picture_name
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.solids import tile_solid
from vision.tile_art import ink_picture


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own drawing under the name of the set that the first table plays with."""
    folder = tmp_path_factory.mktemp("art") / SETS[FIRST % len(SETS)][0]
    folder.mkdir()
    for face in ALL_FACES:
        cv2.imwrite(str(folder / f"{picture_name(face)}.png"), ink_picture(face, 120, 160))
    return folder.parent


@pytest.fixture(scope="module")
def laid(sets: Path) -> LaidTable:
    return laid_table(FIRST, sets)


def test_a_tile_fills_the_place_that_the_simulated_table_gives_it(laid: LaidTable):
    told = written(laid, "faces", FIRST)["tiles"]
    half = np.array(laid.scene.tile_mm) / 2
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    assert {pose.lies for pose in laid.scene.tiles} == {"face_up", "face_down", "standing"}
    for pose, tile in zip(laid.scene.tiles, told, strict=True):
        own = corners @ np.array(tile["turn"]).T + tile["at"]
        there = tile_solid(pose, laid.scene).reshape(-1, 3)
        # A leaning tile is sheared there, and turned here.
        most = 1.0 if pose.lean_deg == 0 else 4.0
        away = np.linalg.norm(own[:, None] - there[None], axis=2)
        assert away.min(axis=1).max() < most
        assert away.min(axis=0).max() < most


def test_faces_look_up_to_their_owner_or_down(laid: LaidTable):
    for pose in laid.scene.tiles:
        turn = turn_of(pose)
        assert np.linalg.det(turn) == pytest.approx(1)
        if pose.lies == "standing":
            x, y = pose.centre_mm
            assert turn[:2, 2] @ (x, y) > 0
        else:
            assert turn[2, 2] == (1 if pose.lies == "face_up" else -1)


def test_the_same_number_lays_the_same_table(laid: LaidTable, sets: Path):
    assert laid_table(FIRST, sets).scene == laid.scene


def test_a_table_is_read_and_counted(laid: LaidTable):
    read = Read()
    look(Detector.load(LIVE_MODELS, threads=1), laid, Painter(laid.settings).still(laid.scene), read)
    for kind in ("face", "back", "standing"):
        assert read.kinds[kind].found >= 0.97 * read.kinds[kind].there > 10
    assert read.kinds["face"].right >= 0.97 * read.kinds["face"].there
    assert read.faces_made_up == 0


def test_what_was_read_is_told_in_shares():
    read = Read(4, {"die": Count(8, 6, 4), "back": Count(100, 99, 99)}, made_up=3, faces_made_up=1)
    assert list(read.lines()) == [
        "back         100 found 0.9900 right 0.9900",
        "die            8 found 0.7500 right 0.5000",
        "made up 3 on 4 tables, faces 0.25 a table",
    ]


def test_a_folder_without_pictures_is_refused(tmp_path: Path, monkeypatch, capsys):
    with pytest.raises(FileNotFoundError, match="must hold pictures"):
        next(pictures(tmp_path, tmp_path))
    monkeypatch.setattr("sys.argv", ["rendered", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "models.render.tables" in capsys.readouterr().err
