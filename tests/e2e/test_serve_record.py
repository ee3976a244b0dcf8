"""`jantaku serve --record DIR` is killed while it follows a film: what it had told can be watched again."""

import json
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.follow.weigh.acts import act_of
from engine.formats.notation_table import table_text
from engine.journal.amend import events_in_force
from engine.journal.record import entry_from_line, event_from_json
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from hardware.cameras import open_camera
from hardware.cameras.recording import recording_settings
from webui.commands.camera.watch import command as watch

GAME = Path(__file__).parents[1] / "games" / "beginner_beginning"
PATIENCE_S = 240.0
TOLD = 3
"""The server is killed when it has told so much: walls, dice and break, with the deal under way."""


def served(server):
    """The entries that any device could have shown by now."""
    with urllib.request.urlopen(f"{server.address}/api/entries", timeout=PATIENCE_S) as answer:
        return json.load(answer)["entries"]


def entries(folder):
    lines = (folder / "journal.jsonl").read_text().splitlines()
    return [entry_from_line(line) for line in lines]


def acts(told):
    return [act_of(event) for event in events_in_force(told)]


@pytest.fixture
def shown(serve, tmp_path):
    """What a device showed when the server was killed; the recording is left in the folder `evening`."""
    server = serve(str(GAME), "--every-frame", "--once", "--record", str(tmp_path / "evening"))
    end = time.monotonic() + PATIENCE_S
    while len(told := served(server)) < TOLD:
        assert time.monotonic() < end, f"only {len(told)} entries were told; the server said: {server.said}"
    server.kill()
    return told


def test_a_killed_server_leaves_a_recording_with_all_it_had_told(shown, tmp_path):
    folder = tmp_path / "evening"
    kept = entries(folder)
    assert len(kept) >= len(shown) >= TOLD
    for entry, line in zip(kept, shown, strict=False):
        assert (entry.number, entry.source, entry.amends) == (line["number"], line["source"], line["amends"])
        assert list(entry.events) == [event_from_json(event) for event in line["events"]]
        assert entry.at_s == pytest.approx(line["at_s"], abs=0.01)
    state = new_table(load_ruleset("beginner"), recording_settings(folder)["dealer"])
    for event in events_in_force(kept):
        state = apply(state, event)
    assert table_text(state).strip() == (folder / "final.txt").read_text().strip()

    pictures = sorted(folder.glob("frames/*.jpg"))
    assert [int(path.stem) for path in pictures] == list(range(len(pictures)))
    with open_camera(str(folder), every_frame=True) as camera:
        frames = list(iter(camera.read, None))
    assert len(frames) == len(pictures)
    assert frames[-1].taken_at_s >= kept[-1].at_s

    watched = CliRunner().invoke(watch, ["--json", str(folder)])
    assert watched.exit_code == 0, watched.output
    lines = [json.loads(line) for line in watched.output.splitlines() if line.startswith("{")]
    seen = acts([entry_from_line(json.dumps(line)) for line in lines if "number" in line])
    assert seen[: len(kept)] == acts(kept)
    assert seen == acts(entries(GAME))[: len(seen)]
