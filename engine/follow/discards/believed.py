"""What a table believes of a look: no more than its rule set knows, every discard before who laid it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from engine.follow.discards.acting import Acted
from engine.follow.discards.by_others import by_others
from engine.follow.discards.middle import Middle
from engine.follow.discards.rows import Rows
from engine.follow.discards.spots import Key, newest_discards
from engine.follow.weigh.rates import Following
from engine.follow.weigh.tracker import Tracker
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.reading import NO_ZONE, TableReading, Zones
from engine.table.state import GameState


class Discards(Protocol):
    """How the discards of a table lie, in rows or in the middle, and where each of them lay."""

    newest: Collection[Key]
    """Those that may be claimed or taken back."""

    @property
    def is_guess(self) -> bool:
        """Whether it is not known whose each discard of this deal is."""
        ...

    @property
    def is_giver_sure(self) -> bool:
        """Whether it is known whose the last discard is."""
        ...

    def acted(self, at_s: float, seen: TableReading, state: GameState, hidden: Zones) -> Acted | None:
        """What the look at `at_s` shows of who has acted, if otherwise than `state` tells; it is believed
        from now on. `hidden`: what moved or was covered in it."""
        ...

    def look(self, seen: TableReading, state: GameState) -> TableReading:
        """`seen` at a table of which `state` is thought, each discard in the river of who laid it; the same
        object for what shows the same."""
        ...

    def aside(self, seen: TableReading, state: GameState) -> TableReading:
        """The same of a look that is thought about apart; nothing of it is remembered."""
        ...

    def stands(self, was: GameState, now: GameState) -> None:
        """The table does not stand as it `was` thought to, but as `now` tells, which a person says or the
        camera sees later."""
        ...

    def hidden(self, zones: Zones) -> Zones:
        """Which zones are not known in a look in which `zones` moved or were covered."""
        ...


class Believed:
    """The readings of one table; the same object for what shows the same."""

    def __init__(self, rules: Ruleset, following: Following, is_begun: bool = False) -> None:
        """`is_begun`: the deal was followed before, by a process that has ended."""
        self._rules = rules
        self.discards: Discards = Middle(rules, following, is_begun) if rules.discards == "middle" else Rows()
        self._seen = self.reading = TableReading()
        """With whose each discard is, and as it is believed, the newest."""

    def look(
        self, at_s: float, seen: TableReading, tracker: Tracker, hidden: Zones = NO_ZONE
    ) -> TableReading:
        """What is believed of the look at `at_s` at a table of which `tracker` thinks; `hidden`: what moved
        or was covered in it. Where others have acted than `tracker` thought it thinks so now."""
        best = tracker.best
        self.discards.newest = newest_discards(best.state, [act.event for act in best.acts])
        acted = self.discards.acted(at_s, seen, best.state, hidden)
        if acted is not None:
            tracker.histories = by_others(tracker.histories, acted, at_s)
        return self.take(seen, tracker.best.state)

    def take(self, seen: TableReading, state: GameState) -> TableReading:
        """What is believed of a look at a table of which `state` is thought."""
        seen = self.discards.look(seen, state)
        if seen is not self._seen:
            self._seen, self.reading = seen, within_rules(seen, self._rules)
        return self.reading

    def aside(self, seen: TableReading, state: GameState) -> TableReading:
        """The same of a look that is thought about apart; nothing of it is remembered."""
        return within_rules(self.discards.aside(seen, state), self._rules)
