"""Files that a tournament leaves: the list of results for a spreadsheet, and the one the EMA's ranking reads.

No federation publishes a file format for results. The EMA fills its ranking from a workbook; its public
ranking program tells in which column what lies there, and the file here has the same columns.
For MCR outside the EMA the plain list holds what federations print: table points and points.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from webui.hub.desk.rows import Tournament
from webui.hub.desk.standing import Standing

EMA_COLUMNS = (
    *("Tournament", "Players", "Position", "First name", "Last name", "EMA number", "Table points", "Score"),
    *("Is EMA", "Country", "", "Tournament country", "Place", "MERS", "", "Rules", "Date", "Days"),
)
"""In the order in which the EMA's ranking program reads them; the tournament stands in the third row."""
EMA_FACTS = ("country", "place", "mers", "date", "days")
"""What only the organiser knows."""


def report_csv(found: Tournament) -> str:
    """The final list: place, number, name, country, team, result, points, penalties, then each round."""
    is_mcr = found.rules.scoring == "mcr"
    last = "Table points" if is_mcr else "Score"
    rounds = range(1, found.drawn + 1)
    head = ["Place", "EMA number", "Name", "Country", "Team", last, "Points", "Penalties", "Carried"]
    lines: list[list[object]] = [[*head, *(f"Round {each}" for each in rounds)]]
    for row in found.standings():
        who = row.entrant
        cells = [who.ema, who.name, who.country, who.team]
        carried = "" if row.carried is None else round(row.carried, 3)
        sums = [round(row.total, 3), row.points, round(row.penalties, 3), carried]
        lines.append(
            [row.place, *map(_plain, cells), *sums, *(row.by_round.get(each, "") for each in rounds)]
        )
    return _csv(lines)


def ema_csv(found: Tournament, facts: Mapping[str, str]) -> str:
    """The results in the columns of the EMA's workbook; `facts`: what the organiser says (``EMA_FACTS``)."""
    rows = found.standings()
    lines: list[list[object]] = [list(EMA_COLUMNS)]
    lines += [_ema_row(found, row) for row in rows]
    while len(lines) < 3:
        lines.append([""] * len(EMA_COLUMNS))
    rules = "MCR" if found.rules.scoring == "mcr" else "Riichi"
    said = [_plain(facts.get(name, "")) for name in EMA_FACTS]
    country, place, mers, date, days = said
    lines[2][0:2] = [_plain(found.name), len(rows)]
    lines[2][11:18] = [country, place, mers, "", rules, date, days]
    return _csv(lines)


def split_name(name: str) -> tuple[str, str]:
    """First and last name: ``Last, First``; or words in capitals are the last name; or the last word is."""
    if "," in name:
        last, _, first = name.partition(",")
        return first.strip(), last.strip()
    words = name.split()
    capitals = [word for word in words if word.isupper() and len(word) > 1]
    if capitals and len(capitals) < len(words):
        return " ".join(word for word in words if word not in capitals), " ".join(capitals)
    return " ".join(words[:-1]), words[-1] if words else ""


def _ema_row(found: Tournament, row: Standing) -> list[object]:
    """MCR: table points and points. Riichi: the result in points, without table points."""
    is_mcr = found.rules.scoring == "mcr"
    first, last = split_name(row.entrant.name)
    score = row.points if is_mcr else round(1000 * row.total)
    table_points = round(row.total, 3) if is_mcr else ""
    is_ema = "TRUE" if row.entrant.ema else "FALSE"
    who = [_plain(each) for each in (first, last, row.entrant.ema)]
    lead = ["", "", row.place, *who, table_points, score, is_ema, _plain(row.entrant.country)]
    return [*lead, *[""] * (len(EMA_COLUMNS) - len(lead))]


def _csv(lines: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(lines)
    return out.getvalue()


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
