"""A dead hand wins nothing, claims nothing, declares nothing and is never ready until the deal ends."""

import pytest
from rule_rows import PUNG_THEN_DRAW, D, T, chow, kong, names, own_kong, promoted, pung, rule, with_wall

from engine.judge.claims import claims
from engine.judge.deal_points import ready_seats, settle
from engine.judge.legal import next_events
from engine.judge.rounds import next_deal
from engine.table.apply import apply
from engine.table.events import DealDrawn, DeclaredReady, KongDeclared, Won
from engine.table.fault import fault

READY = "123m456m789m11p23s"


def dead_at(at, rules, seat, *events, hands=None):
    state = at(rules, *events, hands=hands)
    return apply(state, fault(state, "wrong_count", seat).event())


@rule("S004-103")
@pytest.mark.parametrize("act", [pung(2, 0, "5m"), kong(2, 0, "5m")], ids=["pung", "kong"])
@pytest.mark.parametrize("rules", ["mcr", "riichi", "doubles"])
def test_a_dead_hand_may_not_claim(at, rules, act):
    state = dead_at(at, rules, 2, D(0, "5m"))
    assert names(state, act) == {"claim_with_dead_hand"}
    assert not [claim for claim in claims(state) if claim.seat == 2]


@rule("S004-103")
def test_a_dead_hand_may_not_chow(at):
    assert names(dead_at(at, "mcr", 1, D(0, "5m")), chow(1, 0, "5m", "567m")) == {"claim_with_dead_hand"}


@rule("S004-103")
def test_a_dead_hand_may_not_declare_a_kong(at):
    assert names(dead_at(at, "mcr", 0), own_kong(0, "5m")) == {"claim_with_dead_hand"}
    assert names(dead_at(at, "mcr", 1, *PUNG_THEN_DRAW), promoted(1, "3p")) == {"claim_with_dead_hand"}
    assert not any(isinstance(event, KongDeclared | Won) for event in next_events(dead_at(at, "mcr", 0)))


@rule("S004-103")
def test_a_dead_hand_may_not_declare_ready(at):
    state = dead_at(at, "riichi", 0)
    assert names(state, DeclaredReady(0)) == {"ready_with_dead_hand"}
    assert DeclaredReady(0) not in next_events(state)


@rule("S004-103")
@rule("S001-64")
@pytest.mark.parametrize("told", [None, (0, 2)], ids=["by the tiles", "as the table said"])
def test_a_dead_hand_is_never_paid_as_ready(at, told):
    hands = {0: READY + "9p", 2: READY}
    alive = with_wall(at("riichi_classic", D(0, "9p"), hands=hands), 14)
    assert settle(alive, [DealDrawn("exhaustive", told)]).payments == (1500, -1500, 1500, -1500)
    state = with_wall(dead_at(at, "riichi_classic", 2, D(0, "9p"), hands=hands), 14)
    assert ready_seats(state) == (0,)
    drawn = DealDrawn("exhaustive", told)
    assert settle(state, [drawn]).payments == (3000, -1000, -1000, -1000)
    assert names(state, drawn) == (set() if told is None else {"ready_with_dead_hand"})


@rule("S004-103")
@rule("S001-18")
@pytest.mark.parametrize("told", [None, (0,)], ids=["by the tiles", "as the table said"])
def test_a_dealer_whose_hand_is_dead_passes_the_deal_at_a_draw(at, told):
    state = with_wall(dead_at(at, "riichi_classic", 0, D(0, "9p"), hands={0: READY + "9p"}), 14)
    assert next_deal(apply(state, DealDrawn("exhaustive", told))).dealer == 1


@rule("S004-103")
def test_a_dead_hand_still_draws_and_discards(at):
    state = dead_at(at, "mcr", 1, D(0, "5m"))
    assert names(state, T(1)) == set()
    assert names(apply(state, T(1)), D(1, "9s")) == set()
