"""Whatever a person gives a command by mistake is answered with one clear line and a status that is not 0."""

import json
import sys

import cv2
import numpy as np
import pytest

from vision.detect.networks import MODELS
from webui import cli
from webui.storage.journal import Journal


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A working folder full of things that are not what a command expects."""
    monkeypatch.chdir(tmp_path)
    for folder in ("empty", "texts", "broken", "swapped", "recording"):
        (tmp_path / folder).mkdir()
    for name in ("text.jpg", "text.mp4", "texts/b.jpg", "broken/locator.onnx", "broken/reader.onnx"):
        (tmp_path / name).write_text("not what it says\n")
    labels = (MODELS / "labels.json").read_bytes()
    for folder in ("broken", "swapped"):
        (tmp_path / folder / "labels.json").write_bytes(labels)
    (tmp_path / "swapped/locator.onnx").write_bytes((MODELS / "reader.onnx").read_bytes())
    (tmp_path / "swapped/reader.onnx").write_bytes((MODELS / "locator.onnx").read_bytes())
    (tmp_path / "recording/settings.toml").write_text("rules = [[[")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00{")
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "house.toml").write_text('rules = "mcr"\nno_such_setting = 1\n')
    cv2.imwrite(str(tmp_path / "grey.jpg"), np.full((120, 160, 3), 127, np.uint8))
    return tmp_path


ROWS = {
    "no such command": ("nope", "nope"),
    "no such option": ("detect --nope", "--nope"),
    "no picture named": ("detect", "IMAGE"),
    "a picture that is not there": ("detect gone.jpg", "gone.jpg"),
    "a text as a picture": ("detect text.jpg", "text.jpg"),
    "a folder without pictures": ("detect empty", "empty"),
    "a folder of texts": ("detect texts", "texts/b.jpg"),
    "networks that are not there": ("detect --models empty grey.jpg", "empty/"),
    "networks that are garbage": ("detect --models broken grey.jpg", "broken/"),
    "networks of another shape": ("detect --models swapped grey.jpg", "swapped/"),
    "a text as a table": ("read text.jpg", "text.jpg"),
    "a table without markers": ("read grey.jpg", "marker"),
    "a square without a size": ("read --square nan grey.jpg", "nan"),
    "a recording with broken settings": ("read recording", "settings.toml"),
    "a video that is not there": ("watch gone.mp4", "gone.mp4"),
    "a video without frames": ("watch text.mp4", "text.mp4"),
    "a camera that is not there": ("watch 99", "99"),
    "a camera of no kind": ("watch nothing:at-all", "nothing:at-all"),
    "a stream that refuses": ("watch rtsp://127.0.0.1:9/x", "rtsp://127.0.0.1:9/x"),
    "no such rule set": ("watch --rules nope grey.jpg", "nope"),
    "house rules with an unknown setting": ("watch --rules house.toml grey.jpg", "no_such_setting"),
    "a calibration of bytes": ("watch --calibration bytes.json grey.jpg", "bytes.json"),
    "a calibration that is a list": ("watch --calibration list.json grey.jpg", "list.json"),
    "a calibration that is a folder": ("watch --calibration empty grey.jpg", "empty"),
    "a truth of bytes": ("watch --truth bytes.json grey.jpg", "bytes.json"),
    "a journal in no folder": ("watch --journal gone/x.db grey.jpg", "gone/x.db"),
    "a journal that is a folder": ("watch --journal empty grey.jpg", "empty"),
    "a journal that is a text": ("watch --journal text.jpg grey.jpg", "text.jpg"),
    "a table that shows nothing": ("watch grey.jpg", "grey.jpg"),
    "a dealer of no seat": ("watch --dealer 9 grey.jpg", "9"),
    "nothing to calibrate by": ("calibrate", "SOURCE"),
    "a calibration with nowhere to go": (
        "calibrate grey.jpg --corners 30,100 120,100 120,10 30,10 -o gone/c.json",
        "gone/c.json",
    ),
    "corners that are no points": ("calibrate grey.jpg --corners a b c d", "'a'"),
    "corners outside of the picture": ("calibrate grey.jpg --corners nan,1 inf,1 1e300,5 7,7", "160 x 120"),
    "a sheet with nowhere to go": ("calibrate --print gone/sheet.pdf", "gone/sheet.pdf"),
    "a port that is none": ("check --port 0", "--port"),
    "a data folder that is a text": ("serve --port 65000 --data text.jpg/x grey.jpg", "text.jpg/x"),
    "a page of no rules": ("serve --rules nope", "nope"),
    "rules that are not there": ("rulesets nope", "nope"),
    "a game that is not there": ("replay gone.json", "gone.json"),
    "a game that is a text": ("replay text.jpg", "text.jpg"),
    "a game of bytes": ("replay bytes.json", "bytes.json"),
    "a game without end": ("replay deep.json", "deep.json"),
    "a game that is a folder": ("replay empty", "empty"),
    "a hand of no tiles": ("hand xyz", "xyz"),
    "a hand too short": ("hand 123m", "13"),
    "nothing to score": ("score", "--json"),
    "a win with a tile not held": ("score 123m456p789s11122z --win 9z", "9z"),
    "more counters than there are": ("score 123m456p789s11122z --win 2z --honba 9999999999999999", "honba"),
    "a recording where one is": ("simulate recording", "recording"),
    "a rate that is none": ("simulate new --rate nan", "rate"),
    "a film without end": ("simulate new --mixing 1e99", "--mixing"),
    "a knob there is not": ("simulate new --set noise=4", "light.noise"),
    "a knob turned too far": ("simulate new --set light.noise=9e9", "0 to 80"),
    "a log that is a folder": ("simulate new --log empty", "empty"),
    "a control without end": ("simulate new --control lamp --seconds nan", "--seconds"),
    "more film without end": ("simulate new --longer inf", "--longer"),
    "a deal of no log": ("simulate new --from-deal 3", "--log"),
    "a lamp that goes out before it goes on": ("simulate new --disturb lamp@5-1", "lamp@5-1"),
    "a camera from nowhere": ("simulate new --side 30@nan", "30@nan"),
    "a height that is none": ("calibrate grey.jpg --height nan", "--height"),
    "pictures without end": ("record --rate nan new", "--rate"),
    "an answer that took no time": ("practice read --seconds nan", "--seconds"),
    "a page's address as a machine's name": ("serve --allow-host http://club.local:8000", "'http://club"),
    "a hub's machine of two names": ("hub --reached-at a,b", "'a,b'"),
    "a hub that is not there": ("hub verify --data gone", "gone"),
    "a backup of no hub": ("hub backup --data gone new", "gone"),
}


def run(monkeypatch, line):
    """The exit status of `jantaku LINE`, through the same door as a user's."""
    monkeypatch.setattr(sys, "argv", ["jantaku", *line.split()])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code


@pytest.mark.parametrize(("line", "named"), ROWS.values(), ids=ROWS.keys())
def test_a_mistake_is_one_line_that_names_it(place, monkeypatch, capfd, line, named):
    status = run(monkeypatch, line)
    told = capfd.readouterr().err
    assert status in (1, 2)
    assert told.startswith("jantaku: ")
    assert told.count("\n") == 1
    assert named in told


def test_a_second_writer_of_a_journal_is_refused_in_one_line(place, monkeypatch, capfd):
    with Journal(place / "kept.db"):
        assert run(monkeypatch, "watch --journal kept.db grey.jpg") == 1
    assert capfd.readouterr().err.splitlines() == [
        "jantaku: another program is writing the journal kept.db; stop it or choose another file"
    ]


def test_a_calibration_for_pictures_of_another_size_is_told(place, monkeypatch, capfd):
    run(monkeypatch, "calibrate grey.jpg --corners 30,100 120,100 120,10 30,10 -o c.json")
    cv2.imwrite(str(place / "other.jpg"), np.full((240, 320, 3), 127, np.uint8))
    capfd.readouterr()
    assert run(monkeypatch, "read --calibration c.json other.jpg") == 1
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert "160 x 120" in told
    assert "320 x 240" in told


def test_good_pictures_are_still_read_when_one_is_bad(place, monkeypatch, capfd):
    assert run(monkeypatch, "detect --json text.jpg grey.jpg gone.jpg") == 1
    told = capfd.readouterr()
    assert [json.loads(line)["image"] for line in told.out.splitlines()] == ["grey.jpg"]
    assert told.err.count("\n") == 2


def test_without_a_command_the_help_is_shown(monkeypatch, capfd):
    assert run(monkeypatch, "") == 2
    assert "Commands:" in capfd.readouterr().out
