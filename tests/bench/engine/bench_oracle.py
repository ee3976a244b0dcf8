"""Our rules against independent programs: whole riichi deals, and MCR hands.

    python tests/bench/engine/bench_oracle.py --deals 10000                riichienv plays, our engine replays
    python tests/bench/engine/bench_oracle.py --deals 10000 --rules NAME   by another riichi rule set
    python tests/bench/engine/bench_oracle.py --hands 100000  PyMahjongGB and our own table of fans

A deal agrees when the engine finds no fault in it and moves the same points, and the game's final points
are the same. Hands: see `oracle_fans.py`. Everything is made from `--seed`; each difference is one line, then
what the deals or hands held is counted, so that what was not met is seen too. The exit status is 1 where
something differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import sub

from oracle_fans import fan_differences
from oracle_play import game_as_mjai

from engine.formats.any import read_game
from engine.formats.game import RecordedDeal
from engine.formats.replay import DealResult, replay_deal
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import new_table


@dataclass(slots=True)
class Met:
    """What the deals held: how they ended, and which acts they were made of."""

    deals: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, recorded: RecordedDeal, result: DealResult) -> None:
        """Counts one deal in."""
        self.deals += 1
        self.counts[f"ended by {result.ended_by}"] += 1
        if len(result.winners) > 1:
            self.counts[f"{len(result.winners)} winners"] += 1
        self.counts.update(getattr(event, "kind", "") + type(event).__name__ for event in recorded.events)


def differing_deals(rules: Ruleset, seed: int, deals: int, met: Met) -> Iterator[str]:
    """Plays games until `deals` deals are judged; one line for each that does not agree."""
    while met.deals < deals:
        yield from (f"game {seed}, {line}" for line in game_differences(rules, seed, met))
        seed += 1


def game_differences(rules: Ruleset, seed: int, met: Met) -> Iterator[str]:
    """What of one game is not as the other engine played it."""
    game = read_game(game_as_mjai(rules, seed))
    state = new_table(rules, game.deals[0].first_dealer)
    for recorded in game.deals:
        after, result = replay_deal(state, recorded)
        met.add(recorded, result)
        if said := difference(result):
            yield said
        state = after
    final = tuple(seat.score for seat in state.seats)
    left = state.riichi_sticks * rules.ready_stick
    if game.final is None or sum(game.final) != sum(final) + left or max(map(sub, game.final, final)) != left:
        yield f"final points: told {game.final}, ours {final} and {left} on the table"


def difference(deal: DealResult) -> str:
    """What of one deal is not as told, in words; empty where all is."""
    faults = ", ".join(f"{fault.name} (event {number})" for number, fault in deal.faults)
    points = "" if deal.agrees else f"told {deal.recorded}, ours {deal.payments}"
    said = "; ".join(filter(None, (faults, points, *deal.unknown)))
    return said and f"deal {deal.number} ({deal.ended_by} by {deal.winners}): {said}"


def main() -> None:
    """Runs what was asked for and says what differs."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--deals", type=int, default=0, help="riichi deals to judge")
    given.add_argument("--hands", type=int, default=0, help="MCR hands to score")
    given.add_argument("--rules", default="riichi", help="a riichi rule set")
    given.add_argument("--seed", type=int, default=1, help="of the first game or hand")
    asked = given.parse_args()
    if not asked.deals and not asked.hands:
        given.error("say how many: --deals 10000 or --hands 100000")
    wrong = 0
    if asked.deals:
        met = Met()
        for line in differing_deals(load_ruleset(asked.rules), asked.seed, asked.deals, met):
            wrong += 1
            print(line, flush=True)
        print(*(f"  {count:8} {name}" for name, count in sorted(met.counts.items())), sep="\n")
        print(f"{met.deals} deals of {asked.rules}, {wrong} differences")
    if asked.hands:
        wrong += fan_differences(asked.seed, asked.hands)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
