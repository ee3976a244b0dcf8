"""Faults by what they are about, so that a person finds one among so many."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from engine.table.fault import RULES_OF_FAULTS

_BEGINS: Mapping[str, str] = {
    "wrong_thrower": "wall",
    "out_of_turn": "draw",
    "discard_without_draw": "discard",
    "flower_out_of_turn": "flower",
    "chow_not_from_left": "claim",
    "kong_out_of_turn": "kong",
    "ready_out_of_turn": "ready",
    "false_win": "win",
    "drawn_too_early": "end",
    "claimed_tile_misplaced": "lying",
    "claim_not_announced": "conduct",
}
"""The first fault of each group, in the order of the table of faults: the ones after it belong to it too."""

GROUPS: tuple[str, ...] = tuple(_BEGINS.values())
"""The groups, in the order of a deal; ``conduct`` is what hands and voices do, told by people."""


def faults_by_group() -> dict[str, tuple[str, ...]]:
    """The names of all faults, each in one group."""
    names = tuple(RULES_OF_FAULTS)
    groups = accumulate(names, lambda group, name: _BEGINS.get(name, group), initial="")
    of = dict(zip(names, list(groups)[1:], strict=True))
    return {group: tuple(name for name in names if of[name] == group) for group in GROUPS}
