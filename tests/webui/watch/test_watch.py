"""`jantaku watch` as a user calls it: what is wrong is one line; how well events agree is told truly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.rules import load_ruleset
from engine.table.events import (
    DealStarted,
    DiceRolled,
    Event,
    FaultFound,
    TileDiscarded,
    TileDrawn,
    WallBuilt,
    Won,
)
from engine.tiles import EngineError
from vision.camera.calibration import Calibration
from webui.commands.camera.watch import Teller
from webui.following import Trouble
from webui.live.truth import agreement, truth_of
from webui.live_table import LiveTable
from webui.storage.journal import Journal


def watch(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "webui.cli", "watch", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def pictures(folder: Path, size: tuple[int, int] = (320, 240), count: int = 3) -> Path:
    """A folder of grey pictures on which there is nothing."""
    folder.mkdir()
    for number in range(count):
        cv2.imwrite(str(folder / f"{number:04d}.png"), np.full((size[1], size[0], 3), 90, np.uint8))
    return folder


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["nowhere.mp4"], "nowhere.mp4", id="missing file"),
        pytest.param(["{pictures}", "--rules", "belote"], "belote", id="unknown rule set"),
        pytest.param(["{text}"], "text.mp4", id="a video without frames"),
        pytest.param(["{empty}"], "empty", id="empty folder"),
        pytest.param(["opencv:97"], "97", id="a camera that is not there"),
        pytest.param(["{pictures}", "--models", "{broken}"], "locator.onnx", id="a broken model"),
        pytest.param(["{pictures}", "--models", "{empty}"], "locator.onnx", id="a missing model"),
        pytest.param(["{pictures}", "--calibration", "{text}"], "text.mp4", id="no calibration"),
        pytest.param(["{pictures}", "--calibration", "{other}"], "320 x 240", id="another picture size"),
        pytest.param(["{pictures}", "--truth", "none.jsonl"], "none.jsonl", id="a missing truth"),
        pytest.param(["{pictures}"], "marker", id="a table without markers"),
    ],
)
def test_bad_input_is_one_line_and_another_status(tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "text.mp4").write_text("this is no video")
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    for name in ("locator.onnx", "reader.onnx", "labels.json"):
        (tmp_path / "broken" / name).write_text("{}")
    _calibration(tmp_path / "other.json")
    places = {name: tmp_path / name for name in ("empty", "broken")}
    places |= {"text": tmp_path / "text.mp4", "other": tmp_path / "other.json"}
    places["pictures"] = pictures(tmp_path / "pictures")
    done = watch(*(argument.format(**places) for argument in arguments))
    assert done.returncode != 0
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def _calibration(path: Path) -> None:
    """For pictures of 1000 x 800."""
    Calibration(
        picture_size=(1000, 800),
        focal_px=1000.0,
        centre_px=(500.0, 400.0),
        distortion=(0.0,) * 5,
        rotation=(3.14159, 0.0, 0.0),
        shift_mm=(0.0, 0.0, 1200.0),
        square_mm=850.0,
        residual_px=0.1,
        residual_mm=0.1,
        method="markers",
    ).save(path)


def timed(*events: Event) -> list[tuple[float, Event]]:
    return [(float(second), event) for second, event in enumerate(events)]


WON, SCORED = Won(1, "3p", 0, ("1m", "2m")), Won(1, "3p", 0, ("2m", "1m"), 8)
DRAW, DISCARD = TileDrawn(1), TileDiscarded(1, "3p")


@pytest.mark.parametrize(
    ("truth", "told", "matched", "exact"),
    [
        pytest.param([DRAW, DISCARD], [DRAW, DISCARD], 2, True, id="the same"),
        pytest.param([DRAW, DISCARD], [DISCARD], 1, False, id="one missing"),
        pytest.param([DISCARD], [DRAW, DISCARD], 1, False, id="one too many"),
        pytest.param([DRAW, DISCARD], [DISCARD, DRAW], 1, False, id="another order"),
        pytest.param([DISCARD], [TileDiscarded(1, "4p")], 0, False, id="another face"),
        pytest.param([DiceRolled(0, (2, 5))], [DiceRolled(0, (5, 2))], 1, True, id="dice in any order"),
        pytest.param([WON], [SCORED], 1, True, id="hand in any order"),
        pytest.param([DISCARD], [DISCARD, FaultFound("S004-60", 1)], 1, False, id="a false alarm counts"),
    ],
)
def test_agreement_counts_the_longest_common_part(
    truth: list[Event], told: list[Event], matched: int, exact: bool
) -> None:
    found = agreement(timed(*truth), timed(*told))
    assert (found.matched, found.exact) == (matched, exact)


def test_agreement_tells_precision_recall_delay_and_what_is_wrong() -> None:
    found = agreement([(1.0, DRAW), (2.0, DISCARD)], [(1.5, DRAW), (2.5, DRAW), (2.6, DISCARD)])
    assert (found.precision, found.recall) == (2 / 3, 1.0)
    assert found.median_delay_s == pytest.approx(0.55, abs=0.011)
    assert [event["type"] for event in found.extra] == ["tile_drawn"]


def test_a_wrong_face_is_one_correction_and_one_wrong_deal() -> None:
    first = [WallBuilt(), DISCARD, DRAW]
    truth = [*first, DealStarted(1), WallBuilt(), DISCARD, DRAW]
    told = [WallBuilt(), TileDiscarded(1, "4p"), DRAW, *truth[3:], DISCARD]
    found = agreement(timed(*truth), timed(*told))
    assert (found.deals, found.exact_deals) == (2, 0), "the second has an event too many"
    assert found.corrections == 2
    assert found.by_type == {
        "deal_started": (1, 1, 1),
        "tile_discarded": (2, 3, 1),
        "tile_drawn": (2, 2, 2),
        "wall_built": (2, 2, 2),
    }


def test_the_delay_is_from_the_act_to_the_look_that_told_it() -> None:
    truth = [(float(number), TileDrawn(number % 4)) for number in range(100)]
    told_s = [at_s + (2.0 if at_s >= 90 else 0.8) for at_s, _ in truth]
    found = agreement(truth, truth, told_s, looks_per_s=5.0).delay
    assert found is not None
    assert (found.median_s, found.p95_s, found.p95_looks) == (0.8, 2.0, 10.0)


def test_a_truth_that_is_no_journal_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text("not json\n")
    with pytest.raises(EngineError, match="JSON"):
        truth_of(tmp_path / "t.jsonl")


def test_sentences_name_no_wind_before_east_is_known_and_the_right_ones_after(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = LiveTable(load_ruleset("mcr"), Journal(None), None)
    teller = Teller(False, table)
    for event in (WallBuilt(), TileDiscarded(1, "5p")):
        teller.tell((table.record("player", (event,)),), table)
    table.tell_east(2)
    teller.tell((table.record("player", (TileDiscarded(2, "6p"),)),), table)
    said = [line.split(" s  ")[1] for line in capsys.readouterr().out.splitlines()]
    assert [line for line in said if "discards" in line or "throws" in line] == [
        "East throws the dice",
        "Right seat discards 5 dots",
        "East discards 6 dots",
    ]


@pytest.mark.parametrize("as_json", [False, True])
def test_a_deal_without_a_wall_is_told_once_and_beside_json_on_standard_error(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    teller = Teller(as_json, LiveTable(load_ruleset("mcr"), Journal(None), 0))
    trouble = Trouble("no_wall", 0.0, 0, "")
    for at_s, each in ((20.0, trouble), (20.2, trouble), (30.0, None), (70.0, trouble)):
        teller.miss_wall(at_s, each)
    captured = capsys.readouterr()
    said, silent = (captured.err, captured.out) if as_json else (captured.out, captured.err)
    assert [line.split(" s  ")[0].strip() for line in said.splitlines()] == ["20.0", "70.0"]
    assert "it is not followed" in said
    assert not silent
