"""From deal to deal: who deals next, which wind prevails, who changes chairs, when the game is over."""

from dataclasses import replace

import pytest
from rule_rows import D, T, case, ended, names, pung, rule, with_wall

from engine.announce import announce
from engine.journal.amend import folded
from engine.judge.deal_points import settle
from engine.judge.rounds import final_scores, game_over, next_deal, opening_of
from engine.rules import load_ruleset
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DealStarted, ScoresChanged, SeatsChanged

CLASSIC = "riichi_classic"
NEVER = replace(load_ruleset(CLASSIC), dealer_after_draw="stays")
ALWAYS = replace(load_ruleset(CLASSIC), dealer_after_draw="passes")


@pytest.mark.parametrize(
    ("over", "dealer"),
    [
        case("S001-17", ended(CLASSIC, 0, winners=(2,)), 1, name="a non-dealer wins"),
        case("S001-18", ended(CLASSIC, 0, ready=(1, 2)), 1, name="drawn, East not ready"),
        case("S001-19", ended(CLASSIC, 0, winners=(0,)), 0, name="East wins"),
        case("S001-19", ended(CLASSIC, 0, winners=(2, 0)), 0, name="East wins with another"),
        case("S001-20", ended(CLASSIC, 0, ready=(0,)), 0, name="drawn, East ready"),
        case("S001-21", ended(CLASSIC, 3, winners=(1,)), 0, name="North passes to the first"),
        case("S001-70", ended(ALWAYS, 0, ready=(0,)), 1, name="option: always passes after a draw"),
        case("S001-70", ended(NEVER, 0, ready=()), 0, name="option: never passes after a draw"),
        case("S002-47", ended("beginner", 0, winners=(2,)), 1, name="beginner: another wins"),
        case("S002-48", ended("beginner", 0, winners=(0,)), 0, name="beginner: dealer wins"),
        case("S002-49", ended("beginner", 0), 0, name="beginner: all keep their winds after a draw"),
        case("S003-23", ended("mcr", 0, winners=(0,)), 1, name="mcr: rotates though East won"),
        case("S003-23 S004-92 G-11", ended("mcr", 2, winners=(1,)), 3, name="mcr: rotates whoever won"),
        case("S003-24", ended("mcr", 1), 2, name="mcr: rotates after a drawn hand"),
    ],
)
def test_who_deals_next(over, dealer):
    assert next_deal(over).dealer == dealer
    started = DealStarted(dealer, next_deal(over).prevalent_wind)
    assert "wrong_dealer" not in names(over, started)
    wrong = DealStarted((dealer + 2) % 4, next_deal(over).prevalent_wind)
    assert "wrong_dealer" in names(over, wrong)


@rule("S001-21")
def test_the_winds_move_with_the_deal():
    before = ended(CLASSIC, 0, winners=(1,))
    after = apply(before, DealStarted(next_deal(before).dealer))
    assert [before.seat_wind(seat) for seat in range(4)] == [0, 1, 2, 3]
    assert [after.seat_wind(seat) for seat in range(4)] == [3, 0, 1, 2]


def played(rules, results):
    """The dealers and prevalent winds of the deals that follow from these results."""
    state, seen = new_table(rules), [(0, 0)]
    for winners, ready in results:
        over = replace(
            state,
            phase="ended",
            winners=winners,
            ended_by="won" if winners else "exhaustive",
            ready_at_end=ready,
        )
        if game_over(over):
            return seen, True
        for event in opening_of(next_deal(over), over):
            over = apply(over, event)
        state = over
        seen.append((state.dealer, state.prevalent_wind))
    return seen, False


@rule("S001-15")
@rule("S001-16")
@rule("S001-23")
def test_a_game_is_an_east_and_a_south_round_in_which_everybody_deals():
    rules = load_ruleset(CLASSIC)
    passing = [(((dealer + 1) % 4,), None) for dealer in [0, 1, 2, 3] * 2]
    deals, over = played(rules, [*passing, ((1,), None)])
    assert deals == [(dealer, wind) for wind in (0, 1) for dealer in range(4)]
    assert over


@rule("S001-22")
def test_a_round_can_be_longer_than_four_deals():
    deals, _ = played(load_ruleset(CLASSIC), [((0,), None), ((0,), None), ((1,), None), ((3,), None)])
    assert deals == [(0, 0), (0, 0), (0, 0), (1, 0), (2, 0)]


@rule("S001-24")
@rule("S001-25")
@rule("V-06")
def test_everybody_starts_with_25000_and_the_sum_stays():
    state = new_table(load_ruleset(CLASSIC))
    assert [seat.score for seat in state.seats] == [25_000] * 4
    for ready in ((), (1,), (0, 2), (0, 1, 3), (0, 1, 2, 3)):
        assert sum(settle(state, [DealDrawn("exhaustive", ready)]).payments) == 0
    assert names(state, ScoresChanged((1000, 0, 0, 0), (26_000, 25_000, 25_000, 25_000))) == {
        "payments_not_zero"
    }
    assert names(state, ScoresChanged((1000, -1000, 0, 0), (26_000, 25_000, 25_000, 24_000))) == {
        "totals_wrong"
    }


@pytest.mark.parametrize(
    ("ready", "paid"),
    [
        case("S001-64", (0,), (3000, -1000, -1000, -1000)),
        case("S001-65", (0, 2), (1500, -1500, 1500, -1500)),
        case("S001-66", (0, 1, 2), (1000, 1000, 1000, -3000)),
        case("S001-66", (), (0, 0, 0, 0), name="nobody"),
        case("S001-66", (0, 1, 2, 3), (0, 0, 0, 0), name="everybody"),
    ],
)
def test_draw_payments(ready, paid):
    assert settle(new_table(load_ruleset(CLASSIC)), [DealDrawn("exhaustive", ready)]).payments == paid


@rule("S001-26")
def test_the_highest_score_wins_the_game():
    results = final_scores(load_ruleset(CLASSIC), (20_000, 41_000, 19_000, 20_000))
    assert max(range(4), key=results.__getitem__) == 1
    bonus = final_scores(load_ruleset("riichi"), (20_000, 41_000, 19_000, 20_000))
    assert bonus == (0.0, 51.0, -31.0, -20.0)
    assert sum(bonus) == 0


@rule("S001-69")
def test_a_stricter_table_pays_and_keeps_the_dealer_only_for_a_hand_that_could_win(at):
    """Seat 0, the dealer, has claimed and waits without a pattern: ready by shape, worth nothing."""
    before = [D(0, "9p"), T(1), D(1, "2m"), pung(0, 1, "2m"), D(0, "9s"), T(1), D(1, "9p")]
    hands = {0: "22m456p99s777s23s9p9s"}
    for strict, paid, dealer in ((False, (3000, -1000, -1000, -1000), 0), (True, (0, 0, 0, 0), 1)):
        rules = replace(load_ruleset(CLASSIC), ready_needs_minimum=strict)
        state = with_wall(at(rules, *before, hands=hands), 14)
        assert settle(state, [*before, DealDrawn()]).payments == paid
        assert next_deal(apply(state, DealDrawn())).dealer == dealer
        assert ("not_ready" in names(state, DealDrawn("exhaustive", (0,)))) is strict


@rule("S003-25")
@rule("S003-26")
@rule("S003-27")
@rule("S004-90")
@rule("S004-91")
def test_mcr_is_sixteen_deals_in_four_rounds():
    deals, over = played(load_ruleset("mcr"), [((0,), None)] * 20)
    assert deals == [(dealer, wind) for wind in range(4) for dealer in range(4)]
    assert over


@rule("S003-28")
@rule("S004-93")
@rule("S004-94")
@rule("G-10")
def test_the_seats_at_the_start_of_each_round_are_the_printed_ones():
    """A, B, C and D are the players who began as East, South, West and North."""
    state, rounds = new_table(load_ruleset("mcr")), []
    for deal in range(16):
        if deal % 4 == 0:
            by_wind = sorted(range(4), key=state.seat_wind)
            rounds.append("".join("ABCD"[state.players[seat]] for seat in by_wind))
        over = replace(state, phase="ended", ended_by="won", winners=(1,))
        state = folded(over, opening_of(next_deal(over), over))
    assert rounds == ["ABCD", "BADC", "CDBA", "DCAB"]


PRINTED = {
    0: "ENWS SENW NWSE WSEN",
    1: "SENW ENWS WSEN NWSE",
    2: "WSEN NWSE ENWS SENW",
    3: "NWSE WSEN SENW ENWS",
}


@rule("S004-95")
@rule("S004-92")
@rule("V-04")
@pytest.mark.parametrize("player", range(4))
def test_the_printed_table_of_seat_winds_comes_out(player):
    state, winds = new_table(load_ruleset("mcr")), []
    for _ in range(16):
        winds.append("ESWN"[state.seat_wind(state.players.index(player))])
        over = replace(state, phase="ended", ended_by="won", winners=(1,))
        state = over
        for event in opening_of(next_deal(over), over):
            assert names(state, event) == set()
            state = apply(state, event)
    rounds = ["".join(winds[4 * n : 4 * n + 4]) for n in range(4)]
    assert " ".join(rounds) == PRINTED[player]


@rule("V-04")
def test_in_every_deal_the_seats_are_a_permutation_and_everybody_deals_four_times():
    tables = [PRINTED[player].replace(" ", "") for player in range(4)]
    assert all(sorted(deal) == sorted("ESWN") for deal in zip(*tables, strict=True))
    assert all(table.count("E") == 4 for table in tables)


@rule("S004-93")
def test_points_go_with_the_player_to_the_new_seat():
    state = replace(ended("mcr", 3, winners=(1,)))
    state = apply(state, ScoresChanged((24, -8, -8, -8), (24, -8, -9, -7)))
    following = next_deal(state)
    assert following.players == (1, 0, 3, 2)
    moved = apply(state, SeatsChanged(following.players))
    assert [seat.score for seat in moved.seats] == [-8, 24, -7, -9]
    assert names(state, SeatsChanged((1, 0, 2, 3))) == {"wrong_seats"}
    assert names(state, DealStarted(0, 1)) == {"wrong_seats"}


@rule("S004-91")
def test_a_wrong_prevalent_wind_is_a_fault():
    over = ended("mcr", 3, winners=(1,))
    assert "wrong_prevalent_wind" in names(over, DealStarted(0, 0))


@rule("S004-90")
def test_the_end_of_the_game_and_the_next_dealer_are_told():
    over = ended("mcr", 1, winners=(1,))
    points = ScoresChanged((24, -8, -8, -8), (24, -8, -8, -8))
    keys = [each.key for each in announce(over, points, apply(over, points))]
    assert keys == ["scores_changed", "next_dealer"]
    last = ended("mcr", 3, winners=(1,), prevalent_wind=3)
    keys = [each.key for each in announce(last, points, apply(last, points))]
    assert keys == ["scores_changed", "game_over"]


@pytest.mark.parametrize(
    ("scores", "facts", "over"),
    [
        pytest.param((41_000, 19_000, 20_000, 20_000), {}, True, id="somebody has 30000 after South"),
        pytest.param((29_000, 29_000, 21_000, 21_000), {}, False, id="nobody has: West is added"),
        pytest.param((29_000, 29_000, 21_000, 21_000), {"prevalent_wind": 2}, True, id="no North round"),
        pytest.param(
            (60_000, -100, 20_000, 20_100), {"prevalent_wind": 0, "dealer": 1}, True, id="below nought"
        ),
        pytest.param(
            (60_000, 0, 20_000, 20_000), {"prevalent_wind": 0, "dealer": 1}, False, id="nought plays on"
        ),
    ],
)
def test_when_a_riichi_game_is_over(scores, facts, over):
    state = ended("riichi", **{"dealer": 3, "prevalent_wind": 1, "winners": (0,), **facts})
    state = apply(state, ScoresChanged((0, 0, 0, 0), scores))
    assert game_over(state) is over


def test_the_leading_dealer_of_the_last_deal_stops():
    state = ended("riichi", dealer=3, winners=(3,), prevalent_wind=1)
    ahead = apply(state, ScoresChanged((0, 0, 0, 0), (20_000, 20_000, 20_000, 40_000)))
    behind = apply(state, ScoresChanged((0, 0, 0, 0), (41_000, 9_000, 10_000, 40_000)))
    assert (game_over(ahead), game_over(behind)) == (True, False)


def test_counters_grow_while_the_dealer_stays_and_after_draws():
    honba = [
        next_deal(ended("riichi", 0, winners=(0,), honba=1)).honba,
        next_deal(ended("riichi", 0, ready=(), honba=1)).honba,
        next_deal(ended("riichi", 0, winners=(2,), honba=1)).honba,
        next_deal(ended("mcr", 0, winners=(0,))).honba,
    ]
    assert honba == [2, 2, 0, 0]
