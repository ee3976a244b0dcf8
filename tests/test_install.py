"""What `make run` installs, on an ordinary machine and on a Raspberry Pi of either system."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def steps(tmp_path, target, modules):
    """What make would run where Python has these modules (name: version)."""
    for name, version in modules.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        told = tmp_path / f"{name}-{version}.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (tmp_path / "pyproject.toml").write_text("")
    shutil.copy(ROOT / "Makefile", tmp_path)
    # -S hides this machine's own packages.
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec python3 -S "$@"\n')
    python.chmod(0o755)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(
        ["make", "-n", target, f"PYTHON={python}"],
        cwd=tmp_path,
        env=clean,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("modules", "sees_system", "is_constrained"),
    [
        ({}, False, False),
        ({"numpy": "1.24.2"}, False, False),
        ({"picamera2": "0.3.25", "numpy": "1.24.2"}, True, True),
        ({"picamera2": "0.3.31", "numpy": "2.2.4"}, True, False),
    ],
    ids=["an ordinary machine", "with an old numpy", "Bookworm on a Pi", "Trixie on a Pi"],
)
def test_make_run_installs_what_runs_and_no_more(tmp_path, modules, sees_system, is_constrained):
    said = steps(tmp_path, "run", modules)
    assert "[dev]" not in said
    assert ("--system-site-packages" in said) == sees_system
    assert ("--constraint constraints-bookworm.txt" in said) == is_constrained
    assert "--only-binary numpy,opencv-python-headless,onnxruntime" in said
    assert said.rstrip().endswith("jantaku serve")


def test_make_test_installs_the_tools_too(tmp_path):
    assert '-e ".[dev]"' in steps(tmp_path, "test", {})


def test_an_environment_for_tests_is_enough_to_run(tmp_path):
    (tmp_path / ".venv").mkdir()
    stamp = tmp_path / ".venv" / ".installed"
    stamp.write_text("")
    os.utime(stamp, (4e9, 4e9))  # newer than pyproject.toml
    assert "pip install" not in steps(tmp_path, "run", {})
