"""What a table believes of a look: no more than its rule set knows, every discard before who laid it."""

from __future__ import annotations

from engine.follow.acting import Acting
from engine.follow.pool import Shared, Spots, all_rivers, shared
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.events import Seat
from engine.table.reading import NO_ZONE, TableReading, Zones
from engine.table.state import GameState


class Believed:
    """The readings of one table; the same object for what shows the same."""

    def __init__(self, rules: Ruleset, is_begun: bool = False) -> None:
        """`is_begun`: the deal was followed before, by a process that has ended."""
        self._rules, self._is_shared = rules, rules.discards == "middle"
        self._seen = self.reading = TableReading()
        """As it was given, and as it is believed, the newest."""
        self._spots: Spots = {}
        self._acting = Acting()
        self._asked: tuple[GameState | None, Seat | None, TableReading] = (None, None, self._seen)
        self.is_guess = self._is_shared and is_begun
        """Whether it is not known whose each discard of this deal is: several were new in one look, or nobody
        remembers where they lay."""

    def take(self, seen: TableReading, state: GameState, hidden: Zones = NO_ZONE) -> TableReading:
        """What is believed of a look at a table of which `state` is thought; `hidden`: what moved or was
        covered in it."""
        if self._is_shared:
            self._acting.look(seen, state, hidden)
            if self._is_still(seen, state):
                return self.reading
            given = self._given(seen, state)
            self._spots, seen = given.spots, self._seen if given.reading == self._seen else given.reading
            is_played = state.phase in ("flowers", "playing", "ended")
            self.is_guess = given.fresh > 1 or (self.is_guess and is_played)
        if seen is not self._seen:
            self._seen, self.reading = seen, within_rules(seen, self._rules)
        return self.reading

    def forget(self) -> None:
        """Somebody says that the table stands otherwise: where each discard lay may be another's now."""
        self._spots, self._asked = {}, (None, None, self._seen)

    def aside(self, seen: TableReading, state: GameState) -> TableReading:
        """The same of a look that is thought about apart; nothing of it is remembered."""
        return within_rules(self._given(seen, state).reading if self._is_shared else seen, self._rules)

    def _given(self, seen: TableReading, state: GameState) -> Shared:
        return shared(seen, state, self._spots, self._acting.instead_of(state.turn))

    def _is_still(self, seen: TableReading, state: GameState) -> bool:
        """Whether a look shows what the last one did, and the same is thought of it."""
        asked = (state, self._acting.instead_of(state.turn), seen)
        is_same = asked[0] is self._asked[0] and asked[1:] == self._asked[1:]
        self._asked = asked
        return is_same

    def hidden(self, zones: Zones) -> Zones:
        """Which zones are not known in a look in which `zones` moved or were covered."""
        return all_rivers(zones) if self._is_shared else zones
