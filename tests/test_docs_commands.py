"""Every command that the documentation shows is one the programs take: names, options, modules, files."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from webui.cli import jantaku

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "models/README.md", "models/MODEL_CARD.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
SHOWN = re.compile(r"(?m)^ {4}(\S.*)$|`((?:jantaku|python)[ \n][^`]+)`")
NO_COMMAND = ("jantaku finds 1",)
"""The first line of a file."""
RUN = (
    *("jantaku rulesets", "jantaku rulesets --json", "jantaku rulesets --table en"),
    *("jantaku practice", "jantaku practice --json"),
)
"""These need nothing but the program, and are run as they stand."""


def commands():
    for page in PAGES:
        text = re.sub(r"\\\n\s*", " ", page.read_text(encoding="utf-8"))
        for line, inline in SHOWN.findall(text):
            words = re.sub(r"\s#\s.*", "", (line or inline).replace("\n", " ")).strip()
            ours = r"(\S*/)?(jantaku\b|python3? (tests/|-m (engine|vision|hardware|webui|models)\.))"
            if re.match(ours, words) and words not in NO_COMMAND:
                yield pytest.param(shlex.split(words), id=f"{page.name}: {words[:70]}")


def command_of(words):
    """The click command that the words name, and the words left for it."""
    command, left = jantaku, words
    context = click.Context(jantaku)
    while isinstance(command, click.Group) and left and not left[0].startswith(("-", "[")):
        found = command.get_command(context, left[0])
        if found is None:
            break
        command, left = found, left[1:]
    assert command is not jantaku, f"no command {left[0] if left else ''}"
    return command, left


def source_of(words):
    """The file that `python ...` runs."""
    if words[0] != "-m":
        return ROOT / words[0]
    place = ROOT / words[1].replace(".", "/")
    return place / "__main__.py" if place.is_dir() else place.with_suffix(".py")


def options_in(words):
    return [match[1] for word in words if (match := re.match(r"\[?(--?[a-z][a-z-]*)", word))]


@pytest.mark.parametrize("words", list(commands()))
def test_a_command_in_the_docs_is_one_the_program_takes(words):
    if words[0].endswith("jantaku"):
        command, left = command_of(words[1:])
        known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
        assert [name for name in options_in(left) if name not in {*known, "--help"}] == []
        return
    source = source_of(words[1:])
    assert source.exists(), f"no {source.relative_to(ROOT)}"
    text = source.read_text(encoding="utf-8")
    beside = re.findall(r"(?m)^from (\w+) import", text)
    text += "".join(p.read_text() for name in beside if (p := source.with_name(f"{name}.py")).exists())
    assert [name for name in options_in(words[2:]) if name != "-m" and f'"{name}"' not in text] == []


@pytest.mark.parametrize("line", RUN)
def test_a_command_that_needs_nothing_runs_as_the_docs_show_it(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert any(line in page.read_text(encoding="utf-8") for page in PAGES)
    assert CliRunner().invoke(jantaku, line.split()[1:]).exit_code == 0


PATHS = re.compile(r"`((?:engine|vision|hardware|webui|models|tests)/[\w/.-]+\.(?:py|toml|json|js|css))`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_file_that_the_docs_name_is_there(page):
    named = PATHS.findall(page.read_text(encoding="utf-8"))
    new = {"engine/rules/NAME.py", "hardware/cameras/NAME.py"}
    gone = new | {"vision/track/steady.py", "engine/infer_steady.py"}
    assert [name for name in named if not (ROOT / name).exists() and name not in gone] == []
