"""What a table believes of a look: no more than its rule set knows, every discard before who laid it."""

from __future__ import annotations

from engine.follow.pool import Spots, all_rivers, shared
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.reading import TableReading, Zones
from engine.table.state import GameState


class Believed:
    """The readings of one table; the same object for what shows the same."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules, self._is_shared = rules, rules.discards == "middle"
        self._seen = self.reading = TableReading()
        """As it was given, and as it is believed, the newest."""
        self._spots: Spots = {}
        self.is_guess = False
        """Whether several discards were new in one look of this deal: whose each is nobody saw."""

    def take(self, seen: TableReading, state: GameState) -> TableReading:
        """What is believed of a look at a table of which `state` is thought."""
        if self._is_shared:
            given = shared(seen, state, self._spots)
            self._spots, seen = given.spots, self._seen if given.reading == self._seen else given.reading
            is_played = state.phase in ("flowers", "playing", "ended")
            self.is_guess = given.fresh > 1 or (self.is_guess and is_played)
        if seen is not self._seen:
            self._seen, self.reading = seen, within_rules(seen, self._rules)
        return self.reading

    def forget(self) -> None:
        """Somebody says that the table stands otherwise: where each discard lay may be another's now."""
        self._spots = {}

    def aside(self, seen: TableReading, state: GameState) -> TableReading:
        """The same of a look that is thought about apart; nothing of it is remembered."""
        return within_rules(
            shared(seen, state, self._spots).reading if self._is_shared else seen, self._rules
        )

    def hidden(self, zones: Zones) -> Zones:
        """Which zones are not known in a look in which `zones` moved or were covered."""
        return all_rivers(zones) if self._is_shared else zones
