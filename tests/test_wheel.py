"""What is in the package that others install: all that runs, no training, no tests, nothing twice."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

# A word for the licence that older versions of setuptools take as well.
pytestmark = pytest.mark.filterwarnings("ignore:.*project.license")

ROOT = Path(__file__).resolve().parents[1]
MOST_BYTES = 20_000_000
"""Before packing; 15.6 MB now, 12.2 MB packed: the demonstration's film, the networks, the voices."""
SMALL_BYTES = 10_000
"""Smaller files may be alike, such as those that say that a folder is a package."""


@pytest.fixture(scope="module")
def packed():
    """The files that setuptools puts into the wheel, as `pip wheel .` has them."""
    from setuptools import Distribution

    with pytest.MonkeyPatch.context() as here:
        here.chdir(ROOT)
        package = Distribution({"script_name": "setup.py"})
        package.parse_config_files(["pyproject.toml"])
        build = package.get_command_obj("build_py")
        build.ensure_finalized()
        modules = [path for _, _, path in build.find_all_modules()]
        data = [f"{folder}/{name}" for _, folder, _, names in build.data_files for name in names]
        return {Path(path) for path in (*modules, *data)}


def test_all_that_pages_are_made_of_is_in_the_package(packed):
    shown = [
        path for room in ("static", "templates", "words") for path in (ROOT / "webui" / room).rglob("*.*")
    ]
    kept = {path.relative_to(ROOT) for path in shown if path.is_file() and "__pycache__" not in path.parts}
    assert kept - packed == set()


def test_what_it_runs_by_is_in_the_package(packed):
    needed = ("models/reader.onnx", "models/table/locator.onnx", "engine/follow/weigh/rates.toml")
    film = "webui/recordings/first_deal/frames.mp4"
    assert {Path(path) for path in (*needed, film, "webui/hub/kept/migrations/0005_extra_time.sql")} <= packed


@pytest.mark.parametrize("folder", ["tests", "packaging", "docs", "models/train"])
def test_what_is_only_for_making_it_is_not(packed, folder):
    assert [each for each in packed if each.as_posix().startswith(f"{folder}/")] == []


def test_it_is_small_and_holds_nothing_large_twice(packed):
    large = [ROOT / path for path in packed if (ROOT / path).stat().st_size > SMALL_BYTES]
    alike = Counter(sha256(path.read_bytes()).hexdigest() for path in large)
    assert [count for count in alike.values() if count > 1] == []
    assert sum((ROOT / path).stat().st_size for path in packed) <= MOST_BYTES
