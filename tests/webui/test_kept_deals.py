"""Whole deals followed from kept finds: what the networks found in them, without pictures or networks.

`tests/bench/kept_deals.py` made them; none of them was used to mend anything. A deal that is not told exactly
has its number of corrections here: more is a step back, fewer is to be written down.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.rules import load_ruleset
from engine.table.events import FaultFound
from vision.finds.deal import SUFFIX, read_deal
from vision.looking.replay import Replay
from webui.commands.watch import Watched
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.looking import seen_table

FOLDER = Path(__file__).parents[1] / "games" / "kept"
CORRECTIONS = {
    "mcr_300_club_own_green_2_s": 0,
    "riichi_300_club_own_green": 0,
}
"""How many entries a person would have to mend, add or take back in each deal."""
FILES = sorted(FOLDER.glob(f"*{SUFFIX}"))


def test_every_kept_deal_has_its_row():
    assert [path.stem for path in FILES] == sorted(CORRECTIONS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_deal_is_told_with_no_more_corrections_than_before(path):
    deal = read_deal(path)
    rules = load_ruleset(deal.told.rules)
    eyes, table, watched = (
        Replay(deal.told.square_mm, rules.stacks),
        LiveTable(rules, Journal(None), None),
        Watched(),
    )
    for find in deal.finds:
        look = eyes.look(find)
        watched.take(look.at_s, table.see(seen_table(look)))
    watched.take(watched.last_s, table.finish())
    found = watched.agreement(deal.truth, table)
    assert found.corrections <= CORRECTIONS[path.stem], (found.missing, found.extra)
    assert found.exact or CORRECTIONS[path.stem]
    assert not [event for event in table.events if isinstance(event, FaultFound) and event.counts]
    table.close()
