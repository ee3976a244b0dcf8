"""Every numbered rule has a test that carries its number and asks the rules, not a table of constants."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = Path(__file__).with_name("rule_numbers.txt").read_text().split()
NOT_TESTABLE = {
    "S004-Q2": "the picture the question asks about is missing from the source",
    "S004-Q8": "the picture the question asks about is missing from the source",
}
MARKING = {"rule", "row", "ruled", "case"}
"""The names by which tests carry numbers: the mark itself, and the words of `rule_rows`."""
DOORS = {
    *("apply", "folded", "faults", "claims", "resolve", "next_events", "replay", "replay_deal", "settle"),
    *("score_win", "score_case", "score_hand", "score_line", "lying_faults", "next_deal", "game_over"),
    *("final_scores", "infer"),
}
"""Where the rules are asked: a test of a rule calls one of them, by itself or through the helpers it uses."""
FIXTURES = {"at": "apply", "referee": "apply", "Room": "apply"}
"""Fixtures and classes that lead to such a door."""
NO_DOOR = {
    **dict.fromkeys(
        ("S002-02", "S002-03", "S002-04", "S004-15"),
        "how tiles are drawn: the drawn faces and the text of tiles are looked at",
    ),
    **dict.fromkeys(("S004-16", "S004-Q1", "S004-Q3"), "about the set of tiles, not about an act"),
    "S004-21": "where things lie: the camera's layout is asked",
}
"""Rules whose test asks none of `DOORS`, and why that proves them all the same."""


@cache
def parsed(path):
    return ast.parse(path.read_text())


def files():
    return sorted(ROOT.rglob("test_*.py"))


@cache
def marked_tests():
    """(number, file, test function) for every number that a test carries, in its own marks or in a table of
    rows that it names."""
    return tuple(_marked_tests())


def _marked_tests():
    for path in files():
        tables = {
            target.id: node.value
            for node in parsed(path).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for function in ast.walk(parsed(path)):
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                for number in _numbers(function.decorator_list, tables):
                    yield number, path, function


def _numbers(nodes, tables):
    found, left, seen = set(), list(nodes), set()
    while left:
        for node in ast.walk(left.pop()):
            if isinstance(node, ast.Call) and _called(node) in MARKING:
                found.update(
                    each
                    for argument in node.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                    for each in argument.value.split()
                )
            if isinstance(node, ast.Name) and node.id in tables and node.id not in seen:
                seen.add(node.id)
                left.append(tables[node.id])
    return found


def _called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


@cache
def doors_of(path, function):
    """The doors a test goes through: what it calls, what the helpers it calls call, its fixtures."""
    helpers = {}
    shared = [folder / name for folder in path.parents[:2] for name in ("conftest.py", "rule_rows.py")]
    for file in (*shared, path):
        if file.is_file():
            helpers |= {
                each.name: each for each in ast.walk(parsed(file)) if isinstance(each, ast.FunctionDef)
            }
    found, left, seen = set(), [function], set()
    while left:
        for node in ast.walk(left.pop()):
            name = (
                _called(node) if isinstance(node, ast.Call) else getattr(node, "id", getattr(node, "arg", ""))
            )
            if name in DOORS:
                found.add(name)
            if name in FIXTURES:
                found.add(FIXTURES[name])
            if name in helpers and name not in seen:
                seen.add(name)
                left.append(helpers[name])
    return found


def test_every_numbered_rule_has_a_test():
    covered = {number for number, _, _ in marked_tests()} | NOT_TESTABLE.keys()
    assert [number for number in NUMBERS if number not in covered] == []


def test_every_rules_test_asks_the_rules():
    asking = {number for number, path, function in marked_tests() if doors_of(path, function)}
    told = asking | NOT_TESTABLE.keys() | NO_DOOR.keys()
    assert [number for number in NUMBERS if number not in told] == []


def test_only_rules_that_need_a_reason_have_one():
    asking = {number for number, path, function in marked_tests() if doors_of(path, function)}
    assert set(NO_DOOR) <= set(NUMBERS)
    assert sorted(asking & NO_DOOR.keys()) == []


def test_what_is_not_testable_is_a_known_number_without_a_test():
    assert set(NOT_TESTABLE) <= set(NUMBERS)
    assert not {number for number, _, _ in marked_tests()} & set(NOT_TESTABLE)


def test_the_list_of_numbers_has_no_number_twice():
    assert len(NUMBERS) == len(set(NUMBERS)) == 298
