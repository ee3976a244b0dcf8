"""Whole deals followed from kept finds: what the networks found in them, without pictures or networks.

`tests/bench/following/kept_deals.py` made them; none of them was used to mend anything. A deal that is not
told exactly has its number of corrections here: more is a step back, fewer is to be written down.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.rules import load_ruleset
from engine.table.events import FaultFound
from vision.finds.deal import SUFFIX, read_deal
from vision.pipeline.replay import Replay
from webui.commands.camera.watch import Watched
from webui.live_table import LiveTable
from webui.storage.journal import Journal
from webui.watch.seen_table import seen_table

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "following"))
from frozen_deals import FROZEN, MENDING

FOLDER = Path(__file__).parents[2] / "games" / "kept"
CORRECTIONS = {
    "beginner_300_hard": 0,
    "beginner_301_club": 0,
    "beginner_302_club": 0,
    "doubles_301_club": 1,
    "ema_riichi_300_hard": 0,
    "hong_kong_302_club": 0,
    "mcr_300_club": 0,
    "riichi_300_club": 0,
    "riichi_303_club": 0,
    "sanma_300_club": 0,
    "sanma_302_club": 0,
}
"""How many entries a person would have to mend, add or take back in each deal. In the one that is not exact
the win is told, its points wait for a person."""
FILES = sorted(FOLDER.glob(f"*{SUFFIX}"))


def test_every_kept_deal_has_its_row():
    assert [path.stem for path in FILES] == sorted(CORRECTIONS)


def is_taken(told):
    """Whether a deal is one that was mended on, or that figures are quoted from."""
    return any(
        told.painting.startswith(deals.preset) and deals.first <= told.seed <= deals.last
        for deals in (*MENDING, *FROZEN.values())
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_deal_is_told_with_no_more_corrections_than_before(path):
    deal = read_deal(path)
    assert not is_taken(deal.facts)
    rules = load_ruleset(deal.facts.rules)
    eyes, table, watched = (
        Replay(deal.facts.square_mm, rules.stacks),
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
