"""The pictures beside the journal: bounded, kept over a restart, the dullest let go first."""

import os
import signal
import subprocess
import sys

import cv2
import numpy as np
import pytest

from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import FaultFound, HandsDealt, PungClaimed, TileDiscarded, WallBroken, WallBuilt
from engine.table.expected import expected
from webui.live.evidence import Evidence, EvidenceReader, evidence_path, is_idle
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.aside import notes
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable
from webui.watch.snapshots import Snapshot, TablePicture

WRITER = """
import sys, time
from pathlib import Path
from webui.live.evidence import Evidence
from webui.watch.snapshots import Snapshot
evidence = Evidence(Path(sys.argv[1]))
for number in range(1, 10_000):
    evidence.keep(Snapshot(number, number, b"before", b"after", (0.0, 0.0), 300.0), idle=False)
    print(number, flush=True)
"""


def shot(number, size=1000, before=True):
    jpeg = bytes([number % 256]) * size
    return Snapshot(number, float(number), jpeg if before else None, jpeg, (0.0, 0.0), 320.0)


def table_picture(shade):
    picture = np.full((600, 600, 3), shade, np.uint8)
    return TablePicture(cv2.imencode(".jpg", picture)[1].tobytes(), 900.0)


def test_pictures_are_kept_by_entry_and_side(tmp_path):
    evidence = Evidence(tmp_path / "evidence")
    evidence.keep(shot(7), idle=False)
    evidence.keep(shot(8, before=False), idle=False)
    assert evidence.picture(7, "before") == bytes([7]) * 1000
    assert evidence.picture(8, "before") is None
    assert evidence.sides() == {7: {"before", "after"}, 8: {"after"}}


def test_when_it_is_full_the_oldest_everyday_pictures_go_first():
    evidence = Evidence(None, most_bytes=10_000)
    evidence.keep(shot(1), idle=False)
    for number in range(2, 9):
        evidence.keep(shot(number), idle=number != 3)
    assert sorted(evidence.sides()) == [1, 3, 6, 7, 8]


def test_when_only_important_pictures_are_left_the_oldest_goes():
    evidence = Evidence(None, most_bytes=6000)
    for number in range(1, 6):
        evidence.keep(shot(number), idle=False)
    assert sorted(evidence.sides()) == [3, 4, 5]


def test_an_everyday_act_that_turns_out_to_matter_stays():
    evidence = Evidence(None, most_bytes=4000)
    evidence.keep(shot(1), idle=True)
    evidence.treasure(1)
    evidence.keep(shot(2), idle=True)
    evidence.keep(shot(3), idle=True)
    assert sorted(evidence.sides()) == [1, 3]


def test_the_bound_holds_over_a_restart(tmp_path):
    path = tmp_path / "evidence"
    first = Evidence(path, most_bytes=6000)
    for number in range(1, 4):
        first.keep(shot(number), idle=False)
    first.close()
    second = Evidence(path, most_bytes=6000)
    second.keep(shot(4), idle=False)
    assert sorted(second.sides()) == [2, 3, 4]


def test_the_strip_takes_one_look_a_second_and_forgets_the_oldest():
    evidence = Evidence(None, most_looks=3)
    for tenth in range(0, 60, 2):
        evidence.take_look(tenth / 10, table_picture(tenth))
    looks = evidence.looks()
    assert [look.at_s for look in looks] == [3.0, 4.0, 5.0]
    small = cv2.imdecode(np.frombuffer(evidence.look(looks[0].number), np.uint8), cv2.IMREAD_COLOR)
    assert small.shape[1] < 600
    assert evidence.look(1) is None


def test_a_recording_that_begins_anew_goes_on_with_the_strip():
    evidence = Evidence(None)
    evidence.take_look(50.0, table_picture(10))
    evidence.take_look(0.5, table_picture(20))
    assert [look.at_s for look in evidence.looks()] == [50.0, 0.5]


def test_what_was_kept_survives_a_killed_process(tmp_path):
    path = tmp_path / "evidence"
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    told = [int(writer.stdout.readline()) for _ in range(25)]
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    reader = EvidenceReader(path)
    assert all(reader.picture(number, "after") == b"after" for number in told)
    again = Evidence(path)
    again.keep(shot(20_000), idle=False)
    assert again.problem == ""
    assert again.picture(told[-1], "before") == b"before"


def test_a_file_that_is_no_store_is_set_aside_and_costs_no_picture_to_come(tmp_path):
    path = tmp_path / "evidence"
    path.write_text("no pictures here")
    evidence = Evidence(path)
    evidence.keep(shot(1), idle=False)
    assert set(evidence.sides()) == {1}
    assert evidence.problem == ""
    [note] = notes(tmp_path)
    assert (tmp_path / note.place / "evidence").read_text() == "no pictures here"


def test_a_place_where_no_store_can_be_costs_the_pictures_and_nothing_else(tmp_path):
    path = tmp_path / "evidence"
    path.mkdir()
    evidence = Evidence(path)
    evidence.keep(shot(1), idle=False)
    assert evidence.sides() == {}
    assert "cannot keep pictures" in evidence.problem


def test_without_a_file_a_reader_finds_nothing(tmp_path):
    reader = EvidenceReader(tmp_path / "nothing")
    assert (reader.sides(), reader.looks(), reader.picture(1, "after")) == ({}, (), None)


@pytest.mark.parametrize(
    ("events", "doubtful", "idle"),
    [
        ((TileDiscarded(0, "1z"),), (), True),
        ((TileDiscarded(0, "1z"),), ({"event": 0},), False),
        ((PungClaimed(1, 0, "1z", ("1z",) * 3),), (), False),
        ((FaultFound("S004-52", 1),), (), False),
    ],
    ids=["a discard", "a doubtful discard", "a claim", "a fault"],
)
def test_what_may_go_first(events, doubtful, idle):
    assert is_idle(events, doubtful) is idle


def test_a_room_keeps_the_pictures_of_what_its_camera_saw(tmp_path):
    rules, path = load_ruleset("mcr"), tmp_path / "mcr.db"
    room = Room(lambda: new_session(rules, Journal(path)))
    room.record("import", (WallBuilt(), WallBroken(1, 12), HandsDealt(0)))
    before, after = expected(room.state), expected(apply(room.state, TileDiscarded(0, "3p")))
    room.see(SeenTable(1, 9.0, before, picture=table_picture(60)))
    room.see(SeenTable(2, 10.0, after, picture=table_picture(90)))
    room.see(SeenTable(3, 10.6, after))
    told = room.story[-1].entry
    assert isinstance(told.events[0], TileDiscarded)
    room.close()
    reader = EvidenceReader(evidence_path(path))
    assert reader.sides() == {told.number: {"before", "after"}}
    assert [look.at_s for look in reader.looks()] == [9.0, 10.0]
