"""What a game came to, as plain values: kept in the book, so that statistics need not open every journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webui.scores.ledger import Deal, Ledger, Line
from webui.scores.ranking import ranking

MOST_PATTERNS = 6


def summary_of(ledger: Ledger) -> dict[str, Any]:
    """The summary of a game as it stands: results by player (the seat at the start) and its deals."""
    ranked = {each.player: each for each in ranking(ledger)}
    return {
        "points": [ranked[player].points for player in sorted(ranked)],
        "places": [ranked[player].place for player in sorted(ranked)],
        "results": [ranked[player].result for player in sorted(ranked)],
        "deducted": ledger.deducted,
        "deals": [_deal(deal) for deal in ledger.deals if deal.ended_by is not None],
        "penalties": [
            {"player": line.player, "name": line.kind_of, "payments": list(line.payments)}
            for deal in ledger.deals
            for line in deal.lines
            if line.kind == "penalty"
        ],
    }


def _deal(deal: Deal) -> dict[str, Any]:
    return {
        "wind": deal.prevalent_wind,
        "place": deal.place,
        "honba": deal.honba,
        "dealer": deal.dealer,
        "ended_by": deal.ended_by,
        "payments": list(deal.payments),
        "ready": [line.player for line in deal.lines if line.kind == "ready"],
        "wins": [_win(line) for line in deal.wins],
    }


def _win(line: Line) -> dict[str, Any]:
    card: Mapping[str, Any] = line.card or {}
    gain = 0 if line.player is None else line.payments[line.player]
    return {
        "player": line.player,
        "giver": line.giver,
        "gain": gain,
        "points": card.get("points"),
        "unit": card.get("unit"),
        "value": card.get("value"),
        "fu": card.get("fu"),
        "yakuman": card.get("yakuman") or 0,
        "patterns": _names(card.get("patterns") or ()),
        "tiles": _tiles(card),
    }


def _names(patterns: Sequence[Mapping[str, Any]]) -> list[str]:
    dearest = sorted(patterns, key=lambda pattern: -int(pattern["value"]))
    return [str(pattern["name"]) for pattern in dearest[:MOST_PATTERNS]]


def _tiles(card: Mapping[str, Any]) -> list[str]:
    """The hand in its groups, where its tiles are known."""
    return [str(group) for group in card.get("groups") or ()]
