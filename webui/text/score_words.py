"""What the parts of a score are called in a language; a name it does not have is said as it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webui.words import Words


def pattern_name(name: str, words: Words) -> str:
    """The name of a pattern, such as ``all_pungs``."""
    return _said(f"pattern.{name}", name, words)


def rule_name(name: str, words: Words) -> str:
    """The name of a pattern, or of the rule for which a pattern does not count."""
    key = f"score.rule.{name}"
    return words[key] if key in words else pattern_name(name, words)


def fu_reason(reason: str, words: Words) -> str:
    """What a line of the fu stands for."""
    return _said(f"score.fu.{reason}", reason, words)


def limit_name(limit: str, words: Words) -> str:
    """The step a hand reached, such as ``mangan``."""
    return _said(f"score.limit.{limit}", limit, words)


def fault_said(fault: Mapping[str, Any], words: Words) -> str:
    """Why a hand is no win, by the fault's name; of circumstances, which of them."""
    names = [words[key] for name in fault.get("of") or () if (key := f"scores.how_{name}") in words]
    if names:
        key = "score.fault.circumstance_wrong" if len(names) == 1 else "score.fault.circumstances_apart"
        return words.say(key, what=words["page.and"].join(names))
    key = f"score.fault.{fault['name']}"
    return words[key] if key in words else str(fault["text"])


def value_said(card: Mapping[str, Any], words: Words) -> str:
    """The value of a hand in one word: ``3 han 40 fu``, ``Yakuman``, ``24 points``."""
    times = card.get("yakuman") or 0
    if times:
        key = "score.value.yakuman_times" if times > 1 else "score.value.yakuman"
        return words.say(key, times=times)
    unit, value, fu = str(card.get("unit")), card.get("value", ""), card.get("fu")
    if unit == "han" and fu:
        return words.say("score.value.han_fu", value=value, fu=fu)
    return words.say(f"score.value.{unit}", value=value) if f"score.value.{unit}" in words else str(value)


def _said(key: str, name: str, words: Words) -> str:
    return words[key] if key in words else name.replace("_", " ")
