"""On a table a small reader looks first; another is asked of what is left in doubt, and its answer counts."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_sets import strange_row

from vision.detect.detector import Detector
from vision.detect.locate import Found
from vision.detect.networks import LIVE_MODELS, MODELS
from vision.detect.read import read
from vision.detect.taught import new_set
from vision.detect.taught_pictures import taught_more
from vision.observation import TableImage, VisionError
from vision.tile_art import face_picture

ROW = ("1m", "9p", "3s", "5z", "7z", "2p")
FLOWERS = tuple(f"{number}f" for number in range(1, 9))


class Counted:
    """A network that counts the crops it is shown and, where told so, is sure of nothing, or of one label
    and that it is cut well."""

    def __init__(self, network, is_unsure: bool = False, is_sure_of: int | None = None) -> None:
        self.network, self.is_unsure, self.is_sure_of, self.seen = network, is_unsure, is_sure_of, 0
        self.fingerprint = network.fingerprint

    def run(self, pictures):
        self.seen += len(pictures)
        labels, *rest = self.network.run(pictures)
        if self.is_sure_of is not None:
            labels[:, self.is_sure_of] += 50
            turns, embeddings, corners = rest
            return [labels, turns + np.array([50, 0, 0, 0], np.float32), embeddings, 0 * corners]
        return [labels * (0.02 if self.is_unsure else 1.0), *rest]


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load(LIVE_MODELS)


def table() -> TableImage:
    picture = np.full((700, 900, 3), (70, 100, 40), np.uint8)
    for number, face in enumerate(ROW):
        tile = face_picture(face, 39, 52).astype(np.float32)
        share, left = tile[..., 3:] / 255, 200 + 60 * number
        spot = picture[300:352, left : left + 39]
        spot[:] = tile[..., :3] * share + spot * (1 - share)
    return TableImage(picture, 1.5)


def faces(detector: Detector) -> list[str]:
    tiles, _ = detector.detect_table(table(), (26.0, 35.0))
    shown = sorted((tile for tile in tiles if tile.kind == "face"), key=lambda tile: tile.corners_mm[0][0])
    return [tile.faces[0][0] for tile in shown]


def test_photos_are_read_by_one_reader_and_tables_by_two():
    assert Detector.load(MODELS).glance is None
    assert Detector.load(LIVE_MODELS).glance is not None


def test_what_the_small_reader_shows_clearly_is_not_asked_again(detector: Detector):
    small, large = Counted(detector.glance), Counted(detector.reader)
    assert faces(replace(detector, glance=small, reader=large)) == list(ROW)
    assert small.seen >= len(ROW)
    assert large.seen <= 4


def test_what_it_leaves_in_doubt_is_told_by_the_large_one(detector: Detector):
    small, large = Counted(detector.glance, is_unsure=True), Counted(detector.reader)
    assert faces(replace(detector, glance=small, reader=large)) == list(ROW)
    assert large.seen >= 2 * len(ROW)


def test_each_read_says_who_told_it(detector: Detector):
    found = detector.search(table().picture)
    glanced = read(
        detector.reader, detector.settings, table().picture, found, quick=True, glance=detector.glance
    )
    assert {one.teller for one in glanced if one.chances.max() > 0.97} == {"glance"}
    alone = read(detector.reader, detector.settings, table().picture, found, quick=True)
    assert {one.teller for one in alone} == {"reader"}


@pytest.mark.parametrize(("along", "teller"), [(52.0, "colour"), (40.0, "reader")], ids=["long", "square"])
def test_a_back_told_by_its_colour_is_still_read_where_its_outline_is_no_tiles(
    detector: Detector, monkeypatch: pytest.MonkeyPatch, along: float, teller: str
):
    monkeypatch.setattr("vision.detect.read.are_coloured_backs", lambda found, *_: np.array([0, 1], bool))
    backs = [Found("back", 0.9, 0.9, 100 + 90 * n, 100, 39, along, 0.0, True) for n in range(2)]
    picture = np.full((200, 300, 3), (160, 60, 40), np.uint8)
    told = read(detector.reader, detector.settings, picture, backs, quick=True, glance=detector.glance)
    assert told[1].teller == teller


def test_a_taught_set_is_known_to_both_readers(detector: Detector):
    """Faces no network knows, taught on one picture, are read on a table at which both readers look."""
    for_photos = Detector.load(MODELS)
    taught = taught_more(new_set("club", for_photos.reader), for_photos, [strange_row(range(8))], FLOWERS)[0]
    later = detector.with_sets([taught], is_certain=True)
    tiles, _ = later.detect_table(TableImage(strange_row(range(8), wide=39), 1.5), (26.0, 35.0))
    shown = sorted((tile for tile in tiles if tile.faces), key=lambda tile: tile.corners_mm[0][0])
    told = [tile.faces[0][0] for tile in shown]
    assert sum(one == other for one, other in zip(told, FLOWERS, strict=False)) >= 6


def test_a_broken_small_reader_is_one_line_with_its_name(tmp_path: Path):
    shutil.copytree(LIVE_MODELS, tmp_path / "table")
    (tmp_path / "table" / "glance.onnx").write_bytes(b"not a model")
    with pytest.raises(VisionError, match=r"glance\.onnx is broken") as wrong:
        Detector.load(tmp_path / "table")
    assert "\n" not in str(wrong.value)


def test_a_die_is_never_told_by_the_glance(detector: Detector):
    """It was learnt from flat drawings of dice, and is sure of what it takes them for."""
    picture = np.full((200, 200, 3), (70, 100, 40), np.uint8)
    picture[90:112, 90:112] = 240
    die = Found("die", 1.0, 1.0, 101.0, 101.0, 22.0, 26.0, 0.0, True)
    glance = Counted(detector.glance, is_sure_of=detector.settings.labels.index("1p"))
    (told,) = read(detector.reader, detector.settings, picture, [die], quick=True, glance=glance)
    assert told.teller == "reader"
