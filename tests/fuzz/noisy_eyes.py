"""A table watched by eyes that see badly: deals as they are played, and what must hold whatever was seen."""

from __future__ import annotations

import logging
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from engine.journal.amend import events_in_force, folded
from engine.journal.record import Entry, entry_from_line, entry_to_line, event_to_json
from engine.judge.deal_points import scores_changed, settle
from engine.practice.chance.deal import RandomDeal
from engine.ruleset import Ruleset
from engine.table.alphabet import faces_of
from engine.table.apply import apply, new_table
from engine.table.copies import copies, known_count
from engine.table.events import SEATS, Event, HandsDealt, KongDeclared
from engine.table.expected import expected
from engine.table.reading import Point, Sighting, TableReading
from engine.table.state import GameState
from engine.tiles import ALL_FACES, plain
from vision.simulate.filming.recording import as_seen
from vision.simulate.heap import Spot, heap
from webui.live.room import Room
from webui.live.session import new_session
from webui.storage.folding import effective
from webui.storage.journal import Journal
from webui.text.telling import entry_json
from webui.watch.seen_table import SeenTable
from webui.words import load_words

from .noise import Spoil, random_spoil, spoilt

FACES = sorted({plain(tile) for tile in ALL_FACES})
HOW = ("new", "new", "new", "new", "frozen", "repeated", "dropped")
"""What a look is: a new reading, the reading before while the table went on, the very same look, or none."""
DEALS = 2
TILE_MM = (26.0, 35.0)
CROWDS = (0.0, 0.5, 1.0)
"""How near discards in the middle lie to each other, by seed."""
LOOSE_MM = 38.0
"""So near to the centre a tile lies before nobody."""


@dataclass(frozen=True, slots=True)
class Glance:
    """One look: `wait_s` after the one before, when `acts` more things have happened, with `spoils` wrong."""

    wait_s: float
    acts: int
    spoils: tuple[Spoil, ...] = ()
    how: str = "new"


class NoisyTable:
    """A table at which `rules` are played, taken up after `begun` acts, and all behind a look."""

    def __init__(
        self,
        rules: Ruleset,
        seed: int,
        begun: int = 0,
        is_dealer_told: bool = True,
        acts: Sequence[Event] | None = None,
    ) -> None:
        """`acts`: what is `played` there, where that is known already."""
        self.rules, self.seed, self.acts = rules, seed, acts or played(rules, seed)
        self.is_dealer_told = is_dealer_told or begun > 0
        self.journal = Journal(None)
        dealer = 0 if self.is_dealer_told else None
        self.room = Room(lambda: new_session(rules, self.journal, dealer))
        self.truth, self.happened = new_table(rules), 0
        if begun:
            self.room.record("import", [as_seen(event, rules) for event in self.acts[:begun]], at_s=0.0)
        self.go_on(begun)
        self.seen = SeenTable(0, 0.0, TableReading())
        self.checked: tuple[Entry, ...] = self.room.entries

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        return self.happened >= len(self.acts)

    def go_on(self, acts: int) -> None:
        """So many more acts happen at the table."""
        for event in self.acts[self.happened : self.happened + acts]:
            self.truth = apply(self.truth, event)
        self.happened = min(self.happened + acts, len(self.acts))

    def look(self, glance: Glance) -> None:
        """One look, and what must hold after it."""
        self.go_on(glance.acts)
        at_s = self.seen.at_s + glance.wait_s
        if glance.how != "repeated":
            reading = self.seen.reading
            if glance.how == "new":
                reading = seen_in_the_middle(expected(self.truth), self.truth, self.seed)
                for spoil in glance.spoils:
                    reading = spoilt(reading, spoil)
            self.seen = SeenTable(self.seen.number + 1, at_s, reading)
        if glance.how != "dropped":
            with nothing_survived():
                self.room.see(self.seen)
        self.check()

    def finish(self) -> None:
        """The last look was taken."""
        with nothing_survived():
            self.room.finish()
        self.check()
        self.room.close()

    def check(self) -> None:
        """What holds of every table, however badly it was seen."""
        entries = self.room.entries
        if entries == self.checked:
            return
        fresh = entries[len(self.checked) :]
        assert entries[: len(self.checked)] == self.checked, "what was told before has changed"
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        told = {entry.number: entry for entry in entries}
        for entry in fresh:
            was = told.get(entry.amends or 0)
            assert was is None or not is_same_again(was, entry), f"entry {entry.number} amends nothing"
            assert entry_from_line(entry_to_line(entry)).events == entry.events
        for item in self.room.story[-len(fresh) :]:
            entry_json(item, load_words("en"))
        self.checked = entries
        in_force = events_in_force(self.journal.entries())
        if self.is_dealer_told or any(isinstance(event, HandsDealt) for event in in_force):
            state = folded(self.room.start, in_force)
            assert state == self.room.state, "the journal does not fold to the table that is shown"
            assert_tiles_are_kept(state, in_force, entries)


def is_same_again(was: Entry, now: Entry) -> bool:
    """Whether an amendment of the camera says nothing but what it said before."""
    said = (was.source, was.events, was.confidence, was.doubtful)
    return now.source == "camera" and said == (now.source, now.events, now.confidence, now.doubtful)


class _Survived(logging.Handler):
    """Hears of what the program has survived."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.wrong.append(record.exc_info[1])


@contextmanager
def nothing_survived() -> Iterator[None]:
    """Raises what went wrong inside and was survived: behind a look nothing should."""
    heard, log = _Survived(), logging.getLogger("jantaku")
    log.addHandler(heard)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(heard)
        log.propagate = True
    if heard.wrong:
        raise heard.wrong[0]


def played(rules: Ruleset, seed: int) -> list[Event]:
    """What happens in some deals, one after the other, their points among it."""
    acts: list[Event] = []
    state: GameState | None = None
    for number in range(DEALS):
        deal = RandomDeal(rules, seed + number, state)
        ended = deal.play()
        before = folded(state or new_table(rules), deal.events[:-1])
        points = scores_changed(ended, settle(before, deal.events).payments)
        acts += [*deal.events, points]
        state = apply(ended, points)
    return acts


def assert_tiles_are_kept(state: GameState, events: Sequence[Event], entries: Sequence[Entry]) -> None:
    """No face that the rules do not know, and no fifth copy that nobody has a doubt about."""
    known = {None, *faces_of(state.rules)}
    for seat in state.seats:
        lying = {tile for meld in seat.melds for tile in meld.tiles} | {each.tile for each in seat.river}
        assert {*seat.standing, *seat.flowers, *lying} <= known
    assert known.issuperset(state.dora_indicators)
    doubted = Counter[str]()
    for entry in effective(entries):
        faces = {plain(doubt["tile"]) for doubt in entry.doubtful}
        doubted.update(tile for event in entry.events for tile in shown(event) if tile in faces)
    for face in FACES:
        spare = known_count(state, face) - copies(face)
        assert spare <= doubted[face], (face, spare, doubted[face])


def shown(event: Event) -> list[str]:
    """The plain faces that an event tells, a kong's four times."""
    told = event_to_json(event)
    tiles = [told.get("tile", "?"), *told.get("tiles", ()), *told.get("hand", ())]
    tiles += [tile for hand in told.get("hands") or () for tile in hand]
    copied = 4 if isinstance(event, KongDeclared) else 1
    return [plain(tile) for tile in tiles if tile != "?"] * copied


def seen_in_the_middle(reading: TableReading, state: GameState, seed: int) -> TableReading:
    """The reading of a table whose discards lie in the middle, where they do: each where it was thrown."""
    if state.rules.discards != "middle":
        return reading
    spots = heap(seed, TILE_MM, CROWDS[seed % len(CROWDS)], len(SEATS))
    rivers: list[list[Sighting]] = [[] for _ in SEATS]
    loose = list(reading.loose)
    for seat, own in enumerate(state.seats):
        for number, discard in enumerate(own.river):
            if discard.claimed_by is not None:
                continue
            (x, y), _ = spots[number][seat]
            depths = (-y, x, y, -x)
            row = loose if max(depths) < LOOSE_MM else rivers[depths.index(max(depths))]
            row.append(Sighting(discard.tile, corners_mm=_corners(spots[number][seat])))
    seats = tuple(
        replace(each, river=tuple(river)) for each, river in zip(reading.seats, rivers, strict=True)
    )
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]), loose=tuple(loose))


def _corners(spot: Spot) -> tuple[Point, ...]:
    (x, y), degrees = spot
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    half = [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]
    sides = [(a * TILE_MM[0], b * TILE_MM[1]) for a, b in half]
    return tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in sides)


def random_glances(chance: random.Random, per_s: float, noise: float) -> Iterator[Glance]:
    """Looks for ever, `per_s` a second: what is wrong stays so for some looks; `noise`: how much is.

    Where nothing has changed most looks bring the same reading again, as a live table's do."""
    wrong: list[tuple[Spoil, int]] = []
    due_s = chance.uniform(0.5, 3.0)
    while True:
        wait_s, acts, before = chance.uniform(0.6, 1.4) / per_s, 0, [spoil for spoil, _ in wrong]
        due_s -= wait_s
        while due_s < 0:
            acts, due_s = acts + 1, due_s + chance.uniform(0.4, 3.0)
        wrong = [(spoil, looks - 1) for spoil, looks in wrong if looks > 1]
        while chance.random() < noise:
            wrong.append((random_spoil(chance), int(chance.expovariate(0.25)) + 1))
        spoils = [spoil for spoil, _ in wrong]
        is_changed = bool(acts) or spoils != before or chance.random() < 0.05
        yield Glance(wait_s, acts, tuple(spoils), chance.choice(HOW) if is_changed else "frozen")
