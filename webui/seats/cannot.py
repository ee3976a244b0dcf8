"""Which calls cannot be just now, seat by seat and why: the phones show them grey with the reason."""

from __future__ import annotations

from collections.abc import Mapping

from engine.judge.claim_window import TAKING, Called, ClaimWindow, rule_of
from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState


def cannot_call(
    window: ClaimWindow | None, state: GameState, is_watched: bool
) -> list[Mapping[str, Mapping[str, str]]]:
    """By seat: the reason and its rule by each call that cannot be. Without a tile to claim nothing is sure
    while a camera looks: it may tell of the discard a moment later."""
    return [_cannot(seat, window, state, is_watched) for seat in seats_of(state.rules)]


def _cannot(
    seat: Seat, window: ClaimWindow | None, state: GameState, is_watched: bool
) -> Mapping[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for call in TAKING:
        why = _why_not(seat, call, window, state, is_watched)
        if why:
            found[call] = {"reason": why, "rule": rule_of(why, state.rules)}
    return found


def _why_not(seat: Seat, call: str, window: ClaimWindow | None, state: GameState, is_watched: bool) -> str:
    own = state.seats[seat]
    if call == "chow" and not state.rules.chow_claims:
        return "chow_not_played"
    if own.is_ready and call != "win":
        return "claim_after_ready"
    if own.is_dead_hand:
        return "dead_hand"
    if window is None:
        return "" if is_watched else "nothing_to_claim"
    asked = next(each for each in TAKING if each == call)
    return window.why_not(Called(seat, asked, window.opened_s))
