"""A tentative reading is thought about apart: what it shows is drawn at once, and nothing is told of it."""

from __future__ import annotations

from engine.follow.discards.believed import Believed
from engine.follow.weigh.tracker import Tracker
from engine.table.reading import TentativeLook


def thought_of(
    shown: TentativeLook | None, at_s: float, tracker: Tracker, believed: Believed
) -> Tracker | None:
    """What `tracker` would think had the look at `at_s` `shown` this; None when it has shown nothing."""
    if shown is None:
        return None
    aside = tracker.copied()
    aside.look(
        at_s, believed.aside(shown.reading, tracker.best.state), believed.discards.hidden(shown.hidden)
    )
    return aside
