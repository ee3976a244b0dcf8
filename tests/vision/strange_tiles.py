"""Tiles whose looks a test makes up, and a set that learns from them."""

import numpy as np

from engine.rules import load_ruleset
from engine.table.tile_set import face_counts
from engine.tiles import ALL_FACES
from vision.detect.colours import Palette
from vision.detect.corners import corners_of
from vision.detect.detector import best_face
from vision.detect.judge import judge_table
from vision.detect.locate import Found
from vision.detect.networks import MODELS, read_settings
from vision.detect.read import Read
from vision.own_set.own_set import OwnSet

SETTINGS = read_settings(MODELS)
RIICHI = face_counts(load_ruleset("riichi"))
OWN_FACES = [face for face in ALL_FACES if face in RIICHI]


class Reader:
    """Embeds a crop by what is written into its first pixel: each number is a look of its own."""

    fingerprint = "a test"

    def run(self, crops):
        rng = np.random.default_rng(1)
        looks = rng.normal(0, 1, (256, 128)).astype(np.float32)
        return [None, None, looks[crops[:, 32, 24, 0]]]


def crop(look):
    return np.full((64, 48, 3), look, np.uint8)


def shown(look, said, at=0):
    """A tile that looks like number `look`, and what the reader says of it: {face: chance}."""
    chances = np.zeros(len(SETTINGS.labels), np.float32)
    for face, chance in said.items():
        chances[SETTINGS.labels.index(face)] = chance
    place = Found("face", 0.9, 0.9, 40.0 * at + 24, 32.0, 40.0, 56.0, 0.0, True)
    return Read(place, chances, np.zeros(128, np.float32), crop(look), corners_of(place))


def own_set():
    return OwnSet(Reader(), SETTINGS, RIICHI)


def look(own, tiles, rows=()):
    """What one look shows: tiles are (look, what the reader says); rows of their numbers lie together."""
    reads = [shown(which, said, at) for at, (which, said) in enumerate(tiles)]
    places = [(40.0 * at, 0.0) for at in range(len(reads))]
    told = own.read(reads, places)
    own.lie_together([[places[number] for number in row] for row in rows])
    return [best_face(tile, 0.0)[0] for tile in judge_table(told, SETTINGS, Palette())[0]]


def all_but(*left_out):
    """One tile of each face, well read and each of its own look, without some."""
    return [(number, {face: 0.999}) for number, face in enumerate(OWN_FACES) if face not in left_out]
