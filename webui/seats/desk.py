"""The desk where the phones' calls arrive: it follows the journal, decides in time, and tells all."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from engine.journal.record import Entry
from engine.judge.faults import faults
from engine.table.events import (
    Call,
    ChowClaimed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.precedence import OUT_OF_TURN, TOO_QUICK, is_open
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.app_key import AppKey
from webui.live.acts import events_of
from webui.live.camera_state import Condition
from webui.live.room import Room
from webui.mishaps import Mishaps
from webui.seats.calls import Calls, Difference
from webui.seats.cannot import cannot_call
from webui.seats.move_clock import MoveClock
from webui.seats.wire import difference_json, standing_json, window_json
from webui.storage.journal import CannotKeep
from webui.text.story import StoryEntry

LOOK_AGAIN_S = 0.5
"""The longest the desk sleeps; what is due earlier wakes it earlier."""
SETS = ("chow", "pung", "kong")
MOVING = (TileDiscarded, TileDrawn, ChowClaimed, PungClaimed, KongClaimed, KongDeclared, FlowerDeclared)
NOBODY_LOOKS: tuple[Condition, ...] = ("off", "starting", "stopped", "ended")  # at what a phone was awarded


class Desk:
    """One table's desk. Its thread starts with the first phone or clock."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._lock = threading.RLock()
        self._calls, self._clock = Calls(room.state.rules), MoveClock()
        self._session, self._after = room.session, _newest(room.story)
        self._is_timed = False
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._mishaps = Mishaps("the phones' desk")

    def close(self) -> None:
        """Ends the desk's thread."""
        self._closing.set()
        self._room.nudge()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def open(self) -> None:
        """Begins to follow the journal, once there is a phone to tell."""
        self._start()

    def call(self, seat: Seat, call: Call, by: str = "") -> Entry:
        """`seat` said so now; the entry that tells it. `by`: who pressed."""
        self._start()
        with self._lock:
            self._catch_up()
            now_s = self._room.now_s
            calls, news = self._calls.hear(seat, call, now_s)
            entry = self._room.record("player", news, at_s=now_s, by=by)
            self._calls = calls
            self._settle()
        self._room.nudge()
        return entry

    def time_moves(self, is_timed: bool) -> None:
        """Whether a move that takes too long is announced."""
        with self._lock:
            self._is_timed, self._clock = is_timed, MoveClock()
        self._start()
        self._room.nudge()

    def enter(self, number: int, by: str = "") -> Entry:
        """What a phone was awarded did happen, says `by`: it is entered. EngineError when it cannot."""
        with self._lock:
            entry = self._entered(self._difference(number), by)
            self._calls = self._calls.without(number)
        self._room.nudge()
        return entry

    def dismiss(self, number: int) -> None:
        """What a phone was awarded did not happen; EngineError when there is no such difference."""
        with self._lock:
            self._difference(number)
            self._calls = self._calls.without(number)
        self._room.nudge()

    def catch_up(self) -> dict[str, object]:
        """Follows what came since last time, now; what is shown then."""
        with self._lock:
            self._catch_up()
            self._settle()
        return self.json()

    def json(self) -> dict[str, object]:
        """What is shown of all this; times in the table's seconds."""
        calls, clock, state = self._calls, self._clock, self._room.state  # values: no lock, nobody waits
        return {
            "window": None if calls.window is None else window_json(calls.window),
            "early": sorted(each.seat for each in calls.early),
            "cannot": cannot_call(calls.window, state, self._is_watched),
            "calls": [standing_json(each, state.rules) for each in calls.standings],
            "differences": [difference_json(each) for each in calls.differences],
            "clock": {"seat": clock.seat, "since_s": round(clock.since_s, 2), "told": clock.is_told}
            if self._is_timed and clock.seat is not None
            else None,
            "watched": self._is_watched,
            "timed": self._is_timed,
            "move_s": state.rules.move_seconds,
        }

    @property
    def now_s(self) -> float:
        """The table's seconds, by which its times are told."""
        return round(self._room.now_s, 2)

    @property
    def _is_watched(self) -> bool:
        return self._room.camera_state.condition not in NOBODY_LOOKS

    def _start(self) -> None:
        with self._lock:
            if self._thread is None and not self._closing.is_set():
                self._calls = Calls(self._room.state.rules)
                self._session, self._after = self._room.session, max(0, _newest(self._room.story) - 1)
                self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        """Follows until it is closed, whatever goes wrong meanwhile."""
        while not self._closing.is_set():
            try:
                self._follow()
            except CannotKeep as wrong:  # a full disk: the same is told as soon as there is room
                self._mishaps.survived(wrong)
                self._closing.wait(LOOK_AGAIN_S)
            except Exception as wrong:  # the phones must not lose their desk
                self._mishaps.survived(wrong)
                self._begin_anew()
                self._closing.wait(LOOK_AGAIN_S)

    def _follow(self) -> None:
        self._room.wait(self._session, self._after, self._sleep_s())
        before = self.json()
        if self.catch_up() != before:
            self._room.nudge()

    def _begin_anew(self) -> None:
        """What was said of the newest tile is forgotten: something in it cannot be judged."""
        with self._lock:
            self._calls, self._clock = self._calls.taken_back(), MoveClock()
            self._session, self._after = self._room.session, _newest(self._room.story)

    def _sleep_s(self) -> float:
        with self._lock:
            now_s = self._room.now_s
            dues = [self._calls.due_s(now_s), self._clock.due_s(self._room.state) if self._is_timed else None]
            waits = [due - now_s for due in dues if due is not None]
        return max(0.01, min([LOOK_AGAIN_S, *waits]))

    def _catch_up(self) -> None:
        """Follows the entries that came since last time."""
        session, fresh = self._room.wait(self._session, self._after, 0.0)
        if session != self._session:
            self._session, self._after = session, 0
            self._calls, self._clock = Calls(self._room.state.rules), MoveClock()
            return
        for item in fresh:
            if item.entry.amends is not None:
                self._calls, self._clock = self._calls.taken_back(), MoveClock()
            else:
                calls, news = self._calls.follow(item.entry.events, item.entry.at_s, item.entry.number)
                self._tell(news)
                self._calls = calls
                self._clock = self._clock.follow(item.entry.events, item.after, item.entry.at_s)
            self._after = max(self._after, item.entry.number)

    def _settle(self) -> None:
        """Tells what is decided by now."""
        now_s = self._room.now_s
        calls, news = self._calls.settle(now_s)
        self._tell(news)
        self._calls = calls
        if news and self._room.camera_state.condition in NOBODY_LOOKS:
            self._enter_awards()
        if self._is_timed:
            clock, fault = self._clock.overdue(self._room.state, now_s)
            self._tell(() if fault is None else (fault,))
            self._clock = clock

    def _enter_awards(self) -> None:
        """Without a camera nobody else will tell that the set was laid; a win is left to be confirmed."""
        awards = [award for award, _ in self._calls.awarded]
        if len(awards) == 1 and awards[0].call in SETS:
            award = awards[0]
            claimed = self._calls.claimed
            self._entered(Difference(0, award.seat, award.call, None, award.giver, award.tile, claimed))
            self._catch_up()

    def _entered(self, difference: Difference, by: str = "") -> Entry:
        """The claim, told now; where the table has gone on since, right after the tile it took."""
        story, state = self._room.story, self._room.state
        earlier = state.earlier
        if earlier is not None and is_open(state) and earlier.last_discard == difference.giver:
            claim = _claim(difference, earlier)
            return self._room.record("player", (*self._hasty(state, claim), *claim), by=by)
        claimed = next((item for item in story if item.entry.number == difference.claimed), None)
        if claimed is None or not _has_gone_on(story, difference.claimed):
            return self._room.record("player", _claim(difference, self._room.state), by=by)
        number = difference.claimed if claimed.amended_by is None else claimed.amended_by
        newest = next(item.entry for item in story if item.entry.number == number)
        events = (*newest.events, *_claim(difference, claimed.after))
        return self._room.record("player", events, amends=number, by=by)

    def _hasty(self, state: GameState, claim: Sequence[Event]) -> tuple[Event, ...]:
        """The fault of whoever took the tile, or drew after it, before the claim that goes first. The desk
        has heard that it was called in time."""
        found = [each for event in claim for each in faults(state, event, 0.0)]
        return tuple(each.event() for each in found if each.name in (OUT_OF_TURN, TOO_QUICK))

    def _tell(self, news: Sequence[Event]) -> None:
        if news:
            self._room.record("player", news, at_s=self._room.now_s)

    def _difference(self, number: int) -> Difference:
        for each in self._calls.differences:
            if each.number == number:
                return each
        raise EngineError(f"there is no difference {number} between phones and camera")


def _claim(difference: Difference, state: GameState) -> tuple[Event, ...]:
    """The set or the win as it was called. `state`: the table with the tile newest on it."""
    is_kong = state.last_discard != difference.giver
    if difference.call == "win" and is_kong:
        return (Won(difference.seat, difference.tile, difference.giver),)
    return events_of(difference.call, difference.seat, None, state)


def _has_gone_on(story: Sequence[StoryEntry], number: int) -> bool:
    """Whether a tile was drawn, discarded or taken after what entry `number` tells."""
    later = (item.entry for item in story if item.entry.number > number and item.entry.amends is None)
    return any(isinstance(event, MOVING) for entry in later for event in entry.events)


def _newest(story: Sequence[StoryEntry]) -> int:
    return story[-1].entry.number if story else 0


DESK = AppKey[Desk]("desk")
