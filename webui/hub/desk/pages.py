"""The desk's pages: a tournament run from one page, and the page that everybody sees."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for

from engine.rules import ruleset_names
from engine.tiles import EngineError
from webui.access.roles import Role, needs, role_of_visitor
from webui.hub.desk.finals import begin_finals, take_finals_back
from webui.hub.desk.showing import (
    Page,
    acts,
    all_tournaments,
    desk_page,
    form_number,
    found_tournament,
    shown,
)
from webui.hub.desk.standing import entrants_in
from webui.hub.desk.tournament import Plan
from webui.hub.kept.context import hub_of, sees_late
from webui.page.context import chosen_words
from webui.page.frame import framed

desk = Blueprint("desk", __name__)


@desk.get("/desk")
@needs(Role.desk)
def overview() -> Page:
    """All tournaments, and a new one."""
    return framed("hub/desk.html", tournaments=all_tournaments().names(), rules=ruleset_names(), wrong="")


@desk.post("/desk")
@needs(Role.desk)
def begin() -> Page:
    """Form ``name``, ``rules``, ``rounds``, ``minutes``: a new tournament."""
    form = request.form
    try:
        if form.get("rules", "") not in ruleset_names():
            raise ValueError(f"no such rule set: {form.get('rules', '')[:40]!r}")
        number = all_tournaments().begin(
            form.get("name", ""), form["rules"], form_number("rounds"), form_number("minutes")
        )
    except (EngineError, ValueError) as wrong:
        shown = framed(
            "hub/desk.html", tournaments=all_tournaments().names(), rules=ruleset_names(), wrong=str(wrong)
        )
        return shown, 400
    return redirect(url_for("desk.tournament", number=number), 303)


@desk.get("/desk/<int:number>")
@needs(Role.desk)
def tournament(number: int) -> Page:
    """One tournament, with everything the desk does."""
    return desk_page(found_tournament(number))


@desk.post("/desk/<int:number>/entrants")
@needs(Role.desk)
@acts
def enter(number: int) -> None:
    """Form ``entrants``: one a line."""
    all_tournaments().enter(found_tournament(number), entrants_in(request.form.get("entrants", "")))


@desk.post("/desk/<int:number>/draw")
@needs(Role.desk)
@acts
def draw(number: int) -> None:
    """Form ``plan``: ``all`` rounds, the ``next``, or the next one by ``swiss`` or ``progressive``."""
    plans: dict[str, Plan] = {"all": "all", "next": "next", "swiss": "swiss", "progressive": "progressive"}
    all_tournaments().draw(found_tournament(number), plans.get(request.form.get("plan", ""), "next"))


@desk.post("/desk/<int:number>/result")
@needs(Role.desk)
@acts
def result(number: int) -> None:
    """Form ``round``, ``place``, ``points0`` .. ``points3``: what a table came to, from its sheet."""
    points = [form_number(f"points{seat}") for seat in range(4)]
    all_tournaments().result(
        found_tournament(number), form_number("round"), form_number("place"), points, "desk"
    )


@desk.post("/desk/<int:number>/substitute")
@needs(Role.desk)
@acts
def substitute(number: int) -> None:
    """Form ``entrant``, ``name``: that one plays on in his place."""
    all_tournaments().substitute(
        found_tournament(number), form_number("entrant"), request.form.get("name", "")
    )


@desk.post("/desk/<int:number>/penalty")
@needs(Role.desk)
@acts
def penalty(number: int) -> None:
    """Form ``entrant``, ``points``, ``reason``; or ``cancel``: that penalty counts no more."""
    if request.form.get("cancel"):
        all_tournaments().cancel_penalty(found_tournament(number), form_number("cancel"))
    else:
        points = float(request.form.get("points", "nan").replace(",", "."))
        all_tournaments().penalise(
            found_tournament(number), form_number("entrant"), points, request.form.get("reason", "")
        )


@desk.post("/desk/<int:number>/show")
@needs(Role.desk)
@acts
def show(number: int) -> None:
    """Form ``rounds``: so many are public; empty: all."""
    all_tournaments().show(
        found_tournament(number), form_number("rounds") if request.form.get("rounds", "").strip() else None
    )


@desk.post("/desk/<int:number>/clock")
@needs(Role.desk)
@acts
def clock(number: int) -> None:
    """Form ``round``, ``minutes``: the round ends in so many minutes."""
    all_tournaments().start_clock(found_tournament(number), form_number("round"), form_number("minutes"))


@desk.post("/desk/<int:number>/extra")
@needs(Role.desk)
@acts
def extra(number: int) -> None:
    """Form ``round``, ``place``, ``minutes``: that table has so many minutes more than the others."""
    all_tournaments().give_time(
        found_tournament(number), form_number("round"), form_number("place"), form_number("minutes")
    )


@desk.post("/desk/<int:number>/send")
@needs(Role.desk)
@acts
def send(number: int) -> None:
    """Form ``round``: the tables are told who sits there."""
    all_tournaments().send(found_tournament(number), form_number("round"))


@desk.post("/desk/<int:number>/finals")
@needs(Role.desk)
@acts
def finals(number: int) -> None:
    """Form ``players``, ``carry``, ``rounds``, ``names`` (one a line, empty: the best); or ``back``."""
    found, store = found_tournament(number), hub_of().store
    if request.form.get("back"):
        return take_finals_back(store, found)
    names = [" ".join(line.split()) for line in request.form.get("names", "").splitlines() if line.strip()]
    counts = 0 if names else form_number("players"), form_number("carry"), form_number("rounds")
    return begin_finals(store, found, *counts, names)


@desk.post("/tournaments/<int:number>/confirm")
@needs(Role.seat)
def confirm(number: int) -> Page:
    """Form ``round``, ``place``, ``seat``, ``verdict`` (``right`` or ``wrong``): a player's phone says so."""
    try:
        is_right = request.form.get("verdict") == "right"
        who = form_number("round"), form_number("place"), form_number("seat")
        all_tournaments().confirm(found_tournament(number), *who, is_right=is_right)
    except (EngineError, ValueError) as wrong:
        abort(400, str(wrong))
    return redirect(url_for("desk.public", number=number), 303)


@desk.get("/tournaments/<int:number>")
@needs(Role.viewer)
def public(number: int) -> Page:
    """What everybody sees: who sits where, the clock, the standings as far as they are public."""
    found = all_tournaments().find_on_air(number) if sees_late() else found_tournament(number)
    if found is None:
        abort(404, chosen_words()["desk.no_such"])
    last = found.drawn if found.shown_rounds is None else found.shown_rounds
    may_confirm = role_of_visitor() >= Role.seat
    return framed("hub/tournament.html", **shown(found, last), is_desk=False, may_confirm=may_confirm)
