"""Pictures of every page: phone, tablet and wall screen, light and dark, four languages, on contact sheets.

    python tests/bench/pages/page_pictures.py FOLDER [--only WORD ...] [--axe | --only-axe]

Serves tables full of games, acts and calls (tests/e2e/full_tables.py), opens each page once a language and
takes it at 390x844, 1180x820 and 1920x1080 in both themes. FOLDER gets one PNG a page, and each picture in
full. Prints what is wider than its window, each complaint of the browser and, with --axe, what axe-core finds
serious; exits with 1 when there was any.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from functools import partial
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.chromium import BROWSER_FLAGS, browser_path
from tests.e2e.full_tables import TABLES, Table
from webui.access.roles import COOKIE
from webui.words import languages

SIZES = ((390, 844), (1180, 820), (1920, 1080))
THEMES = ("light", "dark")
SHEET_HIGH = 420
"""How high each picture is on the contact sheet, pixels."""
WIDER = "document.documentElement.scrollWidth - innerWidth"
WORST = ("serious", "critical")


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("folder", type=Path)
    given.add_argument("--only", nargs="*", default=[], help="pages whose names have one of these in them")
    given.add_argument("--axe", action="store_true")
    given.add_argument("--only-axe", action="store_true", help="no pictures")
    asked = given.parse_args()
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    asked.folder.mkdir(parents=True, exist_ok=True)
    from playwright.sync_api import sync_playwright

    wrong, count = [], 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=BROWSER_FLAGS)
        for number, table in enumerate(TABLES):
            full, pages = table(Path(data) / str(number))
            for name, path in pages.items():
                if asked.only and not any(word in name for word in asked.only):
                    continue
                sizes = () if asked.only_axe else SIZES
                found = pictured(browser, full, name, path, asked.folder, sizes, asked.axe or asked.only_axe)
                print("\n".join([f"{name}: {len(found)} wrong", *found]), flush=True)
                wrong += found
                count += 1
            full.close()
        browser.close()
    ways = len(SIZES) * len(THEMES) * len(languages())
    print(f"{count} pages, {count * ways} pictures; wrong: {len(wrong)}")
    sys.exit(bool(wrong))


def pictured(browser, full: Table, name: str, path: str, folder: Path, sizes, with_axe: bool) -> list[str]:
    """Takes one page in every way, after what is tapped there (after each ``|``); what was wrong with it."""
    wrong: list[str] = []
    rows = []
    for language in languages():
        context = browser.new_context(viewport={"width": 1180, "height": 820}, locale=language)
        context.add_cookies([{"name": COOKIE, "value": full.cookie, "url": full.address}])
        page = context.new_page()
        page.set_default_timeout(120_000)
        note = f"{name} {language}"
        complaints: list[str] = []
        page.on("console", partial(heard, complaints))
        page.on("pageerror", partial(heard, complaints))
        address, *taps = path.split("|")
        joined = "&" if "?" in address else "?"
        page.goto(f"{full.address}{address}{joined}lang={language}", wait_until="load")
        for tap in taps:
            page.locator(tap).first.click()
        page.wait_for_timeout(300)
        row = []
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                data = page.screenshot(path=folder / file_name(name, language, theme, width))
                row.append(shrunk(data))
                if page.evaluate(WIDER) > 0:
                    wrong.append(f"{note} {width}: wider than its window by {page.evaluate(WIDER)} px")
            if with_axe:
                wrong += axe_says(page, f"{note} {theme}")
        if row:
            rows.append(np.hstack(row))
        context.close()
        wrong += [f"{note}: {each}" for each in complaints]
    if rows:
        cv2.imwrite(str(folder / f"sheet {name.replace(',', '')}.png"), np.vstack(rows))
    return list(dict.fromkeys(wrong))


def heard(complaints: list[str], said) -> None:
    """A message of the console, or an error of the page."""
    if getattr(said, "type", "error") == "error":
        complaints.append(getattr(said, "text", str(said)))


def axe_says(page, note: str) -> list[str]:
    """What keeps somebody out."""
    from axe_playwright_python.sync_playwright import Axe

    page.set_viewport_size({"width": 1180, "height": 820})
    found = Axe().run(page).response["violations"]
    bad = [each for each in found if each["impact"] in WORST]
    return [f"{note}: {each['id']} at {each['nodes'][0]['target']}" for each in bad]


def file_name(name: str, language: str, theme: str, width: int) -> str:
    return f"{name.replace(',', '').replace(' ', '-')} {language} {theme} {width}.png"


def shrunk(data: bytes) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    scale = SHEET_HIGH / picture.shape[0]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(small, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(160, 160, 160))


if __name__ == "__main__":
    main()
