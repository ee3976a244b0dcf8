"""A deal's evidence on one page to print or hand in: what happened, the faults, the pictures, the changes."""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from flask import Response, render_template, url_for
from markupsafe import Markup

from engine.table.events import FaultFound
from engine.table.play_order import seats_of
from webui.live.evidence import SIDES, Side
from webui.page.assets import STATIC, asset
from webui.page.frame import SPRITE, framed
from webui.replay.film import DealFilm
from webui.replay.library import Shelf
from webui.replay.view import (
    Frame,
    board,
    clock,
    deal_heading,
    deal_json,
    deal_outcome,
    entry_said,
    pictures_at,
    row,
    seat_name,
    who,
)
from webui.rules.rule_text import rule_text
from webui.rules.rule_titles import ruleset_title
from webui.words import Words

Address = Callable[[int, Side], str]


def evidence_sheet(shelf: Shelf, deal: DealFilm, words: Words, *, is_file: bool) -> Response:
    """The page; with `is_file` it holds everything in itself, pictures and tiles too, and is downloaded."""
    if not is_file:
        values = _context(shelf, deal, words, _linked(shelf), asset(SPRITE))
        return Response(framed("replay/sheet.html", is_file=False, **values), mimetype="text/html")
    values = _context(shelf, deal, words, lambda number, side: _inline(shelf, number, side), "")
    page = render_template(
        "replay/sheet_file.html",
        is_file=True,
        words=words,
        sprite="",
        style=Markup(_style()),
        tiles=Markup(tiles_inline()),
        **values,
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Disposition"] = f'attachment; filename="jantaku-deal-{deal.number}.html"'
    return response


def _context(shelf: Shelf, deal: DealFilm, words: Words, address: Address, sprite: str) -> dict[str, Any]:
    end = Frame(shelf, deal, len(deal.moments) - 1)
    return {
        "shelf": shelf,
        "deal": deal_json(shelf, deal, words),
        "heading": deal_heading(deal, words),
        "outcome": deal_outcome(shelf, deal, words),
        "rules": ruleset_title(shelf.start.rules.title, words),
        "printed": time.strftime("%Y-%m-%d %H:%M"),
        "board": board(end, words, sprite),
        "scores": [
            {"who": seat_name(shelf, deal.end, seat, words), "score": deal.end.seats[seat].score}
            for seat in seats_of(shelf.start.rules)
        ],
        "faults": [
            fault
            for place in range(len(deal.moments))
            for fault in faults_of(Frame(shelf, deal, place), words, address)
        ],
        "rows": [_row(Frame(shelf, deal, place), words, address) for place in range(len(deal.moments))],
    }


def faults_of(frame: Frame, words: Words, address: Address) -> Iterator[dict[str, Any]]:
    """Each fault that this moment tells of, with its rule, its verdict and its pictures."""
    for place, event in enumerate(frame.moment.entry.events):
        if isinstance(event, FaultFound):
            number, sides = pictures_at(frame)
            yield {
                "number": frame.moment.number,
                "index": place,
                "act": number,
                "clock": clock(frame.moment.at_s),
                "who": _who(frame, event, words),
                "seat": event.seat,
                "fault": event.name,
                "name": words.by_key.get(f"fault.{event.name}", event.name.replace("_", " ")),
                "rule": event.rule,
                "rule_text": rule_text(event, words),
                "tiles": [tile or "?" for tile in event.tiles],
                "consequence": words.by_key.get(f"consequence.{event.consequence}", event.consequence),
                "consequence_key": event.consequence,
                "verdict": event.verdict,
                "is_perhaps": event.verdict is None and not event.counts,
                "pictures": [(side, address(number, side)) for side in SIDES if side in sides],
                "note": frame.moment.entry.note,
                "told_by": who(frame.moment.told_by, words),
            }


def _who(frame: Frame, event: FaultFound, words: Words) -> str:
    if event.seat is None:
        return words["seat.table"]
    return seat_name(frame.shelf, frame.moment.after, event.seat, words)


def _row(frame: Frame, words: Words, address: Address) -> dict[str, Any]:
    moment = frame.moment
    kept = frame.shelf.pictured.get(moment.number, frozenset())
    thumb = next((side for side in reversed(SIDES) if side in kept), None)
    return {
        **row(moment, frame.deal, words, frame.shelf.names),
        "told_by": who(moment.history[0], words),
        "thumb": None if thumb is None else address(moment.number, thumb),
        "changes": list(_changes(frame, words)),
    }


def _changes(frame: Frame, words: Words) -> Iterator[dict[str, Any]]:
    """What stood here before, for each amendment: from, to, by whom, when, why."""
    moment, is_over = frame.moment, frame.deal.is_over
    for before, after in zip(moment.history, moment.history[1:], strict=False):
        yield {
            "number": after.number,
            "before": entry_said(moment.before, before, words, is_over, frame.shelf.names),
            "after": entry_said(moment.before, after, words, is_over, frame.shelf.names),
            "told_by": who(after, words),
            "note": after.note,
            "when": "" if after.told_at is None else time.strftime("%H:%M:%S", time.localtime(after.told_at)),
            "is_consequence": after.follows is not None,
        }


def _linked(shelf: Shelf) -> Address:
    return lambda number, side: url_for("replay.picture", game=shelf.key, entry=number, side=side)


def _inline(shelf: Shelf, number: int, side: Side) -> str:
    found = shelf.evidence.picture(number, side) or b""
    return f"data:image/jpeg;base64,{base64.b64encode(found).decode()}"


def _style() -> str:
    names = ("page/page.css", "page/table.css", "page/result.css", "replay/sheet.css")
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)


def tiles_inline() -> str:
    """The symbols of the tiles: without them the file would need this server."""
    text = (STATIC / SPRITE).read_text("utf-8")
    return re.sub(r"^<\?xml[^>]*\?>\s*", "", text)
