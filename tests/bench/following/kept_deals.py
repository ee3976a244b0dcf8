"""Makes the deals whose finds are shipped as tests, those not there yet.

`python tests/bench/following/kept_deals.py`

They are written down here before any of them was played and are no part of `frozen_deals`. Those in
`LOOKED_INTO` showed what was mended afterwards, so no figure is quoted from them; because of the others no
rule, number or network is changed. Each is painted, looked at by the networks, and what they found
goes into `tests/games/kept`. Those that take least come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench_follow import options, played

from hardware.camera import Frame
from vision.detect.detector import Detector
from vision.detect.networks import LIVE_MODELS
from vision.finds.deal import SUFFIX, write_deal
from vision.pipeline.looker import Looker

FOLDER = Path(__file__).parents[2] / "games" / "kept"
FAST = ("--set=pace.calm_s=0.45", "--set=pace.reach_s=0.175", "--set=pace.claim_s=0.5")
SLOW = ("--set=pace.calm_s=1.6", "--set=pace.think_s=1.2")


@dataclass(frozen=True, slots=True)
class Kept:
    """One deal, played by `rules` on a table of `preset`; `words` are those of `bench_follow.py`."""

    rules: str
    seed: int
    preset: str
    words: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Of its file."""
        return f"{self.rules}_{self.seed}_{self.preset}{SUFFIX}"


DEALS = (
    Kept("riichi", 300, "club"),
    Kept("mcr", 300, "club", ("--rate", "2")),
    Kept("beginner", 300, "hard"),
    Kept("ema_riichi", 300, "hard", ("--rate", "2")),
    Kept("sanma", 300, "club", ("--look", "wood")),
    Kept("riichi", 303, "club", ("--rate", "2", *FAST)),
    Kept("hong_kong", 302, "club", ("--rate", "2", "--look", "wood")),
    Kept("beginner", 301, "club", ("--look", "wood", *FAST)),
    Kept("sanma", 302, "club", ("--rate", "2")),
    Kept("doubles", 301, "club", ("--rate", "2", *SLOW)),
    Kept("beginner", 302, "club", ("--rate", "2")),
    Kept("hong_kong", 300, "club", FAST),
    Kept("riichi", 301, "club", ("--rate", "10", *FAST)),
    Kept("doubles", 300, "club", ("--look", "blue")),
    Kept("mcr", 301, "hard"),
    Kept("sanma", 301, "hard"),
    Kept("hong_kong", 301, "hard", ("--look", "blue")),
    Kept("ema_riichi", 301, "club", FAST),
    Kept("riichi", 302, "hard", ("--look", "wood")),
    Kept("mcr", 302, "club", ("--look", "blue")),
    Kept("doubles", 302, "hard"),
    Kept("ema_riichi", 302, "hard"),
    Kept("mcr", 303, "hard", ("--rate", "2")),
    Kept("beginner", 303, "hard", FAST),
    Kept("doubles", 303, "club", FAST),
    Kept("hong_kong", 303, "hard"),
    Kept("sanma", 303, "hard", ("--look", "blue")),
    Kept("ema_riichi", 303, "club", ("--look", "wood")),
    Kept("riichi", 304, "hard", FAST),
    Kept("mcr", 304, "club", ("--rate", "2", "--look", "wood")),
    Kept("beginner", 304, "club", ("--rate", "10")),
    Kept("doubles", 304, "hard", ("--look", "wood")),
    Kept("hong_kong", 304, "club"),
    Kept("sanma", 304, "club", FAST),
    Kept("ema_riichi", 304, "hard", ("--rate", "10")),
    Kept("riichi", 305, "club", SLOW),
    Kept("mcr", 305, "hard", FAST),
    Kept("beginner", 305, "hard", ("--look", "blue")),
    Kept("doubles", 305, "club", ("--look", "blue", "--rate", "2")),
    Kept("hong_kong", 305, "hard", ("--rate", "2")),
)


LOOKED_INTO = frozenset(
    {
        "hong_kong_300_club",  # a hand of two tiles, and marks on the rim that looked like another
        "doubles_304_hard",  # a saucer taken for a tile beside the open hand
        "ema_riichi_302_hard",  # the same
        "hong_kong_302_club",  # stacks beside the break, as the next two; nothing was changed because of them
        "riichi_300_club",
        "sanma_303_hard",
        "beginner_300_hard",  # half stacks; its finds are those of before
    }
)


def make(kept: Kept, detector: Detector) -> Path:
    """Plays, paints and looks at one deal, unless its file is there already."""
    asked = options().parse_args(["--preset", kept.preset, *kept.words])
    deal = played(kept.rules, kept.seed, asked)
    path = FOLDER / kept.name
    if not path.exists():
        looker = Looker(detector, None, deal.square_mm, deal.rules.stacks)
        frames = (each for each in deal.looks if isinstance(each, Frame))
        looks = (looker.look(frame.picture, frame.taken_at_s, frame.number) for frame in frames)
        assert deal.facts is not None
        write_deal(path, deal.facts, deal.truth, (look.find for look in looks))
    return path


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    detector = Detector.load(LIVE_MODELS, threads=1)
    for kept in DEALS:
        path = make(kept, detector)
        print(f"{path.stat().st_size // 1024:4} KB  {path.name}", flush=True)


if __name__ == "__main__":
    main()
