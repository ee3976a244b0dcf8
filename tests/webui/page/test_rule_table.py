"""The tables of what each rule set does, in the docs and in every language."""

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.rules import load_ruleset, ruleset_names
from webui.commands.rules.rulesets import command
from webui.rules.rule_table import rule_tables, with_tables
from webui.rules.rule_titles import ruleset_title
from webui.words import languages, load_words

tables_in = cache(rule_tables)
"""The tables in a language, made once for all that look into them."""
PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules.md"


def cells(language, name):
    """The row of a rule set's name, and all rows of its table as lists of cells."""
    for table in tables_in(language).split("**"):
        rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
        if any(f"`{name}`" in row for row in rows):
            return rows
    raise AssertionError(f"{name} stands in no table")


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_table_in_the_docs_is_what_the_rule_sets_say_now(language):
    page = PAGE.read_text(encoding="utf-8")
    assert f"<!-- rules {language} -->\n{tables_in(language)}<!-- end -->" in page, (
        "out of date; run python -m webui.rules.rule_table docs/rules.md"
    )
    assert with_tables(page) == page


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ruleset_names())
def test_every_rule_set_has_a_column_with_its_title_and_a_source(language, name):
    rows = cells(language, name)
    column = rows[1].index(f"`{name}`")
    assert rows[0][column] == ruleset_title(load_ruleset(name).title, load_words(language))
    assert rows[2][column]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert name in PAGE.read_text(encoding="utf-8")


def test_a_row_tells_the_settings_of_each_rule_set():
    rows = {row[0]: row[1:] for row in cells("en", "jpml_a")}
    names = [each.strip("`") for each in rows["Name"]]
    ippatsu = dict(zip(names, rows["A win within a turn of riichi counts (ippatsu)"], strict=True))
    assert ippatsu["jpml_a"] == "no"
    assert ippatsu["ema_riichi"] == "yes"
    bonus = dict(zip(names, rows["Bonus with one, two, three afloat"], strict=True))
    assert bonus["jpml_a"] == "+12 -1 -3 -8<br>+8 +4 -4 -8<br>+8 +3 +1 -12"
    assert bonus["riichi"] == "–"


def test_a_changed_rule_set_changes_the_page():
    stale = with_tables("<!-- rules en -->\nold\n<!-- end -->")
    assert stale == f"<!-- rules en -->\n{tables_in('en')}<!-- end -->"


def test_the_command_prints_the_tables():
    done = CliRunner().invoke(command, ["--table", "ja"])
    assert done.exit_code == 0
    assert done.output == rule_tables("ja") + "\n"
    assert CliRunner().invoke(command, ["--table", "xx"]).exit_code == 2
