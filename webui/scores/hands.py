"""The hands that won, of all games of the book: searched, and each with the way to its moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Response, jsonify, request

from webui.access.roles import Role, needs
from webui.page.context import chosen_words
from webui.scores.context import scores_of
from webui.scores.framing import framed_page, scores
from webui.scores.store.booked import Game
from webui.text.score_words import pattern_name, value_said
from webui.words import Words

MOST_HANDS = 100
LONGEST_QUESTION = 80


@scores.get("/scores/hands")
@needs(Role.viewer)
def hands() -> str:
    """Hands for people: ``q`` is looked for in names and patterns, ``player`` is a player's number."""
    return framed_page("scores/hands.html", context=_asked(chosen_words()))


@scores.get("/api/scores/hands")
@needs(Role.viewer)
def hands_json() -> Response:
    """The same for programs: ``hands``, the newest first, and ``more`` when there are too many to show."""
    return jsonify(_asked(chosen_words()))


def _asked(words: Words) -> dict[str, Any]:
    question = request.args.get("q", "")[:LONGEST_QUESTION].strip()
    asked = request.args.get("player", "")
    player = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None
    found: list[dict[str, Any]] = []
    for game in scores_of().book.games(player=player):
        found += [hand for hand in _hands(game, player, words) if _fits(hand, question)]
        if len(found) > MOST_HANDS:
            break
    players = [{"number": each.number, "name": each.name} for each in scores_of().book.players()]
    shown = {"hands": found[:MOST_HANDS], "more": len(found) > MOST_HANDS}
    return {**shown, "q": question, "player": player, "players": players}


def _hands(game: Game, player: int | None, words: Words) -> Iterator[dict[str, Any]]:
    """The wins of one finished game, the last first; of `player` alone when one is named."""
    deals = [] if game.summary is None or game.damage else list(enumerate(game.summary["deals"], 1))
    for number, deal in reversed(deals):
        for win in deal["wins"]:
            place, giver = win["player"], win["giver"]
            if place is None or (player is not None and game.players[place] != player):
                continue
            wind = words[f"wind.{deal['wind'] % 4}"]
            yield {
                "game": game.number,
                "deal": number,
                "evening": game.evening,
                "round": words.say("scores.deal_name", wind=wind, place=deal["place"]),
                "who": _name(game, place, words),
                "giver": None if giver is None else _name(game, giver, words),
                "value": value_said(win, words) if win["unit"] else "",
                "points": win["points"],
                "patterns": [pattern_name(name, words) for name in win["patterns"]],
                "known_as": list(win["patterns"]),
                "tiles": win["tiles"],
            }


def _name(game: Game, place: int, words: Words) -> str:
    return game.names[place] or words.say("scores.player_number", number=place + 1)


def _fits(hand: dict[str, Any], question: str) -> bool:
    """Whether every word of the question is somewhere in what is told of the hand."""
    named = [hand["who"], hand["giver"] or "", *hand["patterns"], *hand["known_as"]]
    text = " ".join([*named, hand["value"], hand["evening"]])
    return all(word in text.casefold() for word in question.casefold().split())
