"""The score book: which games were played, by whom, in which season; each game has a journal of its own.

One SQLite file beside the journals. One process writes it; names are people's, points come from the journals.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, TypeVar

from engine.events import Seat
from engine.house import settings_of, with_settings
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.tiles import EngineError
from webui.journal import hold_alone, let_go

Kind = Literal["camera", "by_hand", "import"]
Kept = TypeVar("Kept")
LONGEST_NAME, LONGEST_NOTE = 60, 500
FILE, GAMES = "scores.db", "games"
EVENING_TURNS_H = 5
"""An evening lasts until this hour of the next morning."""

_HIGHEST = 2**62
"""No number in the book reaches it; larger ones are none of ours."""

_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS players (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, since TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS seasons (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, began TEXT NOT NULL, ended TEXT) STRICT;
CREATE TABLE IF NOT EXISTS games (
  id INTEGER PRIMARY KEY, journal TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, rules TEXT NOT NULL,
  house TEXT NOT NULL, season INTEGER REFERENCES seasons (id), began TEXT NOT NULL, ended TEXT,
  note TEXT NOT NULL, first_dealer INTEGER, summary TEXT,
  player0 INTEGER REFERENCES players (id), player1 INTEGER REFERENCES players (id),
  player2 INTEGER REFERENCES players (id), player3 INTEGER REFERENCES players (id)) STRICT;
"""
_GAME = (
    "SELECT games.*, n0.name AS name0, n1.name AS name1, n2.name AS name2, n3.name AS name3 FROM games"
    " LEFT JOIN players n0 ON n0.id = player0 LEFT JOIN players n1 ON n1.id = player1"
    " LEFT JOIN players n2 ON n2.id = player2 LEFT JOIN players n3 ON n3.id = player3"
)


class BookError(EngineError):
    """The score book cannot be used, or what it was asked for cannot be; the message says why."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays here."""

    number: int
    name: str
    since: str


@dataclass(frozen=True, slots=True)
class Season:
    """A run of games whose results are added up. `ended` None: it is on."""

    number: int
    name: str
    began: str
    ended: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `players` and `names` by the seat taken at its start, None where nobody was named.

    `began` and `ended` are local times with their zone; `ended` None: it is on. `summary`: what the ledger
    of a finished game came to (docs/scorekeeping.md). `first_dealer` None: the camera will see it."""

    number: int
    journal: str
    kind: Kind
    rules: Ruleset
    began: str
    ended: str | None = None
    season: int | None = None
    note: str = ""
    first_dealer: Seat | None = 0
    players: tuple[int | None, ...] = (None,) * 4
    names: tuple[str | None, ...] = (None,) * 4
    summary: Mapping[str, Any] | None = field(default=None, compare=False)

    @property
    def evening(self) -> str:
        """The day it belongs to, as ``2026-11-21``; after midnight it is still the day before."""
        return evening_of(self.began).isoformat()


def evening_of(began: str) -> date:
    """The day a game that began then belongs to."""
    return (datetime.fromisoformat(began) - timedelta(hours=EVENING_TURNS_H)).date()


def local_time() -> str:
    """Now, as the book writes it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class ScoreBook:
    """The one writer of the book in a data folder; `folder` None keeps it in memory. For several threads."""

    def __init__(self, folder: Path | None, now: Callable[[], str] = local_time) -> None:
        """Opens or makes it. BookError when another process has it, or the file is no score book."""
        self.folder, self._now = folder, now
        self._acting = threading.RLock()
        path = None if folder is None else folder / FILE
        self._held = None if path is None else hold_alone(path, "score book")
        try:
            if folder is not None:
                (folder / GAMES).mkdir(exist_ok=True)
            self._store = sqlite3.connect(path or ":memory:", check_same_thread=False)
            self._store.row_factory = sqlite3.Row
            self._store.execute("PRAGMA journal_mode=WAL")
            self._store.execute("PRAGMA synchronous=FULL")
            self._store.executescript(_TABLES)
        except (sqlite3.Error, OSError) as wrong:
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
        names: tuple[str | None, ...] = (None,) * 4,
        *,
        first_dealer: Seat | None = 0,
        season: int | None = None,
        note: str = "",
        began: str | None = None,
        journal: str | None = None,
    ) -> Game:
        """A new game; players not yet known are entered. It is not at the table until `lay_out` says so."""
        names = tuple(None if name is None else _name(name, "a player's name") for name in names)
        named = [name.casefold() for name in names if name]
        if len(named) != len(set(named)):
            raise BookError("the same player cannot sit in two seats")
        if len(note) > LONGEST_NOTE:
            raise BookError(f"a note can have {LONGEST_NOTE} characters at most, got {len(note)}")
        with self._acting, self._store:
            if season is not None:
                self.season(season)
            players = [None if name is None else self._known(name) for name in names]
            last = self._store.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()[0]
            began = began or self._now()
            journal = journal or f"{GAMES}/{began[:10]}-{last + 1:04d}.db"
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
        return self._one(f"{_GAME} WHERE games.id = ?", number, "game", _game)

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
        return tuple(map(_game, self._ask(f"{_GAME}{chosen} ORDER BY began DESC, games.id DESC", *values)))

    def path_of(self, game: Game) -> Path | None:
        """Where the game's journal lies; None when the book is kept in memory."""
        return None if self.folder is None else self.folder / game.journal

    def name_players(self, number: int, names: tuple[str | None, ...]) -> Game:
        """Says who plays (or played) a game, by the seats taken at its start."""
        names = tuple(None if name is None else _name(name, "a player's name") for name in names)
        named = [name.casefold() for name in names if name]
        if len(named) != len(set(named)):
            raise BookError("the same player cannot sit in two seats")
        with self._acting, self._store:
            players = [None if name is None else self._known(name) for name in names]
            change = ", ".join(f"player{seat} = ?" for seat in range(4))
            self._store.execute(f"UPDATE games SET {change} WHERE id = ?", (*players, number))
            return self.game(number)

    def note_game(self, number: int, note: str, season: int | None) -> Game:
        """Changes a game's note and the season it counts in."""
        if len(note) > LONGEST_NOTE:
            raise BookError(f"a note can have {LONGEST_NOTE} characters at most, got {len(note)}")
        with self._acting, self._store:
            if season is not None:
                self.season(season)
            self._store.execute("UPDATE games SET note = ?, season = ? WHERE id = ?", (note, season, number))
            return self.game(number)

    def finish_game(self, number: int, summary: Mapping[str, Any]) -> Game:
        """The game is over and came to `summary`; one that was over already keeps its time."""
        with self._acting, self._store:
            self._store.execute(
                "UPDATE games SET summary = ?, ended = coalesce(ended, ?) WHERE id = ?",
                (json.dumps(summary, ensure_ascii=False), self._now(), number),
            )
            if self._about("table") == str(number):
                self._store.execute("DELETE FROM about WHERE name = 'table'")
            return self.game(number)

    def reopen_game(self, number: int) -> Game:
        """A finished game goes on."""
        with self._acting, self._store:
            self._store.execute("UPDATE games SET ended = NULL, summary = NULL WHERE id = ?", (number,))
            return self.game(number)

    def forget_game(self, number: int) -> None:
        """Takes a game out of the book whose journal could not be written."""
        with self._acting, self._store:
            self._store.execute("DELETE FROM games WHERE id = ?", (number,))

    @property
    def at_table(self) -> Game | None:
        """The game that is played at the table now, None when there is none."""
        number = self._about("table")
        return None if number is None else self.game(int(number))

    def lay_out(self, number: int | None) -> None:
        """Says which game is played at the table now."""
        with self._acting, self._store:
            if number is None:
                self._store.execute("DELETE FROM about WHERE name = 'table'")
            else:
                self._store.execute("INSERT OR REPLACE INTO about VALUES ('table', ?)", (str(number),))

    # players and seasons

    def players(self) -> tuple[Player, ...]:
        """Everybody, by name."""
        return tuple(map(_player, self._ask("SELECT * FROM players ORDER BY name")))

    def player(self, number: int) -> Player:
        """The player of that number; BookError when there is none."""
        return self._one("SELECT * FROM players WHERE id = ?", number, "player", _player)

    def rename_player(self, number: int, name: str) -> Player:
        """Another name for the same person, in all games."""
        self.player(number)
        try:
            with self._acting, self._store:
                name = _name(name, "a player's name")
                self._store.execute("UPDATE players SET name = ? WHERE id = ?", (name, number))
        except sqlite3.IntegrityError as wrong:
            raise BookError(f"there is a player called {name} already") from wrong
        return self.player(number)

    def seasons(self) -> tuple[Season, ...]:
        """All seasons, newest first."""
        return tuple(map(_season, self._ask("SELECT * FROM seasons ORDER BY began DESC, id DESC")))

    def season(self, number: int) -> Season:
        """The season of that number; BookError when there is none."""
        return self._one("SELECT * FROM seasons WHERE id = ?", number, "season", _season)

    def begin_season(self, name: str) -> Season:
        """A new season; new games count in the newest one that is on unless told otherwise."""
        name = _name(name, "a season's name")
        try:
            with self._acting, self._store:
                row = self._store.execute(
                    "INSERT INTO seasons (name, began) VALUES (?, ?) RETURNING *", (name, self._now())
                ).fetchone()
                return _season(row)
        except sqlite3.IntegrityError as wrong:
            raise BookError(f"there is a season called {name} already") from wrong

    def end_season(self, number: int) -> Season:
        """No more games count in it."""
        with self._acting, self._store:
            self._store.execute(
                "UPDATE seasons SET ended = coalesce(ended, ?) WHERE id = ?", (self._now(), number)
            )
            return self.season(number)

    @property
    def season_on(self) -> Season | None:
        """The newest season that is on."""
        return next((season for season in self.seasons() if season.ended is None), None)

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


def _name(name: str, what: str) -> str:
    """A name as people write it: no control characters, no blanks around it."""
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not name:
        raise BookError(f"{what} cannot be empty")
    if len(name) > LONGEST_NAME:
        raise BookError(f"{what} can have {LONGEST_NAME} characters at most, got {len(name)}")
    return name


def _player(row: sqlite3.Row) -> Player:
    return Player(row["id"], row["name"], row["since"])


def _season(row: sqlite3.Row) -> Season:
    return Season(row["id"], row["name"], row["began"], row["ended"])


def _game(row: sqlite3.Row) -> Game:
    return Game(
        row["id"],
        row["journal"],
        row["kind"],
        with_settings(load_ruleset(row["rules"]), json.loads(row["house"])),
        row["began"],
        row["ended"],
        row["season"],
        row["note"],
        row["first_dealer"],
        tuple(row[f"player{seat}"] for seat in range(4)),
        tuple(row[f"name{seat}"] for seat in range(4)),
        None if row["summary"] is None else json.loads(row["summary"]),
    )
