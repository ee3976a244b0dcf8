"""The drawing of the table: everything on it once, well formed, and nothing unescaped."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from engine.ruleset import Ruleset
from engine.table.state import Discard, GameState, Meld, SeatState, StackPlace, Wall
from webui.table.over import over_svg
from webui.table.svg import table_svg, table_text
from webui.watch.read_spots import ReadSpot
from webui.words import Words, languages, load_words

WORDS = load_words("en")
FULL = Wall(((2,) * 18,) * 4)
RULES = Ruleset("mcr", "MCR", concealed_kong_face="outer_down")


def draw(state, words=WORDS, doubtful=()):
    return table_svg(state, words, doubtful=doubtful, sprite="/static/tiles.svg")


def with_seat(seat, own, **more):
    seats = [SeatState()] * 4
    seats[seat] = own
    return GameState(rules=RULES, phase="playing", wall=FULL, seats=tuple(seats), **more)


def faces(svg):
    return re.findall(r"#tile-([^\"]+)", svg)


def classes(svg):
    return [set(found.split()) for found in re.findall(r'class="(tile[^"]*)"', svg)]


@pytest.mark.parametrize("language", languages())
def test_an_empty_table_is_well_formed_in_every_language(language):
    svg = draw(GameState(rules=RULES), load_words(language))
    assert ElementTree.fromstring(svg).attrib["viewBox"] == "-460 -460 920 920"


def test_a_full_wall_shows_every_tile_and_a_gap_shows_none():
    assert sum(bool(c & {"upper", "lower"}) for c in classes(draw(with_seat(0, SeatState())))) == 144
    heights = ((0, 1) + (2,) * 16, (2,) * 18, (2,) * 18, (2,) * 18)
    svg = draw(GameState(rules=RULES, wall=Wall(heights, StackPlace(1, 7))))
    assert sum(bool(c & {"upper", "lower"}) for c in classes(svg)) == 141
    assert svg.count('class="empty"') == 1
    assert svg.count('class="break"') == 1
    assert svg.count('class="end live"') == svg.count('class="end tail"') == 1


def test_a_river_keeps_its_order_ghosts_the_claimed_and_rings_the_last():
    river = (Discard("1m"), Discard("2p", claimed_by=2), Discard("3s", turned=True), Discard("7z"))
    svg = draw(with_seat(1, SeatState(river=river), last_discard=1))
    assert faces(svg) == ["1m", "2p", "3s", "7z"]
    assert [("claimed" in c, "last" in c) for c in classes(svg) if not c & {"upper", "lower"}] == [
        (False, False),
        (True, False),
        (False, False),
        (False, True),
    ]
    assert svg.count("rotate(-90) translate(-36 0)") == 1


def test_only_the_newest_discard_of_the_seat_whose_discard_may_be_claimed_is_ringed():
    svg = draw(with_seat(1, SeatState(river=(Discard("1m"),)), last_discard=None))
    assert not any("last" in c for c in classes(svg))


@pytest.mark.parametrize("seat", range(4))
def test_a_claimed_tile_lies_sideways_where_the_giver_says(seat):
    meld = Meld("pung", ("5p", "5p", "0p"), giver=(seat + 2) % 4, claimed_index=1)
    svg = draw(with_seat(seat, SeatState(melds=(meld,))))
    turned = re.findall(r'data-place="([^"]+)" transform="[^"]*rotate', svg)
    assert turned == [f"meld:{seat}:0:1"]
    assert faces(svg) == ["5p", "5p", "0p"]


def test_a_concealed_kong_lies_as_the_rules_say():
    meld = Meld("concealed_kong", ("5s",) * 4)
    outer = draw(with_seat(0, SeatState(melds=(meld,))))
    assert faces(outer) == ["5s", "5s"]
    hidden = with_seat(0, SeatState(melds=(meld,)))
    down = replace(hidden, rules=replace(RULES, concealed_kong_face="all_down"))
    assert faces(draw(down)) == []


@pytest.mark.rule("S003-12")
def test_a_concealed_kong_is_shown_when_the_deal_is_over():
    known, unknown = (Meld("concealed_kong", (tile,) * 4) for tile in ("5s", None))
    table = with_seat(0, SeatState(melds=(known, unknown)))
    over = replace(table, phase="ended", rules=replace(RULES, concealed_kong_face="all_down"))
    assert faces(draw(over)) == ["5s"] * 4


def test_hidden_tiles_are_backs_and_an_unknown_discard_asks():
    svg = draw(with_seat(0, SeatState(standing=(None,) * 13, river=(Discard(None),))))
    assert sum("standing" in c for c in classes(svg)) == 13
    assert svg.count(">?</text>") == 1
    assert any("doubtful" in c for c in classes(svg))


def test_the_tile_won_on_lies_with_the_winners_hand():
    table = with_seat(0, SeatState(river=(Discard("1z", claimed_by=3),)), winners=(3,), last_discard=0)
    seats = (*table.seats[:3], SeatState(standing=("2m", "3m", "4m", "1z")))
    svg = draw(replace(table, seats=seats))
    assert faces(svg) == ["1z", "2m", "3m", "4m", "1z", "1z"]
    assert sum("won" in c for c in classes(svg)) == 1


def test_a_doubtful_tile_is_marked_and_keeps_its_face():
    svg = draw(with_seat(2, SeatState(river=(Discard("1m"), Discard("2m")))), doubtful={"river:2:0"})
    assert [("doubtful" in c) for c in classes(svg) if not c & {"upper", "lower"}] == [True, False]
    assert faces(svg) == ["1m", "2m"]


def test_a_long_river_and_four_kongs_stay_on_the_table():
    river = tuple(Discard("9m") for _ in range(30))
    melds = tuple(Meld("melded_kong", (f"{n}z",) * 4, 1, 3) for n in (1, 2, 3, 4))
    flowers = tuple(f"{n}f" for n in range(1, 9))
    svg = draw(with_seat(0, SeatState(standing=(None, None), river=river, melds=melds, flowers=flowers)))
    for x, y in re.findall(r'data-place="[^"]+" transform="translate\((\S+) (\S+)\)', svg):
        assert abs(float(x)) < 440
        assert abs(float(y)) < 440


def test_words_are_escaped_where_they_are_put_in():
    bad = Words("xx", {**WORDS.by_key, "wind.0": '<script>alert("1")</script>&'})
    svg = draw(GameState(rules=RULES, wall=FULL), bad)
    assert "<script" not in svg
    ElementTree.fromstring(svg)


def test_the_table_in_one_sentence_names_round_turn_and_tiles_left():
    text = table_text(GameState(rules=RULES, wall=FULL, dealer=1, turn=2, prevalent_wind=1), WORDS)
    assert text == "South round. South to move. 144 tiles left in the wall."


def test_players_are_named_where_they_sit_now_and_their_names_are_only_text():
    names = ("Ann", "<b>Bob</b>", "王小明", "Maximiliane Oberstaller-Wittgenstein")
    state = with_seat(0, SeatState(), players=(3, 0, 1, 2))
    svg = table_svg(state, WORDS, sprite="/static/tiles.svg", names=names)
    texts = [text.text for text in ElementTree.fromstring(svg).iterfind(".//{*}g[@class]/{*}text")]
    labels = [text for text in texts if text and any(text.startswith(name[:3]) for name in names)]
    assert [label.split("  ")[0] for label in labels] == ["Maximiliane Obers…", "Ann", "<b>Bob</b>", "王小明"]


def test_before_the_wall_stands_no_tiles_are_counted():
    assert 'class="left"' not in draw(GameState(rules=RULES))


def test_a_hand_stands_in_order_with_the_tile_just_drawn_apart():
    held = ("9s", "1m", "5z", "2p", "1m", "3p", "4p", "5p", "6s", "7s", "8s", "9m", "9m")
    own = faces(draw(with_seat(0, SeatState(standing=(*held, "3m")))))
    assert own == ["1m", "1m", "9m", "9m", "2p", "3p", "4p", "5p", "6s", "7s", "8s", "9s", "5z", "3m"]


def test_names_and_likelihood_lie_over_the_picture_where_the_tiles_are():
    reads = (ReadSpot((0.25, 0.5), "5p", 0.98), ReadSpot((0.5, 0.25), None, 0.3))
    svg = ElementTree.fromstring(over_svg(GameState(rules=RULES), (), WORDS, reads))
    named = svg.findall("{*}g[@class='named']/{*}text")
    assert [text.text for text in named] == [WORDS["tile.5p"], "98%"]
    assert float(named[0].get("x")) == 250
    doubtful = svg.findall("{*}g[@class='named doubtful']/{*}text")
    assert [text.text for text in doubtful] == ["?", "30%"]
