"""The size of what reads clearly, and the colour of the backs, tell which doubtful finds are tiles."""

import numpy as np
import pytest

from engine.tiles import ALL_FACES
from vision.detect.colours import middles
from vision.detect.company import sized_like_clear, without_strange_backs
from vision.detect.corners import corners_of
from vision.detect.locate import Found
from vision.detect.networks import MODELS, Settings, read_settings
from vision.detect.read import Read
from vision.observation import TileInPicture


@pytest.fixture(scope="module")
def settings() -> Settings:
    return read_settings(MODELS)


def seen(
    settings: Settings, place: int, across: float, chance: float, weight: float, kind: str = "face"
) -> Read:
    chances = np.full(len(settings.labels), (1 - chance) / (len(settings.labels) - 1), np.float32)
    chances[settings.labels.index(ALL_FACES[place])] = chance
    one = Found(kind, 0.8, weight, 80.0 * place, 50, across, across * 1.35, 0.0, True)
    return Read(one, chances, np.zeros(128, np.float32), np.zeros((64, 48, 3), np.uint8), corners_of(one))


def weights(reads: list[Read], settings: Settings) -> list[float]:
    return [one.found.weight for one in sized_like_clear(reads, settings)]


def test_what_is_as_large_as_the_clear_ones_counts_as_it_was_found(settings):
    clear = [seen(settings, place, 50 + place, 0.99, 0.28) for place in range(3)]
    rest = [
        seen(settings, 4, 52, 0.6, 0.28),
        seen(settings, 5, 20, 0.6, 0.5),
        seen(settings, 6, 50, 0.9, 0.9),
    ]
    assert weights(clear + rest, settings) == [0.8, 0.8, 0.8, 0.8, 0.5, 0.9]


def test_a_die_is_of_another_size_and_keeps_its_weight(settings):
    clear = [seen(settings, place, 50, 0.99, 0.28) for place in range(3)]
    assert weights([*clear, seen(settings, 4, 50, 0.2, 0.3, "die")], settings)[-1] == 0.3


def test_dots_that_all_read_as_the_one_of_dots_tell_nothing_of_tiles(settings):
    dots = [seen(settings, 9, 20, 0.99, 0.3) for _ in range(5)]
    assert weights([*dots, seen(settings, 4, 21, 0.6, 0.28)], settings) == [0.3] * 5 + [0.28]


def test_two_clear_ones_tell_nothing_yet(settings):
    pair = [seen(settings, place, 50, 0.99, 0.28) for place in range(2)]
    assert weights([*pair, seen(settings, 4, 52, 0.6, 0.28)], settings) == [0.28] * 3
    assert sized_like_clear([], settings) == []


GREEN, DARK_GREEN, BROWN = (60, 140, 60), (40, 95, 40), (35, 75, 130)


def backs(*told: tuple[tuple[int, int, int], float]) -> tuple[list[TileInPicture], list[Read]]:
    """Tiles face down of the colours and scores told, as judged and as read."""
    reads, judged = [], []
    for place, (colour, score) in enumerate(told):
        one = Found("back", 0.8, score**2, 80.0 * place, 50, 40, 54, 0.0, True)
        crop = np.broadcast_to(np.array(colour, np.uint8), (64, 48, 3))
        nothing = np.zeros(128, np.float32)
        reads.append(Read(one, np.zeros(54, np.float32), nothing, crop, corners_of(one)))
        judged.append(TileInPicture("back", score, corners_of(one)))
    return judged, reads


BACK = middles([np.full((64, 48, 3), GREEN, np.uint8)])[0]


def test_a_doubtful_back_of_a_colour_the_tables_backs_never_have_is_none():
    """The middle of a cup of coffee."""
    judged, reads = backs(*[(GREEN, 0.85)] * 8, (BROWN, 0.7))
    assert without_strange_backs(judged, reads, BACK) == [*judged[:8], None]


def test_shade_does_not_make_a_back_strange_and_what_is_surely_found_may_have_any_colour():
    judged, reads = backs(*[(GREEN, 0.85)] * 8, (DARK_GREEN, 0.7), (BROWN, 0.8))
    assert without_strange_backs(judged, reads, BACK) == judged


def test_without_a_doubtful_back_nothing_is_strange():
    judged, reads = backs((BROWN, 0.9))
    assert without_strange_backs(judged, reads, BACK) == judged
    assert without_strange_backs([], [], BACK) == []
