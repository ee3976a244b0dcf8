"""What the score book has to tell beyond one game: lists of games, players, seasons and evenings, added up.

Each answers a page's values, which are also its JSON. What is not in the book is refused with 404."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import abort

from engine.tiles import EngineError
from webui.page.bodies import refuse
from webui.scores.context import game_json, scores_of, season_json, table_json, tally_json
from webui.scores.store.ratings import TREND_GAMES, ratings
from webui.scores.store.standings import standings, tallies_of
from webui.words import Words

SHOWN_GAMES = 200


def games_told() -> dict[str, Any]:
    """The games of the book, newest first, by evening."""
    book = scores_of().book
    shown = book.games()[:SHOWN_GAMES]
    now = book.at_table
    evenings: dict[str, list[dict[str, Any]]] = {}
    for each in shown:
        evenings.setdefault(each.evening, []).append(game_json(each))
    return {
        "evenings": [{"day": day, "games": played} for day, played in evenings.items()],
        "at_table": None if now is None else now.number,
        "seasons": {each.number: each.name for each in book.seasons()},
    }


def players_told(words: Words) -> dict[str, Any]:
    """Everybody in the book, and the standings of all games."""
    book = scores_of().book
    return {
        "players": [
            {"number": each.number, "name": each.name, "since": each.since} for each in book.players()
        ],
        "tables": [table_json(table, words) for table in standings(book.games())],
    }


def player_told(number: int, words: Words) -> dict[str, Any]:
    """One player: what was played, and the place in each table of standings."""
    book = scores_of().book
    try:
        who = book.player(number)
    except EngineError as wrong:
        refuse(wrong, 404)
    played = book.games(player=number)
    return {
        "number": number,
        "name": who.name,
        "since": who.since,
        "tables": [
            {
                **table_json(table, words),
                "own": tally_json(own, words),
                "rating": _rating(number, table.scoring, table.seats),
            }
            for table, own in tallies_of(played, number)
        ],
        "games": [game_json(each) for each in played[:SHOWN_GAMES]],
    }


def _rating(number: int, scoring: str, seats: int) -> dict[str, Any] | None:
    """What a page says of a player's rating; None before the first game."""
    own = ratings(scores_of().book.games(), scoring, seats).get(number)
    if own is None:
        return None
    trend = None if own.trend is None else round(own.trend)
    return {
        "value": round(own.value),
        "spread": round(own.spread),
        "trend": trend,
        "games": min(TREND_GAMES, len(own.course)),
        "course": own.course,
    }


def seasons_told() -> dict[str, Any]:
    """The seasons and how many games count in each."""
    book = scores_of().book
    return {
        "seasons": [
            {**season_json(each), "games": len(book.games(season=each.number))} for each in book.seasons()
        ]
    }


def season_told(number: int, words: Words) -> dict[str, Any]:
    """The games of one season, added up."""
    book = scores_of().book
    try:
        season = season_json(book.season(number))
    except EngineError as wrong:
        refuse(wrong, 404)
    played = book.games(season=number)
    return {
        "season": season,
        "day": None,
        "title": season["name"],
        "tables": [table_json(table, words) for table in standings(played)],
        "games": [game_json(each) for each in played[:SHOWN_GAMES]],
    }


def evening_told(day: str, words: Words) -> dict[str, Any]:
    """The games of one evening, added up."""
    try:
        asked = date.fromisoformat(day).isoformat()
    except ValueError:
        abort(404, f"an evening is a day such as 2026-11-21, got {day!r:.40}")
    played = [each for each in scores_of().book.games() if each.evening == asked]
    if not played:
        abort(404, f"nothing was played on {asked}")
    return {
        "season": None,
        "day": asked,
        "title": words.say("scores.evening_of", day=asked),
        "tables": [table_json(table, words) for table in standings(played)],
        "games": [game_json(each) for each in played],
    }
