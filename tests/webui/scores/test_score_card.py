"""The card of a win: all reasons, tiles drawn from the sprite, nothing unescaped."""

import json
from xml.etree import ElementTree

import pytest

from engine.journal.record import event_from_json, event_to_json
from engine.rules import load_ruleset
from engine.scoring.card import win_card
from engine.scoring.case import parse_tiles
from engine.scoring.pattern_names import ORIGINAL_NAMES, original_name
from engine.scoring.table import score_win
from engine.table.events import Won
from engine.table.state import Discard, GameState, SeatState
from webui.text.score_card import score_card_html
from webui.words import languages, load_words

WORDS = load_words("en")
SEATS = ("East", "South", "West", "North")
HAND = parse_tiles("23m456p789s11222z")


def won_table(rules: str) -> GameState:
    seats = tuple(SeatState(river=(Discard("1m"),)) for _ in range(4))
    return GameState(rules=load_ruleset(rules), dealer=1, seats=seats, phase="playing", last_discard=1)


def card_of(rules: str, hand: tuple = HAND) -> dict:
    state, won = won_table(rules), Won(2, "1m", 1, hand)
    return win_card(state, won, score_win(state, won))


@pytest.mark.parametrize("rules", ["riichi", "hong_kong", "doubles"])
def test_the_card_tells_patterns_payments_and_survives_the_wire(rules):
    card = card_of(rules)
    assert card["patterns"]
    won = Won(2, "1m", 1, HAND, score=card)
    assert event_from_json(json.loads(json.dumps(event_to_json(won)))) == won
    for pattern in card["patterns"]:
        assert pattern["original"]


def test_the_page_shows_value_tiles_fu_and_payments():
    card = card_of("riichi_classic")
    html = str(score_card_html(card, "/static/tiles.svg", SEATS))
    page = ElementTree.fromstring(html)
    shown = "".join(page.itertext())
    assert "1 han 40 fu" in shown
    for pattern in card["patterns"]:
        assert WORDS[f"pattern.{pattern['name']}"] in shown
    uses = {element.get("href") for element in page.iter() if element.tag == "use"}
    assert {f"/static/tiles.svg#tile-{tile}" for tile in ("1z", "2z")} <= uses
    assert [term.text for term in page.iter("dt")] == list(SEATS)
    assert sum(int(amount.text.replace("−", "-").replace(",", "")) for amount in page.iter("dd")) == 0


def test_a_win_that_is_none_shows_its_fault_and_nothing_else():
    card = card_of("riichi", hand=())
    html = str(score_card_html(card, "/static/tiles.svg", SEATS))
    assert "not every tile of the hand is known" in html
    assert "<table" not in html


def test_what_comes_from_outside_is_escaped():
    card = {**card_of("hong_kong"), "patterns": [{"name": "<b>", "value": "<i>"}]}
    html = str(score_card_html(card, 'x"><script>', ("<u>", "b", "c", "d")))
    assert not any(tag in html for tag in ("<b>", "<i>", "<script>", "<u>"))


@pytest.mark.parametrize("language", languages())
def test_the_card_is_said_in_every_language(language):
    words = load_words(language)
    card = card_of("riichi_classic")
    page = ElementTree.fromstring(str(score_card_html(card, "/tiles.svg", SEATS, words)))
    shown = "".join(page.itertext())
    for line in card["fu_lines"]:
        assert words[f"score.fu.{line['reason']}"] in shown
    for pattern in card["patterns"]:
        assert words[f"pattern.{pattern['name']}"] in shown
        assert original_name(pattern["name"]) in shown
    assert words["score.payments"] in shown


@pytest.mark.parametrize("language", languages())
def test_every_pattern_has_its_name_in_every_language(language):
    words = load_words(language)
    assert [name for name in ORIGINAL_NAMES if f"pattern.{name}" not in words] == []


def test_a_liable_seat_is_named():
    html = str(score_card_html({**card_of("riichi_classic"), "liable": 3}, "/tiles.svg", SEATS))
    assert WORDS.say("score.liable", seat="North") in html
