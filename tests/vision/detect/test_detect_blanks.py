"""A blank white dragon is told from a back by the colours of its set, and by how many there are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detect.blanks import OF_A_SET, WHITE, Blanks, settled
from vision.detect.colours import Palette
from vision.detect.corners import corners_of
from vision.detect.judge import judge_table
from vision.detect.locate import Found
from vision.detect.networks import MODELS, Settings, read_settings
from vision.detect.read import Read

Bgr = tuple[int, int, int]
GREEN, ORANGE, PURPLE, PALE = (48, 120, 52), (38, 118, 208), (120, 50, 110), (226, 236, 238)
VIOLET = (180, 140, 190)
"""As light as a body, but not of its colour."""


@pytest.fixture(scope="module")
def settings() -> Settings:
    return read_settings(MODELS)


def shown(settings: Settings, x: float, colour: Bgr, chances: dict[str, float], sign: str = "") -> Read:
    """A tile of one colour, with a `sign` on it or none, read with these chances."""
    row = np.zeros(len(settings.labels), np.float32)
    for label, chance in chances.items():
        row[settings.labels.index(label)] = chance
    crop = np.full((64, 48, 3), colour, np.uint8)
    if sign:
        cv2.putText(crop, sign, (10, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 30, 30), 3)
    place = Found("face", 0.9, 0.9, x, 50, 20, 27, 0.0, True)
    return Read(place, row, np.zeros(128, np.float32), crop, corners_of(place))


def faces(settings: Settings, count: int = 5) -> list[Read]:
    return [shown(settings, 30.0 * n, PALE, {f"{n + 1}m": 0.99}, "8") for n in range(count)]


def backs(settings: Settings, count: int, colour: Bgr, white: float = 0.01) -> list[Read]:
    chances = {"back": 0.99 - white, WHITE: white}
    return [shown(settings, 400 + 30.0 * n, colour, chances) for n in range(count)]


def kinds(reads: list[Read], settings: Settings, known: Palette = Palette()) -> list[str]:  # noqa: B008
    """What each of `reads` is told as, in their order."""
    tiles, _ = judge_table(reads, settings, known)
    return ["white" if tile.faces and tile.faces[0][0] == WHITE else tile.kind for tile in tiles]


@pytest.mark.parametrize("back", [GREEN, ORANGE, VIOLET], ids=["green", "orange", "violet"])
@pytest.mark.parametrize("white", [0.01, 0.5, 0.99])
def test_a_pale_tile_without_a_drawing_is_the_white_dragon_whatever_it_was_read_as(settings, back, white):
    last = shown(settings, 900, PALE, {WHITE: white, "back": 0.99 - white})
    assert kinds([*faces(settings), *backs(settings, 16, back), last], settings)[-1] == "white"


@pytest.mark.parametrize("back", [GREEN, ORANGE, PURPLE, VIOLET], ids=["green", "orange", "purple", "violet"])
def test_backs_taken_for_blank_dragons_are_backs(settings, back):
    read = [*faces(settings), *backs(settings, 16, back), *backs(settings, 6, back, white=0.98)]
    assert kinds(read, settings)[-6:] == ["back"] * 6


def test_a_whole_wall_taken_for_blank_dragons_is_a_wall(settings):
    assert kinds([*faces(settings), *backs(settings, 40, VIOLET, white=0.99)], settings)[5:] == ["back"] * 40


def test_a_wall_without_any_face_beside_it_is_no_row_of_dragons(settings):
    assert kinds(backs(settings, 40, VIOLET, white=0.99), settings) == ["back"] * 40


def test_a_tile_with_the_colour_of_backs_as_pale_as_the_faces_lies_face_down(settings):
    read = [*faces(settings), *backs(settings, 16, PALE), *backs(settings, 1, PALE, white=0.4)]
    assert kinds(read, settings)[-1] == "back"


def test_what_backs_look_like_is_remembered_when_few_are_left(settings):
    late = [*faces(settings), *backs(settings, 2, GREEN), shown(settings, 900, GREEN, {WHITE: 0.99})]
    assert kinds(late, settings)[-1] == "white", "what the reader is sure of stays, with nothing to compare"
    known = judge_table([*faces(settings), *backs(settings, 16, GREEN)], settings, Palette())[1]
    assert kinds(late, settings, known)[-1] == "back"


def test_what_bodies_look_like_is_remembered_when_the_faces_are_swept(settings):
    known = judge_table([*faces(settings), *backs(settings, 16, PURPLE)], settings, Palette())[1]
    assert set(kinds(backs(settings, 10, PURPLE, white=0.9), settings, known)) == {"back"}


def test_a_framed_dragon_stays_one_though_its_body_has_the_colour_of_the_backs(settings):
    framed = shown(settings, 900, VIOLET, {WHITE: 0.95, "back": 0.04}, "D")
    assert kinds([*faces(settings), *backs(settings, 16, VIOLET), framed], settings)[-1] == "white"


def test_more_blank_tiles_than_a_set_has_dragons_stay_what_they_were_taken_for(settings):
    pale = [shown(settings, 900 + 30.0 * n, PALE, {WHITE: 0.1, "back": 0.89}) for n in range(OF_A_SET + 2)]
    read = [*faces(settings), *backs(settings, 16, GREEN), *pale]
    assert set(kinds(read, settings)[-len(pale) :]) == {"back"}


def test_on_a_photo_without_backs_the_reader_is_believed(settings):
    read = [*faces(settings), shown(settings, 900, PALE, {WHITE: 0.99})]
    assert settled(read, settings)[-1, settings.labels.index(WHITE)] > 0.98


def test_too_few_tiles_teach_no_colour(settings):
    palette = Blanks([*faces(settings, 3), *backs(settings, 5, GREEN)], settings).palette()
    assert palette.body is None
    assert palette.back is None
