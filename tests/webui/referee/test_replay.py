"""Any deal again: its moments, what may be shown of them, the pages, and the evidence to print."""

import re
from dataclasses import replace

import pytest

from engine.journal.record import Entry
from engine.rules import load_ruleset
from engine.table.apply import new_table
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    FaultFound,
    HandsDealt,
    TileDiscarded,
    TileDrawn,
)
from tests.webui.conftest import OPENING, Visitor
from tests.webui.kept_games import GAME, played
from webui.app import create_app
from webui.replay.film import film_of, shown
from webui.scores.context import Scores
from webui.scores.store.book import ScoreBook
from webui.storage.journal import Journal
from webui.watch.snapshots import Snapshot

RULES = load_ruleset("mcr")
START = new_table(RULES)
HANDS = tuple(("1m",) * (14 if seat == 0 else 13) for seat in range(4))


def entries(*all_events):
    return tuple(
        Entry(number, float(number), "camera", events) for number, events in enumerate(all_events, 1)
    )


def numbers(deal):
    return [moment.number for moment in deal.moments]


TWO_DEALS = entries(
    *((event,) for event in OPENING),
    (DealDrawn(),),
    (DealStarted(1),),
    (HandsDealt(1),),
)


def test_a_game_is_cut_where_a_deal_begins():
    film = film_of(START, TWO_DEALS)
    assert [numbers(deal) for deal in film.deals] == [list(range(1, 10)), [10, 11]]
    assert [deal.is_over for deal in film.deals] == [True, False]


def test_the_opening_of_the_first_deal_is_part_of_it():
    film = film_of(START, entries((DealStarted(0),), (HandsDealt(0),), (TileDiscarded(0, "1z"),)))
    assert [numbers(deal) for deal in film.deals] == [[1, 2, 3]]


def test_a_moment_keeps_its_number_when_it_is_amended():
    discard = Entry(2, 2.0, "camera", (TileDiscarded(0, "1z"),))
    amended = Entry(3, 9.0, "player", (TileDiscarded(0, "2z"),), amends=2)
    again = Entry(4, 9.5, "referee", (TileDiscarded(0, "3z"),), amends=3)
    film = film_of(START, (*entries((HandsDealt(0),)), discard, amended, again))
    moment = film.moments[1]
    assert (moment.number, moment.entry, moment.at_s, moment.is_amended) == (2, again, 2.0, True)
    assert moment.after.seats[0].river[0].tile == "3z"
    assert film.find(3) == film.find(2)


def test_hands_are_shown_only_when_the_deal_is_over():
    dealt = (HandsDealt(0, HANDS),)
    going_on = film_of(START, entries(dealt)).deals[0]
    over = film_of(START, entries(dealt, (DealDrawn(),))).deals[0]
    assert set(shown(going_on, going_on.end).seats[2].standing) == {None}
    assert set(shown(over, over.moments[0].after).seats[2].standing) == {"1m"}


@pytest.fixture
def over(opened):
    """The opened room, the tile drawn next known, with a fault and an end; pictures beside entry 8."""
    opened.record("import", (TileDrawn(1, "live", "9s"),))
    opened.record("import", (TileDiscarded(1, "9s"),))
    opened.record("import", (ChowClaimed(3, 1, "9s", ("9s", "7s", "8s")),))
    opened.record("import", (FaultFound("S004-59", 3, ("9s",), "void", "chow_not_from_left"),))
    picture = Snapshot(11, 30.0, b"\xff\xd8before", b"\xff\xd8after", (0.0, 0.0), 300.0)
    opened._evidence.keep(picture, idle=False)
    return opened


def test_each_moment_has_an_address_and_links_to_those_around_it(visitor):
    page = visitor.get("/replay/table/3").text
    steps = dict(re.findall(r'data-step="(\w+)" href="([^"]+)"', page))
    assert steps == {
        "first": "/replay/table/1",
        "back": "/replay/table/2",
        "next": "/replay/table/4",
        "last": "/replay/table/8",
    }


def test_a_link_to_an_amendment_leads_to_the_moment_it_stands_in(opened, visitor):
    amendment = opened.record("player", (TileDiscarded(0, "2z"),), amends=8)
    answer = visitor.get(f"/replay/table/{amendment.number}")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/replay/table/8")
    assert "corrected" in visitor.get("/replay/table/8?lang=en").text


def test_a_drawn_tile_is_told_only_after_the_deal(over):
    visitor = Visitor(create_app(over, b"secret"))
    assert "East draws" not in visitor.get("/replay/table/9?lang=en").text
    assert "tile-9s" not in visitor.get("/replay/table/9?lang=en").text.split('id="moves"')[0]
    over.record("import", (DealDrawn(),))
    assert "South draws" in visitor.get("/replay/table/9?lang=en").text
    assert "tile-9s" in visitor.get("/replay/table/9?lang=en").text.split('id="moves"')[0]


def test_the_pictures_of_a_fault_are_those_of_the_act(over):
    visitor = Visitor(create_app(over, b"secret"))
    page = visitor.get("/replay/table/12?lang=en").text
    assert "/evidence/table/11/before.jpg" in page
    assert visitor.get("/evidence/table/11/after.jpg").data == b"\xff\xd8after"


@pytest.mark.parametrize(
    "path",
    [
        "/replay/nothing",
        "/replay/99",
        "/replay/table/999",
        "/replay/table/deal/9",
        "/replay/table/deal/9/evidence",
        "/evidence/table/1/after.jpg",
        "/evidence/table/1/beside.jpg",
        "/evidence/table/99999999999999999999999/after.jpg",
        "/replay/table/99999999999999999999999",
        "/replay/" + "9" * 400,
    ],
)
def test_what_is_not_there_is_said_in_one_line(visitor, path):
    answer = visitor.get(path)
    assert answer.status_code == 404
    assert answer.json["error"]
    assert "\n" not in answer.json["error"]


def test_the_evidence_of_a_deal_tells_the_fault_its_rule_and_its_pictures(over):
    visitor = Visitor(create_app(over, b"secret"))
    page = visitor.get("/replay/table/deal/1/evidence?lang=en").text
    assert "chow not from the player on the left" in page
    assert "A chow takes only the discard of the player on one&#39;s left." in page
    assert "S004-59" in page
    assert page.count("/evidence/table/11/before.jpg") == 1


def test_the_evidence_can_be_saved_as_one_file_that_needs_nothing_else(over):
    visitor = Visitor(create_app(over, b"secret"))
    answer = visitor.get("/replay/table/deal/1/evidence?lang=en&download=1")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="jantaku-deal-1.html"'
    assert not re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', answer.text)
    assert 'id="tile-9s"' in answer.text
    assert "data:image/jpeg;base64," in answer.text


def test_a_game_kept_in_the_book_is_played_from_its_journal(opened, tmp_path):
    app = create_app(opened, b"secret")
    book = ScoreBook(tmp_path)
    game = book.begin_game("import", RULES, ("Ann", "Bob", "Cid", "Dot"))
    with Journal(book.path_of(game)) as journal:
        for event in OPENING:
            journal.append(Entry(0, 1.0, "import", (event,)))
    app.extensions["scores"] = Scores(book)
    visitor = Visitor(app)
    assert f"/replay/{game.number}" in visitor.get("/replay?lang=en").text
    assert "Ann, Bob, Cid, Dot" in visitor.get(f"/replay/{game.number}?lang=en").text
    assert "East Ann" not in visitor.get(f"/replay/{game.number}/1").text
    assert visitor.get(f"/replay/{game.number}/8").status_code == 200
    book.close()


def test_a_game_of_points_alone_shows_the_score_board_as_it_was(opened, tmp_path):
    app = create_app(opened, b"secret")
    book = ScoreBook(tmp_path)
    kept = played("riichi", *GAME)
    game = book.begin_game("hand", kept.start.rules, ("Ann", "Bob", "Cid", "Dot"))
    with Journal(book.path_of(game)) as journal:
        for entry in kept.entries:
            journal.append(replace(entry, number=0))
    app.extensions["scores"] = Scores(book)
    visitor = Visitor(app)
    began, won = (visitor.get(f"/replay/{game.number}/{number}?lang=en").text for number in (1, 3))
    assert began.count('class="total">25,000') == 4
    assert "Bob wins from Cid" not in began
    assert "Bob wins from Cid" in won
    assert '<bdi>Bob</bdi><span class="bar-paid plus">' in won
    for page in (began, won, visitor.get(f"/replay/{game.number}/deal/1/evidence?lang=en").text):
        assert 'class="small-board"' in page
        assert 'class="felt"' not in page
    book.close()


def test_a_table_with_tiles_is_drawn(opened, visitor):
    page = visitor.get("/replay/table/8").text
    assert 'class="felt"' in page
    assert 'class="small-board"' not in page


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize(
    "path", ["/replay", "/replay/table", "/replay/table/12", "/replay/table/deal/1/evidence"]
)
def test_every_page_speaks_every_language(over, path, language):
    answer = Visitor(create_app(over, b"secret")).get(f"{path}?lang={language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text


def test_a_game_without_times_shows_none_and_a_link_can_be_copied(opened, visitor):
    assert not film_of(START, tuple(replace(entry, at_s=0.0) for entry in TWO_DEALS)).deals[0].has_times
    assert film_of(START, TWO_DEALS).deals[0].has_times
    page = visitor.get("/replay/table/8").text
    assert 'data-copy="The link is copied"' in page
    assert '<select id="pace">' in page
