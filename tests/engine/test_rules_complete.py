"""Every numbered rule has a test that carries its number."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NUMBERS = Path(__file__).with_name("rule_numbers.txt").read_text().split()
NOT_TESTABLE = {
    "S004-Q2": "the picture the question asks about is missing from the source",
    "S004-Q8": "the picture the question asks about is missing from the source",
}
MARKING = {"rule", "row", "ruled", "case"}
"""The names by which tests carry numbers: the mark itself, and the words of `rule_rows`."""


def marked_numbers():
    """Every number that any test file gives to one of `MARKING`."""
    found = set()
    for path in ROOT.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and _called(node) in MARKING:
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found.update(argument.value.split())
    return found


def _called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_every_numbered_rule_has_a_test():
    covered = marked_numbers() | NOT_TESTABLE.keys()
    assert [number for number in NUMBERS if number not in covered] == []


def test_what_is_not_testable_is_a_known_number_without_a_test():
    assert set(NOT_TESTABLE) <= set(NUMBERS)
    assert not marked_numbers() & set(NOT_TESTABLE)


def test_the_list_of_numbers_has_no_number_twice():
    assert len(NUMBERS) == len(set(NUMBERS)) == 298
