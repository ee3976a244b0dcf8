"""The numbered rules of S004, told and laid: words, sets as they lie, flowers, tile counts."""

from dataclasses import replace

import pytest
from rule_rows import (
    PUNG_THEN_DRAW,
    D,
    T,
    case,
    chow,
    kong,
    names,
    own_kong,
    promoted,
    pung,
    rule,
    ruled,
    tail,
    with_wall,
)

from engine.announce import announce
from engine.journal.amend import folded
from engine.judge.claims import PossibleClaim, resolve
from engine.judge.faults_lying import lying_faults
from engine.judge.legal import next_events
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import DealDrawn, FlowerDeclared, Won
from engine.table.expected import expected
from engine.table.fault import fault
from engine.table.reading import SeenMeld
from engine.table.seating import held_count
from engine.table.state import GameState

MCR = "mcr"
READY = "123m456m789m11p23s"
F = FlowerDeclared


@rule("S004-05")
def test_standing_tiles_are_those_outside_melded_sets(at):
    state = at(MCR, D(0, "1z"), pung(2, 0, "1z"), D(2, "9m"))
    assert len(state.seats[2].standing) == 10
    assert expected(state).seats[2].standing == 10


@rule("S004-07")
@rule("S004-54")
@rule("S004-55")
def test_which_sets_are_melded_and_which_concealed(at):
    acts = {
        "chow": [D(0, "3m"), chow(1, 0, "3m", "345m")],
        "pung": [D(0, "3m"), pung(1, 0, "3m")],
        "melded_kong": [D(0, "3m"), kong(1, 0, "3m")],
        "promoted_kong": [*PUNG_THEN_DRAW, promoted(1, "3p")],
        "concealed_kong": [D(0, "9p"), T(1), own_kong(1, "9m")],
    }
    for kind, events in acts.items():
        meld = at(MCR, *events).seats[1].melds[0]
        assert meld.kind == kind
        assert (meld.giver is None) == (kind == "concealed_kong")


@rule("S004-08")
def test_only_a_melded_pung_can_change_and_only_into_a_kong(at):
    state = at(MCR, *PUNG_THEN_DRAW)
    assert [meld.kind for meld in apply(state, promoted(1, "3p")).seats[1].melds] == ["promoted_kong"]
    put_back = fault(state, "tile_put_back", 1, "3p")
    assert put_back.rule == "S004-08"


@rule("S004-09")
@rule("S004-49")
def test_a_move_begins_with_a_tile_and_ends_with_a_discard(at):
    started = [
        (at(MCR), "deal"),
        (at(MCR, D(0, "1z"), T(1)), "draw"),
        (at(MCR, D(0, "1z"), pung(1, 0, "1z")), "claim"),
        (at(MCR, D(0, "1z"), T(1), own_kong(1, "9m"), tail(1)), "replacement"),
        (at(MCR, D(0, "1z")), None),
    ]
    assert [state.move_began for state, _ in started] == [began for _, began in started]


@rule("S004-14")
@rule("S004-40")
@rule("S004-53")
def test_all_eight_are_flowers_and_outside_the_fourteen(at):
    flowers = [event for number in range(1, 9) for event in (F(0, f"{number}f"), tail(0))]
    state = at(MCR, *flowers)
    assert len(state.seats[0].flowers) == 8
    assert held_count(state.seats[0]) == 14
    assert all(names(at(MCR), F(0, f"{number}f")) == set() for number in range(1, 9))


@rule("S004-41")
@rule("S004-53")
def test_only_the_winner_scores_his_flowers(at):
    plain = at(MCR, D(0, "9s"), hands={2: "111m222m333m44p99s"})
    others = at(MCR, F(1, "1f"), tail(1), D(0, "9s"), hands={2: "111m222m333m44p99s"})
    own = at(MCR, F(2, "1f"), tail(2), D(0, "9s"))
    won = Won(2, "9s", 0, parse_tiles("111m222m333m44p99s"))
    value = score_win(plain, won).value
    assert (score_win(others, won).value, score_win(own, won).value) == (value, value + 1)


@rule("S004-45")
@rule("S004-56")
def test_words_must_be_said_for_everything_but_drawing_and_discarding(at):
    spoken = {
        "flower": (at(MCR), F(0, "1f")),
        "chow": (at(MCR, D(0, "3m")), chow(1, 0, "3m", "345m")),
        "pung": (at(MCR, D(0, "3m")), pung(1, 0, "3m")),
        "kong.claimed": (at(MCR, D(0, "3m")), kong(1, 0, "3m")),
        "won.discard": (at(MCR, D(0, "3m")), Won(1, "3m", 0)),
    }
    for key, (state, event) in spoken.items():
        assert announce(state, event, apply(state, event))[0].key == key
    assert fault(at(MCR), "claim_not_announced", 1).rule == "S004-56"


@rule("S004-46")
@rule("S004-43")
def test_the_table_is_told_to_exchange_and_east_moves_when_all_have(at):
    state = at(MCR, F(3, "1f"), tail(3))
    assert (state.turn, state.owes, state.phase) == (0, "discard", "flowers")
    assert apply(state, D(0, "1z")).phase == "playing"


@rule("S004-56")
@rule("S004-57")
def test_what_may_be_declared_after_a_discard(at):
    kinds = {type(event).__name__ for event in next_events(at(MCR, D(0, "3m")))}
    assert kinds == {"TileDrawn", "ChowClaimed", "PungClaimed", "KongClaimed", "Won"}


@rule("S004-13")
@pytest.mark.parametrize("tiles", ["567z", "123z", "123f", "12m3s"])
def test_what_has_no_order_makes_no_chow(at, tiles):
    tile = parse_tiles(tiles)[0]
    assert "not_a_chow" in names(at(MCR, D(0, tile)), chow(1, 0, tile, tiles))


@rule("S004-61")
@rule("S004-74")
@rule("S004-78")
def test_all_four_tiles_of_a_concealed_kong_lie_face_down_at_the_right(at):
    meld = expected(at(MCR, own_kong(0, "9m"))).seats[0].melds[0]
    assert (meld.face_down, [tile.turned for tile in meld.tiles]) == ((0, 1, 2, 3), [False] * 4)


@rule("S004-71")
def test_a_flower_is_not_turned(at):
    assert [tile.turned for tile in expected(at(MCR, F(0, "1f"))).seats[0].flowers] == [False]


@rule("S004-62")
@rule("S004-76")
@pytest.mark.parametrize(("giver", "turned"), [(0, 0), (3, 1), (2, 3)])
def test_the_added_tile_lies_inside_and_the_turned_one_keeps_its_place(at, giver, turned):
    """Seat 1 owns the pung: 0 is its left, 3 opposite, 2 its right."""
    order = [D(0, "1z"), T(1), D(1, "1s"), T(2), D(2, "2z"), T(3), D(3, "3z")]
    up_to = {0: [], 2: [*order[:3], T(2)], 3: [*order[:5], T(3)]}[giver]
    state = at(MCR, *up_to, D(giver, "3p"), pung(1, giver, "3p"))
    state = folded(state, [D(1, "9s"), T(2), D(2, "8s"), T(3), D(3, "8s"), T(0), D(0, "7s"), T(1)])
    meld = expected(apply(state, promoted(1, "3p"))).seats[1].melds[0]
    assert [place for place, tile in enumerate(meld.tiles) if tile.turned] == [turned]
    assert meld.face_down == ()


@rule("S004-65")
@rule("S004-70")
def test_the_winning_tile_is_shown_turned_when_it_was_anothers(at):
    state = apply(at(MCR, D(0, "1s"), hands={3: READY}), Won(3, "1s", 0, parse_tiles(READY)))
    shown = expected(state).seats[3].revealed
    assert [(tile.tile, tile.turned) for tile in shown][-1] == ("1s", True)
    assert state.phase == "ended"


@rule("S004-67")
def test_declared_sets_lie_apart_and_only_they_are_displayed(at):
    hands = {0: "111m222p333s44z55z6z7z"}
    concealed = at(MCR, hands=hands)
    looked = expected(concealed)
    assert lying_faults(concealed, looked) == ()
    shown = SeenMeld(expected(at(MCR, D(3, "1m"), pung(0, 3, "1m"))).seats[0].melds[0].tiles)
    seats = (replace(looked.seats[0], melds=(shown,)), *looked.seats[1:])
    displayed = replace(looked, seats=seats)
    found = lying_faults(concealed, displayed)
    assert [(each.name, each.seat, each.rule) for each in found] == [("undeclared_set_shown", 0, "S004-67")]
    assert lying_faults(concealed, replace(displayed, hidden=frozenset({"melds:0"}))) == ()
    # Once it is declared the same look has no fault.
    declared = folded(concealed, [D(0, "7z"), T(1), D(1, "1m"), pung(0, 1, "1m")])
    assert lying_faults(declared, expected(declared)) == ()


@rule("S004-69")
def test_a_kong_is_declared_and_laid_before_its_replacement_is_taken(at):
    discarded = at(MCR, D(0, "1z"), hands={2: "111z234m567p88s99s"})
    assert names(discarded, tail(2)) == {"out_of_turn"}
    assert names(discarded, kong(2, 0, "1z")) == set()
    laid = apply(discarded, kong(2, 0, "1z"))
    # Only the claimed tile is turned (S004-75); the replacement comes last, then the discard.
    turned = [place for place, tile in enumerate(expected(laid).seats[2].melds[0].tiles) if tile.turned]
    assert turned == [1]
    assert names(laid, tail(2, "9s")) == set()
    assert names(laid, D(2, "9s")) == {"replacement_missing"}
    drawn_first = apply(discarded, tail(2, "9s"))
    assert "claim_of_dead_tile" in names(drawn_first, kong(2, 0, "1z"))


@rule("S004-69")
@pytest.mark.parametrize("name", ["own_tiles_not_shown_first", "tile_taken_into_hand"])
def test_what_only_people_see_of_the_order_is_entered_and_told(at, name):
    state = at(MCR, D(0, "1z"), pung(2, 0, "1z"))
    entered = fault(state, name, 2, "1z").event()
    told = dict(announce(state, entered, apply(state, entered))[0].values)
    assert (told["rule"], told["fault"], told["seat"], told["consequence"]) == ("S004-69", name, 2, "warning")
    assert apply(state, entered).seats == state.seats


@pytest.mark.parametrize(
    ("asking", "taken"),
    [
        case("S004-83", [(1, "chow"), (2, "pung"), (3, "win")], [3]),
        case("S004-83", [(1, "chow"), (2, "kong")], [2]),
        case("S004-84", [(3, "win"), (2, "win"), (1, "win")], [1]),
        case("S004-84", [(3, "win"), (2, "win")], [2]),
    ],
)
def test_who_gets_a_discard_that_several_ask_for(asking, taken):
    asked = tuple(PossibleClaim(seat, 0, kind, "5m") for seat, kind in asking)
    assert [claim.seat for claim in resolve(load_ruleset(MCR), asked).taken] == taken


@rule("S004-86")
def test_who_cannot_take_a_tile_ends_the_deal_in_a_draw(at):
    state = with_wall(at(MCR, D(0, "1z")), 0)
    assert next_events(state)[0] == DealDrawn()
    assert names(state, DealDrawn()) == set()


@pytest.mark.parametrize(
    ("numbers", "events", "seat", "count"),
    [
        pytest.param(*each, marks=ruled(each[0]), id=each[0] + str(number))
        for number, each in enumerate(
            [
                ("S004-98", [D(0, "1z"), pung(2, 0, "1z"), D(2, "9m")], 2, 13),
                ("S004-98", [D(0, "1z"), kong(2, 0, "1z"), tail(2), D(2, "9m")], 2, 13),
                ("S004-99", [D(0, "1z"), T(1)], 1, 14),
                ("S004-99", [D(0, "1z"), T(1), D(1, "9m")], 1, 13),
                ("S004-100", [D(0, "1z"), T(1), F(1, "1f")], 1, 13),
                ("S004-100", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], 1, 14),
                ("S004-101", [own_kong(0, "9m")], 0, 13),
                ("S004-101", [own_kong(0, "9m"), tail(0)], 0, 14),
                ("S004-101", [*PUNG_THEN_DRAW, promoted(1, "3p")], 1, 13),
                ("S004-101", [*PUNG_THEN_DRAW, promoted(1, "3p"), tail(1)], 1, 14),
                ("S004-102", [D(0, "9p"), T(1)], 1, 14),
            ]
        )
    ],
)
def test_how_many_tiles_a_seat_holds(at, numbers, events, seat, count):
    state: GameState = at(MCR, *events)
    assert held_count(state.seats[seat]) == count


@rule("S004-103")
def test_a_wrong_count_kills_the_hand_and_the_deal_goes_on(at):
    state = at(MCR, own_kong(0, "9m"))
    found = fault(state, "replacement_missing", 0)
    assert found.consequence == "dead_hand"
    after = folded(state, [D(0, "1m"), found.event()])
    assert after.seats[0].is_dead_hand
    assert after.phase == "playing"


@rule("S004-102")
@rule("S004-64")
def test_at_hu_there_are_fourteen_tiles(at):
    drawn = at(MCR, D(0, "9p"), T(1, "1s"), hands={1: READY})
    assert held_count(apply(drawn, Won(1, "1s")).seats[1]) == 14
    given = apply(at(MCR, D(0, "1s"), hands={1: READY}), Won(1, "1s", 0))
    assert len(expected(given).seats[1].revealed) == 14
