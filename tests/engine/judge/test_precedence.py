"""The judge after a lower claim was laid, or a tile drawn, while a higher claim still may be made."""

from dataclasses import replace

import pytest
from rule_rows import D, T, case, chow, kong, pung

from engine.journal.amend import folded
from engine.judge.faults import faults
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.table.apply import apply
from engine.table.events import ClaimCalled, DeclaredReady, FaultFound, Won

OUT = "claim_out_of_precedence"
CHOW, PUNG, KONG = chow(1, 0, "5m", "567m"), pung(3, 0, "5m"), kong(2, 0, "5m")
WAITS_5M = "34m111p222s333z66z"


def found(state, event, waited_s=None):
    return {(each.name, each.seat) for each in faults(state, event, waited_s)}


def winner(seat):
    return Won(seat, "5m", 0, parse_tiles(WAITS_5M))


LOWER_FIRST = [
    case("S000-23 S001-28 S004-83", "doubles riichi_classic mcr beginner", CHOW, PUNG, name="pung over chow"),
    case("S000-23 S001-28 S002-40 S003-17 S004-83", "doubles riichi_classic mcr beginner", CHOW, KONG,
         name="kong over chow"),
    case("S000-22 S001-28 S002-40 S003-16 S004-83", "doubles riichi_classic mcr beginner", CHOW, winner(2),
         name="win over chow"),
    case("S000-22 S001-28 S002-40 S003-16 S004-83", "doubles riichi_classic mcr beginner", PUNG, winner(2),
         name="win over pung"),
    case("S001-28", "riichi_classic riichi", PUNG, KONG, name="kong over pung where the text ranks them"),
]  # fmt: skip


def rule_sets(names):
    return [replace(load_ruleset(name), minimum=0) for name in names.split() if name != "riichi"] + [
        load_ruleset("riichi") for name in names.split() if name == "riichi"
    ]


@pytest.mark.parametrize(("names", "lower", "higher"), LOWER_FIRST)
def test_who_claims_rightly_after_a_lower_claim_was_laid_has_no_fault_and_gets_the_tile(
    at, names, lower, higher
):
    for rules in rule_sets(names):
        hands = {2: WAITS_5M} if isinstance(higher, Won) else None
        plain = at(rules, D(0, "5m"), hands=hands)
        laid = apply(plain, lower)
        assert found(laid, higher) == {(OUT, lower.seat)}, rules.name
        after, direct = apply(laid, higher), apply(plain, higher)
        assert after.seats[lower.seat].melds == ()
        assert len(after.seats[lower.seat].standing) == 13
        assert after.seats[0].river[-1].claimed_by == higher.seat
        assert (after.turn, after.phase, after.seats) == (direct.turn, direct.phase, direct.seats)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        case("S000-23 S001-28 S002-40 S003-17 S004-83", PUNG, CHOW, name="chow after a pung"),
        case("S002-40 S003-17", KONG, CHOW, name="chow after a kong"),
    ],
)
def test_who_claims_less_than_what_was_laid_is_the_one_at_fault(at, higher, lower):
    for rules in rule_sets("doubles riichi_classic mcr beginner"):
        assert found(at(rules, D(0, "5m"), higher), lower) == {(OUT, lower.seat)}


@pytest.mark.parametrize("rules", ["doubles", "riichi", "mcr"])
def test_once_the_claimer_has_discarded_the_tile_is_dead(at, rules):
    state = at(rules, D(0, "5m"), CHOW, D(1, "9s"))
    assert found(state, PUNG) == {("claim_of_dead_tile", 3)}
    assert ("win_on_dead_tile", 2) in found(state, winner(2))
    assert apply(state, PUNG).seats[1].melds != ()


@pytest.mark.parametrize(
    ("waited_s", "expected"),
    [
        case("S004-88 S004-83", 2.9, {(OUT, 1)}, name="in time: the chow was too hasty"),
        case("S004-88 S004-83", 3.1, {("claim_too_late", 3), ("claim_of_dead_tile", 3)}, name="too late"),
        case("S004-88 S004-83", None, {(OUT, 1)}, name="nobody knows when"),
    ],
)
@pytest.mark.parametrize(
    "between",
    [(), (ClaimCalled(3, "pung"),), (FaultFound("S004-85", 1, (), "warning", "chow_too_early"),)],
    ids=["at once", "after a call", "after a warning"],
)
def test_the_time_of_a_claim_runs_from_the_discard_whatever_was_told_between(at, waited_s, expected, between):
    state = folded(at("mcr", D(0, "5m"), CHOW), between)
    assert found(state, PUNG, waited_s) == expected


@pytest.mark.parametrize(
    ("waited_s", "expected"),
    [
        case("S004-88 S004-86", 2.0, {("drew_before_claim_time", 1)}, name="in time: the draw was too quick"),
        case("S004-88", 3.1, {("claim_of_dead_tile", 3), ("claim_too_late", 3)}, name="too late"),
        case("S000-30 S004-88", None, {("claim_of_dead_tile", 3)}, name="nobody knows when"),
    ],
)
def test_who_draws_before_the_time_to_claim_is_over_does_so_at_his_own_risk(at, waited_s, expected):
    assert found(at("mcr", D(0, "5m"), T(1)), PUNG, waited_s) == expected


@pytest.mark.parametrize(
    ("before", "act", "waited_s", "expected"),
    [
        case("S004-85", [ClaimCalled(1, "chow")], CHOW, 1.0, {("chow_too_early", 1)}, name="chow, called"),
        case("S004-85", [FaultFound("S004-20", 0, (), "warning", "river_row_wrong")], CHOW, 3.0, set(),
             name="chow after a fault"),
        case("S004-88", [ClaimCalled(3, "pung"), ClaimCalled(1, "pass")], PUNG, 3.1, {("claim_too_late", 3)},
             name="pung after calls"),
        case("S004-88", [FaultFound("S004-20", 0, (), "warning", "river_row_wrong")], winner(2), 2.9, set(),
             name="win after a fault"),
        case("S004-87", [T(1), FaultFound("S004-20", 0, (), "warning", "river_row_wrong")], D(1, "9s"), 10.1,
             {("move_too_slow", 1)}, name="discard after a fault"),
        case("S004-87", [CHOW], D(1, "9s"), 9.9, set(), name="discard after a claim"),
        case("S004-87", [CHOW], D(1, "9s"), 10.1, {("move_too_slow", 1)}, name="slow discard after a claim"),
    ],
)  # fmt: skip
def test_the_clocks_run_whatever_was_told_meanwhile(at, before, act, waited_s, expected):
    state = at(replace(load_ruleset("mcr"), minimum=0), D(0, "5m"), *before, hands={2: WAITS_5M})
    assert found(state, act, waited_s) == expected


@pytest.mark.parametrize("rules", ["doubles", "riichi", "beginner"])
def test_where_no_clock_runs_a_draw_ends_the_claims(at, rules):
    assert found(at(rules, D(0, "5m"), T(1)), PUNG, 1.0) == {("claim_of_dead_tile", 3)}


def test_a_tile_drawn_too_early_goes_back_and_the_claim_is_made_as_if_it_had_not_been_drawn(at):
    before = at("mcr", D(0, "5m"))
    drawn = apply(before, T(1, "9p"))
    [hasty] = faults(drawn, PUNG, 2.0)
    after = folded(drawn, [hasty.event(), PUNG])
    direct = apply(before, PUNG)
    assert (after.seats, after.wall, after.turn) == (direct.seats, direct.wall, direct.turn)
    dismissed = apply(drawn, replace(hasty.event(), verdict="dismissed"))
    assert dismissed == drawn


def test_a_stick_laid_because_the_discard_was_chowed_comes_back_when_it_is_won_on(at):
    before = at("riichi", DeclaredReady(0), D(0, "5m"), hands={2: "34m111p222s333z66z"})
    chowed = apply(before, CHOW)
    assert (chowed.riichi_sticks, chowed.seats[0].score) == (1, 24_000)
    after = apply(chowed, winner(2))
    assert (after.riichi_sticks, after.seats[0].score) == (0, 25_000)
