"""The pages of practice: every lesson in every language, answers judged and kept, nonsense refused."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from engine.practice.lessons import LESSONS, lesson_named
from engine.practice.shown import row_words
from engine.rules import load_ruleset
from webui.commands.rules.practice import command
from webui.practice.progress import Progress, learner_name
from webui.practice.routes import open_practice
from webui.practice.telling import note_text, option_text
from webui.words import languages, load_words

MCR = load_ruleset("mcr")
ROOT = Path(__file__).parents[3]


@pytest.fixture
def learner(visitor, tmp_path):
    """A visitor who practises at a table that keeps what is answered."""
    visitor.client.application.extensions["practice"] = open_practice(tmp_path)
    return visitor


def rows(task):
    return [list(row_words(row)) for row in task.want]


@pytest.fixture(scope="module")
def tasks():
    """Some tasks of every lesson; every question of the quiz and every kind of set."""
    seeds = {"quiz": 18, "meld": 11, "deal": 16}
    return [lesson.task(MCR, seed) for lesson in LESSONS for seed in range(seeds.get(lesson.name, 3))]


@pytest.mark.parametrize("language", languages())
def test_every_note_and_option_of_every_lesson_is_said(tasks, language):
    words = load_words(language)
    for task in tasks:
        for note in (task.ask, *task.hints, *task.because):
            assert note_text(note, words).strip()
        for picker in task.pickers:
            assert all(option_text(picker, option, words) for option in picker.options)


def test_every_note_the_lessons_name_has_its_words():
    """Also those that only a mistake brings up: read from the source."""
    source = "".join(path.read_text() for path in (ROOT / "engine" / "practice").glob("*.py"))
    named = set(re.findall(r'(?:say|Note)\(\s*"([a-z_0-9]+)"', source))
    assert len(named) > 60
    assert {f"lesson.{name}" for name in named} <= set(load_words("en").by_key)


@pytest.mark.parametrize("lesson", [each.name for each in LESSONS])
def test_a_lesson_has_its_page(learner, lesson):
    page = learner.get(f"/practice/{lesson}?task=3&lang=ja")
    assert page.status_code == 200
    assert load_words("ja")[f"title.{lesson}"] in page.text
    assert load_words("ja")["practice.check"] in page.text


@pytest.mark.parametrize("path", ["", "/hand", "/score", "/class"])
def test_the_other_pages_are_there(learner, path):
    assert learner.get(f"/practice{path}").status_code == 200


def test_an_answer_is_judged_and_the_learner_goes_on_after_a_right_one(learner):
    lesson = lesson_named("order_winds")
    learner.client.set_cookie("jantaku_learner", "Mei%20Lin", domain="localhost")
    wrong = learner.post(
        "/practice/check", {"lesson": lesson.name, "task": 0, "rows": [["1z", "3z", "2z", "4z"]]}
    ).json
    assert (wrong["outcome"], wrong["places"]) == ("wrong", [[0, 1]])
    assert "S004-13" in wrong["html"]
    right = learner.post(
        "/practice/check", {"lesson": lesson.name, "task": 0, "rows": rows(lesson.task(MCR, 0))}
    ).json
    assert right["outcome"] == "right"
    assert '"task": 1' in learner.get(f"/practice/{lesson.name}").text
    assert "1/2" in learner.get("/practice").text
    assert "Mei Lin" in learner.get("/practice/class").text


def test_what_could_not_be_judged_is_nobodys_mistake(learner):
    told = learner.post("/practice/check", {"lesson": "order_winds", "task": 0, "rows": [["1z", "2z~"]]}).json
    assert told["outcome"] == "doubtful"
    assert (
        learner.post("/practice/check", {"lesson": "order_winds", "problem": "no_tiles_seen"}).json["outcome"]
        == "cannot_see"
    )
    assert "0/1" not in learner.get("/practice").text


def test_hints_come_one_by_one(learner):
    asked = {"lesson": "order_winds", "task": 0}
    first = learner.post("/practice/hint", {**asked, "number": 0}).json
    assert "East wind" in first["html"]
    assert first["left"] == 1
    assert learner.post("/practice/hint", {**asked, "number": 2}).json == {"html": "", "left": 0}


def test_a_hand_is_weighed_with_its_waits_and_what_is_in_reach(learner):
    body = {
        "rules": "riichi",
        "rows": [["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z"]],
    }
    told = learner.post("/practice/hand/weigh", body).json
    assert told["outcome"] == "shown"
    assert "Ready: 4 tiles of 2 kinds" in told["html"]
    assert "#tile-2z" in told["html"]


def test_a_discard_is_rated_and_kept(learner):
    hand = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z", "5m"]
    told = learner.post("/practice/hand/rate", {"rules": "riichi", "rows": [hand], "discard": "5m"}).json
    assert (told["outcome"], told["percent"]) == ("right", 100)
    worse = learner.post("/practice/hand/rate", {"rules": "riichi", "rows": [hand], "discard": "4p"}).json
    assert (worse["outcome"], worse["percent"]) == ("wrong", 0)
    not_held = learner.post("/practice/hand/rate", {"rows": [hand], "discard": "9p"}).json
    assert not_held["outcome"] == "cannot_see"


def test_a_value_is_said_first_and_then_shown_line_by_line(learner):
    body = {"rules": "riichi", "rows": [list(row_words_of("123m456p789s11122z"))]}
    wrong = learner.post("/practice/score/value", {**body, "said": ["2", "40"]}).json
    assert wrong["outcome"] == "wrong"
    assert "3 han 40 fu" in wrong["html"]
    assert learner.post("/practice/score/value", {**body, "said": ["3", "40"]}).json["outcome"] == "right"
    shown = learner.post("/practice/score/value", body).json
    assert shown["outcome"] == "shown"
    assert "Right" not in shown["html"]
    assert "3 han 40 fu" in shown["html"]


def row_words_of(text):
    from engine.practice.shown import parse_row

    return row_words(parse_row(text))


def test_the_table_trainer_advises_and_tells_which_tiles_to_lay(learner):
    game = {"rules": "riichi", "deal": 7, "mode": "one", "chosen": []}
    told = learner.post("/practice/table/play", game).json["told"]
    assert "stand these 14 tiles before you" in told
    assert "Best:" in learner.post("/practice/table/hint", game).json["html"]


BAD = [
    ("/practice/check", {"lesson": "juggling"}, 404),
    ("/practice/check", {"lesson": "order_winds", "rows": "1z"}, 400),
    ("/practice/check", {"lesson": "order_winds", "rows": [["9z"]]}, 400),
    ("/practice/check", {"lesson": "order_winds", "rows": [[3]]}, 400),
    ("/practice/check", {"lesson": "order_winds", "rows": [["1z"] * 99]}, 400),
    ("/practice/check", {"lesson": "order_winds", "rules": "chess", "rows": [["1z"]]}, 400),
    ("/practice/check", {"lesson": "count", "picked": ["1"], "seconds": "soon"}, 400),
    ("/practice/check", {"lesson": "one_wall", "walls": [[2, 7]]}, 400),
    ("/practice/check", {"lesson": "deal", "walls": [[0, 1, 2], [2, 2]]}, 200),
    ("/practice/check", {"lesson": "one_wall", "problem": "<b>"}, 400),
    ("/practice/hand/weigh", {"rows": [["1f"] * 13]}, 200),
    ("/practice/hand/weigh", [1], 400),
]


@pytest.mark.parametrize(("path", "body", "status"), BAD, ids=lambda value: str(value)[:40])
def test_nonsense_is_refused_in_one_line(learner, path, body, status):
    answer = learner.post(path, body)
    assert answer.status_code == status
    if status != 200:
        assert answer.json["error"].strip()
        assert "\n" not in answer.json["error"]


def test_an_unknown_lesson_has_no_page(learner):
    assert learner.get("/practice/juggling").status_code == 404


def test_a_post_from_elsewhere_is_refused(learner):
    assert learner.client.post("/practice/check", json={}, headers={"Host": "localhost"}).status_code == 403


def send(learner, path, content):
    token = re.search(r'name="jantaku-token" content="([^"]+)"', learner.get("/").text)[1]
    headers = {"Host": "localhost", "Origin": "http://localhost", "X-Jantaku-Token": token}
    return learner.client.post(path, data=content, content_type="image/jpeg", headers=headers)


def test_a_photo_without_tiles_is_read_as_nothing_seen(learner):
    _, empty = cv2.imencode(".jpg", np.full((300, 400, 3), 120, np.uint8))
    told = send(learner, "/practice/photo", empty.tobytes()).json
    assert (told["problem"], told["rows"]) == ("no_tiles_seen", [])
    assert told["told"]


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\xff\xd8\xff\xe0 broken"])
def test_what_is_no_photo_is_refused_in_one_line(learner, content):
    answer = send(learner, "/practice/photo", content)
    assert answer.status_code == 400
    assert "photo" in answer.json["error"]


def test_a_photo_too_large_is_refused(learner):
    assert send(learner, "/practice/photo", b"x" * (13 * 1024 * 1024)).status_code == 413


def test_without_a_camera_the_look_says_so(learner):
    assert learner.post("/practice/read", {}).json["problem"] == "no_picture"
    assert learner.post("/practice/read", {"what": "table"}).json["problem"] == "no_picture"
    assert learner.get("/practice/picture.jpg").status_code == 404


def test_progress_outlives_the_server_and_tells_streaks(tmp_path):
    times = iter(range(100, 200))
    kept = Progress(tmp_path / "practice.db", now=lambda: float(next(times)))
    for outcome in ("right", "wrong", "right", "right", "doubtful", "cannot_see"):
        kept.note("Mei", "quiz", "mcr", 4, outcome)
    kept.note("Ben", "quiz", "mcr", 0, "wrong", percent=40)
    kept.close()
    again = Progress(tmp_path / "practice.db")
    stands = again.standings("Mei")["quiz"]
    assert (stands.tries, stands.right, stands.streak) == (4, 3, 2)
    assert again.learners() == ("Ben", "Mei")
    assert [attempt.percent for attempt in again.history("Ben")] == [40]
    assert (
        again.next_seed("Mei", "quiz"),
        again.next_seed("Ben", "quiz"),
        again.next_seed("Mei", "meld"),
    ) == (5, 0, 0)


def test_a_name_is_one_short_line():
    assert learner_name("  Mei\n Lin " + "x" * 90) == ("Mei Lin " + "x" * 90)[:40]
    assert learner_name(None) == ""


def run(tmp_path, *words):
    return CliRunner().invoke(command, [*words, "--data", str(tmp_path)])


def test_the_command_lists_lessons_prints_a_task_and_checks_an_answer(tmp_path):
    assert "order_winds" in run(tmp_path).output
    task = run(tmp_path, "meld", "--task", "2", "--hints")
    assert "hint:" in task.output
    wrong = run(tmp_path, "order_winds", "--tiles", "1324z", "--learner", "Mei", "--json")
    told = json.loads(wrong.output)
    assert (told["outcome"], told["solution"]) == ("wrong", "1234z")
    assert run(tmp_path, "order_winds", "--tiles", "1234z", "--learner", "Mei").output.startswith(
        "Shown: 1234z\nRight"
    )
    assert "1/2" in run(tmp_path, "--learner", "Mei").output
    history = run(tmp_path, "--history", "--learner", "Mei", "--json").output.splitlines()
    assert [json.loads(line)["outcome"] for line in history] == ["wrong", "right"]


def test_the_command_weighs_and_scores_typed_hands(tmp_path):
    told = json.loads(
        run(tmp_path, "hand", "--rules", "riichi", "--tiles", "123m456p789s1122z", "--json").output
    )
    assert told["hand"]["distance"] == 0
    assert told["hand"]["useful"] == {"1z": 2, "2z": 2}
    scored = run(
        tmp_path, "score", "--rules", "riichi", "--tiles", "123m456p789s11122z", "--pick", "3", "--pick", "40"
    )
    assert "The value is right" in scored.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("juggling",), "no lesson called"),
        (("meld", "--tiles", "xx"), "expected such as"),
        (("hand",), "--tiles"),
        (("meld", "--tiles", "1m", "--camera", "0"), "one way"),
    ],
)
def test_the_command_used_wrongly_says_what_was_expected(tmp_path, words, told):
    answer = run(tmp_path, *words)
    assert answer.exit_code != 0
    assert told in answer.output + str(answer.exception)
