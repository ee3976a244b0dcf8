"""What is shown of a table: the evening as it is told, and the table with the acts that are thought of and
not told yet, which are drawn and never spoken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from engine.follow.live_table import LiveTable
from engine.table.apply import apply
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DoraRevealed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.state import GameState
from webui.mishaps import Mishaps
from webui.text.said_error import dealer_to_pay
from webui.text.story import StoryEntry, continued, retold

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
ENDS = (Won, DealDrawn)
"""What a person cannot enter before it is known who is East: the points depend on it."""


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


@dataclass(frozen=True, slots=True)
class Shown:
    """`start`: the table before the first entry; `story`: all entries with what is told of each; `tentative`:
    the table with what is thought of and not told yet."""

    start: GameState
    story: tuple[StoryEntry, ...]
    tentative: Tentative

    @classmethod
    def of(cls, table: LiveTable) -> Self:
        """All of it from the beginning."""
        return cls(table.start, retold(table.start, table.entries), Tentative.of(table))

    def further(self, table: LiveTable, mishaps: Mishaps) -> Shown:
        """With what `table` has by now; all of it anew once it is known, or known otherwise, who was East."""
        start, story = table.start, self.story
        with mishaps.contained():  # else it is told with what comes next
            story = continued(start, story if start == self.start else (), table.entries)
        return Shown(start, story, Tentative.of(table))

    @property
    def newest(self) -> int:
        """The number of the newest entry; 0 when there is none."""
        return self.story[-1].entry.number if self.story else 0

    def check(self, events: Sequence[Event]) -> None:
        """SaidError where a person enters an end of the deal, whose points depend on who is East, and nobody
        knows."""
        if any(isinstance(event, ENDS) for event in events):
            dealer_to_pay(self.tentative.entered)

    def is_drawn_as(self, other: Shown) -> bool:
        """Whether both show the same, but for entries."""
        return self.start == other.start and self.tentative.events == other.tentative.events


def _new_places(before: GameState, after: GameState) -> Iterator[str]:
    """Where tiles lie face up that did not lie there before."""
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        yield from (f"river:{seat}:{place}" for place in range(len(was.river), len(now.river)))
        yield from (f"flower:{seat}:{place}" for place in range(len(was.flowers), len(now.flowers)))
        for number, meld in enumerate(now.melds):
            old = was.melds[number].tiles if number < len(was.melds) else ()
            if meld.tiles != old:
                yield from (f"meld:{seat}:{number}:{place}" for place in range(len(meld.tiles)))
