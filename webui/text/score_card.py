"""A score as a card for the page: patterns with their tiles and prices, fu, what was left out, who pays.

Only HTML, built by the server from the card the journal keeps; tiles are drawn from the page's own sprite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from webui.text.fitting import figure
from webui.text.score_words import (
    fault_said,
    fu_reason,
    limit_name,
    pattern_name,
    rule_name,
    value_said,
)
from webui.words import DEFAULT_LANGUAGE, Words, load_words

_RUN = re.compile(r"([0-9]+)([mpszf])")


def score_card_html(
    card: Mapping[str, Any], sprite: str, seats: Sequence[str], words: Words | None = None
) -> Markup:
    """The card as one HTML article. `sprite`: address of the tile sprite; `seats`: the names of the four;
    `words`: what labels are said in, English unless told otherwise."""
    words = words or load_words(DEFAULT_LANGUAGE)
    parts = Markup("").join(_parts(card, sprite, seats, words))
    return Markup('<article class="score-card" lang="{}">{}</article>').format(words.language, parts)


def _parts(card: Mapping[str, Any], sprite: str, seats: Sequence[str], words: Words) -> Iterator[Markup]:
    faults = card.get("faults") or ()
    for fault in faults:
        why = words.say("score.no_win", why=fault_said(fault, words))
        yield Markup('<p class="score-fault">{}</p>').format(why)
    if faults:
        return
    yield Markup('<p class="score-value">{}</p>').format(value_said(card, words))
    yield from _limit(card, words)
    if card.get("minimum_met") is False:
        below = words.say("score.below_minimum", minimum=card.get("minimum", ""))
        yield Markup('<p class="score-below">{}</p>').format(below)
    yield _patterns(card.get("patterns") or (), sprite, words)
    yield _fu(card, sprite, words)
    yield _excluded(card.get("excluded") or (), words)
    yield _payments(card.get("seat_payments"), seats, words)
    if card.get("liable") is not None:
        liable = words.say("score.liable", seat=seats[card["liable"]])
        yield Markup('<p class="score-liable">{}</p>').format(liable)


def _limit(card: Mapping[str, Any], words: Words) -> Iterator[Markup]:
    """The step the hand reached and its points, where its rules know them."""
    limit, said = card.get("limit"), []
    if isinstance(limit, str) and not card.get("yakuman"):
        said.append(limit_name(limit, words))
    elif limit is True:
        said.append(words["score.limit.limit"])
    if card.get("unit") == "han" and card.get("points") is not None:
        said.append(words.say("score.points", points=figure(card["points"])))
    if said:
        yield Markup('<p class="score-limit">{}</p>').format(" · ".join(said))


def _patterns(patterns: Sequence[Mapping[str, Any]], sprite: str, words: Words) -> Markup:
    rows = Markup("").join(_pattern(pattern, sprite, words) for pattern in patterns)
    return Markup('<table class="score-patterns">{}</table>').format(rows)


def _pattern(pattern: Mapping[str, Any], sprite: str, words: Words) -> Markup:
    """Price, name, the original name where it is another, and the tiles that make it."""
    name, original = pattern_name(pattern["name"], words), pattern.get("original", "")
    shown = Markup("") if original in ("", name) else Markup(' <span lang="zh">{}</span>').format(original)
    times = f" ×{pattern['count']}" if pattern.get("count", 1) > 1 else ""
    tiles = Markup(" ").join(tiles_html(group, sprite) for group in pattern.get("tiles") or ())
    row = Markup('<tr><td class="price">{}</td><th>{}{}{}</th><td>{}</td></tr>')
    return row.format(pattern["value"], name, shown, times, tiles)


def _fu(card: Mapping[str, Any], sprite: str, words: Words) -> Markup:
    lines = card.get("fu_lines") or ()
    if not lines:
        return Markup("")
    rows = Markup("").join(
        Markup("<li>{} {} {}</li>").format(
            line["fu"], fu_reason(line["reason"], words), tiles_html(line["tiles"], sprite)
        )
        for line in lines
    )
    if sum(line["fu"] for line in lines) != card.get("fu"):
        rows += Markup("<li>{}</li>").format(words.say("score.fu.rounded", fu=card.get("fu", "")))
    return Markup('<h4>{}</h4><ul class="score-fu">{}</ul>').format(words["score.fu"], rows)


def _excluded(excluded: Sequence[Mapping[str, Any]], words: Words) -> Markup:
    if not excluded:
        return Markup("")
    rows = Markup("").join(
        Markup("<li><s>{}</s> {}</li>").format(
            rule_name(left["name"], words), rule_name(left["because"], words)
        )
        for left in excluded
    )
    heading = words["score.left_out.heading"]
    return Markup('<h4>{}</h4><ul class="score-left-out">{}</ul>').format(heading, rows)


def _payments(payments: Sequence[int] | None, seats: Sequence[str], words: Words) -> Markup:
    if payments is None:
        return Markup("")
    cells = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(seat, figure(change, signed=True))
        for seat, change in zip(seats, payments, strict=True)
    )
    heading = words["score.payments"]
    return Markup('<h4>{}</h4><dl class="score-payments">{}</dl>').format(heading, cells)


def tiles_html(text: str, sprite: str) -> Markup:
    """The tiles of a text such as ``123m``, each one drawn from the sprite."""
    faces = [rank + suit for ranks, suit in _RUN.findall(text) for rank in ranks]
    return Markup("").join(
        Markup('<svg class="tile" role="img" aria-label="{}"><use href="{}#tile-{}"/></svg>').format(
            face, escape(sprite), face
        )
        for face in faces
    )
