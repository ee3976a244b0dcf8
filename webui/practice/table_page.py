"""The table trainer as parts of a page: the table drawn, what to move and why, and the choices there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from engine.practice.at_table.position import Option, Position, seen_by
from engine.practice.score import ScoreReport
from engine.scoring.hand import WonHand
from engine.scoring.table import known_hand
from engine.table.events import Seat
from engine.table.state import GameState
from webui.practice.reports import score_html
from webui.practice.telling import note_html, tiles_html
from webui.table.svg import table_svg
from webui.words import Words

MODES: Mapping[str, frozenset[Seat]] = {"one": frozenset({0}), "open": frozenset(range(4))}
"""One hand against three simulated players, or all four hands open."""
MOST_CHOICES = 400


def position_json(found: Position, own: frozenset[Seat], words: Words, sprite: str) -> dict[str, Any]:
    """The position for the page."""
    return {
        "board": table_svg(seen_by(found.state, own), words, sprite=sprite),
        "told": str(_sentence(found, words, sprite)),
        "options": [
            {
                "code": option.code,
                "act": option.act,
                "html": str(_option(option, found.state, words, sprite, len(own) > 1)),
            }
            for option in found.options
        ],
        "ask": _ask(found, words),
        "over": not found.options,
        "score": str(_score(found, words, sprite)),
    }


def _sentence(found: Position, words: Words, sprite: str) -> Markup:
    """Every step since the last choice, one line each; what it rests on with its rule."""
    lines = (
        Markup("<li>{}</li>").format(note_html(note, words, sprite))
        for step in found.steps
        for note in step.notes
    )
    return Markup("").join(lines)


def _ask(found: Position, words: Words) -> str:
    if not found.options:
        return words["practice.deal_over"]
    if found.options[0].act in ("discard", "win", "ready") or "_kong" in found.options[0].act:
        return words.say("practice.your_move", seat=_wind(found.state, found.options[0].seat, words))
    return words["practice.your_claim"]


def _option(option: Option, state: GameState, words: Words, sprite: str, names_seat: bool) -> Markup:
    """A discard is its tile alone; everything else has its word."""
    drawn = tiles_html(option.tiles, words, sprite) if option.tiles else Markup("")
    if option.act == "discard":
        return drawn
    said = words[f"act.{option.act}"] if f"act.{option.act}" in words else words[f"practice.act.{option.act}"]
    who = f"{_wind(state, option.seat, words)}: " if names_seat and option.act != "pass" else ""
    return Markup("{}{} {}").format(who, said, drawn)


def _score(found: Position, words: Words, sprite: str) -> Markup:
    if found.won is None or found.score is None:
        return Markup("")
    hand = known_hand(found.state, found.won)
    if not isinstance(hand, WonHand):
        return Markup("")
    return score_html(ScoreReport(hand, found.score), words, sprite)


def _wind(state: GameState, seat: Seat, words: Words) -> str:
    return words[f"wind.{state.seat_wind(seat)}"]
