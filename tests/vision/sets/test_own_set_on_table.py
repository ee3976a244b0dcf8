"""A table whose set has one strange face, looked at as a watch looks at it."""

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.rules import load_ruleset
from engine.table.tile_set import face_counts
from engine.tiles import PLAIN
from models.evaluate.strange_manners import INKS, MANNERS
from models.train.draw.page import Page
from vision.camera.markers import SQUARE_MM
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.own_set.own_set import OwnSet
from vision.pipeline.looker import Looker
from vision.simulate.drawing.art import picture_name
from vision.simulate.drawing.lens import calibration_of, lens_of
from vision.simulate.drawing.painter import Painter
from vision.simulate.drawing.sensor import Sensor
from vision.simulate.filming.director import film_of
from vision.simulate.observations import observations_of
from vision.simulate.playing.play import play_game
from vision.simulate.settings import preset
from vision.tile_art import ink_picture

RULES = load_ruleset("riichi")
SEED, LATE = 3, 0.97
LOOKS = 5


@pytest.fixture(scope="module")
def peacocks(tmp_path_factory):
    """Pictures of a table at rest late in a deal, whose one of bamboos is a peacock; the camera, and where
    those tiles lie."""
    folder = tmp_path_factory.mktemp("art")
    for face in PLAIN:
        cv2.imwrite(str(folder / f"{picture_name(face)}.png"), ink_picture(face, 240, 320))
    page = Page()
    MANNERS["bird"][0](page, 1, random.Random(1), INKS[0])
    cv2.imwrite(str(folder / "s1.png"), np.dstack([page.ink, page.cover]))
    settings = replace(preset("club"), art=folder)
    film, _ = film_of(RULES, play_game(RULES, SEED, 1), settings, SEED, 0)
    at_s = film.ends_s * LATE
    while film.arms_at(at_s):
        at_s += 0.1
    scene, lens, sensor = film.scene_at(at_s), lens_of(settings.view), Sensor(settings, SEED)
    still = Painter(settings, SEED).still(scene)
    shots = [sensor.taken(still, number, 0.5 * number) for number in range(LOOKS + 2)]
    place = tuple(float(value) for value in lens.place_mm)
    lying = observations_of(scene, place, settings.tile_mm[2])[0]
    birds = [np.mean(one.corners_mm, axis=0) for one in lying if one.faces and one.faces[0][0] == "1s"]
    assert len(birds) == 4
    return calibration_of(lens, settings.view.size), shots, birds


@pytest.fixture(scope="module")
def detector():
    return Detector.load(LIVE_MODELS, threads=1)


def read_of(look, spots):
    """What the reading tells of the tiles at `spots`: face and chance, None where there is none."""
    seats = look.reading.seats
    rows = [*(seat.river for seat in seats), *(meld.tiles for seat in seats for meld in seat.melds)]
    rows += [*(seat.flowers for seat in seats), look.reading.loose]
    tiles = [(np.mean(tile.corners_mm, axis=0), tile) for row in rows for tile in row if tile.corners_mm]
    found = []
    for spot in spots:
        near = [tile for middle, tile in tiles if np.hypot(*(middle - spot)) < 12]
        found.append((near[0].tile, near[0].confidence) if near else None)
    return found


def looked(looker, shots):
    look = None
    for number, shot in enumerate(shots):
        look = looker.look(shot, 0.5 * number, number)
    return look


def test_a_strange_face_is_a_tile_of_unknown_face_until_a_person_names_one_of_them(detector, peacocks):
    calibration, shots, birds = peacocks
    alone = looked(Looker(detector, calibration, SQUARE_MM, RULES.stacks), shots[:LOOKS])
    assert "1s" not in [found and found[0] for found in read_of(alone, birds)], (
        "by itself the reader is wrong"
    )
    own = OwnSet(detector.reader, detector.settings, face_counts(RULES))
    looker = Looker(detector, calibration, SQUARE_MM, RULES.stacks, own)
    found = read_of(looked(looker, shots[:LOOKS]), birds)
    assert None not in found
    assert {face for face, _ in found} <= {None, "1s"}
    assert own.pin((float(birds[0][0]), float(birds[0][1])), 12.0, "1s")
    later = [looker.look(shot, 0.5 * (LOOKS + n), LOOKS + n) for n, shot in enumerate(shots[LOOKS:])]
    named = read_of(later[-1], birds)
    assert [face for face, _ in named] == ["1s"] * 4
    assert min(chance for _, chance in named) > 0.9
