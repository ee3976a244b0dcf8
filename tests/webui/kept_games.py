"""Games kept by hand, for the tests of the score book."""

from engine.journal.record import Entry
from engine.journal.said_win import ending_said
from engine.judge.rounds import next_deal, opening_of
from engine.rules import load_ruleset
from engine.scoring.wire.said_json import said_from_json
from engine.table.apply import apply, new_table
from engine.table.events import DealStarted, DeclaredReady, StickLaid
from webui.scores.endings import drawn, penalty
from webui.scores.store.kept import KeptGame


class Clock:
    """Days one after the other."""

    def __init__(self, *times):
        self.times = list(times)

    def __call__(self):
        return self.times.pop(0) if len(self.times) > 1 else self.times[0]


def played(rules="riichi", *acts):
    """Entries of a game: each act is a tuple of events, or a function of the state that gives one."""
    start = state = new_table(load_ruleset(rules) if isinstance(rules, str) else rules)
    entries = []
    for act in ((DealStarted(0),), *acts):
        events = act(state) if callable(act) else act
        entries.append(Entry(len(entries) + 1, float(len(entries)), "player", tuple(events)))
        for event in events:
            state = apply(state, event)
    return KeptGame(None, start, tuple(entries), False)


def win(winner, giver, value, fu=30):
    told = said_from_json({"winner": winner, "giver": giver, "value": {"value": value, "fu": fu}})
    return lambda state: ending_said(state, [told])


def go_on(state):
    return opening_of(next_deal(state), state)


GAME = (
    (DeclaredReady(1), StickLaid(1)),
    win(1, 2, 3, 40),
    go_on,
    lambda state: drawn(state, "exhaustive", (0, 1), ()),
    go_on,
    lambda state: penalty(state, 3, "false_win", None, True),
    win(0, None, 3),
)
