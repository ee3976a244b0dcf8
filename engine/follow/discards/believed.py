"""What a table believes of a look: no more than its rule set knows, every discard before who laid it."""

from __future__ import annotations

from engine.follow.discards.acting import Acted, Acting
from engine.follow.discards.by_others import by_others
from engine.follow.discards.lying import Lying
from engine.follow.discards.middle import all_rivers, in_the_middle, lying_in_the_middle, shared
from engine.follow.discards.rows import in_rows
from engine.follow.discards.spots import Key, Spots, newest_discards, rekeyed, still_known
from engine.follow.weigh.rates import Following
from engine.follow.weigh.tracker import Tracker
from engine.ruleset import Ruleset
from engine.table.alphabet import within_rules
from engine.table.events import Seat
from engine.table.reading import NO_ZONE, TableReading, Zones
from engine.table.state import GameState


class Believed:
    """The readings of one table; the same object for what shows the same."""

    def __init__(self, rules: Ruleset, following: Following, is_begun: bool = False) -> None:
        """`is_begun`: the deal was followed before, by a process that has ended."""
        self._rules, self._following, self._is_shared = rules, following, rules.discards == "middle"
        self._seen = self.reading = TableReading()
        """As it was given, with whose each discard is, and as it is believed, the newest."""
        self._given = self._seen
        self._spots: Spots = {}
        self._newest = frozenset[Key]()
        self._acting = Acting(rules, following)
        self._asked: tuple[object, ...] = ()
        self._lying: tuple[TableReading, GameState, bool, Lying] | None = None
        self._is_guess = is_begun

    @property
    def is_guess(self) -> bool:
        """Whether it is not known whose each discard of this deal is: several were new in one look, nobody
        remembers where they lay, or one was found too late to be of another player."""
        return self._is_shared and (self._is_guess or self._acting.is_lost)

    @property
    def is_giver_sure(self) -> bool:
        """Whether it is known whose the last discard is."""
        return not self._is_shared or self._acting.is_sure_of_last()

    def look(
        self, at_s: float, seen: TableReading, tracker: Tracker, hidden: Zones = NO_ZONE
    ) -> TableReading:
        """What is believed of the look at `at_s` at a table of which `tracker` thinks; `hidden`: what moved
        or was covered in it. Where others have acted than `tracker` thought it thinks so now."""
        self._newest = newest_discards(tracker.best.state, [act.event for act in tracker.best.acts])
        if self._is_shared and (acted := self._acted(at_s, seen, tracker.best.state, hidden)):
            tracker.histories = by_others(tracker.histories, acted, at_s)
        return self.take(seen, tracker.best.state)

    def take(self, seen: TableReading, state: GameState) -> TableReading:
        """What is believed of a look at a table of which `state` is thought."""
        is_same, self._given = seen is self._given or self._is_shared, seen
        if self._is_shared:
            next_by = self._acting.next_by(state.turn)
            if self._is_still(seen, state, next_by):
                return self.reading
            there = self._there(seen, state)
            reading, self._spots = shared(seen, state, there, next_by)
            is_played = state.phase in ("flowers", "playing", "ended")
            self._is_guess = len(there.fresh) > 1 or (self._is_guess and is_played)
        else:
            reading, self._spots = in_rows(seen, state, self._spots, self._newest)
        if reading is not self._seen and not (is_same and reading == self._seen):
            self._seen, self.reading = reading, within_rules(reading, self._rules)
        return self.reading

    def _acted(self, at_s: float, seen: TableReading, state: GameState, hidden: Zones) -> Acted | None:
        """What the look at `at_s` shows of who has acted; from now on it is believed to be so. None where it
        is as `state` tells."""
        has_laid = bool(self._there(seen, state).fresh)
        self._acting.look(at_s, seen, state, hidden, has_laid)
        acted = self._acting.taken(state, seen) or self._acting.took_own(state, seen)
        if acted is None and (has_laid or self._acting.has_laid_flower):
            acted = self._acting.acted(state.turn)
        if acted is not None:
            self._spots = rekeyed(self._spots, _rivers(state), acted.moved)
        return acted

    def stands(self, was: GameState, now: GameState) -> None:
        """The table does not stand as it `was` thought to, but as `now` tells, which a person says or the
        camera sees later. Where a discard lay may be another's then; who acted is known as long as only faces
        differ."""
        kept = still_known(self._spots, was, now, in_the_middle(self._given)[0])
        if kept != self._spots or _rivers(was) != _rivers(now):
            self._acting = Acting(self._rules, self._following)
        self._spots, self._asked, self._lying = kept, (), None

    def aside(self, seen: TableReading, state: GameState) -> TableReading:
        """The same of a look that is thought about apart; nothing of it is remembered."""
        if self._is_shared:
            has_acted = self._acting.has_acted(state.turn)
            there = lying_in_the_middle(seen, state, self._spots, has_acted, self._newest)
            seen, _ = shared(seen, state, there, self._acting.next_by(state.turn))
        else:
            seen, _ = in_rows(seen, state, self._spots, self._newest)
        return within_rules(seen, self._rules)

    def hidden(self, zones: Zones) -> Zones:
        """Which zones are not known in a look in which `zones` moved or were covered."""
        return all_rivers(zones) if self._is_shared else zones

    def _there(self, seen: TableReading, state: GameState) -> Lying:
        """What lies in the middle; a look that shows what the last one did is not reckoned again."""
        has_acted, known = self._acting.has_acted(state.turn), self._lying
        if known is None or known[0] is not seen or known[1] is not state or known[2] != has_acted:
            there = lying_in_the_middle(seen, state, self._spots, has_acted, self._newest)
            known = seen, state, has_acted, there
            self._lying = known
        return known[3]

    def _is_still(self, seen: TableReading, state: GameState, next_by: Seat) -> bool:
        """Whether a look shows what the last one did, and the same is thought of it."""
        asked = (state, self._acting.has_acted(state.turn), next_by, seen)
        is_same = bool(self._asked) and asked[0] is self._asked[0] and asked[1:] == self._asked[1:]
        self._asked = asked
        return is_same


def _rivers(state: GameState) -> list[int]:
    return [len(each.river) for each in state.seats]
