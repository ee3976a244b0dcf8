"""What each field of an event may be on the wire; anything else is refused with the field's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from engine.scoring.wire.card_check import sound_card
from engine.table.events import (
    Call,
    ChowClaimed,
    DealerTold,
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
_LARGEST = 2**53
"""Numbers beyond it are none of ours, and no file keeps them as they are."""
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
    bounds = f"{low} to {high}" if high is not None else f"{low} or more"

    def read(value: Any) -> int:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not low <= value <= (_LARGEST if high is None else high):
            raise EngineError(f"expected a whole number, {bounds}, got {_short(value)}")
        return int(value)

    return read


def read_entry_field(name: str, value: Any) -> Any:
    """The value of an entry's field from JSON, of those in `ENTRY_FIELDS`; EngineError as `read_field`."""
    try:
        return ENTRY_FIELDS[name](value)
    except EngineError as wrong:
        raise EngineError(f"{name}: {wrong}") from None


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
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise EngineError(f"expected text that can be written, got {value!r}")
    return value


def _seconds(value: Any) -> float:
    """Also a share of one: any number that is finite."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < _LARGEST:
        raise EngineError(f"expected a number, got {_short(value)}")
    return float(value)


def _doubt(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise EngineError(f"expected a doubt as an object, got {value!r}")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise EngineError(f"expected true or false, got {value!r}")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        raise EngineError(f"expected a whole number, got {_short(value)}")
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


def _card(value: Any) -> Any:
    """A score card; one that is none tells nothing, and the win stays."""
    try:
        return None if value is None else sound_card(value)
    except EngineError:
        return None


def _short(value: Any) -> str:
    """The value in a line that people read; a number of many thousand digits cannot even be written."""
    too_long = isinstance(value, int) and abs(value) > 10**40
    return "a number far too large" if too_long else repr(value)[:60]


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
    (DealerTold, "dealer"): _or_none(_seat),
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
    "score": _card,
}
ENTRY_FIELDS: dict[str, Callable[[Any], Any]] = {
    "number": _whole(0),
    "at_s": _seconds,
    "source": _word("camera", "player", "referee", "import"),
    "amends": _or_none(_whole(0)),
    "confidence": _seconds,
    "doubtful": _tuple_of(_doubt),
    "by": _text,
    "note": _text,
    "told_at": _or_none(_seconds),
    "follows": _or_none(_whole(0)),
}
"""What the fields of an entry may be, beside its events."""
