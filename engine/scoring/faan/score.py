"""Our own scorer for the tables that count faan or tai: Hong Kong (two tables) and Doubles.

Every way to see the hand is priced, and the dearest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.scoring.check import contradiction, hand_fault
from engine.scoring.faan.patterns import TESTS, View, view_of
from engine.scoring.faan.tables import FaanTable
from engine.scoring.groups import groupings, is_thirteen_orphans, seven_pairs
from engine.scoring.hand import WonHand
from engine.scoring.score import Excluded, HandFault, Pattern, Payments, Score, no_win

_NEVER_TOGETHER = (("heavenly", "robbed_kong"), ("earthly", "robbed_kong"), ("heavenly", "last_discard"))


def score_faan(won: WonHand, table: FaanTable) -> Score:
    """The value of `won` by `table` and who pays; a hand that is none comes back with its fault."""
    fault = hand_fault(won) or _faan_fault(won)
    if fault is not None:
        return no_win(table.name, table.unit, fault, table.minimum)
    scores = [_priced(view, table) for view in _views(won, table)]
    if not scores:
        return no_win(
            table.name,
            table.unit,
            HandFault("not_complete", "these tiles are no winning hand"),
            table.minimum,
        )
    return max(scores, key=lambda score: (score.value, sum(pattern.value for pattern in score.patterns)))


def faan_payments(won: WonHand, table: FaanTable, base: int) -> Payments | None:
    """What each wind gets or pays for `base` points; None when the giver is not known. S000-26, V-05"""
    if not won.self_drawn and won.giver is None:
        return None
    change = [0] * won.players
    for wind in range(won.players):
        if wind != won.seat_wind:
            times = table.giver_times if wind == won.giver else table.others_times
            pays = base * (table.drawn_times if won.self_drawn else times)
            change[wind] -= pays
            change[won.seat_wind] += pays
    return tuple(change)


def _faan_fault(won: WonHand) -> HandFault | None:
    dealt = won.circumstances & {"heavenly", "earthly", "human"}
    if dealt and won.melds and any(meld.kind != "concealed_kong" for meld in won.melds):
        reason = "no set can have been claimed before the first draw"
        return HandFault("contradicting_flags", reason, tuple(sorted(dealt)))
    if "heavenly" in won.circumstances and won.seat_wind != 0:
        return HandFault("contradicting_flags", "only the dealer can win on the dealt hand", ("heavenly",))
    if "earthly" in won.circumstances and won.seat_wind == 0:
        reason = "the dealer cannot win on his own first discard"
        return HandFault("contradicting_flags", reason, ("earthly",))
    return contradiction(won, _NEVER_TOGETHER)


def _views(won: WonHand, table: FaanTable) -> Iterator[View]:
    for grouping in groupings(won):
        yield view_of(won, grouping, table.honour_pair_in_all_chows)
    if "seven_pairs" in table.extra_shapes:
        pairs = seven_pairs(won, fours_allowed=False)
        if pairs is not None:
            yield view_of(won, pairs, table.honour_pair_in_all_chows)
    if is_thirteen_orphans(won):
        yield view_of(won, (), table.honour_pair_in_all_chows)


def _priced(view: View, table: FaanTable) -> Score:
    at_limit = tuple(Pattern(name, table.limit) for name in table.limit_patterns if TESTS[name](view))
    patterns, excluded = _counted(view, table)
    if at_limit:
        # A limit hand is worth the limit, whatever else is in it.
        because = at_limit[0].name
        excluded = tuple(Excluded(pattern.name, because) for pattern in patterns)
        patterns = at_limit
    value = min(table.limit, sum(pattern.value for pattern in patterns))
    base = table.base[value]
    met = value >= table.minimum
    return Score(
        table.name,
        table.unit,
        is_win=True,
        value=value,
        patterns=patterns,
        excluded=excluded,
        groups=tuple(group.tiles for group in view.grouping) or (tuple(sorted(view.faces)),),
        limit_name="limit" if value == table.limit else None,
        base_points=base,
        points=_points(view.won, table, base),
        payments=faan_payments(view.won, table, base),
        minimum=table.minimum,
        minimum_met=met,
        reason=None if met else "below_minimum",
    )


def _counted(view: View, table: FaanTable) -> tuple[tuple[Pattern, ...], tuple[Excluded, ...]]:
    there = {name: int(TESTS[name](view)) for name in table.prices}
    excluded = {
        other: Excluded(other, name)
        for name, others in table.replaces.items()
        if there.get(name)
        for other in others
        if there.get(other)
    }
    patterns = tuple(
        Pattern(name, table.prices[name] * count, count)
        for name, count in there.items()
        if count and name not in excluded
    )
    return patterns, tuple(excluded.values())


def _points(won: WonHand, table: FaanTable, base: int) -> int:
    if won.self_drawn:
        return 3 * table.drawn_times * base
    return (table.giver_times + 2 * table.others_times) * base
