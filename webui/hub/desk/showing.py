"""What the desk's pages have in common: the tournament asked for, its page, and what a form says."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from engine.tiles import EngineError
from webui.hub.desk.finals import CARRIES
from webui.hub.desk.rows import Tournament
from webui.hub.desk.standing import sum_off
from webui.hub.desk.tournament import Tournaments
from webui.hub.kept.context import hub_of
from webui.page.context import chosen_words
from webui.page.frame import framed

P = ParamSpec("P")
Page = str | Answer | tuple[str, int]


def acts(act: Callable[P, None]) -> Callable[P, Page]:
    """The act, then the tournament's page again; what cannot be done is told there."""

    @wraps(act)
    def done(*values: P.args, **named: P.kwargs) -> Page:
        number = request.view_args["number"] if request.view_args else 0
        try:
            act(*values, **named)
        except (EngineError, ValueError) as wrong:
            return desk_page(found_tournament(number), str(wrong)), 400
        return redirect(url_for("desk.tournament", number=number), 303)

    return done


def desk_page(found: Tournament, problem: str = "") -> str:
    """The desk's page of one tournament, with what could not be done."""
    return framed("hub/tournament.html", **shown(found, None), is_desk=True, wrong=problem)


def shown(found: Tournament, up_to: int | None) -> dict[str, Any]:
    """The page's values; `up_to`: no result of a later round is in them."""
    is_hidden = up_to is not None
    played = max((each.round for each in found.sittings if each.points is not None), default=0)
    last_told = played if up_to is None else min(played, up_to)
    return {
        "tournament": found,
        "names": {each.number: each.name for each in found.entrants},
        "rows": found.standings(up_to),
        "rounds": range(found.drawn, 0, -1),
        "told": range(1, last_told + 1),
        "done": found.done if up_to is None else min(found.done, up_to),
        "results": {
            (each.round, each.place): each.points
            for each in found.sittings
            if each.points is not None and (up_to is None or each.round <= up_to)
        },
        "off": None if is_hidden else sum_off(found.rules, found.sittings),
        "hidden": found.shown_rounds is not None and found.shown_rounds < found.drawn,
        "ends": found.ends[max(found.ends)].timestamp() if found.ends else None,
        "carries": CARRIES,
        "finals_of": [each for each in found.cuts if up_to is None or each.after <= up_to],
    }


def found_tournament(number: int) -> Tournament:
    """The tournament of that number; 404 when there is none."""
    found = all_tournaments().find(number)
    if found is None:
        abort(404, chosen_words()["desk.no_such"])
    return found


def all_tournaments() -> Tournaments:
    """The tournaments of this hub."""
    hub = hub_of()
    return Tournaments(hub.store, hub.folds)


def form_number(name: str) -> int:
    """A whole number that the form has under `name`; ValueError when it is none."""
    text = request.form.get(name, "").strip().replace(",", "").replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise ValueError(f"{name} must be a number, got {text[:40]!r}")
    return int(text)
