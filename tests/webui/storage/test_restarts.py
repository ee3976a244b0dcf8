"""Killed at any moment and started again: the journal goes on with nothing lost and nothing doubled."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine.journal.unconfirmed import waits
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import Event, FaultFound, HandsDealt, KongDeclared, ScoresChanged, TileDrawn, Won
from engine.table.expected import expected
from engine.table.reading import TableReading
from vision.simulate.playing.play import play_deal
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable

LOOKS_AN_ACT = 4


@cache
def seen_events(name: str, seed: int) -> list[Event]:
    """What a camera can know of a deal."""
    found: list[Event] = []
    for event in play_deal(load_ruleset(name), seed):
        match event:
            case HandsDealt():
                found.append(replace(event, hands=None))
            case TileDrawn():
                found.append(replace(event, tile=None))
            case KongDeclared(kind="concealed") if name != "riichi":
                found.append(replace(event, tile=None))
            case _:
                found.append(event)
    return found


@cache
def readings(name: str, seed: int) -> list[TableReading]:
    state, found = new_table(load_ruleset(name)), []
    for event in seen_events(name, seed):
        state = apply(state, event)
        found += [expected(state)] * LOOKS_AN_ACT
    return found


@pytest.mark.parametrize(("name", "seed"), [("mcr", 11), ("riichi", 5)])
@pytest.mark.parametrize("moment", range(6))
def test_a_table_killed_at_a_random_moment_goes_on_where_it_was(
    name: str, seed: int, moment: int, tmp_path: Path
) -> None:
    events = seen_events(name, seed)
    looks = readings(name, seed)
    chance = random.Random(f"{name} {moment}")
    killed, away = chance.randrange(1, len(looks) - 1), chance.choice([0, 1, 5])
    path, rules = tmp_path / "j.db", load_ruleset(name)
    live = LiveTable(rules, Journal(path))
    at_s = 0.0
    for number, reading in enumerate(looks):
        at_s += 0.6
        if number == killed:
            # All that was told is on the disk; nothing else survives.
            live.close()
            live = LiveTable(rules, Journal(path))
        if not killed <= number < killed + away:
            live.see(SeenTable(number, at_s, reading))
    live.finish()
    told = [event for event in live.events if not isinstance(event, FaultFound | ScoresChanged)]
    assert [replace(each, score=None) if isinstance(each, Won) else each for each in told] == events
    assert [entry.number for entry in live.entries] == list(range(1, len(live.entries) + 1))
    paid = [event for event in live.events if isinstance(event, ScoresChanged)]
    # What happened while nobody looked is not known: points that rest on it wait for a person.
    waiting = sum(waits(entry) for entry in live.entries)
    assert len(paid) + waiting == sum(isinstance(event, Won) for event in events)
    live.close()
