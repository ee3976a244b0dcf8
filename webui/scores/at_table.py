"""Which game is played at the table: the one laid out; with a camera else one that waits, else a new."""

from __future__ import annotations

from pathlib import Path

from engine.ruleset import Ruleset
from webui.live.session import Session, new_session
from webui.scores.store.book import ScoreBook
from webui.scores.store.booked import BookError, Game, Kind
from webui.storage.journal import Journal


def open_at_table(
    book: ScoreBook, rules: Ruleset, *, has_camera: bool, names: tuple[str, ...], old_journal: str
) -> Session:
    """The session of the game at the table.

    A camera always has one: what happens is kept, whoever plays. Without a camera nothing is played until
    somebody begins a game. `names` by seat, "" for nobody in particular; `old_journal`: the file in
    the book's folder that a table without a book kept, taken into the book when it is there."""
    game = _waiting(book, rules, "camera" if has_camera else "by_hand")
    if game is None and has_camera:
        game = _begun(book, rules, names, old_journal)
    book.lay_out(None if game is None else game.number)
    if game is None:
        return new_session(rules, Journal(None), 0)
    return new_session(game.rules, Journal.mended(book.path_of(game)), game.first_dealer)


def _waiting(book: ScoreBook, rules: Ruleset, kind: Kind) -> Game | None:
    """The game laid out when it is played by these rules, else the newest unfinished one that a camera
    watched; one kept by hand waits until somebody opens it again."""
    now = book.at_table
    others = (game for game in book.games() if game.kind == kind == "camera")
    games = [*([] if now is None else [now]), *others]
    return next((game for game in games if game.ended is None and game.rules == rules), None)


def _begun(book: ScoreBook, rules: Ruleset, names: tuple[str, ...], old_journal: str) -> Game:
    known = {game.journal for game in book.games()}
    is_old = book.folder is not None and Path(book.folder / old_journal).is_file()
    season = book.season_on
    wanted = tuple(name.strip() or None for name in names[: rules.seats])
    for seated in (wanted, (None,) * rules.seats):
        try:
            return book.begin_game(
                "camera",
                rules,
                seated,
                first_dealer=None,
                season=None if season is None else season.number,
                journal=old_journal if is_old and old_journal not in known else None,
            )
        except BookError:
            continue  # the names of the set-up do not do as they are; people can be named later
    raise BookError("no game could be entered in the score book")
