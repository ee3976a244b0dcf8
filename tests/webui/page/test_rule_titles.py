"""Rule sets are named in the reader's language."""

import re
from pathlib import Path

import pytest

import webui
from engine.rules import load_ruleset, ruleset_names
from webui.rules.rule_titles import ruleset_title
from webui.words import DEFAULT_LANGUAGE, languages, load_words


@pytest.mark.parametrize("name", ruleset_names())
def test_every_rule_set_that_is_shipped_has_its_words(name):
    title = load_ruleset(name).title
    assert ruleset_title(title, load_words(DEFAULT_LANGUAGE)) == title
    for words in map(load_words, languages()):
        assert ruleset_title(title, words) == words[f"ruleset.{name}"]


def test_what_a_house_calls_its_own_rules_stays_so():
    assert ruleset_title("Our club", load_words("ja")) == "Our club"


def test_no_page_writes_a_title_as_the_rule_set_has_it():
    templates = Path(webui.__file__).parent / "templates"
    written = re.compile(r"\brules\.title\b(?! \| ruleset)")
    found = [page.name for page in templates.rglob("*.html") if written.search(page.read_text("utf-8"))]
    assert found == []
