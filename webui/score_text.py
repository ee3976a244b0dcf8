"""A score told to people in plain lines: patterns with price and tiles, fu, what was left out, who pays."""

from __future__ import annotations

from collections.abc import Iterator

from engine.notation import tiles_text
from engine.scoring.card import left_out
from engine.scoring.hand import WIND_LETTERS, WonHand
from engine.scoring.pattern_names import original_name, term
from engine.scoring.pattern_tiles import pattern_tiles
from engine.scoring.score import Payments, Score
from engine.tiles import sort_key

_WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}
_FU = {
    "base": "base",
    "penchan": "edge wait",
    "kanchan": "closed wait",
    "pair_wait": "wait on the pair",
    "valued_pair": "pair of value",
    "double_valued_pair": "pair of value twice",
    "tsumo": "self-drawn",
    "hand_without_fu": "open hand without fu",
    "closed_pon": "concealed pung",
    "open_pon": "open pung",
    "closed_terminal_pon": "concealed pung, terminal or honour",
    "open_terminal_pon": "open pung, terminal or honour",
    "closed_kan": "concealed kong",
    "open_kan": "open kong",
    "closed_terminal_kan": "concealed kong, terminal or honour",
    "open_terminal_kan": "open kong, terminal or honour",
}


def score_lines(won: WonHand, score: Score) -> Iterator[str]:
    """The lines that explain `score` of `won`, the value first."""
    if score.faults:
        yield f"No win: {score.faults[0].text}."
        return
    yield _headline(score)
    for pattern in score.patterns:
        times = f" x{pattern.count}" if pattern.count > 1 else ""
        tiles = " ".join(tiles_text(group) for group in pattern_tiles(pattern.name, won, score))
        name = f"{term(pattern.name)} {original_name(pattern.name)}".strip() + times
        yield f"  {pattern.value:>4}  {name}{'   ' + tiles if tiles else ''}"
    for excluded in left_out(score):
        yield f"     -  {term(excluded.name)}: not counted, {term(excluded.because)}"
    yield from _fu_lines(score)
    if score.groups:
        yield "Seen as " + "  ".join(tiles_text(sorted(group, key=sort_key)) for group in score.groups)
    if not score.minimum_met:
        yield f"Below the minimum of {score.minimum} {score.unit}: this hand may not win."
    yield from _payment_lines(score)


def _headline(score: Score) -> str:
    limit = f" ({score.limit_name.replace('_', ' ')})" if score.limit_name else ""
    match score.unit:
        case "han" if score.yakuman:
            return f"{'' if score.yakuman == 1 else f'{score.yakuman} times '}yakuman: {score.points} points"
        case "han":
            return f"{score.value} han {score.fu} fu{limit}: {score.points} points"
        case "points":
            return f"{score.value} points"
        case _:
            return f"{score.value} {score.unit}{limit}: base {score.base_points}"


def _fu_lines(score: Score) -> Iterator[str]:
    if not score.fu_lines:
        return
    total = sum(line.fu for line in score.fu_lines)
    rounded = f", rounded up to {score.fu}" if total != score.fu else ""
    yield f"Fu: {total}{rounded}"
    for line in score.fu_lines:
        tiles = "   " + tiles_text(line.tiles) if line.tiles else ""
        yield f"  {line.fu:>4}  {_FU.get(line.reason, line.reason)}{tiles}"


def _payment_lines(score: Score) -> Iterator[str]:
    payments: Payments | None = score.payments
    if payments is None:
        yield "Payments: say with --from who gave the tile."
        return
    yield "Payments: " + ", ".join(
        f"{_WINDS[wind]} {change:+d}" for wind, change in zip(WIND_LETTERS, payments, strict=True)
    )
    if score.liable is not None:
        yield f"{_WINDS[WIND_LETTERS[score.liable]]} is liable for the hand it completed."
