"""How much of all weight agrees on what happened."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.follow.weigh.acts import act_of
from engine.follow.weigh.history import History
from engine.table.events import WallBuilt


def shares(histories: Sequence[History], with_faces: bool = False) -> tuple[float, ...]:
    """For each act of the likeliest history, the first of `histories`, the share (0-1) of all weight that
    agrees on it and all before it; which face a tile has is another question, asked `with_faces`. From the
    break on who is East is a part of each act: it is not told while that is open."""
    same = repr if with_faces else act_of
    best = histories[0]

    def row(history: History) -> list[tuple[object, int | None]]:
        acts, east = history.acts[: len(best.acts)], history.begun.dealer
        return [(same(act.event), None if isinstance(act.event, WallBuilt) else east) for act in acts]

    weights = _weights(histories)
    whole, ours = sum(weights), row(best)
    others = [row(each) for each in histories]
    return tuple(
        sum(w for w, theirs in zip(weights, others, strict=True) if theirs[:end] == ours[:end]) / whole
        for end in range(1, len(ours) + 1)
    )


def share_of_end(histories: Sequence[History]) -> float:
    """The share (0-1) of all weight that holds just the acts of the likeliest history, and no more."""
    weights = _weights(histories)
    ours = [act_of(act.event) for act in histories[0].acts]
    same = ([act_of(act.event) for act in each.acts] == ours for each in histories)
    return sum(w for w, is_same in zip(weights, same, strict=True) if is_same) / sum(weights)


def _weights(histories: Sequence[History]) -> list[float]:
    return [math.exp(histories[0].nats - each.nats) for each in histories]
