"""Both sides of the rules' edges: points, what the table becomes, draws and rounds."""

from dataclasses import replace

import pytest
from rule_rows import PUNG_THEN_DRAW, D, T, chow, kong, promoted, pung, rule, tail

from engine.journal.amend import folded
from engine.judge.deal_points import ready_counts, settle
from engine.judge.draws import has_cause
from engine.judge.rounds import SWAPS, final_scores, players_in_round, swapped
from engine.judge.ruling import ruling
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.table.apply import apply, new_table
from engine.table.events import (
    DealDrawn,
    DeclaredReady,
    DiceRolled,
    FlowerDeclared,
    HandsDealt,
    LaidSet,
    StacksTaken,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.fault import fault
from engine.table.seating import with_seat

RIICHI, MCR = "riichi", "mcr"

# points


@rule("S001-29")
def test_counters_and_sticks_go_to_the_nearest_of_two_winners(at):
    hands = {1: "234m456p678s2255z", 2: "345m456p678s55z77p"}
    opening = [D(0, "9m"), T(1), D(1, "9m"), T(2), D(2, "9m"), T(3), D(3, "5z")]
    bare = at(RIICHI, *opening[:-1], hands={**hands, 1: "234m456p678s2255z", 2: "345m456p678s5577z"})
    state = apply(bare, opening[-1])
    wins = [Won(2, "5z", 3), Won(1, "5z", 3)]
    plain = settle(state, [*opening, *wins]).payments
    assert plain[1] > 0
    assert plain[2] > 0
    paid = settle(replace(state, honba=2, riichi_sticks=3), [*opening, *wins]).payments
    assert [one - other for one, other in zip(paid, plain, strict=True)] == [0, 600 + 3000, 0, -600]


@rule("S001-64")
@pytest.mark.parametrize(
    ("rules", "ended_by", "counts"),
    [
        (load_ruleset(RIICHI), "exhaustive", True),
        (load_ruleset(RIICHI), "nagashi_mangan", True),
        (load_ruleset(RIICHI), "four_winds", False),
        (load_ruleset(RIICHI), "won", False),
        (load_ruleset(RIICHI), None, False),
        (load_ruleset(MCR), "exhaustive", False),
        (load_ruleset("beginner"), "exhaustive", False),
        (replace(load_ruleset(MCR), dealer_after_draw="stays_if_ready"), "exhaustive", True),
        (replace(load_ruleset(MCR), draw_payment=3000), "exhaustive", True),
    ],
)
def test_who_was_ready_counts_only_where_it_pays_or_keeps_the_deal(rules, ended_by, counts):
    assert ready_counts(rules, ended_by) is counts


def test_the_result_of_a_game_without_return_points_is_the_points_alone():
    assert final_scores(load_ruleset(MCR), (40, -10, -10, -20)) == (40.0, -10.0, -10.0, -20.0)
    totals = (40_000, 10_000, 30_000, 20_000)
    assert final_scores(load_ruleset("riichi_classic"), totals) == totals


def test_all_eight_flowers_win_alone_only_where_the_table_says_so(at):
    flowers = parse_tiles("12345678f")
    own = {"flowers": flowers, "standing": parse_tiles("123m456p789s1144z")}
    table = with_seat(at(MCR, D(0, "1z")), 1, **own)
    won = Won(1, "1z", 0)
    named = {pattern.name for pattern in score_win(table, won).patterns}
    assert "eight_flowers" not in named
    assert score_win(table, Won(1, "8f")).reason is not None
    rules = replace(load_ruleset("hong_kong"), all_flowers_win=True)
    score = score_win(replace(table, rules=rules), Won(1, "8f"))
    assert [pattern.name for pattern in score.patterns] == ["eight_flowers"]
    assert score.points == score.seat_payments[1] > 0


def test_a_win_on_a_tile_nobody_read_is_not_scored_but_says_why(at):
    state = with_seat(at(MCR), 0, standing=parse_tiles("123m456p789s11122z"))
    assert score_win(state, Won(0, None)).reason == "unknown_tiles"


def test_a_warning_costs_nobody_anything(at):
    state = at(RIICHI)
    told = ruling(state, fault(state, "tile_put_back", 1).event())
    assert told.payments == (0, 0, 0, 0)
    assert not told.costs
    assert not told.is_dead


# what the table becomes


@rule("S004-26")
@rule("S002-16")
@pytest.mark.parametrize(("rules", "throws"), [(MCR, 2), ("beginner", 1), (RIICHI, 1)])
def test_the_wall_is_broken_after_the_last_throw(rules, throws):
    state = apply(new_table(load_ruleset(rules)), WallBuilt())
    for _ in range(throws):
        assert state.phase == "rolling"
        state = apply(state, DiceRolled(0, (3, 4)))
    assert state.phase == "breaking"
    assert apply(apply(state, WallBroken(0, 7)), DiceRolled(1, (1, 1))).phase == "dealing"


def test_hands_told_stack_by_stack_are_not_dealt_from_the_wall_again():
    state = folded(new_table(load_ruleset(MCR)), [WallBuilt(), WallBroken(0, 10)])
    told = apply(apply(state, StacksTaken(0, 0, 11)), HandsDealt(0))
    assert len(told.seats[0].standing) == 4
    assert told.wall.tiles_left == 140
    hands = tuple(parse_tiles("123456789m12345p")[: 14 if seat == 0 else 13] for seat in range(4))
    known = apply(apply(state, StacksTaken(0, 0, 11)), HandsDealt(0, hands))
    assert tuple(seat.standing for seat in known.seats) == hands
    assert apply(state, HandsDealt(0)).wall.tiles_left == 144 - 53


@rule("G-06")
@pytest.mark.parametrize(("kind", "paid"), [("triple_win", 0), ("exhaustive", 1), ("four_winds", 1)])
def test_the_last_declarers_stick_is_laid_unless_his_discard_was_won_on(at, kind, paid):
    state = at(RIICHI, DeclaredReady(0), D(0, "5p", True), DealDrawn(kind))
    assert state.riichi_sticks == paid
    assert state.seats[0].score == 25_000 - 1_000 * paid


def test_every_flower_owes_one_replacement_and_a_drawn_deal_owes_none(at):
    state = at(MCR, FlowerDeclared(0, "1f"), FlowerDeclared(0, "2f"))
    assert (state.replacements_owed, state.owes) == (2, "replacement")
    one = apply(state, tail(0))
    assert (one.replacements_owed, one.owes) == (1, "replacement")
    assert (apply(one, tail(0)).replacements_owed, apply(one, tail(0)).owes) == (0, "discard")
    assert apply(state, DealDrawn()).replacements_owed == 0


def test_the_newest_discard_is_the_one_that_a_claim_takes(at):
    before = [D(0, "1m"), T(1), D(1, "2z"), T(2), D(2, "2z"), T(3), D(3, "2z"), T(0), D(0, "9p")]
    river = at(MCR, *before, pung(2, 0, "9p")).seats[0].river
    assert [(each.tile, each.claimed_by) for each in river] == [("1m", None), ("9p", 2)]


@rule("S001-56")
def test_a_robbed_kong_is_the_pung_it_was(at):
    state = at(RIICHI, *PUNG_THEN_DRAW, promoted(1, "3p"))
    robbed = apply(state, Won(2, "3p", 1))
    (pung_again,) = robbed.seats[1].melds
    (before,) = at(RIICHI, *PUNG_THEN_DRAW).seats[1].melds
    assert (pung_again.kind, pung_again.tiles, pung_again.giver) == (before.kind, before.tiles, before.giver)
    inside = at(MCR, *PUNG_THEN_DRAW, promoted(1, "3p"), Won(2, "3p", 1)).seats[1].melds[0]
    assert (inside.kind, inside.tiles, inside.claimed_index) == ("pung", ("3p",) * 3, before.claimed_index)


def test_a_set_said_as_it_lies_stays_as_it_lies(at):
    chowed = [D(0, "4m"), chow(1, 0, "4m", "345m"), D(1, "9p")]
    (lies,) = at(MCR, *chowed).seats[1].melds
    said = Won(1, "1z", 2, melds=(LaidSet("chow", parse_tiles("345m"), 0),))
    won = at(MCR, *chowed, T(2), D(2, "1z"), said)
    assert won.seats[1].melds == (lies,)
    other = Won(1, "1z", 2, melds=(LaidSet("chow", parse_tiles("456m"), 0),))
    assert at(MCR, *chowed, T(2), D(2, "1z"), other).seats[1].melds[0].tiles == parse_tiles("456m")


# draws and rounds


@rule("G-06")
@pytest.mark.parametrize(
    ("hand", "is_cause"),
    [("19m19p19s123z22233m", True), ("19m19p19s12z222333m", False), (None, True)],
    ids=["nine kinds", "eight kinds", "not known"],
)
def test_nine_kinds_of_terminals_in_the_first_move_end_the_deal(at, hand, is_cause):
    state = at(RIICHI, hands={0: hand} if hand else None)
    assert has_cause(state, "nine_terminals") is is_cause
    later = [D(0, "1m"), T(1), D(1, "2z"), T(2), D(2, "2z"), T(3), D(3, "2z"), T(0)]
    assert not has_cause(at(RIICHI, *later), "nine_terminals")
    assert not has_cause(at(RIICHI, D(0, "2z"), pung(1, 0, "2z"), D(1, "3z"), T(2)), "nine_terminals")


@rule("S000-25")
def test_three_can_win_only_where_there_is_a_tile_to_win_on(at):
    assert not has_cause(at(RIICHI), "triple_win")
    assert has_cause(at(RIICHI, D(0, "1z")), "triple_win")
    assert has_cause(at(RIICHI, *PUNG_THEN_DRAW, promoted(1, "3p")), "triple_win")
    assert not has_cause(at(RIICHI, D(0, "1z"), kong(2, 0, "1z")), "triple_win")


@rule("S004-93")
@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("wind", range(4))
def test_chairs_are_changed_by_places_counted_from_who_dealt_first(wind, first):
    players = players_in_round(wind, first)
    assert sorted(players) == [0, 1, 2, 3]
    by_place = [(players[(first + place) % 4] - first) % 4 for place in range(4)]
    assert tuple(by_place) == players_in_round(wind)
    assert swapped((3, 2, 1, 0), SWAPS[0], 0) != (3, 2, 1, 0)
