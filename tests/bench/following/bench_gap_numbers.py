"""`python tests/bench/following/bench_gap_numbers.py --seeds 7300-7301`: what each number about gaps changes.

Deals at which nobody looks for some time (`bench_overlooked.py`: away until eight discards lie there, started
after sixteen, looks that stop for eight seconds) are followed at two looks a second and until a minute after
the gap, with the numbers as they are, then with each halved and doubled. One line each: deals that are told
whole and without a false fault, acts that are not told, false faults, and late starts whose East is told
wrongly. `--only NAME ...` names the numbers, `--kinds` the gaps; `--out FILE` keeps finished rows there,
and a second run goes on after them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import product
from pathlib import Path

from bench_follow import _numbers
from bench_overlooked import followed
from bench_sensitivity import Named, set_to

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "engine.follow.propose.gap_acts": ("MANY", "MOST_STEPS", "MOST_OVERLOOKED"),
    "engine.follow.propose.opening": ("FEW", "LEFT", "MOSTLY_GONE"),
    "engine.follow.weigh.evidence": ("LOOKS_APART_S",),
    "engine.follow.weigh.history": ("DEALT_S",),
    "vision.pipeline.joining": ("AWAY_S", "AWAY_LOOKS", "UNSEEN_S"),
}
"""The numbers that matter only when nobody looks for some time, by the module that holds each."""
KINDS: Mapping[str, tuple[float, str | None, int]] = {
    "away": (0.0, "played", 8),
    "late": (0.0, "late", 16),
    "stops": (8.0, None, 0),
}
"""How `bench_overlooked.followed` is asked for each kind of gap."""
RATE, FOR_S = 2.0, 60.0
"""Looks a second; how long after the gap a deal is followed."""
HEAD = "| numbers | whole | acts missing | false faults | East wrong |\n" + "|---" * 5 + "|"


@dataclass(frozen=True, slots=True)
class Row:
    """How all deals were followed with one set of numbers."""

    name: str
    deals: int
    whole: int
    missing: int
    false_faults: int
    east_wrong: int

    def line(self) -> str:
        """As a row of a table in Markdown."""
        told = f"{self.whole} of {self.deals} | {self.missing} | {self.false_faults} | {self.east_wrong}"
        return f"| {self.name} | {told} |"


def numbers() -> Iterator[Named]:
    """All of them as they stand."""
    for module, names in NUMBERS.items():
        held = vars(import_module(module))
        yield from (Named(module, name, held[name]) for name in names)


def variants(only: list[str] | None) -> Iterator[tuple[str, Named | None, float]]:
    """The numbers as they are, and each (or `only` those of these names) halved and doubled."""
    yield "as they are", None, 0.0
    for number in numbers():
        if only is None or number.name in only:
            for word, other in (("half", number.halved), ("twice", number.doubled)):
                yield f"{number.name} {word} ({other:g})", number, other


def told_of(number: Named | None, value: float, kind: str, name: str, seed: int) -> tuple[int, int, int, int]:
    """(1 if whole, acts missing, false faults, 1 if East is told wrongly) of one deal."""
    if number is not None:
        with set_to(number, value):
            return told_of(None, 0.0, kind, name, seed)
    stops_s, away, discards = KINDS[kind]
    deal = followed(name, seed, RATE, stops_s, away, discards, FOR_S)
    missing = deal.found.truth - deal.found.matched
    is_east_wrong = away == "late" and deal.east == "wrong"
    return int(not missing and not deal.faults), missing, len(deal.faults), int(is_east_wrong)


def main() -> None:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--rules", nargs="+", default=["riichi", "mcr", "beginner", "doubles"])
    asked.add_argument("--seeds", type=_numbers, required=True, metavar="FIRST-LAST")
    asked.add_argument("--only", nargs="*")
    asked.add_argument("--kinds", nargs="+", choices=[*KINDS], default=[*KINDS])
    asked.add_argument("--out", type=Path, help="where finished rows are kept")
    asked.add_argument("--workers", type=int, default=1)
    given = asked.parse_args()
    lines = given.out.read_text(encoding="utf-8").splitlines() if given.out and given.out.exists() else []
    known = {row.name: row for row in (Row(**json.loads(line)) for line in lines)}
    deals = list(product(given.kinds, given.rules, given.seeds))
    print(HEAD, flush=True)
    with ProcessPoolExecutor(given.workers) as pool:
        for name, number, value in variants(given.only):
            row = known.get(name)
            if row is None:
                waiting = [pool.submit(told_of, number, value, *deal) for deal in deals]
                row = Row(name, len(deals), *map(sum, zip(*(each.result() for each in waiting), strict=True)))
                if given.out:
                    with given.out.open("a", encoding="utf-8") as kept:
                        kept.write(json.dumps(asdict(row)) + "\n")
            print(row.line(), flush=True)


if __name__ == "__main__":
    main()
