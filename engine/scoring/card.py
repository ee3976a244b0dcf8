"""A score with all its reasons as JSON-like values: what a page draws and the journal keeps."""

from __future__ import annotations

from typing import Any

from engine.notation import tiles_text
from engine.scoring.hand import WonHand
from engine.scoring.mcr.score import mcr_excluded
from engine.scoring.pattern_names import original_name
from engine.scoring.pattern_tiles import pattern_tiles
from engine.scoring.score import Excluded, Pattern, Score
from engine.scoring.table import known_hand
from engine.scoring.wire.values import score_to_json
from engine.table.events import Won
from engine.table.play_order import next_seat
from engine.table.state import GameState


def win_card(state: GameState, won: Won, score: Score) -> dict[str, Any]:
    """The card of a win at the table; `score` is what `score_win` said of it for the same `state`."""
    hand = known_hand(state, won)
    if not isinstance(hand, WonHand):
        return score_to_json(score)
    card = score_card(hand, score)
    if score.liable is not None:
        card["liable"] = next_seat(state.rules, state.dealer, score.liable)
    return card


def score_card(won: WonHand, score: Score) -> dict[str, Any]:
    """Everything of `score_to_json`, with original names, each pattern's tiles, what was left out, the fu."""
    card = score_to_json(score)
    if score.faults:
        return card
    card["unit"], card["value"], card["minimum"] = score.unit, score.value, score.minimum
    card["patterns"] = [_pattern(pattern, won, score) for pattern in score.patterns]
    card["excluded"] = [{"name": left.name, "because": left.because} for left in left_out(score)]
    card["fu_lines"] = [
        {"reason": line.reason, "fu": line.fu, "tiles": tiles_text(line.tiles)} for line in score.fu_lines
    ]
    card["groups"] = [tiles_text(group) for group in score.groups]
    card["seat_payments"] = None if score.seat_payments is None else list(score.seat_payments)
    return card


def left_out(score: Score) -> tuple[Excluded, ...]:
    """What is there but not counted, whoever scored the hand."""
    return score.excluded or (mcr_excluded(score.patterns) if score.unit == "points" else ())


def _pattern(pattern: Pattern, won: WonHand, score: Score) -> dict[str, Any]:
    return {
        "name": pattern.name,
        "value": pattern.value,
        "count": pattern.count,
        "original": original_name(pattern.name),
        "tiles": [tiles_text(group) for group in pattern_tiles(pattern.name, won, score)],
    }
