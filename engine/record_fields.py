"""What each field of an event may be on the wire; anything else is refused with the field's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from engine.events import (
    Call,
    ChowClaimed,
    FaultFound,
    KongClaimed,
    KongDeclared,
    LaidSet,
    PungClaimed,
    RefereeCalled,
    Won,
)
from engine.tiles import EngineError, SeenTile, parse_tile

STACKS = 18
SET_KINDS = ("chow", "pung", "melded_kong", "promoted_kong", "concealed_kong")


def read_field(kind: type, name: str, value: Any) -> Any:
    """The value of an event's field from JSON; EngineError says what came and what was expected."""
    reader = _READERS.get((kind, name)) or _READERS.get(name)
    if reader is None:
        return value
    try:
        return reader(value)
    except EngineError as wrong:
        raise EngineError(f"{name}: {wrong}") from None


def _whole(low: int, high: int | None = None) -> Callable[[Any], int]:
    told = f"{low} to {high}" if high is not None else f"{low} or more"

    def read(value: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or value < low or (high is not None and value > high):
            raise EngineError(f"expected a whole number, {told}, got {value!r}")
        return int(value)

    return read


def _or_none(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


def _tuple_of(read: Callable[[Any], Any], size: int | None = None) -> Callable[[Any], tuple[Any, ...]]:
    def read_all(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or (size is not None and len(value) != size):
            raise EngineError(f"expected a list{f' of {size}' if size else ''}, got {value!r}")
        return tuple(map(read, value))

    return read_all


def _tile(value: Any) -> SeenTile:
    if not isinstance(value, str):
        raise EngineError(f"expected a tile such as '3m' or '?', got {value!r}")
    return parse_tile(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise EngineError(f"expected text, got {value!r}")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise EngineError(f"expected true or false, got {value!r}")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise EngineError(f"expected a whole number, got {value!r}")
    return value


def _players(value: Any) -> tuple[int, ...]:
    players = _tuple_of(_seat)(value)
    if sorted(players) not in ([0, 1, 2], [0, 1, 2, 3]):
        raise EngineError(f"expected each of the players 0 to 3, or 0 to 2 of three, once, got {value!r}")
    return players


def _points(value: Any) -> tuple[int, ...]:
    points = _tuple_of(_number)(value)
    if len(points) not in (3, 4):
        raise EngineError(f"expected points for each of four or three seats, got {value!r}")
    return points


def _hands(value: Any) -> tuple[tuple[SeenTile, ...], ...]:
    hands = _tuple_of(_tuple_of(_tile))(value)
    if len(hands) not in (3, 4):
        raise EngineError(f"expected the hands of four or three seats, got {len(hands)}")
    return hands


def _word(*choices: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise EngineError(f"expected {' or '.join(map(repr, choices))}, got {value!r}")
        return value

    return read


def _laid_set(value: Any) -> LaidSet:
    if not isinstance(value, Mapping):
        raise EngineError(f"expected a set with its kind and tiles, got {value!r}")
    kind, tiles = _word(*SET_KINDS)(value.get("kind")), _tuple_of(_tile)(value.get("tiles"))
    if not 3 <= len(tiles) <= 4:
        raise EngineError(f"expected a set of three or four tiles, got {len(tiles)}")
    return LaidSet(kind, tiles, _or_none(_seat)(value.get("giver")))


_seat = _whole(0, 3)
_stack = _whole(1, STACKS)
_READERS: dict[str | tuple[type, str], Callable[[Any], Any]] = {
    "seat": _seat,
    (FaultFound, "seat"): _or_none(_seat),
    (RefereeCalled, "seat"): _or_none(_seat),
    "verdict": _or_none(_word("upheld", "dismissed")),
    "evidence": _or_none(_word("seen", "concluded")),
    "giver": _seat,
    (Won, "giver"): _or_none(_seat),
    "side": _seat,
    "dealer": _seat,
    "prevalent_wind": _whole(0, 3),
    "honba": _whole(0),
    "riichi_sticks": _whole(0),
    "pips": _tuple_of(_whole(1, 6)),
    "after_stack": _stack,
    "stack": _stack,
    "count": _whole(1, 4),
    "tile": _tile,
    "tiles": _tuple_of(_tile),
    (ChowClaimed, "tiles"): _tuple_of(_tile, 3),
    (PungClaimed, "tiles"): _tuple_of(_tile, 3),
    (KongClaimed, "tiles"): _tuple_of(_tile, 4),
    "hand": _tuple_of(_tile),
    "melds": _or_none(_tuple_of(_laid_set)),
    "hands": _or_none(_hands),
    "end": _word("live", "tail", "dead_wall"),
    (KongDeclared, "kind"): _word("concealed", "promoted"),
    "call": _word(*get_args(Call)),
    "reason": _text,
    "kind": _text,
    "turned": _flag,
    "drawn": _or_none(_flag),
    "ready": _or_none(_tuple_of(_seat)),
    "rule": _text,
    "consequence": _text,
    "name": _text,
    "payments": _points,
    "totals": _points,
    "off_result": _whole(0),
    "players": _players,
}
