"""The moment after a discard: who called what and when, and who gets the tile (S004-83..88, G-09)."""

from dataclasses import replace
from itertools import permutations

import pytest

from engine.judge.claim_window import GATHER_S, LONGEST_WAIT_S, RULES, Called, ClaimWindow, rule_of
from engine.rules import load_ruleset
from engine.table.events import ClaimAwarded, ClaimRefused

MCR, RIICHI = load_ruleset("mcr"), load_ruleset("riichi")
DOUBLES, CLASSIC = load_ruleset("doubles"), load_ruleset("riichi_classic")


def window(*calls, rules=MCR, giver=0, is_kong=False):
    """A window on seat 0's 5p, opened at 100 s; calls are (seat, call, seconds after)."""
    opened = ClaimWindow(rules, giver, "5p", 100.0, is_kong)
    for seat, call, after_s in calls:
        opened = opened.hear(seat, call, 100.0 + after_s)
    return opened


def awarded(decided):
    return [(event.seat, event.call) for event in decided if isinstance(event, ClaimAwarded)]


def refused(decided):
    return [(event.seat, event.call, event.reason) for event in decided if isinstance(event, ClaimRefused)]


ROWS = [
    ("nobody", MCR, (), 9.0, [], []),
    ("a pung is open until 3 s", MCR, [(2, "pung", 0.5)], 2.9, [], []),
    ("a pung at 3 s", MCR, [(2, "pung", 0.5)], 3.0, [(2, "pung")], []),
    ("a pung in the last moment", MCR, [(2, "pung", 3.0)], 3.0, [(2, "pung")], []),
    ("a pung after 3 s is void", MCR, [(2, "pung", 3.1)], 9.0, [], []),
    ("an early chow is held", MCR, [(1, "chow", 0.2)], 2.9, [], []),
    ("an early chow is had at 3 s", MCR, [(1, "chow", 0.2)], 3.0, [(1, "chow")], []),
    ("a chow after 3 s", MCR, [(1, "chow", 5.0)], 5.0, [(1, "chow")], []),
    ("a chow from the wrong side", MCR, [(2, "chow", 1.0)], 9.0, [], []),
    ("pung before chow", MCR, [(1, "chow", 0.2), (3, "pung", 2.0)], 3.0, [(3, "pung")],
     [(1, "chow", "set_first")]),
    ("win before pung", MCR, [(3, "pung", 0.2), (2, "win", 2.0)], 3.0, [(2, "win")],
     [(3, "pung", "win_first")]),
    ("the nearer of two wins", MCR, [(3, "win", 0.2), (1, "win", 2.9)], 3.0, [(1, "win")],
     [(3, "win", "nearer")]),
    ("both wins if all win", RIICHI, [(3, "win", 0.2), (1, "win", 0.9)], 2.2, [(1, "win"), (3, "win")], []),
    ("a kong before a pung", RIICHI, [(1, "pung", 0.1), (2, "kong", 0.4)], 2.1, [(2, "kong")],
     [(1, "pung", "kong_first")]),
    ("the nearest win waits for nobody", MCR, [(1, "win", 0.4)], 0.4, [(1, "win")], []),
    ("all others have passed", MCR, [(2, "pung", 0.4), (1, "pass", 0.5), (3, "pass", 0.6)], 0.6,
     [(2, "pung")], []),
    ("passing does not hurry a chow", MCR, [(1, "chow", 0.4), (2, "pass", 0.5), (3, "pass", 0.6)], 2.9,
     [], []),
    ("a call taken back", MCR, [(2, "pung", 0.4), (2, "pass", 0.9)], 9.0, [], []),
    ("wait lengthens nothing where there is a clock", MCR, [(2, "pung", 0.4), (1, "wait", 0.5)], 3.0,
     [(2, "pung")], []),
    ("the first call opens a moment", RIICHI, [(2, "pung", 7.0)], 7.0 + GATHER_S - 0.1, [], []),
    ("and then it is had", RIICHI, [(2, "pung", 7.0)], 7.0 + GATHER_S, [(2, "pung")], []),
    ("wait holds it where there is no clock", RIICHI, [(2, "pung", 1.0), (1, "wait", 1.5)], 9.0, [], []),
    ("but not for ever", RIICHI, [(2, "pung", 1.0), (1, "wait", 1.5)], 1.5 + LONGEST_WAIT_S,
     [(2, "pung")], []),
    ("three wins break the deal off", RIICHI, [(1, "win", 0.1), (2, "win", 0.2), (3, "win", 0.3)], 0.3, [],
     [(1, "win", "triple_win"), (2, "win", "triple_win"), (3, "win", "triple_win")]),
    ("in doubles the nearest win waits for the other two", DOUBLES, [(1, "win", 0.1)], 0.3, [], []),
    ("and so do the two nearest", DOUBLES, [(1, "win", 0.1), (2, "win", 0.2)], GATHER_S, [], []),
    ("all three win in doubles", DOUBLES, [(3, "win", 0.1), (1, "win", 0.2), (2, "win", 0.3)], 0.3,
     [(1, "win"), (2, "win"), (3, "win")], []),
    ("two and one who passes: the nearest", DOUBLES, [(3, "win", 0.1), (2, "win", 0.2), (1, "pass", 0.3)],
     0.3, [(2, "win")], [(3, "win", "nearer")]),
    ("a third who stays silent: the nearest, in time", DOUBLES, [(3, "win", 0.1), (2, "win", 0.2)],
     0.1 + GATHER_S, [(2, "win")], [(3, "win", "nearer")]),
    ("both wins wait for a third", CLASSIC, [(3, "win", 0.2), (1, "win", 0.9)], 2.1, [], []),
    ("and both are had then", CLASSIC, [(3, "win", 0.2), (1, "win", 0.9)], 2.2, [(1, "win"), (3, "win")], []),
    ("all three win where nothing is broken off", CLASSIC,
     [(3, "win", 0.2), (1, "win", 0.9), (2, "win", 1.0)], 1.0, [(1, "win"), (2, "win"), (3, "win")], []),
    ("two wins wait for a third", RIICHI, [(1, "win", 0.1), (2, "win", 0.2)], 0.3, [], []),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "calls", "at_s", "wins", "loses"), [row[1:] for row in ROWS],
                         ids=[row[0] for row in ROWS])  # fmt: skip
def test_who_gets_the_tile_and_when(rules, calls, at_s, wins, loses):
    decided = window(*calls, rules=rules).decided(100.0 + at_s)
    assert awarded(decided) == wins
    assert refused(decided) == loses


@pytest.mark.rule("S001-29")
@pytest.mark.rule("S000-25")
@pytest.mark.parametrize("order", list(permutations((1, 2, 3))), ids=str)
@pytest.mark.parametrize("times", [(0.0, 0.1, 0.2), (0.0, 0.9, 1.8), (1.0, 2.9, 2.9)], ids=str)
@pytest.mark.parametrize(
    ("rules", "winners", "expected"),
    [
        (RIICHI, 2, "both"),
        (RIICHI, 3, "nobody"),
        (CLASSIC, 2, "both"),
        (CLASSIC, 3, "all"),
        (DOUBLES, 2, "nearest"),
        (DOUBLES, 3, "all"),
        (MCR, 2, "nearest"),
        (MCR, 3, "nearest"),
    ],
    ids=lambda value: value.name if hasattr(value, "name") else str(value),
)
def test_who_wins_depends_on_who_called_in_time_and_not_on_when(rules, winners, expected, order, times):
    calls = [(seat, "win", at_s) for seat, at_s in zip(order[:winners], times, strict=False)]
    wants = sorted(seat for seat, _, _ in calls)
    wins = {"both": wants, "all": wants, "nearest": wants[:1], "nobody": []}[expected]
    outcomes = set()
    for step in range(60):
        now_s = step / 10
        heard = [call for call in calls if call[2] <= now_s]
        decided = window(*heard, rules=rules).decided(100.0 + now_s)
        if decided:
            outcomes.add(tuple(awarded(decided)))
            break
    if rules is not MCR or len(heard) == winners:
        assert outcomes == {tuple((seat, "win") for seat in wins)}
    else:
        assert outcomes == {((1, "win"),)}, "nobody can go before the nearest"


@pytest.mark.parametrize(
    ("seat", "call", "at_s", "reason"),
    [
        (0, "pung", 1.0, "own_discard"),
        (2, "chow", 1.0, "chow_not_from_left"),
        (2, "pung", 3.2, "too_late"),
        (2, "win", 3.2, "too_late"),
    ],
)
def test_what_can_get_nothing_is_told_at_once_with_its_rule(seat, call, at_s, reason):
    assert window().why_not(Called(seat, call, 100.0 + at_s)) == reason
    assert rule_of(reason, MCR).startswith("S004")


def test_a_kong_just_shown_can_only_be_robbed():
    robbed = window((2, "win", 0.5), is_kong=True)
    assert awarded(robbed.decided(103.0)) == [(2, "win")]
    assert window(is_kong=True).why_not(Called(2, "pung", 100.5)) == "nothing_to_claim"


def test_every_reason_has_a_rule_in_every_rule_set():
    for rules in (MCR, RIICHI, replace(MCR, sources=("S000",))):
        assert all(rule_of(reason, rules) for reason in RULES)


def test_a_reason_from_a_foreign_file_has_a_number_too():
    assert rule_of("because", MCR) == "G-09"
