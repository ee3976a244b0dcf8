"""A win as a person says it was, as JSON values, both ways: what the pages send and the card keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from engine.notation import tiles_text
from engine.scoring.by_value import SaidValue
from engine.scoring.case import CaseError, parse_tiles
from engine.scoring.hand import Circumstance
from engine.table.events import SEATS, Seat
from engine.table.state import Meld, MeldKind
from engine.tiles import EngineError, Tile

CIRCUMSTANCES: tuple[Circumstance, ...] = get_args(Circumstance)
MELD_KINDS: tuple[MeldKind, ...] = get_args(MeldKind)
MOST_TILES = 18
"""Tiles a hand may be told with: four kongs and a pair."""


@dataclass(frozen=True, slots=True)
class SaidWin:
    """One win. `hand`: the standing tiles without the winning `tile`; both empty when only `value` is told.

    `giver` None: self-drawn. Melds name their giver by seat 0-3. `liable`: the seat that pays for a yakuman
    it completed, None lets the melds decide."""

    seat: Seat
    giver: Seat | None = None
    tile: Tile | None = None
    hand: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    circumstances: frozenset[Circumstance] = frozenset()
    liable: Seat | None = None
    value: SaidValue | None = None


def said_to_json(said: SaidWin) -> dict[str, Any]:
    """What was said as JSON values; what is empty is left out."""
    value = said.value
    fields: dict[str, Any] = {
        "winner": said.seat,
        "giver": said.giver,
        "tile": said.tile,
        "hand": list(said.hand),
        "melds": [{"kind": meld.kind, "tiles": list(meld.tiles), "giver": meld.giver} for meld in said.melds],
        "flowers": list(said.flowers),
        "dora": list(said.dora_indicators),
        "ura": list(said.ura_indicators),
        "circumstances": sorted(said.circumstances),
        "liable": said.liable,
        "value": None if value is None else {"value": value.value, "fu": value.fu, "yakuman": value.yakuman},
    }
    return {name: what for name, what in fields.items() if what not in (None, []) or name == "giver"}


def said_from_json(data: object) -> SaidWin:
    """The win that `data` tells of; EngineError with what came and what was expected."""
    if not isinstance(data, Mapping):
        raise EngineError(f"a win must be a JSON object, got {_short(data)}")
    winner, giver = _seat(data, "winner"), _seat_or_none(data, "giver")
    if winner == giver:
        raise EngineError("nobody wins on his own discard; leave the giver out for a self-drawn win")
    tile = data.get("tile")
    hand = _tiles(data, "hand", MOST_TILES)
    return SaidWin(
        winner,
        giver,
        None if tile is None else _tiles({"tile": [tile]}, "tile", 1)[0],
        hand,
        _melds(data.get("melds")),
        _tiles(data, "flowers", 8),
        _tiles(data, "dora", 10),
        _tiles(data, "ura", 10),
        _circumstances(data.get("circumstances")),
        _seat_or_none(data, "liable"),
        _value(data.get("value")),
    )


def _melds(value: object) -> tuple[Meld, ...]:
    if not isinstance(value, list | None) or len(value or ()) > 4:
        raise EngineError(f"melds must be a list of at most four, got {_short(value)}")
    return tuple(map(_meld, value or ()))


def _meld(value: object) -> Meld:
    if not isinstance(value, Mapping) or value.get("kind") not in MELD_KINDS:
        raise EngineError(f"a meld needs a kind out of {', '.join(MELD_KINDS)}, got {_short(value)}")
    tiles = _tiles(value, "tiles", 4)
    if not tiles:
        raise EngineError(f"a meld needs its tiles, got {_short(value)}")
    kind: MeldKind = value["kind"]
    return Meld(kind, tiles, None if kind == "concealed_kong" else _seat_or_none(value, "giver"))


def _circumstances(value: object) -> frozenset[Circumstance]:
    if not isinstance(value, list | None):
        raise EngineError(f"circumstances must be a list, got {_short(value)}")
    for name in value or ():
        if not isinstance(name, str) or name not in CIRCUMSTANCES:
            raise EngineError(f"no such circumstance: {_short(name)}; there are {', '.join(CIRCUMSTANCES)}")
    return frozenset(value or ())


def _value(value: object) -> SaidValue | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise EngineError(f"value must be an object such as {{'value': 3, 'fu': 40}}, got {_short(value)}")
    fu = None if value.get("fu") is None else _number(value, "fu")
    return SaidValue(_number(value, "value"), fu, _number(value, "yakuman"))


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10_000:
        raise EngineError(f"{name} must be a whole number from 0 on, got {_short(value)}")
    return value


def _seat(data: Mapping[str, Any], name: str) -> Seat:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value not in SEATS:
        raise EngineError(f"{name} must be a seat from 0 to 3, got {_short(value)}")
    return value


def _seat_or_none(data: Mapping[str, Any], name: str) -> Seat | None:
    return None if data.get(name) is None else _seat(data, name)


def _tiles(data: Mapping[str, Any], name: str, most: int) -> tuple[Tile, ...]:
    """A list of tiles, or a text such as ``123m``."""
    value = data.get(name) or []
    if not isinstance(value, list | str) or not all(isinstance(tile, str) for tile in value):
        raise EngineError(f"{name} must be tiles such as ['1m', '2m'], got {_short(value)}")
    try:
        tiles = parse_tiles(value if isinstance(value, str) else " ".join(value), name)
    except CaseError as wrong:
        raise EngineError(str(wrong)) from wrong
    if len(tiles) > most:
        raise EngineError(f"{name} can be {most} tiles at most, got {len(tiles)}: {tiles_text(tiles)[:40]}")
    return tiles


def _short(value: object) -> str:
    return repr(value)[:40]
