"""A tentative reading is thought about apart: what it shows is drawn at once, and nothing is told of it."""

from __future__ import annotations

from engine.follow.weigh.tracker import Tracker
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.reading import TentativeLook


def thought_of(shown: TentativeLook | None, at_s: float, tracker: Tracker, rules: Ruleset) -> Tracker | None:
    """What `tracker` would think had the look at `at_s` `shown` this; None when it has shown nothing."""
    if shown is None:
        return None
    aside = tracker.copied()
    aside.look(at_s, within_rules(shown.reading, rules), shown.hidden)
    return aside
