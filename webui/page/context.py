"""What a page shows, as plain values: the page and the interface are made from the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from flask import Flask, abort, current_app, g, has_request_context, request

from engine.table.alphabet import faces_of
from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.state import Discard, GameState, Meld, SeatState
from engine.tiles import SeenTile, tile_text
from webui.app_key import AppKey
from webui.live.acts import acts_of
from webui.live.air import LateTable, ShownTable
from webui.live.camera_state import camera_json
from webui.live.room import Room
from webui.page.voiced import recorded
from webui.rules.rule_titles import ruleset_title
from webui.storage.settings import SettingsFile
from webui.text.brief import brief_json, turn_of
from webui.text.telling import entry_json
from webui.words import DEFAULT_LANGUAGE, Words, languages, load_words

LANGUAGE_COOKIE = "jantaku_language"
NEWEST = 60
"""How many entries a page starts with."""


class HasSettings(Protocol):
    """What a page asks of whoever decides who may what: how the table was set up."""

    settings: SettingsFile


class HasNames(Protocol):
    """A game that knows its players; None for one nobody named."""

    @property
    def names(self) -> Sequence[str | None]:
        """Who sits at each seat, None where nobody is named."""


class HasGame(Protocol):
    """A book of games, of which one may lie at the table."""

    @property
    def at_table(self) -> HasNames | None:
        """The game that lies at the table, if one does."""


class HasBook(Protocol):
    """What a page asks of the scores: their book."""

    @property
    def book(self) -> HasGame:
        """All games that are kept."""


ROOM = AppKey[Room]("room")
SETTINGS = AppKey[HasSettings]("access")
"""The same thing as `webui.access.roles.ACCESS`, as far as every page needs it."""
BOOK = AppKey[HasBook]("scores")
"""The same thing as `webui.scores.context.SCORES`, as far as every page needs it."""
LINKED = AppKey[Callable[[], bool]]("linked")
"""Whether this table is linked to a club's hub."""
PLAY_AGAIN = AppKey[Callable[[], None] | None]("play_again")
"""Begins a recording anew; None with a camera."""


def room_of() -> Room:
    """The room this server tells of, for those who may see it at once; 403 for spectators of a delayed
    broadcast, whoever asks on their behalf."""
    if late_table() is not None:
        abort(403, chosen_words()["air.withheld"])
    return ROOM.of()


def late_table() -> LateTable | None:
    """The table on the air, where this visitor may see no other."""
    return cast("LateTable | None", g.get("late")) if has_request_context() else None


def shown_table() -> ShownTable:
    """The table as this visitor may see it."""
    return late_table() or ROOM.of()


_CHINESE = {
    **dict.fromkeys(("zh-TW", "zh-HK", "zh-MO"), "zh-Hant"),
    **dict.fromkeys(("zh-CN", "zh-SG"), "zh-Hans"),
}
"""How browsers name the two scripts: by where they are written."""


def chosen_words() -> Words:
    """The words of the language asked for in the address, last time, by the table, or by the browser."""
    table = SETTINGS.of().settings.now.language
    for wanted in (request.args.get("lang", ""), request.cookies.get(LANGUAGE_COOKIE, ""), table):
        if wanted in languages():
            return load_words(wanted)
    known = [*languages(), *_CHINESE]
    best = request.accept_languages.best_match(known, DEFAULT_LANGUAGE)
    return load_words(_CHINESE.get(best, best))


def player_names() -> tuple[str, ...]:
    """The players at the table as this visitor may see it, by where they sat at first."""
    late = late_table()
    return names_at(current_app) if late is None else late.names


def names_at(app: Flask) -> tuple[str, ...]:
    """The players at the table of `app` by where they sat at first: as the game has them, else as the set-up;
    "" for one nobody named."""
    usual = SETTINGS.of(app).settings.now.players
    game = BOOK.of(app).book.at_table
    return tuple(usual) if game is None else tuple(name or "" for name in game.names)


def page_context(room: ShownTable, words: Words) -> dict[str, object]:
    """Everything the page of the table shows."""
    session, story = room.wait("", -1, 0.0)
    state, settings = room.state, SETTINGS.of().settings.now
    return {
        "session": session,
        "last": story[-1].entry.number if story else 0,
        "east": east_of(room),
        "language": words.language,
        "rules": {
            "name": state.rules.name,
            "title": ruleset_title(state.rules.title, words),
            "faces": list(faces_of(state.rules)),
            "acts": list(map(list, acts_of(state.rules))),
        },
        "table": table_json(state),
        "now": brief_json(state),
        "sight": camera_json(room.camera_state, words),
        "players": list(player_names()),
        "sound": {
            "sound": settings.sound and "sound" in settings.done,
            "volume": settings.volume,
            "recorded": recorded(words),
        },
        "can_play_again": PLAY_AGAIN.of() is not None,
        "entries": [entry_json(item, words, player_names()) for item in story[-NEWEST:]],
    }


def east_of(room: ShownTable) -> Seat | None:
    """Who was East in the first deal; None while nobody knows. When it changes all is told anew."""
    start = room.start
    return start.first_dealer if start.is_dealer_known else None


def table_json(state: GameState) -> dict[str, object]:
    """The table as plain values; an unknown tile is ``?``."""
    return {
        "phase": state.phase,
        "prevalent_wind": state.prevalent_wind,
        "deal": state.deal_number,
        "dealer": state.dealer if state.is_dealer_known else None,
        "dealer_known": state.is_dealer_known,
        "turn": turn_of(state),
        "owes": state.owes,
        "honba": state.honba,
        "riichi_sticks": state.riichi_sticks,
        "tiles_left": state.wall.tiles_left,
        "dice": [{"seat": seat, "pips": list(pips)} for seat, pips in state.dice],
        "dora_indicators": _texts(state.dora_indicators),
        "last_discard": state.last_discard,
        "winners": list(state.winners),
        "ended_by": state.ended_by,
        "seats": [_seat_json(state, seat) for seat in seats_of(state.rules)],
    }


def _seat_json(state: GameState, seat: Seat) -> dict[str, object]:
    own: SeatState = state.seats[seat]
    return {
        "wind": state.known_wind(seat),
        "score": own.score,
        "is_ready": own.is_ready,
        "is_dead_hand": own.is_dead_hand,
        "standing": _texts(own.standing),
        "melds": [_meld_json(meld) for meld in own.melds],
        "flowers": _texts(own.flowers),
        "river": [_discard_json(discard) for discard in own.river],
    }


def _meld_json(meld: Meld) -> Mapping[str, object]:
    return {
        "kind": meld.kind,
        "tiles": _texts(meld.tiles),
        "giver": meld.giver,
        "claimed_index": meld.claimed_index,
    }


def _discard_json(discard: Discard) -> Mapping[str, object]:
    return {"tile": tile_text(discard.tile), "turned": discard.turned, "claimed_by": discard.claimed_by}


def _texts(tiles: tuple[SeenTile, ...]) -> list[str]:
    return [tile_text(tile) for tile in tiles]
