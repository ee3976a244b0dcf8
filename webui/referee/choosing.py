"""All the faults a referee can enter, by what they are about."""

from __future__ import annotations

from typing import Any

from engine.table.fault import fault
from engine.table.fault_groups import faults_by_group
from engine.table.state import GameState
from webui.rules.rule_text import rule_text
from webui.words import Words


def faults_to_enter(state: GameState, words: Words) -> list[dict[str, Any]]:
    """All faults, by group: name, label, the rule as a sentence, its number, what usually follows here."""
    return [
        {
            "label": words[f"fault_group.{group}"],
            "faults": [_choice(state, name, words) for name in names],
        }
        for group, names in faults_by_group().items()
    ]


def _choice(state: GameState, name: str, words: Words) -> dict[str, str]:
    event = fault(state, name, None).event()
    return {
        "name": name,
        "label": words[f"fault.{name}"],
        "text": rule_text(event, words),
        "rule": event.rule,
        "consequence": event.consequence,
    }
