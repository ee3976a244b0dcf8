"""The numbered rules of S002, the beginner's guide: sets, turns, claims, kongs."""

import pytest
from rule_rows import (
    PUNG_THEN_DRAW,
    D,
    T,
    case,
    chow,
    is_won,
    kong,
    names,
    own_kong,
    promoted,
    pung,
    row,
    rule,
    tail,
    with_wall,
)

from engine.judge.claims import PossibleClaim, claims, resolve
from engine.judge.legal import next_events
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.scoring.table import score_win
from engine.table.apply import apply
from engine.table.events import DealDrawn, KongClaimed, PungClaimed, TileDiscarded, Won
from engine.table.expected import expected
from engine.table.fault import fault

BEGINNER = "beginner"
READY = "123m456m789m11p23s"

ROWS = [
    row("east discards first", "S002-22", [], D(0, "1z")),
    row("east does not draw first", "S002-22", [], T(0), "drew_twice"),
    row("then the right neighbour draws", "S002-23", [D(0, "1z")], T(1)),
    row("not the left one", "S002-23", [D(0, "1z")], T(3), "out_of_turn"),
    row("the newest discard only", "S002-24", [D(0, "1z"), T(1), D(1, "2z")], pung(3, 0, "1z"),
        "claim_of_dead_tile"),
    row("never the own discard", "S002-24", [D(0, "1z")], pung(0, 0, "1z"), "claim_own_discard"),
    row("a turn begins with a draw", "S002-26", [D(0, "1z")], T(1)),
    row("a turn begins with a pung", "S002-26 S002-30", [D(0, "1z")], pung(3, 0, "1z")),
    row("a turn begins with a chow", "S002-26 S002-32", [D(0, "6s")], chow(1, 0, "6s", "456s")),
    row("a turn begins with a big kong", "S002-26 S002-33", [D(0, "1z")], kong(2, 0, "1z")),
    row("a turn begins with nothing less", "S002-26", [D(0, "1z")], D(1, "2z"), "discard_without_draw"),
    row("after a draw a concealed kong", "S002-28", [D(0, "1z"), T(1)], own_kong(1, "9m")),
    row("after a draw a small kong", "S002-28 S002-34", PUNG_THEN_DRAW, promoted(1, "3p")),
    row("after a draw a discard", "S002-29", [D(0, "1z"), T(1)], D(1, "2z")),
    row("then the right neighbour", "S002-29", [D(0, "1z"), T(1), D(1, "2z")], T(2)),
    row("pung and discard", "S002-30", [D(0, "1z"), pung(2, 0, "1z")], D(2, "9p")),
    row("pung and no draw", "S002-30", [D(0, "1z"), pung(2, 0, "1z")], T(2), "drew_after_claim"),
    row("turns skipped", "S002-30", [D(0, "1z"), pung(2, 0, "1z"), D(2, "9p")], T(3)),
    row("pung needs two in hand", "S002-30", [D(0, "1z")], pung(2, 0, "1z"), "tile_not_held",
        {2: "1z123456m234p78s8s"}),
    row("a gap chow", "S002-32", [D(0, "5s")], chow(1, 0, "5s", "456s"), "", {1: "46s123m456p11177z"}),
    row("chow needs both in hand", "S002-32", [D(0, "6s")], chow(1, 0, "6s", "456s"), "tile_not_held",
        {1: "4s123m456p11177z3s"}),
    row("chow from across", "S002-32", [D(0, "6s")], chow(2, 0, "6s", "456s"), "chow_not_from_left"),
    row("big kong, replacement from the back", "S002-33", [D(0, "1z"), kong(2, 0, "1z")], tail(2)),
    row("big kong, then another kong", "S002-33", [D(0, "1z"), kong(2, 0, "1z"), tail(2)], own_kong(2, "9m")),
    row("big kong, then the discard", "S002-33", [D(0, "1z"), kong(2, 0, "1z"), tail(2)], D(2, "9m")),
    row("big kong without replacement", "S002-33", [D(0, "1z"), kong(2, 0, "1z")], D(2, "9m"),
        "replacement_missing"),
    row("small kong delayed", "S002-34",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), T(1)],
        promoted(1, "3p")),
    row("small kong after a claim", "S002-34",
        [*PUNG_THEN_DRAW, D(1, "9s"), T(2), D(2, "9s"), T(3), D(3, "8s"), T(0), D(0, "8s"), pung(1, 0, "8s")],
        promoted(1, "3p"), "promotion_after_claim"),
    row("small kong after a replacement tile", "S002-34", [*PUNG_THEN_DRAW, own_kong(1, "9m"), tail(1)],
        promoted(1, "3p")),
    row("add, replace, kong again", "S002-35", [*PUNG_THEN_DRAW, promoted(1, "3p"), tail(1)], own_kong(1,
        "9m")),
    row("add, replace, discard", "S002-35", [*PUNG_THEN_DRAW, promoted(1, "3p"), tail(1)], D(1, "9m")),
    row("add, no replacement", "S002-35", [*PUNG_THEN_DRAW, promoted(1, "3p")], D(1, "9m"),
        "replacement_missing"),
    row("concealed kong after a pung", "S002-36", [D(0, "1z"), pung(1, 0, "1z")], own_kong(1, "9m"),
        "kong_after_claim"),
    row("concealed kong after a chow", "S002-36", [D(0, "6s"), chow(1, 0, "6s", "456s")], own_kong(1, "9m"),
        "kong_after_claim"),
    row("concealed kong later", "S002-36", [D(0, "1z"), T(1), D(1, "2z"), T(2), D(2, "2z"), T(3), D(3,
        "2z"), T(0)],
        own_kong(0, "9m")),
    row("concealed kong needs four", "S002-36", [], own_kong(0, "9m"), "tile_not_held",
        {0: "999m123456p11177z8s"}),
    row("kong after kong", "S002-39",
        [own_kong(0, "1m"), tail(0), own_kong(0, "2m"), tail(0), own_kong(0, "3m"), tail(0)], D(0, "9p")),
    row("each with its own replacement", "S002-39", [own_kong(0, "1m"), own_kong(0, "2m"), tail(0)], D(0,
        "9p"),
        "replacement_missing"),
    row("self-draw", "S002-44", [D(0, "9p"), T(1, "4s")], Won(1, "4s"), "", {1: READY}),
    row("discard", "S002-44", [D(0, "1s")], Won(3, "1s", 0), "", {3: READY}),
    row("robbing a small kong", "S002-44",
        [D(0, "4s"), pung(1, 0, "4s"), D(1, "4z"), T(2), D(2, "9s"), T(3), D(3, "2p"), T(0), D(0, "2z"), T(1),
         promoted(1, "4s")],
        Won(3, "4s", 1), "", {3: READY}),
    row("not a big kong", "S002-44", [D(0, "4s"), kong(1, 0, "4s")], Won(3, "4s", 1), "win_on_dead_tile",
        {3: READY}),
    row("not a concealed kong", "S002-44", [own_kong(0, "4s")], Won(3, "4s", 0), "kong_not_to_be_robbed",
        {3: READY}),
    row("not ready", "S002-44", [D(0, "9s")], Won(3, "9s", 0), "false_win", {3: READY}),
    row("a second winner", "S002-41", [D(0, "1s"), Won(2, "1s", 0)], Won(1, "1s", 0), "win_not_nearest"),
    row("thirteen tiles and the kong's", "S002-12", [own_kong(0, "9m"), tail(0, "5z")], Won(0, "5z"), "",
        {0: "9999m123m456p789s5z"}),
    row("one tile too few", "S002-12", [own_kong(0, "9m")], Won(0, "5z"), "win_out_of_move"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected", "hands"), ROWS)
def test_an_act_is_judged_as_the_text_says(at, before, event, expected, hands):
    assert names(at(BEGINNER, *before, hands=hands), event) == expected


@pytest.mark.parametrize(
    ("tiles", "melds", "complete"),
    [
        case("S002-06 S002-13", "123p456p789p444p44z", 0, True, name="fourteen"),
        case("S002-10 S002-13", "444m777s789m11s", 1, True, name="with a kong of 6z apart: fifteen"),
        case("S002-13", "234s555p234m555s99p", 0, True, name="runs and pungs"),
        case("S002-38", "6666z444m777s789m1s", 0, False, name="four alike undeclared"),
        case("S002-12", "123p456p789p444p4z", 0, False, name="thirteen"),
        case("S002-06", "1133m5577p99s1122z", 0, False, name="pairs alone"),
    ],
)
def test_what_is_a_winning_hand(at, tiles, melds, complete):
    assert is_won(at, BEGINNER, tiles, melds) is complete


@pytest.mark.parametrize(
    ("tiles", "run"),
    [
        case("S002-08 S002-09", "123s", True),
        case("S002-08 S002-09", "678m", True),
        case("S002-08 S002-09", "789p", True),
        case("S002-09", "123z", False, name="E-S-W"),
        case("S002-09", "891p", False),
        case("S002-08 S002-09", "2s3m4p", False),
        case("S002-08", "234m", True),
        case("S002-08", "235m", False),
    ],
)
def test_what_is_a_chow(at, tiles, run):
    claimed = parse_tiles(tiles)[0]
    event = chow(1, 0, claimed, tiles)
    assert names(at(BEGINNER, D(0, claimed)), event) == (set() if run else {"not_a_chow"})


@pytest.mark.parametrize(
    ("tiles", "alike"),
    [
        case("S002-07", "444p", True),
        case("S002-07", "445p", False),
        case("S002-10", "6666z", True),
        case("S002-10", "6667z", False),
    ],
)
def test_what_is_a_pung_or_kong(at, tiles, alike):
    laid = parse_tiles(tiles)
    event = (PungClaimed if len(laid) == 3 else KongClaimed)(2, 0, laid[0], laid)
    assert names(at(BEGINNER, D(0, laid[0])), event) == (set() if alike else {"not_alike"})


@rule("S002-11")
def test_melded_sets_are_shown_and_concealed_ones_only_by_the_winner(at):
    state = at(BEGINNER, D(0, "1s"), hands={3: READY})
    assert expected(state).seats[3].revealed is None
    assert expected(state).seats[3].standing == 13
    shown = expected(apply(state, Won(3, "1s", 0)))
    assert len(shown.seats[3].revealed) == 14
    assert [seat.revealed for seat in shown.seats[:3]] == [None] * 3


@rule("S002-25")
def test_a_melded_set_stays_on_the_table(at):
    state = at(BEGINNER, D(0, "3p"), pung(1, 0, "3p"))
    for event in [D(1, "1z"), T(2), D(2, "2z"), T(3), D(3, "2z"), T(0), D(0, "2z"), T(1), D(1, "9m")]:
        state = apply(state, event)
        assert [meld.kind for meld in state.seats[1].melds] == ["pung"]
    put_back = fault(state, "tile_put_back", 1, "3p")
    assert put_back.rule == "S002-25"


@rule("S002-37")
def test_a_concealed_kong_lies_face_down(at):
    assert expected(at(BEGINNER, own_kong(0, "9m"))).seats[0].melds[0].face_down == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("asking", "taken"),
    [
        case("S002-40", [(1, "chow"), (3, "pung")], [3], name="pung before chow"),
        case("S002-40", [(1, "chow"), (2, "kong")], [2], name="kong before chow"),
        case("S002-40", [(1, "pung"), (3, "win")], [3], name="mahjong before all"),
        case("S002-41", [(3, "win"), (1, "win"), (2, "win")], [1], name="nearest of three"),
        case("S002-41", [(3, "win"), (2, "win")], [2], name="nearest of two"),
    ],
)
def test_who_gets_a_discard_that_several_ask_for(asking, taken):
    asked = tuple(PossibleClaim(seat, 0, kind, "5m") for seat, kind in asking)
    assert [claim.seat for claim in resolve(load_ruleset(BEGINNER), asked).taken] == taken


@rule("S002-24")
@pytest.mark.parametrize(
    ("before", "giver", "is_live"),
    [
        ([D(0, "1z")], 0, True),
        ([D(0, "1z"), T(1)], 0, False),
        ([D(0, "1z"), T(1), D(1, "1z")], 0, False),
        ([D(0, "1z"), T(1), D(1, "1z")], 1, True),
        ([D(0, "1z"), T(1), D(1, "1z"), T(2), D(2, "9s")], 1, False),
        ([D(0, "9s"), pung(1, 0, "9s"), D(1, "1z")], 1, True),
        ([D(0, "1z"), pung(2, 0, "1z")], 0, False),
    ],
    ids=["at once", "drawn over", "the same face from before", "the same face now", "discarded over",
         "after a claim", "already claimed"],
)  # fmt: skip
def test_only_the_most_recent_discard_lives_and_only_until_somebody_goes_on(at, before, giver, is_live):
    state = at(BEGINNER, *before)
    found = names(state, pung(3, giver, "1z"))
    assert ({"claim_of_dead_tile", "claim_out_of_precedence"} & found == set()) is is_live
    assert bool([claim for claim in claims(state) if claim.seat == 3 and claim.giver == giver]) is is_live


@rule("S002-43")
def test_no_kong_when_there_is_no_replacement(at):
    state = with_wall(at(BEGINNER, D(0, "1z"), T(1, "9m")), 0)
    assert names(state, own_kong(1, "9m")) == {"kong_on_empty_wall"}
    assert not any(type(event).__name__ == "KongDeclared" for event in next_events(state))
    assert names(state, D(1, "9m")) == set()


@rule("S002-45")
def test_the_winners_hand_is_laid_open(at):
    state = apply(at(BEGINNER, D(0, "1s"), hands={3: READY}), Won(3, "1s", 0, parse_tiles(READY)))
    assert [tile.tile for tile in expected(state).seats[3].revealed] == [*parse_tiles(READY), "1s"]


@rule("S002-46")
@pytest.mark.parametrize(
    ("hand", "drawn", "patterns", "payments"),
    [
        ("123m456p789s55z12s", False, {}, (-8, 16, -4, -4)),
        ("123m456p789s55z12s", True, {"self_draw": 1}, (-16, 48, -16, -16)),
        ("123s456s789s55z12s", False, {"half_flush": 3}, (-32, 64, -16, -16)),
    ],
    ids=["given", "drawn", "half flush"],
)
def test_the_beginners_game_scores_as_hong_kong_does(at, hand, drawn, patterns, payments):
    opened = [D(0, "9p"), pung(2, 0, "9p"), D(2, "1z"), T(3), D(3, "1z"), T(0), D(0, "2z"), T(1), D(1, "9m")]
    before = [*opened, T(2), D(2, "2z"), T(3), D(3, "4z"), T(0), D(0, "4z" if drawn else "3s")]
    before += [T(1, "3s")] if drawn else []
    won = Won(1, "3s", None if drawn else 0)
    state = at(BEGINNER, *before, hands={1: hand})
    assert names(state, won) == set()
    score = score_win(state, won, before)
    patterns = {"no_bonus": 1, "concealed_hand": 1, **patterns}
    assert {pattern.name: pattern.value for pattern in score.patterns} == patterns
    assert (score.value, score.seat_payments) == (sum(patterns.values()), payments)


@rule("S002-49")
def test_an_empty_wall_without_a_winner_is_a_draw(at):
    state = with_wall(at(BEGINNER, D(0, "1z")), 0)
    assert names(state, DealDrawn()) == set()
    assert names(at(BEGINNER, D(0, "1z")), DealDrawn()) == {"drawn_too_early"}


@rule("S002-22")
def test_a_discard_lies_face_up_in_the_river(at):
    state = at(BEGINNER, TileDiscarded(0, "1z"))
    assert [tile.tile for tile in expected(state).seats[0].river] == ["1z"]
