"""A set that teaches itself: tiles that a person names, and more tiles alike than a face has."""

from dataclasses import replace

import numpy as np
import pytest
from strange_tiles import RIICHI, SETTINGS, Reader, crop, look, own_set

from models.fit_own_set import can_be_sure
from vision.own_set.own_set import OwnSet
from vision.own_set.weights import FITTED


def test_where_a_person_says_what_lies_all_that_look_like_it_are_told_so():
    own = own_set()
    tiles = [(7, {"1p": 0.999}), (8, {"1p": 0.999}), (7, {"1p": 0.998})]
    for _ in range(3):
        look(own, tiles)
    assert own.pin((2.0, 0.0), 8.0, "4z")
    assert look(own, tiles) == ["4z", "1p", "4z"]
    assert own.has_changed
    assert not own.pin((500.0, 0.0), 8.0, "4z")


@pytest.mark.parametrize("as_what", ["none", "die6"])
def test_what_reads_as_nothing_is_the_named_tile_that_it_looks_like(as_what):
    own = own_set()
    tiles = [(7, {"5z": 0.9}), (7, {as_what: 0.9}), (8, {as_what: 0.9})]
    for _ in range(3):
        look(own, tiles)
    assert own.pin((0.0, 0.0), 8.0, "6p")
    assert look(own, tiles)[:2] == ["6p", "6p"]
    assert len(own.groups.all) == 1


def test_what_reads_as_a_back_is_no_named_tile_however_alike():
    """A blank white dragon and a pale back look alike."""
    own = own_set()
    tiles = [(7, {"5z": 0.9}), (7, {"back": 0.9})]
    look(own, tiles)
    assert own.pin((0.0, 0.0), 8.0, "5z")
    assert look(own, tiles).count("5z") == 1


class OneLookForTwo(Reader):
    """Takes looks 200 and 201, which are two faces, for nearly the same."""

    def run(self, crops):
        embeddings = super().run(crops)[2]
        number = crops[:, 32, 24, 0]
        alike = Reader().run(crop(200)[None])[2][0] + 0.3 * embeddings
        return [None, None, np.where((number == 201)[:, None], alike, embeddings)]


def test_two_faces_that_look_alike_to_the_reader_are_parted_by_a_person_who_names_both():
    own = OwnSet(OneLookForTwo(), SETTINGS, RIICHI)
    tiles = [(200, {"7p": 0.9}), (201, {"7p": 0.9}), (200, {"7p": 0.9}), (201, {"7p": 0.9})]
    for _ in range(3):
        look(own, tiles)
    assert own.pin((0.0, 0.0), 8.0, "5z")
    assert look(own, tiles) == ["5z"] * 4
    assert own.pin((40.0, 0.0), 8.0, "1s")
    assert look(own, tiles) == ["5z", "1s", "5z", "1s"]
    assert look(own, [*tiles, (201, {"7p": 0.9}), (200, {"7p": 0.9})])[-2:] == ["1s", "5z"]


def test_the_last_word_on_one_tile_holds_for_all_that_look_like_it():
    own = own_set()
    tiles = [(200, {"7p": 0.9})] * 3
    for _ in range(3):
        look(own, tiles)
    assert own.pin((40.0, 0.0), 8.0, "5z")
    assert own.pin((41.0, 0.0), 8.0, "1s")
    assert look(own, tiles) == ["1s"] * 3


def test_a_tile_named_where_another_was_named_in_the_deal_before_is_another_tile():
    own = OwnSet(OneLookForTwo(), SETTINGS, RIICHI)
    tiles = [(200, {"7p": 0.9}), (201, {"7p": 0.9})] * 2
    others = [(number, {"2m": 0.9}) for number in range(40)]
    look(own, [*tiles, *others])
    assert own.pin((0.0, 0.0), 8.0, "5z")
    look(own, [*tiles, *others])
    look(own, [])
    assert own.is_swept
    look(own, tiles[::-1])
    assert own.pin((0.0, 0.0), 8.0, "1s")
    assert look(own, tiles[::-1]) == ["1s", "5z", "1s", "5z"]


def test_a_face_named_in_a_game_before_is_put_right_for_all_that_look_like_it():
    before, later, tiles = own_set(), own_set(), [(200, {"7p": 0.9})] * 3
    look(before, tiles)
    assert before.pin((0.0, 0.0), 8.0, "5z")
    look(before, tiles)
    (known,) = before.known()
    known[1].told = None  # it comes from a file
    later.begin_with([known])
    assert look(later, tiles) == ["5z"] * 3
    assert later.pin((40.0, 0.0), 8.0, "1s")
    assert look(later, tiles) == ["1s"] * 3


def test_more_tiles_than_one_face_has_are_two_faces():
    own = OwnSet(OneLookForTwo(), SETTINGS, RIICHI)
    tiles = [(number, {"7p": 0.9}) for number in (200, 201, 200, 201, 200, 201)]
    for _ in range(3):
        look(own, tiles)
    assert own.pin((40.0, 0.0), 8.0, "1s")
    told = look(own, tiles)
    assert told[1::2] == ["1s"] * 3
    assert "1s" not in told[::2]


def test_five_tiles_that_are_surely_read_alike_stay_together():
    own = own_set()
    tiles = [(200, {"7p": 0.999})] * 5
    for _ in range(3):
        assert look(own, tiles) == ["7p"] * 5
    assert len(own.groups.all) == 1


def test_the_fitted_weights_let_a_named_face_be_sure():
    assert can_be_sure(FITTED)
    assert not can_be_sure(replace(FITTED, none=3.0))
    assert not can_be_sure(replace(FITTED, sure=0.99))
    own, tiles = own_set(), [(200, {"7p": 0.9})] * 3
    look(own, tiles)
    assert own.pin((0.0, 0.0), 8.0, "5z")
    look(own, tiles)
    assert [face for face, _ in own.known()] == ["5z"]
