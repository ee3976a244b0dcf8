"""Serves what is attached: speaks what is announced, shows the table's state, takes button presses."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from engine.journal.amend import folded, in_force
from engine.journal.record import Entry
from engine.journal.unconfirmed import confirmed, waits
from engine.table.events import RefereeCalled
from hardware.attached import Attached, Buttons, Light, State
from hardware.speaker import Speaker
from webui.console import warn
from webui.live.room import Room
from webui.mishaps import Mishaps
from webui.scores.context import undoable
from webui.text.story import StoryEntry
from webui.text.telling import told_json
from webui.voice.bank import Clip, bank_of, clip_bytes
from webui.words import load_words

LOOK_AGAIN_S = 0.5
REFEREE_S = 30.0
"""How long the light shows that the referee was called."""
BY = "button"


class Attendant:
    """Follows one room's journal for as long as it is open."""

    def __init__(
        self,
        room: Room,
        attached: Attached,
        make_speaker: Callable[[], Speaker] = lambda: Speaker(warn=warn),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises HardwareError when the pins cannot be used, KeyError for a language without a voice."""
        self._room, self._now = room, now
        self._bank = bank_of(attached.speaks) if attached.speaks else None
        self._light = Light(attached.light)
        self._buttons = Buttons(attached.buttons, self.press)
        self._speaker = make_speaker() if attached.speaks else None
        self._session = room.session
        self._after = room.story[-1].entry.number if room.story else 0
        self._called_s = float("-inf")
        self._mishaps = Mishaps("what is attached")
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="attendant", daemon=True)

    def open(self) -> None:
        """Begins to follow."""
        self._thread.start()

    def close(self) -> None:
        """Gives everything back."""
        self._closing.set()
        self._room.nudge()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._buttons.close()
        self._light.close()
        if self._speaker is not None:
            self._speaker.close()

    def press(self, name: str) -> None:
        """A button was pressed: the newest win that waits is as told, the referee is asked for, or the newest
        entry did not happen."""
        try:
            {"confirm": self._confirm, "referee": self._call, "undo": self._undo}[name]()
        except Exception as wrong:  # a press is lost, not the button
            self._mishaps.survived(wrong)

    def follow(self, timeout_s: float) -> None:
        """Takes in what the room tells within `timeout_s`, and brings light and speaker up to it."""
        session, news = self._room.wait(self._session, self._after, timeout_s)
        if session != self._session:
            self._session, self._after = session, 0
        for item in news:
            self._after = max(self._after, item.entry.number)
            self._hear(item)
        self._light.show(self.state())

    def state(self) -> State:
        """What the light shows now; the referee goes before all else."""
        if self._now() - self._called_s < REFEREE_S:
            return "referee"
        camera = self._room.camera_state
        if camera.trouble is not None or camera.condition_at(time.monotonic()) in ("blind", "stopped"):
            return "blind"
        if camera.condition == "off":
            return "off"
        return "doubtful" if self._waiting() is not None or self._room.doubtful else "watching"

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self.follow(LOOK_AGAIN_S)
            except Exception as wrong:  # a lamp or a word is lost, the rest goes on
                self._mishaps.survived(wrong)
                self._closing.wait(LOOK_AGAIN_S)

    def _hear(self, item: StoryEntry) -> None:
        if any(isinstance(event, RefereeCalled) for event in item.entry.events):
            self._called_s = self._now()
        if self._speaker is None or self._bank is None:
            return
        words = load_words(self._bank.language)
        clips: list[Clip] = []
        for line in item.lines:
            spoken = told_json(line, words)["clips"]
            clips += spoken if isinstance(spoken, list) else []
        if clips:
            self._speaker.say([clip_bytes(self._bank, clip) for clip in clips])

    def _waiting(self) -> Entry | None:
        """The newest end of a deal that waits to be confirmed."""
        return next((entry for entry in reversed(in_force(self._room.entries)) if waits(entry)), None)

    def _confirm(self) -> None:
        entry = self._waiting()
        if entry is not None:
            standing = in_force(self._room.entries)
            earlier = [event for each in standing[: standing.index(entry)] for event in each.events]
            before = folded(self._room.start, earlier)
            self._room.record("player", confirmed(before, entry.events), amends=entry.number, by=BY)

    def _call(self) -> None:
        self._room.record("player", (RefereeCalled(None),), by=BY)

    def _undo(self) -> None:
        newest = undoable(self._room.entries)
        if newest is not None:
            number = newest.number if newest.follows is None else newest.follows
            self._room.record("player", (), amends=number, by=BY)
