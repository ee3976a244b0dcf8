"""Discards that the camera does not find for some time: is the deal told rightly all the same?

    python tests/bench/following/bench_overlooked.py --rules riichi mcr --seeds 4000-4009
    python tests/bench/following/bench_overlooked.py --stops 8 --seeds 5100-5104
    python tests/bench/following/bench_overlooked.py --away played --seeds 5800-5801

Looks without errors, but one discard of each deal, chosen by its seed, is not found for nine seconds, and the
next player's not for twenty-five. One line a deal: how much was told rightly by some 70 s after it, faults
told that were none, and how many acts were amended. With `--stops` all is found, but the looks stop for so
many seconds about once a minute, and the whole deal is followed; points are not counted, because they wait
for a person when acts before them lie in a gap. With `--away` two deals are played, and nobody looks from
four seconds before the end of the first one until the wall of the second is `built`, its hands are `dealt`,
or so many tiles are discarded as `--discards` says (`played`); or the program is started then, and somebody
says ten seconds later who is East (`late`). What was done meanwhile is not counted. How many times as long as
a later look one of the first twenty seconds after the gap takes is told with it.
"""

from __future__ import annotations

import argparse
import math
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
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


def followed(
    name: str,
    seed: int,
    rate: float,
    stops_s: float = 0.0,
    away: str | None = None,
    discards: int = DISCARDS,
) -> tuple[Agreement, list[str], float]:
    """One deal, or two where nobody looks between them; the names of the faults told in it; and how many
    times as long as a later look one in the first `SOON_S` after the gap takes, in the median."""
    rules = load_ruleset(name)
    film, timed = film_of(rules, play_game(rules, seed, 2 if away else 1), preset("club"), seed, 0)
    truth = list(told_truth(rules, with_scores(rules, timed, 0), dealer=0))
    if stops_s or away:
        truth = [each for each in truth if not isinstance(each[1], ScoresChanged)]
    hidden = {} if stops_s or away else hidden_of(truth, seed)
    end_s = min((from_s for _, from_s, _ in hidden.values()), default=math.inf) + BEYOND_S
    is_taken = with_stops(stops_s, seed)
    if away:
        gone_s, back_s = away_of(truth, away, discards)
        dealer = [event.dealer for _, event in truth if isinstance(event, HandsDealt)][-1]
        truth = [each for each in truth if not gone_s < each[0] < back_s]

        def is_taken(at_s: float) -> bool:
            return not gone_s < at_s < back_s

    eyes, watched, back_s = Replay(SQUARE_MM, rules.stacks), Watched(), back_s if away else math.inf
    spent: dict[bool, list[float]] = {True: [], False: []}
    with tempfile.TemporaryDirectory() as folder:
        table = LiveTable(rules, Journal(Path(folder) / "journal.db"), None if away == "late" else 0)
        for find in unpainted_looks(film, rate, seed, NONE, is_taken):
            if find.at_s > end_s:
                break
            if away == "late" and not table.start.is_dealer_known and find.at_s > back_s + ASKED_S:
                table.tell_east(dealer)
            seen = seen_table(eyes.look(find))
            if seen.reading is not None:
                seen = replace(seen, reading=without(seen.reading, hidden, seen.at_s), tentative=None)
            begun_s = time.perf_counter()
            told = table.see(seen)
            spent[back_s <= find.at_s < back_s + SOON_S].append(time.perf_counter() - begun_s)
            watched.take(seen.at_s, told)
        watched.take(watched.last_s, table.finish())
        known_s = min(end_s - 4.0, watched.last_s - 1.0)
        found = watched.agreement([each for each in truth if each[0] <= known_s], table)
        faults = [event.name for event in table.events if isinstance(event, FaultFound)]
        table.close()
    return found, faults, median(spent[True] or [0.0]) / median(spent[False] or [math.inf])


def main() -> None:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--rules", nargs="+", default=["riichi", "mcr", "beginner", "doubles"])
    asked.add_argument("--seeds", type=_numbers, default=range(4000, 4010), metavar="FIRST-LAST")
    asked.add_argument("--rate", type=float, default=RATE, help="looks a second")
    asked.add_argument("--stops", type=float, default=0.0, metavar="SECONDS", help="the looks stop so long")
    asked.add_argument("--away", choices=[*AWAY_UNTIL], help="nobody looks between two deals until then")
    asked.add_argument("--discards", type=int, default=DISCARDS, help="how many lie there then")
    told = asked.parse_args()
    sums = Counter[str]()
    for name in told.rules:
        for seed in told.seeds:
            found, faults, times = followed(name, seed, told.rate, told.stops, told.away, told.discards)
            sums.update(deals=1, whole=not faults and found.matched == found.truth, faults=len(faults))
            sums.update(truth=found.truth, matched=found.matched)
            # With `--away` what was told of acts that nobody saw is no error.
            more = f"looks soon after take {times:.1f} times" if told.away else f"{found.corrections} amended"
            told_of = f"{found.matched} of {found.truth} acts, {more}"
            print(f"{name} {seed}: {told_of}; faults that are none:", *faults or "-", flush=True)
    print(
        f"{sums['whole']} of {sums['deals']} deals whole and without a false fault: {sums['matched']} of "
        f"{sums['truth']} acts, {sums['faults']} false faults"
    )


if __name__ == "__main__":
    main()
