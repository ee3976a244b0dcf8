"""Announcements in words: every key in every language, seats by their winds, tiles as drawings."""

import pytest

from engine.announce import announce
from engine.announcement import KEYS, tell
from engine.journal.said_win import ending_said, said_from_json
from engine.rules import load_ruleset, ruleset_names
from engine.table.apply import apply, new_table
from engine.table.events import Won
from engine.table.fault import RULES_OF_FAULTS
from webui.text.story import Line
from webui.text.telling import told_json
from webui.words import languages, load_words

VALUES = {
    "seat": 2, "giver": 1, "winner": 3, "dealer": 0, "side": 2, "to_side": 1, "stack": 7, "to_stack": 9,
    "place": 1, "pips": (3, 4), "total": 7, "prevalent_wind": 1, "honba": 2, "number": 4, "tile": "5p",
    "tiles": ("4p", "5p", "6p"), "count": 8, "value": 12, "points": 3900, "patterns": ("All Pungs",),
    "kind": "exhaustive", "payments": (24, -8, -8, -8), "totals": (24, -8, -8, -8), "players": (1, 0, 3, 2),
    "fault": "chow_not_from_left", "rule": "S004-52", "consequence": "put_back",
    "call": "pung", "reason": "win_first", "now": Line(tell("discarded", seat=1, tile="5p"), 0),
    "was": Line(tell("discarded", seat=1, tile="3p"), 0), "unit": "points", "fu": None, "yakuman": 0,
}  # fmt: skip

CORRECTED = {
    "entry_amended": ("now",),
    "entry_was": ("was",),
    "entry_undone": ("was",),
    "entry_changed": ("number",),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", [*KEYS, *CORRECTED])
def test_every_announcement_can_be_told_in_every_language(key, language):
    values = {name: VALUES[name] for name in {**KEYS, **CORRECTED}[key]}
    told = told_json(Line(tell(key, **values), dealer=0), load_words(language))
    assert told["text"]
    assert "{" not in told["text"]
    assert "_" not in told["text"]


@pytest.mark.parametrize("key", KEYS)
def test_an_announcement_of_nothing_known_can_still_be_told(key):
    values = dict.fromkeys(KEYS[key])
    assert told_json(Line(tell(key, **values), dealer=0), load_words("en"))["text"]


def english(key, dealer=0, **values):
    return told_json(Line(tell(key, **values), dealer), load_words("en"))


@pytest.mark.parametrize(("dealer", "wind"), [(0, "West"), (1, "South"), (2, "East"), (3, "North")])
def test_a_seat_is_called_by_its_wind(dealer, wind):
    assert english("discarded", dealer, seat=2, tile="1s")["text"] == f"{wind} discards 1 bamboo"


def test_a_tile_is_a_part_of_its_own_so_that_it_can_be_drawn():
    assert english("discarded", seat=0, tile="5p")["parts"] == [
        {"text": "East"},
        {"text": " discards "},
        {"tile": "5p", "text": "5 dots"},
    ]


def test_an_unread_tile_is_said_to_be_unread():
    assert english("discarded", seat=0, tile=None)["text"] == "East discards a tile not read"


def test_dice_are_told_one_by_one_and_payments_by_seat():
    assert english("dice_rolled", seat=0, pips=(3, 4), total=7)["text"] == "East throws 3 and 4, together 7"
    told = english("scores_changed", payments=(24, -8, -8, -8), totals=(0, 0, 0, 0))
    assert told["text"] == "Payments: East +24, South −8, West −8, North −8"


def test_payments_follow_a_win_and_do_not_take_its_place():
    assert english("scores_changed", payments=(8, -8, 0, 0), totals=(8, -8, 0, 0))["follows"] is True
    assert english("won.discard", winner=0, giver=1, tile="9m")["follows"] is False


@pytest.mark.parametrize(
    ("giver", "text"), [(None, "South wins, self-drawn"), (2, "South wins from West")], ids=["drawn", "given"]
)
def test_a_win_told_by_its_value_alone_names_no_tile_and_no_patterns(giver, text):
    state = new_table(load_ruleset("riichi"))
    told = said_from_json({"winner": 1, "giver": giver, "value": {"value": 3, "fu": 40}})
    [won] = [event for event in ending_said(state, [told]) if isinstance(event, Won)]
    [said] = announce(state, won, apply(state, won))
    assert told_json(Line(said, 0), load_words("en"))["text"] == text


def test_a_win_is_for_the_whole_room_and_a_turn_is_not_spoken():
    assert english("won.self_draw", winner=1, tile="9m")["weight"] == "big"
    assert english("turn", seat=1)["spoken"] is False
    assert english("discarded", seat=1, tile="9m")["spoken"] is True


@pytest.mark.parametrize("language", languages())
def test_every_fault_every_draw_and_every_consequence_has_its_word(language):
    words = load_words(language)
    for name, (consequence, _) in RULES_OF_FAULTS.items():
        assert f"fault.{name}" in words
        assert f"consequence.{consequence}" in words
    draws = {draw for name in ruleset_names() for draw in load_ruleset(name).abortive_draws}
    assert {f"kind.{draw}" for draw in draws} <= set(words.by_key)


def test_a_name_from_outside_stays_text():
    told = english("fault", seat=0, fault="<b>x</b>", rule="1", tiles=(), consequence="")
    assert {"text": "<b>x</b>"} in told["parts"]
    assert told["text"].startswith("East: <b>x</b>, rule 1")


def test_the_patterns_of_a_win_are_named_in_the_language_of_whoever_reads():
    told = tell("score", winner=3, value=10, points=None, patterns=("half_flush", "prevalent_wind"))
    words = load_words("ja")
    text = told_json(Line(told, dealer=0), words)["text"]
    assert f"{words['pattern.half_flush']}{words['page.comma']}{words['pattern.prevalent_wind']}" in text


NAMES = ("Aiko", "Bo", "", "王小明")


def named(key, language="en", **values):
    line = Line(tell(key, **values), 1, seated=(1, 0, 2, 3))
    return told_json(line, load_words(language), NAMES)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Aiko wins on 9 characters from Bo"),
        ("ja", "Aiko ロン 九萬、Boから"),
        ("zh-Hans", "Aiko和牌 九万，Bo点炮"),
    ],
)
def test_who_is_known_is_called_by_name_wherever_he_sits(language, text):
    told = named("won.discard", language, winner=1, giver=0, tile="9m")
    assert told["text"] == text
    assert {"text": "Aiko", "wind": 0} in told["parts"]


def test_who_is_not_known_is_still_called_by_the_wind_and_a_wall_always_is():
    assert named("ready", seat=2)["text"] == "South declares riichi"
    assert named("ready", "ja", seat=2)["text"] == "南家 リーチ"
    assert named("wall_broken", side=0, stack=7)["text"] == "The wall of North is broken after stack 7"


def test_payments_and_new_seats_are_told_by_name():
    told = named("scores_changed", payments=(8, -8, 0, 0), totals=(8, -8, 0, 0))
    assert told["text"] == "Payments: Bo +8, Aiko −8, South 0, 王小明 0"
    seats = named("change_seats", players=(1, 0, 3, 2))["text"]
    assert seats.endswith("North Bo, East Aiko, South 王小明, West player 3")


def test_the_value_of_a_win_is_told_as_people_say_it():
    score = {"winner": 1, "points": 5200, "patterns": ("riichi",), "yakuman": 0}
    assert named("score", **score, value=3, unit="han", fu=40)["text"] == "Aiko: 3 han 40 fu, Riichi"
    assert named("score", **score, value=24, unit="points", fu=None)["text"] == "Aiko: 24 points, Riichi"
