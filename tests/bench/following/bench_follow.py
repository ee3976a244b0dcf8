"""Deals followed by eye.

`python tests/bench/following/bench_follow.py --preset club --rules mcr riichi --seeds 0-4`

Each deal is played, filmed as the camera would see it and watched look by look; what is told is compared
with what happened. `--recording DIR ...` watches recordings instead, `--rendered DIR ...` deals that Blender
filmed (`models.render.filmed`). `--kills N` kills the table at N moments of each deal and starts it again
from its journal. `--art FOLDER --look NAME` paint the tiles with other faces on another table, `--size`
and `--jpeg` make another picture of it, `--rate` looks more or less often,
`--seconds` plays the beginning of each deal only.
`--keep DIR` keeps what the networks found in each look, a small file a deal: the next run follows the same
finds in seconds. One line a deal, then the sums: precision, recall, exact deals, corrections, delays,
milliseconds a look by step, memory.
A throw that only a display shows need not be told; told, it must be right.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import resource
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from statistics import mean

from painted import add_painting, coded, painted, painting

from engine.journal.record import entry_from_line
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.events import DiceRolled
from hardware.camera import Frame
from hardware.cameras import open_camera
from models.render.filmed import read_film, shots_of
from vision.camera.calibration import Calibration
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.finds.deal import SUFFIX, DealFacts, read_deal, write_deal
from vision.observation import VisionError
from vision.pipeline.look import Find, Look
from vision.pipeline.looker import Looker
from vision.pipeline.replay import Replay
from vision.simulate.drawing.lens import calibration_of, lens_of
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.filming.shots import shots
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LAYOUTS
from webui.commands.camera.watch import Watched
from webui.live.truth import Agreement, Timed
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import seen_table, sets_for
from webui.watch.source import choose_source

RATE = 5.0
SQUARE_MM = 850.0


@dataclass(slots=True)
class Deal:
    """Something to follow: its looks and what truly happens in them."""

    name: str
    rules: Ruleset
    looks: Iterable[Frame | Find]
    truth: Sequence[Timed]
    dealer: int | None
    square_mm: float = SQUARE_MM
    is_kept: bool = False
    facts: DealFacts | None = None
    """How it came about, if it is simulated: so it may be kept."""
    is_throw_lit: bool = False
    """Whether only a display shows the dice."""
    calibration: Calibration | None = None
    """Where the camera is, if no markers lie on the table."""


@dataclass(slots=True)
class Spent:
    """Milliseconds of each look, by step."""

    looks: list[float] = field(default_factory=list)
    steps: dict[str, list[float]] = field(default_factory=dict)


def played(name: str, seed: int, asked: argparse.Namespace) -> Deal:
    """A simulated table; nothing is told of it but the rules."""
    rules = load_ruleset(name)
    rate = f" {asked.rate:g}/s" if asked.rate != RATE else ""
    dealer = seed % 4 if asked.dealers else 0
    is_lit = LAYOUTS[asked.layout].console_dice in ("pips", "digits")
    rate += f" dealer {dealer}" if asked.dealers else ""
    rate += f" {asked.seconds:g}s" if asked.seconds < math.inf else ""
    title = f"{name} {seed} {painting(asked)}{rate}" + (f" x{asked.deals}" if asked.deals > 1 else "")
    facts = DealFacts(name, seed, painting(asked), asked.rate, SQUARE_MM, rules.stacks)
    if asked.keep and (path := kept_path(asked.keep, title)).exists():
        kept = read_deal(path)
        square_mm = kept.facts.square_mm
        return Deal(title, rules, kept.finds, kept.truth, None, square_mm, True, kept.facts, is_lit)
    events = play_game(rules, seed, asked.deals, dealer)
    film, timed = film_of(rules, events, painted(asked), seed, dealer)
    truth = told_truth(rules, with_scores(rules, timed, dealer), dealer=dealer)
    truth = [each for each in truth if each[0] <= asked.seconds]
    played_shots = takewhile(lambda shot: shot.at_s <= asked.seconds, shots(film, asked.rate, seed))
    frames = (Frame(shot.picture, shot.at_s, shot.number) for shot in played_shots)
    return Deal(title, rules, frames, truth, None, facts=facts, is_throw_lit=is_lit)


def kept_path(folder: Path, title: str) -> Path:
    """Where the finds of a deal are kept."""
    return folder / (re.sub(r"[ /]+", "_", title) + SUFFIX)


def recorded(folder: Path, asked: argparse.Namespace) -> Deal:
    """A recording's folder with its journal."""
    source = choose_source(str(folder), None)
    lines = (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    truth = [(entry.at_s, event) for entry in map(entry_from_line, lines) for event in entry.events]
    camera = open_camera(source.address, every_frame=True)
    frames = coded(iter(camera.read, None), asked.jpeg)
    return Deal(folder.name, load_ruleset(source.rules), frames, truth, source.dealer, source.square_mm)


def rendered(folder: Path, art: Path) -> Deal:
    """A deal that Blender filmed (`models.render.filmed`)."""
    film = read_film(folder, art)
    frames = (Frame(picture, at_s, number) for number, at_s, picture in shots_of(film, folder))
    words = f"blender {film.set_name}"
    facts = DealFacts(film.rules.name, film.told.seed, words, film.told.rate, SQUARE_MM, film.rules.stacks)
    lens = lens_of(film.settings.view)
    where = calibration_of(lens, film.settings.view.size)
    name = f"{film.rules.name} {film.told.seed} {words}"
    return Deal(name, film.rules, frames, film.truth, None, facts=facts, calibration=where)


def followed(deal: Deal, detector: Detector, kills: int, spent: Spent, keep: Path | None) -> Agreement:
    """Watches one deal; the table is closed and opened again at `kills` random looks."""
    chance = random.Random(deal.name)
    moments = sorted(chance.uniform(0, deal.truth[-1][0]) for _ in range(kills))
    watched, finds = Watched(), list[Find]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        table, eyes = _begun(deal, detector, path)
        for look in deal.looks:
            seen = _seen(eyes, look)
            if moments and seen.at_s >= moments[0]:
                moments.pop(0)
                table.close()
                table, eyes = _begun(deal, detector, path)
                seen = _seen(eyes, look)
            finds.append(seen.find)
            _note(seen, spent)
            watched.take(seen.at_s, table.see(seen_table(seen)))
        watched.take(watched.last_s, table.finish())
        found = watched.agreement(_compared(deal, table), table)
        table.close()
    if keep and deal.facts and not deal.is_kept:
        keep.mkdir(parents=True, exist_ok=True)
        write_deal(kept_path(keep, deal.name), deal.facts, deal.truth, finds)
    return found


def _compared(deal: Deal, table: LiveTable) -> Sequence[Timed]:
    """The truth; without the throws on a display where none was told."""
    if not deal.is_throw_lit or any(isinstance(event, DiceRolled) for event in table.events):
        return deal.truth
    return [each for each in deal.truth if not isinstance(each[1], DiceRolled)]


def _begun(deal: Deal, detector: Detector, path: Path) -> tuple[LiveTable, Looker | Replay]:
    """The table as its journal has it, and eyes that have seen nothing yet."""
    table = LiveTable(deal.rules, Journal(path), deal.dealer)
    if deal.is_kept:
        return table, Replay(deal.square_mm, deal.rules.stacks)
    own = sets_for(detector, deal.rules, None).own
    return table, Looker(detector, deal.calibration, deal.square_mm, deal.rules.stacks, own)


def _seen(eyes: Looker | Replay, look: Frame | Find) -> Look:
    if isinstance(eyes, Looker):
        assert isinstance(look, Frame)
        return eyes.look(look.picture, look.taken_at_s, look.number)
    assert isinstance(look, Find)
    return eyes.look(look)


def _note(look: Look, spent: Spent) -> None:
    if look.steps_ms and look.find.settling and look.find.settling.look != "failed":
        spent.looks.append(look.ms)
        for step, ms in look.steps_ms.items():
            spent.steps.setdefault(step, []).append(ms)


def _line(name: str, found: Agreement) -> str:
    late = found.delay
    waits = f"delay {late.median_s} s, P95 {late.p95_s} s" if late else "nothing told in time"
    return (
        f"{name:36} P {found.precision:.3f} R {found.recall:.3f} exact {found.exact_deals}/{found.deals} "
        f"corrections {found.corrections} {waits}"
    )


def _sums(found: Sequence[Agreement], spent: Spent) -> str:
    truth, told, same = (sum(getattr(f, n) for f in found) for n in ("truth", "inferred", "matched"))
    deals, exact = sum(f.deals for f in found), sum(f.exact_deals for f in found)
    whole = max(1.0, sum(spent.looks))
    steps = ", ".join(
        f"{name} {mean(ms):.1f} ms x {len(ms)} ({100 * sum(ms) / whole:.0f} %)"
        for name, ms in spent.steps.items()
    )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"all: precision {same / max(1, told):.4f} recall {same / max(1, truth):.4f} exact {exact}/{deals} "
        f"corrections a deal {sum(f.corrections for f in found) / max(1, deals):.2f}\n"
        f"a look: {mean(spent.looks or [0.0]):.0f} ms; {steps}; memory {memory:.0f} MB"
    )


def _numbers(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def options() -> argparse.ArgumentParser:
    """What may be asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    add_painting(asked)
    asked.add_argument("--rules", nargs="+", default=["mcr", "riichi", "beginner", "doubles"])
    asked.add_argument("--seeds", type=_numbers, default=range(5), metavar="FIRST-LAST")
    asked.add_argument("--rate", type=float, default=RATE, help="looks a second")
    asked.add_argument("--seconds", type=float, default=math.inf, help="of each simulated deal")
    asked.add_argument("--dealers", action="store_true", help="East sits at seat SEED %% 4, not always at 0")
    asked.add_argument("--deals", type=int, default=1, help="deals one after the other in each film")
    asked.add_argument("--keep", type=Path, metavar="DIR", help="where finds are kept, and taken from")
    asked.add_argument("--recording", nargs="+", type=Path, default=[])
    asked.add_argument("--rendered", nargs="+", type=Path, default=[], metavar="DIR")
    asked.add_argument(
        "--sets", type=Path, default=Path("../shared/art"), help="the drawn sets of --rendered"
    )
    asked.add_argument("--models", type=Path, default=LIVE_MODELS)
    asked.add_argument("--kills", type=int, default=0)
    asked.add_argument("--wrong", action="store_true", help="tell every event that is missing or too many")
    return asked


def main() -> None:
    told = options().parse_args()
    detector, spent, found = Detector.load(told.models), Spent(), list[Agreement]()
    films = (played(name, seed, told) for seed in told.seeds for name in told.rules)
    folders = (recorded(folder, told) for folder in told.recording)
    blender = (rendered(folder, told.sets) for folder in told.rendered)
    for deal in folders if told.recording else blender if told.rendered else films:
        one = followed(deal, detector, told.kills, spent, told.keep)
        found.append(one)
        print(_line(deal.name, one), flush=True)
        if told.wrong:
            for kind, events in (("missing", one.missing), ("too many", one.extra)):
                print(*(f"  {kind:9} {json.dumps(event)}" for event in events), sep="\n", flush=True)
    print(_sums(found, spent))


if __name__ == "__main__":
    try:
        main()
    except VisionError as wrong:
        raise SystemExit(str(wrong)) from None
