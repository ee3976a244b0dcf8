"""`python tests/bench/following/bench_sensitivity.py DIR ...`: what each number of the following changes.

DIR holds what `bench_follow.py --keep DIR` kept. All deals are followed with the numbers as they are, then
with each halved and doubled (of a share it is what is left to 1 that is halved and doubled). One line each:
deals exact, corrections, changes of mind told, faults told as sure that nobody committed, median and 95th
percentile of the delay from the act to the telling (the mean of the deals). `--only NAME ...` names the
numbers, `--set NAME=VALUE` changes some for all; `--out FILE` keeps finished rows there, and a second run
goes on after them. `--named` instead halves and doubles the numbers that stand beside the code that uses
them.
"""

from __future__ import annotations

import argparse
import ast
import json
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from importlib import import_module
from itertools import chain
from pathlib import Path

import engine.follow
from engine.follow.weigh.rates import Following, Rates, rows
from engine.rules import load_ruleset
from engine.table.events import FaultFound
from vision.finds.deal import KeptDeal, deals_in
from vision.observation import VisionError
from vision.pipeline.replay import Replay
from webui.commands.camera.watch import Watched
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import SeenTable, seen_table

ASIDE = frozenset({"REMEMBERED", "GRAB", "NINE", "CLAIMED_WITH"})
"""How much is kept in memory, and what the rules of the game say: nothing that could be chosen."""

SHARES = frozenset({"COMPLETE", "SURE", "SURELY", "SURELY_READ"})
"""Shares near 1: what is left to 1 is halved and doubled."""


@dataclass(frozen=True, slots=True)
class Named:
    """A number of `module`; `value` as it stands."""

    module: str
    name: str
    value: float

    @property
    def halved(self) -> float:
        """Half of it; of `SHARES`, half of what is left to 1."""
        return self._times(0.5)

    @property
    def doubled(self) -> float:
        """Twice as much, in the same way."""
        return self._times(2.0)

    def _times(self, factor: float) -> float:
        if self.name in SHARES:
            return 1.0 - (1.0 - self.value) * factor
        return max(1, round(self.value * factor)) if isinstance(self.value, int) else self.value * factor


def named_numbers() -> list[Named]:
    """All of them, module by module."""
    return [each for name in _modules() for each in _assigned(name)]


@contextmanager
def set_to(number: Named, value: float) -> Iterator[None]:
    """The number is `value`, wherever it was imported."""
    names = {*_modules(), number.module}
    holders = [
        module for module in map(import_module, names) if vars(module).get(number.name) == number.value
    ]
    for module in holders:
        setattr(module, number.name, value)
    try:
        yield
    finally:
        for module in holders:
            setattr(module, number.name, number.value)


def _modules() -> list[str]:
    found = pkgutil.walk_packages(engine.follow.__path__, "engine.follow.")
    return sorted(each.name for each in found if not each.ispkg)


def _assigned(module: str) -> Iterator[Named]:
    held = vars(import_module(module))
    for line in ast.parse(Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")).body:
        targets = line.targets if isinstance(line, ast.Assign) else []
        names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        for name in names:
            value = held[name]
            if name.isupper() and name not in ASIDE and isinstance(value, int | float):
                yield Named(module, name, value)


@dataclass(frozen=True, slots=True)
class Row:
    """How all deals were followed with one set of numbers."""

    name: str
    exact: int
    deals: int
    corrections: int
    changed: int
    false_faults: int
    median_s: float
    p95_s: float

    def line(self) -> str:
        """As a row of a table in Markdown."""
        told = f"{self.exact} of {self.deals} | {self.corrections} | {self.changed} | {self.false_faults}"
        return f"| {self.name} | {told} | {self.median_s:.2f} | {self.p95_s:.2f} |"


HEAD = "| numbers | exact | corrections | changed | false, sure | median s | P95 s |\n" + "|---" * 7 + "|"


def followed(name: str, deals: Sequence[tuple[KeptDeal, list[SeenTable]]], following: Following) -> Row:
    """Follows every deal with these numbers."""
    exact = corrections = changed = false = 0
    waits: list[float] = []
    for deal, looks in deals:
        table, watched = (
            LiveTable(load_ruleset(deal.facts.rules), Journal(None), following=following),
            Watched(),
        )
        for seen in looks:
            watched.take(seen.at_s, table.see(seen))
        watched.take(watched.last_s, table.finish())
        found = watched.agreement(deal.truth, table)
        exact, corrections = exact + found.exact, corrections + found.corrections
        changed += sum(entry.amends is not None for entry in table.entries)
        true = {event.rule for _, event in deal.truth if isinstance(event, FaultFound)}
        told = [event for event in table.events if isinstance(event, FaultFound) and event.counts]
        false += sum(event.rule not in true for event in told)
        waits += [found.delay.median_s, found.delay.p95_s] if found.delay else []
        table.close()
    medians, tails = waits[::2] or [0.0], waits[1::2] or [0.0]
    mean, tail = sum(medians) / len(medians), sum(tails) / len(tails)
    return Row(name, exact, len(deals), corrections, changed, false, mean, tail)


def variants(names: Sequence[str], rates: Rates) -> Iterator[tuple[str, Rates]]:
    """Each number halved and doubled."""
    for name in names:
        value, is_share = getattr(rates, name), rows()[name]["unit"] == "share"
        for word, factor in (("half", 0.5), ("twice", 2.0)):
            other = 1 - (1 - value) * factor if is_share else value * factor
            yield f"{name} {word} ({other:g})", replace(rates, **{name: other})


def with_named(
    deals: Sequence[tuple[KeptDeal, list[SeenTable]]], only: Sequence[str] | None
) -> Iterator[Row]:
    """Every named number of the following halved and doubled, or `only` those of these names."""
    for number in named_numbers():
        if only is not None and number.name not in only:
            continue
        for word, other in (("half", number.halved), ("twice", number.doubled)):
            with set_to(number, other):
                yield followed(f"{number.name} {word} ({other:g})", deals, Following())


def read(folders: Sequence[Path]) -> list[tuple[KeptDeal, list[SeenTable]]]:
    """Every kept deal in the folders with its looks, which are the same whatever the numbers.
    Ends the program in one line where there is none, or a file is broken."""
    found = []
    try:
        for _, deal in deals_in(folders):
            eyes = Replay(deal.facts.square_mm, deal.facts.stacks)
            found.append((deal, [seen_table(eyes.look(find)) for find in deal.finds]))
    except VisionError as wrong:
        raise SystemExit(str(wrong)) from None
    return found


def main() -> None:
    """Prints the table, row by row."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("folders", nargs="+", type=Path)
    given.add_argument("--only", nargs="*", help="the numbers to halve and double; none: only as they are")
    given.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    given.add_argument("--named", action="store_true", help="those that stand beside the code")
    given.add_argument("--out", type=Path, help="where finished rows are kept")
    asked = given.parse_args()
    changed = {name: float(value) for name, _, value in (each.partition("=") for each in asked.set)}
    rates = replace(Rates.load(), **changed)
    names = [each.name for each in fields(Rates)] if asked.only is None else asked.only
    done = asked.out.read_text(encoding="utf-8").splitlines() if asked.out and asked.out.exists() else []
    known = {row.name: row for row in (Row(**json.loads(line)) for line in done)}
    deals = read(asked.folders)
    print(HEAD, flush=True)
    if asked.named:
        as_they_are = followed("as they are", deals, Following())
        for row in chain([as_they_are], with_named(deals, asked.only)):
            print(row.line(), flush=True)
        return
    for name, other in [("as they are", rates), *variants(names, rates)]:
        row = known.get(name) or followed(name, deals, Following(other))
        print(row.line(), flush=True)
        if asked.out and name not in known:
            with asked.out.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps({each.name: getattr(row, each.name) for each in fields(row)}) + "\n")


if __name__ == "__main__":
    main()
