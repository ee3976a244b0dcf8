"""The documentation keeps up: commands, rule sets, formats and links are all told of."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engine.rules import ruleset_names
from webui.cli import jantaku

ROOT = Path(__file__).resolve().parent.parent
NAMES = jantaku.list_commands(click.Context(jantaku))


def command(name):
    return jantaku.get_command(click.Context(jantaku), name)


WRITES_JSON = [name for name in NAMES if any("--json" in each.opts for each in command(name).params)]


@pytest.mark.parametrize("name", WRITES_JSON)
def test_what_a_command_writes_as_json_is_in_the_formats(name):
    assert f"## `jantaku {name} --json" in (ROOT / "docs" / "formats.md").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_a_command_stands_in_the_table_of_the_readme(name):
    rows = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("| `jantaku ")]
    assert any(re.search(rf"`(jantaku )?{name}\b", row.split("|")[1]) for row in rows)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_a_command_is_explained(name):
    options = [each for each in command(name).params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help] == []
    assert command(name).help


@pytest.mark.parametrize("name", ruleset_names())
def test_a_rule_set_has_its_line(name):
    assert f"| `{name}` |" in (ROOT / "docs" / "rules.md").read_text()


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_links_only_to_what_is_there(page):
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    here = [target for target in targets if "://" not in target]
    assert [target for target in here if not (page.parent / target).exists()] == []


def headings(page):
    """The headings of a page as addresses: small letters, dashes for spaces, no other marks."""
    found = re.findall(r"(?m)^#+ (.*)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", each.strip().lower())) for each in found}


@pytest.mark.parametrize("page", [*PAGES, *(ROOT / "models").glob("*.md")], ids=lambda page: page.name)
def test_a_page_links_only_to_headings_that_are_there(page):
    targets = re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", page.read_text(encoding="utf-8"))
    dead = [
        f"{name}#{at}" for name, at in targets if at not in headings(page.parent / name if name else page)
    ]
    assert dead == []


@pytest.mark.parametrize("page", PAGES[1:], ids=lambda page: page.name)
def test_a_page_is_reached_from_the_first_one(page):
    assert page.name == "README.md" or f"({page.name})" in (ROOT / "docs" / "README.md").read_text()


def test_the_docs_build_as_a_site_without_a_dead_link(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (built.returncode, built.stderr) == (0, "")
    assert {page.with_suffix(".html").name for page in PAGES[1:]} - {"README.html"} <= {
        page.name for page in tmp_path.glob("*.html")
    }
