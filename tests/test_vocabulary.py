"""One word a thing, in code and in docs: words that were given up do not come back."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = [
    path
    for room in ("engine", "vision", "hardware", "webui", "models")
    for path in (ROOT / room).rglob("*.py")
]
DOCS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "models").glob("*.md"),
]
BANNED = {
    "honest (pair|reader|locator)": "held-out pair",
    r"misfit": "residual",
    "drawsout|drewout|laidout_of": "draws_out: a name whose words were cut off by a renaming",
    r"\blook_once": "classify_once",
    "mended ones": "say what is measured now",
    "is taught but what is not found": "say what is not found",
    "is that die|hardly found": "say what counts as the die",
    "by an event of their own": "say who lays the sticks",
    "glimps": "preview: the camera's own picture, for people",
    r"\b[Ee]yes\b": "vision process",
    "steady_looks|steadylook": "joining",
    "least price|cheapest price": "cost: a price is what a pattern is worth",
}
"""Each with what is said instead, in code and in docs."""
HISTORY = r"\bno longer\b|\bany ?more\b|exact since|\bused to (be|have)\b|were mended\b|proved nothing"
"""What tells how it was before, or riddles: a page says how it is now. `docs/decisions.md` may tell why."""
BANNED_NAMES = {
    "sight": "camera_state, or sighting for one tile that is seen",
    "eyes": "vision_process",
    "glimpse": "preview",
    "looking": "pipeline, or what is done with the look",
    "watching": "vision_child, or what is done by whoever watches",
    "misfit": "residual",
    "told": "news, reason, facts: what it is. The following alone tells",
    "price": "cost: a price is what a pattern is worth",
}
"""What modules, classes, functions, arguments and variables are not called; and what instead."""
ALLOWED_NAMES = {
    "told": ("engine/follow/", "models/", "vision/"),
    "price": ("engine/scoring/", "webui/rules/"),
}
"""Where the word is right: what the following tells the table, and what a pattern is worth."""
VAGUE = ("utils", "helpers", "manager", "info", "misc", "common")


@cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path):
    """All that a file of code consists of; each is read once for all words."""
    return tuple(ast.walk(ast.parse(text_of(path))))


def places_of(words, paths=(*CODE, *DOCS)):
    """Where the words stand, as file:line."""
    for path in paths:
        text = text_of(path)
        if not re.search(words, text, re.IGNORECASE):
            continue
        name = path.relative_to(ROOT).as_posix()
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(words, line, re.IGNORECASE):
                yield f"{name}:{number}"


@pytest.mark.parametrize("words", BANNED)
def test_a_word_that_was_given_up_does_not_come_back(words):
    assert list(places_of(words)) == [], f"say {BANNED[words]}"


def test_a_page_of_the_docs_tells_no_history():
    told = list(places_of(HISTORY, [page for page in DOCS if page.stem != "decisions"]))
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines()
    # A row made from the words of the pages: a tile may be "no longer live" in the rules themselves.
    made = {f"docs/rules.md:{number}" for number, line in enumerate(rules, 1) if line.startswith("|")}
    assert sorted(set(told) - made) == []


@cache
def names_in(path):
    """The modules, classes, functions, arguments and variables that a file names, with the line of each."""
    names = [(1, path.stem)]
    for node in nodes_of(path):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                names.append((node.lineno, name))
            case ast.Name(id=name, ctx=ast.Store()):
                names.append((node.lineno, name))
    return names


@pytest.mark.parametrize("word", BANNED_NAMES)
def test_nothing_is_called_by_a_word_that_was_given_up(word):
    free = ALLOWED_NAMES.get(word, ())
    found = [
        f"{name}:{line} {called}"
        for path in CODE
        if not (name := path.relative_to(ROOT).as_posix()).startswith(free)
        for line, called in names_in(path)
        if called.lower().strip("_") == word
    ]
    assert found == [], f"say {BANNED_NAMES[word]}"


@pytest.mark.parametrize(("word", "places"), ALLOWED_NAMES.items())
def test_each_place_where_a_word_is_right_still_has_it(word, places):
    for place in places:
        files = [path for path in CODE if path.relative_to(ROOT).as_posix().startswith(place)]
        assert any(called.lower().strip("_") == word for path in files for _, called in names_in(path)), place


def test_no_file_is_called_after_what_it_might_be_for():
    assert [path for path in CODE if path.stem in VAGUE] == []


def test_one_file_and_one_class_are_called_look():
    files = [path.relative_to(ROOT).as_posix() for path in CODE if path.stem in ("settle", "look")]
    classes = [
        path.relative_to(ROOT).as_posix()
        for path in CODE
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef) and node.name == "Look"
    ]
    assert files == classes == ["vision/pipeline/look.py"]


@pytest.mark.parametrize("number", ["850.0"])
def test_a_measure_of_the_table_is_written_once(number):
    places = list(places_of(rf"(?<![\w.]){re.escape(number)}(?![\w.])"))
    assert [place.split(":")[0] for place in places] == ["vision/camera/markers.py"]
