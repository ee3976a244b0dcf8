"""One option, one meaning: what a table pays for may be won with, claimed and waited for everywhere."""

from dataclasses import replace

import pytest
from rule_rows import D, T, chow, dead, names, own_kong, pung, rule, with_wall

from engine.judge.claims import claims
from engine.judge.deal_points import ready_seats
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.scoring.worth import winning_waits as waits_of
from engine.table.apply import apply
from engine.table.events import DealDrawn, DeclaredReady, Won

PAIRS = "1199m1199p119s55z"
"""Ready for 9s as seven pairs; as sets four tiles away."""


def with_pairs(price, name="hong_kong"):
    return replace(load_ruleset(name), scoring_options=(("seven_pairs", price),))


def kinds(state, seat):
    return {(claim.kind, claim.own) for claim in claims(state) if claim.seat == seat}


@rule("S002-06")
@pytest.mark.parametrize(
    ("rules", "may"),
    [
        (load_ruleset("hong_kong"), False),
        (with_pairs(4), True),
        (with_pairs("limit"), True),
        (with_pairs(0), False),
        (load_ruleset("doubles"), True),
        (with_pairs(0, "doubles"), False),
        (load_ruleset("riichi"), True),
    ],
    ids=lambda value: value if isinstance(value, bool) else f"{value.name} {value.scoring_options}",
)
def test_seven_pairs_win_where_the_table_pays_for_them_and_nowhere_else(at, rules, may):
    state = at(rules, D(0, "9s"), hands={2: PAIRS})
    won = Won(2, "9s", 0)
    assert ("win" in {kind for kind, _ in kinds(state, 2)}) is may
    assert ("false_win" in names(state, won)) is not may
    assert score_win(state, won).is_win is may
    assert (2 in ready_seats(state)) is may


def test_seven_pairs_are_worth_what_the_house_says(at):
    state = at(with_pairs(4), D(0, "9p"), T(1), D(1, "9s"), hands={2: PAIRS})
    score = score_win(state, Won(2, "9s", 1))
    assert ("seven_pairs", 4) in {(each.name, each.value) for each in score.patterns}


def with_three_pungs(at, rules, last_four, tile):
    """Seat 1 has three pungs on the table and four tiles in hand; seat 0 discards `tile`."""
    acts = []
    for number, called in enumerate(("1z", "2z", "3z")):
        acts += [D(0, called), pung(1, 0, called), D(1, "9m"), T(2), D(2, f"{number + 1}s"), T(3)]
        acts += [D(3, f"{number + 1}s"), T(0)]
    return at(rules, *acts, D(0, tile), hands={1: f"112233z999m{last_four}"})


@pytest.mark.parametrize(
    ("rules", "last_four", "tile", "offered"),
    [
        pytest.param("riichi", "2347p", "1p", True, id="a seven is left"),
        pytest.param("riichi", "2344p", "1p", False, id="both fours are the run's other end"),
        pytest.param("riichi", "2344p", "4p", False, id="both fours are the claimed tile"),
        pytest.param("riichi", "2314p", "1p", False, id="the claimed tile and the other end"),
        pytest.param("riichi_classic", "2344p", "1p", True, id="swap calls are played"),
    ],
)
@rule("G-06")
def test_a_chow_is_offered_only_where_some_discard_is_allowed_after_it(at, rules, last_four, tile, offered):
    state = with_three_pungs(at, rules, last_four, tile)
    assert (("chow", ("2p", "3p")) in kinds(state, 1)) is offered
    run = tuple(sorted(("2p", "3p", tile)))
    after = apply(state, chow(1, 0, tile, run[0][0] + run[1][0] + run[2][0] + "p"))
    allowed = [each for each in set(after.seats[1].standing) if not names(after, D(1, each))]
    assert bool(allowed) is offered


STRICT = replace(load_ruleset("riichi"), ready_on_own_kong=False)
OWN_KONG = [D(0, "9s"), T(1, "5z"), own_kong(1, "3m"), dead(1, "9m")]
HOLDS_ALL = "3333m12m789p456s5z"
"""With the kong laid and 5z drawn: waits for 3m, all four of which lie in its own kong."""


@rule("S001-68")
def test_a_wait_wholly_inside_the_own_kong_is_none(at):
    state = with_wall(at(STRICT, *OWN_KONG, D(1, "9m"), hands={1: HOLDS_ALL}), 14)
    assert 1 not in ready_seats(state)
    assert "not_ready" in names(state, DealDrawn("exhaustive", (1,)))


@rule("S001-54")
def test_riichi_on_a_wait_wholly_inside_the_own_kong_is_not_ready(at):
    assert names(at(STRICT, *OWN_KONG, hands={1: HOLDS_ALL}), DeclaredReady(1)) == {"not_ready"}


def test_riichi_on_another_wait_beside_a_kong_is_ready(at):
    hand = "3333m789p45s1155z"
    state = at("riichi", D(0, "9s"), T(1, "9m"), own_kong(1, "3m"), dead(1, "6s"), hands={1: hand})
    assert names(state, DeclaredReady(1)) == set()


@rule("S001-68")
def test_a_table_may_count_a_wait_inside_the_own_kong_as_ready(at):
    lenient = replace(STRICT, ready_on_own_kong=True)
    state = with_wall(at(lenient, *OWN_KONG, D(1, "9m"), hands={1: HOLDS_ALL}), 14)
    assert 1 in ready_seats(state)
    assert names(state, DealDrawn("exhaustive", (1,))) == set()
    # Four alike in the hand itself are no wait anywhere.
    held = with_wall(at(lenient, D(0, "9s"), T(1), D(1, "9m"), hands={1: "1111m234m567m789m"}), 14)
    assert "1m" not in waits_of(held, 1)


@rule("S001-68")
def test_a_wait_that_only_others_hold_is_still_one(at):
    before = [D(0, "3m"), pung(2, 0, "3m"), D(2, "1z"), T(3), D(3, "3m")]
    state = with_wall(at("riichi", *before, hands={1: "12m789p456s55z777z"}), 14)
    assert 1 in ready_seats(state)
