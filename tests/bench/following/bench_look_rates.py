"""What is told of deals that are looked at more and more seldom.

`python tests/bench/following/bench_look_rates.py`

Ten deals without a mistake and ten with one, over the rule sets, each followed at 5, 2, 1, 0.5 and 0.3 looks
a second. The looks are not painted: they are what the networks would find, with their errors (`unpainted`);
`--pixels` paints and reads them. One line a deal and rate, then a table: false faults told as sure, false
ones told as concluded, planted ones told (asked: people are asked to count five of a kind, of which one was
read in doubt), and whether the score was right, doubtful (it waits for a person),
open (the end of the deal was not told) or wrong without a word. The exit status is 1 when a false fault was
told as sure or a score was wrong without a word.

`--middle KIND --first N --seeds M` follows tables with the discards in the middle. Written down before any
was followed: out of turn 9601 to 9606, 9701 to 9706 and 9801 to 9803, without a mistake 9611 to 9613, each
other mistake 9621 and 9721.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from unpainted import NONE, SQUARE_MM, Errors, unpainted_looks

from engine.follow.weigh.likely_acts import OF_FACES
from engine.journal.amend import in_force
from engine.journal.record import entry_to_line
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import DealDrawn, FaultFound, Won
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.pipeline.looker import Looker
from vision.pipeline.replay import Replay
from vision.simulate.filming.director import film_of
from vision.simulate.filming.film import Film
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.filming.shots import shots
from vision.simulate.playing.mistakes import MISTAKES, mistaken_deal
from vision.simulate.playing.play import folded, play_deal
from vision.simulate.settings import preset
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable, seen_table

RATES = (5.0, 2.0, 1.0, 0.5, 0.3)
RULES = ("mcr", "riichi", "beginner", "doubles", "hong_kong")
SHARED = ("hong_kong", "beginner", "doubles")
"""Rule sets that do not say where discards lie."""
MENDING = {"clean": range(1, 3), "planted": range(1, 3)}
"""Seeds to mend with: their figures are never quoted."""
FINAL = {"clean": range(12901, 12903), "planted": range(12911, 12913)}
"""Seeds that were written down before any of them was followed; run once, these are the figures quoted."""


@dataclass(frozen=True, slots=True)
class Task:
    """One deal: its rule set, its seed, the mistake planted in it, None for none, and whether discards lie in
    the middle in any order."""

    rules: str
    seed: int
    kind: str | None = None
    is_shared: bool = False


def tasks(seeds: dict[str, range]) -> Iterator[Task]:
    """Two deals of each rule set without a mistake, two with one; each kind of mistake comes in its turn."""
    for name in RULES:
        for seed in seeds["clean"]:
            yield Task(name, seed)
    kinds = list(MISTAKES)
    for number, (name, seed) in enumerate((name, seed) for name in RULES for seed in seeds["planted"]):
        yield Task(name, seed, kinds[(number + seeds["planted"].start) % len(kinds)])


def in_the_middle(seeds: range, kind: str) -> Iterator[Task]:
    """Deals with the discards in the middle, `clean` or with one `kind` of mistake."""
    planted = None if kind == "clean" else kind
    yield from (Task(name, seed, planted, True) for name in SHARED for seed in seeds)


@dataclass(frozen=True, slots=True)
class Deal:
    """A film, the fault planted in it, and the points after it."""

    rules: Ruleset
    film: Film
    fault: FaultFound | None
    scores: tuple[int, ...]
    is_over: bool


def filmed(task: Task) -> Deal:
    """The film of a task."""
    rules, settings = load_ruleset(task.rules), preset("club")
    rules = replace(rules, discards="middle") if task.is_shared else rules
    if task.kind is None:
        film, timed = film_of(rules, play_deal(rules, task.seed), settings, task.seed)
        fault = None
    else:
        planted = mistaken_deal(rules, task.seed, task.kind)
        made = planted.events, settings, task.seed, 0, planted.misplaced, planted.instead
        film, timed = film_of(rules, *made)
        fault = planted.fault
    truth = with_scores(rules, told_truth(rules, timed))
    end = folded(new_table(rules), [event for _, event in truth])
    return Deal(rules, film, fault, tuple(seat.score for seat in end.seats), end.ended_by is not None)


@dataclass(frozen=True, slots=True)
class Followed:
    """What was told of a deal at one rate."""

    sure: tuple[str, ...]
    doubted: tuple[str, ...]
    planted: str
    score: str


def looks_of(deal: Deal, task: Task, rate: float, asked: argparse.Namespace) -> list[SeenTable]:
    """What is seen of a deal; kept, and taken from where it was kept, when `--keep` names a folder."""
    kind = "pixels" if asked.pixels else "perfect" if asked.perfect else "errors"
    where = "middle" if task.is_shared else "rivers"
    path = asked.keep and asked.keep / f"{task.rules} {task.seed} {task.kind} {where} {rate} {kind}.seen"
    if path and path.exists():
        seen: list[SeenTable] = pickle.loads(path.read_bytes())
        return seen
    seen = list(_seen_by_pixels(deal, task, rate) if asked.pixels else _seen(deal, task, rate, asked.perfect))
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(seen))
    return seen


def _seen(deal: Deal, task: Task, rate: float, is_perfect: bool) -> Iterator[SeenTable]:
    eyes = Replay(SQUARE_MM, deal.rules.stacks)
    for find in unpainted_looks(deal.film, rate, task.seed, NONE if is_perfect else Errors()):
        yield seen_table(eyes.look(find))


def _seen_by_pixels(deal: Deal, task: Task, rate: float) -> Iterator[SeenTable]:
    looker = Looker(Detector.load(LIVE_MODELS), None, SQUARE_MM, deal.rules.stacks)
    for shot in shots(deal.film, rate, task.seed):
        yield seen_table(looker.look(shot.picture, shot.at_s, shot.number))


def followed(deal: Deal, looks: Iterable[SeenTable]) -> LiveTable:
    """The live table at the end of the film."""
    table = LiveTable(deal.rules, Journal(None), 0)
    for look in looks:
        table.see(look)
    table.finish()
    return table


def judged(deal: Deal, table: LiveTable) -> Followed:
    """How right it was."""
    told = [event for event in table.events if isinstance(event, FaultFound)]
    ours = [each for each in told if deal.fault is not None and _is(deal.fault, each)]
    false = [each for each in told if each not in ours and not _follows(deal.fault, each)]
    planted = "" if deal.fault is None else "MISSED"
    if ours:
        planted = "sure" if any(each.counts for each in ours) else "perhaps"
    elif deal.fault is not None and _is_asked(deal.fault, table):
        planted = "asked"
    return Followed(
        tuple(each.name for each in false if each.counts),
        tuple(each.name for each in false if not each.counts),
        planted,
        _score(deal, table),
    )


def _is(wanted: FaultFound, told: FaultFound) -> bool:
    """Whether it is the same fault. Its tiles count only where the fault is one of faces: who discards
    without a replacement does so whatever the tile is read as, and of a false win any may be misread."""
    is_same = (wanted.rule, wanted.seat) == (told.rule, told.seat)
    of_faces = wanted.name in OF_FACES and wanted.name != "false_win"
    return is_same and (not of_faces or wanted.tiles in (told.tiles, (None,)))


def _follows(wanted: FaultFound | None, told: FaultFound) -> bool:
    """Whether it is what the one whose hand is dead since the planted fault does all the same."""
    is_dead = wanted is not None and wanted.consequence == "dead_hand" and wanted.seat == told.seat
    return is_dead and told.name.endswith("_with_dead_hand")


def _is_asked(wanted: FaultFound, table: LiveTable) -> bool:
    """Whether people are asked to count the tiles of a fifth copy, as one of the five may be misread."""
    return wanted.name == "fifth_copy" and any(
        doubt.get("reason") == "one_too_many" and set(wanted.tiles) & _faces_of(doubt)
        for entry in in_force(table.entries)
        for doubt in entry.doubtful
    )


def _faces_of(doubt: Mapping[str, object]) -> set[object]:
    """The face of a doubt, and those that people are shown beside it."""
    others = doubt.get("alternatives")
    return {doubt.get("tile"), *(face for face, _ in (others if isinstance(others, list) else ()))}


def _score(deal: Deal, table: LiveTable) -> str:
    state = table.state
    is_over = (state.ended_by is not None) == deal.is_over
    if tuple(seat.score for seat in state.seats) == deal.scores and is_over:
        return "right"
    if state.ended_by is None:
        return "open"
    told = [
        each
        for each in in_force(table.entries)
        if any(isinstance(event, Won | DealDrawn) for event in each.events)
    ]
    return "doubtful" if any(each.doubtful for each in told) else "WRONG"


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("--final", action="store_true", help="the seeds whose figures are quoted")
    given.add_argument("--rates", default=",".join(map(str, RATES)))
    given.add_argument("--rules", default=",".join(RULES))
    given.add_argument("--perfect", action="store_true", help="looks without errors")
    given.add_argument("--pixels", action="store_true", help="paint the looks and read them")
    given.add_argument("--keep", type=Path, help="a folder: what was seen is kept there")
    given.add_argument("--show", action="store_true", help="every entry that was told")
    given.add_argument("--first", type=int, help="other seeds, two from here, to mend with")
    given.add_argument("--middle", metavar="KIND", help="in the middle: `clean`, or a mistake in each")
    given.add_argument("--seeds", type=int, default=2, help="how many from --first on")
    asked = given.parse_args()
    seeds = FINAL if asked.final else MENDING
    if asked.first is not None:
        seeds = {name: range(asked.first, asked.first + asked.seeds) for name in seeds}
    sums: dict[float, Counter[str]] = {}
    for task in tasks(seeds) if asked.middle is None else in_the_middle(seeds["clean"], asked.middle):
        if task.rules not in asked.rules.split(","):
            continue
        deal = filmed(task)
        for rate in map(float, asked.rates.split(",")):
            begun = time.perf_counter()
            table = followed(deal, looks_of(deal, task, rate, asked))
            found = judged(deal, table)
            _count(sums.setdefault(rate, Counter()), found)
            told = " ".join(
                [*(f"SURE:{each}" for each in found.sure), *(f"({each})" for each in found.doubted)]
            )
            took = time.perf_counter() - begun
            name = f"{task.rules} {task.seed} {task.kind or 'clean'}"
            print(f"{name:32} {rate:4} {found.planted:8} {found.score:9} {took:5.1f} s {told}", flush=True)
            if asked.show:
                print(*(entry_to_line(each) for each in table.entries), sep="\n")
            table.close()
    sys.exit(_told(sums))


def _count(sums: Counter[str], found: Followed) -> None:
    sums["deals"] += 1
    sums["false and sure"] += len(found.sure)
    sums["false, perhaps"] += len(found.doubted)
    sums[f"planted {found.planted}"] += bool(found.planted)
    sums[f"score {found.score}"] += 1


def _told(sums: dict[float, Counter[str]]) -> int:
    """Prints the sums; whether something was told that was not so."""
    names = ["deals", "false and sure", "false, perhaps", "planted sure", "planted perhaps"]
    names += ["planted asked", "planted MISSED"]
    names += [f"score {how}" for how in ("right", "doubtful", "open", "WRONG")]
    print("looks/s  " + "  ".join(names))
    for rate, counted in sums.items():
        print(f"{rate:7}  " + "  ".join(f"{counted[name]:{len(name)}}" for name in names))
    return int(any(each["false and sure"] or each["score WRONG"] for each in sums.values()))


if __name__ == "__main__":
    main()
