"""The same as the page, for programs: the table, the entries, and whether all is well."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from webui.access.roles import Role, needs
from webui.live.camera_state import camera_json
from webui.page.context import chosen_words, east_of, page_context, player_names, shown_table
from webui.text.telling import entry_json

api = Blueprint("api", __name__)

MOST_ENTRIES = 1000


@api.get("/api/state")
@needs(Role.viewer)
def state() -> Response:
    """What the page of the table shows, as JSON.

    While nobody knows who is East `table.dealer_known` is false; the dealer, `east` (who was East in the
    first deal), each seat's `wind` and, before the first move, `turn` are null."""
    return jsonify(page_context(shown_table(), chosen_words()))


@api.get("/api/entries")
@needs(Role.viewer)
def entries() -> Response:
    """The journal's entries numbered above ``after``, oldest first, with what is told of each; `east`: who
    was East at first, null while nobody knows."""
    after = request.args.get("after", "0")
    if not (after.isascii() and after.isdigit() and len(after) < 12):
        abort(400, f"after must be the number of an entry, got {after!r}")
    session, news = shown_table().wait("", int(after), 0.0)
    words = chosen_words()
    kept = news[:MOST_ENTRIES]
    return jsonify(
        session=session,
        east=east_of(shown_table()),
        entries=[entry_json(item, words, player_names()) for item in kept],
        more=len(news) > len(kept),
    )


@api.get("/healthz")
@needs(Role.viewer)
def health() -> tuple[Response, int]:
    """200 while the table is being watched (or a recording has ended), 503 when nothing is seen, or what is
    seen cannot be followed or kept."""
    camera = camera_json(shown_table().camera_state, chosen_words())
    is_seeing = camera["condition"] in ("watching", "ended", "starting", "off")
    is_well, message = is_seeing and not camera["trouble"], camera["trouble"] or camera["message"]
    return jsonify(well=is_well, sight=camera["condition"], message=message), 200 if is_well else 503
