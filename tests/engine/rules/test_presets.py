"""What distinguishes the rule sets clubs ask for, played through the engine's own doors."""

from dataclasses import replace

import pytest
from rule_rows import D, T, chow, dead, ended, kong, names, own_kong, rule

from engine.judge.claims import claims, resolve
from engine.judge.deal_points import settle
from engine.judge.draws import due_draw
from engine.judge.rounds import final_scores, game_over
from engine.judge.ruling import ruling
from engine.notation import parse_tiles
from engine.practice.chance.deal import RandomDeal
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.table.events import DeclaredReady, DoraRevealed, FaultFound, Won
from engine.table.fault import fault
from engine.table.tile_set import all_tiles
from engine.table.wall import break_place, full_wall

RIICHI = ("ema_riichi", "jpml_a", "mahjong_soul", "riichi", "wrc_riichi")
PINFU = "234m456p678s55s34p"
"""Ready for 2p and 5p."""


def by_name(score):
    return {pattern.name: pattern.value for pattern in score.patterns}


def score_of(at, name, hand, before, win, ura=(), **facts):
    rules = load_ruleset(name) if isinstance(name, str) else name
    state = replace(at(rules, *before, hands={1: hand}), **facts)
    return score_win(state, win, before, parse_tiles(ura) if ura else ())


DECLARED = [DoraRevealed("1z"), D(0, "1z"), T(1, "9m"), DeclaredReady(1), D(1, "9m", True), T(2), D(2, "5p")]


@pytest.mark.parametrize(
    ("name", "ippatsu", "ura"), [(name, name != "jpml_a", name != "jpml_a") for name in RIICHI]
)
def test_only_jpml_a_knows_no_ippatsu_and_no_ura_dora(at, name, ippatsu, ura):
    before = [D(0, "9s"), T(1), D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "9s"), T(0), *DECLARED[1:]]
    names_found = by_name(score_of(at, name, PINFU, [DECLARED[0], *before], Won(1, "5p", 2), ura="4s"))
    assert ("ippatsu" in names_found) is ippatsu
    assert ("ura_dora" in names_found) is ura


@pytest.mark.parametrize(
    ("name", "concealed", "claimed", "later"),
    [
        ("ema_riichi", set(), set(), {"indicator_missing"}),
        ("wrc_riichi", set(), set(), {"indicator_missing"}),
        ("riichi", set(), {"indicator_early"}, set()),
        ("mahjong_soul", set(), {"indicator_early"}, set()),
        ("jpml_a", {"indicator_extra"}, {"indicator_extra"}, set()),
    ],
)
def test_a_kongs_indicator_is_turned_when_the_rule_set_says(at, name, concealed, claimed, later):
    first = DoraRevealed("1m")
    assert names(at(name, first, own_kong(0, "3p")), DoraRevealed("2m")) == concealed
    before = [first, D(0, "1z"), kong(2, 0, "1z")]
    assert names(at(name, *before), DoraRevealed("2m")) == claimed
    assert names(at(name, *before, dead(2)), D(2, "9p")) == later


@rule("S001-29")
@pytest.mark.parametrize(
    ("name", "two", "three"),
    [
        ("ema_riichi", 2, 3),
        ("mahjong_soul", 2, 3),
        ("riichi", 2, 0),
        ("wrc_riichi", 1, 1),
        ("jpml_a", 1, 1),
    ],
)
def test_how_many_win_on_one_discard(at, name, two, three):
    hands = dict.fromkeys((1, 2, 3), "123m456m789m11p23s")
    state = at(name, D(0, "1s"), hands=hands)
    asked = tuple(claim for claim in claims(state) if claim.kind == "win")
    assert len(asked) == 3
    assert len(resolve(state.rules, asked[:2]).taken) == two
    assert len(resolve(state.rules, asked).taken) == three


@pytest.mark.parametrize(("name", "second"), [("ema_riichi", 600), ("mahjong_soul", 0)])
def test_in_ema_each_winner_is_paid_the_counters(at, name, second):
    state = at(name, D(0, "1s"), hands=dict.fromkeys((1, 2), "123m456m789m11p23s"))
    wins = [Won(1, "1s", 0), Won(2, "1s", 0)]
    without = settle(state, [D(0, "1s"), *wins]).payments
    counted = settle(replace(state, honba=2), [D(0, "1s"), *wins]).payments
    assert [now - then for now, then in zip(counted, without, strict=True)] == [
        -600 - second,
        600,
        second,
        0,
    ]


@pytest.mark.parametrize(
    ("name", "points"),
    [("ema_riichi", 7700), ("jpml_a", 7700), ("mahjong_soul", 7700), ("riichi", 7700), ("wrc_riichi", 8000)],
)
def test_only_wrc_rounds_four_han_of_thirty_up_to_mangan(at, name, points):
    quiet = [D(0, "9m"), T(1), D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "9s"), T(0), D(0, "9s")]
    ready = [T(1, "1m"), DeclaredReady(1), D(1, "1m", True), T(2), D(2, "1z"), T(3), D(3, "1z"), T(0)]
    later = [D(0, "2z"), T(1), D(1, "2z"), T(2), D(2, "5s")]
    before = [DoraRevealed("1z"), *quiet, *ready, *later]
    score = score_of(at, name, "223344m567p34s88s", before, Won(1, "5s", 2))
    assert by_name(score) == {"riichi": 1, "pinfu": 1, "tanyao": 1, "iipeikou": 1}
    assert (score.value, score.fu, score.points) == (4, 30, points)


@pytest.mark.parametrize(
    ("name", "times"),
    [("ema_riichi", 1), ("jpml_a", 1), ("wrc_riichi", 1), ("riichi", 3), ("mahjong_soul", 5)],
)
def test_how_often_several_yakuman_in_one_hand_are_paid(at, name, times):
    # All honours, big four winds and four concealed pungs, waiting for the pair alone.
    before = [DoraRevealed("1m"), D(0, "9m"), T(1), D(1, "9s"), T(2), D(2, "5z")]
    score = score_of(at, name, "111222333444z5z", before, Won(1, "5z", 2))
    assert (score.yakuman, score.points) == (times, times * 32_000)


@pytest.mark.parametrize(
    ("name", "mangan"), [(name, name not in ("riichi", "mahjong_soul")) for name in RIICHI]
)
def test_a_win_before_the_first_draw_is_a_mangan_where_that_is_played(at, name, mangan):
    hand = "123m456p789s55z12p"
    score = score_of(at, name, hand, [D(0, "3p")], Won(1, "3p", 0))
    assert score.is_win is mangan
    if mangan:
        assert (by_name(score), score.points) == ({"renhou": 5}, 8000)


@pytest.mark.parametrize(
    ("name", "fu"),
    [("ema_riichi", 40), ("wrc_riichi", 40), ("jpml_a", 50), ("riichi", 50), ("mahjong_soul", 50)],
)
def test_what_a_pair_of_the_double_wind_is_worth(at, name, fu):
    # 20, 10 for the closed hand and 8 for the pung of ones; the pair of East adds two or four.
    before = [DoraRevealed("5m"), DeclaredReady(0), D(0, "9m", True), T(1), D(1, "5s")]
    state = at(name, *before, hands={0: "111m234p678p11z34s9m"})
    assert score_win(state, Won(0, "5s", 1), before).fu == fu


@pytest.mark.parametrize(
    ("name", "totals", "results"),
    [
        ("ema_riichi", (42_000, 33_000, 25_000, 20_000), (27.0, 8.0, -10.0, -25.0)),
        ("wrc_riichi", (42_000, 33_000, 25_000, 20_000), (27.0, 8.0, -10.0, -25.0)),
        ("ema_riichi", (35_000, 35_000, 30_000, 20_000), (15.0, 15.0, -5.0, -25.0)),
        ("mahjong_soul", (40_000, 30_000, 20_000, 10_000), (30.0, 10.0, -10.0, -30.0)),
        ("mahjong_soul", (35_000, 35_000, 20_000, 10_000), (25.0, 15.0, -10.0, -30.0)),
        ("jpml_a", (50_000, 29_000, 21_000, 20_000), (32.0, -2.0, -12.0, -18.0)),
        ("jpml_a", (40_000, 35_000, 25_000, 20_000), (18.0, 9.0, -9.0, -18.0)),
        ("jpml_a", (40_000, 36_000, 34_000, 10_000), (18.0, 9.0, 5.0, -32.0)),
        ("jpml_a", (30_000, 30_000, 30_000, 30_000), (0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_what_a_game_counts_for(name, totals, results):
    rules = load_ruleset(name)
    assert final_scores(rules, totals) == pytest.approx(results)
    assert sum(results) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("name", "over"),
    [
        ("ema_riichi", False),
        ("wrc_riichi", False),
        ("jpml_a", False),
        ("mahjong_soul", True),
        ("riichi", True),
    ],
)
def test_who_has_less_than_nothing_ends_the_game_only_online(name, over):
    state = ended(name, winners=(1,))
    seats = (replace(state.seats[0], score=-100), *state.seats[1:])
    assert game_over(replace(state, seats=seats)) is over


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ema_riichi", set()), ("jpml_a", set()), ("riichi", {"four_winds"}), ("mahjong_soul", {"four_winds"})],
)
def test_four_winds_stop_the_deal_only_online(at, name, expected):
    acts = [D(0, "1z"), *[act for seat in (1, 2, 3) for act in (T(seat), D(seat, "1z"))]]
    drawn = due_draw(at(name, *acts))
    assert ({drawn.kind} if drawn else set()) == expected


@pytest.mark.parametrize("name", ["ema_riichi", "wrc_riichi", "jpml_a"])
def test_a_chombo_costs_twenty_thousand_off_the_result_and_the_deal_is_dealt_again(at, name):
    state = at(name, D(0, "9s"))
    found: FaultFound = fault(state, "false_win", 2).event()
    follows = ruling(state, found)
    assert (follows.consequence, follows.payments, follows.off_result) == ("chombo", (0, 0, 0, 0), 20_000)
    assert follows.is_redealt


@pytest.mark.parametrize(("name", "allowed"), [(name, name == "jpml_a") for name in RIICHI])
def test_in_jpml_a_the_other_end_of_the_run_may_go(at, name, allowed):
    state = at(name, D(0, "3m"), chow(1, 0, "3m", "345m"))
    assert names(state, D(1, "6m")) == (set() if allowed else {"swap_call"})
    assert names(state, D(1, "3m")) == {"swap_call"}


@pytest.mark.parametrize(
    ("name", "reds"), [(name, 3 if name in ("riichi", "mahjong_soul") else 0) for name in RIICHI]
)
def test_red_fives_are_played_online_only(name, reds):
    assert sum(tile[0] == "0" for tile in all_tiles(load_ruleset(name))) == reds


def test_mcr_without_flowers_has_seventeen_stacks_and_breaks_by_them(at):
    rules = load_ruleset("mcr_no_flowers")
    assert [len(side) for side in full_wall(rules).heights] == [17] * 4
    assert full_wall(rules).tiles_left == len(all_tiles(rules)) == 136
    # 6 and 12: the sixth side from East is South's; the 18th stack is the first of the side clockwise.
    place, with_flowers = (break_place(load_ruleset(each), 0, (6, 12)) for each in ("mcr_no_flowers", "mcr"))
    assert (place.side, place.stack) == (0, 1)
    assert (with_flowers.side, with_flowers.stack) == (1, 18)
    assert "flowers_not_used" in names(at(rules), D(0, "1f"))
    assert rules.minimum == 8


@pytest.mark.parametrize("name", ["ema_riichi", "wrc_riichi", "mahjong_soul", "jpml_a", "mcr_no_flowers"])
@pytest.mark.parametrize("seed", range(4))
def test_random_deals_of_the_new_rule_sets_have_no_fault(name, seed):
    deal = RandomDeal(load_ruleset(name), 500 + seed)
    assert deal.play().phase == "ended"
    assert deal.found == []
