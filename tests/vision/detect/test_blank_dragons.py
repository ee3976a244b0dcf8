"""A blank white dragon is told from a back by the colour of the set it belongs to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.by_eye.blank_dragons import BlankDragons
from vision.observation import Picture, TableImage, TileObservation

GREEN, ORANGE, PALE, FELT = (48, 120, 52), (38, 118, 208), (226, 236, 238), (112, 66, 38)
PX_PER_MM = 1.0


def tile(x: float, y: float, kind: str = "back") -> TileObservation:
    corners = ((x - 13, y + 17), (x + 13, y + 17), (x + 13, y - 17), (x - 13, y - 17))
    return TileObservation(
        "face" if kind == "face" else "back", 0.6, corners, (("1m", 0.9),) if kind == "face" else ()
    )


def painted(tiles: list[tuple[TileObservation, tuple[int, int, int]]]) -> TableImage:
    picture: Picture = np.full((900, 900, 3), FELT, np.uint8)
    for one, colour in tiles:
        (left, top), _, (right, bottom), _ = one.corners_mm
        picture[int(450 - top) : int(450 - bottom), int(450 + left) : int(450 + right)] = colour
    return TableImage(picture, PX_PER_MM, 0.0, 0)


def table(back: tuple[int, int, int], blank: tuple[int, int, int], backs: int = 16):
    """A wall of `backs`, five faces, and one tile without marks."""
    laid = [(tile(-300 + 30 * place, 300), back) for place in range(backs)]
    laid += [(tile(-300 + 30 * place, 0, "face"), PALE) for place in range(5)]
    laid.append((tile(200, 0), blank))
    return painted(laid), [one for one, _ in laid]


@pytest.mark.parametrize("back", [GREEN, ORANGE], ids=["green", "orange"])
def test_a_pale_tile_without_marks_is_the_white_dragon(back: tuple[int, int, int]) -> None:
    picture, tiles = table(back, PALE)
    *rest, last = BlankDragons().with_blanks(picture, tiles)
    assert (last.kind, last.faces[0][0]) == ("face", "5z")
    assert rest == tiles[:-1]


@pytest.mark.parametrize("back", [GREEN, PALE], ids=["green", "as pale as the faces"])
def test_a_tile_with_the_colour_of_the_backs_lies_face_down(back: tuple[int, int, int]) -> None:
    picture, tiles = table(back, back)
    assert BlankDragons().with_blanks(picture, tiles) == tuple(tiles)


def test_what_backs_look_like_is_remembered_when_few_are_left() -> None:
    dragons = BlankDragons()
    late = table(GREEN, PALE, backs=2)
    assert BlankDragons().with_blanks(*late)[-1].kind == "back", "two may be anything"
    dragons.with_blanks(*table(GREEN, GREEN))
    assert dragons.with_blanks(*late)[-1].kind == "face"


def test_a_table_without_backs_is_left_as_it_is() -> None:
    picture, tiles = table(GREEN, PALE)
    faces = [replace(one, kind="face") for one in tiles]
    assert BlankDragons().with_blanks(picture, faces) == tuple(faces)


PURPLE = (120, 50, 110)


def dragon(x: float, y: float) -> TileObservation:
    return replace(tile(x, y, "face"), faces=(("5z", 0.7), ("1z", 0.1)))


@pytest.mark.parametrize("back", [GREEN, ORANGE, PURPLE], ids=["green", "orange", "purple"])
def test_backs_taken_for_blank_dragons_are_backs(back: tuple[int, int, int]) -> None:
    laid = [(tile(-300 + 30 * place, 300), back) for place in range(16)]
    laid += [(tile(-300 + 30 * place, 0, "face"), PALE) for place in range(5)]
    laid += [(dragon(-300 + 30 * place, -200), back) for place in range(6)]
    told = BlankDragons().with_blanks(painted(laid), [one for one, _ in laid])
    assert [one.kind for one in told[-6:]] == ["back"] * 6
    assert all(not one.faces for one in told[-6:])


def test_what_bodies_look_like_is_remembered_when_the_faces_are_swept() -> None:
    dragons = BlankDragons()
    dragons.with_blanks(*table(PURPLE, PURPLE))
    laid = [(dragon(-300 + 30 * place, 300), PURPLE) for place in range(10)]
    told = dragons.with_blanks(painted(laid), [one for one, _ in laid])
    assert {one.kind for one in told} == {"back"}


def test_a_dragon_of_the_bodies_colour_and_a_framed_one_stay_dragons() -> None:
    picture, tiles = table(GREEN, PALE)
    tiles[-1] = dragon(200, 0)
    assert BlankDragons().with_blanks(picture, tiles)[-1].faces[0][0] == "5z"
    picture.picture[436:464, 648:660] = GREEN
    assert BlankDragons().with_blanks(picture, tiles)[-1].faces[0][0] == "5z", "what has a mark is no back"


def test_more_blank_tiles_than_a_set_has_dragons_stay_what_they_were_taken_for() -> None:
    laid = [(tile(-300 + 30 * place, 300), GREEN) for place in range(16)]
    laid += [(tile(-300 + 30 * place, 0, "face"), PALE) for place in range(5)]
    laid += [(tile(-300 + 30 * place, -200), PALE) for place in range(6)]
    tiles = [one for one, _ in laid]
    assert BlankDragons().with_blanks(painted(laid), tiles) == tuple(tiles)
