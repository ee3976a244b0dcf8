"""What the desk takes in and gives out as lists: a seating made elsewhere, papers to print, report files."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request, url_for

from webui.access.roles import Role, needs
from webui.hub.desk.fixed import read_seating
from webui.hub.desk.reports import EMA_FACTS, ema_csv, report_csv
from webui.hub.desk.seating import SeatingError
from webui.hub.desk.showing import Page, all_tournaments, found_tournament, shown
from webui.hub.desk.tournament import drawn_rounds
from webui.hub.desk.winds import SEATS
from webui.hub.kept.context import sees_late
from webui.page.context import chosen_words
from webui.page.frame import framed

papers = Blueprint("papers", __name__)

SHEETS = ("seating", "tables", "standings")
"""What can be printed: where each player sits, a score sheet for each table, the list."""
DEALS = 16
"""Lines on a score sheet."""
MOST_LETTERS = 200_000


@papers.get("/desk/<int:number>/seating")
@needs(Role.desk)
def seating(number: int) -> Page:
    """The form for a seating made elsewhere."""
    return _seating_page(number, "")


@papers.post("/desk/<int:number>/seating")
@needs(Role.desk)
def check_seating(number: int) -> Page:
    """Form ``seating``: a list; ``keep``: the rounds are seated so, when nothing is wrong with it."""
    text = request.form.get("seating", "")[:MOST_LETTERS]
    return _seating_page(number, text, is_kept=bool(request.form.get("keep")))


@papers.get("/tournaments/<int:number>/print/<sheet>")
@needs(Role.viewer)
def printed(number: int, sheet: str) -> Page:
    """``seating``, ``tables`` (``?round=``: that round's score sheets) or ``standings``, to be printed."""
    found = all_tournaments().find_on_air(number) if sees_late() else found_tournament(number)
    if found is None or sheet not in SHEETS:
        abort(404, chosen_words()["desk.no_such"])
    last = found.drawn if found.shown_rounds is None else found.shown_rounds
    at = {
        (one, each.round): (each.place, wind)
        for each in found.sittings
        for wind, one in enumerate(each.seats)
    }
    said = request.args.get("round", "")
    round_ = int(said) if said.isascii() and said.isdigit() and len(said) < 4 else max(1, found.drawn)
    seated = [
        each for each in found.entrants if any((each.number, r) in at for r in range(1, found.drawn + 1))
    ]
    values = {"sheet": sheet, "at": at, "round": round_, "deals": DEALS, "sheets": SHEETS, "seated": seated}
    return framed("hub/print.html", **shown(found, last), **values)


@papers.get("/desk/<int:number>/report.csv")
@needs(Role.desk)
def report(number: int) -> Response:
    """The final list as a file."""
    return _file(report_csv(found_tournament(number)), f"tournament-{number}.csv")


@papers.get("/desk/<int:number>/report-ema.csv")
@needs(Role.desk)
def report_for_ema(number: int) -> Response:
    """The results in the columns of the EMA's workbook; query ``country``, ``place``, ``mers``, ``date``,
    ``days``: what only the organiser knows."""
    facts = {name: " ".join(request.args.get(name, "").split())[:60] for name in EMA_FACTS}
    return _file(ema_csv(found_tournament(number), facts), f"tournament-{number}-ema.csv")


def _seating_page(number: int, text: str, *, is_kept: bool = False) -> Page:
    found = found_tournament(number)
    before = drawn_rounds(found)
    read = read_seating(text, found.playing, before, found.rounds - found.drawn) if text.strip() else None
    problems = [] if read is None else read.problems
    if is_kept and read is not None and not problems:
        try:
            all_tournaments().seat(found, read.rounds)
            return redirect(url_for("desk.tournament", number=number), 303)
        except SeatingError as wrong:
            problems = [str(wrong)]
    page = framed(
        "hub/seating.html",
        tournament=found,
        names={each.number: each.name for each in found.entrants},
        text=text,
        read=read,
        problems=problems,
        pairs=_pairs(sum(map(len, read.rounds)) if read else 0),
    )
    return (page, 400) if problems else page


def _pairs(tables: int) -> int:
    """How many meet at so many tables."""
    return tables * SEATS * (SEATS - 1) // 2


def _file(text: str, name: str) -> Response:
    sheet = Response("\ufeff" + text, mimetype="text/csv")
    sheet.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return sheet
