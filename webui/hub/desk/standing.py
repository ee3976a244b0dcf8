"""What a tournament came to: results added up, penalties taken off, places; sums that must be zero."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from webui.hub.desk.seating import SeatingError
from webui.scores.store.ranking import TABLE_POINTS, results_of


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays, or played. `left_after`: the last round played, None: plays on."""

    number: int
    name: str
    team: str = ""
    country: str = ""
    ema: str = ""
    left_after: int | None = None
    replaces: int | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table of one round; `seats` entrants, East first; `points` None: no result yet.

    `source`: ``journal`` or ``desk``."""

    round: int
    place: int
    seats: tuple[int, ...]
    points: tuple[int, ...] | None = None
    source: str = ""
    assignment: int | None = None
    confirmed: tuple[int, ...] = ()
    """The seats that said so on their own phones."""
    is_disputed: bool = False
    """One of them said that it is wrong."""
    extra: int = 0
    """Minutes that the table has beyond the round's clock."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from an entrant's result; a cancelled one is kept in the list and counts for nothing."""

    number: int
    entrant: int
    round: int
    points: float
    reason: str = ""
    is_cancelled: bool = False


@dataclass(slots=True)
class Standing:
    """An entrant's sum. `by_round`: results; `points`: game points added up (MCR's second)."""

    entrant: Entrant
    place: int = 0
    total: float = 0.0
    penalties: float = 0.0
    points: int = 0
    by_round: dict[int, float] = field(default_factory=dict)


def standings(
    rules: Ruleset,
    entrants: Sequence[Entrant],
    sittings: Sequence[Sitting],
    penalties: Sequence[Penalty],
    up_to: int | None = None,
) -> list[Standing]:
    """All who played, first to last; `up_to`: rounds after it are not told yet. Equal ones share a place."""
    rows = {each.number: Standing(each) for each in entrants}
    for sitting in sittings:
        if sitting.points is None or (up_to is not None and sitting.round > up_to):
            continue
        for one, points, result in zip(
            sitting.seats, sitting.points, game_results(rules, sitting.points), strict=True
        ):
            rows[one].by_round[sitting.round] = result
            rows[one].total += result
            rows[one].points += points
    for penalty in penalties:
        if not penalty.is_cancelled and (up_to is None or penalty.round <= up_to):
            rows[penalty.entrant].penalties += penalty.points
            rows[penalty.entrant].total -= penalty.points
    shown = [row for row in rows.values() if row.by_round or row.entrant.left_after is None]
    shown.sort(key=lambda row: (-round(row.total, 3), -row.points, row.entrant.name))
    for row in shown:
        key = (round(row.total, 3), row.points)
        row.place = 1 + sum((round(each.total, 3), each.points) > key for each in shown)
    return shown


def game_results(rules: Ruleset, points: Sequence[int]) -> tuple[float, ...]:
    """What a game counts for, by seat."""
    return results_of(rules, points, 0, (0,) * rules.seats)


def checked_points(rules: Ruleset, points: Sequence[int]) -> tuple[int, ...]:
    """The points of a table, which must add up as the rule set says; SeatingError when they do not."""
    if len(points) != rules.seats:
        raise SeatingError(f"a table has {rules.seats} results, got {len(points)}")
    due = rules.seats * rules.starting_points
    if sum(points) != due:
        raise SeatingError(f"the points must add up to {due:,}, these make {sum(points):,}")
    return tuple(points)


def sum_off(rules: Ruleset, sittings: Sequence[Sitting]) -> float:
    """By how much all results together are off what they must be; 0 where the proof holds."""
    done = [each.points for each in sittings if each.points is not None]
    due = sum(TABLE_POINTS) if rules.scoring == "mcr" else 0.0
    return round(sum(sum(game_results(rules, points)) - due for points in done), 3)


def entrants_in(text: str) -> list[Mapping[str, str]]:
    """Entrants, one a line: ``name; team; country; EMA number`` (or tabs). SeatingError names a bad line."""
    rows: list[Mapping[str, str]] = []
    seen: set[str] = set()
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        parts = [" ".join(part.split()) for part in line.replace("\t", ";").split(";")]
        name = parts[0]
        if not name or len(name) > 60 or not name.isprintable():
            raise SeatingError(f"line {place}: a name has 1 to 60 letters, got {name[:40]!r}")
        if name.casefold() in seen:
            raise SeatingError(f"line {place}: {name} is in the list twice")
        seen.add(name.casefold())
        fields = dict(zip(("name", "team", "country", "number"), [each[:60] for each in parts], strict=False))
        rows.append(fields)
    return rows


def report_csv(rows: Sequence[Standing], rules_name: str) -> str:
    """The final list as organisers send it in: place, number, name, country, team, result, points."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\r\n")
    is_mcr = load_ruleset(rules_name).scoring == "mcr"
    last = "Table points" if is_mcr else "Score"
    sheet.writerow(["Place", "EMA number", "Name", "Country", "Team", last, "Points", "Penalties"])
    for row in rows:
        who = row.entrant
        cells = [who.ema, who.name, who.country, who.team]
        sheet.writerow(
            [row.place, *map(_plain, cells), round(row.total, 3), row.points, round(row.penalties, 3)]
        )
    return out.getvalue()


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
