"""The entries of a game wherever they are: at the table, or in a journal that nobody writes."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engine.journal.east import begun
from engine.journal.record import Entry
from engine.table.apply import new_table
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.live.room import Room
from webui.scores.store.book import ScoreBook
from webui.scores.store.booked import Game
from webui.scores.store.ledger import Ledger, ledger_of
from webui.storage.journal import Journal, JournalError, JournalReader, NewerJournal
from webui.storage.line_copy import copy_path


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game with its entries. `game` None: what is at the table is in no book (a demonstration)."""

    game: Game | None
    start: GameState
    entries: tuple[Entry, ...]
    is_at_table: bool

    @property
    def ledger(self) -> Ledger:
        """Its points."""
        return ledger_of(self.start, self.entries)


def kept_at_table(book: ScoreBook, room: Room) -> KeptGame | None:
    """What is played at the table now; None when nothing is."""
    game, story = book.at_table, room.story
    if game is None and not story:
        return None
    return KeptGame(game, room.start, tuple(item.entry for item in story), True)


def kept_game(book: ScoreBook, room: Room, number: int) -> KeptGame:
    """The game of that number; BookError or JournalError when it cannot be read."""
    game, now = book.game(number), book.at_table
    if now is not None and now.number == number:
        at_table = kept_at_table(book, room)
        if at_table is not None:
            return at_table
    if game.damage == "unknown_rules":
        raise JournalError(f"game {number} cannot be read: it was played by {game.rules.title!r:.60}")
    path = book.path_of(game)
    if path is None:
        raise JournalError(f"game {number} was not kept on a disk")
    known, entries = kept_entries(path)
    dealer = int(known) if known else game.first_dealer
    return KeptGame(game, begun(new_table(game.rules, dealer), entries), entries, False)


def kept_entries(path: Path) -> tuple[str | None, tuple[Entry, ...]]:
    """Who dealt first and the entries, as they lie there; a damaged journal is made whole first.

    JournalError: the file and its copy are gone. NewerJournal: a newer Jantaku wrote it.
    """
    try:
        with closing(JournalReader(path)) as reader:
            known, entries = reader.about("dealer"), reader.entries()
            if reader.is_as_copied():
                return known, entries
    except NewerJournal:
        raise
    except EngineError as wrong:
        if not (path.exists() or copy_path(path).exists()):
            raise JournalError(f"{path.name} is gone") from wrong
    with Journal.mended(path) as journal:
        return journal.about("dealer"), journal.entries()
