"""The score book: who plays, which game, which season."""

import pytest

from engine.house import with_settings
from engine.rules import load_ruleset
from tests.webui.kept_games import Clock
from webui.scores.store.book import ScoreBook
from webui.scores.store.booked import BookError
from webui.storage.aside import notes
from webui.storage.journal import JournalError


def test_a_game_keeps_who_plays_and_everybody_is_entered_once(book):
    rules = load_ruleset("riichi")
    book.begin_game("by_hand", rules, ("Ann", " Bob ", None, "Çem"))
    again = book.begin_game("by_hand", rules, ("bob", "Ann", None, None))
    assert again.names == ("Bob", "Ann", None, None)
    assert [player.name for player in book.players()] == ["Ann", "Bob", "Çem"]
    assert [game.number for game in book.games(player=1)] == [2, 1]


@pytest.mark.parametrize(
    ("names", "line"),
    [
        (("Ann", "ann", None, None), "cannot sit in two seats"),
        (("x" * 61, None, None, None), "60 characters at most"),
        (("\n\t", None, None, None), "cannot be empty"),
    ],
)
def test_names_that_cannot_be_are_refused_and_nothing_is_entered(book, names, line):
    with pytest.raises(BookError, match=line):
        book.begin_game("by_hand", load_ruleset("mcr"), names)
    assert book.games() == ()
    assert book.players() == ()


def test_house_rules_come_back_with_the_game(book):
    rules = with_settings(
        load_ruleset("hong_kong"), {"minimum": 1, "consequences": {"false_win": "warning"}, "rounds": 1}
    )
    assert book.game(book.begin_game("by_hand", rules).number).rules == rules


def test_a_renamed_player_is_renamed_in_all_games(book):
    number = book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", None, None, None)).number
    book.rename_player(1, "Anna <b>")
    assert book.game(number).names[0] == "Anna <b>"
    with pytest.raises(BookError, match="there is no player 9"):
        book.rename_player(9, "x")


def test_a_name_that_is_taken_is_refused(book):
    book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", "Bob", None, None))
    with pytest.raises(BookError, match="called Bob already"):
        book.rename_player(1, "Bob")


def test_the_newest_season_that_is_on_is_the_one_games_count_in(book):
    first, second = book.begin_season("Spring"), book.begin_season("Summer")
    assert book.season_on == second
    book.end_season(second.number)
    assert book.season_on == first
    with pytest.raises(BookError, match="called spring already"):
        book.begin_season("spring")


@pytest.mark.parametrize("number", [0, -1, 7, 2**63, 2**200])
def test_a_number_that_is_not_in_the_book_is_one_line(book, number):
    for ask in (book.game, book.player, book.season, book.reopen_game, book.end_season):
        with pytest.raises(BookError, match="there is no"):
            ask(number)
    for change in (
        lambda: book.finish_game(number, {}),
        lambda: book.note_game(number, "", None),
        lambda: book.name_players(number, ("Ann", None, None, None)),
        lambda: book.rename_player(number, "Ann"),
    ):
        with pytest.raises(BookError, match="there is no"):
            change()
    assert book.players() == ()


def test_after_midnight_it_is_still_the_same_evening():
    times = Clock("2026-11-22T01:30:00+01:00", "2026-11-22T11:00:00+01:00")
    book = ScoreBook(None, times)
    games = [book.begin_game("by_hand", load_ruleset("mcr"), began=times()) for _ in range(2)]
    assert [game.evening for game in games] == ["2026-11-21", "2026-11-22"]


def test_one_process_writes_the_book_and_it_is_there_after_a_restart(tmp_path):
    book = ScoreBook(tmp_path)
    number = book.begin_game("by_hand", load_ruleset("mcr"), ("Ann", None, None, None)).number
    book.lay_out(number)
    with pytest.raises(JournalError, match="another program is writing the score book"):
        ScoreBook(tmp_path)
    book.close()
    again = ScoreBook(tmp_path)
    assert again.at_table is not None
    assert again.at_table.names[0] == "Ann"
    again.close()


def test_a_file_that_is_no_book_is_set_aside_with_one_line(tmp_path, capsys):
    text = "no book at all, but long enough to be looked at" * 50
    (tmp_path / "scores.db").write_text(text)
    book = ScoreBook(tmp_path)
    assert book.games() == ()
    book.close()
    [note] = notes(tmp_path)
    assert note.is_lost
    assert (tmp_path / note.place / "scores.db").read_text() == text
    assert capsys.readouterr().err.startswith("jantaku: scores.db was damaged")
