"""What every test may ask for."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

from hardware.quiet import quiet_opencv

from .cheap_codes import hash_cheaply
from .chromium import BROWSER_FLAGS, browser_path
from .many_applications import compile_once

# FFmpeg asks for its log level once a process, at the first video: a test that opens one by itself must not
# make it noisy for the tests of what a user sees.
quiet_opencv()
compile_once()
hash_cheaply()

# A slow machine is no failure: nothing here is measured by the clock.
settings.register_profile("jantaku", deadline=None)
settings.load_profile("jantaku")

SELDOM = 20_000, 20, 100
"""Tables are made of many small values, none in a circle that the collector would have to find. Done as
seldom as this, a kept deal is read and followed in 4.6 s of the processor in place of 5.0 s."""
SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared pictures, vectors and logs beside the checkout; skips where there is none."""
    if not SHARED.is_dir():
        pytest.skip(f"no folder {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def browser():
    """Chromium as the system has it: one for all tests of a process, in whatever folder they are."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = browser_path()
    if path is None:
        pytest.skip("no Chromium on this machine (apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
        yield opened
        opened.close()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Keeps the garbage collector away from what is collected: eight thousand tests that live as long as the
    process, and that it would walk through again and again while they run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Shares the tests among processes (`make test`); nothing where another way was asked for."""
    if config.getvalue("dist") != "loadfile":
        return None
    from .sharing import SharedByPortion

    return SharedByPortion(config, log)
