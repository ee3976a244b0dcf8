"""Ready at a draw: who declared riichi shows a ready hand; one not ready or not shown is found."""

from dataclasses import replace

import pytest
from rule_rows import D, T, dead, names, own_kong, rule, with_wall

from engine.judge.faults import faults
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.table.events import DealDrawn, DeclaredReady

READY = "123m456m789m11p23s"
NOTEN = "123m456m789m15p27s"
DECLARED = [D(0, "9p"), T(1, "9p"), DeclaredReady(1), D(1, "9p", True), T(2), D(2, "9p")]
NONE = ((), (), (), ())


def drawn(at, hand=None, rules="riichi", before=DECLARED):
    return with_wall(at(rules, *before, hands={1: hand} if hand else None), 14)


def shown(hand, seat=1):
    return tuple(parse_tiles(hand) if number == seat else () for number in range(4))


@rule("S001-67")
@pytest.mark.parametrize("kind", ["exhaustive", "nagashi_mangan"])
def test_a_riichi_hand_that_is_shown_and_is_not_ready_is_found(at, kind):
    found = names(drawn(at), DealDrawn(kind, None, shown(NOTEN)))
    assert found - {"abort_without_cause"} == {"riichi_hand_not_ready"}


@rule("S001-67")
def test_a_known_riichi_hand_that_is_not_ready_is_found_whether_or_not_it_is_shown(at):
    assert names(drawn(at, NOTEN), DealDrawn()) == {"riichi_hand_not_ready"}
    assert names(drawn(at, NOTEN), DealDrawn("exhaustive", (1,))) == {"riichi_hand_not_ready"}


@rule("S001-67")
@pytest.mark.parametrize(
    "event",
    [
        DealDrawn("exhaustive", ()),
        DealDrawn("exhaustive", (0,), shown(READY, 0)),
        DealDrawn("exhaustive", None, NONE),
    ],
)
def test_a_riichi_hand_that_nobody_shows_is_found(at, event):
    found = [each for each in faults(drawn(at), event) if each.name.startswith("riichi")]
    assert [(each.name, each.seat, each.rule) for each in found] == [("riichi_hand_not_shown", 1, "S001-67")]


@rule("S001-67")
@pytest.mark.parametrize(
    "event",
    [DealDrawn(), DealDrawn("exhaustive", (1,), shown(READY)), DealDrawn("exhaustive", None, shown(READY))],
)
def test_a_riichi_hand_shown_ready_or_not_asked_for_has_no_fault(at, event):
    assert names(drawn(at), event) == set()


@pytest.mark.parametrize("kind", ["four_kongs", "four_winds", "nine_terminals", "triple_win"])
def test_a_deal_that_is_broken_off_shows_no_hand(at, kind):
    found = names(drawn(at, NOTEN), DealDrawn(kind, None, NONE))
    assert not {name for name in found if name.startswith("riichi")}


def test_four_riichi_show_all_four_hands(at):
    before = [
        act for seat in range(4) for act in (T(seat), DeclaredReady(seat), D(seat, f"{seat + 1}p", True))
    ][1:]
    state = at("riichi", *before)
    hands = tuple(parse_tiles(READY if seat else NOTEN) for seat in range(4))
    assert names(state, DealDrawn("four_ready", None, hands)) & {"riichi_hand_not_ready"}
    others = (parse_tiles(READY.replace("23s", "24s")), *hands[1:])
    assert not names(state, DealDrawn("four_ready", None, others)) & {"riichi_hand_not_ready"}


def test_the_ready_hand_need_not_be_shown_without_riichi(at):
    state = with_wall(at("riichi_classic", D(0, "9p"), T(1), D(1, "9p")), 14)
    assert names(state, DealDrawn("exhaustive", ())) == set()


def test_what_it_costs_is_the_rule_sets(at):
    usual = next(iter(faults(drawn(at, NOTEN), DealDrawn())))
    assert usual.consequence == "chombo"
    rules = replace(load_ruleset("riichi"), consequences=(("riichi_hand_not_ready", "dead_hand"),))
    assert next(iter(faults(drawn(at, NOTEN, rules), DealDrawn()))).consequence == "dead_hand"


def test_a_wait_held_in_the_own_kong_is_a_riichi_without_a_wait(at):
    before = [D(0, "9s"), T(1, "5z"), own_kong(1, "3m"), dead(1, "9m"), DeclaredReady(1), D(1, "9m", True)]
    strict = replace(load_ruleset("riichi"), ready_on_own_kong=False)
    found = names(drawn(at, "3333m12m789p456s5z", strict, before), DealDrawn())
    assert "riichi_hand_not_ready" in found
