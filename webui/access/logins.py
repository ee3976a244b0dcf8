"""Codes, log-ins and passes: who proved what, kept in one SQLite file only its owner can read.

Nothing in the file opens anything: codes are kept as Argon2 hashes, cookies and passes as SHA-256 of a
random secret.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from engine.tiles import EngineError
from webui.access.steady_clock import Machine, this_machine
from webui.storage.copied_store import REVISION, CopiedKind, changing, open_copied
from webui.storage.line_copy import copy_path
from webui.storage.stores import Schema, StoreError

FILE = "logins.db"
SHORTEST_CODE, LONGEST_CODE = 8, 200
PASS_S = 15 * 60
"""How long a pass to a seat can be used."""
BETWEEN_NOTES_S = 30
"""A log-in's last use is noted this often at most."""
_TABLES = """
CREATE TABLE IF NOT EXISTS codes (role INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS logins (
  id TEXT PRIMARY KEY, role INTEGER NOT NULL, seat INTEGER, since REAL NOT NULL, used REAL NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS passes (id TEXT PRIMARY KEY, seat INTEGER NOT NULL, until REAL NOT NULL) STRICT;
"""
_CLOCK = "CREATE TABLE clock (boot TEXT NOT NULL, ahead_s REAL NOT NULL) STRICT;"
KIND = CopiedKind(Schema("log-ins", (_TABLES + REVISION, _CLOCK)), ("codes",), is_private=True)


class Role(IntEnum):
    """What a visitor may do; each may all that the ones before it may. The numbers are those in the file: the
    desk came last and stands before the admin all the same."""

    viewer = 0
    """Look on."""
    seat = 1
    """Act and correct at the table."""
    referee = 2
    """Judge, penalise, amend what was entered."""
    desk = 4
    """Seat players, run a tournament (at a hub only)."""
    admin = 3
    """Set up, back up, restore, decide who may what."""

    @property
    def reach(self) -> float:
        """How much it may, 0 for the least: what roles are compared by."""
        return 2.5 if self is Role.desk else float(self)

    def __lt__(self, other: int) -> bool:
        return self.reach < _reach(other)

    def __le__(self, other: int) -> bool:
        return self.reach <= _reach(other)

    def __gt__(self, other: int) -> bool:
        return self.reach > _reach(other)

    def __ge__(self, other: int) -> bool:
        return self.reach >= _reach(other)


def _reach(role: int) -> float:
    return role.reach if isinstance(role, Role) else float(role)


IDLE_S = {Role.seat: 12 * 3600, Role.referee: 2 * 3600, Role.desk: 2 * 3600, Role.admin: 1800}
"""A log-in not used for this long has ended."""
ABSOLUTE_S = {Role.seat: 24 * 3600, **dict.fromkeys((Role.referee, Role.desk, Role.admin), 12 * 3600)}
"""A log-in of this age has ended, however much it was used."""


@dataclass(frozen=True, slots=True)
class Login:
    """A visitor who proved something: `role`, and whose phone he has, if he joined a seat: the player as
    `GameState.players` numbers them, who takes his phone along when chairs are changed."""

    role: Role
    player: int | None = None


class Logins:
    """The codes and log-ins of one data folder; `folder` None keeps them in memory. For several threads."""

    def __init__(self, folder: Path | None, machine: Machine | None = None) -> None:
        """`machine` has the clocks (None: the one we run on). EngineError when the file cannot be used."""
        self._machine = machine or this_machine()
        self._lock, self._hashing = threading.RLock(), threading.Lock()
        self._hasher = PasswordHasher()
        self._path = path = None if folder is None else folder / FILE
        try:
            if path is not None and not copy_path(path).exists():
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            self._store = open_copied(path, KIND)
        except (OSError, StoreError, sqlite3.Error) as wrong:
            raise EngineError(f"cannot use the log-ins {path}: {wrong}") from wrong
        self._ahead_s = self._set_clock()

    def has_code(self, role: Role) -> bool:
        """Whether there is a code for `role`."""
        return self._one("SELECT 1 FROM codes WHERE role = ?", role) is not None

    def set_code(self, role: Role, code: str) -> None:
        """Gives `role` a new code; who logged in with the one before is logged out. EngineError when bad."""
        if not SHORTEST_CODE <= len(code) <= LONGEST_CODE:
            raise EngineError(f"a code has {SHORTEST_CODE} to {LONGEST_CODE} characters, got {len(code)}")
        with self._hashing:
            hashed = self._hasher.hash(code)
        with self._lock, changing(self._path, self._store, KIND):
            self._store.execute("INSERT OR REPLACE INTO codes VALUES (?, ?)", (int(role), hashed))
            self._store.execute("DELETE FROM logins WHERE role = ?", (int(role),))

    def remove_code(self, role: Role) -> None:
        """Nobody can log in as `role` any more, and who did is logged out."""
        with self._lock, changing(self._path, self._store, KIND):
            self._store.execute("DELETE FROM codes WHERE role = ?", (int(role),))
            self._store.execute("DELETE FROM logins WHERE role = ?", (int(role),))

    def role_of_code(self, code: str) -> Role | None:
        """Whose code this is; None when nobody's."""
        with self._lock:
            rows = self._store.execute("SELECT role, hash FROM codes ORDER BY role DESC").fetchall()
        # One at a time: each check takes 64 MB.
        with self._hashing:
            return next((Role(role) for role, hashed in rows if self._is_it(hashed, code)), None)

    def open(self, login: Login) -> str:
        """A new log-in; gives the secret that its cookie carries."""
        secret, now = secrets.token_urlsafe(32), self._now()
        with self._lock, changing(self._path, self._store, KIND):
            self._forget_ended(now)
            self._store.execute(
                "INSERT INTO logins VALUES (?, ?, ?, ?, ?)", (_id(secret), login.role, login.player, now, now)
            )
        return secret

    def find(self, secret: str) -> Login | None:
        """The log-in of a cookie while it lasts; using it keeps it from falling idle."""
        now = self._now()
        row = self._one("SELECT role, seat, since, used FROM logins WHERE id = ?", _id(secret))
        if row is None:
            return None
        role, player, since, used = Role(row[0]), row[1], row[2], row[3]
        if not (0 <= now - since <= ABSOLUTE_S[role] and now - used <= IDLE_S[role]):
            self.close(secret)
            return None
        if now - used >= BETWEEN_NOTES_S:
            with self._lock, self._store:  # of no weight: not copied
                self._store.execute("UPDATE logins SET used = ? WHERE id = ?", (now, _id(secret)))
        return Login(role, player)

    def take_seat(self, secret: str, player: int | None) -> None:
        """Seats a log-in as that player, or makes it stand up."""
        with self._lock, changing(self._path, self._store, KIND):
            self._store.execute("UPDATE logins SET seat = ? WHERE id = ?", (player, _id(secret)))

    def move_seats(self, now: Mapping[int, int]) -> Mapping[str, int]:
        """Phones of player `p` are player `now[p]`'s from here on; gives those that were moved and whose they
        were, for `seat_again`."""
        with self._lock, changing(self._path, self._store, KIND):
            rows = self._store.execute("SELECT id, seat FROM logins WHERE seat IS NOT NULL").fetchall()
            moved = [(now[player], name) for name, player in rows if now.get(player, player) != player]
            self._store.executemany("UPDATE logins SET seat = ? WHERE id = ?", moved)
        return {name: player for name, player in rows if now.get(player, player) != player}

    def seat_again(self, before: Mapping[str, int]) -> None:
        """Undoes `move_seats`."""
        with self._lock, changing(self._path, self._store, KIND):
            rows = [(player, name) for name, player in before.items()]
            self._store.executemany("UPDATE logins SET seat = ? WHERE id = ?", rows)

    def close(self, secret: str) -> None:
        """Logs out."""
        with self._lock, changing(self._path, self._store, KIND):
            self._store.execute("DELETE FROM logins WHERE id = ?", (_id(secret),))

    def seated(self) -> frozenset[int]:
        """The players who have a phone."""
        with self._lock:
            rows = self._store.execute("SELECT DISTINCT seat FROM logins WHERE seat IS NOT NULL").fetchall()
        return frozenset(row[0] for row in rows)

    def mint_pass(self, player: int) -> str:
        """A pass to a player's seat that can be used once, within a quarter of an hour."""
        secret, now = secrets.token_urlsafe(18), self._now()
        with self._lock, changing(self._path, self._store, KIND):
            self._store.execute("DELETE FROM passes WHERE until < ?", (now,))
            self._store.execute("INSERT INTO passes VALUES (?, ?, ?)", (_id(secret), player, now + PASS_S))
        return secret

    def player_of_pass(self, secret: str) -> int | None:
        """Whose seat a pass leads to, None when it was used, is too old, or never was. It stays unused."""
        row = self._one("SELECT seat FROM passes WHERE id = ? AND until >= ?", _id(secret), self._now())
        return None if row is None else int(row[0])

    def use_pass(self, secret: str) -> int | None:
        """As `player_of_pass`, and the pass is used up."""
        with self._lock, changing(self._path, self._store, KIND):
            player = self.player_of_pass(secret)
            self._store.execute("DELETE FROM passes WHERE id = ?", (_id(secret),))
        return player

    def shut(self) -> None:
        """Gives the file back."""
        with self._lock:
            self._store.close()

    def _now(self) -> float:
        """Seconds on a clock that nobody sets back or forth; about those since 1970."""
        return self._machine.running_s() + self._ahead_s

    def _set_clock(self) -> float:
        """By how much that clock is ahead of the machine's run. In a new run it goes on where it was at
        least, and no pass is good any more: how long the machine was off nobody knows."""
        row = self._one("SELECT ahead_s FROM clock WHERE boot = ?", self._machine.boot)
        if row is not None:
            return float(row[0])
        last = self._one("SELECT max(used) FROM logins")
        now = max(self._machine.wall_s(), (last and last[0]) or 0.0)
        ahead_s = now - self._machine.running_s()
        with self._lock, changing(self._path, self._store, KIND):
            self._store.execute("DELETE FROM clock")
            self._store.execute("INSERT INTO clock VALUES (?, ?)", (self._machine.boot, ahead_s))
            self._store.execute("DELETE FROM passes")
        return ahead_s

    def _one(self, question: str, *values: object) -> tuple[Any, ...] | None:
        with self._lock:
            row: tuple[Any, ...] | None = self._store.execute(question, values).fetchone()
            return row

    def _forget_ended(self, now: float) -> None:
        for role in IDLE_S:
            self._store.execute(
                "DELETE FROM logins WHERE role = ? AND (used < ? OR since < ?)",
                (int(role), now - IDLE_S[role], now - ABSOLUTE_S[role]),
            )

    def _is_it(self, hashed: str, code: str) -> bool:
        try:
            return len(code) <= LONGEST_CODE and self._hasher.verify(hashed, code)
        except (VerificationError, InvalidHashError):
            return False


def _id(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
