"""How far a fault that a camera found is to be believed: seen, or only concluded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from engine.judge.consequences import OF_FACES
from engine.scoring.shape import distance, shapes_of
from engine.table.events import (
    ChowClaimed,
    Event,
    FaultFound,
    KongClaimed,
    PungClaimed,
    ScoresChanged,
    TileDrawn,
    Won,
)
from engine.table.state import GameState
from engine.tiles import SeenTile, Tile, is_flower

OF_ORDER = frozenset(
    {
        "chow_not_from_left",
        "claim_of_dead_tile",
        "claim_out_of_precedence",
        "claim_own_discard",
        "claimed_tile_misplaced",
        "discard_without_draw",
        "drew_after_claim",
        "drew_twice",
        "flower_out_of_turn",
        "kong_out_of_turn",
        "out_of_turn",
        "tile_put_back",
        "win_not_nearest",
        "win_on_dead_tile",
        "win_out_of_move",
        "wrong_count",
    }
)
"""Faults that say who did what after whom."""
CONCLUDED_CONFIDENCE = 0.5
"""No fault that was only concluded is told as likelier than this."""


def weighed(
    state: GameState, event: Event, found: Iterable[FaultFound], was_seen: bool, doubtful: int = 0
) -> tuple[FaultFound, ...]:
    """The faults of `event` with how the camera came by each; `state`: the table just before.

    `was_seen`: whether the looks right before and right after it are right, and it is alone between them. A
    fault that one misread tile beside the `doubtful` ones would explain is concluded all the same, as is one
    of a claim whose tile nobody could read: readers err more often than players do."""
    return tuple(
        replace(
            each,
            evidence="seen"
            if was_seen and not (hangs_on_order(state, each) or _may_be_misread(state, event, each, doubtful))
            else "concluded",
        )
        for each in found
    )


def hangs_on_order(state: GameState, found: FaultFound) -> bool:
    """Whether a fault hangs on whose the newest discard is, where no river tells that."""
    return state.rules.discards == "middle" and found.name in OF_ORDER


def rests_on_concluded(events: Sequence[Event]) -> bool:
    """Whether the newest act of `events` is itself only concluded to be wrong, and nobody has ruled on it:
    whose turn it is then, and what may follow, is as uncertain."""
    for event in reversed(events):
        if isinstance(event, FaultFound):
            if event.evidence == "concluded" and event.verdict is None and event.name not in OF_FACES:
                return True
        elif not isinstance(event, TileDrawn | ScoresChanged):
            break
    return False


def likely(confidence: float, found: FaultFound) -> float:
    """How likely (0-1) a fault is, when what it rests on was told with `confidence`."""
    return min(confidence, CONCLUDED_CONFIDENCE) if found.evidence == "concluded" else confidence


def stands_however_read(
    state: GameState, event: Event, found: FaultFound, doubtful: Sequence[tuple[SeenTile, Sequence[Tile]]]
) -> bool:
    """Whether a fault is one whatever the `doubtful` tiles are, each given with the other faces it may have.
    A hand that would not win with all of these and one more read otherwise, or with any of those faces, is no
    winning hand."""
    if found.name != "false_win" or not isinstance(event, Won):
        return False
    return not _is_short(state, event, len(doubtful) + 1) or not _may_win(state, event, doubtful)


def _may_win(state: GameState, won: Won, doubtful: Sequence[tuple[SeenTile, Sequence[Tile]]]) -> bool:
    """Whether the hand wins with some of its doubtful tiles read otherwise."""
    if any(tile is None or not others for tile, others in doubtful):
        return True
    for faces in product(*([tile, *others] for tile, others in doubtful)):
        hand = [*won.hand, won.tile]
        for (tile, _), face in zip(doubtful, faces, strict=True):
            if tile in hand:
                hand[hand.index(tile)] = face
        if _is_short(state, replace(won, hand=tuple(hand[:-1]), tile=hand[-1]), 1):
            return True
    return False


def _may_be_misread(state: GameState, event: Event, found: FaultFound, doubtful: int) -> bool:
    if found.name == "false_win" and isinstance(event, Won):
        return _is_short(state, event, doubtful + 1)
    # Whose discard was taken is a guess when nobody could read it.
    is_guess = isinstance(event, ChowClaimed | PungClaimed | KongClaimed) and event.tile is None
    return is_guess or found.name in OF_FACES


def _is_short(state: GameState, won: Won, most: int) -> bool:
    """Whether the hand would win with so many of its tiles, or fewer, read otherwise."""
    tiles = [*won.hand, won.tile]
    if any(tile is None or is_flower(tile) for tile in tiles):
        return True
    melds, shapes = len(state.seats[won.seat].melds), shapes_of(state.rules)
    return len(tiles) + 3 * melds != 14 or distance(tiles, melds, shapes) < most
