"""`python -m models.fit_follow DIR ...`: how often the camera errs, counted on deals whose truth is known.

DIR holds what `bench_follow.py --keep DIR` kept. In every look at a table where nobody has just acted or is
about to, what was found is compared with what truly lies there; each difference is an error of the camera.
Printed for each number of `engine/follow/weigh/rates.toml` that can be counted: how often there was a chance,
how often it happened, that in nats, and what stands in the file. `--write` writes the counted numbers there.
"""

from __future__ import annotations

import argparse
import math
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.follow.weigh import rates
from engine.follow.weigh.difference import Difference
from engine.follow.weigh.differences import Comparer
from engine.follow.weigh.rates import Rates
from engine.rules import load_ruleset
from engine.table.alphabet import within_rules
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    DeclaredReady,
    DoraRevealed,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    Won,
)
from engine.table.expected import expected
from engine.table.reading import TableReading
from engine.table.state import GameState
from vision.finds.deal import KeptDeal, deals_in
from vision.observation import VisionError
from vision.pipeline.replay import Replay

LATE_S = 1.5
"""An act shows at most so long (s) after it is done: the hand is still over it."""
EARLY_S = 1.0
"""And at most so long (s) before it is finished."""
FILE = Path(rates.__file__).with_name("rates.toml")
LASTS = "lasting"
RETURNS = "habit"
NOT_TAKEN_OVER = frozenset({RETURNS, "open_hand"})
"""What is counted of these is written down beside the number in use: errors that come back are counted in
each look and paid once, and what a closed hand taken for an open one costs is also the most that a hand read
wrongly may cost."""
Key = tuple[str, object]
Stand = tuple[GameState, TableReading]


@dataclass(slots=True)
class Counts:
    """How often something could have happened, and did, by the name of its rate."""

    chances: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, chances: int, happened: int = 0) -> None:
        """Counts so many chances more, of which so many came true."""
        self.chances[name] += chances
        self.happened[name] += happened

    def nats(self, name: str) -> float | None:
        """How surprising it is; half a time is added, so that what never happened is not impossible.
        None when it never could have happened."""
        if not self.chances[name]:
            return None
        share = (self.happened[name] + 0.5) / (self.chances[name] + 1)
        return -math.log(min(1.0, share))


@dataclass(slots=True)
class Errors:
    """The errors of the camera at one table: those of the look before, and all there ever were."""

    before: dict[str, frozenset[Key]] = field(default_factory=dict)
    ever: set[Key] = field(default_factory=set)

    def take(self, zone: str, found: Iterable[Difference], counts: Counts) -> None:
        """Counts one zone of one look."""
        errors = {(zone, each.key): each.rate for each in found}
        before = self.before.get(zone, frozenset())
        gone = {each for each in self.ever if each[0] == zone} - before
        counts.add(LASTS, len(before), len(before & errors.keys()))
        counts.add(RETURNS, len(gone), len(gone & errors.keys()))
        for error in errors.keys() - self.ever:
            counts.happened[errors[error]] += 1
        self.before[zone] = frozenset(errors)
        self.ever |= errors.keys()


def count_errors(deal: KeptDeal, counts: Counts) -> None:
    """Counts what the camera gets wrong in one deal: of the states that the table may be in as a look is
    taken (an act shows a little later than it is done, or before it is finished), the one that fits best."""
    rules, errors, compare = load_ruleset(deal.facts.rules), Errors(), Comparer(Rates.load())
    for near, reading, hidden in looks_of(deal):
        seen = within_rules(reading, rules)
        fits = [(compare.differences(told, state, seen), told) for state, told in near]
        zones, told = min(fits, key=lambda fit: sum(d.nats for zone in fit[0].values() for d in zone))
        for zone, found in zones.items():
            if zone not in hidden:
                errors.take(zone, found, counts)
        _count_chances(told, reading, hidden, counts)


def looks_of(deal: KeptDeal) -> Iterator[tuple[list[Stand], TableReading, frozenset[str]]]:
    """The looks of a deal while it is played that show something new: (how the table may stand, reading,
    zones not seen)."""
    rules = load_ruleset(deal.facts.rules)
    replay, last = Replay(deal.facts.square_mm, rules.stacks), TableReading()
    state = new_table(rules, 0)
    stands = [(-math.inf, state, expected(state))]
    for at_s, event in deal.truth:
        state = apply(state, event)
        stands.append((at_s, state, expected(state)))
    starts = [at_s for at_s, _, _ in stands]
    for find in deal.finds:
        look = replay.look(find)
        first = max(0, bisect_right(starts, look.at_s - LATE_S) - 1)
        near = stands[first : bisect_right(starts, look.at_s + EARLY_S)]
        is_new, last = look.reading is not last, look.reading
        if is_new and near[0][1].phase == "playing":
            yield [(state, told) for _, state, told in near], look.reading, look.hidden | look.reading.hidden


def _count_chances(told: TableReading, seen: TableReading, hidden: frozenset[str], counts: Counts) -> None:
    """What could have been got wrong in one look: tiles by how they lie, stacks, rows, dice."""
    for seat, place in enumerate(told.seats):
        rows = {"river": place.river, "flowers": place.flowers}
        for zone, row in rows.items():
            if f"{zone}:{seat}" in hidden:
                continue
            read = sum(tile.tile is not None for tile in row)
            unread = "missing_unread" if zone == "river" else "flower_missing"
            counts.add("missing", read)
            counts.add(unread, len(row) - read)
            counts.add("extra", len(row) + 1)
            counts.add("turned", len(row) if zone == "river" else 0)
            counts.add("face", read)
        if f"melds:{seat}" not in hidden:
            tiles = sum(len(meld.tiles) for meld in place.melds)
            for name in ("missing", "turned", "face"):
                counts.add(name, tiles)
        if f"standing:{seat}" not in hidden:
            counts.add("standing", int(seen.seats[seat].standing is not None))
            counts.add("open_hand", 1)
    for side, wall in enumerate(told.walls):
        if f"wall:{side}" not in hidden:
            counts.add("stack_gone", len(wall.heights))
            counts.add("stack_lower", sum(height == 2 for height in wall.heights))
            counts.add("stack_higher", sum(height == 1 for height in wall.heights))
    counts.add("die", len(told.dice) if "dice" not in hidden else 0)


def count_acts(deal: KeptDeal, counts: Counts) -> None:
    """Counts what the players of one deal do, of all that they might: for each discard what follows it."""
    usual = 0
    for _, event in deal.truth:
        match event:
            case TileDiscarded():
                usual += 1
            case ChowClaimed() | PungClaimed() | KongClaimed():
                counts.add("claim", 0, 1)
            case KongDeclared() | DeclaredReady() | FlowerDeclared() | DoraRevealed():
                counts.add("special", 0, 1)
            case Won():
                counts.add("win", 0, 1)
    for name in ("claim", "special", "win"):
        counts.add(name, usual)


def lines(counts: Counts, used: Rates) -> Iterator[str]:
    """What was counted, a line a number."""
    yield f"{'number':16} {'in use':>7} {'counted':>8} {'happened':>9} of {'chances':>9}"
    for name in counts.chances:
        in_use = f"{getattr(used, name):7.2f}" if hasattr(used, name) else " " * 7
        nats = counts.nats(name)
        counted = f"{nats:8.2f}" if nats is not None else " " * 8
        yield f"{name:16} {in_use} {counted} {counts.happened[name]:9} of {counts.chances[name]:9}"


def written(text: str, counts: Counts) -> str:
    """`rates.toml` with what was counted in the rows of that name. A value that trusts the camera more than
    was counted is lowered to that; a lower one stays, as a real table is harder than a drawn one."""
    rows, name = [], ""
    for row in text.splitlines():
        if row.startswith("["):
            name = row.strip("[]")
        nats = counts.nats(name) if name in counts.chances else None
        if nats is not None and row.startswith("value"):
            before = float(row.partition("=")[2])
            row = f"value = {min(before, round(nats, 1)) if name not in NOT_TAKEN_OVER else before}"
        if nats is not None and row.startswith("from"):
            happened, chances = counts.happened[name], counts.chances[name]
            row = f'from = "counted"\ncounted = "{nats:.2f}: {happened} of {chances}"'
        if nats is None or not row.startswith("counted"):
            rows.append(row)
    return "\n".join(rows) + "\n"


def main() -> None:
    """Counts, prints, and writes when asked to."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("folders", nargs="+", type=Path, metavar="DIR")
    given.add_argument("--write", action="store_true", help="write what was counted into rates.toml")
    asked = given.parse_args()
    errors, acts = Counts(), Counts()
    try:
        for name, deal in deals_in(asked.folders):
            print(name, flush=True)
            count_errors(deal, errors)
            count_acts(deal, acts)
    except VisionError as wrong:
        sys.exit(str(wrong))
    print(*lines(errors, Rates.load()), *lines(acts, Rates.load()), sep="\n")
    if asked.write:
        FILE.write_text(written(FILE.read_text(encoding="utf-8"), errors), encoding="utf-8")
