"""`jantaku-update` of the Debian package, in a root of its own over stand-ins for dpkg and systemctl."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.docs.shown import LINES
from tests.docs.small import run_by

UPDATE = Path(__file__).resolve().parents[1] / "packaging" / "deb" / "files" / "jantaku-update"
PROGRAMS = {
    "systemctl": "exit 0",
    "sleep": "exit 0",
    # The page is well when the package that was installed last is a good one.
    "python3": 'cat >/dev/null; grep -q good "$JANTAKU_UPDATE_ROOT/installed"',
    "dpkg": 'cd "$JANTAKU_UPDATE_ROOT"; cp "$4" installed; echo changed >var/lib/jantaku/games',
    "dpkg-deb": 'if [ "$3" = Package ]; then cut -d" " -f1 "$2"; else cut -d" " -f2 "$2"; fi',
    "dpkg-query": 'cut -d" " -f2 "$JANTAKU_UPDATE_ROOT/installed"',
}
"""A package is a line here: its name, its version, and whether its page is well."""


@pytest.fixture
def system(tmp_path):
    """A root where version 1 runs, and programs that act on it alone."""
    for folder in ("usr/lib/jantaku", "var/lib/jantaku", "var/cache", "etc/jantaku", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "etc/jantaku/jantaku.conf").write_text("JANTAKU_PORT=8000\n")
    (tmp_path / "var/lib/jantaku/games").write_text("as before\n")
    (tmp_path / "installed").write_text("jantaku 1 good\n")
    for name, does in PROGRAMS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    return tmp_path


def update(system, *words):
    """Its exit status and what it says."""
    path = f"{system / 'bin'}:{os.environ['PATH']}"
    given = os.environ | {"PATH": path, "JANTAKU_UPDATE_ROOT": str(system), "JANTAKU_UPDATE_WAIT_S": "9"}
    done = subprocess.run(["sh", UPDATE, *words], cwd=system, env=given, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def package(system, text):
    (system / "one.deb").write_text(text)
    return "one.deb"


def version(system):
    return (system / "installed").read_text().split()[1]


def games(system):
    return (system / "var/lib/jantaku/games").read_text()


def test_a_good_version_runs_and_back_returns_to_the_one_before(system):
    assert update(system, package(system, "jantaku 2 good"))[0] == 0
    status, said = update(system, package(system, "jantaku 3 good"))
    assert (status, said, version(system)) == (0, "jantaku-update: 3 runs now instead of 2\n", "3")
    assert update(system, "--back")[0] == 0
    assert version(system) == "2"


def test_the_commands_of_the_docs_bring_a_version_and_the_one_before_back(system):
    given, back = (
        shlex.split(line)[1:] for line in sorted(run_by("tests/test_update.py", LINES), reverse=True)
    )
    versions = []
    for number, words in ((2, given), (3, given), (0, back)):
        (system / "FILE.deb").write_text(f"jantaku {number} good\n")
        assert update(system, *words)[0] == 0
        versions.append(version(system))
    assert versions == ["2", "3", "2"]


def test_a_version_that_is_not_well_goes_and_the_data_are_as_before(system):
    update(system, package(system, "jantaku 2 good"))
    (system / "var/lib/jantaku/games").write_text("of version 2\n")
    status, said = update(system, package(system, "jantaku 3 bad"))
    assert (status, version(system)) == (1, "2")
    assert "the page of 3 did not answer well within 9 s" in said
    assert "2 runs again, with its data as before" in said


def test_without_a_package_to_return_to_the_data_still_come_back(system):
    status, said = update(system, package(system, "jantaku 2 bad"))
    assert (status, games(system)) == (1, "as before\n")
    assert "no package of 1 is kept: install it with jantaku-update FILE.deb" in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["none.deb"], "there is no file none.deb"),
        (["other.deb"], "other.deb is not a package of Jantaku"),
        (["--back"], "no earlier version is kept"),
    ],
    ids=["no file", "another package", "nothing to return to"],
)
def test_what_cannot_be_installed_is_one_line_and_changes_nothing(system, words, why):
    (system / "other.deb").write_text("chess 2 good")
    status, said = update(system, *words)
    assert (status, len(said.splitlines())) == (2, 1)
    assert why in said
    assert said.endswith("nothing was changed\n")
    assert (version(system), games(system)) == ("1", "as before\n")
