"""A hand as people write it: ``123m 456p 789s 11z + pung:222z<across``.

Standing tiles first, then each meld after a plus sign: its kind, its tiles, and after ``<`` whom it came
from. A kong without ``<`` is concealed; ``promoted:2222z<left`` is a pung with its fourth tile added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.scoring.case import CaseError, parse_tiles
from engine.tiles import Tile, plain

_KINDS = {
    "chow": "chow",
    "chi": "chow",
    "pung": "pung",
    "pong": "pung",
    "pon": "pung",
    "kong": "kong_melded",
    "kan": "kong_melded",
    "promoted": "kong_added",
    "kakan": "kong_added",
    "ankan": "kong_concealed",
    "concealed": "kong_concealed",
}


@dataclass(frozen=True, slots=True)
class WrittenHand:
    """Standing tiles as written, and the melds as the objects of a case."""

    standing: tuple[Tile, ...]
    melds: tuple[Mapping[str, Any], ...]


def parse_hand(text: str) -> WrittenHand:
    """The hand that `text` describes; raises CaseError saying what was not understood."""
    standing, *melds = text.split("+")
    return WrittenHand(parse_tiles(standing, "the hand"), tuple(map(_meld, melds)))


def without_winning_tile(hand: WrittenHand, winning: Tile) -> tuple[Tile, ...]:
    """The standing tiles without the winning one, whether it was written among them or not.

    Raises CaseError when the tile should be among them and is not."""
    if len(hand.standing) != 14 - 3 * len(hand.melds):
        return hand.standing
    for wanted in (lambda tile: tile == winning, lambda tile: plain(tile) == plain(winning)):
        for place, tile in enumerate(hand.standing):
            if wanted(tile):
                return hand.standing[:place] + hand.standing[place + 1 :]
    raise CaseError("winning_tile_missing", f"the winning tile {winning} is not in the hand")


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Tiles as one short text, suit letters once for each run: ``123m11z``."""
    text, suit = "", ""
    for tile in tiles:
        if suit and tile[1] != suit:
            text += suit
        text += tile[0]
        suit = tile[1]
    return text + suit


def _meld(text: str) -> Mapping[str, Any]:
    kind, colon, rest = text.strip().partition(":")
    if not colon or kind not in _KINDS:
        known = ", ".join(_KINDS)
        came = repr(text.strip())
        raise CaseError("no_meld", f"{came} is no meld; expected such as pung:222z<across ({known})")
    tiles, arrow, giver = rest.partition("<")
    wire_kind = _KINDS[kind]
    if wire_kind == "kong_melded" and not arrow:
        wire_kind = "kong_concealed"
    return {"type": wire_kind, "tiles": tiles.strip(), "from": giver.strip() or None}
