"""The score pages' blueprint, and what all of them are shown with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint
from markupsafe import Markup

from webui.access.roles import Role, role_of_visitor
from webui.page.assets import asset
from webui.page.context import chosen_words
from webui.page.frame import SPRITE, framed
from webui.scores.context import scores_of
from webui.scores.plot import Course, plot_svg
from webui.text.score_card import score_card_html, tiles_html

scores = Blueprint("scores", __name__)


def framed_page(template: str, **values: object) -> str:
    """A score page: it may draw tiles and score cards."""
    words = chosen_words()

    def card(fields: Mapping[str, Any], seats: Sequence[str]) -> Markup:
        return score_card_html(fields, asset(SPRITE), seats, words)

    now = scores_of().book.at_table
    shown = {"may": _may(), "at_table": None if now is None else now.number, **values}
    return framed(template, score_card=card, tiles_html=tiles_html, **shown)


def _may() -> dict[str, bool]:
    """What the visitor may do; the page offers nothing else."""
    role = role_of_visitor()
    return {
        "enter": role >= Role.seat,
        "judge": role >= Role.referee,
        "play": role >= Role.seat and scores_of().play is not None,
        "is_demonstration": scores_of().play is None,
    }


def game_plot(context: dict[str, Any]) -> Markup | None:
    """The running totals; None before the first deal is over."""
    words = chosen_words()
    deals = [deal for deal in context.get("deals") or () if any(deal["payments"]) or deal["ended_by"]]
    if not context.get("players") or not deals:
        return None
    begin = context["rules"]["starting_points"]
    courses = [
        Course(who["name"], (begin, *(deal["totals"][who["player"]] for deal in deals)), who["number"])
        for who in context["players"]
    ]
    return plot_svg(courses, words["scores.plot_game"], begin)
