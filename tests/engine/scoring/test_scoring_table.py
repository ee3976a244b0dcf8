"""The score of a win at a live table: who sits where, how the win came about, and what is not known."""

from dataclasses import replace

import pytest

from engine.ruleset import Ruleset
from engine.scoring.case import parse_tiles
from engine.scoring.circumstances import circumstances_of
from engine.scoring.table import by_seat, profile_of, score_win
from engine.table.events import (
    DeclaredReady,
    FlowerDeclared,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.state import Discard, GameState, Meld, SeatState, ShownKong, Wall

MCR = Ruleset("mcr", "")
RIICHI = Ruleset(
    "riichi",
    "",
    tiles=136,
    scoring="riichi",
    scoring_profile="riichi-tenhou",
    riichi=True,
    minimum=1,
    honba_payment=300,
)
HONG_KONG = Ruleset("hong_kong", "", scoring="hong_kong", scoring_profile="hkos-10", minimum=3)
WALL = Wall(((2,) * 18,) * 4)
HAND = parse_tiles("12345678m11p555z")


def table(rules: Ruleset, river: str = "9m", dealer: int = 2, **seat: object) -> GameState:
    """Seat 0 is about to win; seat 1 has just discarded the last tile of `river`."""
    discards = tuple(Discard(tile) for tile in parse_tiles(river))
    winner = SeatState(standing=(None,) * 13, river=(Discard("1z"),), **seat)
    seats = (winner, SeatState(river=discards), SeatState(river=(Discard("3s"),)), SeatState())
    return GameState(rules=rules, dealer=dealer, wall=WALL, seats=seats, phase="playing", last_discard=1)


def test_a_hand_shown_is_scored_and_paid_by_seat():
    score = score_win(table(MCR), Won(0, "9m", giver=1, hand=HAND))
    assert score.minimum_met
    assert score.seat_payments == (score.value + 24, -score.value - 8, -8, -8)


def test_payments_by_wind_turn_to_seats_with_the_dealer():
    assert by_seat((1, 2, 3, 4), dealer=0) == (1, 2, 3, 4)
    assert by_seat((1, 2, 3, 4), dealer=2) == (3, 4, 1, 2)
    assert by_seat(None, dealer=2) is None


@pytest.mark.parametrize(
    ("hand", "melds"),
    [((), ()), ((*HAND[:-1], None), ()), (HAND[:10], (Meld("concealed_kong", (None,) * 4),))],
    ids=["not shown", "one covered", "a kong face down"],
)
def test_a_hand_with_unknown_tiles_is_not_scored_but_says_why(hand, melds):
    score = score_win(table(MCR, melds=melds), Won(0, "9m", giver=1, hand=hand))
    assert (score.is_win, score.reason, score.seat_payments) == (False, "unknown_tiles", None)


def test_the_winning_tile_may_lie_in_the_hand_shown():
    shown = score_win(table(MCR), Won(0, "9m", giver=1, hand=(*HAND, "9m")))
    assert shown == score_win(table(MCR), Won(0, "9m", giver=1, hand=HAND))


@pytest.mark.parametrize(
    ("hand", "tile", "red"),
    [("123m340678p2255s", "0s", 2), ("123m340678p2205s", "5s", 2), ("123m345678p2255s", "5s", 0)],
    ids=["a red five drawn to a plain pair", "a plain five drawn to a red one", "no red five"],
)
def test_the_winning_five_and_the_fives_that_stand_keep_their_colour(hand, tile, red):
    drawn = (*parse_tiles(hand), tile)
    score = score_win(table(RIICHI, is_ready=True), Won(0, tile, hand=drawn))
    assert sum(pattern.value for pattern in score.patterns if pattern.name == "aka_dora") == red


@pytest.mark.rule("S004-48")
@pytest.mark.rule("G-15")
def test_flowers_do_not_lift_an_mcr_hand_over_the_minimum():
    cheap = parse_tiles("123m456p67s345s22z")
    state = table(MCR, river="8s", flowers=parse_tiles("12345678f"))
    score = score_win(state, Won(0, "8s", giver=1, hand=cheap))
    assert score.value >= 8
    assert (score.minimum_met, score.reason, score.seat_payments) == (False, "below_minimum", None)


@pytest.mark.rule("S004-41")
def test_the_winners_flowers_count_in_the_total():
    plain = score_win(table(MCR), Won(0, "9m", giver=1, hand=HAND))
    state = table(MCR, flowers=parse_tiles("12f"))
    assert score_win(state, Won(0, "9m", giver=1, hand=HAND)).value == plain.value + 2


def test_the_tables_minimum_stands_before_the_profiles():
    hand = parse_tiles("123m456p789s22z5m5m")
    strict = score_win(table(HONG_KONG, river="5m"), Won(0, "5m", giver=1, hand=hand))
    gentle = score_win(table(replace(HONG_KONG, minimum=1), river="5m"), Won(0, "5m", giver=1, hand=hand))
    assert (strict.minimum_met, gentle.minimum_met) == (False, True)


@pytest.mark.rule("S004-96")
@pytest.mark.rule("S004-97")
def test_a_wind_that_is_both_seat_and_prevalent_is_worth_four_in_mcr():
    hand = parse_tiles("234m234p22s234s33z")
    state = replace(table(MCR, river="3z"), prevalent_wind=2)
    names = {pattern.name for pattern in score_win(state, Won(0, "3z", giver=1, hand=hand)).patterns}
    assert {"seat_wind", "prevalent_wind"} <= names
    off = score_win(table(MCR, river="3z", dealer=0), Won(0, "3z", giver=1, hand=hand))
    assert "pung_of_terminals_or_honors" in {pattern.name for pattern in off.patterns}


def test_counters_and_sticks_go_to_the_first_of_two_winners():
    state = replace(table(RIICHI, river="9m", is_ready=True), honba=1, riichi_sticks=2)
    won = Won(0, "9m", giver=1, hand=HAND)
    first, second = score_win(state, won), score_win(replace(state, winners=(3,)), won)
    assert sum(first.seat_payments) == 2000
    assert sum(second.seat_payments) == 0
    assert first.seat_payments[1] == second.seat_payments[1] - 300


def test_a_profile_nobody_knows_falls_back_to_the_kind_of_scoring():
    assert profile_of(replace(HONG_KONG, scoring_profile="our club")) == "hkos-10"
    assert profile_of(RIICHI) == "riichi-tenhou"


READY = DeclaredReady(0)
TURNED = TileDiscarded(0, "1z", turned=True)
OTHER = TileDiscarded(1, "9m")
CLAIM = PungClaimed(3, 2, "3s", ("3s", "3s", "3s"))
KONG = KongDeclared(0, "concealed", None)
DRAWN = TileDrawn(0)
REPLACED = TileDrawn(0, end="tail")
GIVEN = Won(0, "9m", giver=1)
TAKEN = Won(0, "9m")
HISTORIES = [
    ("within a turn", RIICHI, (TileDiscarded(0, "2z"), READY, TURNED, OTHER), GIVEN, {"riichi", "ippatsu"}),
    ("the first discard", RIICHI, (READY, TURNED, OTHER), GIVEN, {"double_riichi", "ippatsu"}),
    ("told after the discard", RIICHI, (TURNED, READY, OTHER), GIVEN, {"double_riichi", "ippatsu"}),
    ("a claim before", RIICHI, (CLAIM, READY, TURNED, OTHER), GIVEN, {"riichi", "ippatsu"}),
    ("a claim after", RIICHI, (READY, TURNED, CLAIM, OTHER), GIVEN, {"double_riichi"}),
    ("a turn later", RIICHI, (READY, TURNED, DRAWN, TileDiscarded(0, "4z"), OTHER), GIVEN, {"double_riichi"}),
    ("robbed", MCR, (KongDeclared(1, "promoted", "9m"),), GIVEN, {"robbed_kong"}),
    ("after a kong", MCR, (DRAWN, KONG, REPLACED), TAKEN, {"replacement"}),
    ("after two", MCR, (DRAWN, KONG, REPLACED, KONG, REPLACED), TAKEN, {"replacement", "second_replacement"}),
    ("after a flower", MCR, (DRAWN, FlowerDeclared(0, "1f"), REPLACED), TAKEN, set()),
    ("a plain draw", MCR, (DRAWN, KONG, REPLACED, TileDiscarded(0, "1z"), DRAWN), TAKEN, set()),
]


@pytest.mark.rule("S004-82")
@pytest.mark.rule("S004-66")
@pytest.mark.parametrize(
    ("rules", "deal", "won", "expected"), [row[1:] for row in HISTORIES], ids=[row[0] for row in HISTORIES]
)
def test_the_events_of_the_deal_tell_how_the_win_came_about(rules, deal, won, expected):
    kongs = [ShownKong(act.seat, act.kind, act.tile) for act in deal if isinstance(act, KongDeclared)]
    open_kong = kongs[-1] if kongs and isinstance(deal[-1], KongDeclared) else None
    state = replace(table(rules, is_ready=rules.riichi), kong=open_kong)
    assert circumstances_of(state, won, deal) == expected


@pytest.mark.parametrize(
    ("won", "wall", "expected"),
    [
        (GIVEN, Wall(((0,) * 18,) * 4), {"last_discard"}),
        (TAKEN, Wall(((0,) * 18,) * 4), {"last_draw"}),
        (TAKEN, WALL, set()),
    ],
)
def test_the_last_tile_of_the_wall_is_known_by_the_empty_wall(won, wall, expected):
    assert circumstances_of(replace(table(MCR), wall=wall), won) == expected


def test_the_last_of_its_kind_has_three_others_lying_open():
    seats = list(table(MCR, river="9m").seats)
    seats[3] = SeatState(melds=(Meld("pung", ("9m", "9m", "9m"), 2, 0),))
    state = replace(table(MCR), seats=tuple(seats))
    assert circumstances_of(state, GIVEN) == {"last_of_kind"}
    assert circumstances_of(table(MCR, river="9m9m9m"), GIVEN) == set()


@pytest.mark.rule("S004-89")
@pytest.mark.parametrize(
    ("rules", "dealer", "won", "discards", "expected"),
    [
        (RIICHI, 0, TAKEN, 0, {"heavenly"}),
        (RIICHI, 3, TAKEN, 1, {"earthly"}),
        (HONG_KONG, 1, GIVEN, 1, {"earthly"}),
        (HONG_KONG, 3, TAKEN, 1, set()),
    ],
)
def test_wins_before_the_first_own_discard_are_known(rules, dealer, won, discards, expected):
    seats = [SeatState(), SeatState(), SeatState(), SeatState()]
    if discards:
        seats[dealer] = SeatState(river=(Discard("9m"),))
    state = GameState(rules=rules, dealer=dealer, wall=WALL, seats=tuple(seats))
    assert circumstances_of(state, won) == expected


def riichi_table(
    ready_from: int, claimed_by: int | None = None, more: str = "", order: tuple = ()
) -> GameState:
    """Seat 0 declared ready with its last-but-`more` discard; seat 2's discard may have been claimed."""
    river = tuple(Discard(tile) for tile in parse_tiles(("2z1z" if ready_from else "") + more))
    seats = (
        SeatState(river=river, is_ready=True, ready_from=ready_from),
        SeatState(river=(Discard("9m"),)),
        SeatState(river=(Discard("3s", claimed_by=claimed_by),)),
        SeatState(),
    )
    return GameState(rules=RIICHI, dealer=0, wall=WALL, seats=seats, discard_order=order, phase="playing")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (riichi_table(1, order=(0, 2, 0, 1)), {"riichi", "ippatsu"}),
        (riichi_table(1, claimed_by=3, order=(0, 2, 0, 1)), {"riichi", "ippatsu"}),
        (riichi_table(1, claimed_by=3, order=(0, 0, 2, 1)), {"riichi"}),
        (riichi_table(1, more="4z", order=(0, 2, 0, 0, 1)), {"riichi"}),
        (riichi_table(0, more="1z", order=(2, 0, 1)), {"double_riichi", "ippatsu"}),
        (riichi_table(0, more="1z", claimed_by=3, order=(2, 0, 1)), {"riichi", "ippatsu"}),
    ],
)
def test_the_rivers_alone_tell_ippatsu_and_a_double_riichi(state, expected):
    assert circumstances_of(state, GIVEN) == expected


def test_the_state_alone_tells_a_robbed_kong_and_a_replacement():
    robbed = replace(table(MCR), kong=ShownKong(1, "promoted", "9m"))
    assert circumstances_of(robbed, GIVEN) == {"robbed_kong"}
    after = replace(table(MCR, melds=(Meld("concealed_kong", ("1m",) * 4),)), move_began="replacement")
    assert circumstances_of(after, TAKEN) == {"replacement"}


@pytest.mark.parametrize("rules", [MCR, RIICHI, HONG_KONG], ids=lambda rules: rules.name)
@pytest.mark.parametrize("sets", [1, 2, 3])
def test_sets_that_are_none_give_no_points_however_many_there_are(rules, sets):
    """A set of flowers is none (S004-12), and one claimed from its own seat is none either (S004-60)."""
    wrong = (Meld("melded_kong", ("1f",) * 4, 2), Meld("pung", ("3z",) * 3, 0), Meld("pung", ("1f",) * 3, 2))
    state = table(rules, melds=wrong[:sets])
    hand = parse_tiles("12345678m55z"[3 * (sets - 1) :])
    score = score_win(state, Won(0, "9m", giver=1, hand=hand))
    assert (score.is_win, score.reason) == (False, "no_meld")
