"""Recorded games played on the drawn table and followed from perfect looks, nothing told but the rules.

    python tests/bench/following/bench_logs.py GAME.json GAME.mjai ...  every deal of each (mjai, tenhou6, ..)
    python tests/bench/following/bench_logs.py --deals 3 GAME.json         the first three

Who is East, dice and break are left to be found out. One line a deal that is not told exactly, with what is
missing and what is too many; then how many were.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from painted import followed

from engine.formats.any import read_game
from engine.ruleset import Ruleset
from engine.table.events import Event
from vision.simulate.filming.director import film_of
from vision.simulate.filming.recording import told_truth, with_scores
from vision.simulate.playing.play import dealer_of, with_hands, with_wall
from vision.simulate.settings import LAYOUTS, preset
from webui.live.truth import Agreement, agreement

SEED = 77


def compared(rules: Ruleset, deal: Sequence[Event], layout: str) -> Agreement:
    """How what is told of one deal agrees with what a perfect camera could tell."""
    events = with_wall(rules, with_hands(rules, deal), SEED)
    dealer = dealer_of(events)
    settings = replace(preset("club"), places=LAYOUTS[layout])
    film, timed = film_of(rules, events, settings, SEED, dealer)
    truth = told_truth(rules, with_scores(rules, timed, dealer), dealer=dealer)
    return agreement(truth, [(0.0, event) for event in followed(rules, film, None).events])


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    given.add_argument("games", nargs="+", type=Path)
    given.add_argument("--deals", type=int, default=100, help="of each game, at most")
    given.add_argument("--layout", choices=list(LAYOUTS), default="usual")
    asked = given.parse_args()
    exact = total = corrections = 0
    for path in asked.games:
        game = read_game(path.read_text(encoding="utf-8"))
        for number, deal in enumerate(game.deals[: asked.deals], 1):
            found = compared(game.rules, deal.events, asked.layout)
            exact, total = exact + found.exact, total + 1
            corrections += found.corrections
            if not found.exact:
                print(f"{path.name} deal {number}: {found.corrections} corrections", flush=True)
                for name, left in (("missing", found.missing), ("too many", found.extra)):
                    for event in left:
                        print(f"  {name:9} {str(event)[:200]}", flush=True)
    print(f"{exact} of {total} deals exact, {corrections} corrections")


if __name__ == "__main__":
    main()
