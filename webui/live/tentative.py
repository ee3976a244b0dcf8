"""What the table looks like with the acts that are thought of and not told yet: to be drawn, never spoken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from engine.follow.live_table import LiveTable
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    DoraRevealed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
)
from engine.table.state import GameState

DRAWN = (
    TileDrawn,
    TileDiscarded,
    ChowClaimed,
    PungClaimed,
    KongClaimed,
    KongDeclared,
    FlowerDeclared,
    DoraRevealed,
)
"""Acts that lay tiles: dice that may still roll and wins are not drawn before they are told."""


@dataclass(frozen=True, slots=True)
class Tentative:
    """The table as it is drawn: what is `entered` with `events` that are not makes `state`.

    `places`: where the tiles of these lie (as ``river:2:5``); they wear a dotted edge."""

    entered: GameState
    state: GameState
    events: tuple[Event, ...] = ()
    places: frozenset[str] = frozenset()

    @classmethod
    def of(cls, table: LiveTable) -> Self:
        """What the table tells and thinks of now."""
        before = state = table.state
        events: list[Event] = []
        for act in table.shown:
            if not isinstance(act.event, DRAWN):
                break
            state = apply(state, act.event)
            events.append(act.event)
        return cls(before, state, tuple(events), frozenset(_new_places(before, state)))


def _new_places(before: GameState, after: GameState) -> Iterator[str]:
    """Where tiles lie face up that did not lie there before."""
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        yield from (f"river:{seat}:{place}" for place in range(len(was.river), len(now.river)))
        yield from (f"flower:{seat}:{place}" for place in range(len(was.flowers), len(now.flowers)))
        for number, meld in enumerate(now.melds):
            old = was.melds[number].tiles if number < len(was.melds) else ()
            if meld.tiles != old:
                yield from (f"meld:{seat}:{number}:{place}" for place in range(len(meld.tiles)))
