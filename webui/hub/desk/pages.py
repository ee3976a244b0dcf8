"""The desk's pages: a tournament run from one page, and the page that everybody sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from engine.rules import ruleset_names
from engine.tiles import EngineError
from webui.access.roles import Role, needs, role_of_visitor
from webui.hub.desk.rows import Tournament
from webui.hub.desk.standing import entrants_in, report_csv, standings, sum_off
from webui.hub.desk.tournament import Plan, Tournaments
from webui.hub.kept.context import hub_of, sees_late
from webui.page.context import chosen_words
from webui.page.frame import framed

desk = Blueprint("desk", __name__)

P = ParamSpec("P")
Page = str | Answer | tuple[str, int]


def _acts(act: Callable[P, None]) -> Callable[P, Page]:
    """The act, then the tournament's page again; what cannot be done is told there."""

    @wraps(act)
    def done(*values: P.args, **named: P.kwargs) -> Page:
        number = request.view_args["number"] if request.view_args else 0
        try:
            act(*values, **named)
        except (EngineError, ValueError) as wrong:
            return _page(_found(number), str(wrong)), 400
        return redirect(url_for("desk.tournament", number=number), 303)

    return done


@desk.get("/desk")
@needs(Role.desk)
def overview() -> Page:
    """All tournaments, and a new one."""
    return framed("hub/desk.html", tournaments=_all().names(), rules=ruleset_names(), wrong="")


@desk.post("/desk")
@needs(Role.desk)
def begin() -> Page:
    """Form ``name``, ``rules``, ``rounds``, ``minutes``: a new tournament."""
    form = request.form
    try:
        if form.get("rules", "") not in ruleset_names():
            raise ValueError(f"no such rule set: {form.get('rules', '')[:40]!r}")
        number = _all().begin(form.get("name", ""), form["rules"], _number("rounds"), _number("minutes"))
    except (EngineError, ValueError) as wrong:
        shown = framed("hub/desk.html", tournaments=_all().names(), rules=ruleset_names(), wrong=str(wrong))
        return shown, 400
    return redirect(url_for("desk.tournament", number=number), 303)


@desk.get("/desk/<int:number>")
@needs(Role.desk)
def tournament(number: int) -> Page:
    """One tournament, with everything the desk does."""
    return _page(_found(number))


@desk.post("/desk/<int:number>/entrants")
@needs(Role.desk)
@_acts
def enter(number: int) -> None:
    """Form ``entrants``: one a line."""
    _all().enter(_found(number), entrants_in(request.form.get("entrants", "")))


@desk.post("/desk/<int:number>/draw")
@needs(Role.desk)
@_acts
def draw(number: int) -> None:
    """Form ``plan``: ``all`` rounds, the ``next`` or the next one by ``swiss``."""
    plans: dict[str, Plan] = {"all": "all", "next": "next", "swiss": "swiss"}
    _all().draw(_found(number), plans.get(request.form.get("plan", ""), "next"))


@desk.post("/desk/<int:number>/result")
@needs(Role.desk)
@_acts
def result(number: int) -> None:
    """Form ``round``, ``place``, ``points0`` .. ``points3``: what a table came to, from its sheet."""
    points = [_number(f"points{seat}") for seat in range(4)]
    _all().result(_found(number), _number("round"), _number("place"), points, "desk")


@desk.post("/desk/<int:number>/substitute")
@needs(Role.desk)
@_acts
def substitute(number: int) -> None:
    """Form ``entrant``, ``name``: that one plays on in his place."""
    _all().substitute(_found(number), _number("entrant"), request.form.get("name", ""))


@desk.post("/desk/<int:number>/penalty")
@needs(Role.desk)
@_acts
def penalty(number: int) -> None:
    """Form ``entrant``, ``points``, ``reason``; or ``cancel``: that penalty counts no more."""
    if request.form.get("cancel"):
        _all().cancel_penalty(_found(number), _number("cancel"))
    else:
        points = float(request.form.get("points", "nan").replace(",", "."))
        _all().penalise(_found(number), _number("entrant"), points, request.form.get("reason", ""))


@desk.post("/desk/<int:number>/show")
@needs(Role.desk)
@_acts
def show(number: int) -> None:
    """Form ``rounds``: so many are public; empty: all."""
    _all().show(_found(number), _number("rounds") if request.form.get("rounds", "").strip() else None)


@desk.post("/desk/<int:number>/clock")
@needs(Role.desk)
@_acts
def clock(number: int) -> None:
    """Form ``round``, ``minutes``: the round ends in so many minutes."""
    _all().start_clock(_found(number), _number("round"), _number("minutes"))


@desk.post("/desk/<int:number>/extra")
@needs(Role.desk)
@_acts
def extra(number: int) -> None:
    """Form ``round``, ``place``, ``minutes``: that table has so many minutes more than the others."""
    _all().give_time(_found(number), _number("round"), _number("place"), _number("minutes"))


@desk.post("/desk/<int:number>/send")
@needs(Role.desk)
@_acts
def send(number: int) -> None:
    """Form ``round``: the tables are told who sits there."""
    _all().send(_found(number), _number("round"))


@desk.get("/desk/<int:number>/report.csv")
@needs(Role.desk)
def report(number: int) -> Response:
    """The final list as a file."""
    found = _found(number)
    sheet = Response(report_csv(_rows(found, None), found.rules.name), mimetype="text/csv")
    sheet.headers["Content-Disposition"] = f'attachment; filename="tournament-{number}.csv"'
    return sheet


@desk.post("/tournaments/<int:number>/confirm")
@needs(Role.seat)
def confirm(number: int) -> Page:
    """Form ``round``, ``place``, ``seat``, ``verdict`` (``right`` or ``wrong``): a player's phone says so."""
    try:
        is_right = request.form.get("verdict") == "right"
        who = _number("round"), _number("place"), _number("seat")
        _all().confirm(_found(number), *who, is_right=is_right)
    except (EngineError, ValueError) as wrong:
        abort(400, str(wrong))
    return redirect(url_for("desk.public", number=number), 303)


@desk.get("/tournaments/<int:number>")
@needs(Role.viewer)
def public(number: int) -> Page:
    """What everybody sees: who sits where, the clock, the standings as far as they are public."""
    found = _all().find_on_air(number) if sees_late() else _found(number)
    if found is None:
        abort(404, chosen_words()["desk.no_such"])
    last = found.drawn if found.shown_rounds is None else found.shown_rounds
    may_confirm = role_of_visitor() >= Role.seat
    return framed("hub/tournament.html", **_shown(found, last), is_desk=False, may_confirm=may_confirm)


def _page(found: Tournament, problem: str = "") -> str:
    return framed("hub/tournament.html", **_shown(found, None), is_desk=True, wrong=problem)


def _shown(found: Tournament, up_to: int | None) -> dict[str, Any]:
    """The page's values; `up_to`: no result of a later round is in them."""
    is_hidden = up_to is not None
    played = max((each.round for each in found.sittings if each.points is not None), default=0)
    last_told = played if up_to is None else min(played, up_to)
    return {
        "tournament": found,
        "names": {each.number: each.name for each in found.entrants},
        "rows": _rows(found, up_to),
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
    }


def _rows(found: Tournament, up_to: int | None) -> list[Any]:
    return standings(found.rules, found.entrants, found.sittings, found.penalties, up_to)


def _found(number: int) -> Tournament:
    found = _all().find(number)
    if found is None:
        abort(404, chosen_words()["desk.no_such"])
    return found


def _all() -> Tournaments:
    hub = hub_of()
    return Tournaments(hub.store, hub.folds)


def _number(name: str) -> int:
    text = request.form.get(name, "").strip().replace(",", "").replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise ValueError(f"{name} must be a number, got {text[:40]!r}")
    return int(text)
