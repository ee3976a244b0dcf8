"""What a rule says, in the language of the page: the sentence of its number, else of its fault."""

from __future__ import annotations

from engine.table.events import FaultFound
from engine.table.fault import RULES_OF_FAULTS
from webui.words import Words


def rule_text(fault: FaultFound, words: Words) -> str:
    """The rule that was not kept, as one sentence; empty for a fault nobody has words for."""
    for key in (f"rule.{fault.name}", f"rule.{named(fault.rule)}"):
        if key in words:
            return words[key]
    return ""


def named(number: str) -> str:
    """The fault whose rule has that number; empty when none has."""
    return next((name for name, (_, numbers) in RULES_OF_FAULTS.items() if number in numbers), "")
