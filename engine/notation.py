"""Hands, melds and whole tables as short text, both ways.

A hand is ``123m0p77z??`` (the suit after its ranks, ``?`` for an unknown tile). A meld is its kind, its tiles
as they lie from the owner's left, and where the turned tile came from: ``chow:645p<left``,
``pung:222z<across``, ``promoted:0555s<right``, ``concealed:1111z``. A seat's tiles are the hand and its melds
joined with ``+``, flowers last as ``flowers:1f5f``::

    123m456p77z+pung:222z<across+flowers:15f
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from engine.table.events import Seat
from engine.table.state import Discard, Meld, MeldKind, SeatState, StackPlace
from engine.tiles import EngineError, SeenTile, parse_tile, sort_key

_KIND_WORDS: dict[str, MeldKind] = {
    "chow": "chow",
    "pung": "pung",
    "kong": "melded_kong",
    "promoted": "promoted_kong",
    "concealed": "concealed_kong",
}
_WORD_OF = {kind: word for word, kind in _KIND_WORDS.items()}
_FROM = {"left": 3, "across": 2, "right": 1}
_SIDE_OF = {step: word for word, step in _FROM.items()}
_RUN = re.compile(r"([0-9]+)([mpszf])|(\?+)")
_WALL_LETTERS = "ESWN"


def tiles_text(tiles: Iterable[SeenTile]) -> str:
    """``123m?`` for 1m 2m 3m and an unknown tile, in the order given."""
    out: list[str] = []
    for tile in tiles:
        if tile is None:
            out.append("?")
        elif out and len(out[-1]) > 1 and out[-1][-1] == tile[1]:
            out[-1] = out[-1][:-1] + tile
        else:
            out.append(tile)
    return "".join(out)


def parse_tiles(text: str) -> tuple[SeenTile, ...]:
    """The tiles that `text` names, in order; EngineError says where it goes wrong."""
    tiles: list[SeenTile] = []
    at = 0
    compact = text.replace(" ", "")
    while at < len(compact):
        run = _RUN.match(compact, at)
        if run is None:
            raise EngineError(f"no tiles at {compact[at:]!r} in {text!r}; expected such as 123m0p77z??")
        if run[3]:
            tiles += [None] * len(run[3])
        else:
            tiles += [parse_tile(rank + run[2]) for rank in run[1]]
        at = run.end()
    return tuple(tiles)


def hand_text(tiles: Iterable[SeenTile]) -> str:
    """The tiles of a hand sorted as people hold them: ``123m0p77z??``."""
    return tiles_text(sorted(tiles, key=sort_key))


def meld_text(meld: Meld, owner: Seat = 0) -> str:
    """``pung:222z<across``: the kind, the tiles as they lie, and where the claimed one came from.

    A chow whose claimed tile is not the leftmost names its place, 1 to 3: ``chow:456m<left@2``."""
    text = f"{_WORD_OF[meld.kind]}:{tiles_text(meld.tiles)}"
    if meld.giver is None:
        return text
    side = _SIDE_OF.get((meld.giver - owner) % 4, "self")
    place = meld.claimed_index
    usual = _usual_place(meld.kind, side)
    at = "" if place is None or place == usual else f"@{place + 1}"
    return f"{text}<{side}{at}"


def parse_meld(text: str, owner: Seat = 0) -> Meld:
    """The meld that `text` tells of, for the seat `owner`; EngineError says what is wrong."""
    form = re.fullmatch(r"([a-z]+):([^<]+)(?:<([a-z]+)(?:@([1-4]))?)?", text)
    if form is None or form[1] not in _KIND_WORDS:
        known = ", ".join(_KIND_WORDS)
        raise EngineError(f"not a meld: {text!r}; expected such as pung:222z<across, one of {known}")
    kind, tiles, side = _KIND_WORDS[form[1]], parse_tiles(form[2]), form[3]
    size = 3 if kind in ("chow", "pung") else 4
    if len(tiles) != size:
        raise EngineError(f"a {form[1]} has {size} tiles, got {len(tiles)} in {text!r}")
    if side is None:
        return Meld(kind, tiles)
    if side not in (*_FROM, "self"):
        raise EngineError(f"a claimed tile comes from left, across or right, got {side!r} in {text!r}")
    place = int(form[4]) - 1 if form[4] else _usual_place(kind, side)
    return Meld(kind, tiles, (owner + _FROM.get(side, 0)) % 4, place)


def _usual_place(kind: MeldKind, side: str) -> int:
    if kind == "chow" or side in ("left", "self"):
        return 0
    last = 2 if kind == "pung" else 3
    return 1 if side == "across" else last


def seat_text(seat: SeatState, owner: Seat = 0) -> str:
    """A seat's tiles: ``123m77z+pung:222z<across+flowers:15f``; the newest standing tile stays last."""
    parts = [tiles_text(seat.standing), *(meld_text(meld, owner) for meld in seat.melds)]
    if seat.flowers:
        parts.append(f"flowers:{tiles_text(seat.flowers)}")
    return "+".join(parts)


def parse_seat(text: str, owner: Seat = 0) -> SeatState:
    """The seat that `text` tells of: standing tiles, melds and flowers."""
    standing, *rest = text.strip().split("+")
    seat = SeatState(standing=parse_tiles(standing))
    for part in rest:
        if part.startswith("flowers:"):
            seat = replace(seat, flowers=parse_tiles(part.removeprefix("flowers:")))
        else:
            seat = replace(seat, melds=(*seat.melds, parse_meld(part, owner)))
    return seat


def river_text(river: Iterable[Discard]) -> str:
    """``1m 9p_ 5z*2``: each discard, ``_`` when laid sideways, ``!`` when it was the tile drawn, ``:`` when
    known not to be, and ``*`` with the seat that took it."""
    return " ".join(_discard_text(discard) for discard in river)


def parse_river(text: str) -> tuple[Discard, ...]:
    """The discards that `text` tells of."""
    return tuple(_parse_discard(word) for word in text.split())


def place_text(place: StackPlace, dealer: Seat = 0) -> str:
    """``S15``: the fifteenth stack of South's wall, winds as they are in the deal (S004-31)."""
    return f"{_WALL_LETTERS[(place.side - dealer) % 4]}{place.stack}"


def parse_place(text: str, dealer: Seat = 0) -> StackPlace:
    """The place in the wall that ``S15`` names. EngineError: `text` names no place."""
    form = re.fullmatch(r"([ESWN])(1[0-8]|[1-9])", text)
    if form is None:
        raise EngineError(f"not a place in the wall: {text!r}; expected such as S15")
    return StackPlace((_WALL_LETTERS.index(form[1]) + dealer) % 4, int(form[2]))


def _discard_text(discard: Discard) -> str:
    text = tiles_text((discard.tile,)) + "_" * discard.turned
    text += {True: "!", False: ":", None: ""}[discard.drawn]
    return text if discard.claimed_by is None else f"{text}*{discard.claimed_by}"


def _parse_discard(word: str) -> Discard:
    form = re.fullmatch(r"(\?|[0-9][mpszf])(_?)([!:]?)(?:\*([0-3]))?", word)
    if form is None:
        raise EngineError(f"not a discard: {word!r}; expected such as 9p, 9p_, 9p! or 9p*2")
    drawn = {"!": True, ":": False, "": None}[form[3]]
    return Discard(parse_tile(form[1]), bool(form[2]), drawn, int(form[4]) if form[4] else None)
