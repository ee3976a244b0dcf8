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
from .desk_of_training import lay_out_training
from .shown import LINES, PAGES, ROOT, SHOWN
from .small import IN_PLACE, ON_LESS, RUN_BY, run_by, smaller


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
    if words[0] == "jantaku-update":
        script = (ROOT / "packaging" / "deb" / "files" / words[0]).read_text(encoding="utf-8")
        assert [name for name in options_in(words[1:]) if name not in script] == []
        return
    if words[0].endswith("jantaku"):
        command, left = command_of(words[1:])
        known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
        assert [name for name in options_in(left) if name not in {*known, "--help"}] == []
        return
    source = source_of(words[1:])
    assert source.exists(), f"no {source.relative_to(ROOT)}"
    text = source.read_text(encoding="utf-8")
    # A script run by its path finds the packages that are installed, and `tests` only if it says where.
    assert words[1] == "-m" or "from tests" not in text or "parents[3]" in text
    if source.name == "__main__.py":
        text += source.with_name("__init__.py").read_text(encoding="utf-8")
    beside = re.findall(r"(?m)^from (\w+) import", text)
    text += "".join(p.read_text() for name in beside if (p := source.with_name(f"{name}.py")).exists())
    # Options that several programs take are added by one of them.
    shared = re.findall(r"(?m)^from ([\w.]+) import .*\badd_", text)
    text += "".join(p.read_text() for name in shared if (p := ROOT / f"{name.replace('.', '/')}.py").exists())
    assert [name for name in options_in(words[2:]) if name != "-m" and f'"{name}"' not in text] == []


def test_each_change_of_a_command_is_of_one_that_the_docs_show():
    tables = (*IN_PLACE, *ON_LESS)
    assert [words for words in tables if not any(re.search(words, line) for line in LINES)] == []


@pytest.mark.parametrize("test", RUN_BY)
def test_a_test_that_is_to_run_commands_asks_for_them(test):
    assert run_by(test, LINES)
    assert f'run_by("{test}", LINES)' in (ROOT / test).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with what the commands name: pictures, a calibration, a game, a data folder."""
    folder = tmp_path_factory.mktemp("beside") / "desk"
    folder.mkdir()
    lay_out(folder)
    lay_out_training(folder)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


YES = "y\n"
"""Answers a command that asks before it writes."""

# A picture is taught before it is read with the set, and packed before it is restored; a film is made before
# it is watched.
ORDER = ("enrol NAME", "enrol --json", "enrol club row", "enrol club evening", "enrol --list", "detect")
ORDER += ("enrol", "backup", "restore", "simulate", "watch", "record", "jantaku contribute", "contributed")


def in_order(line):
    return next((place for place, words in enumerate(ORDER) if words in line), -1), line


HERE = {smaller(line): line for line in run_by("tests/docs/test_docs_commands.py", LINES)}
"""What is run, and a command of the docs that it stands for: several come to the same."""


@pytest.mark.parametrize("line", sorted(HERE.values(), key=in_order))
def test_a_command_runs_as_the_docs_show_it(line, desk, monkeypatch):
    monkeypatch.chdir(desk)
    monkeypatch.setenv("XDG_DATA_HOME", str(desk / "kept"))
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{desk / 'programs'}")
    run(smaller(line), desk, monkeypatch)


def run(line, desk, monkeypatch):
    """Runs a command as it stands in the folder `desk`, where it is."""
    words = shlex.split(line)
    if SHELL.search(line):
        in_a_shell(line, desk)
    elif words[0] == "jantaku":
        if words[1] == "simulate":
            shutil.rmtree(desk / "OUT", ignore_errors=True)
        done = CliRunner().invoke(jantaku, words[1:], input=YES)
        assert done.exit_code == 0, done.output
    elif words[1] == "-m":
        monkeypatch.setattr(sys, "argv", words[2:])
        # A module that another test has imported would run a second time beside itself, with a warning.
        monkeypatch.delitem(sys.modules, words[2], raising=False)
        code = run_as_main(words[2])
        assert not code
    else:
        in_a_shell(line.replace("python ", f"python {ROOT}/", 1), desk)


def run_as_main(module):
    """Runs a module; what it ends with, None where it goes to its end."""
    try:
        runpy.run_module(module, run_name="__main__")
    except SystemExit as end:
        return end.code


SHELL = re.compile(r"[<>|;]")


def in_a_shell(line, desk):
    """Runs the line as a terminal on the desk does, with this environment's programs."""
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    given = os.environ | {"PYTHONPATH": str(ROOT), "PATH": programs}
    command = ["bash", "-e", "-o", "pipefail", "-c", line]
    done = subprocess.run(command, cwd=desk, env=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


PATHS = re.compile(r"`((?:engine|vision|hardware|webui|models|tests)/[\w/.-]+\.(?:py|toml|json|js|css))`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_file_that_the_docs_name_is_there(page):
    named = [name.replace("CODE", "en") for name in PATHS.findall(page.read_text(encoding="utf-8"))]
    gone = {"vision/track/steady.py", "engine/infer_steady.py"}
    # NAME and FOLDER are what whoever adds one calls it.
    known = (name for name in named if not re.search("NAME|FOLDER", name) and name not in gone)
    assert [name for name in known if not (ROOT / name).exists()] == []


BENCHES = sorted(path.stem for path in (ROOT / "tests" / "bench").rglob("bench_*.py"))


def test_every_bench_is_in_the_docs_and_so_is_run():
    told = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    # One needs a Debian with the library of the Pi's camera: `.ci/picamera2` runs it.
    assert [name for name in BENCHES if name not in told] == ["bench_pi_camera"]


TEST = re.compile(r"\btests/[\w/.-]*\w")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_test_that_the_docs_name_is_there(page):
    named = TEST.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if "FOLDER" not in name and not (ROOT / name).exists()] == []
