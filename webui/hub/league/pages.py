"""The pages of the leagues: everybody sees them, the desk begins one."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from engine.rules import ruleset_names
from engine.tiles import EngineError
from webui.access.roles import Role, needs, role_of_visitor
from webui.hub.desk.showing import form_number
from webui.hub.kept.context import hub_of, sees_late
from webui.hub.league.leagues import League, begin_league, leagues, table_of
from webui.hub.league.played import Played, games_played
from webui.page.context import chosen_words
from webui.page.frame import framed

league = Blueprint("league", __name__)


@league.get("/leagues")
@needs(Role.viewer)
def overview() -> str:
    """All leagues; for the desk a form for another."""
    return _overview()


@league.post("/leagues")
@needs(Role.desk)
def begin() -> Answer | tuple[str, int]:
    """Form ``name``, ``rules``, ``first``, ``last``, ``sites`` (apart by blanks), ``least``, ``by``."""
    try:
        number = begin_league(hub_of().store, _said())
    except (EngineError, ValueError) as wrong:
        return _overview(str(wrong)), 400
    return redirect(url_for("league.page", number=number), 303)


@league.get("/leagues/<int:number>")
@needs(Role.viewer)
def page(number: int) -> str:
    """One league; query ``evening``: that day's games only, ``site``: those of that site."""
    found = next((each for each in leagues(hub_of().store) if each.number == number), None)
    if found is None:
        abort(404, chosen_words()["league.no_such"])
    counted = [each for each in _games() if found.counts(each)]
    evening, site = request.args.get("evening", ""), request.args.get("site", "")
    chosen = [
        each for each in counted if evening in ("", each.evening.isoformat()) and site in ("", each.site)
    ]
    return framed(
        "hub/league.html",
        league=found,
        rows=table_of(found, chosen),
        games=len(chosen),
        evenings=sorted({each.evening.isoformat() for each in counted}, reverse=True),
        sites=sorted({each.site for each in counted} - {""}),
        evening=evening if evening in {each.evening.isoformat() for each in counted} else "",
        site=site if site in {each.site for each in counted} else "",
    )


def _overview(problem: str = "") -> str:
    return framed(
        "hub/leagues.html",
        leagues=leagues(hub_of().store),
        rules=ruleset_names(),
        wrong=problem,
        is_desk=role_of_visitor() >= Role.desk,
        sites=sorted({each.site for each in hub_of().store.tables()}),
        today=date.today().isoformat(),
    )


def _games() -> list[Played]:
    hub = hub_of()
    return games_played(hub.store, hub.folds, is_late=sees_late())


def _said() -> League:
    form = request.form
    sites = tuple(dict.fromkeys(form.get("sites", "").split()))[:50]
    return League(
        0,
        form.get("name", ""),
        form.get("rules", ""),
        _day("first") or date.today(),
        _day("last"),
        sites,
        form_number("least"),
        form.get("by") == "average",
    )


def _day(name: str) -> date | None:
    text = request.form.get(name, "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as wrong:
        raise ValueError(f"{name} must be a day such as 2026-11-23, got {text[:20]!r}") from wrong
