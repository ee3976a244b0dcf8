"""A deal filmed for Blender: what lies still is rendered once, arms and what they carry are over the table,
and the pictures are followed like any film."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import pytest

from engine.tiles import EngineError
from models.render.filmed import FilmedDeal, Told, filmed_deal, main, read_film, shots_of, write
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.observation import VisionError
from vision.simulate.drawing.painter import Painter

BENCHES = Path(__file__).parents[2] / "bench" / "following"
BEGINNING = Told(41002, 1.0, ("pace.calm_s=0.4",), 12.0)


@pytest.fixture(scope="module")
def deal(sets: Path) -> FilmedDeal:
    return filmed_deal(BEGINNING, sets)


def test_a_table_that_lies_still_is_rendered_once_and_every_look_has_its_picture(
    deal: FilmedDeal, tmp_path: Path
) -> None:
    names = [name for _, name, _, _ in deal.looks()]
    assert len(names) == 12
    assert names[0] == names[1] == names[2] == "00000"
    assert write(deal, tmp_path) == len(set(names)) < len(names)
    assert {path.stem for path in tmp_path.glob("[0-9]*.json")} == set(names)


def test_arms_are_written_where_they_are_over_the_table_and_tiles_in_the_hand_lie_higher(
    deal: FilmedDeal, tmp_path: Path
) -> None:
    write(deal, tmp_path)
    tables = {path.stem: json.loads(path.read_text()) for path in tmp_path.glob("[0-9]*.json")}
    assert {table["room"] for table in tables.values()} == {BEGINNING.seed}
    for _, name, scene, arms in deal.looks():
        limbs = tables[name]["arms"]
        assert bool(limbs) == bool(arms)
        assert all(len(limb["outline"]) == 20 and limb["half"] > 0 for limb in limbs)
        assert len(tables[name]["tiles"]) == len(scene.tiles)
    assert any(arms for *_, arms in deal.looks())


def test_faces_and_rules_can_be_named_and_a_film_is_read_as_it_was_written(
    deal: FilmedDeal, sets: Path, tmp_path: Path
) -> None:
    told = Told(41002, 1.0, (), 3.0, faces="commons_uni", rules="beginner")
    named = filmed_deal(told, sets)
    assert (deal.set_name, deal.rules.name) == ("fluffystuff", "riichi")
    assert (named.set_name, named.rules.name) == ("commons_uni", "beginner")
    assert filmed_deal(Told(41002, 1.0, faces="commons_uni"), sets).rules.name == "mcr"
    write(named, tmp_path)
    assert read_film(tmp_path, sets) == named


def test_faces_that_are_not_there_and_unknown_rules_are_named(sets: Path, tmp_path: Path) -> None:
    (tmp_path / "half").mkdir()
    with pytest.raises(VisionError, match="half must hold a picture of each face"):
        filmed_deal(Told(41002, 1.0, faces="half"), tmp_path)
    with pytest.raises(EngineError, match="no rule set called 'poker'"):
        filmed_deal(Told(41002, 1.0, rules="poker"), sets)


def test_what_a_hand_carries_is_over_what_lies(sets: Path) -> None:
    whole = filmed_deal(Told(41002, 5.0, (), 60.0), sets)
    heights = [{pose.bottom_mm for pose in scene.tiles} for _, _, scene, _ in whole.looks()]
    assert max(max(each) for each in heights) == 22.0


def test_pictures_are_followed_as_any_film(
    deal: FilmedDeal, sets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(deal, tmp_path)
    painter = Painter(deal.settings, 1)
    for _, name, scene, _ in deal.looks():
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), painter.still(scene))
    monkeypatch.syspath_prepend(str(BENCHES))
    bench_follow = __import__("bench_follow")
    followed = bench_follow.rendered(tmp_path, sets)
    assert followed.truth[0][0] <= BEGINNING.seconds
    agreed = bench_follow.followed(
        followed, Detector.load(LIVE_MODELS, threads=1), 0, bench_follow.Spent(), tmp_path
    )
    assert agreed.precision == 1.0
    assert agreed.matched >= 2
    assert list(tmp_path.glob("*.finds"))


def test_the_noise_of_a_sensor_makes_no_two_looks_alike(deal: FilmedDeal, tmp_path: Path) -> None:
    painter = Painter(deal.settings, 1)
    for _, name, scene, _ in deal.looks():
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), painter.still(scene))
    shots = shots_of(deal, tmp_path)
    (first, began_s, one), (second, at_s, other) = next(shots), next(shots)
    assert (first, second, began_s, at_s) == (0, 1, 0.0, 1.0)
    assert one.shape == other.shape
    assert (one != other).any()


def test_a_folder_without_a_film_and_a_wrong_knob_are_told_in_one_line(
    deal: FilmedDeal, sets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    with pytest.raises(VisionError, match="holds no film"):
        read_film(tmp_path, sets)
    with pytest.raises(VisionError, match=r"00000\.jpg"):
        next(shots_of(deal, tmp_path))
    monkeypatch.setattr(
        sys, "argv", ["filmed", str(tmp_path), "--art", str(sets), "--seed", "2", "--set", "x=1"]
    )
    with pytest.raises(SystemExit):
        main()
    assert "no knob called 'x'" in capsys.readouterr().err
