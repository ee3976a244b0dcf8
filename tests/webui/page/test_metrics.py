"""The numbers for Prometheus: right by its own rules, and moving with what happens."""

import os
import re
from collections import namedtuple

import pytest

from hardware.health import written_bytes
from webui.api.metrics import exposition

LINE = re.compile(
    r'jantaku_[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+-]+|# (HELP|TYPE) jantaku_[a-z_]+ .+'
)


def value(text, name):
    return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.M)[1])


def test_every_line_is_as_prometheus_reads_it(visitor):
    answer = visitor.get("/metrics")
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    kinds = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(kinds) == len(set(kinds))
    assert answer.text.endswith("\n")


def test_the_numbers_follow_the_table(visitor, opened):
    before = visitor.get("/metrics").text
    assert value(before, "jantaku_entries") == len(opened.entries)
    opened.set_condition("stopped", "unplugged")
    after = visitor.get("/metrics").text
    assert value(after, 'jantaku_sight{condition="stopped"}') == 1
    assert (
        sum(value(after, f'jantaku_sight{{condition="{name}"}}') for name in ("watching", "blind", "off"))
        == 0
    )


def test_labels_are_escaped_and_counters_are_counters():
    text = exposition(
        [("x_total", "So many.", {"what": 'a "b"\\\n'}, 3), ("x_total", "So many.", {"what": "c"}, 1e9)]
    )
    assert text.splitlines() == [
        "# HELP jantaku_x_total So many.",
        "# TYPE jantaku_x_total counter",
        'jantaku_x_total{what="a \\"b\\"\\\\\\n"} 3',
        'jantaku_x_total{what="c"} 1e+09',
    ]


def test_what_was_written_is_read_from_the_disk_itself(tmp_path):
    device = tmp_path.stat().st_dev

    place = tmp_path / f"{os.major(device)}:{os.minor(device)}"
    assert written_bytes(tmp_path / "not" / "made", tmp_path) is None
    place.mkdir()
    (place / "stat").write_text("  52  0  4096 10 1234 0  2000 55 0 60 70\n")
    assert written_bytes(tmp_path / "not" / "made", tmp_path) == 2000 * 512
    (place / "stat").write_text("broken")
    assert written_bytes(tmp_path, tmp_path) is None


@pytest.mark.parametrize("name", ["journal.db", "other.db"])
def test_pictures_go_to_memory_where_that_is_named(tmp_path, monkeypatch, name):
    from webui.live.evidence import MOST_BYTES, evidence_path, make_room_elsewhere

    journal = tmp_path / "games" / name
    assert evidence_path(journal) == journal.with_name(f"{name}.evidence")
    assert make_room_elsewhere(evidence_path(journal)) == MOST_BYTES
    monkeypatch.setenv("JANTAKU_PICTURES", str(tmp_path / "memory"))
    assert evidence_path(journal) == tmp_path / "memory" / f"games-{name}.evidence"
    assert 0 < make_room_elsewhere(evidence_path(journal)) <= MOST_BYTES
    assert (tmp_path / "memory").is_dir()


def test_a_full_memory_lets_the_oldest_games_pictures_go(tmp_path, monkeypatch):

    from webui.live import evidence

    usage = namedtuple("Usage", "total used free")
    memory = tmp_path / "memory"
    memory.mkdir()
    for age, name in enumerate(("games-3.db.evidence", "games-2.db.evidence", "games-1.db.evidence")):
        (memory / name).write_bytes(b"x" * 30)
        os.utime(memory / name, (1000 - age, 1000 - age))
    monkeypatch.setenv("JANTAKU_PICTURES", str(memory))

    def used(folder):
        size = sum(each.stat().st_size for each in memory.iterdir())
        return usage(100, size, 100 - size)

    monkeypatch.setattr(evidence.shutil, "disk_usage", used)
    assert evidence.make_room_elsewhere(memory / "games-4.db.evidence") == 50
    assert sorted(each.name for each in memory.iterdir()) == ["games-3.db.evidence"]
