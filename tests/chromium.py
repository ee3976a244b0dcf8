"""Chromium as the system has it, for the tests and the benches that open pages."""

import shutil

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one there is. The first is the same browser without a window: a page costs it half."""
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def browser_path() -> str | None:
    """Where the browser is; None where there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)
