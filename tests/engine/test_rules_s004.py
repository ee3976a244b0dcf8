"""The numbered rules of S004: flowers, moves, declarations, kongs, clocks, tile counts."""

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
    row,
    rule,
    ruled,
    tail,
    with_wall,
)

from engine.amend import folded
from engine.announce import announce
from engine.apply import apply
from engine.claims import PossibleClaim, resolve
from engine.events import DealDrawn, FaultFound, FlowerDeclared, Won
from engine.expected import expected
from engine.fault import fault
from engine.legal import next_events
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.seating import held_count
from engine.state import GameState

MCR = "mcr"
READY = "123m456m789m11p23s"
F = FlowerDeclared
EXCHANGED = [F(0, "1f"), tail(0), F(1, "2f"), tail(1)]

ROWS = [
    row("flower in the own move", "S004-39 S004-58", [D(0, "1z"), T(1)], F(1, "1f")),
    row("flower in another's move", "S004-39 S004-58", [D(0, "1z"), T(1)], F(2, "1f"), "flower_out_of_turn"),
    row("flower before drawing", "S004-39", [D(0, "1z")], F(1, "1f"), "flower_out_of_turn"),
    row("replacement from the back end", "S004-39", [D(0, "1z"), T(1), F(1, "1f")], tail(1)),
    row("replacement from the live end", "S004-39", [D(0, "1z"), T(1), F(1, "1f")], T(1), "wrong_end"),
    row("a flower discarded", "S004-42", [], D(0, "1f")),
    row("exchange: East first", "S004-43", [], F(0, "1f")),
    row("exchange: then South", "S004-43", [F(0, "1f"), tail(0)], F(1, "2f")),
    row("exchange: East again after South", "S004-43 S004-50", EXCHANGED, F(0, "3f"), "not_in_first_move"),
    row("exchange: South after West", "S004-43", [F(2, "2f"), tail(2)], F(1, "3f"), "exchange_out_of_order"),
    row("exchange: three at once", "S004-43", [F(1, "1f"), F(1, "2f")], F(1, "3f")),
    row("exchange: three replacements", "S004-43", [F(1, "1f"), F(1, "2f"), F(1, "3f"), tail(1), tail(1)],
        tail(1)),
    row("exchange: a fourth replacement", "S004-43",
        [F(1, "1f"), F(1, "2f"), F(1, "3f"), tail(1), tail(1), tail(1)], tail(1), "out_of_turn"),
    row("exchange: a flower drawn as replacement", "S004-44", [F(1, "1f"), tail(1, "2f")], F(1, "2f")),
    row("after North, East moves", "S004-46", [F(3, "1f"), tail(3)], D(0, "1z")),
    row("later one at a time", "S004-47", [D(0, "1z"), T(1), F(1, "1f"), tail(1, "2f")], F(1, "2f")),
    row("the initial move needs no draw", "S004-49", EXCHANGED, T(0), "drew_twice"),
    row("initial move: discard", "S004-50", EXCHANGED, D(0, "1z")),
    row("initial move: Hu", "S004-50 S004-89", EXCHANGED, Won(0, "1z")),
    row("initial move: concealed kong", "S004-50", EXCHANGED, own_kong(0, "9m")),
    row("initial move: flower", "S004-50", EXCHANGED, F(0, "5f"), "not_in_first_move"),
    row("initial move: promoted kong", "S004-50", EXCHANGED, promoted(0, "9m"), "no_pung_to_promote"),
    row("initial move: chi", "S004-50", EXCHANGED, chow(0, 3, "3m", "345m"),
        "claim_of_dead_tile wrong_count"),
    row("flower after its concealed kong", "G-07", [*EXCHANGED, own_kong(0, "9m"), tail(0)], F(0, "5f")),
    row("other moves: take a tile", "S004-51", [D(0, "1z"), T(1)], D(1, "2z")),
    row("other moves: not without", "S004-51", [D(0, "1z")], D(1, "2z"), "discard_without_draw"),
    row("after an unclaimed discard the next", "S004-52", [D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "3z")],
        T(3)),
    row("North is followed by East", "S004-52",
        [D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "3z"), T(3), D(3, "4z")], T(0)),
    row("a set in the own move", "S004-57", [D(0, "1z"), T(1)], own_kong(1, "9m")),
    row("a set in another's move", "S004-57", [D(0, "1z"), T(1)], own_kong(2, "9m"), "kong_out_of_turn"),
    row("a set after a discard", "S004-57", [D(0, "1z")], pung(3, 0, "1z")),
    row("Hu after a discard", "S004-57 S004-65", [D(0, "1s")], Won(3, "1s", 0), "", {3: READY}),
    row("Hu in another's move", "S004-57", [D(0, "1z"), T(1)], Won(3, "1s"), "win_out_of_move"),
    row("Hu in another's move by robbing", "S004-57 S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p")],
        Won(3, "3p", 1)),
    row("a second flower after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], F(1, "2f")),
    row("a kong after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], own_kong(1, "9m")),
    row("a Hu after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], Won(1, "9m")),
    row("a discard after a flower", "S004-58", [D(0, "1z"), T(1), F(1, "1f"), tail(1)], D(1, "9m")),
    row("chi after the left player's discard", "S004-59", [D(0, "3m")], chow(1, 0, "3m", "345m")),
    row("chi after the opposite's discard", "S004-59", [D(0, "3m")], chow(2, 0, "3m", "345m"),
        "chow_not_from_left"),
    row("chi, then no draw", "S004-59", [D(0, "3m"), chow(1, 0, "3m", "345m")], T(1), "drew_after_claim"),
    row("chi, then no kong", "S004-59", [D(0, "3m"), chow(1, 0, "3m", "345m")], own_kong(1, "9m"),
        "kong_after_claim"),
    row("chi, then no flower", "S004-59", [D(0, "3m"), chow(1, 0, "3m", "345m")], F(1, "1f"),
        "flower_after_claim"),
    row("pung after any discard", "S004-60", [D(0, "1z")], pung(3, 0, "1z")),
    row("pung, then discard", "S004-60", [D(0, "1z"), pung(3, 0, "1z")], D(3, "9m")),
    row("pung, then no kong", "S004-60", [D(0, "1z"), pung(3, 0, "1z")], own_kong(3, "9m"),
        "kong_after_claim"),
    row("concealed kong: flower next", "S004-61", [own_kong(0, "9m"), tail(0)], F(0, "1f")),
    row("concealed kong: kong next", "S004-61", [own_kong(0, "9m"), tail(0)], own_kong(0, "1m")),
    row("concealed kong: Hu next", "S004-61", [own_kong(0, "9m"), tail(0)], Won(0, "1m")),
    row("concealed kong: discard next", "S004-61", [own_kong(0, "9m"), tail(0)], D(0, "1m")),
    row("promoted kong: replacement", "S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p")], tail(1)),
    row("promoted kong: goes on", "S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p"), tail(1)], own_kong(1,
        "9m")),
    row("after robbing the deal is over", "S004-62", [*PUNG_THEN_DRAW, promoted(1, "3p"), Won(3, "3p", 1)],
        tail(1),
        "deal_over"),
    row("melded kong after any discard", "S004-63 S004-79", [D(0, "1z")], kong(2, 0, "1z")),
    row("melded kong needs three in hand", "S004-79", [D(0, "1z")], kong(2, 0, "1z"), "tile_not_held",
        {2: "11z123456m789p22s"}),
    row("melded kong: goes on", "S004-63", [D(0, "1z"), kong(2, 0, "1z"), tail(2)], own_kong(2, "9m")),
    row("Hu in the own move", "S004-64", [D(0, "9p"), T(1, "1s")], Won(1, "1s"), "", {1: READY}),
    row("Hu with thirteen", "S004-64", [D(0, "9p"), T(1, "9s")], Won(1, "9s"), "false_win", {1: READY}),
    row("replacement at once", "S004-77", [D(0, "1z"), kong(2, 0, "1z")], D(2, "9m"), "replacement_missing"),
    row("two kongs before the first replacement", "S004-77", [own_kong(0, "9m")], own_kong(0, "1m"),
        "kong_out_of_turn"),
    row("concealed kong after a fresh tile", "S004-78", [D(0, "1z"), T(1)], own_kong(1, "9m")),
    row("concealed kong after a claim", "S004-78", [D(0, "1z"), pung(1, 0, "1z")], own_kong(1, "9m"),
        "kong_after_claim"),
    row("melded kong from one's own discard", "S004-79", [D(0, "1z")], kong(0, 0, "1z"), "claim_own_discard"),
    row("promoted kong after a fresh tile", "S004-80", PUNG_THEN_DRAW, promoted(1, "3p")),
    row("promoted kong after a claim", "S004-80",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), pung(1, 0, "8s")],
        promoted(1, "3p"), "promotion_after_claim"),
    row("a promoted kong is robbed", "S004-81 S004-Q9", [*PUNG_THEN_DRAW, promoted(1, "3p")], Won(3, "3p",
        1)),
    row("a concealed kong is not", "S004-81 S004-Q9", [own_kong(0, "3p")], Won(3, "3p", 0),
        "kong_not_to_be_robbed"),
    row("a melded kong is not", "S004-81 S004-Q9", [D(0, "3p"), kong(1, 0, "3p")], Won(3, "3p", 1),
        "win_on_dead_tile"),
    row("a second winner", "S004-84", [D(0, "1s"), Won(2, "1s", 0)], Won(1, "1s", 0), "win_not_nearest"),
    row("the next takes a tile", "S004-86", [D(0, "1z")], T(1)),
    row("fourteen after drawing", "S004-99", [D(0, "1z"), T(1)], D(1, "9m")),
    row("thirteen at another's discard", "S004-99 S004-103", [D(0, "1z")], pung(1, 0, "1z"), "wrong_count",
        {1: "11z123456m78p99s"}),
    row("flower without replacement", "S004-100 S004-103", [D(0, "1z"), T(1), F(1, "1f")], D(1, "9m"),
        "flower_not_replaced"),
    row("kong without replacement", "S004-101 S004-103", [own_kong(0, "9m")], D(0, "1m"),
        "replacement_missing"),
    row("a draw after a chi", "S004-103", [D(0, "3m"), chow(1, 0, "3m", "345m"), T(1)], D(1, "9m"),
        "wrong_count"),
    row("a dead hand may not win", "S004-103", [FaultFound("S004-103", 3, (), "dead_hand"), D(0, "1s")],
        Won(3, "1s", 0), "win_with_dead_hand", {3: READY}),
    row("a dead hand plays on", "S004-103",
        [D(0, "1z"), T(1), F(1, "1f"), FaultFound("S004-103", 1, (), "dead_hand"), D(1, "9m")], T(2)),
    row("nothing after Hu", "S004-02", [Won(0, "1z")], T(1), "deal_over"),
    row("nothing after a draw", "S004-02", [DealDrawn()], T(1), "deal_over"),
    row("fixed sets do not come back", "S004-08", [D(0, "3p"), pung(1, 0, "3p")], D(1, "3p"), "tile_not_held",
        {1: "33p123456m789s1z2z"}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected", "hands"), ROWS)
def test_an_act_is_judged_as_the_text_says(at, before, event, expected, hands):
    assert names(at(MCR, *before, hands=hands), event) == expected


@pytest.mark.parametrize(
    ("event", "waited_s", "expected_faults"),
    [
        case("S004-85", chow(1, 0, "5m", "567m"), 1.0, {"chow_too_early"}, name="chi at once"),
        case("S004-85 G-09", chow(1, 0, "5m", "567m"), 5.0, set(), name="chi after three seconds"),
        case("S004-88", pung(2, 0, "5m"), 2.9, set(), name="pung in time"),
        case("S004-88 S004-85", pung(2, 0, "5m"), 3.1, {"claim_too_late"}, name="pung too late"),
        case("S004-88", kong(2, 0, "5m"), 3.1, {"claim_too_late"}, name="kong too late"),
        case("S004-88", Won(2, "5m", 0), 4.0, {"claim_too_late"}, name="Hu too late"),
    ],
)
def test_claims_have_their_time(at, event, waited_s, expected_faults):
    assert names(at(MCR, D(0, "5m")), event, waited_s) == expected_faults


@rule("S004-87")
@pytest.mark.parametrize(("waited_s", "expected_faults"), [(9.0, set()), (11.0, {"move_too_slow"})])
def test_a_move_takes_ten_seconds_at_most(at, waited_s, expected_faults):
    assert names(at(MCR, D(0, "5m"), T(1)), D(1, "9m"), waited_s) == expected_faults


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
def test_only_declared_sets_are_displayed(at):
    state = at(MCR, hands={0: "111m222p333s44z55z6z"})
    assert expected(state).seats[0].melds == ()
    assert fault(state, "undeclared_set_shown", 0).rule == "S004-67"


@rule("S004-69")
def test_the_order_of_a_declaration_has_its_own_fault(at):
    assert fault(at(MCR), "own_tiles_not_shown_first", 1).rule == "S004-69"


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
