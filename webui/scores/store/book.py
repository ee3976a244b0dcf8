"""The score book: which games were played, by whom, in which season; each game has a journal of its own.

One SQLite file beside the journals. One process writes it; names are people's, points come from the journals.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

from engine.house import settings_of
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.events import SEATS, Seat
from webui.scores.store.booked import (
    OF_GAMES,
    TABLES,
    BookError,
    Game,
    Kind,
    Player,
    Season,
    game_in,
    local_time,
    player_in,
    said_name,
    season_in,
)
from webui.storage.aside import COPY_ENDING, GAMES
from webui.storage.copied_store import REVISION, CopiedKind, changing, open_copied
from webui.storage.journal import hold_alone, let_go
from webui.storage.stores import Schema, StoreError

Kept = TypeVar("Kept")
LONGEST_NOTE = 500
FILE = "scores.db"
KIND = CopiedKind(Schema("score book", (TABLES + REVISION,)), ("about", "players", "seasons", "games"))

_HIGHEST = 2**62
"""No number in the book reaches it; larger ones are none of ours."""


class ScoreBook:
    """The one writer of the book in a data folder; `folder` None keeps it in memory. For several threads."""

    def __init__(self, folder: Path | None, now: Callable[[], str] = local_time) -> None:
        """Opens or makes it; a damaged one is made whole from its copy. BookError when another process has
        it, a newer Jantaku wrote it, or it cannot be used."""
        self.folder, self._now = folder, now
        self._acting = threading.RLock()
        self._path = path = None if folder is None else folder / FILE
        self._held = None if path is None else hold_alone(path, "score book")
        try:
            if folder is not None:
                (folder / GAMES).mkdir(exist_ok=True)
            self._store = open_copied(path, KIND)
            self._store.row_factory = sqlite3.Row
        except (StoreError, sqlite3.Error, OSError) as wrong:
            let_go(self._held)
            raise BookError(f"{path} is not a score book that can be used: {wrong}") from wrong

    def close(self) -> None:
        """Gives the file back; safe to call twice."""
        self._store.close()
        let_go(self._held)
        self._held = None

    # games

    def begin_game(
        self,
        kind: Kind,
        rules: Ruleset,
        names: tuple[str | None, ...] = (),
        *,
        first_dealer: Seat | None = 0,
        season: int | None = None,
        note: str = "",
        began: str | None = None,
        journal: str | None = None,
    ) -> Game:
        """A new game; players not yet known are entered. It is not at the table until `lay_out` says so.

        BookError: the note is too long, or there is no such season.
        """
        names = _said_names(names)
        if len(note) > LONGEST_NOTE:
            raise BookError(f"a note can have {LONGEST_NOTE} characters at most, got {len(note)}")
        with self._changing():
            if season is not None:
                self.season(season)
            players = [None if name is None else self._known(name) for name in names]
            last = self._store.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
            began = began or self._now()
            journal = journal or self._free_journal(began[:10], last + 1)
            row = (
                last + 1,
                journal,
                kind,
                rules.name,
                json.dumps(settings_of(rules, load_ruleset(rules.name))),
                season,
                began,
            )
            row = (*row, None, note, first_dealer, None, *players)
            self._store.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            return self.game(last + 1)

    def game(self, number: int) -> Game:
        """The game of that number; BookError when there is none."""
        return self._one(f"{OF_GAMES} WHERE games.id = ?", number, "game", game_in)

    def games(self, season: int | None = None, player: int | None = None) -> tuple[Game, ...]:
        """All games, newest first; of one season, of one player."""
        where, values = [], []
        if season is not None:
            where.append("season = ?")
            values.append(season)
        if player is not None:
            where.append("? IN (player0, player1, player2, player3)")
            values.append(player)
        chosen = f" WHERE {' AND '.join(where)}" if where else ""
        return tuple(
            map(game_in, self._ask(f"{OF_GAMES}{chosen} ORDER BY began DESC, games.id DESC", *values))
        )

    def path_of(self, game: Game) -> Path | None:
        """Where the game's journal lies; None when the book is kept in memory."""
        return None if self.folder is None else self.folder / game.journal

    def name_players(self, number: int, names: tuple[str | None, ...]) -> Game:
        """Says who plays (or played) a game, by the seats taken at its start."""
        names = _said_names(names)
        with self._changing():
            self.game(number)
            players = [None if name is None else self._known(name) for name in names]
            change = ", ".join(f"player{seat} = ?" for seat in SEATS)
            self._store.execute(f"UPDATE games SET {change} WHERE id = ?", (*players, number))
            return self.game(number)

    def note_game(self, number: int, note: str, season: int | None) -> Game:
        """Changes a game's note and the season it counts in. BookError: too long, or no such one."""
        if len(note) > LONGEST_NOTE:
            raise BookError(f"a note can have {LONGEST_NOTE} characters at most, got {len(note)}")
        with self._changing():
            self.game(number)
            if season is not None:
                self.season(season)
            self._store.execute("UPDATE games SET note = ?, season = ? WHERE id = ?", (note, season, number))
            return self.game(number)

    def finish_game(self, number: int, summary: Mapping[str, Any]) -> Game:
        """The game is over and came to `summary`; one that was over already keeps its time."""
        with self._changing():
            self.game(number)
            self._store.execute(
                "UPDATE games SET summary = ?, ended = coalesce(ended, ?) WHERE id = ?",
                (json.dumps(summary, ensure_ascii=False), self._now(), number),
            )
            if self._about("table") == str(number):
                self._store.execute("DELETE FROM about WHERE name = 'table'")
            return self.game(number)

    def reopen_game(self, number: int) -> Game:
        """A finished game goes on."""
        with self._changing():
            self.game(number)
            self._store.execute("UPDATE games SET ended = NULL, summary = NULL WHERE id = ?", (number,))
            return self.game(number)

    def forget_game(self, number: int) -> None:
        """Takes a game out of the book whose journal could not be written."""
        with self._changing():
            self._store.execute("DELETE FROM games WHERE id = ?", (number,))

    @property
    def at_table(self) -> Game | None:
        """The game that is played at the table now, None when there is none, or none that can be."""
        number = self._about("table")
        game = None if number is None else self.game(int(number))
        return None if game is None or game.damage == "unknown_rules" else game

    def lay_out(self, number: int | None) -> None:
        """Says which game is played at the table now."""
        with self._changing():
            if number is None:
                self._store.execute("DELETE FROM about WHERE name = 'table'")
            else:
                self._store.execute("INSERT OR REPLACE INTO about VALUES ('table', ?)", (str(number),))

    # players and seasons

    def players(self) -> tuple[Player, ...]:
        """Everybody, by name."""
        return tuple(map(player_in, self._ask("SELECT * FROM players ORDER BY name")))

    def player(self, number: int) -> Player:
        """The player of that number; BookError when there is none."""
        return self._one("SELECT * FROM players WHERE id = ?", number, "player", player_in)

    def rename_player(self, number: int, name: str) -> Player:
        """Another name for the same person, in all games. BookError: nobody there, or taken."""
        self.player(number)
        try:
            with self._changing():
                name = said_name(name, "a player's name")
                self._store.execute("UPDATE players SET name = ? WHERE id = ?", (name, number))
        except sqlite3.IntegrityError as wrong:
            raise BookError(f"there is a player called {name} already") from wrong
        return self.player(number)

    def seasons(self) -> tuple[Season, ...]:
        """All seasons, newest first."""
        return tuple(map(season_in, self._ask("SELECT * FROM seasons ORDER BY began DESC, id DESC")))

    def season(self, number: int) -> Season:
        """The season of that number; BookError when there is none."""
        return self._one("SELECT * FROM seasons WHERE id = ?", number, "season", season_in)

    def begin_season(self, name: str) -> Season:
        """A new season, the usual one for new games. BookError: one of that name is there."""
        name = said_name(name, "a season's name")
        try:
            with self._changing():
                row = self._store.execute(
                    "INSERT INTO seasons (name, began) VALUES (?, ?) RETURNING *", (name, self._now())
                ).fetchone()
                return season_in(row)
        except sqlite3.IntegrityError as wrong:
            raise BookError(f"there is a season called {name} already") from wrong

    def end_season(self, number: int) -> Season:
        """No more games count in it."""
        with self._changing():
            self.season(number)
            self._store.execute(
                "UPDATE seasons SET ended = coalesce(ended, ?) WHERE id = ?", (self._now(), number)
            )
            return self.season(number)

    @property
    def season_on(self) -> Season | None:
        """The newest season that is on."""
        return next((season for season in self.seasons() if season.ended is None), None)

    def _changing(self) -> ExitStack:
        """Keeps others from acting meanwhile; what is changed is kept as a whole, and copied."""
        stack = ExitStack()
        stack.enter_context(self._acting)
        stack.enter_context(changing(self._path, self._store, KIND))
        return stack

    def _free_journal(self, day: str, number: int) -> str:
        """A journal's name that no file has: one that a lost book knew is nobody else's."""
        while True:
            name = f"{GAMES}/{day}-{number:04d}.db"
            if self.folder is None or not any(
                (self.folder / f"{name}{side}").exists() for side in ("", COPY_ENDING)
            ):
                return name
            number += 1

    def _known(self, name: str) -> int:
        """The player's number; whoever is not known yet is entered."""
        row = self._store.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
        if row is not None:
            return int(row["id"])
        made = self._store.execute(
            "INSERT INTO players (name, since) VALUES (?, ?) RETURNING id", (name, self._now())
        )
        return int(made.fetchone()["id"])

    def _about(self, name: str) -> str | None:
        rows = self._ask("SELECT value FROM about WHERE name = ?", name)
        return str(rows[0]["value"]) if rows else None

    def _ask(self, question: str, *values: object) -> list[sqlite3.Row]:
        with self._acting:
            return self._store.execute(question, values).fetchall()

    def _one(self, question: str, number: int, what: str, made: Callable[[sqlite3.Row], Kept]) -> Kept:
        rows = self._ask(question, number) if number < _HIGHEST else []
        if not rows:
            raise BookError(f"there is no {what} {number}")
        return made(rows[0])


def _said_names(names: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """The names for the four columns, as they are written; nobody sits in two seats."""
    said = tuple(None if name is None else said_name(name, "a player's name") for name in names)
    named = [name.casefold() for name in said if name]
    if len(named) != len(set(named)):
        raise BookError("the same player cannot sit in two seats")
    return (*said, *(None,) * (len(SEATS) - len(said)))
