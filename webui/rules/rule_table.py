"""What each rule set does, as tables for a page of the docs: made from the rule-set files and the words.

One table for the riichi family and one for the others: the rule sets side by side, a row for each setting in
which they differ, and below it the settings in which they are alike.
``python -m webui.rules.rule_table FILE`` puts them anew between the marks ``<!-- rules LANGUAGE -->`` and
``<!-- end -->`` of a page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

from engine.rules import load_ruleset, ruleset_names
from engine.ruleset import Ruleset
from engine.scoring.faan.tables import FaanTable
from engine.scoring.mcr.fans import McrTable
from engine.scoring.riichi.rules import RiichiRules
from engine.scoring.table import scoring_table
from webui.rules.house_form import GROUPS, OPTIONS, form_of
from webui.rules.rule_titles import ruleset_title
from webui.words import Words, load_words

FAMILIES = (("riichi", ("riichi",)), ("others", ("mcr", "hong_kong", "doubles")))
"""The tables, and the kinds of scoring of the rule sets in each."""
RIICHI_SCORES = tuple(
    field.name
    for field in fields(RiichiRules)
    if field.name not in ("red_fives", "heavenly_at_any_seat", "dealt_orphans_wait_on_all", "yakuman_in_han")
)
BY_NAME = ("tiles", "seats", "place_bonus_afloat", "consequences", "penalties", "deductions")
"""Settings that no form asks for, and that tell rule sets apart."""
NONE = "–"
_MARKED = re.compile(r"(<!-- rules ([\w-]+) -->)\n.*?(<!-- end -->)", re.DOTALL)


def rule_tables(language: str) -> str:
    """Both tables in `language`, in Markdown; KeyError when there are no words for it."""
    words = load_words(language)
    return "\n".join(line for family, kinds in FAMILIES for line in _family(words, family, kinds))


def with_tables(page: str) -> str:
    """The page with the tables as they are now between its marks."""
    return _MARKED.sub(lambda found: f"{found[1]}\n{rule_tables(found[2])}{found[3]}", page)


def _family(words: Words, family: str, kinds: Sequence[str]) -> Iterator[str]:
    rules = [each for each in map(load_ruleset, ruleset_names()) if each.scoring in kinds]
    rows = [(label, [_cell(words, each, name) for each in rules]) for label, name in _settings(words, rules)]
    yield f"**{words[f'table.{family}']}**"
    yield ""
    yield f"| {words['table.setting']} | {' | '.join(ruleset_title(each.title, words) for each in rules)} |"
    yield "|---" * (len(rules) + 1) + "|"
    yield f"| {words['table.name']} | {' | '.join(f'`{each.name}`' for each in rules)} |"
    yield f"| {words['table.source']} | {' | '.join(words[f'table.source_{each.name}'] for each in rules)} |"
    for label, cells in rows:
        if len(set(cells)) > 1:
            yield f"| {label} | {' | '.join(cells)} |"
    alike = [f"{label}: {cells[0]}" for label, cells in rows if len(set(cells)) == 1 and cells[0] != NONE]
    yield ""
    yield f"{words['table.alike']} {'; '.join(alike)}."
    yield ""


def _settings(words: Words, rules: Sequence[Ruleset]) -> Iterator[tuple[str, str]]:
    """(what it is called, its name) of every setting that one of `rules` has."""
    asked = {field.name for each in rules for part in form_of(each, each).values() for field in part}
    for name in BY_NAME:
        yield words[f"table.{name}"], name
    for names in GROUPS.values():
        for name in names:
            if name in asked and not any(name in options for options in OPTIONS.values()):
                yield words[f"house.{name}"], name
    if any(each.scoring == "riichi" for each in rules):
        yield from ((words[f"table.{name}"], name) for name in RIICHI_SCORES)
    else:
        kept = ("two_concealed_kongs", "concealed_and_melded_kong")
        yield from ((words[f"pattern.{name}"], name) for name in (*kept, "seven_pairs"))


def _cell(words: Words, rules: Ruleset, name: str) -> str:
    """One value as people read it; a dash where the rule set has no such thing."""
    if name in BY_NAME:
        return _named(words, getattr(rules, name))
    field = next((f for part in form_of(rules, rules).values() for f in part if f.name == name), None)
    if field is not None and name not in OPTIONS.get(rules.scoring, {}):
        match field.kind:
            case "switch":
                return _yes(words, field.value)
            case "choice":
                return words[f"house.is_{field.value.replace('-', '_')}"]
            case "several":
                return ", ".join(words[f"house.is_{each}"] for each in field.value) or NONE
        return str(field.value) or NONE
    table = scoring_table(rules)
    if isinstance(table, FaanTable):
        return _price(words, table, name)
    if isinstance(table, RiichiRules | McrTable) and hasattr(table, name):
        return _named(words, getattr(table, name))
    return NONE


def _named(words: Words, value: object) -> str:
    match value:
        case bool():
            return _yes(words, value)
        case str():
            return words[f"table.is_{value}"]
        case tuple() if value and all(isinstance(each, tuple) for each in value):
            return "<br>".join(_pair(words, each) for each in value)
        case tuple():
            return ", ".join(map(str, value)) or NONE
    return str(value)


def _pair(words: Words, each: tuple[object, ...]) -> str:
    """A fault and what follows it, or the bonus of each place."""
    if len(each) == 2 and isinstance(each[0], str):
        follows = str(each[1])
        consequence = words.by_key.get(f"consequence.{follows}", follows)
        return f"{words[f'fault.{each[0]}']}: {consequence}"
    return " ".join(f"{part:+g}" for part in each if isinstance(part, int | float))


def _price(words: Words, table: FaanTable, name: str) -> str:
    if name in table.limit_patterns:
        return words["table.limit"]
    return str(table.prices[name]) if name in table.prices else NONE


def _yes(words: Words, value: bool) -> str:
    return words["table.yes" if value else "table.no"]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
