"""What the score pages refuse: whatever is sent is answered in one line, and changes nothing."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webui.scores.routes import scores

REFUSED = [
    ("/scores/games", {"rules": "chess"}, 400),
    ("/scores/games", {"rules": "mcr", "house": {"minimum": -1}}, 400),
    ("/scores/games", {"rules": "mcr", "names": ["a", "a", "", ""]}, 400),
    ("/scores/games", {"rules": "mcr", "season": 99}, 400),
    ("/scores/games/999/finish", {}, 404),
    ("/scores/games/999/open", {}, 404),
    ("/scores/wins", {"wins": []}, 400),
    ("/scores/wins", {"wins": [{"winner": 0}], "amends": 999}, 404),
    ("/scores/wins", {"wins": [{"winner": 0}], "more": 1}, 400),
    ("/scores/draws", {"kind": "rain"}, 409),
    ("/scores/ready", {"seat": 4}, 400),
    ("/scores/kongs", {"seat": 0, "giver": 1}, 409),
    ("/scores/points", {"payments": [1, 2, 3]}, 400),
    ("/scores/points", {"payments": [1, 2, 3, 4]}, 409),
    ("/scores/next", {}, 409),
    ("/scores/cancel", {"number": 1}, 409),
    ("/scores/players/999", {"name": "x"}, 404),
    ("/scores/seasons", {"name": ""}, 400),
    ("/scores/import", {"text": "nothing"}, 400),
]


@pytest.mark.parametrize(("path", "body", "code"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(table, path, body, code):
    before = table.now
    answer = table.post(path, body)
    assert answer.status_code == code, answer.text
    assert "\n" not in answer.json["error"]
    assert table.now == before


POSTS = [
    "games", "games/1/finish", "games/1/players", "games/1/note", "wins", "preview", "draws", "ready",
    "kongs", "penalties", "points", "next", "cancel", "undo", "players/1", "seasons", "seasons/1/end",
    "import",
]  # fmt: skip
FIELDS = [
    "rules", "house", "names", "dealer", "season", "note", "wins", "amends", "kind", "ready", "best", "seat",
    "giver", "concealed", "fault", "points", "shared", "payments", "honba", "number", "name", "text", "dry",
]  # fmt: skip
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(POSTS), st.dictionaries(st.sampled_from(FIELDS), anything, max_size=4))
def test_whatever_is_sent_is_answered_and_never_breaks_the_server(empty_table, path, body):
    answer = empty_table.post(f"/scores/{path}", json.loads(json.dumps(body)))
    assert answer.status_code in (200, 201, 400, 403, 404, 409)
    if answer.status_code >= 400:
        assert "\n" not in answer.json["error"]


@pytest.mark.parametrize("what", ["game", "player", "season", "evening"])
@pytest.mark.parametrize("number", ["0", "99", str(2**80), "2026-02-30"])
def test_a_page_of_nothing_is_not_found(table, what, number):
    assert table.get(f"/api/scores/{what}s/{number}").status_code == 404


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Entry 99 is no win"), ("ja", "99番の記録は和了ではありません")]
)
def test_a_win_that_is_none_is_told_in_the_language_of_whoever_asked(table, language, said):
    answer = table.get(f"/api/scores/win/99?lang={language}")
    assert answer.status_code == 404
    assert said in answer.json["error"]


def test_every_route_tells_whom_it_is_for(table):
    rules = [rule for rule in table.serving._app.url_map.iter_rules() if rule.endpoint.startswith("scores.")]
    assert len(rules) > 35
    views = table.serving._app.view_functions
    assert [rule.rule for rule in rules if getattr(views[rule.endpoint], "_jantaku_role", None) is None] == []
    assert scores.name == "scores"
