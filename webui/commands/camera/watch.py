"""`jantaku watch`: follows a table or a recording and prints what happens, as it is inferred."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import click

from engine.follow.tell.questions import Question
from engine.formats.notation_table import table_text
from engine.journal.amend import events_in_force, folded
from engine.journal.record import Entry, entry_to_line
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import apply
from engine.table.state import GameState
from hardware.cameras import open_camera
from hardware.cameras.recording import takes as is_recording_folder
from vision.camera.calibration import Calibration
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from webui.following import Following, Trouble
from webui.live.truth import Agreement, Timed, agreement, truth_of
from webui.live_table import LiveTable
from webui.mishaps import Mishaps
from webui.storage.data_folder import sets_folder
from webui.storage.folding import effective
from webui.storage.journal import Journal
from webui.text.story import lines_of
from webui.text.telling import told_json
from webui.watch.seen_table import looks, sets_for
from webui.watch.source import choose_source
from webui.words import load_words


@click.command()
@click.argument("source", required=False)
@click.option("--rules", "rules_name", help="The rule set; a recording knows its own, otherwise mcr.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, see docs/formats.md.")
@click.option("--calibration", type=click.Path(path_type=Path), help="A file by `jantaku calibrate`.")
@click.option("--journal", type=click.Path(path_type=Path), help="Keeps the entries in this file.")
@click.option("--truth", type=click.Path(path_type=Path), help="A journal.jsonl to compare the events with.")
@click.option("--dealer", type=click.IntRange(0, 3), help="East's seat in the first deal, if known.")
@click.option("--models", type=click.Path(path_type=Path), help="The folder of the detector's networks.")
def command(
    source: str | None,
    rules_name: str | None,
    as_json: bool,
    calibration: Path | None,
    journal: Path | None,
    truth: Path | None,
    dealer: int | None,
    models: Path | None,
) -> None:
    """Follow SOURCE (a camera, a video, a recording's folder) until it ends.

    Print each journal entry as it is inferred, then the final table. Of a recording every frame is read.
    """
    chosen = choose_source(source, rules_name)
    rules = load_ruleset(chosen.rules)
    watched = Watched()
    known = truth_of(truth) if truth else None
    lens = Calibration.load(calibration) if calibration else None
    if dealer is None and is_recording_folder(chosen.address):
        dealer = chosen.dealer
    mishaps = Mishaps("following the table")
    following = Following(LiveTable(rules, Journal(journal), dealer), mishaps)
    teller = Teller(as_json, following.table)
    with closing(following.table), open_camera(chosen.address, every_frame=chosen.is_recording) as camera:
        detector = Detector.load(models or LIVE_MODELS)
        seen_any = False
        for seen in looks(
            camera,
            detector,
            lens,
            square_mm=chosen.square_mm,
            stacks=rules.stacks,
            sets=sets_for(detector, rules, None if chosen.is_recording else sets_folder()),
            with_overlay=False,
            with_pictures=False,
            mishaps=mishaps,
        ):
            seen_any = seen_any or "problem" not in seen.status
            teller.tell(watched.take(seen.at_s, following.see(seen)), following.table)
            teller.ask(seen.at_s, following.table.question)
            teller.miss_wall(seen.at_s, following.trouble)
            problem = seen.status.get("problem")
        if not seen_any:
            raise click.ClickException(f"nothing could be read of {chosen.address}: {problem}")
        teller.tell(watched.take(watched.last_s, following.finish()), following.table)
        table = following.table
        teller.end(table, rules)
        if known is not None:
            click.echo(json.dumps({"truth": watched.agreement(known, table).to_json()}), err=not as_json)
    tell_left_out(mishaps)


def tell_left_out(mishaps: Mishaps) -> None:
    """ClickException when looks had to be left out: how many, and for how many causes."""
    if mishaps.count:
        causes = "the cause is" if mishaps.causes == 1 else f"the {mishaps.causes} causes are"
        raise click.ClickException(f"{mishaps.count} looks went wrong and were left out; {causes} told above")


@dataclass(slots=True)
class Watched:
    """When what was told: for comparing with a truth."""

    first_s: float | None = None
    last_s: float = 0.0
    looks: int = 0
    told_s: dict[int, float] = field(default_factory=dict)

    def take(self, at_s: float, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Notes that `entries` were told by the look at `at_s`, and gives them back."""
        self.first_s = at_s if self.first_s is None else self.first_s
        self.last_s, self.looks = at_s, self.looks + (at_s > self.last_s)
        self.told_s |= {entry.number: at_s for entry in entries}
        return entries

    def agreement(self, known: Sequence[Timed], table: LiveTable) -> Agreement:
        """How well what `table` tells agrees with the truth."""
        counted = [(entry, event) for entry in effective(table.entries) for event in entry.events]
        passed_s = self.last_s - (self.first_s or 0.0)
        return agreement(
            known,
            [(entry.at_s, event) for entry, event in counted],
            [self.told_s.get(entry.number, entry.at_s) for entry, _ in counted],
            self.looks / passed_s if passed_s else None,
        )


class Teller:
    """Prints entries: as JSON lines, or as sentences."""

    def __init__(self, as_json: bool, table: LiveTable) -> None:
        self._as_json, self._words = as_json, load_words("en")
        self._start, self._state = table.start, table.state
        self._asked: Question | None = None
        self._is_wall_missed = False

    def tell(self, entries: tuple[Entry, ...], table: LiveTable) -> None:
        """Prints the entries, the newest of `table`, and what they say of it: by the winds as they are known
        now."""
        if table.start != self._start:
            before = table.entries[: len(table.entries) - len(entries)]
            self._start, self._state = table.start, folded(table.start, events_in_force(before))
        for entry in entries:
            if self._as_json:
                click.echo(entry_to_line(entry))
                continue
            for sentence in self._sentences(entry):
                click.echo(f"{entry.at_s:7.1f} s  {sentence}")

    def ask(self, at_s: float, question: Question | None) -> None:
        """Says once what cannot be explained, once that it has been; on standard error beside JSON."""
        if (question is None) == (self._asked is None):
            return
        zones = ", ".join(question.zones if question else self._asked.zones if self._asked else ())
        said = f"cannot explain what lies at {zones}" if question else f"explained now: {zones}"
        self._asked = question
        click.echo(f"{at_s:7.1f} s  {said}", err=self._as_json)

    def miss_wall(self, at_s: float, trouble: Trouble | None) -> None:
        """Says once that a deal is played of which no wall was found; on standard error beside JSON."""
        is_missed = trouble is not None and trouble.kind == "no_wall"
        if is_missed and not self._is_wall_missed:
            said = "a deal is played, but too little of its wall is found: it is not followed"
            click.echo(f"{at_s:7.1f} s  {said}", err=self._as_json)
        self._is_wall_missed = is_missed

    def end(self, table: LiveTable, rules: Ruleset) -> None:
        """Prints the final table."""
        if self._as_json:
            click.echo(json.dumps({"final": final_json(table.state, rules)}, ensure_ascii=False))
        else:
            click.echo(table_text(table.state))

    def _sentences(self, entry: Entry) -> Iterator[str]:
        for event in entry.events:
            after = apply(self._state, event)
            for line in lines_of(self._state, event, after):
                yield str(told_json(line, self._words)["text"])
            self._state = after
        for doubt in entry.doubtful:
            why = f"doubt.{doubt.get('reason')}"
            if why in self._words:
                yield self._words[why]
            elif doubt["tile"] == "?":
                yield "one tile is not read"
            else:
                yield f"not sure of the tile {doubt['tile']}"


def final_json(state: GameState, rules: Ruleset) -> dict[str, object]:
    """The last line of `watch --json`: the table in notation, and the figures people ask for."""
    return {
        "rules": rules.name,
        "phase": state.phase,
        "dealer": state.dealer if state.is_dealer_known else None,
        "ended_by": state.ended_by,
        "winners": list(state.winners),
        "scores": [seat.score for seat in state.seats],
        "tiles_left": state.wall.tiles_left,
        "table": table_text(state),
    }
