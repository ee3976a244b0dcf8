"""What every page stands in: the bar with the way to the other pages, the words, the sender's token."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, g, render_template, request, url_for

from webui.page.assets import asset
from webui.page.context import LINKED, ROOM, chosen_words, late_table, shown_table
from webui.words import languages, load_words

SPRITE = "tiles.svg"
WAYS = (
    ("pages.table", "nav.table"),
    ("scores.overview", "nav.scores"),
    ("referee.overview", "nav.referee"),
    ("replay.overview", "nav.replay"),
    ("practice.overview", "nav.practice"),
    ("seated.page", "nav.hub"),
    ("setup.overview", "nav.setup"),
    ("room.overview", "nav.room"),
    ("calls.overview", "nav.calls"),
    ("desk.overview", "nav.desk"),
    ("league.overview", "nav.league"),
    ("hub_broadcast.overview", "nav.broadcast"),
    ("hub_setup.overview", "nav.setup"),
)
"""Where the bar leads: the page's endpoint and the word for it. A page that is not there is not offered;
where nobody watches the table, the scores are home."""
PART_OF = {"backup": "setup"}
"""Pages that stand in the bar under another's word."""


@dataclass(frozen=True, slots=True)
class Way:
    """One entry of the bar."""

    address: str
    word: str
    is_here: bool


def framed(template: str, **values: object) -> str:
    """`template` (one that extends ``base.html``) rendered in its frame, with `values` of its own."""
    words = chosen_words()
    return render_template(
        template,
        words=words,
        page_words=dict(words.by_key),
        token=g.token,
        asset=asset,
        sprite=asset(SPRITE),
        languages=[{"code": code, "name": load_words(code)["language.name"]} for code in languages()],
        ways=_ways(),
        **values,
    )


def _ways() -> list[Way]:
    here = (request.endpoint or "").partition(".")[0]
    here = PART_OF.get(here, here)
    room = None if ROOM.if_held() is None else shown_table()  # a hub has none
    is_watched = room is not None and room.camera_state.condition != "off"
    if room is not None and late_table() is not None:
        return []  # spectators of a broadcast have one page only
    if room is not None and not is_watched and request.path == "/" and "view" not in request.args:
        here = "scores"
    missing = set() if is_watched else {"pages.table"}
    is_linked = LINKED.if_held()
    if is_linked is None or not is_linked():
        missing.add("seated.page")
    return [
        Way(url_for(endpoint), word, endpoint.partition(".")[0] == here)
        for endpoint, word in WAYS
        if endpoint in current_app.view_functions and endpoint not in missing
    ]
