"""A score as a card for the page: patterns with their tiles and prices, fu, what was left out, who pays.

Only HTML, built by the server from the card the journal keeps; tiles are drawn from the page's own sprite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

_RUN = re.compile(r"([0-9]+)([mpszf])")
_UNITS = {"han": "han", "points": "points", "faan": "faan", "tai": "tai"}


def score_card_html(card: Mapping[str, Any], sprite: str, seats: Sequence[str]) -> Markup:
    """The card as one HTML article. `sprite`: address of the tile sprite; `seats`: the names of the four."""
    parts = Markup("").join(_parts(card, sprite, seats))
    return Markup('<article class="score-card">{}</article>').format(parts)


def _parts(card: Mapping[str, Any], sprite: str, seats: Sequence[str]) -> Iterator[Markup]:
    faults = card.get("faults") or ()
    for fault in faults:
        yield Markup('<p class="score-fault">{}</p>').format(fault["text"])
    if faults:
        return
    yield Markup('<p class="score-value">{}</p>').format(_headline(card))
    yield _patterns(card.get("patterns") or (), sprite)
    yield _fu(card, sprite)
    yield _excluded(card.get("excluded") or ())
    yield _payments(card.get("seat_payments"), seats)


def _headline(card: Mapping[str, Any]) -> str:
    if card.get("yakuman"):
        return f"{card['yakuman']} × 役満" if card["yakuman"] > 1 else "役満"
    fu = f" {card['fu']} fu" if card.get("fu") else ""
    return f"{card.get('value', '')} {_UNITS.get(str(card.get('unit')), '')}{fu}"


def _patterns(patterns: Sequence[Mapping[str, Any]], sprite: str) -> Markup:
    rows = Markup("").join(
        Markup('<tr><td class="price">{}</td><th>{} <span lang="zh">{}</span>{}</th><td>{}</td></tr>').format(
            pattern["value"],
            pattern.get("term", pattern["name"]),
            pattern.get("original", ""),
            f" ×{pattern['count']}" if pattern.get("count", 1) > 1 else "",
            Markup(" ").join(_tiles(group, sprite) for group in pattern.get("tiles") or ()),
        )
        for pattern in patterns
    )
    return Markup('<table class="score-patterns">{}</table>').format(rows)


def _fu(card: Mapping[str, Any], sprite: str) -> Markup:
    lines = card.get("fu_lines") or ()
    if not lines:
        return Markup("")
    rows = Markup("").join(
        Markup("<li>{} {} {}</li>").format(
            line["fu"], line["reason"].replace("_", " "), _tiles(line["tiles"], sprite)
        )
        for line in lines
    )
    return Markup('<ul class="score-fu">{}</ul>').format(rows)


def _excluded(excluded: Sequence[Mapping[str, Any]]) -> Markup:
    if not excluded:
        return Markup("")
    rows = Markup("").join(
        Markup("<li><s>{}</s> {}</li>").format(left["term"], left["because"]) for left in excluded
    )
    return Markup('<ul class="score-left-out">{}</ul>').format(rows)


def _payments(payments: Sequence[int] | None, seats: Sequence[str]) -> Markup:
    if payments is None:
        return Markup("")
    cells = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(seat, f"{change:+d}")
        for seat, change in zip(seats, payments, strict=True)
    )
    return Markup('<dl class="score-payments">{}</dl>').format(cells)


def _tiles(text: str, sprite: str) -> Markup:
    """The tiles of a text such as ``123m``, each one drawn from the sprite."""
    faces = [rank + suit for ranks, suit in _RUN.findall(text) for rank in ranks]
    return Markup("").join(
        Markup('<svg class="tile" role="img" aria-label="{}"><use href="{}#tile-{}"/></svg>').format(
            face, escape(sprite), face
        )
        for face in faces
    )
