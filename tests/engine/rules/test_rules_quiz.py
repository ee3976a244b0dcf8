"""The quiz, problems and exercises of the textbook, answered by the engine; what tiles show."""

from itertools import product
from typing import get_args

import pytest
from rule_rows import PUNG_THEN_DRAW, D, T, chow, kong, names, own_kong, promoted, pung, rule, tail

from engine.announcement import KEYS
from engine.formats.mjai_write import tile_to_mjai
from engine.journal.amend import folded
from engine.judge.claims import claims
from engine.judge.legal import next_events
from engine.notation import parse_tiles
from engine.practice.chance.deal import all_tiles
from engine.rules import load_ruleset
from engine.scoring.hand import WonHand
from engine.scoring.profiles import score_hand, table_of
from engine.table.apply import apply, new_table
from engine.table.copies import visible_tiles
from engine.table.events import DiceRolled, FlowerDeclared, WallBroken, WallBuilt, Won
from engine.table.state import MeldKind
from engine.tiles import ALL_FACES, DRAGONS, FLOWERS, RED_FIVES, SUITED, WINDS, sort_key
from vision.tile_art.bird import bird
from vision.tile_art.face import face_svg_symbol

MCR = "mcr"
ONE_OF_EACH = [face for face in ALL_FACES if face not in RED_FIVES]


@rule("S004-Q1")
def test_there_are_no_tigers():
    kinds = {
        "dragons": DRAGONS,
        "bamboo": [t for t in SUITED if t[1] == "s"],
        "seasons": FLOWERS[4:],
        "tigers": (),
    }
    tiles = all_tiles(load_ruleset(MCR))
    assert [kind for kind, faces in kinds.items() if not any(face in tiles for face in faces)] == ["tigers"]


@rule("S004-Q3")
def test_thirty_three_tiles_show_bamboo():
    """All bamboos but the four birds, and the flower that is a bamboo."""
    shows = [
        tile for tile in all_tiles(load_ruleset(MCR)) if (tile[1] == "s" and tile != "1s") or tile == "4f"
    ]
    assert len(shows) == 33


@rule("S004-Q4")
def test_the_break_is_counted_from_the_second_throwers_right():
    rules = load_ruleset(MCR)
    for first, second in product(range(2, 13), repeat=2):
        thrower, total = (first - 1) % 4, first + second
        thrown = [WallBuilt(), DiceRolled(0, (1, first - 1)), DiceRolled(thrower, (1, second - 1))]
        # Beyond the thrower's 18 stacks the count goes on in the wall of the player clockwise from him.
        side, stack = (thrower, total) if total <= 18 else ((thrower - 1) % 4, total - 18)
        state = folded(new_table(rules), thrown)
        assert names(state, WallBroken(side, stack)) == set()
        assert names(state, WallBroken(side, stack + 1)) == {"wrong_break"}


@rule("S004-Q6")
def test_of_the_four_acts_only_a_flower_is_not_for_the_first_move(at):
    state = at(MCR, FlowerDeclared(1, "2f"), tail(1))
    acts = {
        "flower": FlowerDeclared(0, "1f"),
        "hu": Won(0, "1z"),
        "kong": own_kong(0, "9m"),
        "discard": D(0, "1z"),
    }
    assert [name for name, act in acts.items() if names(state, act)] == ["flower"]


@rule("S004-Q7")
def test_there_are_three_kinds_of_kong(at):
    melded = at(MCR, D(0, "3p"), kong(1, 0, "3p"))
    concealed = at(MCR, own_kong(0, "9m"))
    added = at(MCR, *PUNG_THEN_DRAW, promoted(1, "3p"))
    kinds = {state.seats[seat].melds[0].kind for state, seat in ((melded, 1), (concealed, 0), (added, 1))}
    assert kinds == {kind for kind in get_args(MeldKind) if kind.endswith("kong")}
    assert len(kinds) == 3


@rule("S004-Q10")
def test_three_players_can_declare_on_one_discard(at):
    state = at(MCR, D(0, "3m"))
    assert {claim.seat for claim in claims(state)} == {1, 2, 3}


@rule("S004-Q11")
def test_three_different_words_can_fall_on_one_discard(at):
    """Each of three players says one word; all tiles they need beside the discard must exist."""
    alike = {"chow": 0, "pung": 2, "kong": 3, "win": 0}
    most = max(
        len(set(words))
        for words in product(alike, repeat=3)
        if sum(alike[word] for word in words) <= 3 and words.count("chow") <= 1
    )
    assert most == 3
    both = [words for words in product(alike, repeat=3) if {"pung", "kong"} <= set(words)]
    assert all(sum(alike[word] for word in words) > 3 for words in both)
    hands = {1: "12m123456789s99p", 2: "33m123456789s99p", 3: "12m123456789p77z"}
    called = {(claim.seat, claim.kind) for claim in claims(at(MCR, D(0, "3m"), hands=hands))}
    assert {(1, "chow"), (2, "pung"), (3, "win")} <= called


@rule("S004-Q12")
@rule("S004-96")
@rule("S004-97")
def test_a_pung_of_winds_is_worth_one_two_or_four_and_never_three():
    worth = {}
    for seat, prevalent in product(range(4), repeat=2):
        won = WonHand(
            standing=parse_tiles("123m456p789s111z2s"), tile="2s", melds=(), self_drawn=True, giver=None,
            seat_wind=seat, prevalent_wind=prevalent,
        )  # fmt: skip
        score = score_hand(won, "mcr", table_of("mcr"))
        winds = ("prevalent_wind", "seat_wind", "pung_of_terminals_or_honors")
        worth[seat, prevalent] = sum(each.value for each in score.patterns if each.name in winds)
    assert set(worth.values()) == {1, 2, 4}
    for prevalent in range(4):
        doubled = [seat for seat in range(4) if seat == prevalent]
        assert len(doubled) == 1
    assert worth[0, 0] == 4
    assert worth[0, 1] == worth[1, 0] == 2
    assert worth[1, 2] == 1


@rule("S004-P1")
def test_thirteen_declarations_in_one_move(at):
    """Eight flowers and four kongs, each drawn as the replacement of the one before, and the win."""
    state = at(MCR, D(0, "9p"), T(1, "1f"), hands={1: "111m222m333m444m5s"})
    drawn = [f"{number}f" for number in range(2, 9)] + ["1m", "2m", "3m", "4m", "5s"]
    said = 0
    held = "1f"
    for tile in drawn:
        act = FlowerDeclared(1, held) if held in FLOWERS else own_kong(1, held)
        assert names(state, act) == set()
        state = apply(apply(state, act), tail(1, tile))
        said, held = said + 1, tile
    assert names(state, Won(1, "5s")) == set()
    assert said + 1 == 13 == len(FLOWERS) + 4 + 1
    claimed = at(MCR, D(0, "3m"), chow(1, 0, "3m", "345m"))
    assert {type(event).__name__ for event in next_events(claimed)} == {"TileDiscarded"}


@rule("S004-P2")
def test_four_of_the_five_words_on_one_tile_only_from_the_left(at):
    hand = "333m45m345p345s88s"
    for giver, before in ((0, []), (2, [D(0, "9p"), T(1, "9s"), D(1, "9s"), T(2, "1z")]), (3, None)):
        if before is None:
            before = [D(0, "9p"), T(1, "9s"), D(1, "9s"), T(2, "1z"), D(2, "1z"), T(3, "2z")]
        state = at(MCR, *before, D(giver, "3m"), hands={1: hand})
        kinds = {claim.kind for claim in claims(state) if claim.seat == 1}
        assert kinds == ({"chow", "pung", "kong", "win"} if giver == 0 else {"pung", "kong", "win"})
    assert pung(1, 0, "3m") in next_events(at(MCR, D(0, "3m"), hands={1: hand}))


@rule("S004-56")
def test_the_five_words_have_their_announcements():
    assert {"flower", "chow", "pung"} < set(KEYS)
    assert {key.split(".")[0] for key in KEYS} >= {"kong", "won"}


@rule("S004-16")
@rule("S004-13")
def test_winds_and_characters_are_put_in_order():
    assert sorted(["4z", "2z", "1z", "3z"], key=sort_key) == list(WINDS)
    assert sorted([f"{n}m" for n in (9, 1, 5, 3, 7, 2, 8, 6, 4)], key=sort_key) == [
        f"{n}m" for n in range(1, 10)
    ]


@rule("S004-104")
def test_all_copies_of_a_pattern_on_the_table_are_counted_however_they_lie(at):
    before = [
        D(0, "3p"),
        T(1),
        D(1, "3p"),
        pung(3, 1, "3p"),
        D(3, "9p"),
        T(0),
        D(0, "5s"),
        chow(1, 0, "5s", "567s"),
    ]
    tiles = list(visible_tiles(at(MCR, *before)))
    assert (tiles.count("3p"), tiles.count("5s"), tiles.count("9p"), tiles.count("1z")) == (4, 1, 1, 0)


@rule("S004-15")
@rule("S004-12")
def test_no_face_needs_a_printed_number_to_be_told_from_the_others():
    pictures = [face_svg_symbol(face).split(">", 1)[1] for face in ONE_OF_EACH]
    assert len(set(pictures)) == 42
    assert not any("<text" in picture for picture in pictures)


@rule("S002-02")
def test_the_one_of_bamboo_is_a_bird():
    assert len(bird()) > 0
    drawn = face_svg_symbol("1s")
    assert drawn.count("<") > face_svg_symbol("2s").count("<")


@rule("S002-03")
@rule("S002-04")
def test_dragons_and_winds_have_their_letters():
    assert [tile_to_mjai(tile) for tile in DRAGONS] == ["P", "F", "C"]
    assert [tile_to_mjai(tile) for tile in WINDS] == ["E", "S", "W", "N"]


@rule("S004-Q9")
@pytest.mark.parametrize("tile", ["3m", "9p"])
def test_only_one_kind_of_kong_offers_its_tile(at, tile):
    assert [claim for claim in claims(at(MCR, own_kong(0, tile))) if claim.kind == "win"] == []
