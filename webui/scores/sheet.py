"""The score sheet on paper: a game in the shape tournament sheets have, a row a deal, players in columns.

As in European and MCR tournaments: who won, from whom, for how much; what each player's points changed by and
came to; penalties apart; the result with place and table points at the foot, and lines to sign.
"""

from __future__ import annotations

from typing import Any

from engine.table.play_order import seats_of, turns_from
from webui.scores.context import names_of, rules_json
from webui.scores.lines import deal_name, line_text
from webui.scores.store.kept import KeptGame
from webui.scores.store.ranking import ranking
from webui.words import Words

ROUNDS = 4


def sheet_context(kept: KeptGame, words: Words) -> dict[str, Any]:
    """Everything on the sheet; empty rows make up the deals a whole game has where their number is fixed."""
    ledger, names = kept.ledger, names_of(kept, words)
    rules, game = kept.start.rules, kept.game
    ranked = {each.player: each for each in ranking(ledger)}
    rows = [
        {
            "number": deal.number,
            "name": deal_name(deal, rules, words),
            "dealer": deal.dealer,
            "told": [line_text(line, names, words) for line in deal.lines if line.kind in ("win", "draw")],
            "payments": list(deal.payments),
            "totals": list(deal.totals),
        }
        for deal in ledger.deals
        if deal.ended_by is not None
    ]
    is_fixed = rules.dealer_after_win == "passes" and rules.dealer_after_draw == "passes"
    return {
        "number": None if game is None else game.number,
        "rules": rules_json(rules),
        "evening": "" if game is None else game.evening,
        "note": "" if game is None else game.note,
        "names": list(names),
        "winds": [turns_from(rules, kept.start.first_dealer, seat) for seat in seats_of(rules)],
        "rows": rows,
        "empty": list(range(len(rows) + 1, rules.seats * rules.rounds + 1)) if is_fixed else [],
        "penalties": [
            {"text": line_text(line, names, words), "deal": deal.number, "payments": list(line.payments)}
            for deal in ledger.deals
            for line in deal.lines
            if line.kind in ("penalty", "points")
        ],
        "points": [ranked[player].points for player in seats_of(rules)],
        "places": [ranked[player].place for player in seats_of(rules)],
        "results": [ranked[player].result for player in seats_of(rules)],
        "counts": words[f"scores.counts_{rules.scoring}"],
    }
