"""Every command that the documentation shows is one the programs take: names, options, modules, files."""

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from webui.cli import jantaku

from .desk import lay_out

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "models/README.md", "models/MODEL_CARD.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
OURS = re.compile(r"(\S*/)?(jantaku\b|python3? (tests/|-m (engine|vision|hardware|webui|models|tests)\.))")
NO_COMMAND = ("jantaku finds 1",)
"""The first line of a file."""
SMALLER = {
    r"^(jantaku simulate OUT(?: --(?:rules|seed) \S+)*).*": r"\1 --events 1 --size 640x480 --rate 1",
    r"^jantaku watch OUT": "jantaku watch OUT",
    r"^jantaku watch --json$": "jantaku watch --json OUT",
    r"^jantaku watch --truth$": "jantaku watch --truth OUT/truth.jsonl OUT",
    r"^jantaku record DIR \[SOURCE\]": "jantaku record DIR OUT",
    r"^jantaku read SOURCE": "jantaku read table.jpg",
    r"^jantaku rulesets NAME": "jantaku rulesets mcr",
    r"^(python -m models.fit_follow|python tests/bench/following/bench_delays.py) DIR": r"\1 KEPT",
    r"(bench_confidence.py) tests/games/kept": r"\1 KEPT",
    r"(bench_sensitivity.py) tests/games/kept": r"\1 KEPT --only",
    r"(bench_engine.py --deals) 10000": r"\1 1",
    r"(bench_oracle.py --(?:deals|hands)) 100*$": r"\1 5",
    r"(bench_mistakes.py --first 21)": r"\1 --kinds false_win --rules mcr --seeds 1",
    r"(bench_controls.py) --pixels (--kinds hands) .*": r"\1 \2 --seconds 2",
}
"""Commands that a test runs on less: what the reader has is there, and a deal stands for thousands."""
NOT_RUN = {
    r"\b[A-Z][A-Z_]+\b|…|\.\.\.|\[": "words in capitals, dots and brackets stand for what the reader has",
    r"^jantaku serve\b": "serves until it is stopped; tests/e2e starts it",
    r"--camera 0|picamera2|^jantaku calibrate 0": "a camera; tests/hardware",
    r"echo": "told from a real Raspberry Pi",
    r"models\.(train|evaluate|render|fit_d)": "hours of computing, or photos that do not ship; tests/models",
    r"tests[/.]bench[/.]": "minutes of drawing, of reading pictures or of running tests",
}
"""Commands that no test runs, each with the reason."""


def commands():
    """Each command that is shown: its page, and its words as a line."""
    for page in PAGES:
        text = re.sub(r"\\\n\s*", " ", page.read_text(encoding="utf-8"))
        is_fenced, inline = False, []
        for line in text.splitlines():
            is_fenced ^= line.startswith("```")
            if is_fenced or re.match(r" {4}\S", line):
                yield from _if_ours(page, re.sub(r"\s(#\s|\s{2,}|\(auto).*", "", line.strip()))
            else:
                inline.append(line)
        for words in re.findall(r"`([^`]+)`", "\n".join(inline)):
            yield from _if_ours(page, " ".join(words.split()))


def _if_ours(page, line):
    line = line.removeprefix("$ ").removeprefix(".venv/bin/")
    if OURS.match(line) and line not in NO_COMMAND and "jantaku_" not in line:
        yield page.name, line


SHOWN = sorted(set(commands()))
LINES = sorted({line for _, line in SHOWN if len(line.split()) > 2 or line.startswith("jantaku rulesets")})
"""A name alone (`jantaku serve`) is a mention; what has more words is a command to copy."""


def smaller(line):
    """The command that a test runs in place of this one: the same on less."""
    found = next((words for words in SMALLER if re.search(words, line)), None)
    return line if found is None else re.sub(found, SMALLER[found], line)


def why_not_run(line):
    if any(re.search(words, line) for words in SMALLER):
        return None
    return next((why for words, why in NOT_RUN.items() if re.search(words, line)), None)


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


@pytest.mark.parametrize(("page", "line"), SHOWN)
def test_a_command_in_the_docs_is_one_the_program_takes(page, line):
    words = shlex.split(re.sub(r"\s[<>].*", "", line))
    if words[0].endswith("jantaku"):
        command, left = command_of(words[1:])
        known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
        assert [name for name in options_in(left) if name not in {*known, "--help"}] == []
        return
    source = source_of(words[1:])
    assert source.exists(), f"no {source.relative_to(ROOT)}"
    text = source.read_text(encoding="utf-8")
    if source.name == "__main__.py":
        text += source.with_name("__init__.py").read_text(encoding="utf-8")
    beside = re.findall(r"(?m)^from (\w+) import", text)
    text += "".join(p.read_text() for name in beside if (p := source.with_name(f"{name}.py")).exists())
    assert [name for name in options_in(words[2:]) if name != "-m" and f'"{name}"' not in text] == []


def test_each_reason_not_to_run_a_command_as_it_stands_is_needed():
    needed = [words for words in (*SMALLER, *NOT_RUN) if any(re.search(words, line) for line in LINES)]
    assert needed == [*SMALLER, *NOT_RUN]


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with what the commands name: pictures, a calibration, a game, a data folder."""
    folder = tmp_path_factory.mktemp("desk")
    lay_out(folder)
    return folder


YES = "y\n"
"""Answers a command that asks before it writes."""

# A picture is taught before it is read with the set, and packed before it is restored; a film is made before
# it is watched.
ORDER = ("enrol club row", "enrol club evening", "enrol --list", "detect", "enrol", "backup", "restore")
ORDER += ("simulate", "watch", "record")


def in_order(line):
    return next((place for place, words in enumerate(ORDER) if words in line), -1), line


@pytest.mark.parametrize("line", sorted((line for line in LINES if not why_not_run(line)), key=in_order))
def test_a_command_runs_as_the_docs_show_it(line, desk, monkeypatch):
    monkeypatch.chdir(desk)
    monkeypatch.setenv("XDG_DATA_HOME", str(desk / "kept"))
    line, _, given = smaller(line).partition(" < ")
    words = shlex.split(line)
    assert words[0] in ("jantaku", "python")
    if words[0] == "jantaku":
        if words[1] == "simulate":
            shutil.rmtree(desk / "OUT", ignore_errors=True)
        sent = Path(given.split()[0]).read_text(encoding="utf-8") if given else YES
        done = CliRunner().invoke(jantaku, words[1:], input=sent)
        assert done.exit_code == 0, done.output
    elif words[1] == "-m":
        monkeypatch.setattr(sys, "argv", words[2:])
        # A module that another test has imported would run a second time beside itself, with a warning.
        monkeypatch.delitem(sys.modules, words[2], raising=False)
        runpy.run_module(words[2], run_name="__main__")
    else:
        command = [sys.executable, ROOT / words[1], *words[2:]]
        here = os.environ | {"PYTHONPATH": str(ROOT)}
        bench = subprocess.run(command, env=here, capture_output=True, text=True)
        assert bench.returncode == 0, bench.stderr


PATHS = re.compile(r"`((?:engine|vision|hardware|webui|models|tests)/[\w/.-]+\.(?:py|toml|json|js|css))`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_file_that_the_docs_name_is_there(page):
    named = [name.replace("CODE", "en") for name in PATHS.findall(page.read_text(encoding="utf-8"))]
    gone = {"vision/track/steady.py", "engine/infer_steady.py"}
    # NAME and FOLDER are what whoever adds one calls it.
    known = (name for name in named if not re.search("NAME|FOLDER", name) and name not in gone)
    assert [name for name in known if not (ROOT / name).exists()] == []


TEST = re.compile(r"\btests/[\w/.-]*\w")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_test_that_the_docs_name_is_there(page):
    named = TEST.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if "FOLDER" not in name and not (ROOT / name).exists()] == []
