"""The overlay of a broadcast: waits that equal an enumeration, corrections that rewrite it, themes."""

import random
from collections import Counter
from pathlib import Path

import pytest

from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from engine.scoring.shape import is_complete, shapes_of
from engine.table.apply import apply, new_table
from engine.table.events import DealStarted, HandsDealt, TileDiscarded
from engine.table.state import SeatState
from engine.table.tile_set import all_tiles
from engine.tiles import plain
from tests.webui.kept_games import played, win
from tests.webui.page.test_air import at  # noqa: F401
from webui.overlay.content import overlay_content
from webui.overlay.rendering import LARGEST_THEME, PARTS, THEME_FILE
from webui.overlay.waiting import waits_of
from webui.words import load_words

WORDS = load_words("en")
GAMES = Path(__file__).parents[2] / "games"


def enumerated(state, seat, held, rest):
    """What finishes `held`, tried tile by tile with every tile that nobody sees."""
    own = state.seats[seat]
    faces = {plain(tile) for tile in all_tiles(state.rules) if not tile.endswith("f")}
    found = {}
    for face in faces:
        own_copies = [plain(tile) for tile in [*held, *(t for meld in own.melds for t in meld.tiles)]]
        melds, shapes = len(own.melds), shapes_of(state.rules)
        if own_copies.count(face) < 4 and is_complete([*held, face], melds, shapes):
            found[face] = rest[face]
    return found


@pytest.mark.parametrize("name", ["riichi", "mcr", "hong_kong", "sanma"])
def test_waits_and_tiles_left_equal_an_enumeration(name):
    """150 hands near ready among rivers of everything else; what is left is what lies nowhere."""
    rules, chance, ready = load_ruleset(name), random.Random(4), 0
    for _ in range(150):
        held, others = near_ready(rules, chance)
        river = others[: chance.randrange(len(others) - 30)]
        rest = Counter(map(plain, others[len(river) :]))
        state = state_with(rules, held, river)
        told = {wait.tile: wait.left for wait in waits_of(state, 1)}
        assert told == enumerated(state, 1, held, rest)
        ready += bool(told)
    assert ready > 9


def near_ready(rules, chance):
    """Thirteen tiles, three sets and a pair at random among them, and all the others mixed."""
    tiles = [tile for tile in all_tiles(rules) if not tile.endswith("f")]
    chance.shuffle(tiles)
    held = []
    for face in chance.sample(sorted(set(map(plain, tiles))), 4):
        held += [tile for tile in tiles if plain(tile) == face][: 3 if len(held) < 9 else 2]
    held += [tile for tile in tiles if tile not in held][: 13 - len(held)]
    others = list(tiles)
    for tile in held:
        others.remove(tile)
    return held, others


def state_with(rules, held, river):
    from dataclasses import replace

    from engine.table.state import Discard

    state = apply(apply(new_table(rules), DealStarted(0)), HandsDealt(0))
    seats = list(state.seats)
    seats[1] = SeatState(tuple(held))
    seats[0] = replace(seats[0], river=tuple(map(Discard, river)))
    return replace(state, seats=tuple(seats))


def test_every_moment_of_a_recorded_game_has_an_overlay():
    for game in sorted(GAMES.glob("*/journal.jsonl")):
        name = game.parent.name.removesuffix("_beginning")
        entries = [entry_from_line(line) for line in game.read_text().splitlines()]
        start = state = new_table(load_ruleset(name))
        for entry in entries:
            for event in entry.events:
                state = apply(state, event)
            told = overlay_content(start, entries[: entry.number], state, ("",) * 4, WORDS)
            assert len(told["seats"]) == state.rules.seats


def test_the_winners_hand_is_told_with_what_it_is_worth():
    kept = played("riichi", win(1, 2, 3, 40))
    told = overlay_content(kept.start, kept.entries, kept.ledger.state, ("Ann", "Bob", "", ""), WORDS)
    assert told["result"]["wins"][0]["who"] == "Bob"
    assert [seat["has_won"] for seat in told["seats"]] == [False, True, False, False]
    assert {seat["name"] for seat in told["seats"]} == {"Ann", "Bob", "Player 3", "Player 4"}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_a_page_and_a_piece_without_the_bar(at, part):  # noqa: F811
    table = at(delay_s=0)
    table.tell(DealStarted(0))
    page, piece = (table.get(f"/overlay/{part}{more}") for more in ("", "/now"))
    assert (page.status_code, piece.status_code) == (200, 200)
    assert 'class="bar"' not in page.text
    assert "'unsafe-inline'" in page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    assert page.headers["Cache-Control"] == "no-store"


def test_a_part_that_is_none_is_told_in_one_line(at):  # noqa: F811
    table = at(delay_s=0)
    assert "full, bar, lower" in table.get("/overlay/nonsense").json["error"]
    assert table.get("/overlay/nonsense/now").status_code == 404


def test_a_correction_rewrites_the_overlay(at):  # noqa: F811
    table = at(delay_s=0)
    table.tell(DealStarted(0), HandsDealt(0), TileDiscarded(0, "1z"))
    assert "#tile-1z" in table.get("/overlay/discards/now").text
    table.tell(TileDiscarded(0, "2z"), amends=3)
    shown = table.get("/overlay/discards/now").text
    assert ("#tile-2z" in shown, "#tile-1z" in shown) == (True, False)


def test_a_name_on_the_overlay_is_only_text(at):  # noqa: F811
    table = at(delay_s=0)
    table.book.name_players(table.game.number, ("<script>alert(1)</script>", "B", "C", "D"))
    table.tell(DealStarted(0))
    assert "<script>alert(1)" not in table.get("/overlay/full").text


def test_a_clubs_own_look_is_taken_from_the_data_folder(at):  # noqa: F811
    table = at(delay_s=0)
    assert table.get("/overlay/theme.css").data == b""
    (table.folder / THEME_FILE).write_text(":root { --overlay-accent: red }")
    answer = table.get("/overlay/theme.css")
    assert (answer.mimetype, b"red" in answer.data) == ("text/css", True)
    (table.folder / THEME_FILE).write_bytes(b" " * (LARGEST_THEME + 1))
    assert table.get("/overlay/theme.css").data == b""
