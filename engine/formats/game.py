"""A recorded game as every format gives it: deals of events, and what the record says came of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from engine.ruleset import Ruleset
from engine.table.events import ChowClaimed, Claim, DealStarted, Event, SeatsChanged, TileDiscarded
from engine.table.play_order import claimed_place
from engine.table.state import GameState
from engine.tiles import EngineError, SeenTile

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal. `events` run from `DealStarted` to the win or draw, without scores. `payments`: what the
    record says each seat got or paid at its end, winners' and draw payments and sticks taken together (None
    where it says nothing). `totals`: each seat's points when it began, where told."""

    events: tuple[Event, ...]
    payments: Points | None = None
    totals: Points | None = None
    ura_indicators: tuple[SeenTile, ...] = ()
    private_walls: bool = False
    """Each seat draws from a wall of its own (duplicate play): the common wall tells nothing."""
    last_tile: bool = False
    """With private walls: the win came with the last tile of the wall."""
    first_dealer: int = 0


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as read: the format's name, the rules it was played by, the deals, the final points if told."""

    format: str
    rules: Ruleset
    deals: tuple[RecordedDeal, ...]
    final: Points | None = None


def json_in(text: str) -> Any:
    """The JSON of a whole file; EngineError when it is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as wrong:
        raise EngineError(f"not JSON: {text[:60]!r} ({wrong.msg})") from wrong


def points_of(values: object, what: str, seats: int = 4) -> Points:
    """A whole number for each seat; EngineError says what came instead."""
    whole = isinstance(values, list | tuple) and all(isinstance(value, int) for value in values)
    if not isinstance(values, list | tuple) or not whole or len(values) != seats:
        many = {3: "three", 4: "four"}[seats]
        raise EngineError(f"{what} must be {many} whole numbers, got {values!r}")
    return tuple(values)


def own_in_order(rules: Ruleset, claim: Claim) -> list[SeenTile]:
    """The tiles of a claimed set that came from the hand, as they lie; the claimed one lies by its giver."""
    own = list(claim.tiles)
    place = claimed_place(rules, claim.seat, claim.giver, len(own) - 1)
    if isinstance(claim, ChowClaimed) or own[place] != claim.tile:
        place = own.index(claim.tile)
    del own[place]
    return own


def just_drawn(state: GameState, event: TileDiscarded) -> bool:
    """Whether the tile that goes is the one just drawn: as told, else as the hand shows it."""
    if event.drawn is not None:
        return event.drawn
    held = state.seats[event.seat].standing
    came = state.move_began in ("draw", "replacement") and state.turn == event.seat
    return came and bool(held) and held[-1] == event.tile


def split_deals(events: tuple[Event, ...]) -> list[tuple[Event, ...]]:
    """A run of events cut before each deal begins (people change chairs just before)."""
    deals: list[list[Event]] = [[]]
    for event in events:
        chairs_changed = bool(deals[-1]) and isinstance(deals[-1][-1], SeatsChanged)
        if isinstance(event, SeatsChanged) or (isinstance(event, DealStarted) and not chairs_changed):
            deals.append([])
        deals[-1].append(event)
    return [tuple(deal) for deal in deals if deal]
