"""A seating made elsewhere: read from a list, checked, and looked at before it is taken over.

Two forms, cells apart by semicolon, tab or comma; a player by name, or by number as he stands in the list::

    round; table; East; South; West; North        East; South; West; North     (a blank line: the next round)
    1; 1; Ann; Bob; Cem; Dov                      1 2 3 4 as cells, one table a line
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webui.hub.desk.standing import Entrant
from webui.hub.desk.winds import SEATS, Round, Table

MOST_PROBLEMS = 12
SEPARATORS = re.compile(r"[;\t]")


@dataclass(slots=True)
class Fixed:
    """What a list says. `rounds`: what could be read of it; `problems`: none when all can be used."""

    rounds: list[Round] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    met: list[tuple[int, int, int]] = field(default_factory=list)
    """Who meets whom more than once, and how often, earlier rounds included."""
    uneven: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """Who does not sit everywhere equally often, as far as the rounds go: how often on each wind."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    round: int
    place: int
    cells: Sequence[str]


def read_seating(text: str, entrants: Sequence[Entrant], before: Sequence[Round], most: int) -> Fixed:
    """The rounds that `text` seats for those who play, after the rounds `before`; at most `most` of them."""
    found = Fixed()
    by_word = _words(entrants)
    tables: dict[int, dict[int, Table]] = {}
    for line in _lines(text, len(before), found.problems):
        seats = _seats(line, by_word, found.problems)
        if seats is not None and line.place in tables.setdefault(line.round, {}):
            found.problems.append(
                f"line {line.number}: table {line.place} of round {line.round} is there twice"
            )
        elif seats is not None:
            tables[line.round][line.place] = seats
    _check_rounds(tables, len(before), most, found.problems)
    _check_players(tables, entrants, found.problems)
    found.rounds = [
        tuple(tables[round_][place] for place in sorted(tables[round_])) for round_ in sorted(tables)
    ]
    rounds = [*before, *found.rounds]
    found.met, found.uneven = _met(rounds), _uneven(rounds, entrants)
    if len(found.problems) > MOST_PROBLEMS:
        found.problems[MOST_PROBLEMS:] = [f"and {len(found.problems) - MOST_PROBLEMS} more"]
    return found


def _words(entrants: Sequence[Entrant]) -> Mapping[str, int]:
    """Names, and places in the list where nobody is called by a number."""
    places = {str(place): each.number for place, each in enumerate(entrants, start=1)}
    return places | {each.name.casefold(): each.number for each in entrants}


def _lines(text: str, done: int, problems: list[str]) -> list[_Line]:
    """The tables of a list, with the round and the table that each says or that it stands at."""
    found: list[_Line] = []
    round_, place, is_open = done + 1, 0, False
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        cells = [" ".join(cell.split()) for cell in _cells(line)]
        if not any(cells):
            round_, place, is_open = round_ + is_open, 0, False
        elif len(cells) == SEATS:
            place, is_open = place + 1, True
            found.append(_Line(number, round_, place, cells))
        elif len(cells) == SEATS + 2 and all(_is_number(cell) for cell in cells[:2]):
            found.append(_Line(number, int(cells[0]), int(cells[1]), cells[2:]))
        elif found or number > 1:
            problems.append(
                f"line {number}: a table has four players, or round, table and four; got {len(cells)}"
            )
    if not found and not problems:
        problems.append("there is no table in the list")
    return found


def _cells(line: str) -> list[str]:
    return SEPARATORS.split(line) if SEPARATORS.search(line) else line.split(",")


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and 0 < int(cell) < 1000 if len(cell) < 4 else False


def _seats(line: _Line, by_word: Mapping[str, int], problems: list[str]) -> Table | None:
    unknown = [cell for cell in line.cells if cell.casefold() not in by_word]
    if unknown:
        problems.append(f"line {line.number}: nobody who plays is called {unknown[0][:40]!r}")
        return None
    return tuple(by_word[cell.casefold()] for cell in line.cells)


def _check_rounds(tables: Mapping[int, object], done: int, most: int, problems: list[str]) -> None:
    due = list(range(done + 1, done + 1 + len(tables)))
    if sorted(tables) != due:
        said = ", ".join(map(str, sorted(tables)[:9]))
        problems.append(f"the rounds must go on from {done + 1} without a gap, got {said}")
    if len(tables) > most:
        problems.append(f"{most} rounds are still to be drawn, the list has {len(tables)}")


def _check_players(
    tables: Mapping[int, Mapping[int, Table]], entrants: Sequence[Entrant], problems: list[str]
) -> None:
    for round_ in sorted(tables):
        sits = Counter(itertools.chain.from_iterable(tables[round_].values()))
        for each in entrants:
            if sits[each.number] > 1:
                problems.append(f"round {round_}: {each.name} sits {sits[each.number]} times")
            elif not sits[each.number]:
                problems.append(f"round {round_}: {each.name} does not sit")


def _met(rounds: Sequence[Round]) -> list[tuple[int, int, int]]:
    pairs = Counter(
        tuple(sorted(pair))
        for table in itertools.chain.from_iterable(rounds)
        for pair in itertools.combinations(set(table), 2)
    )
    again = [(one, other, count) for (one, other), count in pairs.items() if count > 1]
    return sorted(again, key=lambda each: -each[2])


def _uneven(rounds: Sequence[Round], entrants: Sequence[Entrant]) -> list[tuple[int, tuple[int, ...]]]:
    sat: dict[int, list[int]] = {each.number: [0] * SEATS for each in entrants}
    for table in itertools.chain.from_iterable(rounds):
        for wind, one in enumerate(table):
            if one in sat:
                sat[one][wind] += 1
    return [(one, tuple(winds)) for one, winds in sat.items() if max(winds) - min(winds) > 1]
