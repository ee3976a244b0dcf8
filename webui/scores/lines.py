"""The deals of a score sheet and what counted in them, as plain values and as people say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.ruleset import Ruleset
from engine.table.events import UNSEEN
from webui.scores.store.ledger import Deal, Line
from webui.text.score_words import value_said
from webui.words import Words


def deal_json(deal: Deal, names: Sequence[str], rules: Ruleset, words: Words) -> dict[str, Any]:
    """One row of the score sheet."""
    return {
        "number": deal.number,
        "wind": deal.prevalent_wind % 4,
        "place": deal.place,
        "honba": deal.honba,
        "name": deal_name(deal, rules, words),
        "dealer": deal.dealer,
        "ended_by": deal.ended_by,
        "seats": [names[player] for player in deal.seated],
        "payments": list(deal.payments),
        "totals": list(deal.totals),
        "sticks_left": deal.sticks_left,
        "lines": [line_json(line, names, words) for line in deal.lines],
    }


def deal_name(deal: Deal, rules: Ruleset, words: Words) -> str:
    """``East 3, 2 honba``."""
    name = words.say("scores.deal_name", wind=words[f"wind.{deal.prevalent_wind % 4}"], place=deal.place)
    if deal.honba and rules.honba_payment:
        name += words["page.comma"] + words.say("table.honba", honba=deal.honba)
    return name


def line_json(line: Line, names: Sequence[str], words: Words) -> dict[str, Any]:
    """One thing that counted, with its sentence."""
    return {
        "number": line.number,
        "kind": line.kind,
        "player": line.player,
        "giver": line.giver,
        "payments": list(line.payments),
        "value": None if not line.card or line.card.get("faults") else value_said(line.card, words),
        "card": line.card,
        "source": line.source,
        "is_amended": line.is_amended,
        "waits": line.waits,
        "is_unseen": line.kind_of == UNSEEN,
        "counts": line.counts,
        "text": line_text(line, names, words),
    }


def line_text(line: Line, names: Sequence[str], words: Words) -> str:
    """The line as people say it: ``Ann wins from Bob: 3 han 40 fu``."""
    who = "" if line.player is None else names[line.player]
    match line.kind:
        case "win":
            value = value_said(line.card, words) if line.card and not line.card.get("faults") else ""
            key = "scores.line_self_draw" if line.giver is None else "scores.line_win"
            giver = "" if line.giver is None else names[line.giver]
            text = words.say(key, who=who, giver=giver) if line.giver is not None else words.say(key, who=who)
            return f"{text}{words['scores.colon']}{value}" if value else text
        case "draw" if line.kind_of == UNSEEN:
            return words["scores.line_unseen"]
        case "draw":
            kind = _word(f"kind.{line.kind_of}", line.kind_of, words)
            ready = [names[player] for player in line.ready or ()]
            if not ready:
                return words.say("scores.line_draw", kind=kind)
            return words.say("scores.line_draw_ready", kind=kind, ready=words["page.comma"].join(ready))
        case "penalty":
            why = _word(f"fault.{line.kind_of}", line.kind_of, words) if line.kind_of else ""
            text = words.say("scores.line_penalty", who=who)
            return f"{text}{words['scores.colon']}{why}" if why else text
        case "ready":
            return words.say("scores.line_ready", who=who)
        case "kong":
            return words.say("scores.line_kong", who=who)
    return words["scores.line_points"]


def _word(key: str, otherwise: str, words: Words) -> str:
    return words[key] if key in words else otherwise.replace("_", " ")
