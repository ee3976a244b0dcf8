"""A score told to people in plain lines: patterns with price and tiles, fu, what was left out, who pays."""

from __future__ import annotations

from collections.abc import Iterator

from engine.notation import tiles_text
from engine.scoring.card import left_out
from engine.scoring.hand import WonHand
from engine.scoring.pattern_names import original_name
from engine.scoring.pattern_tiles import pattern_tiles
from engine.scoring.score import Payments, Score
from engine.tiles import sort_key
from webui.text.score_words import fu_reason, pattern_name, rule_name
from webui.words import DEFAULT_LANGUAGE, Words, load_words


def score_lines(won: WonHand, score: Score, words: Words | None = None) -> Iterator[str]:
    """The lines that explain `score` of `won`, the value first, with the names that `words` have."""
    words = words or load_words(DEFAULT_LANGUAGE)
    if score.faults:
        yield words.say("score.no_win", why=f"{score.faults[0].text}.")
        return
    yield _headline(score)
    for pattern in score.patterns:
        times = f" x{pattern.count}" if pattern.count > 1 else ""
        tiles = " ".join(tiles_text(group) for group in pattern_tiles(pattern.name, won, score))
        name = f"{pattern_name(pattern.name, words)} {original_name(pattern.name)}".strip() + times
        yield f"  {pattern.value:>4}  {name}{'   ' + tiles if tiles else ''}"
    for excluded in left_out(score):
        name, because = rule_name(excluded.name, words), rule_name(excluded.because, words)
        yield f"     -  {words.say('score.left_out', name=name, because=because)}"
    yield from _fu_lines(score, words)
    if score.groups:
        groups = (tiles_text(sorted(group, key=sort_key)) for group in score.groups)
        yield "  ".join((words["score.seen_as"], *groups))
    if not score.minimum_met:
        yield words.say("score.below_minimum", minimum=f"{score.minimum} {score.unit}")
    yield from _payment_lines(score, words)


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


def _fu_lines(score: Score, words: Words) -> Iterator[str]:
    if not score.fu_lines:
        return
    total = sum(line.fu for line in score.fu_lines)
    rounded = f", {words.say('score.fu.rounded', fu=score.fu)}" if total != score.fu else ""
    yield f"{words['score.fu']}: {total}{rounded}"
    for line in score.fu_lines:
        tiles = "   " + tiles_text(line.tiles) if line.tiles else ""
        yield f"  {line.fu:>4}  {fu_reason(line.reason, words)}{tiles}"


def _payment_lines(score: Score, words: Words) -> Iterator[str]:
    payments: Payments | None = score.payments
    if payments is None:
        yield "Payments: say with --from who gave the tile."
        return
    winds = [words[f"wind.{wind}"] for wind in range(4)]
    paid = ", ".join(f"{wind} {change:+d}" for wind, change in zip(winds, payments, strict=False))
    yield f"{words['score.payments']}: {paid}"
    if score.liable is not None:
        yield words.say("score.liable", seat=winds[score.liable])
