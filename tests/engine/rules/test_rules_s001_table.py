"""The numbered rules of S001 as they lie on the table: discards, claims, sets, and how a deal ends."""

from dataclasses import replace

import pytest
from explained import explained
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
    rule,
    with_wall,
)

from engine.journal.amend import folded
from engine.judge.claims import PossibleClaim, claims, resolve
from engine.judge.deal_points import ready_seats, settle
from engine.judge.faults_lying import lying_faults
from engine.judge.legal import laid, next_events
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.shape import RIICHI_SHAPES, waits
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import ClaimCalled, DealDrawn, KongDeclared, Won
from engine.table.expected import expected
from engine.table.seating import held_count
from engine.table.wall import live_tiles_left, tail_place

CLASSIC = "riichi_classic"
READY = "123m456m789m11p23s"
"""Thirteen tiles that wait for 1s and 4s."""


@rule("S001-04")
def test_only_sets_with_anothers_tile_are_melded(at):
    state = at(CLASSIC, D(0, "1z"), pung(1, 0, "1z"), own_kong(1, "9m"))
    kinds = [(meld.kind, meld.giver) for meld in state.seats[1].melds]
    assert kinds == [("pung", 0), ("concealed_kong", None)]


@rule("S001-08")
def test_a_discard_needs_no_word(at):
    said = ClaimCalled(2, "pass")
    silent = [D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "3z"), T(3)]
    for number, event in enumerate(silent):
        assert names(at(CLASSIC, *silent[:number]), event, 1.0) == set()
        assert names(at(CLASSIC, *silent[:number], said), event, 1.0) == set()
    spoken = [each for event in silent for each in (event, said)]
    assert at(CLASSIC, *spoken) == at(CLASSIC, *silent)


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
    look = expected(state)
    assert [seat.revealed is not None for seat in look.seats] == [False, False, True, False]
    assert lying_faults(state, look) == ()
    seats = list(look.seats)
    hidden = replace(look, seats=(*seats[:2], replace(seats[2], revealed=None, standing=13), seats[3]))
    found = [(each.name, each.rule, each.seat) for each in lying_faults(state, hidden)]
    assert found == [("hand_not_shown", "S001-13", 2)]
    both = replace(look, seats=(*seats[:3], replace(seats[3], revealed=seats[2].revealed, standing=None)))
    found = [(each.name, each.rule, each.seat) for each in lying_faults(state, both)]
    assert found == [("hand_tile_exposed", "S001-13", 3)]


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
    who = {
        kind: {claim.seat for claim in claims(state) if claim.kind == kind}
        for kind in ("pung", "kong", "win")
    }
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
        before = [
            D(0, "9m"),
            *[each for seat in range(1, giver) for each in (T(seat), D(seat, "9s"))],
            T(giver),
        ]
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
def test_only_a_concealed_kong_counts_among_three_concealed_triplets(at):
    hand, seen = "999m111p333s23m55z", {}
    deals = {
        "concealed": [T(1, "9m"), own_kong(1, "9m"), dead(1, "4z"), D(1, "4z")],
        "claimed": [T(1, "4z"), D(1, "4z"), T(2), D(2, "9m"), kong(1, 2, "9m"), dead(1, "6z"), D(1, "6z")],
    }
    called = [T(1, "4z"), D(1, "4z"), T(2), D(2, "9m"), pung(1, 2, "9m"), D(1, "2m"), T(2), D(2, "1z")]
    added = [T(3), D(3, "1z"), T(0), D(0, "1z"), T(1, "2m"), promoted(1, "9m"), dead(1, "6z"), D(1, "6z")]
    deals["promoted"] = [*called, *added]
    for kind, deal in deals.items():
        before = [D(0, "9p"), *deal, T(2), D(2, "4m")]
        state = at(CLASSIC, *before, hands={1: hand})
        assert len(state.seats[1].standing) == 10
        score = score_win(state, Won(1, "4m", 2), before)
        seen[kind] = {pattern.name for pattern in score.patterns}, score.fu
        lies = expected(state).seats[1].melds[0]
        assert lies.face_down == ((0, 3) if kind == "concealed" else ())
    assert "sanankou" in seen["concealed"][0]
    assert "sanankou" not in seen["claimed"][0]
    assert seen["claimed"] == seen["promoted"]


@rule("S001-51")
@rule("S001-52")
@pytest.mark.parametrize("down", [(0, 3), (1, 2)], ids=["outer two", "middle two"])
def test_a_concealed_kong_is_recognised_with_the_outer_or_the_middle_tiles_down(at, down):
    before = at(CLASSIC, D(0, "9p"), T(1), hands=None)
    laid = expected(apply(apply(before, own_kong(1, "9m")), dead(1)))
    shown = replace(laid.seats[1].melds[0], face_down=down)
    tiles = tuple(
        replace(tile, tile=None if place in down else "9m", alternatives=())
        for place, tile in enumerate(shown.tiles)
    )
    seats = (laid.seats[0], replace(laid.seats[1], melds=(replace(shown, tiles=tiles),)), *laid.seats[2:])
    seen = replace(laid, seats=seats)
    told = explained(before, seen)
    assert [(each.seat, each.kind, each.tile) for each in told if isinstance(each, KongDeclared)] == [
        (1, "concealed", "9m")
    ]
    state = folded(before, told)
    assert lying_faults(state, seen) == ()


@rule("S001-56")
def test_who_promoted_the_robbed_kong_pays(at):
    before = [
        D(0, "4s"),
        pung(1, 0, "4s"),
        D(1, "4z"),
        T(2),
        D(2, "9s"),
        T(3),
        D(3, "2p"),
        T(0),
        D(0, "2z"),
        T(1),
    ]
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
