"""Crops for the classifier of dice: what lies in them is what is said of them; what errors cost."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from models.train.dice.classifier import DieClassifier, crop_loss, seen_anew  # noqa: E402
from models.train.dice.crops import CROP, CropSource, missed  # noqa: E402
from models.train.dice.export import export  # noqa: E402
from models.train.dice.lay import LaidDie  # noqa: E402
from models.train.dice.page import Page  # noqa: E402
from vision.detect.dice.network import CROP as SHOWN  # noqa: E402
from vision.detect.dice.network import SeenDie  # noqa: E402

RED, BLUE = (0, 0, 255), (255, 0, 0)


def square(x: float, y: float, side: float = 30.0) -> np.ndarray:
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])


def painted(corners: np.ndarray, colour: tuple[int, int, int], picture: np.ndarray) -> None:
    (left, top), (right, low) = corners[0].astype(int), corners[2].astype(int)
    picture[top:low, left:right] = colour


class Pages:
    """One page: a red die that is found, a blue thing that is none, and nothing known of its right half."""

    rng = np.random.default_rng(5)

    def __init__(self) -> None:
        self.picture = np.full((320, 320, 3), 90, np.uint8)
        painted(square(60, 60), RED, self.picture)
        painted(square(60, 200), BLUE, self.picture)
        self.unknown = np.zeros((80, 80), bool)
        self.unknown[:, 40:] = True

    def page(self) -> Page:
        return Page(
            self.picture, (LaidDie(4, square(60, 60), 1.0), LaidDie(2, square(200, 60), 0.3)), self.unknown
        )


class Finds:
    """A detector that finds the die, the thing, something in the unknown half, and half of a hidden die."""

    def in_photo(self, picture: np.ndarray, least: float) -> list[SeenDie]:
        pips = np.full(6, 1 / 6, np.float32)
        places = (square(62, 59), square(60, 200), square(250, 250), square(210, 60))
        return [SeenDie(0.5, pips, each) for each in places]


def test_a_crop_of_a_die_has_its_pips_and_what_is_none_has_nothing():
    crops = CropSource(Pages(), Finds(), None).batch(40)
    middles = crops["pictures"][:, CROP // 2, CROP // 2]
    assert crops["pictures"].shape == (40, CROP, CROP, 3)
    assert {tuple(middle) for middle, pips in zip(middles, crops["pips"], strict=True) if pips == 4} == {RED}
    assert {tuple(middle) for middle, pips in zip(middles, crops["pips"], strict=True) if pips == 0} == {BLUE}
    assert set(crops["pips"].tolist()) == {0, 4}


def test_open_dice_that_are_not_found_are_learnt_too_but_none_that_leaves_the_page():
    dice = (
        LaidDie(1, square(50, 50), 1.0),
        LaidDie(2, square(100, 50), 0.5),
        LaidDie(3, square(150, 50, 4.0), 1.0),
        LaidDie(4, square(300, 50), 1.0),
        LaidDie(5, square(200, 50), 1.0),
    )
    page = Page(np.zeros((320, 320, 3), np.uint8), dice, np.zeros((80, 80), bool))
    assert missed(page, {4}) == [0]


def test_pips_cost_nothing_where_no_die_lies():
    logits = torch.zeros(3, 7)
    logits[:, 0] = torch.tensor([9.0, -9.0, -9.0])
    logits[0, 3] = 20.0
    there, pips = crop_loss(logits, torch.tensor([3, 0, 0]))
    assert there < 0.001
    assert pips < 0.001
    assert crop_loss(logits, torch.tensor([2, 0, 0]))[1] > 10


def test_a_batch_is_seen_anew_in_the_size_that_the_classifier_takes():
    arrays = CropSource(Pages(), Finds(), None).batch(8)
    pictures, pips = seen_anew(arrays, np.random.default_rng(1))
    assert tuple(pictures.shape) == (8, 3, SHOWN, SHOWN)
    assert pips.tolist() == arrays["pips"].tolist()
    assert tuple(DieClassifier()(pictures).shape) == (8, 7)


def test_an_untrained_folder_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="has neither"):
        export(tmp_path, tmp_path)
