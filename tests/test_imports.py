"""Who may import whom: read from the source with `ast`, so a breach names its file and line."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("engine", "vision", "hardware", "webui", "models")
ALLOWED = {
    "engine": set(),
    "vision": {"engine"},
    "hardware": {"engine"},
    "models": {"engine", "vision"},
    "webui": {"engine", "vision", "hardware"},
}
"""Which other rooms the files of a room may import."""
LIBRARIES_IN_ENGINE = ("engine/rules", "engine/scoring")
"""The folders of the engine that may use more than the standard library."""


def imports_of(path: Path):
    """(line, module) for every import in a file, wherever it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module


def breaches(room: str, path: Path):
    inside = path.relative_to(ROOT).as_posix()
    for line, module in imports_of(path):
        top = module.split(".")[0]
        if top in ROOMS and top != room and top not in ALLOWED[room]:
            yield f"{inside}:{line}: {room} must not import {module}"
        elif is_library_in_engine(room, inside, top):
            yield f"{inside}:{line}: the engine uses only the standard library here, not {module}"


def is_library_in_engine(room: str, inside: str, top: str) -> bool:
    """Whether a file of the engine reaches for a library where it may not."""
    free = room != "engine" or inside.startswith(LIBRARIES_IN_ENGINE)
    return not free and top != "engine" and top not in sys.stdlib_module_names


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_it_may(room):
    paths = sorted((ROOT / room).rglob("*.py"))
    assert paths, f"no files in {room}"
    assert [breach for path in paths for breach in breaches(room, path)] == []


def test_a_breach_is_found_with_its_file_and_line(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    bad = tmp_path / "engine" / "bad.py"
    bad.parent.mkdir()
    bad.write_text("import json\n\nimport numpy\nfrom webui.cli import main\n")
    found = list(breaches("engine", bad))
    assert [each.split(": ")[0] for each in found] == ["engine/bad.py:3", "engine/bad.py:4"]
