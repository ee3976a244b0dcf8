"""Discards that the camera finds no more after they were laid: in a crowded heap, or under a reflection."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.rules import load_ruleset
from webui.live.truth import matched

sys.path.insert(0, str(Path(__file__).parents[1] / "bench" / "following"))
from bench_lost import followed


@pytest.mark.parametrize(("name", "seed"), [("hong_kong", 3103), ("mcr", 3102)])
def test_a_deal_is_told_though_every_eighth_discard_is_found_no_more(name, seed):
    true, told = followed(replace(load_ruleset(name), discards="middle"), seed, rate=2.0)
    assert len(matched(true, told)) == len(true) == len(told)


def test_a_deal_with_rows_is_told_though_every_fifth_discard_is_found_no_more():
    """The next discard of its player has the same face as one that was lost."""
    true, told = followed(load_ruleset("doubles"), 3301, share=0.2, after_s=2.0)
    assert len(matched(true, told)) == len(true) == len(told)
