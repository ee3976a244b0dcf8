"""What came of each fault: one JSON line in the log, one row of the table for all of a kind."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median

from faults.served import LIMIT_S
from faults.teller import Teller


@dataclass(frozen=True)
class Outcome:
    """One fault. `after_s`: seconds until the table was served, or took entries, again; `wrong`: what the
    page did not tell as it was, and whatever else was not as it must be."""

    case: str
    lost: int = 0
    doubled: int = 0
    after_s: float = 0.0
    wrong: str = ""
    back_s: float | None = None
    """Until the eyes look again, where they were what was hurt."""
    campaign: str = ""
    load: float = 0.0
    """What else the machine had to do: programs that waited for a core, over the last minute."""

    @property
    def is_served(self) -> bool:
        """Whether the table was served again in time."""
        return self.after_s <= LIMIT_S

    @property
    def is_good(self) -> bool:
        """Whether all was as it must be."""
        return not (self.lost or self.doubled or self.wrong) and self.is_served


def outcome_of(case: str, teller: Teller, after_s: float, wrong: str) -> Outcome:
    """What was kept of what the teller entered, compared while it waits; what nobody made is wrong too."""
    teller.pause()
    kept = teller.compared()
    teller.go_on()
    if kept.foreign:
        wrong = wrong or f"{kept.foreign} entries nobody made"
    return Outcome(case, kept.lost, kept.doubled, after_s, wrong)


class Log:
    """The outcomes so far; a campaign that was cut off goes on from here."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.outcomes: list[Outcome] = []
        if path is not None and path.exists():
            whole = [line for line in path.read_text().splitlines() if line.endswith("}")]
            self.outcomes = [Outcome(**json.loads(line)) for line in whole]

    def add(self, outcome: Outcome, name: str = "") -> None:
        """Keeps an outcome of the campaign `name`, and says at once what is not as it must be."""
        outcome = replace(outcome, campaign=name, load=round(os.getloadavg()[0], 1))
        self.outcomes.append(outcome)
        if self._path is not None:
            with self._path.open("a") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")
        if not outcome.is_good:
            print(f"  NOT GOOD: {outcome}", flush=True)

    def count_of(self, name: str) -> int:
        """How often the campaign `name` did its fault already."""
        return sum(outcome.campaign == name for outcome in self.outcomes)

    def table(self) -> str:
        """One row a kind of fault."""
        rows = [("fault", "times", "lost", "doubled", "not served", "not told", "after (s), median / most")]
        for case in dict.fromkeys(each.case for each in self.outcomes):
            some = [each for each in self.outcomes if each.case == case]
            times = [each.after_s for each in some]
            rows.append(
                (
                    case,
                    str(len(some)),
                    str(sum(each.lost for each in some)),
                    str(sum(each.doubled for each in some)),
                    str(sum(not each.is_served for each in some)),
                    str(sum(bool(each.wrong) for each in some)),
                    f"{median(times):.2f} / {max(times):.2f}{_back(some)}",
                )
            )
        loads = sorted(each.load for each in self.outcomes)
        if loads:
            rows.append((f"(load {loads[0]:.0f} to {loads[-1]:.0f}, {os.cpu_count()} cores)", *("",) * 6))
        rows.insert(1, ("---",) * len(rows[0]))
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _back(some: list[Outcome]) -> str:
    backs = [each.back_s for each in some if each.back_s is not None]
    return f"; looks again {median(backs):.1f} / {max(backs):.1f}" if backs else ""
