"""Whole deals followed from kept finds: what the networks found in them, without pictures or networks.

`tests/bench/following/kept_deals.py` made them, and says which of them were looked into to mend something.
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
from kept_deals import DEALS, LOOKED_INTO

FOLDER = Path(__file__).parents[2] / "games" / "kept"
FILES = sorted(FOLDER.glob(f"*{SUFFIX}"))


def test_all_the_deals_on_the_list_are_kept_and_no_other():
    assert [path.name for path in FILES] == sorted(each.name for each in DEALS)
    assert {each.name.removesuffix(SUFFIX) for each in DEALS} >= LOOKED_INTO


def is_taken(told):
    """Whether a deal is one that was mended on, or that figures are quoted from."""
    return any(
        told.painting.startswith(deals.preset) and deals.first <= told.seed <= deals.last
        for deals in (*MENDING, *FROZEN.values())
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_deal_is_told_exactly(path):
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
    assert found.exact, (found.missing, found.extra)
    assert not [event for event in table.events if isinstance(event, FaultFound) and event.counts]
    table.close()
