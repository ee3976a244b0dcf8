"""What a game came to, as plain values: kept in the book, so that statistics need not open every journal."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

import msgspec
from msgspec import Meta

from webui.scores.store.ledger import Deal, Ledger, Line
from webui.scores.store.ranking import ranking

MOST_PATTERNS = 6
Seats = Meta(min_length=3, max_length=4)
Whole = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Player = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[float, Meta(ge=-1e9, le=1e9)]


class _Win(TypedDict):
    player: Player | None
    giver: Player | None
    gain: Whole
    points: Whole | None
    unit: str | None
    value: Whole | None
    fu: Whole | None
    yakuman: Whole
    patterns: list[str]
    tiles: list[str]


class _Deal(TypedDict):
    wind: Whole
    place: Whole
    honba: Whole
    dealer: Player | None
    ended_by: str
    payments: Annotated[list[Whole], Seats]
    ready: list[Player]
    wins: list[_Win]


class _Summary(TypedDict):
    points: Annotated[list[Whole], Seats]
    places: Annotated[list[Annotated[int, Meta(ge=1, le=4)]], Seats]
    results: Annotated[list[Number], Seats]
    deals: list[_Deal]


def sound_summary(text: str) -> dict[str, Any] | None:
    """The summary as the book has it written; None when it is none that could be shown and added up."""
    try:
        summary: dict[str, Any] = json.loads(text)
        msgspec.convert(summary, _Summary)
    except (ValueError, RecursionError):
        return None
    return summary


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
