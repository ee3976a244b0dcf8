"""`python tests/bench/following/bench_throws.py --seeds 3000-3049`: throws of dice told with the right pips.

Each film ends twelve seconds after the wall is broken; nobody has said who is East. In `mcr` two throws
follow each other, and each lies for about 1.2 s before the next hand takes the dice up. Table and dice have
other colours from one film to the next. A throw counts as told when an entry that stands at the end has its
seat and its pips. `--finds DIR` keeps what was found, as `bench_follow.py --keep`.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from bench_follow import SQUARE_MM, kept_path
from painted import add_painting, painted, painting

from engine.rules import load_ruleset
from engine.table.events import DiceRolled, Event, TileDrawn, WallBroken
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.finds.deal import DealFacts, read_deal, write_deal
from vision.pipeline.look import Find
from vision.pipeline.looker import Looker
from vision.pipeline.replay import Replay
from vision.simulate.filming.director import film_of
from vision.simulate.filming.shots import shots
from vision.simulate.playing.play import play_game
from vision.simulate.settings import LOOKS, TwinSettings
from webui.live_table import LiveTable
from webui.storage.folding import effective
from webui.storage.journal import Journal
from webui.watch.seen_table import seen_table

RATE, BEYOND_S = 5.0, 12.0
DICE = ((236, 240, 242), (190, 225, 240), (200, 235, 205), (245, 220, 195), (215, 205, 240), (255, 255, 255))
"""Blue, green, red of dice whose red and black spots can be seen: ivory, yellow, green, blue, pink, white."""


def settings_of(seed: int, asked: argparse.Namespace) -> TwinSettings:
    """The table of a seed: as asked for, in colours of its own."""
    colours = LOOKS[list(LOOKS)[seed % len(LOOKS)]]
    return replace(painted(asked), look=replace(colours, die=DICE[seed // len(LOOKS) % len(DICE)]))


def filmed(name: str, seed: int, asked: argparse.Namespace) -> tuple[list[Find], list[DiceRolled]]:
    """What the detector finds until the hands are dealt, and the throws there are."""
    rules, title = load_ruleset(name), f"{name} {seed} throws {painting(asked)}"
    opening = list(takewhile(lambda event: not isinstance(event, TileDrawn), play_game(rules, seed, 1)))
    thrown = [event for event in opening if isinstance(event, DiceRolled)]
    path = kept_path(asked.finds, title) if asked.finds else None
    if path and path.exists():
        return list(read_deal(path).finds), thrown
    settings = settings_of(seed, asked)
    film, timed = film_of(rules, opening, settings, seed)
    looker = Looker(asked.detector, None, SQUARE_MM, rules.stacks)
    end_s = max(at_s for at_s, event in timed if isinstance(event, WallBroken)) + BEYOND_S
    seen = takewhile(lambda shot: shot.at_s < end_s, shots(film, RATE, seed))
    finds = [looker.look(shot.picture, shot.at_s, shot.number).find for shot in seen]
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_deal(path, DealFacts(name, seed, title, RATE, SQUARE_MM, rules.stacks), timed, finds)
    return finds, thrown


def told(name: str, finds: list[Find]) -> list[Event]:
    """The events that stand at the end."""
    rules = load_ruleset(name)
    eyes = Replay(SQUARE_MM, rules.stacks)
    with tempfile.TemporaryDirectory() as folder:
        table = LiveTable(rules, Journal(Path(folder) / "journal.db"), None)
        for find in finds:
            table.see(seen_table(eyes.look(find)))
        table.finish()
        events = [event for entry in effective(table.entries) for event in entry.events]
        table.close()
    return events


def _key(event: DiceRolled) -> tuple[int, list[int]]:
    return event.seat, sorted(event.pips)


def options() -> argparse.ArgumentParser:
    """What may be asked for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add_painting(asked)
    asked.add_argument("--rules", nargs="+", default=["mcr"])
    asked.add_argument("--seeds", type=_numbers, default=range(3000, 3010), metavar="FIRST-LAST")
    asked.add_argument("--models", type=Path, default=LIVE_MODELS)
    asked.add_argument("--finds", type=Path, metavar="DIR", help="where finds are kept, and taken from")
    return asked


def _numbers(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    """A line for each film with a throw that is missed or made up, then the sum."""
    asked = options().parse_args()
    asked.detector = Detector.load(asked.models, threads=1)
    there = right = made_up = 0
    for name, seed in ((name, seed) for seed in asked.seeds for name in asked.rules):
        finds, thrown = filmed(name, seed, asked)
        said = [event for event in told(name, finds) if isinstance(event, DiceRolled)]
        left = [_key(event) for event in said]
        missed = []
        for event in thrown:
            if _key(event) in left:
                left.remove(_key(event))
            else:
                missed.append(_key(event))
        there, right, made_up = there + len(thrown), right + len(thrown) - len(missed), made_up + len(left)
        if missed or left:
            print(f"{name} {seed}: thrown {missed or 'as told'}, told {left or 'nothing for it'}", flush=True)
    share = right / max(1, there)
    print(f"{right} of {there} throws told ({share:.3f}), {made_up} told that were not thrown")


if __name__ == "__main__":
    main()
