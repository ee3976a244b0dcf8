"""The set on a table teaches itself: alike is the same face, and no face is two looks."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strange_tiles import OWN_FACES, SETTINGS, all_but, look, own_set, shown

from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading
from vision.detect.colours import Palette
from vision.detect.detector import best_face
from vision.detect.judge import judge_table
from vision.own_set.assigning import one_each
from vision.own_set.by_rule import laid_together
from vision.own_set.kept import KeptSets
from vision.own_set.named import named_tiles


def test_a_set_read_well_is_left_to_the_reader():
    own = own_set()
    tiles = all_but()
    reads = [shown(which, said, at) for at, (which, said) in enumerate(tiles)]
    places = [(40.0 * at, 0.0) for at in range(len(reads))]
    for _ in range(3):
        assert own.read([replace(one) for one in reads], places)[0].teller == "reader"
    assert all(one.teller == "reader" for one in own.read(reads, places))


def test_only_what_is_told_otherwise_than_before_is_a_change():
    own = own_set()
    for number in range(1, 20):
        look(own, all_but("5z")[:number])
        assert not own.has_changed
    look(own, [*all_but("5z"), (200, {"7p": 0.9, "5z": 0.05})])
    look(own, [*all_but("5z"), (200, {"7p": 0.9, "5z": 0.05})])
    assert own.has_changed
    look(own, [*all_but("5z"), (200, {"7p": 0.9, "5z": 0.05})])
    assert not own.has_changed


def test_a_strange_dragon_taken_for_a_face_that_is_there_is_the_only_face_left():
    own = own_set()
    tiles = [*all_but("5z"), (200, {"7p": 0.9, "5z": 0.05})]
    for _ in range(3):
        told = look(own, tiles)
    assert told[-1] == "5z"
    assert told[OWN_FACES.index("7p")] == "7p"


def test_a_face_of_which_nothing_is_known_but_that_it_is_another_is_unknown_not_wrong():
    own = own_set()
    tiles = [*all_but("5z", "1s", "4z", "9m", "2p"), (200, {"7p": 0.9}), (201, {"7p": 0.9985})]
    for _ in range(3):
        reads = [shown(which, said, at) for at, (which, said) in enumerate(tiles)]
        told = own.read(reads, [(40.0 * at, 0.0) for at in range(len(reads))])
    assert best_face(judge_table(told[-2:-1], SETTINGS, Palette())[0][0], 0.35)[0] == "?"


def test_a_tile_misread_once_is_what_looks_like_it():
    own = own_set()
    look(own, [(1, {"3m": 0.99}), (1, {"3m": 0.99})])
    look(own, [(1, {"3m": 0.99}), (1, {"3m": 0.99})])
    assert look(own, [(1, {"3m": 0.99}), (1, {"2m": 0.6, "3m": 0.3})])[1] == "3m"


def test_a_strange_tile_that_the_judge_would_leave_out_is_found():
    spread = {"5f": 0.14, "6f": 0.13, "7f": 0.12, "8f": 0.11, "1p": 0.05}
    alone = judge_table([shown(200, spread)], SETTINGS, Palette())[0]
    own = own_set()
    for _ in range(3):
        told = look(own, [*all_but("5z"), (200, spread)])
    assert alone == ()
    assert told[-1] == "5z"


def test_three_unlike_tiles_of_a_set_are_a_run():
    own = own_set()
    strange = (2, {"5p": 0.5, "8s": 0.01, "5s": 0.01})
    tiles = [(0, {"6s": 0.999}), (1, {"7s": 0.999}), strange, (3, {"5s": 0.999})]
    for _ in range(6):
        told = look(own, tiles, [(0, 1, 2)])
    assert told[2] == "8s"


def test_a_hand_that_is_shown_whole_is_finished():
    own = own_set()
    hand = [("1m", 3), ("4p", 3), ("7s", 3), ("2z", 3)]
    tiles = [(n, {face: 0.999}) for n, (face, count) in enumerate(hand) for _ in range(count)]
    tiles += [(9, {"9p": 0.4, "6z": 0.3}), (10, {"6z": 0.999})]
    for _ in range(6):
        told = look(own, tiles, [tuple(range(14))])
    assert told[12] == "6z"


def test_red_fives_stay_as_red_as_they_are_read():
    own = own_set()
    tiles = [(1, {"0p": 0.55, "5p": 0.4}), (2, {"5p": 0.55, "0p": 0.4}), (3, {"5p": 0.999})]
    for _ in range(3):
        reads = [shown(which, said, at) for at, (which, said) in enumerate(tiles)]
        told = own.read(reads, [(40.0 * at, 0.0) for at in range(3)])
    red, plain = (SETTINGS.labels.index(face) for face in ("0p", "5p"))
    assert told[0].chances[red] > told[0].chances[plain]
    assert told[1].chances[plain] > told[1].chances[red]


def test_what_a_deal_taught_is_known_in_the_next_game(tmp_path):
    tiles = [*all_but("5z"), (200, {"7p": 0.9, "5z": 0.05})]
    before = KeptSets(tmp_path, own_set())
    for _ in range(3):
        look(before.own, tiles)
        before.look()
    assert not list(tmp_path.iterdir())
    look(before.own, [])
    before.look()
    assert [path.name for path in tmp_path.iterdir()] == ["played 1.set.npz"]
    later = KeptSets(tmp_path, own_set())
    some = [*all_but("5z")[:12], (200, {"7p": 0.9, "5z": 0.05})]
    for _ in range(2):
        look(later.own, some)
        later.look()
    assert later.name == "played 1"
    assert look(later.own, some)[-1] == "5z"


def test_another_set_is_not_taken_for_one_played_before(tmp_path):
    before = KeptSets(tmp_path, own_set())
    for _ in range(3):
        look(before.own, all_but())
    look(before.own, [])
    before.look()
    other = KeptSets(tmp_path, own_set())
    for _ in range(3):
        look(other.own, [(100 + number, said) for number, said in all_but()[:20]])
        other.look()
    assert other.name is None


def test_a_disk_that_takes_nothing_stops_nothing(tmp_path):
    (tmp_path / "sets").write_text("no folder")
    kept = KeptSets(tmp_path / "sets", own_set())
    for tiles in (all_but(), all_but(), all_but(), []):
        look(kept.own, tiles)
        kept.look()
    assert "cannot be written" in kept.problem


def test_a_tile_that_a_person_names_is_kept_with_what_was_read(tmp_path):
    kept = KeptSets(tmp_path, own_set())
    look(kept.own, all_but()[:3])
    kept.pin((41.0, 0.0), 8.0, "5z")
    kept.pin((500.0, 0.0), 8.0, "5z")
    (one,) = named_tiles(tmp_path)
    assert (one.face, one.read_as) == ("5z", OWN_FACES[1])


def test_a_disk_that_takes_no_named_tile_stops_nothing(tmp_path):
    (tmp_path / "sets").write_text("no folder")
    kept = KeptSets(tmp_path / "sets", own_set())
    look(kept.own, all_but()[:3])
    kept.pin((40.0, 0.0), 8.0, "5z")
    assert "cannot be kept" in kept.problem
    assert look(kept.own, all_but()[:3])[1] == "5z"


def test_what_is_laid_out_face_up_by_three_and_a_hand_shown_lie_together():
    def tile(x):
        corners = ((x, 1.0), (x + 2, 1.0), (x + 2, -1.0), (x, -1.0))
        return Sighting("1m", 1.0, (), False, corners)

    meld = SeenMeld((tile(0), tile(10), tile(20)))
    hidden = SeenMeld(tuple(tile(x) for x in range(4)), (0, 3))
    seat = SeatReading(melds=(meld, hidden), revealed=tuple(tile(100 * n) for n in range(5)))
    reading = TableReading(seats=(seat, SeatReading(), SeatReading(), SeatReading()))
    rows = laid_together(reading)
    assert rows[0] == [(1.0, 0.0), (11.0, 0.0), (21.0, 0.0)]
    assert [len(row) for row in rows] == [3, 5]


def exactly(wanted, nothing):
    """The same by trying every assignment."""
    rows, columns = wanted.shape
    whole, by_pair = 0.0, np.zeros(wanted.shape)
    for picks in product(range(columns + 1), repeat=rows):
        taken = [pick for pick in picks if pick < columns]
        if len(set(taken)) == len(taken):
            worth = np.prod([nothing if p == columns else wanted[row, p] for row, p in enumerate(picks)])
            whole += worth
            for row, pick in enumerate(picks):
                if pick < columns:
                    by_pair[row, pick] += worth
    return by_pair / whole


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 10_000))
def test_chances_of_an_assignment_are_near_those_of_trying_every_one(rows, columns, seed):
    wanted = np.exp(np.random.default_rng(seed).uniform(-4, 0, (rows, columns)))
    assert one_each(wanted, 0.01) == pytest.approx(exactly(wanted, 0.01), abs=0.3)


def test_two_that_want_the_same_share_it_and_a_third_is_not_disturbed():
    wanted = np.array([[1.0, 1e-4, 1e-4], [1.0, 1e-4, 1e-4], [1e-4, 1.0, 1e-4]])
    likely = one_each(wanted, 1e-6)
    assert likely[:2, 0] == pytest.approx([0.5, 0.5], abs=0.01)
    assert likely[2, 1] > 0.99


def test_whatever_is_seen_said_and_swept_goes_on(tmp_path):
    chance = np.random.default_rng(5)
    kept = KeptSets(tmp_path, own_set())
    for number in range(60):
        count = int(chance.integers(0, 45))
        looks_of = chance.integers(0, 60 if number % 2 else 250, count).tolist()
        tiles = [(int(n), {OWN_FACES[n % 34]: float(chance.uniform(0.2, 1)), "back": 0.1}) for n in looks_of]
        rows = [tuple(range(at, at + 3)) for at in range(0, count - 3, 5)] + [tuple(range(min(14, count)))]
        look(kept.own, tiles, rows)
        kept.look()
        kept.own.pin((40.0 * float(chance.integers(0, 45)), 0.0), 8.0, OWN_FACES[int(chance.integers(34))])
        assert len(kept.own.assigned_faces) == len(kept.own.groups.all)
    assert kept.problem == ""
