"""How many small mistakes in the rules engine the engine's own tests notice.

    python tests/bench/engine/bench_mutants.py                      every file, 60 mutants each
    python tests/bench/engine/bench_mutants.py --each 200 --seed 3 engine/judge/deal_points.py
    python tests/bench/engine/bench_mutants.py --show > before.txt  each mutant that survived, with its line
    python tests/bench/engine/bench_mutants.py --again before.txt   only those that survived then

A mutant is one change in one function: a comparison, a number, `and` for `or`, a `not` more, as cosmic-ray's
operators make them. Drawn from all of a file's by `--seed`. The tests of
`TESTS` are collected once; for each mutant a forked process changes the function and runs the tests that pass
through the changed line, quickest first, until one fails. Tests that need more than `SLOWEST_S`, by example
generators mostly, take no part. Lines outside functions (tables, defaults) are not changed.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import cosmic_ray.plugins
import pytest
from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code

ROOT = Path(__file__).resolve().parents[3]
FILES = (
    *(f"judge/faults{each}" for each in ("", "_claims", "_deal", "_lying", "_play", "_river", "_win")),
    *(f"judge/{each}" for each in ("claims", "claim_window", "deal_points", "rounds", "draws", "ruling")),
    *("table/apply", "table/apply_play", "table/wins", "scoring/table", "scoring/circumstances"),
    *("scoring/riichi/score", "scoring/riichi/payments", "scoring/mcr/score"),
    *("scoring/faan/score", "scoring/check"),
)
LEFT_OUT = ("any_", "conservation", "follow", "formats", "logs", "oracle", "practice", "random_", "vectors")
OPERATORS = (
    *("AddNot", "NumberReplacer", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse"),
    *("ReplaceFalseWithTrue", "ReplaceBreakWithContinue", "ZeroIterationForLoop"),
    "ReplaceUnaryOperator_Delete_Not",
    *("ReplaceComparisonOperator_Eq_NotEq", "ReplaceComparisonOperator_NotEq_Eq"),
    *("ReplaceComparisonOperator_Is_IsNot", "ReplaceComparisonOperator_IsNot_Is"),
    *("ReplaceComparisonOperator_Lt_LtE", "ReplaceComparisonOperator_LtE_Lt"),
    *("ReplaceComparisonOperator_Gt_GtE", "ReplaceComparisonOperator_GtE_Gt"),
    *("ReplaceComparisonOperator_Lt_Gt", "ReplaceComparisonOperator_GtE_LtE"),
    *("ReplaceBinaryOperator_Add_Sub", "ReplaceBinaryOperator_Sub_Add", "ReplaceBinaryOperator_Mul_Add"),
    *("ReplaceBinaryOperator_Mod_Add", "ReplaceBinaryOperator_FloorDiv_Mul"),
)
SLOWEST_S = 1.0
MOST_CPU_S = 5.0
"""A test that needs more than this with a mutant never ends: the mutant is killed."""
MOST_TESTS = 300
"""A mutant that so many tests let live survives."""
Lines = dict[str, list[int]]


@dataclass(slots=True)
class Mutant:
    """One changed function: where, how, and its code by name."""

    file: str
    line: int
    operator: str
    was: str
    becomes: str
    changed: dict[str, CodeType] = field(default_factory=dict)


class _Positions(Visitor):
    def __init__(self, operator: Any) -> None:
        self.operator, self.lines = operator, list[int]()

    def visit(self, node: Any) -> Any:
        self.lines += [place[0][0] for place in self.operator.mutation_positions(node)]
        return node


def mutants_of(file: str, chance: random.Random, most: int) -> list[Mutant]:
    """At most so many mutants of the functions of `file`, drawn at random."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree, places = get_ast(source), []
    for name in OPERATORS:
        operator = cosmic_ray.plugins.get_operator(f"core/{name}")()
        positions = _Positions(operator)
        positions.walk(tree)
        places += [(operator, name, number, line) for number, line in enumerate(positions.lines)]
    chance.shuffle(places)
    originals, found = codes_of(source, file), list[Mutant]()
    for operator, name, number, line in places:
        if len(found) == most:
            break
        mutated = mutate_code(source, operator, number)
        try:
            codes = codes_of(mutated, file) if mutated else originals
        except SyntaxError:
            continue
        changed = {key: code for key, code in codes.items() if originals.get(key) != code}
        if changed and changed.keys() <= originals.keys():
            lines = (source.splitlines()[line - 1].strip(), mutated.splitlines()[line - 1].strip())
            found.append(Mutant(file, line, name, *lines, changed))
    return found


def codes_of(source: str, file: str) -> dict[str, CodeType]:
    """The code of every function of a module, by its qualified name; nested ones are in their outer ones."""
    found: dict[str, CodeType] = {}

    def walk(code: CodeType) -> None:
        for each in code.co_consts:
            if isinstance(each, CodeType):
                if each.co_flags & inspect.CO_OPTIMIZED and not each.co_name.startswith("<"):
                    found[each.co_qualname] = each
                else:
                    walk(each)

    walk(compile(source, str(ROOT / file), "exec", dont_inherit=True))
    return found


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    """Every function written in `module`, methods and cached ones too, by its qualified name."""
    found: dict[str, FunctionType] = {}
    holders: list[Any] = [module, *(each for each in vars(module).values() if isinstance(each, type))]
    for holder in holders:
        for each in vars(holder).values():
            function = inspect.unwrap(getattr(each, "fget", None) or getattr(each, "__func__", None) or each)
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                found[function.__qualname__] = function
    return found


class Campaign:
    """A pytest plugin: once all tests are collected it runs them against each mutant instead."""

    def __init__(self, mutants: list[Mutant], show: bool) -> None:
        self.mutants, self.show = mutants, show
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        modules = {
            file: import_module(file[:-3].replace("/", ".")) for file in {m.file for m in self.mutants}
        }
        through, took = forked(lambda: lines_by_test(items, {str(ROOT / file) for file in modules}))
        quick = sorted(
            (name for name in items if name in took and took[name] < SLOWEST_S), key=took.__getitem__
        )
        print(f"{len(quick)} of {len(items)} tests take part", flush=True)
        for mutant in self.mutants:
            path = str(ROOT / mutant.file)
            spans = [
                (code.co_firstlineno, max(line for *_, line in code.co_lines() if line))
                for code in mutant.changed.values()
            ]
            direct = [name for name in quick if mutant.line in through[name].get(path, ())]
            near = [
                name
                for name in quick
                if any(first <= line <= last for line in through[name].get(path, ()) for first, last in spans)
            ]
            chosen = list(dict.fromkeys((*direct, *near)))
            functions = functions_of(modules[mutant.file])
            outcome = self._run(mutant, [items[name] for name in chosen], functions) if chosen else "untested"
            self.counts[mutant.file][outcome] += 1
            if outcome not in ("killed", "timeout") and self.show:
                print(f"{mutant.file}:{mutant.line} {outcome}\n{named(mutant)}", flush=True)
        return True

    def _run(self, mutant: Mutant, items: list[pytest.Item], functions: dict[str, FunctionType]) -> str:
        def child() -> str:
            for name, code in mutant.changed.items():
                if name in functions:
                    functions[name].__code__ = code
            for item in items[:MOST_TESTS]:
                signal.setitimer(signal.ITIMER_PROF, MOST_CPU_S)
                if not passes(item):
                    return "killed"
            return "survived"

        return forked(child) or "timeout"


def forked(work: Any) -> Any:
    """What `work` answers in a process of its own; None when that one was ended."""
    with tempfile.NamedTemporaryFile("w+", suffix=".json") as answer:
        number = os.fork()
        if number == 0:
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 1)
            os.dup2(silent, 2)
            try:
                Path(answer.name).write_text(json.dumps(work()), encoding="utf-8")
            except BaseException:
                Path(answer.name).write_text('"killed"', encoding="utf-8")
            os._exit(0)
        os.waitpid(number, 0)
        text = Path(answer.name).read_text(encoding="utf-8")
        return json.loads(text) if text else None


def passes(item: pytest.Item) -> bool:
    """Whether one test passes now, with its fixtures set up and taken down."""
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, nextitem=None, log=False)
    return all(report.outcome != "failed" for report in reports)


def lines_by_test(
    items: dict[str, pytest.Item], paths: set[str]
) -> tuple[dict[str, Lines], dict[str, float]]:
    """For each test that passes: the lines of `paths` it passes through, and how long it takes (s)."""
    through: dict[str, Lines] = {}
    took: dict[str, float] = {}
    for name, item in items.items():
        seen: defaultdict[str, set[int]] = defaultdict(set)

        def trace(frame: Any, event: str, _: Any, seen: Any = seen) -> Any:
            path = frame.f_code.co_filename
            if path not in paths:
                return None
            seen[path].add(frame.f_lineno)
            return trace

        start = time.process_time()
        sys.settrace(trace)
        good = passes(item)
        sys.settrace(None)
        if good:
            took[name] = time.process_time() - start
            through[name] = {path: sorted(lines) for path, lines in seen.items()}
    return through, took


def tests() -> Iterator[str]:
    """The engine's own test files, but for those that play long or guess from looks."""
    for path in sorted((ROOT / "tests" / "engine").rglob("test_*.py")):
        if not any(path.name.startswith(f"test_{name}") for name in LEFT_OUT):
            yield str(path)


def main() -> None:
    """Prints the table: file, mutants, killed, survived, in no test's way."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("files", nargs="*", help="files under engine/; all of the rules by default")
    given.add_argument("--each", type=int, default=60, help="mutants of each file, at most")
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--show", action="store_true", help="print those that survive")
    given.add_argument("--tests", action="append", help="a file of tests to run, not all")
    given.add_argument("--again", type=Path, help="what --show printed: only its mutants are tried")
    asked = given.parse_args()
    files = asked.files or [f"engine/{each}.py" for each in FILES]
    mutants = [
        mutant
        for file in files
        for mutant in mutants_of(file, random.Random(f"{asked.seed} {file}"), asked.each)
    ]
    if asked.again:
        lived = asked.again.read_text(encoding="utf-8")
        mutants = [mutant for mutant in mutants if named(mutant) in lived]
    campaign = Campaign(mutants, asked.show)
    files_of_tests = asked.tests or tests()
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:randomly", *files_of_tests], plugins=[campaign])
    print(f"{'file':36}{'mutants':>9}{'killed':>9}{'survived':>10}{'untested':>10}{'score':>8}")
    whole = Counter[str]()
    for file in files:
        print(row(file, campaign.counts[file]))
        whole.update(campaign.counts[file])
    print(row("all", whole))


def named(mutant: Mutant) -> str:
    """The lines by which a change is shown."""
    return f"  - {mutant.was}\n  + {mutant.becomes}"


def row(name: str, counts: Counter[str]) -> str:
    """One line of the table; a mutant that never ends is killed."""
    killed, total = counts["killed"] + counts["timeout"], counts.total()
    score = f"{100 * killed / total:.0f} %" if total else "-"
    return f"{name:36}{total:9}{killed:9}{counts['survived']:10}{counts['untested']:10}{score:>8}"


if __name__ == "__main__":
    main()
