"""Only what has changed on a table is searched and read again, and the answer is the same."""

import cv2
import numpy as np
import pytest

from vision.detect import locate
from vision.detect.detector import Detector
from vision.detect.locate import Found
from vision.detect.memory import TableMemory, are_apart, grown, inside
from vision.observation import TableImage, TileObservation
from vision.tile_art import face_picture

TILE_MM = (26.0, 35.0)
SIDE = 900
WHOLE = ((0, 0, SIDE, SIDE),)


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector.load()


def table(*tiles: tuple[str, int, float], light: float = 1.0, seed: int = 1) -> TableImage:
    """Tiles (face, column, row of a grid of 14) on a felt, with the noise of another look for each seed."""
    picture = np.empty((SIDE, SIDE, 3), np.float32)
    picture[:] = (70, 110, 40)
    for face, column, row in tiles:
        tile = cv2.resize(face_picture(face, 78, 105), (39, 52), interpolation=cv2.INTER_AREA)
        share = tile[..., 3:].astype(np.float32) / 255
        x, y = 40 + column * 60, round(40 + row * 60)
        under = picture[y : y + 52, x : x + 39]
        under[:] = tile[..., :3] * share + under * (1 - share)
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return TableImage(np.clip(picture * light + noise, 0, 255).astype(np.uint8), 1.5)


ROW = tuple((face, column, 2) for column, face in enumerate(("1m", "5p", "7s", "1z", "6z", "9m")))


def faces(tiles: tuple[TileObservation, ...]) -> list[str]:
    lying = sorted((tile for tile in tiles if tile.faces), key=lambda tile: tile.corners_mm[0])
    return [tile.faces[0][0] for tile in lying]


def test_the_first_look_is_at_the_whole_table():
    assert TableMemory().look(table(*ROW), TILE_MM).windows == WHOLE


def test_a_still_table_is_not_searched_again():
    memory = TableMemory()
    memory.look(table(*ROW), TILE_MM)
    assert memory.look(table(*ROW, seed=2), TILE_MM).windows == ()


def test_a_new_tile_opens_one_window_round_it():
    memory = TableMemory()
    memory.look(table(*ROW), TILE_MM)
    look = memory.look(table(*ROW, ("3s", 9, 9), seed=2), TILE_MM)
    assert len(look.windows) == 1
    left, top, right, bottom = look.windows[0]
    assert max(left, top) < 580
    assert (right > 619, bottom > 632) == (True, True)
    assert (right - left) * (bottom - top) < 0.12 * SIDE * SIDE


@pytest.mark.parametrize("light", [0.85, 1.2], ids=["darker", "brighter"])
def test_after_the_lamp_is_switched_the_whole_table_is_looked_at(light: float):
    memory = TableMemory()
    memory.look(table(*ROW), TILE_MM)
    assert memory.look(table(*ROW, light=light), TILE_MM).windows == WHOLE


@pytest.mark.parametrize("change", ["forgotten", "other tiles"])
def test_after_a_calibration_the_whole_table_is_looked_at(change: str):
    memory = TableMemory()
    memory.look(table(*ROW), TILE_MM)
    if change == "forgotten":
        memory.forget()
    assert memory.look(table(*ROW), TILE_MM if change == "forgotten" else (20.0, 27.0)).windows == WHOLE


def test_with_a_memory_the_same_tiles_are_told_as_without(detector: Detector):
    memory = TableMemory()
    steps = [
        table(*ROW),
        table(*ROW, seed=2),
        table(*ROW, ("3s", 9, 9), seed=3),
        table(*ROW[1:], ("3s", 9, 9), ("2p", 8, 6), seed=4),
        table(*ROW[1:], ("2p", 8, 6), seed=5),
    ]
    for step in steps:
        told = detector.detect_table(step, TILE_MM, memory)[0]
        assert faces(told) == faces(detector.detect_table(step, TILE_MM)[0])
    assert faces(told) == ["5p", "7s", "1z", "6z", "9m", "2p"]


def test_what_lies_outside_the_windows_is_kept_as_it_was_read(detector: Detector):
    memory = TableMemory()
    detector.detect_table(table(*ROW), TILE_MM, memory)
    look = memory.look(table(*ROW, ("3s", 9, 9), seed=2), TILE_MM)
    assert len(look.kept) == len(ROW)
    assert not any(inside(one.found, look.windows[0]) for one in look.kept)


def test_one_whole_look_after_the_other_is_searched_at_another_scale():
    memory, zooms = TableMemory(), []
    for number in range(4):
        for seed in (1, 2):
            memory.look(table(*ROW, seed=10 * number + seed), TILE_MM)
            zooms.append(memory.zoom)
        memory.forget()
    assert zooms == [1.0, 1.0, 1.015, 1.015] * 2


def test_a_table_is_searched_at_the_scale_of_its_look(detector: Detector, monkeypatch):
    scales: list[float] = []
    located = locate.locate

    def watched(network, settings, picture, scale, **options):
        scales.append(scale)
        return located(network, settings, picture, scale, **options)

    monkeypatch.setattr("vision.detect.detector.locate", watched)
    memory = TableMemory()
    for seed in (1, 2):
        tiles, _ = detector.detect_table(table(*ROW, seed=seed), TILE_MM, memory)
        assert faces(tiles) == [face for face, _, _ in ROW]
        memory.forget()
    assert scales[1] == pytest.approx(1.015 * scales[0])


@pytest.mark.parametrize("row", [3.7 + 0.03 * step for step in range(9)])
def test_a_tile_on_the_edge_of_what_changed_is_neither_lost_nor_doubled(detector: Detector, row: float):
    memory, new = TableMemory(), ("3s", 9, row)
    detector.detect_table(table(*ROW), TILE_MM, memory)
    for seed in range(2, 5):
        told = detector.detect_table(table(*ROW, new, seed=seed), TILE_MM, memory)[0]
        assert faces(told) == [*(face for face, _, _ in ROW), "3s"]
    moved = detector.detect_table(table(*ROW, ("3s", 4, row), seed=6), TILE_MM, memory)[0]
    assert sorted(faces(moved)) == sorted([*(face for face, _, _ in ROW), "3s"])


def test_what_lies_where_a_kept_tile_lies_is_that_tile():
    at = [Found("face", 0.9, 0.9, x, 100.0, 39.0, 52.0, 0.0, True) for x in (100.0, 110.0, 150.0)]
    assert not are_apart(at[1], [at[0]], 19.5)
    assert are_apart(at[2], at[:2], 19.5)
    assert grown((10, 20, 30, 40), 5) == (5, 15, 35, 45)
