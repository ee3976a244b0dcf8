"""`jantaku rulesets`: the rule sets there are, and one of them in full."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from engine.rules import load_ruleset, ruleset_names
from engine.ruleset import Ruleset
from webui.rules.rule_table import rule_tables
from webui.words import languages


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--table", "language", type=click.Choice(languages()), help="All of them side by side.")
def command(name: str | None, as_json: bool, language: str | None) -> None:
    """List the rule sets; with NAME, every setting of one.

    NAME may be a TOML file of house rules: a line such as rules = "hong_kong" and the settings your table
    plays otherwise (see docs/rules.md). Other commands take such a file wherever they take a rule set."""
    if language is not None:
        click.echo(rule_tables(language))
        return
    if name is None:
        for rules in map(load_ruleset, ruleset_names()):
            click.echo(json.dumps(_summary(rules)) if as_json else f"{rules.name:16} {rules.title}")
        return
    settings = asdict(load_ruleset(name))
    if as_json:
        click.echo(json.dumps(settings, ensure_ascii=False))
        return
    width = max(map(len, settings))
    for field, value in settings.items():
        click.echo(f"{field:{width}}  {_shown(value)}")


def _summary(rules: Ruleset) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "tiles": rules.tiles,
        "scoring": rules.scoring,
        "minimum": rules.minimum,
        "sources": list(rules.sources),
    }


def _shown(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case tuple():
            return ", ".join(map(str, value)) or "none"
    return str(value)
