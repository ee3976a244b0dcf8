"""No file imports itself by a detour, no two folders need each other, and none is too full."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("engine", "vision", "hardware", "webui", "models")
MOST_FILES = 20
MOST_LINES = 300


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_of(path): path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))}


def imported(path: Path):
    """The modules of ours that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in FILES)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            inside = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name for name in inside if name in FILES)
            if node.module in FILES and any(name not in FILES for name in inside):
                yield node.module


@cache
def arrows():
    """(importing, imported) of all modules of ours; asked for by a test, not while tests are collected."""
    return {(module, other) for module, path in FILES.items() for other in imported(path) if other != module}


def circles(arrows):
    """The groups of names of which each can be reached from each other, along arrows (from, to)."""
    follows = {}
    for start, end in arrows:
        follows.setdefault(start, set()).add(end)

    def reached(start):
        seen, ahead = set(), list(follows.get(start, ()))
        while ahead:
            name = ahead.pop()
            if name not in seen:
                seen.add(name)
                ahead.extend(follows.get(name, ()))
        return frozenset(seen)

    reach = {name: reached(name) for name in follows}
    return sorted(
        {
            tuple(sorted(n for n in seen if name in reach.get(n, ())))
            for name, seen in reach.items()
            if name in seen
        }
    )


def test_a_circle_is_found():
    assert circles({("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")}) == [("a", "b", "c")]


def test_no_file_imports_itself_by_a_detour():
    # A folder's own `__init__` may gather what its files hold.
    assert circles({(a, b) for a, b in arrows() if not a.startswith(f"{b}.")}) == []


FOLDERS = sorted({module_of(path.parent / "__init__.py") for path in FILES.values()})


@pytest.mark.parametrize("folder", ["", *FOLDERS])
def test_what_lies_in_a_folder_needs_each_other_one_way_only(folder):
    def place(module):
        inside = module if not folder else module.removeprefix(f"{folder}.")
        return inside.split(".")[0] if not folder or inside != module else None

    places = {(place(a), place(b)) for a, b in arrows()}
    assert circles({(a, b) for a, b in places if a and b and a != b}) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_holds_at_most_twenty_files(folder):
    count = Counter(module_of(path.parent / "__init__.py") for path in FILES.values())[folder]
    assert count <= MOST_FILES


def test_folders_of_tests_hold_no_more():
    paths = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "__init__.py"]
    count = Counter(path.parent.relative_to(ROOT).as_posix() for path in paths)
    assert {folder: n for folder, n in count.items() if n > MOST_FILES} == {}


SHOWN = [path for room in ("static", "templates", "words") for path in (ROOT / "webui" / room).rglob("*.*")]
"""What pages are made of."""


def test_what_pages_are_made_of_lies_in_rooms_as_well():
    count = Counter(path.parent.relative_to(ROOT).as_posix() for path in SHOWN if path.suffix != ".py")
    assert {folder: n for folder, n in count.items() if n > MOST_FILES} == {}


IMPORT = re.compile(r'(?:from|import\() ?"(\.[^"]*)"')


def test_every_script_finds_what_it_imports():
    asked = {
        (path, name)
        for path in SHOWN
        if path.suffix == ".js"
        for name in IMPORT.findall(path.read_text("utf-8"))
    }
    assert len(asked) > 50
    assert {(path.name, name) for path, name in asked if not (path.parent / name).is_file()} == set()


def test_a_file_has_at_most_300_lines():
    scripts = [path for path in SHOWN if path.suffix in (".js", ".css", ".html")]
    paths = [*FILES.values(), *(ROOT / "tests").rglob("*.py"), *scripts]
    lines = {p.relative_to(ROOT).as_posix(): len(p.read_text(encoding="utf-8").splitlines()) for p in paths}
    assert {name: n for name, n in lines.items() if n > MOST_LINES} == {}
