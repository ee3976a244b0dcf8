"""A finished game as one file: its replay with the pictures, to be opened from a disk without any server.

The last line holds the SHA-256 of everything before it, and the entries in it are chained as those a table
sends to a hub: an altered byte is found (`jantaku verify`), and two copies of one game show the same seal.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template
from markupsafe import Markup

from engine.journal.record import entry_to_line
from engine.tiles import EngineError
from webui.live.evidence import SIDES
from webui.page.assets import STATIC
from webui.replay.film import DealFilm
from webui.replay.library import Shelf
from webui.replay.sheet import tiles_inline
from webui.replay.view import Frame, board, clock, deal_heading, deal_outcome, row, who
from webui.rules.rule_titles import ruleset_title
from webui.storage.chain import chain_start, chained
from webui.words import Words

MOST_PICTURES = 24_000_000
"""Bytes of pictures in one file; of more, those of faults and of what was corrected stay."""
STYLES = ("page/page.css", "page/table.css", "page/result.css", "replay/replay.css", "replay/saved.css")
_END = re.compile(rb"\n<!-- sha256 ([0-9a-f]{64}) -->\n?\Z")
_GAME = re.compile(rb'<script type="text/plain" id="game">([A-Za-z0-9+/=\s]*)</script>')


@dataclass(frozen=True, slots=True)
class Verified:
    """What a saved game holds when nothing in it was altered. `seal`: the end of its chain."""

    title: str
    entries: int
    seal: str


def saved_game(shelf: Shelf, words: Words) -> Response:
    """The file, as a download."""
    title = words["page.comma"].join(name for name in shelf.names if name) or words.say(
        "replay.game", number=shelf.key
    )
    game = _game(shelf, words, title)
    packed = base64.b64encode(gzip.compress(json.dumps(game, ensure_ascii=False).encode(), 6, mtime=0))
    page = render_template(
        "replay/saved.html",
        words=words,
        title=title,
        game=game,
        packed=Markup(packed.decode()),
        style=Markup("\n".join((STATIC / name).read_text("utf-8") for name in STYLES)),
        script=Markup((STATIC / "replay" / "saved.js").read_text("utf-8")),
        tiles=Markup(tiles_inline()),
    ).encode()
    digest = hashlib.sha256(page).hexdigest()
    response = Response(page + f"\n<!-- sha256 {digest} -->\n".encode(), mimetype="text/html")
    response.headers["Content-Disposition"] = f'attachment; filename="jantaku-game-{shelf.key}.html"'
    return response


def verified(content: bytes) -> Verified:
    """What the file holds; EngineError says how one can see that it was altered, or that it is none."""
    end, packed = _END.search(content), _GAME.search(content)
    if end is None or packed is None:
        raise EngineError("no game saved by Jantaku, or its end was cut off")
    if hashlib.sha256(content[: end.start()]).hexdigest().encode() != end[1]:
        raise EngineError("altered: the file is not as it was saved")
    try:
        game = json.loads(gzip.decompress(base64.b64decode(packed[1])))
        lines, expected = [str(line) for line in game["lines"]], str(game["seal"])
        identity, title = str(game["identity"]), str(game["title"])
    except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError, binascii.Error) as wrong:
        raise EngineError("altered: the game in the file cannot be read") from wrong
    seal = chained(chain_start(identity), lines)
    if seal != expected:
        raise EngineError("altered: the entries are not those that were sealed")
    return Verified(title, len(lines), seal)


def _game(shelf: Shelf, words: Words, title: str) -> dict[str, Any]:
    entries = sorted(
        (entry for moment in shelf.film.moments for entry in moment.history), key=lambda entry: entry.number
    )
    lines = list(map(entry_to_line, entries))
    identity = shelf.identity or shelf.key
    return {
        "title": title,
        "began": "" if shelf.game is None else shelf.game.began[:16].replace("T", " "),
        "rules": ruleset_title(shelf.start.rules.title, words),
        "deals": [_deal(shelf, deal, words) for deal in shelf.film.deals],
        "pictures": _pictures(shelf),
        "identity": identity,
        "lines": lines,
        "seal": chained(chain_start(identity), lines),
    }


def _deal(shelf: Shelf, deal: DealFilm, words: Words) -> dict[str, Any]:
    return {
        "heading": deal_heading(deal, words),
        "outcome": deal_outcome(shelf, deal, words),
        "moments": [_moment(Frame(shelf, deal, place), words) for place in range(len(deal.moments))],
    }


def _moment(frame: Frame, words: Words) -> dict[str, Any]:
    shown = row(frame.moment, frame.deal, words, frame.shelf.names)
    said = render_template("replay/saved_said.html", row=shown, words=words, sprite="")
    return {
        "number": frame.moment.number,
        "clock": clock(frame.moment.at_s) if frame.deal.has_times else "",
        "who": who(frame.moment.told_by, words),
        "said": said.strip(),
        "is_fault": shown["is_fault"],
        "is_undone": shown["is_undone"],
        "board": str(board(frame, words, "")),
    }


def _pictures(shelf: Shelf) -> dict[str, str]:
    """``12 after`` and the JPEG in base64; those that matter most first, as many as fit."""
    matters = {
        moment.number: not (moment.is_amended or moment.entry.doubtful or moment.lines[:1] == ())
        for moment in shelf.film.moments
    }
    found: dict[str, str] = {}
    room = MOST_PICTURES
    for number in sorted(shelf.pictured, key=lambda each: (matters.get(each, True), each)):
        for side in SIDES:
            jpeg = shelf.evidence.picture(number, side) if side in shelf.pictured[number] else None
            if jpeg is not None and len(jpeg) <= room:
                found[f"{number} {side}"] = base64.b64encode(jpeg).decode()
                room -= len(jpeg)
    return found
