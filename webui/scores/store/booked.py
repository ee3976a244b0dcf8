"""What the score book holds: players, seasons and games, as values and as rows of its file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any, Literal

from engine.house import with_settings
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.tiles import EngineError
from webui.scores.store.summary import sound_summary

Damage = Literal["", "unknown_rules", "summary"]
ANY_RULES = "mcr"
"""Stands where a game's own rules are not known."""
Kind = Literal["camera", "by_hand", "import"]
LONGEST_NAME = 60
EVENING_TURNS_H = 5
"""An evening lasts until this hour of the next morning."""

TABLES = """
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
OF_GAMES = (
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
    damage: Damage = ""
    """Why it is only named and counts nowhere: rules nobody here knows, or a summary that is none."""

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


def said_name(name: str, what: str) -> str:
    """A name as people write it: no control characters, no blanks around it.

    BookError: nothing is left of it, or too much.
    """
    name = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not name:
        raise BookError(f"{what} cannot be empty")
    if len(name) > LONGEST_NAME:
        raise BookError(f"{what} can have {LONGEST_NAME} characters at most, got {len(name)}")
    return name


def player_in(row: sqlite3.Row) -> Player:
    """A player."""
    return Player(row["id"], row["name"], row["since"])


def season_in(row: sqlite3.Row) -> Season:
    """A season."""
    return Season(row["id"], row["name"], row["began"], row["ended"])


def game_in(row: sqlite3.Row) -> Game:
    """A game, with its players' names. One whose row cannot be read says so; the others are not held up."""
    rules, is_played_by_known = _rules_in(row)
    summary = None if row["summary"] is None else sound_summary(row["summary"])
    is_timed = _is_time(row["began"])
    damage: Damage = "" if is_played_by_known and is_timed else "unknown_rules"
    if not damage and summary is None and row["summary"] is not None:
        damage = "summary"
    return Game(
        row["id"],
        row["journal"],
        row["kind"],
        rules,
        row["began"] if is_timed else "1970-01-01T12:00:00+00:00",
        row["ended"],
        row["season"],
        row["note"],
        row["first_dealer"],
        tuple(row[f"player{seat}"] for seat in seats_of(rules)),
        tuple(row[f"name{seat}"] for seat in seats_of(rules)),
        summary,
        damage,
    )


def _rules_in(row: sqlite3.Row) -> tuple[Ruleset, bool]:
    """What it was played by, and whether that is known here; where not, by its name only."""
    try:
        return with_settings(load_ruleset(row["rules"]), json.loads(row["house"])), True
    except (EngineError, ValueError, TypeError, RecursionError):
        return replace(load_ruleset(ANY_RULES), name=row["rules"], title=row["rules"]), False


def _is_time(text: str) -> bool:
    try:
        evening_of(text)
    except (ValueError, OverflowError):
        return False
    return True
