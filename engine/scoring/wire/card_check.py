"""Whether a score card that was not made here is one: every field of the kind pages and sums count on."""

from __future__ import annotations

from typing import Annotated, Any, Required, TypedDict

import msgspec
from msgspec import Meta

from engine.scoring.wire.said_json import said_from_json
from engine.tiles import EngineError

Whole = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Word = Annotated[str, Meta(max_length=200)]
Words = Annotated[list[Word], Meta(max_length=20)]
Rows = Meta(max_length=60)


class _Pattern(TypedDict, total=False):
    name: Required[Word]
    value: Required[Whole]
    count: Whole
    original: Word
    tiles: Words


class _Excluded(TypedDict):
    name: Word
    because: Word


class _FuLine(TypedDict):
    reason: Word
    fu: Whole
    tiles: Word


class _Fault(TypedDict):
    name: Word
    text: Word


class _Card(TypedDict, total=False):
    """A card as `engine.scoring.card` makes it, and as people say it by its value."""

    id: str | int | None
    is_win: bool
    ruleset: Word
    han: Whole | None
    faan: Whole
    tai: Whole
    total: Whole
    fu: Whole | None
    yakuman: Whole | None
    limit: Word | bool | None
    base_points: Whole | None
    points: Whole | None
    patterns: Annotated[list[_Pattern], Rows]
    payments: dict[Word, Whole] | None
    minimum_met: bool | None
    reason: Word | None
    faults: Annotated[list[_Fault], Rows]
    unit: Word
    value: Whole | None
    minimum: Whole
    excluded: Annotated[list[_Excluded], Rows]
    fu_lines: Annotated[list[_FuLine], Rows]
    groups: Words
    seat_payments: Annotated[list[Whole], Meta(min_length=3, max_length=4)] | None
    liable: Annotated[int, Meta(ge=0, le=3)] | None
    said: dict[str, Any]


def sound_card(card: object) -> dict[str, Any]:
    """The card with all of it that a card has; EngineError says what in it cannot be."""
    try:
        sound: dict[str, Any] = dict(msgspec.convert(card, _Card))
    except msgspec.ValidationError as wrong:
        raise EngineError(f"no score card: {wrong}") from wrong
    if "said" in sound:
        said_from_json(sound["said"])
    if set(card if isinstance(card, dict) else ()) - set(sound):
        strange = sorted(map(str, set(card) - set(sound)))[0]  # type: ignore[call-overload]
        raise EngineError(f"no score card: it has no {strange[:40]!r}")
    return sound
