"""A table at any point of a deal, in one line: `at("mcr", TileDiscarded(0, "5m"))`."""

import sys
from pathlib import Path

import pytest

from engine.journal.amend import folded
from engine.notation import parse_tiles
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import new_table
from engine.table.events import DoraRevealed, HandsDealt, WallBroken, WallBuilt

sys.path.insert(0, str(Path(__file__).parent))  # so that rows can share `rule_rows`


@pytest.fixture(scope="session")
def at():
    """`at(rules, *events, hands={seat: text})`: the table after a deal with seat 0 as dealer and `events`.

    Hands that are not given are hidden. `rules` is a name or a rule set. Where dora are played the first
    indicator lies there unread, unless `indicator` is False."""

    def table(rules, *events, hands=None, indicator=True):
        rules = rules if isinstance(rules, Ruleset) else load_ruleset(rules)
        dealt = None
        if hands:
            dealt = tuple(
                parse_tiles(hands[seat]) if seat in hands else (None,) * (14 if seat == 0 else 13)
                for seat in range(4)
            )
        opening = [WallBuilt(), WallBroken(0, 10), HandsDealt(0, dealt)]
        is_told = any(isinstance(event, DoraRevealed) for event in events)
        if rules.dora and indicator and not is_told:
            opening.append(DoraRevealed(None))
        return folded(new_table(rules), [*opening, *events])

    return table
