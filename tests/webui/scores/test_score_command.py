"""`jantaku score` and `jantaku hand` as a user types them."""

import json

import pytest
from click.testing import CliRunner

from webui.cli import jantaku

ISSUED = "123m 456p 789s 11z + pung:222z<across"


def run(*arguments: str, lines: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(jantaku, arguments, input=lines)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_a_score_tells_patterns_fu_and_payments():
    code, text = run("score", ISSUED, "--win", "3m", "--rules", "riichi", "--seat", "S", "--from", "left")
    assert code == 0
    assert text.startswith("1 han 30 fu: 1000 points")
    for part in ("Seat wind South 自風 南   222z", "edge wait   123m", "East -1000, South +1000"):
        assert part in text


@pytest.mark.rule("S004-P2")
def test_the_textbooks_example_is_worth_fourteen_points():
    code, text = run("score", "333m45m345p345s88s", "--win", "3m", "--rules", "mcr", "--from", "left")
    assert (code, text.splitlines()[0]) == (0, "14 points")
    for name in ("三色三同顺   345m 345p 345s", "门前清", "断幺", "四归一"):
        assert name in text


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((ISSUED, "--win", "3m"), "No win: complete, but without a single yaku"),
        ((ISSUED, "--win", "9p"), "the winning tile 9p is not in the hand"),
        ((ISSUED,), "--win"),
        (("123x", "--win", "1m"), "123x"),
        ((ISSUED, "--win", "3m", "--rules", "poker"), "poker"),
        ((ISSUED, "--win", "3m", "--rules", "mcr", "--seat", "S"), "Payments: say with --from"),
        (("11z 22m + kong:22z<left", "--win", "1z"), "a kong has 4 tiles"),
        (("11z?? 234m234p234s", "--win", "1z"), "?"),
        ((ISSUED, "--win", "3m", "--option", "kuitan"), "NAME=VALUE"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(arguments, part):
    _, text = run("score", *arguments)
    assert part in text
    assert "Traceback" not in text


def test_a_hand_that_cannot_be_read_is_no_success_and_one_that_does_not_win_is_an_answer():
    assert run("score", "1123m 456p 789s 11z", "--win", "3m", "--rules", "mcr")[0] == 1
    assert run("score", "1123m 456p 789s 11z", "--win", "3m", "--rules", "mcr", "--json")[0] == 1
    assert run("score", ISSUED, "--win", "3m", "--rules", "riichi")[0] == 0
    assert run("score", "147m258p369s12345z", "--win", "5z", "--rules", "riichi")[0] == 0


def test_json_lines_go_in_and_out_and_a_bad_line_stops_nothing():
    case = {
        "id": "a",
        "ruleset": "hk-13",
        "concealed": "123m456p789s1122z",
        "win_tile": "1z",
        "discarder": "S",
    }
    lines = [json.dumps(case), "{", "", json.dumps({**case, "id": "b", "ruleset": "poker"}), "[]"]
    code, text = run("score", "--json", lines="\n".join(lines))
    results = [json.loads(line) for line in text.splitlines()]
    assert code == 0
    assert [(result["id"], result["is_win"], len(result["faults"])) for result in results] == [
        ("a", True, 0),
        (None, False, 1),
        ("b", False, 1),
        (None, False, 1),
    ]
    assert set(results[0]) >= {"faan", "patterns", "payments", "minimum_met"}


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe{}",
        b'{"id": "\\ud800", "ruleset": "\\ud800"}',
        b"[" * 5000,
        b"9" * 9000,
        b"\x00",
        b'"\\ud800"',
    ],
    ids=["no text", "half a letter", "too deep", "too long a number", "nothing", "a text"],
)
def test_a_line_of_rubbish_gives_one_line_with_one_fault(line):
    result = CliRunner().invoke(jantaku, ["score", "--json"], input=line + b"\n")
    assert result.exception is None
    assert len(json.loads(result.output)["faults"]) == 1


def test_a_hand_on_the_line_can_be_answered_in_json():
    code, text = run("score", ISSUED, "--win", "3m", "--seat", "S", "--self-draw", "--json")
    assert (code, json.loads(text)["payments"]) == (0, {"E": -500, "S": 1100, "W": -300, "N": -300})


def test_score_without_anything_says_what_to_give():
    code, text = run("score")
    assert code != 0
    assert "--json" in text


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("123m 456p 78s 11z + pung:222z<across",), "ready (regular), 8 unseen of 2 kinds"),
        (("147m258p36s12345z", "--rules", "mcr"), "ready (honours and knitted), 12 unseen of 3 kinds"),
        (("19m19p19s1234567z", "--rules", "hk"), "ready (thirteen orphans), 39 unseen"),
        (("123m 456p 78s 11z9m + pung:222z<across", "--seen", "9s9s"), "9m: ready (regular), 6 unseen"),
        (("123m",), "3 standing tiles; expected 13 or 14"),
        (("11111m123456789p",), "more than four"),
        (("123m 456p 78s 11z + pung:223z<across",), "is no pung"),
        (("123m 456p 78s 1?z11z",), "no tiles at"),
        (("123m 456p 78s 11z???",), "unknown tiles"),
    ],
)
def test_hand_tells_waits_and_discards(arguments, part):
    _, text = run("hand", *arguments)
    assert part in text
    assert "Traceback" not in text


def test_hand_answers_in_json():
    _, text = run("hand", "123m 456p 78s 11z9m + pung:222z<across", "--json")
    assert json.loads(text)["discards"][0] == {
        "discard": "9m",
        "distance": 0,
        "shapes": ["regular"],
        "useful": {"6s": 4, "9s": 4},
        "unseen": 8,
    }
