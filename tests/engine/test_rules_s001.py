"""The numbered rules of S001, the Japanese game: play, claims, kongs, going out."""

from dataclasses import replace

import pytest
from rule_rows import (
    PUNG_THEN_DRAW,
    D,
    T,
    case,
    chow,
    dead,
    kong,
    names,
    own_kong,
    promoted,
    pung,
    row,
    rule,
    with_wall,
)

from engine.apply import apply
from engine.claims import PossibleClaim, claims, resolve
from engine.events import DealDrawn, DeclaredReady, DoraRevealed, KongDeclared, Won
from engine.expected import expected
from engine.legal import laid, next_events
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.shape import RIICHI_SHAPES, is_complete, waits
from engine.scoring.table import score_win
from engine.seating import held_count
from engine.settle import ready_seats, settle
from engine.wall import live_tiles_left, tail_place

CLASSIC = "riichi_classic"
READY = "123m456m789m11p23s"
"""Thirteen tiles that wait for 1s and 4s."""

ROWS = [
    row("east discards first", "S001-07", [], D(0, "1z")),
    row("east does not draw first", "S001-07", [], T(0), "drew_twice"),
    row("south follows east", "S001-06", [D(0, "1z")], T(1)),
    row("west does not follow east", "S001-06", [D(0, "1z")], T(2), "out_of_turn"),
    row("anyone may pung", "S001-10 S001-36", [D(0, "1z")], pung(3, 0, "1z")),
    row("anyone may kong", "S001-10 S001-42", [D(0, "1z")], kong(2, 0, "1z")),
    row("the next may chow", "S001-10 S001-31", [D(0, "5m")], chow(1, 0, "5m", "345m")),
    row("nobody else may chow", "S001-10 S001-27", [D(0, "5m")], chow(2, 0, "5m", "345m"),
        "chow_not_from_left"),
    row("nobody claims: draw and discard", "S001-10", [D(0, "5m"), T(1)], D(1, "9p")),
    row("an older discard is dead", "S001-11", [D(0, "5m"), T(1), D(1, "9p")], pung(2, 0, "5m"),
        "claim_of_dead_tile"),
    row("a drawn-over discard is dead", "S001-11", [D(0, "5m"), T(1)], Won(2, "5m", 0), "win_on_dead_tile"),
    row("nothing after the win", "S001-12", [D(0, "5m"), Won(2, "5m", 0)], T(1), "deal_over"),
    row("a gap chow", "S001-31", [D(0, "3s")], chow(1, 0, "3s", "234s")),
    row("9-1-2 is no chow", "S001-35", [D(0, "9s")], chow(1, 0, "9s", "912s"), "not_a_chow"),
    row("pung then discard", "S001-36", [D(0, "1z"), pung(2, 0, "1z")], D(2, "5m")),
    row("pung then no draw", "S001-36", [D(0, "1z"), pung(2, 0, "1z")], T(2), "drew_after_claim"),
    row("after the claimer", "S001-37", [D(0, "1z"), pung(2, 0, "1z"), D(2, "5m")], T(3)),
    row("one lost his turn", "S001-37", [D(0, "1z"), pung(2, 0, "1z"), D(2, "5m")], T(1), "out_of_turn"),
    row("after the kong's claimer", "S001-43", [D(0, "1z"), kong(2, 0, "1z"), dead(2), D(2, "5m")], T(3)),
    row("skipped by a kong", "S001-43", [D(0, "1z"), kong(2, 0, "1z"), dead(2), D(2, "5m")], T(1),
        "out_of_turn"),
    row("claimed kong", "S001-41", [D(0, "1z")], kong(2, 0, "1z")),
    row("promoted kong", "S001-41 S001-46", PUNG_THEN_DRAW, promoted(1, "3p")),
    row("concealed kong", "S001-41", [], own_kong(0, "3p")),
    row("supplement from the dead wall", "S001-42", [D(0, "1z"), kong(2, 0, "1z")], dead(2)),
    row("no supplement from the live wall", "S001-42", [D(0, "1z"), kong(2, 0, "1z")], T(2), "wrong_end"),
    row("discard after the supplement", "S001-42", [D(0, "1z"), kong(2, 0, "1z"), dead(2)], D(2, "9p")),
    row("no pung grows by a discard", "S001-46", [D(0, "3p"), pung(1, 0, "3p"), D(1, "1z"), T(2), D(2, "3p")],
        kong(1, 2, "3p"), "pung_extended_by_discard fifth_copy"),
    row("promotion in a later turn", "S001-47",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), T(1)],
        promoted(1, "3p")),
    row("no promotion after a claim", "S001-47",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), pung(1, 0, "8s")],
        promoted(1, "3p"), "promotion_after_claim"),
    row("supplement after a promotion", "S001-49", [*PUNG_THEN_DRAW, promoted(1, "3p")], dead(1)),
    row("no discard before it", "S001-49", [*PUNG_THEN_DRAW, promoted(1, "3p")], D(1, "9p"),
        "replacement_missing"),
    row("concealed kong after a pung", "S001-50", [D(0, "8s"), pung(1, 0, "8s")], own_kong(1, "3p")),
    row("concealed kong after a chow", "S001-50", [D(0, "8s"), chow(1, 0, "8s", "789s")], own_kong(1, "3p")),
    row("ready is not declared here", "S001-55", [], DeclaredReady(0), "ready_not_played"),
    row("robbing a promoted kong", "S001-56", [*PUNG_THEN_DRAW, promoted(1, "3p")], Won(3, "3p", 1)),
    row("a claimed kong is not robbed", "S001-57", [D(0, "1z"), kong(2, 0, "1z")], Won(3, "1z", 2),
        "win_on_dead_tile"),
    row("a concealed kong is not robbed", "S001-57", [own_kong(0, "1z")], Won(3, "1z", 0),
        "kong_not_to_be_robbed"),
    row("robbed after the supplement", "S001-59", [*PUNG_THEN_DRAW, promoted(1, "3p"), dead(1)], Won(3,
        "3p", 1)),
    row("not once another kong is declared", "S001-59",
        [*PUNG_THEN_DRAW, promoted(1, "3p"), dead(1), own_kong(1, "9m")], Won(3, "3p", 1),
        "kong_not_to_be_robbed fifth_copy"),
    row("not once he has discarded", "S001-59", [*PUNG_THEN_DRAW, promoted(1, "3p"), dead(1), D(1, "9m")],
        Won(3, "3p", 1), "win_on_dead_tile"),
    row("orphans rob a promoted kong", "S001-58 G-05",
        [D(0, "1m"), pung(1, 0, "1m"), D(1, "4z"), T(2), D(2, "2s"), T(3), D(3, "2s"), T(0), D(0, "2s"),
        T(1, "1m"),
         promoted(1, "1m")],
        Won(3, "1m", 1), "", {3: "99m19p19s1234567z"}),
    row("win on a drawn tile", "S001-54", [D(0, "9p"), T(1, "4s")], Won(1, "4s"), "", {1: READY}),
    row("win on a supplement tile", "S001-54", [D(0, "9p"), T(1, "9s"), own_kong(1, "9s"), dead(1, "4s")],
        Won(1, "4s"), "", {1: "123m456m11p23s999s"}),
    row("win on a discard", "S001-54", [D(0, "4s")], Won(2, "4s", 0), "", {2: READY}),
    row("win by robbing", "S001-54",
        [D(0, "4s"), pung(1, 0, "4s"), D(1, "4z"), T(2), D(2, "9s"), T(3), D(3, "2p"), T(0), D(0, "2z"), T(1),
         promoted(1, "4s")],
        Won(3, "4s", 1), "", {3: READY}),
    row("a run completed by anyone's tile", "S001-34", [D(0, "4s")], Won(3, "4s", 0), "", {3: READY}),
    row("a pung completed by anyone's tile", "S001-40", [D(0, "9s")], Won(3, "9s", 0), "",
        {3: "123m456m789m11p99s"}),
    row("on one's own discarded wait", "S001-30", [T(0), D(0, "9p"), T(1), D(1, "4s"), T(2), D(2, "1s")],
        Won(1, "1s", 2), "win_on_passed_tile", {1: READY}),
    row("on a tile let pass a moment ago", "S001-30", [D(0, "4s"), T(1), D(1, "1z"), T(2), D(2, "1s")],
        Won(3, "1s", 2), "win_on_passed_tile", {3: READY}),
    row("one who lacks a tile is not out", "S001-01", [D(0, "9s")], Won(3, "9s", 0), "false_win", {3: READY}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected", "hands"), ROWS)
def test_an_act_is_judged_as_the_text_says(at, before, event, expected, hands):
    assert names(at(CLASSIC, *before, hands=hands), event) == expected


@pytest.mark.parametrize(
    ("tiles", "melds", "complete"),
    [
        case("S001-01", "123m456p789s111z22z", 0, True, name="fourteen"),
        case("S001-01 S001-53", "123m456p789s22z", 1, True, name="a kong apart counts as a set"),
        case("S001-53", "123m456p789s1111z2z", 0, False, name="four alike undeclared are no set"),
        case("S001-02", "123m456p11z22z33z44z", 0, False, name="four pairs and two sets"),
        case("S001-02", "123m456p789s111z222z", 0, False, name="no pair, fifteen tiles"),
        case("S001-05", "19m19p19s1234567z1z", 0, True, name="thirteen orphans"),
        case("S001-05", "1133m5577p99s1122z", 0, True, name="seven pairs"),
        case("S001-05", "1111m5577p99s1122z", 0, False, name="four alike are not two pairs"),
        case("S001-05", "147m258p369s12345z", 0, False, name="nothing else irregular"),
        case("S001-33", "112233m111p789s55s", 0, True, name="runs that might be pairs"),
        case("S001-39", "111222333m789s55s", 0, True, name="pungs that might be runs"),
    ],
)
def test_what_is_a_winning_hand(tiles, melds, complete):
    assert is_complete(parse_tiles(tiles), melds, RIICHI_SHAPES) is complete


@rule("S001-03")
def test_dora_alone_do_not_make_a_hand_worth_winning(at):
    # 1m 2m 3m melded, no pattern at all, dora in plenty
    before = [
        DoraRevealed("4p"),
        D(0, "3m"),
        chow(1, 0, "3m", "123m"),
        D(1, "4z"),
        T(2),
        D(2, "9s"),
    ]
    state = at("riichi", *before, hands={1: "12m555p234s78s99p4z"})
    won = score_win(state, Won(1, "9s", 2), before)
    assert won.payments is None
    assert won.minimum_met is False


@rule("S001-04")
def test_only_sets_with_anothers_tile_are_melded(at):
    state = at(CLASSIC, D(0, "1z"), pung(1, 0, "1z"), own_kong(1, "9m"))
    kinds = [(meld.kind, meld.giver) for meld in state.seats[1].melds]
    assert kinds == [("pung", 0), ("concealed_kong", None)]


@rule("S001-08")
def test_a_discard_needs_no_word(at):
    assert names(at(CLASSIC), D(0, "1z")) == set()


@rule("S001-09")
def test_discards_lie_in_order_before_each_player(at):
    state = at(CLASSIC, D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "3z"), T(3), D(3, "4z"), T(0), D(0, "5z"))
    assert [[each.tile for each in seat.river] for seat in expected(state).seats] == [
        ["1z", "5z"],
        ["2z"],
        ["3z"],
        ["4z"],
    ]
    assert state.discard_order == (0, 1, 2, 3, 0)


@rule("S001-13")
def test_only_the_winner_shows_his_hand(at):
    state = at(CLASSIC, D(0, "4s"), Won(2, "4s", 0, parse_tiles(READY)))
    shown = [seat.revealed is not None for seat in expected(state).seats]
    assert shown == [False, False, True, False]


@rule("S001-14")
@rule("S001-67")
def test_after_a_draw_those_who_showed_a_ready_hand_are_paid(at):
    state = with_wall(at(CLASSIC, D(0, "1z")), 14)
    drawn = DealDrawn("exhaustive", (2,))
    assert names(state, drawn) == {"not_shown_ready"}
    shown = with_wall(at(CLASSIC, D(0, "1z"), hands={2: READY}), 14)
    assert names(shown, drawn) == set()
    assert settle(shown, [drawn]).payments == (-1000, -1000, 3000, -1000)
    assert settle(shown, [DealDrawn("exhaustive", ())]).payments == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("asking", "taken", "reasons"),
    [
        case("S001-28", [(2, "win"), (3, "kong")], [2], ["win_first"], name="win before kong"),
        case("S001-28", [(2, "pung"), (3, "kong")], [3], ["kong_first"], name="kong before pung"),
        case("S001-28", [(1, "chow"), (3, "pung")], [3], ["set_first"], name="pung before chow"),
        case("S001-29", [(3, "win"), (1, "win"), (2, "win")], [1, 2, 3], [], name="three win"),
        case("S001-29", [(3, "win"), (1, "win")], [1, 3], [], name="two win"),
        case("S001-27", [(2, "chow")], [], ["chow_not_from_left"], name="chow not from the left"),
    ],
)
def test_who_gets_a_discard_that_several_ask_for(asking, taken, reasons):
    asked = tuple(PossibleClaim(seat, 0, kind, "5m") for seat, kind in asking)
    resolution = resolve(load_ruleset(CLASSIC), asked)
    assert [claim.seat for claim in resolution.taken] == taken
    assert [reason for _, reason in resolution.refused] == reasons


@rule("S001-27")
def test_all_three_others_may_claim_and_only_the_next_may_chow(at):
    state = at(CLASSIC, D(0, "5m"))
    who = {kind: {claim.seat for claim in claims(state) if claim.kind == kind} for kind in ("pung", "kong",
        "win")}
    assert who == {"pung": {1, 2, 3}, "kong": {1, 2, 3}, "win": {1, 2, 3}}
    assert {claim.seat for claim in claims(state) if claim.kind == "chow"} == {1}


@rule("S001-31")
@rule("S001-32")
def test_a_chow_lies_in_order_with_the_claimed_tile_turned(at):
    tiles = laid(load_ruleset(CLASSIC), PossibleClaim(1, 0, "chow", "4m", ("3m", "5m")))
    assert tiles == ("3m", "4m", "5m")
    state = at(CLASSIC, D(0, "4m"), chow(1, 0, "4m", "345m"))
    meld = expected(state).seats[1].melds[0]
    assert [tile.turned for tile in meld.tiles] == [False, True, False]


@rule("S001-33")
@rule("S001-39")
def test_only_claims_lay_sets_on_the_table(at):
    state = at(CLASSIC, hands={0: "123m111p456s789s11z"})
    assert state.seats[0].melds == ()
    assert not any(hasattr(event, "tiles") for event in next_events(state))


@pytest.mark.parametrize(
    ("claim", "size"),
    [
        case("S001-38", "pung", 3, name="pung"),
        case("S001-44", "kong", 4, name="kong"),
    ],
)
def test_the_turned_tile_names_its_giver(at, claim, size):
    for giver, place in ((3, 0), (2, 1), (1, size - 1)):
        tiles = laid(load_ruleset(CLASSIC), PossibleClaim(0, giver, claim, "1z", ("1z",) * (size - 1)))
        act = (pung if claim == "pung" else kong)(0, giver, "1z")
        before = [D(0, "9m"), *[each for seat in range(1, giver) for each in (T(seat), D(seat, "9s"))],
        T(giver)]
        state = at(CLASSIC, *before, D(giver, "1z"), act)
        assert len(tiles) == size
        assert state.seats[0].melds[0].claimed_index == place


@rule("S001-48")
def test_the_tile_added_to_a_pung_lies_beside_it(at):
    meld = at(CLASSIC, *PUNG_THEN_DRAW, promoted(1, "3p")).seats[1].melds[0]
    assert (meld.kind, len(meld.tiles), meld.claimed_index) == ("promoted_kong", 4, 0)
    seen = expected(at(CLASSIC, *PUNG_THEN_DRAW, promoted(1, "3p"))).seats[1].melds[0]
    assert seen.face_down == ()
    assert [tile.turned for tile in seen.tiles] == [True, False, False, False]


@rule("S001-45")
def test_only_a_concealed_kong_has_tiles_face_down(at):
    assert expected(at(CLASSIC, D(0, "1z"), kong(2, 0, "1z"))).seats[2].melds[0].face_down == ()
    assert expected(at(CLASSIC, own_kong(0, "1z"))).seats[0].melds[0].face_down == (0, 3)


@rule("S001-51")
@rule("S001-52")
@pytest.mark.parametrize(("custom", "down"), [("outer_down", (0, 3)), ("middle_down", (1, 2))])
def test_two_tiles_of_a_concealed_kong_lie_face_down(at, custom, down):
    rules = replace(load_ruleset(CLASSIC), concealed_kong_face=custom)
    assert expected(at(rules, own_kong(0, "1z"))).seats[0].melds[0].face_down == down


@rule("S001-56")
def test_who_promoted_the_robbed_kong_pays(at):
    before = [D(0, "4s"), pung(1, 0, "4s"), D(1, "4z"), T(2), D(2, "9s"), T(3), D(3, "2p"), T(0), D(0,
        "2z"), T(1)]
    kong_shown = KongDeclared(1, "promoted", "4s")
    state = at(CLASSIC, *before, kong_shown, hands={3: "234m456m678m55p23s"})
    won = score_win(state, Won(3, "4s", 1), [*before, kong_shown])
    assert won.seat_payments is not None
    assert won.seat_payments[1] == -won.seat_payments[3] < 0
    after = apply(state, Won(3, "4s", 1))
    assert [meld.kind for meld in after.seats[1].melds] == ["pung"]


@rule("S001-60")
def test_the_deal_is_drawn_only_when_the_next_cannot_draw(at):
    last_drawn = with_wall(at(CLASSIC, D(0, "1z"), T(1, "9p")), 14)
    assert names(last_drawn, DealDrawn()) == {"drawn_too_early"}
    assert names(last_drawn, D(1, "9p")) == set()
    discarded = apply(last_drawn, D(1, "9p"))
    assert names(discarded, T(2)) == {"wall_empty"}
    assert names(discarded, DealDrawn()) == set()
    assert names(discarded, Won(3, "9p", 1)) == set()


@rule("S001-61")
def test_the_last_discard_may_be_claimed_for_a_set_again_and_again(at):
    state = with_wall(at(CLASSIC, D(0, "1z"), T(1, "9p"), D(1, "9p")), 14)
    assert names(state, pung(3, 1, "9p")) == set()
    state = apply(apply(state, pung(3, 1, "9p")), D(3, "2s"))
    assert names(state, pung(1, 3, "2s")) == set()
    assert names(state, DealDrawn()) == set()


@rule("S001-62")
def test_the_dead_wall_stays_at_fourteen(at):
    state = at(CLASSIC)
    assert live_tiles_left(state.rules, state.wall) == 136 - 53 - 14
    after = apply(apply(state, own_kong(0, "3p")), dead(0))
    assert live_tiles_left(after.rules, after.wall) == 136 - 53 - 14 - 1
    assert tail_place(after.wall) is not None


@rule("S001-63")
def test_a_kong_on_an_empty_wall_ends_the_deal(at):
    state = with_wall(at(CLASSIC, D(0, "1z"), T(1, "9p")), 14)
    assert names(state, own_kong(1, "9p")) == set()
    after = apply(state, own_kong(1, "9p"))
    assert names(after, dead(1)) == {"wall_empty"}
    assert names(after, DealDrawn()) == set()
    assert DealDrawn() in next_events(after)


@rule("S001-68")
def test_ready_at_a_draw_is_a_matter_of_shape_alone(at):
    # 1s and 4s: no pattern needed, and it does not matter that others hold all of them
    before = [D(0, "4s"), T(1), D(1, "4s"), T(2), D(2, "4s")]
    state = at(CLASSIC, *before, hands={3: READY, 0: "1111s4s333z555z666z"})
    assert 3 in ready_seats(state)
    assert set(waits(parse_tiles(READY), 0, RIICHI_SHAPES)) == {"1s", "4s"}


@rule("S001-45")
@rule("S004-98")
def test_a_kong_counts_as_three_tiles(at):
    state = at(CLASSIC, own_kong(0, "3p"), dead(0))
    assert held_count(state.seats[0]) == 14
