"""Discards that the camera does not find for some time: is the deal told rightly all the same?

    python tests/bench/following/bench_overlooked.py --rules riichi mcr --seeds 4000-4009
    python tests/bench/following/bench_overlooked.py --stops 8 --seeds 5100-5104
    python tests/bench/following/bench_overlooked.py --away played --seeds 5800-5801

Looks without errors, but one discard of each deal, chosen by its seed, is not found for nine seconds, and the
next player's not for twenty-five. One line a deal: how much was told rightly by some 70 s after it, faults
told that were none, and how many acts were amended. With `--stops` all is found, but the looks stop for so
many seconds about once a minute, and the whole deal is followed; points are not counted, because they wait
for a person when acts before them lie in a gap, and what was done meanwhile shows its order only in part.
With `--away` two deals are played, and nobody looks from four seconds before the end of the first one until
the wall of the second is `built`, its hands are `dealt`, or so many tiles are discarded as `--discards` says
(`played`); or the program is started then, and somebody says ten seconds later who is East, unless it was
told by itself (`late`). What was done meanwhile is not counted. How many times as long as a later look one of
the first twenty seconds after the gap takes is told with it. With `--kept DIR` deals that `bench_follow.py`
kept there are followed from what the networks found, and nobody looks for 8 to 40 seconds while people play,
another time for each number of `--seeds`.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from statistics import median

from bench_follow import _numbers
from unpainted import NONE, SQUARE_MM, unpainted_looks

from engine.rules import load_ruleset
from engine.table.events import (
    DealDrawn,
    Event,
    FaultFound,
    HandsDealt,
    ScoresChanged,
    Seat,
    TileDiscarded,
    WallBuilt,
    Won,
)
from engine.table.reading import TableReading
from vision.finds.deal import deals_in
from vision.pipeline.look import Find
from vision.pipeline.replay import Replay
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.play import play_game
from vision.simulate.settings import preset
from webui.commands.camera.watch import Watched
from webui.live.truth import Agreement, Timed
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import seen_table

RATE, FOR_S, NEXT_FOR_S, BEYOND_S = 5.0, 9.0, 25.0, 70.0
"""Looks a second; how long the discard and the next one are not found; how much of the deal is followed."""
BETWEEN_S = 30.0, 90.0
"""From one stop of all looks to the next."""
AWAY_BEFORE_S, AWAY_AFTER_S = 4.0, 1.0
"""So long before the end of a deal nobody looks any more; so long after an act of the next somebody does."""
ASKED_S = 10.0
"""Who is East is said so long after a late start."""
AWAY_UNTIL: Mapping[str, type[Event]] = {
    "built": WallBuilt,
    "dealt": HandsDealt,
    "played": TileDiscarded,
    "late": TileDiscarded,
}
"""Until which act of the second deal."""
GAP_S, BEFORE_END_S = (8.0, 40.0), 15.0
"""How long the gap in a kept deal is; it ends so long before the deal does."""
DISCARDS = 4
FIRST_TWENTY = 20
SOON_S = 20.0
"""Looks so soon after a gap are compared with those after them."""
Hidden = Mapping[Seat, tuple[int, float, float]]
"""Which tile of a seat's river is not found, from when until when (s)."""


def hidden_of(truth: list[Timed], seed: int) -> Hidden:
    """One of the first twenty discards, and the next one when it is somebody else's."""
    discards = [(at_s, event.seat) for at_s, event in truth if isinstance(event, TileDiscarded)]
    number = random.Random(seed).randrange(min(FIRST_TWENTY, len(discards) - 1))
    found: dict[Seat, tuple[int, float, float]] = {}
    for place, for_s in ((number, FOR_S), (number + 1, NEXT_FOR_S)):
        at_s, seat = discards[place]
        before = sum(other == seat for _, other in discards[:place])
        found.setdefault(seat, (before, at_s - 1.0, at_s + for_s))
    return found


def without(reading: TableReading, hidden: Hidden, at_s: float) -> TableReading:
    """The reading without what is not found at that time."""
    seats = list(reading.seats)
    for seat, (number, from_s, until_s) in hidden.items():
        river = seats[seat].river
        if from_s <= at_s < until_s and len(river) > number:
            seats[seat] = replace(seats[seat], river=river[:number] + river[number + 1 :])
    return replace(reading, seats=(seats[0], seats[1], seats[2], seats[3]))


def with_stops(stops_s: float, seed: int) -> Callable[[float], bool]:
    """Whether somebody looks at a time (s), asked of one after the other: not in `stops_s` seconds about once
    a minute."""
    chance = random.Random(seed)
    from_s = chance.uniform(*BETWEEN_S)

    def is_taken(at_s: float) -> bool:
        nonlocal from_s
        if at_s >= from_s + stops_s:
            from_s = at_s + chance.uniform(*BETWEEN_S)
        return at_s < from_s

    return is_taken


def away_of(truth: list[Timed], until: str, discards: int) -> tuple[float, float]:
    """From when until when (s) nobody looks at a film of two deals."""
    ends_s = next(at_s for at_s, event in truth if isinstance(event, Won | DealDrawn))
    kind = AWAY_UNTIL[until]
    number = discards - 1 if kind is TileDiscarded else 0
    then = [at_s for at_s, event in truth if at_s > ends_s and isinstance(event, kind)]
    return -math.inf if until == "late" else ends_s - AWAY_BEFORE_S, then[
        min(number, len(then) - 1)
    ] + AWAY_AFTER_S


@dataclass(slots=True)
class Followed:
    """What became of one deal, or of two where nobody looks between them.

    `faults`: the names of those told in it. `times`: how many times as long as a later look one in the first
    `SOON_S` after the gap takes, in the median. `east`: whether who is East was "told" rightly, told "wrong"
    or "asked" after a late start.
    """

    found: Agreement
    faults: list[str]
    times: float
    east: str = "told"


@dataclass(slots=True)
class Course:
    """What truly happens in a film and is counted, what of it is not found, and when somebody looks."""

    truth: list[Timed]
    hidden: Hidden
    is_taken: Callable[[float], bool]
    back_s: float = math.inf
    """When (s) somebody looks again, where nobody does between two deals."""
    dealer: Seat = 0
    """Of the last deal."""


def course_of(truth: list[Timed], seed: int, stops_s: float, away: str | None, discards: int) -> Course:
    """What the options say of a deal."""
    if not (stops_s or away):
        return Course(truth, hidden_of(truth, seed), lambda _: True)
    truth = [each for each in truth if not isinstance(each[1], ScoresChanged)]
    if not away:
        return Course(truth, {}, with_stops(stops_s, seed))
    gone_s, back_s = away_of(truth, away, discards)
    dealer = [event.dealer for _, event in truth if isinstance(event, HandsDealt)][-1]
    seen = [each for each in truth if not gone_s < each[0] < back_s]
    return Course(seen, {}, lambda at_s: not gone_s < at_s < back_s, back_s, dealer)


def followed(
    name: str,
    seed: int,
    rate: float,
    stops_s: float = 0.0,
    away: str | None = None,
    discards: int = DISCARDS,
    for_s: float = math.inf,
) -> Followed:
    """One deal, or two where nobody looks between them, which are followed until `for_s` after the gap."""
    rules = load_ruleset(name)
    film, timed = film_of(rules, play_game(rules, seed, 2 if away else 1), preset("club"), seed, 0)
    truth = list(told_truth(rules, with_scores(rules, timed, 0), dealer=0))
    course = course_of(truth, seed, stops_s, away, discards)
    end_s = min((from_s for _, from_s, _ in course.hidden.values()), default=math.inf) + BEYOND_S
    end_s = min(end_s, course.back_s + for_s)
    with tempfile.TemporaryDirectory() as folder:
        table = LiveTable(rules, Journal(Path(folder) / "journal.db"), None if away == "late" else 0)
        looks = unpainted_looks(film, rate, seed, NONE, course.is_taken)
        watched, times, east = _watched(looks, table, course, end_s)
        known_s = min(end_s - 4.0, watched.last_s - 1.0)
        found = watched.agreement([each for each in course.truth if each[0] <= known_s], table)
        faults = [event.name for event in table.events if isinstance(event, FaultFound)]
        table.close()
    return Followed(found, faults, times, east)


def kept_with_gap(folder: Path, seed: int, rules: Sequence[str]) -> Iterator[tuple[str, Followed]]:
    """Every deal of these rules kept in a folder, followed with a gap while people play."""
    for name, deal in deals_in([folder]):
        if deal.facts.rules not in rules:
            continue
        chance = random.Random(f"{name} {seed}")
        dealt_s = next(at_s for at_s, event in deal.truth if isinstance(event, HandsDealt))
        for_s = chance.uniform(*GAP_S)
        gone_s = chance.uniform(dealt_s, max(dealt_s + 1.0, deal.truth[-1][0] - BEFORE_END_S - for_s))
        truth = [each for each in deal.truth if not isinstance(each[1], ScoresChanged)]
        counted = [each for each in truth if not gone_s <= each[0] < gone_s + for_s]
        table = LiveTable(load_ruleset(deal.facts.rules), Journal(None), None)
        looks = (find for find in deal.finds if not gone_s < find.at_s < gone_s + for_s)
        watched, times, _ = _watched(looks, table, Course(counted, {}, lambda _: True), math.inf)
        true = {event.name for _, event in truth if isinstance(event, FaultFound)}
        faults = [event.name for event in table.events if isinstance(event, FaultFound)]
        found = watched.agreement(counted, table)
        yield name, Followed(found, [each for each in faults if each not in true], times)


def in_another_order(found: Agreement) -> int:
    """How many acts are told, but before or after others than they were done: of a gap nobody knows."""
    missing, told = (Counter(map(repr, each)) for each in (found.missing, found.extra))
    return (missing & told).total()


def _watched(
    looks: Iterable[Find], table: LiveTable, course: Course, end_s: float
) -> tuple[Watched, float, str]:
    """What is told of the looks up to `end_s`, and `times` and `east` as `Followed` has them."""
    eyes, watched, east = Replay(SQUARE_MM, table.rules.stacks), Watched(), "told"
    spent: dict[bool, list[float]] = {True: [], False: []}
    for find in looks:
        if find.at_s > end_s:
            break
        if table.start.is_dealer_known and table.state.dealer != course.dealer and course.back_s < math.inf:
            east = "wrong"
        if not table.start.is_dealer_known and find.at_s > course.back_s + ASKED_S:
            table.tell_east(course.dealer)
            east = "asked"
        seen = seen_table(eyes.look(find))
        if seen.reading is not None:
            seen = replace(seen, reading=without(seen.reading, course.hidden, seen.at_s), tentative=None)
        begun_s = time.perf_counter()
        told = table.see(seen)
        is_soon = course.back_s <= find.at_s < course.back_s + SOON_S
        spent[is_soon].append(time.perf_counter() - begun_s)
        watched.take(seen.at_s, told)
    watched.take(watched.last_s, table.finish())
    return watched, median(spent[True] or [0.0]) / median(spent[False] or [math.inf]), east


def main() -> None:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--rules", nargs="+", default=["riichi", "mcr", "beginner", "doubles"])
    asked.add_argument("--seeds", type=_numbers, default=range(4000, 4010), metavar="FIRST-LAST")
    asked.add_argument("--rate", type=float, default=RATE, help="looks a second")
    asked.add_argument("--stops", type=float, default=0.0, metavar="SECONDS", help="the looks stop so long")
    asked.add_argument("--away", choices=[*AWAY_UNTIL], help="nobody looks between two deals until then")
    asked.add_argument("--discards", type=int, default=DISCARDS, help="how many lie there then")
    asked.add_argument("--kept", type=Path, metavar="DIR", help="deals kept there, with a gap")
    told, sums = asked.parse_args(), Counter[str]()
    deals: Iterable[tuple[str, Followed]] = (
        (f"{name} {seed}", followed(name, seed, told.rate, told.stops, told.away, told.discards))
        for name, seed in product(told.rules, told.seeds)
    )
    if told.kept:
        deals = chain.from_iterable(kept_with_gap(told.kept, seed, told.rules) for seed in told.seeds)
    for name, deal in deals:
        found, faults, moved = deal.found, deal.faults, in_another_order(deal.found)
        sums.update(deals=1, whole=int(not faults and found.matched == found.truth), faults=len(faults))
        sums.update(truth=found.truth, matched=found.matched, moved=moved)
        # With `--away` what was told of acts that nobody saw is no error.
        more = f"{moved} in another order, {found.corrections} amended"
        more = f"looks soon after take {deal.times:.1f} times" if told.away else more
        if told.away == "late":
            more += f", East {deal.east}"
            sums[f"East {deal.east}"] += 1
        told_of = f"{found.matched} of {found.truth} acts, {more}"
        print(f"{name}: {told_of}; faults that are none:", *faults or "-", flush=True)
    print(
        f"{sums['whole']} of {sums['deals']} deals whole and without a false fault: {sums['matched']} of "
        f"{sums['truth']} acts, {sums['moved']} in another order, {sums['faults']} false faults",
        *(f"; {what} in {count}" for what, count in sums.items() if what.startswith("East")),
    )


if __name__ == "__main__":
    main()
