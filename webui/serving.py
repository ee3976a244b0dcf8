"""What is opened to serve a table, from what the command line says and what the set-up saved."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from flask import Flask

from engine.house import settings_of
from engine.rules import load_ruleset
from vision.camera.calibration import Calibration
from webui.access.guard import load_secret
from webui.access.logins import Logins, Role
from webui.access.roles import SETUP_CODE_FILE, Access, load_setup_code
from webui.app import create_app
from webui.console import warn
from webui.live.air import AIR
from webui.live.recording_writer import JournalWriter
from webui.live.room import Room
from webui.live.session import Session, new_session
from webui.live.vision_child import watch
from webui.live.vision_process import PAUSE_S, VisionProcess
from webui.live.watchdog import Notify, Watchdog, answers
from webui.page.context import PLAY_AGAIN
from webui.plan import Asked, Plan, forget_calibration, keep_calibration, planned
from webui.practice.kept import PRACTICE
from webui.practice.routes import open_practice
from webui.scores.at_table import open_at_table
from webui.scores.context import SCORES, Scores
from webui.scores.store.book import ScoreBook
from webui.scores.store.booked import Game
from webui.seats.attendant import Attendant
from webui.setup.blueprint import SERVING
from webui.storage.backup import finish_restore, remove_leftovers
from webui.storage.data_folder import SETS
from webui.storage.journal import Journal
from webui.storage.settings import Settings, SettingsFile
from webui.watch.source import FIRST_DEAL, check_source


def open_access(data: Path, is_demonstration: Callable[[], bool]) -> Access:
    """Settings and log-ins of a data folder, and the code for a table not set up yet."""
    access = Access(Logins(data), SettingsFile(data), is_demonstration, folder=data)
    if access.is_set_up:
        (data / SETUP_CODE_FILE).unlink(missing_ok=True)
    else:
        access.setup_code = load_setup_code(data)
    return access


HANGS_AFTER_S = 60.0
"""A turn of the vision process takes a fifth of a second, and a look taken in some tenths more."""


class Serving:
    """What is opened in the worker and closed when it ends; the set-up may change what it watches."""

    def __init__(self, asked: Asked, data: Path, watched_by: tuple[Notify, int] | None = None) -> None:
        """`watched_by`: where systemd listens, and the port on which pages are to answer."""
        self._asked, self.data = asked, data
        self.access: Access
        self.plan: Plan
        self._room: Room
        self._app: Flask
        self._vision: VisionProcess | None = None
        self._book: ScoreBook | None = None
        self._attendant: Attendant | None = None
        self._watched_by = watched_by
        self._watchdog: Watchdog | None = None
        self._changing = threading.RLock()
        """Held while what is watched or played changes: two at once would leave two vision processes."""

    def open(self) -> Flask:
        """The application, its room, and the child that looks."""
        finish_restore(self.data)
        remove_leftovers(self.data)
        self.access = open_access(self.data, lambda: self.plan.source.is_demonstration)
        self.plan = planned(self._asked, self.access.settings.now, self.data)
        self._open_book()
        self._room = Room(self._session)
        if self._asked.record is not None:
            self._room.keep_record = JournalWriter(self._asked.record, warn).take
        self._app = create_app(
            self._room, load_secret(self.data), allowed_hosts=self._asked.allow_host, access=self.access
        )
        SERVING.put(self._app, self)
        PRACTICE.put(self._app, open_practice(self.data, self.look_closer))
        self._offer_scores()
        self._open_vision()
        if self._watched_by is not None:
            notify, port = self._watched_by
            self._watchdog = Watchdog(notify, lambda: answers(port), self.is_looking, self._status)
            self._watchdog.open()
        AIR.of(self._app).open()
        if self._asked.attached is not None:
            self._attendant = Attendant(self._room, self._asked.attached)
            self._attendant.open()
        return self._app

    def close(self) -> None:
        """Ends the child, then gives the journal back."""
        with self._changing:
            self._close()

    def _close(self) -> None:
        if self._watchdog is not None:
            self._watchdog.close()
        if self._attendant is not None:
            self._attendant.close()
        if self._vision is not None:
            self._vision.close()
        if hasattr(self, "_app"):
            AIR.of(self._app).close()
        if hasattr(self, "_room"):
            self._room.close()
            self.access.logins.shut()
        if self._book is not None:
            self._book.close()

    def is_looking(self) -> bool:
        """Whether the vision process goes on, or there is none."""
        vision = self._vision
        return vision is None or vision.is_turning(HANGS_AFTER_S)

    def _status(self) -> str:
        return f"{self.plan.source.title}: {self._room.camera_state.condition}"

    def look_closer(self) -> None:
        """Somebody is setting up: the camera's own picture is wanted often."""
        if self._vision is not None:
            self._vision.look_closer()

    def use(self, changed: Callable[[Settings], Settings], calibration: Calibration | None = None) -> None:
        """Serves by changed settings, and keeps them once that works.

        What the set-up chose goes before the command line from now on. `calibration` is kept in place of the
        one before. HardwareError, VisionError or EngineError when it does not work; all stays as it was.
        """
        with self._changing:
            self._use(changed, calibration)

    def _use(self, changed: Callable[[Settings], Settings], calibration: Calibration | None) -> None:
        before, asked = self.plan, self._asked
        settings = changed(self.access.settings.now)
        chosen = replace(asked, source=None) if settings.camera else asked
        if settings.rules != self.access.settings.now.rules or settings.house:
            chosen = replace(chosen, rules=None)
        plan = planned(chosen, settings, self.data)
        if calibration is not None:
            plan = replace(plan, calibration=calibration)
        self._close_vision()
        try:
            check_source(plan.source)
            self.access.settings.change(changed)
            if calibration is not None:
                keep_calibration(self.data, calibration)
            self.plan, self._asked = plan, chosen
            self._open_book()
            self._offer_scores()
            if plan.source.address != before.source.address:
                self._room.preview = self._room.reading = None
            if _kept_in(plan) != _kept_in(before):
                self._room.begin()
        except Exception:
            self.plan, self._asked = before, asked
            raise
        finally:
            self._open_vision()

    def forget_calibration(self) -> None:
        """From now on the markers on the table tell where the camera hangs."""
        forget_calibration(self.data)
        self.plan = replace(self.plan, calibration=None)
        self._close_vision()
        self._open_vision()

    def play(self, game: Game | None) -> None:
        """Lays a game of the score book out at the table; None: whatever comes next there."""
        with self._changing:
            self._play(game)

    def _play(self, game: Game | None) -> None:
        book = self._open_book()
        book.lay_out(None if game is None else game.number)
        if game is not None and game.rules != self.plan.rules:
            rules = game.rules
            house = settings_of(rules, load_ruleset(rules.name))
            self.use(lambda settings: replace(settings, rules=rules.name, house=house))
            return
        self._room.begin()
        if not self.plan.source.address:
            self._room.set_condition("off")

    def _open_book(self) -> ScoreBook:
        """The score book of the data folder; what a demonstration plays is kept in no book."""
        folder = None if self.plan.source.is_demonstration else self.data
        if self._book is not None and self._book.folder != folder:
            self._book.close()
            self._book = None
        if self._book is None:
            self._book = ScoreBook(folder)
        return self._book

    def _offer_scores(self) -> None:
        is_kept = not self.plan.source.is_demonstration
        SCORES.put(self._app, Scores(self._open_book(), self.play if is_kept else None))

    def _open_vision(self) -> None:
        source = self.plan.source
        PLAY_AGAIN.put(self._app, None)
        if not source.address:
            self._room.set_condition("off")
            return
        look = partial(
            watch,
            source=source,
            stacks=self.plan.rules.stacks,
            every_frame=self._asked.every_frame,
            calibration=self.plan.calibration,
            record=self._asked.record,
            rules=self.plan.rules,
            sets=None if source.is_recording else self.data / SETS,
        )
        # The demonstration that nobody named stands on its win until somebody goes on.
        is_demonstration = self._asked.source is None and source.address == str(FIRST_DEAL)
        holds = self._asked.once or self._asked.record is not None or is_demonstration
        pause_s = None if holds else PAUSE_S
        self._room.set_condition("starting")
        self._vision = VisionProcess(self._room, look, is_recording=source.is_recording, pause_s=pause_s)
        if source.is_recording:
            PLAY_AGAIN.put(self._app, self._vision.again)
        self._vision.open()

    def _close_vision(self) -> None:
        if self._vision is not None:
            self._vision.close()
            self._vision = None

    def _session(self) -> Session:
        """A camera's journal is taken up where it ended; a recording begins a fresh one each time."""
        if self.plan.source.is_recording:
            for leftover in self.data.glob("recording.db*"):
                leftover.unlink()
        if self.plan.source.is_demonstration:
            journal = Journal.mended(self.data / self.plan.journal)
            return new_session(self.plan.rules, journal, self.plan.source.dealer)
        return open_at_table(
            self._open_book(),
            self.plan.rules,
            has_camera=bool(self.plan.source.address),
            names=self.access.settings.now.players,
            old_journal=self.plan.journal,
        )


def _kept_in(plan: Plan) -> tuple[str, bool, bool]:
    """What decides which journal is written; when it changes the table begins another session."""
    return plan.journal, plan.source.is_demonstration, bool(plan.source.address)


def is_set_up(data: Path) -> bool:
    """Whether the table of this data folder has an admin code."""
    logins = Logins(data)
    try:
        return logins.has_code(Role.admin)
    finally:
        logins.shut()
