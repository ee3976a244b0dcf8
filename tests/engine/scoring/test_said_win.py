"""A win as people say it: by tiles or by value; and what is reckoned again when an earlier entry changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.journal.record import Entry, entry_from_line, entry_to_line
from engine.journal.recount import recounted
from engine.journal.said_win import ending_said, said_of
from engine.judge.rounds import next_deal, opening_of
from engine.rules import load_ruleset
from engine.scoring.by_value import SaidValue, score_of_value
from engine.scoring.wire.said_json import CIRCUMSTANCES, MELD_KINDS, said_from_json, said_to_json
from engine.table.apply import apply, new_table
from engine.table.events import DealDrawn, DealStarted, DeclaredReady, ScoresChanged, StickLaid, Won
from engine.tiles import ALL_FACES, EngineError

PINFU = {"tile": "4m", "hand": "123456789p11s23m", "circumstances": ["riichi"], "dora": ["1z"]}


class Table:
    """A game kept by hand: entries, the state after them, and corrections."""

    def __init__(self, rules="riichi"):
        self.start = self.state = new_table(load_ruleset(rules))
        self.entries = []
        self.tell(DealStarted(0))

    def tell(self, *events):
        self.entries.append(Entry(len(self.entries) + 1, 0.0, "player", events))
        for event in events:
            self.state = apply(self.state, event)
        return self.entries[-1].number

    def win(self, *drafts):
        return self.tell(*ending_said(self.state, [said_from_json(draft) for draft in drafts]))

    def go_on(self):
        return self.tell(*opening_of(next_deal(self.state), self.state))

    def amended(self, number, *events):
        after = [*self.entries, Entry(len(self.entries) + 1, 0.0, "player", events, number)]
        return dict(recounted(self.start, self.entries, after))

    @property
    def scores(self):
        return [seat.score for seat in self.state.seats]


def value(winner, giver, value, fu=None, yakuman=0):
    return {"winner": winner, "giver": giver, "value": {"value": value, "fu": fu, "yakuman": yakuman}}


BY_VALUE = [
    ("riichi", SaidValue(3, 40), (1, 2), (0, 5200, -5200, 0)),
    ("riichi", SaidValue(3, 30), (0, None), (6000, -2000, -2000, -2000)),
    ("riichi", SaidValue(1, 30), (2, None), (-500, -300, 1100, -300)),
    ("riichi", SaidValue(5), (3, 0), (-8000, 0, 0, 8000)),
    ("riichi", SaidValue(0, None, 1), (1, None), (-16000, 32000, -8000, -8000)),
    ("mcr", SaidValue(24), (1, 2), (-8, 48, -32, -8)),
    ("mcr", SaidValue(10), (0, None), (54, -18, -18, -18)),
    ("hong_kong", SaidValue(5), (1, 2), (-16, 64, -32, -16)),
    ("doubles", SaidValue(3), (1, 2), (0, 160, -160, 0)),
    ("doubles", SaidValue(3), (1, None), (-80, 240, -80, -80)),
]


@pytest.mark.parametrize(("rules", "told", "seats", "payments"), BY_VALUE)
def test_a_value_alone_is_paid_as_the_rules_say(rules, told, seats, payments):
    score = score_of_value(load_ruleset(rules), told, seats, 0, 0, 0)
    assert score.seat_payments == payments
    assert score.minimum_met


WRONG_VALUES = [
    ("riichi", SaidValue(3), "fu must be"),
    ("riichi", SaidValue(3, 33), "fu must be"),
    ("riichi", SaidValue(200, 30), "value must be"),
    ("riichi", SaidValue(0, None, 9), "yakuman must be"),
    ("mcr", SaidValue(24, None, 1), "yakuman is worth something in riichi only"),
    ("mcr", SaidValue(7), "less than the minimum of 8"),
    ("hong_kong", SaidValue(1), "less than the minimum of 3"),
]


@pytest.mark.parametrize(("rules", "told", "line"), WRONG_VALUES)
def test_a_value_that_is_none_is_one_clear_line(rules, told, line):
    draft = {"winner": 1, "value": {"value": told.value, "fu": told.fu, "yakuman": told.yakuman}}
    with pytest.raises(EngineError, match=line):
        Table(rules).win(draft)


def test_tiles_give_the_score_with_its_reasons_and_what_was_said_stays_in_the_card():
    table = Table()
    table.win({"winner": 2, **PINFU})
    won = table.entries[-1].events[0]
    assert {pattern["name"] for pattern in won.score["patterns"]} == {
        "menzen_tsumo",
        "riichi",
        "pinfu",
        "ittsu",
    }
    assert said_of(table.start, won) == said_from_json({"winner": 2, **PINFU})
    assert sum(table.scores) == 100_000
    assert entry_from_line(entry_to_line(table.entries[-1])) == table.entries[-1]


WRONG_HANDS = [
    ({"winner": 2, **PINFU, "hand": "123456789p11s2m"}, "too few|13|tiles"),
    ({"winner": 2, **PINFU, "hand": "123456789p11s99m"}, "no winning hand"),
    ({"winner": 2, **PINFU, "tile": None}, "winning tile"),
    ({"winner": 2, **PINFU, "circumstances": ["ippatsu"]}, "ippatsu needs riichi"),
    ({"winner": 2, "giver": 2, **PINFU}, "own discard"),
    ({"winner": 7, **PINFU}, "winner must be a seat"),
    ({"winner": 2, **PINFU, "circumstances": ["luck"]}, "no such circumstance"),
    ({"winner": 2, **PINFU, "melds": [{"kind": "pair", "tiles": ["1m"]}]}, "a meld needs a kind"),
]


@pytest.mark.parametrize(("draft", "line"), WRONG_HANDS)
def test_a_wrong_hand_is_one_clear_line_and_no_score(draft, line):
    with pytest.raises(EngineError, match=line):
        Table().win(draft)


def test_of_several_winners_the_nearest_to_the_giver_takes_counters_and_sticks():
    table = Table()
    table.tell(DeclaredReady(3), StickLaid(3))
    table.tell(DealDrawn("four_winds"))
    table.go_on()
    assert (table.state.honba, table.state.riichi_sticks) == (1, 1)
    table.win(value(0, 1, 1, 30), value(3, 1, 1, 30))
    first, second, paid = table.entries[-1].events
    # Seat 3 is two places after the giver, seat 0 three.
    assert (first.seat, second.seat) == (3, 0)
    assert paid.payments == (1500, -2800, 0, 2300)
    assert table.state.riichi_sticks == 0


def test_winners_must_share_one_giver():
    with pytest.raises(EngineError, match="same discard"):
        Table().win(value(0, 1, 1, 30), value(3, 2, 1, 30))


tiles = st.lists(st.sampled_from(ALL_FACES), max_size=14)
said = st.fixed_dictionaries(
    {"winner": st.integers(0, 3), "giver": st.none()},
    optional={
        "tile": st.sampled_from(ALL_FACES[:34]),
        "hand": tiles,
        "flowers": st.lists(st.sampled_from(["1f", "5f", "8f"]), max_size=8),
        "dora": st.lists(st.sampled_from(ALL_FACES[:34]), max_size=5),
        "circumstances": st.lists(st.sampled_from(CIRCUMSTANCES), unique=True),
        "melds": st.lists(
            st.fixed_dictionaries(
                {
                    "kind": st.sampled_from(MELD_KINDS),
                    "tiles": st.lists(st.sampled_from(ALL_FACES), min_size=1, max_size=4),
                }
            ),
            max_size=4,
        ),
        "value": st.fixed_dictionaries({"value": st.integers(0, 40), "fu": st.none() | st.just(30)}),
    },
)


def answered(ask):
    """The one line of a refusal, or what came of it."""
    try:
        return "", ask()
    except EngineError as wrong:
        return str(wrong), None


@settings(max_examples=150, deadline=None)
@given(said, st.sampled_from(["riichi", "mcr", "hong_kong", "doubles"]))
def test_whatever_is_said_is_kept_word_for_word_and_scored_or_refused_in_one_line(draft, rules):
    told = said_from_json(draft)
    assert said_from_json(said_to_json(told)) == told
    table = Table(rules)
    line, events = answered(lambda: ending_said(table.state, [told]))
    assert (line == "") != (events is None)
    assert "\n" not in line
    assert events is None or sum(events[-1].payments) == 0


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["winner", "giver", "tile", "hand", "melds", "flowers", "circumstances", "value"]),
        anything,
    )
)
def test_anything_else_is_refused_in_one_line(draft):
    line, _ = answered(lambda: said_from_json(draft))
    assert "\n" not in line


def test_taking_a_win_back_moves_the_totals_of_all_that_follows():
    table = Table()
    win = table.win(value(1, 2, 3, 40))
    table.go_on()
    table.win(value(2, None, 5))
    changed = table.amended(win)
    assert [type(event) for event in changed[4]] == [Won, ScoresChanged]
    assert changed[4][1].totals == (23_000, 21_000, 33_000, 23_000)


def test_a_draw_put_in_the_place_of_a_win_brings_its_counter_to_the_next_win():
    table = Table()
    win = table.win(value(0, 2, 3, 40))
    table.go_on()
    table.win(value(2, 3, 5))
    changed = table.amended(win, DealDrawn("exhaustive"))
    assert changed[3] == (DealStarted(1, 0, 1, 0),)
    assert changed[4][1].payments == (0, 0, 8_300, -8_300)


def test_points_and_dealers_that_people_chose_stay_as_they_were():
    table = Table()
    win = table.win(value(1, 2, 3, 40))
    table.tell(DealStarted(3, 1, 4, 0))
    table.tell(ScoresChanged((100, -100, 0, 0), (25_100, 30_100, 19_800, 25_000)))
    changed = table.amended(win)
    assert set(changed) == {4}
    assert changed[4] == (ScoresChanged((100, -100, 0, 0), (25_100, 24_900, 25_000, 25_000)),)


def test_nothing_that_did_not_change_is_touched():
    table = Table()
    win = table.win(value(1, 2, 3, 40))
    table.go_on()
    table.win(value(2, None, 5))
    assert table.amended(win, *table.entries[win - 1].events) == {}


def test_points_told_apart_from_the_win_follow_it():
    table = Table()
    won, paid = ending_said(table.state, [said_from_json(value(1, 2, 3, 40))])
    number = table.tell(won)
    table.tell(paid)
    better = ending_said(table.start, [said_from_json(value(1, 2, 5))])[0]
    assert table.amended(number, better)[3][0].payments == (0, 8000, -8000, 0)
    assert table.amended(number)[3] == ()


def test_a_stick_stays_on_the_table_when_the_win_that_took_it_is_taken_back():
    table = Table()
    table.tell(DeclaredReady(1), StickLaid(1))
    win = table.win(value(1, 2, 3, 40))
    table.go_on()
    assert table.amended(win)[4] == (DealStarted(1, 0, 0, 1),)
