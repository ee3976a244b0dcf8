"""Dora indicators: how many may lie open now, and whether one that had to be turned does not lie there."""

from __future__ import annotations

from engine.table.state import GameState


def indicators_due(state: GameState) -> int:
    """How many dora indicators may lie open now: one from the deal on, and one for each kong whose moment has
    come."""
    if not state.rules.dora:
        return 0
    return 1 + sum(_is_turned(state, number) for number in range(len(state.kongs)))


def indicators_overdue(state: GameState) -> bool:
    """Whether one that had to be turned before the discard or win that comes now does not lie there. Asked at
    each discard it is told once."""
    if not state.rules.dora:
        return False
    now = len(state.discard_order)
    deadlines = [0, *(_deadline(state, number) for number in range(len(state.kongs)))]
    due = [each for each in deadlines if each is not None and each <= now]
    return now in due and len(state.dora_indicators) < len(due)


def _is_later(state: GameState, kind: str) -> bool:
    timing = state.rules.kong_indicators
    return timing == "after_discard" or (timing == "melded_after_discard" and kind != "concealed")


def _is_turned(state: GameState, number: int) -> bool:
    """Whether the kong's indicator may be turned: at once, or once its owner discarded or laid another, or a
    North beside his hand."""
    kong = state.kongs[number]
    if state.rules.kong_indicators == "off":
        return False
    has_gone_on = len(state.discard_order) > kong.discards_before or number < len(state.kongs) - 1
    laid = state.kong is not None and state.kong.kind == "north" and state.kong.seat == kong.seat
    return has_gone_on or laid or not _is_later(state, kong.kind)


def _deadline(state: GameState, number: int) -> int | None:
    """Before which discard of the deal, counted from 0, the kong's indicator must lie there."""
    kong = state.kongs[number]
    if state.rules.kong_indicators == "off":
        return None
    return kong.discards_before + _is_later(state, kong.kind)
