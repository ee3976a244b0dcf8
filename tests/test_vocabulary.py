"""One word a thing, in code and in docs: words that were given up do not come back."""

import ast
import re
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
    "honest pair": "held-out pair",
    r"\bmisfit": "residual",
    "drawsout": "draws_out",
    r"\blook_once": "classify_once",
    "mended ones": "say what is measured now",
    "is taught but what is not found": "say what is not found",
    "by an event of their own": "say who lays the sticks",
    "ToldValue": "SaidValue: a person says it",
    "Eyesight": "PictureSource",
    r"told(: dict\[[^]]*\])? = \{[\"*\n]": "fields: told is what the table was told",
    "least price|cheapest price": "cost: a price is what a pattern is worth",
}
"""Each with what is said instead."""
VAGUE = ("utils", "helpers", "manager", "info", "misc", "common")


def places_of(words):
    """Where the words stand, as file:line."""
    for path in (*CODE, *DOCS):
        name = path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(words, line, re.IGNORECASE):
                yield f"{name}:{number}"


@pytest.mark.parametrize("words", BANNED)
def test_a_word_that_was_given_up_does_not_come_back(words):
    assert list(places_of(words)) == [], f"say {BANNED[words]}"


def test_no_file_is_called_after_what_it_might_be_for():
    assert [path for path in CODE if path.stem in VAGUE] == []


def test_one_file_and_one_class_are_called_look():
    files = [path.relative_to(ROOT).as_posix() for path in CODE if path.stem in ("settle", "look")]
    classes = [
        path.relative_to(ROOT).as_posix()
        for path in CODE
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name == "Look"
    ]
    assert files == classes == ["vision/looking/look.py"]


@pytest.mark.parametrize("number", ["850.0"])
def test_a_measure_of_the_table_is_written_once(number):
    places = list(places_of(rf"(?<![\w.]){re.escape(number)}(?![\w.])"))
    assert [place.split(":")[0] for place in places] == ["vision/camera/markers.py"]
