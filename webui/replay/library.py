"""Which games there are to look at, and the film and pictures of one: at the table, or kept in the book."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from flask import abort

from engine.journal.record import Entry
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.app_key import AppKey
from webui.live.evidence import EvidenceReader, Side, evidence_path
from webui.page.context import east_of, room_of
from webui.replay.film import Film, film_of
from webui.scores.context import scores_of
from webui.scores.store.booked import BookError, Game
from webui.scores.store.kept import kept_game
from webui.storage.journal import JournalError, JournalReader
from webui.storage.mending import COPY_ID

AT_TABLE = "table"
"""What the game at the table is called in addresses while no book knows it."""
KEPT_FILMS = 4


@dataclass(frozen=True, slots=True)
class Shelf:
    """One game to look at. `key` stands for it in addresses; `names` by player, "" for nobody in particular;
    `pictured`: which pictures there are, by entry; `game` None when it is in no book."""

    key: str
    film: Film
    start: GameState
    names: tuple[str, ...]
    evidence: EvidenceReader
    pictured: Mapping[int, frozenset[Side]]
    is_at_table: bool
    game: Game | None = None
    identity: str = ""
    """What the game's journal is known by, where it lies on a disk."""

    def name_at(self, state: GameState, seat: int) -> str:
        """Who sits there in `state`."""
        return self.names[state.players[seat]]


class Films:
    """The last few films made, so that a step forward needs no new one. For several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._films: OrderedDict[tuple[str, int], Film] = OrderedDict()

    def film(self, key: str, start: GameState, entries: tuple[Entry, ...]) -> Film:
        """The film of these entries; `key` with their number tells them apart."""
        with self._lock:
            known = self._films.get((key, len(entries)))
            if known is None:
                known = self._films[key, len(entries)] = film_of(start, entries)
                while len(self._films) > KEPT_FILMS:
                    self._films.popitem(last=False)
            self._films.move_to_end((key, len(entries)))
            return known


FILMS = AppKey[Films]("films")


def films_of() -> Films:
    """The films of this server."""
    return FILMS.of()


def shelf_at_table() -> Shelf:
    """The game played at the table now, which may be an empty one."""
    room = room_of()
    game = scores_of().book.at_table
    entries = room.entries
    key = AT_TABLE if game is None else str(game.number)
    film = films_of().film(f"room {room.session} {east_of(room)}", room.start, entries)
    kept = room.evidence
    return Shelf(key, film, room.start, _names(game), kept, kept.sides(), True, game)


def shelf_of(key: str) -> Shelf:
    """The game of that key; 404 in one line when there is none or its journal cannot be read."""
    at_table = shelf_at_table()
    if key in (AT_TABLE, at_table.key):
        return at_table
    if not (key.isascii() and key.isdigit() and len(key) < 10):
        abort(404, "there is no such game")
    book = scores_of().book
    try:
        kept = kept_game(book, room_of(), int(key))
    except (BookError, JournalError, EngineError) as wrong:
        abort(404, str(wrong))
    assert kept.game is not None
    path = book.path_of(kept.game)
    film = films_of().film(f"game {key}", kept.start, kept.entries)
    reader = EvidenceReader(None if path is None else evidence_path(path))
    return Shelf(
        key, film, kept.start, _names(kept.game), reader, reader.sides(), False, kept.game, identity_of(path)
    )


def identity_of(path: Path | None) -> str:
    """What the journal at `path` is known by, at a hub too; "" when there is none."""
    if path is None:
        return ""
    with suppress(EngineError), closing(JournalReader(path)) as reader:
        return reader.about(COPY_ID) or ""
    return ""


def games_in_book() -> tuple[Game, ...]:
    """All games that the score book knows, newest first."""
    return scores_of().book.games()


def _names(game: Game | None) -> tuple[str, ...]:
    return ("", "", "", "") if game is None else tuple(name or "" for name in game.names)
