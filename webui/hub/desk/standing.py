"""What a tournament came to: results added up, penalties taken off, places; sums that must be zero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Cut:
    """From here on only `entrants` play, as finals; they take `carry` percent of their results along."""

    after: int
    carry: int
    entrants: tuple[int, ...]


@dataclass(slots=True)
class Standing:
    """An entrant's sum. `by_round`: results; `points`: game points added up (MCR's second); `stage`: the
    finals he is in, 0 none; `carried`: what he took along into the last of them."""

    entrant: Entrant
    place: int = 0
    stage: int = 0
    carried: float | None = None
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
    cuts: Sequence[Cut] = (),
) -> list[Standing]:
    """All who played, first to last; `up_to`: rounds after it are not told yet. Equal ones share a place;
    whoever is in the finals goes before whoever is not."""
    rows = {each.number: Standing(each) for each in entrants}
    made = sorted((each for each in cuts if up_to is None or each.after <= up_to), key=lambda cut: cut.after)
    for first, last, cut in _stages(made, up_to):
        if cut is not None:
            _carry_over(rows, cut, 1 + made.index(cut))
        _add_results(rows, rules, [each for each in sittings if first <= each.round <= last])
        _take_penalties(rows, [each for each in penalties if first <= each.round <= last])
    shown = [row for row in rows.values() if row.by_round or row.entrant.left_after is None]
    shown.sort(key=lambda row: (*(-each for each in _rank(row)), row.entrant.name))
    for row in shown:
        row.place = 1 + sum(_rank(each) > _rank(row) for each in shown)
    return shown


def _rank(row: Standing) -> tuple[int, float, int]:
    return row.stage, round(row.total, 3), row.points


def _stages(cuts: Sequence[Cut], up_to: int | None) -> Iterator[tuple[int, float, Cut | None]]:
    """First and last round of each stage, with the cut that it begins with."""
    begins = [None, *cuts]
    for cut, after in zip(begins, [*begins[1:], None], strict=True):
        end = after.after if after is not None else float("inf") if up_to is None else up_to
        yield (0 if cut is None else cut.after + 1), end, cut


def _carry_over(rows: Mapping[int, Standing], cut: Cut, stage: int) -> None:
    for one in cut.entrants:
        rows[one].stage = stage
        rows[one].carried = rows[one].total = rows[one].total * cut.carry / 100


def _add_results(rows: Mapping[int, Standing], rules: Ruleset, sittings: Sequence[Sitting]) -> None:
    for sitting in sittings:
        if sitting.points is None:
            continue
        results = game_results(rules, sitting.points)
        for one, points, result in zip(sitting.seats, sitting.points, results, strict=True):
            rows[one].by_round[sitting.round] = result
            rows[one].total += result
            rows[one].points += points


def _take_penalties(rows: Mapping[int, Standing], penalties: Sequence[Penalty]) -> None:
    for penalty in penalties:
        if not penalty.is_cancelled:
            rows[penalty.entrant].penalties += penalty.points
            rows[penalty.entrant].total -= penalty.points


def game_results(rules: Ruleset, points: Sequence[int]) -> tuple[float, ...]:
    """What a game counts for by seat, in table points or points in thousands, as the rule set has it."""
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
    """How many points all results together are off what they must be; 0 where the proof holds."""
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
