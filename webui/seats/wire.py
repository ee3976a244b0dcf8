"""What the desk tells the pages, as plain values."""

from __future__ import annotations

from collections.abc import Mapping

from engine.judge.claim_window import ClaimWindow, rule_of
from engine.ruleset import Ruleset
from engine.table.tile_set import NORTH
from engine.tiles import tile_text
from webui.seats.calls import Difference, Standing


def window_json(window: ClaimWindow) -> Mapping[str, object]:
    """The tile that may be claimed, whose it is, and how long."""
    return {
        "giver": window.giver,
        "tile": tile_text(window.tile),
        "opened_s": round(window.opened_s, 2),
        "claim_s": window.rules.claim_seconds,
        "chow_s": window.rules.chow_after_seconds,
        "is_kong": window.is_kong,
        "kind": _kind(window),
    }


def _kind(window: ClaimWindow) -> str:
    """Which words ask for calls: of a discard, of a kong, of a North set aside."""
    if not window.is_kong:
        return "window"
    is_north = window.rules.north_bonus and window.tile == NORTH
    return "north_window" if is_north else "kong_window"


def standing_json(each: Standing, rules: Ruleset) -> Mapping[str, object]:
    """One seat's call and what became of it."""
    rule = rule_of(each.reason, rules) if each.reason else ""
    return {"seat": each.seat, "call": each.call, "became": each.became, "reason": each.reason, "rule": rule}


def difference_json(each: Difference) -> Mapping[str, object]:
    """Where phones and camera differ."""
    return {
        "number": each.number,
        "seat": each.seat,
        "call": each.call,
        "tile": tile_text(each.tile),
        "seen": None if each.seen is None else {"seat": each.seen[0], "call": each.seen[1]},
    }
