"""The moment after a discard in which it may be claimed: who called what and when, and who gets the tile.

Nothing here has a clock; every call and every question comes with its time, seconds as in the journal::

    discard          3 s                    the next player draws
       |-- pung, kong, win --|                       |
       |---- chow is heard, and held ----|-- chow ---|

A set or a win must be called within `claim_seconds` (S004-88); a chow is called after `chow_after_seconds`
(S004-85), and one that comes earlier is held back until then (G-09). Where a rule set has no such limits, the
first call opens a moment of `GATHER_S` for the others. Nobody need wait for the end when nobody still silent
could take the tile away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, cast

from engine.judge.claims import PossibleClaim, resolve
from engine.ruleset import Ruleset
from engine.table.events import Call, ClaimAwarded, ClaimRefused, Seat
from engine.table.play_order import is_left_of, seats_of
from engine.tiles import SeenTile

Taking = Literal["chow", "pung", "kong", "win"]
TAKING: tuple[Taking, ...] = ("win", "kong", "pung", "chow")
"""The calls that ask for the tile, strongest first."""
GATHER_S = 2.0
"""How long the others have after the first call where the rules set no time."""
LONGEST_WAIT_S = 10.0
"""How long "wait" holds the tile where the rules set no time."""

RULES: dict[str, tuple[str, ...]] = {
    "win_first": ("S004-83", "S001-28", "S000-23", "S002-40", "S003-17"),
    "set_first": ("S004-83", "S001-28", "S000-23", "S002-40", "S003-17"),
    "kong_first": ("S001-28",),
    "nearer": ("S004-84", "S000-24", "S002-41", "S003-18", "S001-29"),
    "triple_win": ("G-06",),
    "chow_not_from_left": ("S004-59", "S000-09", "S001-27", "S002-32", "S003-05"),
    "chow_not_played": ("G-06",),
    "too_late": ("S004-88", "S000-30"),
    "own_discard": ("S004-60", "S000-12", "S001-27", "S002-24"),
    "nothing_to_claim": ("S004-57", "S000-30", "S001-11", "S002-24"),
}
"""Why a call gets nothing, and the rule's number in each source."""


@dataclass(frozen=True, slots=True)
class Called:
    """One call and when it was made."""

    seat: Seat
    call: Call
    at_s: float


@dataclass(frozen=True, slots=True)
class ClaimWindow:
    """What is known of one discard, or of a kong just shown (`is_kong`: it may only be robbed), and the calls
    for it; the newest call of a seat counts."""

    rules: Ruleset
    giver: Seat
    tile: SeenTile
    opened_s: float
    is_kong: bool = False
    calls: tuple[Called, ...] = ()

    def hear(self, seat: Seat, call: Call, at_s: float) -> ClaimWindow:
        """The window with one more call; a seat that calls again takes its earlier call back."""
        others = tuple(each for each in self.calls if each.seat != seat)
        return replace(self, calls=(*others, Called(seat, call, at_s)))

    @property
    def asking(self) -> tuple[Called, ...]:
        """The calls in time that ask for the tile."""
        return tuple(each for each in self.calls if each.call in TAKING and not self.why_not(each))

    def why_not(self, called: Called) -> str:
        """Why this call cannot count, whoever else calls; empty when it can."""
        if called.seat == self.giver:
            return "own_discard"
        if self.is_kong and called.call != "win":
            return "nothing_to_claim"
        if called.call == "chow":
            if not self.rules.chow_claims:
                return "chow_not_played"
            return "" if is_left_of(self.rules, self.giver, called.seat) else "chow_not_from_left"
        limit = self.rules.claim_seconds
        is_late = limit is not None and called.at_s > self.opened_s + limit
        return "too_late" if is_late and called.call in TAKING else ""

    def decides_at(self, now_s: float) -> float | None:
        """When this window is decided if nobody says more; None while nobody asks for the tile."""
        if not self.asking:
            return None
        if self._is_settled():
            return max(now_s, self._chow_from()) if self._is_chow_best() else now_s
        return self._ends_s()

    def decided(self, now_s: float) -> tuple[ClaimAwarded | ClaimRefused, ...]:
        """What is told at `now_s`: who gets the tile and why each of the others does not; () while open."""
        due = self.decides_at(now_s)
        if due is None or now_s < due - 1e-6:
            return ()
        resolution = resolve(self.rules, self._possible())
        won = [ClaimAwarded(claim.seat, claim.kind, self.giver, self.tile) for claim in resolution.taken]
        lost = [ClaimRefused(claim.seat, claim.kind, why) for claim, why in resolution.refused]
        return (*won, *lost)

    def _ends_s(self) -> float:
        """When the time for sets and wins is over."""
        if self.rules.claim_seconds is not None:
            return max(self.opened_s + self.rules.claim_seconds, self._chow_from())
        first = min(each.at_s for each in self.asking)
        waits = [each.at_s + LONGEST_WAIT_S for each in self.calls if each.call == "wait"]
        return max(first + GATHER_S, self._chow_from(), *waits)

    def _chow_from(self) -> float:
        """From when on a chow may be had; before everything where the rules set no time."""
        after = self.rules.chow_after_seconds
        return self.opened_s + after if after is not None and self._is_chow_best() else self.opened_s

    def _possible(self) -> tuple[PossibleClaim, ...]:
        return tuple(
            PossibleClaim(each.seat, self.giver, cast(Taking, each.call), self.tile) for each in self.asking
        )

    def _is_chow_best(self) -> bool:
        """Whether the tile would go to a chow; nobody gets it where three wins break the deal off (G-06)."""
        return any(claim.kind == "chow" for claim in resolve(self.rules, self._possible()).taken)

    def _is_settled(self) -> bool:
        """Whether nothing that the seats still silent could call, alone or together, would change who gets
        the tile: three wins may break the deal off or all be paid, which no single one of them tells."""
        asked = self._possible()
        taken = resolve(self.rules, asked).taken
        might = [PossibleClaim(seat, self.giver, "win", self.tile) for seat in self._silent()]
        groups = (group for size in range(len(might)) for group in combinations(might, size + 1))
        return all(resolve(self.rules, (*asked, *group)).taken == taken for group in groups)

    def _silent(self) -> tuple[Seat, ...]:
        heard = {each.seat for each in self.calls if each.call != "wait"}
        return tuple(seat for seat in seats_of(self.rules) if seat != self.giver and seat not in heard)


def rule_of(reason: str, rules: Ruleset) -> str:
    """The number of the rule behind a refusal, in the first of the rule set's sources that has it."""
    numbers = RULES.get(reason, ("G-09",))
    for source in rules.sources:
        for number in numbers:
            if number.startswith(source):
                return number
    return numbers[0]
