"""Tables for Blender: each tile stands where the simulated table has it; what is read there is counted, and
training learns from other tables like them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.light import Count
from models.evaluate.rendered import Read, look, main, pictures
from models.render.laid import FIRST, SETS, LaidTable, laid_table, sets_to_learn, turn_of, written
from models.train.classes import INDEX, KINDS, REAL_SHARE
from models.train.dice.tables import KeptTables
from models.train.scenes import straighten
from models.train.scenes.scene import CELLS
from models.train.scenes.straighten import faces_of, straightened
from models.train.scenes.table_scenes import TableScenes
from models.train.scenes.views import SIDE
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS, Network
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.solids import tile_solid


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


@pytest.fixture(scope="module")
def learnt(sets: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two tables to learn from, drawn by the simulated camera in place of Blender."""
    folder = tmp_path_factory.mktemp("learnt")
    art = folder / "art"
    (art / "ours").mkdir(parents=True)
    for file in (sets / SETS[FIRST % len(SETS)][0]).iterdir():
        (art / "ours" / file.name).write_bytes(file.read_bytes())
    for seed in (FIRST, FIRST + 1):
        table = laid_table(seed, art, sets_to_learn(art))
        cv2.imwrite(str(folder / f"{seed}.jpg"), Painter(table.settings).still(table.scene))
    return folder


def test_training_sees_no_set_that_is_kept_out(sets: Path, learnt: Path, tmp_path: Path):
    assert sets_to_learn(sets) == ()
    assert sets_to_learn(learnt / "art") == (("ours", "mcr"),)
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "m1.png").touch()
    assert sets_to_learn(tmp_path) == ()


def test_a_straightened_table_has_its_tiles_where_its_objects_say(laid: LaidTable):
    straight = straightened(laid, Painter(laid.settings).still(laid.scene))
    picture, objects = straight.picture, straight.objects
    assert {KINDS[int(kind)] for kind, *_ in objects} >= {"face", "back", "standing"}
    for kind, x, y, across, along, _ in objects:
        if KINDS[int(kind)] == "back":
            seen = (
                picture[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].reshape(-1, 3).mean(axis=0)
            )
            assert np.abs(seen - laid.settings.look.back).max() < 60
            assert across == pytest.approx(15, rel=0.1)
            assert along == pytest.approx(15 * laid.scene.tile_mm[1] / laid.scene.tile_mm[0], rel=0.1)


def test_faces_are_cut_upright_and_called_what_they_show(laid: LaidTable):
    found = faces_of(laid, Painter(laid.settings).still(laid.scene))
    inner = []
    for _, crop in found:
        high, wide = (round(length * (1 - REAL_SHARE / 0.84) / 2) for length in crop.shape[:2])
        inner.append(cv2.resize(crop[high:-high, wide:-wide], (48, 64), interpolation=cv2.INTER_AREA))
    logits, turns, *_ = Network(LIVE_MODELS.parent / "reader.onnx", 1).run(np.stack(inner))
    told = logits[:, :42].argmax(axis=1)
    assert np.mean(told == [INDEX[label] for label, _ in found]) > 0.95
    assert np.mean(turns.argmax(axis=1) % 2 == 0) > 0.95


def test_the_command_straightens_tables_and_fills_the_bank_once(learnt: Path, tmp_path: Path, monkeypatch):
    np.save(tmp_path / "real.npy", np.zeros((2, 128, 96, 3), np.uint8))
    (tmp_path / "real.json").write_text(json.dumps([{"label": "none", "source": "a", "upright": False}] * 2))
    arguments = ["rendered", str(learnt), "--art", str(learnt / "art"), "--bank", str(tmp_path)]
    for _ in range(2):
        monkeypatch.setattr("sys.argv", arguments)
        straighten.main()
        index = json.loads((tmp_path / "real.json").read_text())
        assert len(index) == len(np.load(tmp_path / "real.npy")) > 20
        assert index[0]["source"] == "a"
        assert {entry["source"] for entry in index[2:]} == {"rendered"}
    tables = KeptTables((learnt / "seen",))
    assert len(tables.shown) == 2
    dice = [die for _, laid in tables.shown for die in laid]
    assert dice
    for picture, laid in tables.shown:
        assert picture.shape[0] > 600, "as large as it is watched"
        for die in laid:
            x, y = die.corners.mean(axis=0)
            around = picture[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4].reshape(-1, 3)
            assert around.mean() > 120, "dice are pale"
    source = TableScenes(learnt, 1)
    for _ in range(20):
        scene = source.scene()
        assert scene.picture.shape == (SIDE, SIDE, 3)
        assert ((scene.objects[:, 1:3] > 0) & (scene.objects[:, 1:3] < SIDE)).all()
        cells = (scene.objects[:, 1:3] / 4).astype(int)
        assert (scene.ignored[cells[:, 1], cells[:, 0]] == 0).mean() > 0.9
        assert scene.ignored.shape == (CELLS, CELLS)


def test_a_bank_of_no_pictures_is_refused(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setattr(
        "sys.argv", ["rendered", str(tmp_path), "--art", str(tmp_path), "--bank", str(tmp_path)]
    )
    with pytest.raises(SystemExit) as ended:
        straighten.main()
    assert ended.value.code == 2
    assert "must hold pictures" in capsys.readouterr().err
