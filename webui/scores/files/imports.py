"""Games brought in: anything `jantaku replay` reads becomes a finished game of the book, points and all."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.formats.any import format_of, read_game
from engine.formats.game import Points, RecordedGame, points_of
from engine.formats.replay import replay_deal
from engine.house import with_settings
from engine.journal.east import begun
from engine.journal.record import Entry, entry_from_json
from engine.judge.deal_points import scores_changed
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import SEATS, DealDrawn, DealStarted, Event, ScoresChanged, Won
from engine.table.state import GameState
from engine.tiles import EngineError
from webui.scores.files.import_checks import (
    MOST_ENTRIES,
    MOST_POINTS,
    check_cards,
    check_entries,
    check_text,
    recounted,
    scored,
)
from webui.scores.store.book import ScoreBook
from webui.scores.store.booked import Game
from webui.scores.store.ledger import ledger_of
from webui.scores.store.summary import summary_of
from webui.storage.journal import Journal

Names = tuple[str | None, ...]
LARGEST = 4 * 1024 * 1024
"""Bytes of a file that is brought in."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A game as read: its rules, who played (None: not told), who dealt first, and its entries."""

    rules: Ruleset
    names: Names
    first_dealer: int
    entries: tuple[Entry, ...]


def read_import(text: str) -> Brought:
    """The game in `text`; EngineError with one line when there is none."""
    try:
        check_text(text)
        if format_of(text) == "jantaku":
            brought = _of_journal(text)
        else:
            brought = _of_recorded(read_game(text), _names_in(text))
        check_entries(brought.entries)
        return brought
    except RecursionError as wrong:
        raise EngineError("the file is nested too deeply to be a recorded game") from wrong
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as wrong:
        if isinstance(wrong, EngineError):
            raise
        raise EngineError(f"the file cannot be read as a recorded game: {wrong!r:.80}") from wrong


def came_to(brought: Brought) -> dict[str, Any]:
    """What the game came to, as the book keeps it; EngineError when it can be no game's."""
    ledger = ledger_of(new_table(brought.rules, brought.first_dealer), brought.entries)
    if any(abs(total) > MOST_POINTS for total in ledger.totals):
        raise EngineError("the game ends with more points than there can be")
    summary: dict[str, Any] = json.loads(json.dumps(summary_of(ledger), ensure_ascii=False))
    return summary


def twin_of(book: ScoreBook, brought: Brought) -> Game | None:
    """The game of the book that came to the same by the same rules, deal by deal; None when there is none."""
    summary = came_to(brought)
    return next(
        (game for game in book.games() if game.summary == summary and game.rules.name == brought.rules.name),
        None,
    )


def bring_in(book: ScoreBook, brought: Brought, note: str, season: int | None) -> Game:
    """Enters the game: its journal is written whole, then the book knows it as finished. When anything of it
    fails, nothing of it is left."""
    summary = came_to(brought)
    game = book.begin_game(
        "import",
        brought.rules,
        brought.names,
        first_dealer=brought.first_dealer,
        season=season,
        note=note,
    )
    try:
        with Journal(book.path_of(game)) as journal:
            journal.remember("dealer", str(brought.first_dealer))
            journal.take_over(brought.entries)
        return book.finish_game(game.number, summary)
    except BaseException:
        book.forget_game(game.number)
        _forget_journal(book.path_of(game))
        raise


def _forget_journal(path: Path | None) -> None:
    for left in path.parent.glob(f"{path.name}*") if path is not None else ():
        left.unlink(missing_ok=True)


def _of_journal(text: str) -> Brought:
    """Our own lines keep their numbers and corrections."""
    rules, dealer = "mcr", 0
    house: dict[str, Any] = {}
    names: Names = ()
    entries: list[Entry] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError as wrong:
            raise EngineError(f"line {number} is not JSON: {wrong}") from wrong
        if not isinstance(data, dict):
            raise EngineError(f"line {number} is no entry: {line[:60]!r}")
        if "events" in data:
            check_cards(data)
            entry = entry_from_json(data)
            if entries and entry.number <= entries[-1].number:
                raise EngineError(f"line {number}: entry {entry.number} comes after {entries[-1].number}")
            entries.append(entry)
            continue
        rules = data.get("rules", rules)
        names = _names(data.get("players"))
        dealer, house = data.get("dealer", dealer), data.get("house", house)
    if not entries:
        raise EngineError("there is no entry in the file; expected journal lines")
    if type(dealer) is not int or dealer not in SEATS or not isinstance(rules, str):
        raise EngineError(f"the first line must name rules and the dealer's seat, got {rules!r}, {dealer!r}")
    if not isinstance(house, dict) or rules.endswith(".toml"):
        raise EngineError(f"rules must be a rule set's name and house its other settings, got {rules!r}")
    if len(entries) > MOST_ENTRIES:
        raise EngineError(f"a game has at most {MOST_ENTRIES} entries, this one has {len(entries)}")
    played_by = with_settings(load_ruleset(rules), house)
    start = begun(new_table(played_by, dealer), entries)
    return Brought(played_by, names, start.first_dealer, recounted(start, entries))


def _of_recorded(game: RecordedGame, names: Names) -> Brought:
    """Other programs' games: points as the record tells them, else as the rules say."""
    if not game.deals:
        raise EngineError("the file holds no deal")
    first = game.deals[0].first_dealer
    table = state = new_table(game.rules, first)
    entries: list[Entry] = []

    def entered(*events: Event) -> GameState:
        entries.append(Entry(len(entries) + 1, 0.0, "import", events))
        now = table
        for event in events:
            now = apply(now, event)
        return now

    for deal in game.deals:
        # The replay knows what the end of the deal moves; the entries tell it as our own journal would.
        state, result = replay_deal(state, deal)
        paid = deal.payments or result.payments
        for event in (event for event in deal.events if not isinstance(event, ScoresChanged)):
            if isinstance(event, Won):
                told_before = deal.events[: deal.events.index(event)]
                event = scored(table, event, told_before, deal.ura_indicators)
            table = entered(event)
            if isinstance(event, DealStarted) and len(entries) == 1 and deal.totals is not None:
                had = points_of([seat.score for seat in table.seats], "points")
                if had != deal.totals:
                    table = entered(ScoresChanged(_difference(deal.totals, had), deal.totals))
        if any(isinstance(event, Won | DealDrawn) for event in deal.events) and any(paid):
            table = entered(scores_changed(table, paid))
    return Brought(game.rules, names, first, tuple(entries))


def _difference(now: Points, had: Points) -> Points:
    return tuple(new - old for new, old in zip(now, had, strict=True))


def _names_in(text: str) -> Names:
    """The players' names where the format has them."""
    for part in (text, text.partition("\n")[0]):
        try:
            data = json.loads(part)
        except ValueError:
            continue
        if isinstance(data, dict):
            return _names(data.get("name", data.get("names")))
    return ()


def _names(given: object) -> Names:
    if not isinstance(given, list) or len(given) not in (3, 4):
        return ()
    names = [str(name).strip()[:60] or None for name in given]
    same = len({name.casefold() for name in names if name}) < sum(name is not None for name in names)
    return () if same or not all(isinstance(name, str) for name in given) else tuple(names)
