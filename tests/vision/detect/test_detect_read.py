"""Where the reader saw corners in a crop is where they lie in the picture, however tight it was cut."""

import cv2
import numpy as np
import pytest

from vision.detect.classifier import Answers
from vision.detect.cut import UNIT
from vision.detect.locate import Found
from vision.detect.mend import mended
from vision.detect.networks import MODELS, Settings, read_settings
from vision.detect.read import SECOND_LOOK

TILE = np.array([(60, 40), (98, 48), (92, 96), (55, 88)], float)
CLUMSY = np.array([(55, 44), (95, 44), (95, 94), (55, 94)], float)
FOUND = Found("face", 0.9, 0.9, 75, 69, 40, 50, 0.0, True)


@pytest.fixture(scope="module")
def settings() -> Settings:
    return read_settings(MODELS)


def seen_by_a_perfect_reader(quad: np.ndarray, tightness: float, settings: Settings) -> Answers:
    """What a reader that makes no mistake says of the crop that was cut round `quad`."""
    share = settings.crop_share
    in_crop = (UNIT - 0.5) * share / tightness + 0.5
    to_crop = cv2.getPerspectiveTransform(quad.astype(np.float32), in_crop.astype(np.float32))
    lying = cv2.perspectiveTransform(TILE[None], to_crop)
    labels = np.zeros((1, len(settings.labels)), np.float32)
    labels[0, settings.labels.index("5m")] = 1.0
    upright = np.array([[1, 0, 0, 0]], np.float32)
    off = lying - ((UNIT - 0.5) * share + 0.5)
    return Answers(labels, upright, np.zeros((1, 128), np.float32), off)


@pytest.mark.parametrize("tightness", [1.0, SECOND_LOOK, 0.8])
@pytest.mark.parametrize("quad", [CLUMSY, TILE], ids=["clumsily cut", "cut along its edges"])
def test_what_a_perfect_reader_says_gives_the_tiles_own_corners(settings, quad, tightness):
    look = seen_by_a_perfect_reader(quad, tightness, settings)
    better = mended([FOUND], quad[None], look, settings, tightness, None)
    assert np.allclose(better[0], TILE, atol=0.05)
