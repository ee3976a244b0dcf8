"""A hand as a JSON object, such as anyone can write one, read into a `WonHand`.

The fields are those of ``docs/scoring.md``. Whatever is wrong with an object raises CaseError with one fault;
nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.scoring.hand import WIND_LETTERS, Circumstance, WonHand
from engine.scoring.score import HandFault
from engine.table.state import Meld, MeldKind
from engine.tiles import ALL_FACES, Tile

_RUN = re.compile(r"([0-9]+)([mpszf])")
_FACES = frozenset(ALL_FACES)
_MELD_KINDS: dict[str, MeldKind] = {
    "chi": "chow",
    "pon": "pung",
    "daiminkan": "melded_kong",
    "kakan": "promoted_kong",
    "ankan": "concealed_kong",
    "chow": "chow",
    "pung": "pung",
    "kong_melded": "melded_kong",
    "kong_added": "promoted_kong",
    "kong_concealed": "concealed_kong",
    "melded_kong": "melded_kong",
    "promoted_kong": "promoted_kong",
    "concealed_kong": "concealed_kong",
}
_STEPS_TO_GIVER = {"right": 1, "across": 2, "left": 3}
_ONE_TO_ONE: dict[str, Circumstance] = {
    "ippatsu": "ippatsu",
    "chankan": "robbed_kong",
    "rob": "robbed_kong",
    "rinshan": "replacement",
    "replacement": "replacement",
    "double_replacement": "second_replacement",
    "haitei": "last_draw",
    "last_draw": "last_draw",
    "houtei": "last_discard",
    "last_discard": "last_discard",
    "last_of_kind": "last_of_kind",
    "tenhou": "heavenly",
    "heavenly": "heavenly",
    "chiihou": "earthly",
    "earthly": "earthly",
    "renhou": "human",
    "human": "human",
}


class CaseError(ValueError):
    """An object that is no hand; `fault` says what is wrong with it."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.fault = HandFault(name, text)


def parse_tiles(text: object, what: str = "tiles") -> tuple[Tile, ...]:
    """The tiles of a text such as ``123m456p11z``; raises CaseError when it is none."""
    if not isinstance(text, str):
        raise CaseError("bad_tiles", f"{what} must be a text such as 123m456p11z, got {_shown(text)}")
    squeezed = text.replace(" ", "")
    tiles = tuple(rank + suit for ranks, suit in _RUN.findall(squeezed) for rank in ranks)
    if _RUN.sub("", squeezed) or not _FACES.issuperset(tiles):
        raise CaseError("bad_tiles", f"{what} {_shown(text)} is not read; expected such as 123m456p11z")
    return tiles


def won_hand(case: Mapping[str, Any]) -> WonHand:
    """The hand that `case` describes; raises CaseError with what came and what was expected."""
    seat = _wind(case, "seat_wind", "E")
    flags = _flags(case)
    self_drawn = _yes_or_no(case, "self_draw")
    flowers, flower_count = _flowers(case)
    return WonHand(
        standing=parse_tiles(case.get("concealed"), "concealed"),
        tile=_one_tile(case.get("win_tile"), "win_tile"),
        melds=parse_melds(case.get("melds"), seat),
        self_drawn=self_drawn,
        giver=_giver(case, seat),
        seat_wind=seat,
        prevalent_wind=_wind(case, "round_wind", "E"),
        circumstances=_circumstances(flags, self_drawn),
        flowers=flowers,
        flower_count=flower_count,
        dora_indicators=_tile_list(case, "dora_indicators"),
        ura_indicators=_tile_list(case, "ura_indicators"),
        honba=_number(case, "honba", 10_000),
        riichi_sticks=_number(case, "riichi_sticks", 10_000),
        liable=_liable(case, seat),
    )


def parse_melds(melds: object, seat: int = 0) -> tuple[Meld, ...]:
    """The melds of a list of meld objects, givers as winds seen from `seat`; raises CaseError."""
    melds = melds or ()
    if not isinstance(melds, list | tuple):
        raise CaseError("bad_field", f"melds must be a list, got {_shown(melds)}")
    return tuple(_meld(meld, seat) for meld in melds)


def _meld(meld: object, seat: int) -> Meld:
    if not isinstance(meld, Mapping):
        raise CaseError("no_meld", f"a meld must be an object, got {_shown(meld)}")
    kind = meld.get("type")
    if not isinstance(kind, str) or kind not in _MELD_KINDS:
        raise CaseError("no_meld", f"no such meld: {_shown(kind)}; expected {', '.join(_MELD_KINDS)}")
    tiles = parse_tiles(meld.get("tiles"), "the meld's tiles")
    claimed = meld.get("claimed")
    if claimed is not None and _one_tile(claimed, "the claimed tile") not in tiles:
        raise CaseError("no_meld", f"the claimed {_shown(claimed)} is not among the meld's tiles")
    giver = _from(meld.get("from"), seat, "a meld's from")
    index = tiles.index(claimed) if claimed is not None else None
    concealed = _MELD_KINDS[kind] == "concealed_kong"
    return Meld(_MELD_KINDS[kind], tiles, None if concealed else giver, None if concealed else index)


def _flags(case: Mapping[str, Any]) -> Mapping[str, Any]:
    flags = case.get("flags") or {}
    if not isinstance(flags, Mapping):
        raise CaseError("bad_field", f"flags must be an object, got {_shown(flags)}")
    known = {*_ONE_TO_ONE, "riichi", "wall_last", "about_kong"}
    for name, value in flags.items():
        if name not in known:
            raise CaseError(
                "unknown_flag", f"no such flag: {_shown(name)}; expected {', '.join(sorted(known))}"
            )
        if value is not None and not isinstance(value, bool | int):
            raise CaseError("bad_field", f"flag {name} must be true or false, got {_shown(value)}")
    if flags.get("riichi") not in (None, 0, 1, 2):
        raise CaseError("bad_field", f"flag riichi must be 0, 1 or 2, got {_shown(flags.get('riichi'))}")
    return flags


def _circumstances(flags: Mapping[str, Any], self_drawn: bool) -> frozenset[Circumstance]:
    """MCR names two flags by what they touch: self-drawn or not tells which pattern is meant."""
    found = {name for flag, name in _ONE_TO_ONE.items() if flags.get(flag)}
    if flags.get("riichi"):
        found.add("double_riichi" if flags["riichi"] == 2 else "riichi")
    if flags.get("wall_last"):
        found.add("last_draw" if self_drawn else "last_discard")
    if flags.get("about_kong"):
        found.add("replacement" if self_drawn else "robbed_kong")
    return frozenset(found)


def _giver(case: Mapping[str, Any], seat: int) -> int | None:
    if case.get("discarder") is not None:
        return _wind(case, "discarder", "E")
    return _from(case.get("win_from"), seat, "win_from")


def _liable(case: Mapping[str, Any], seat: int) -> int | None:
    """``pao``: left, across or right, a wind, or an object (or the first of a list) with it under ``from`` or
    ``seat``; true and false leave it to the melds."""
    liable = case.get("pao")
    if isinstance(liable, list) and liable:
        liable = liable[0]
    if isinstance(liable, Mapping):
        liable = liable.get("from", liable.get("seat"))
    if isinstance(liable, bool) or liable is None:
        return None
    if isinstance(liable, str) and len(liable) == 1 and liable in WIND_LETTERS:
        return WIND_LETTERS.index(liable)
    return _from(liable, seat, "pao")


def _from(value: object, seat: int, what: str) -> int | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in _STEPS_TO_GIVER:
        raise CaseError("bad_field", f"{what} must be left, across or right, got {_shown(value)}")
    return (seat + _STEPS_TO_GIVER[value]) % 4


def _wind(case: Mapping[str, Any], name: str, otherwise: str) -> int:
    value = otherwise if case.get(name) is None else case[name]
    if not isinstance(value, str) or len(value) != 1 or value not in WIND_LETTERS:
        raise CaseError("bad_field", f"{name} must be E, S, W or N, got {_shown(value)}")
    return WIND_LETTERS.index(value)


def _flowers(case: Mapping[str, Any]) -> tuple[tuple[Tile, ...], int]:
    """Hong Kong names its bonus tiles (F1 plum .. S4 winter), MCR only counts them."""
    bonus = case.get("bonus") or ()
    if not isinstance(bonus, list | tuple):
        raise CaseError("bad_field", f"bonus must be a list such as F1, S4, got {_shown(bonus)}")
    flowers = tuple(map(_flower, bonus))
    count = len(flowers) if case.get("flowers") is None else case["flowers"]
    if isinstance(count, str):
        return parse_tiles(count, "flowers"), len(parse_tiles(count, "flowers"))
    return flowers, _number({"flowers": count}, "flowers", 10_000)


def _flower(name: object) -> Tile:
    if isinstance(name, str) and len(name) == 2:
        if name[0] in "FS" and name[1] in "1234":
            return f"{int(name[1]) + (4 if name[0] == 'S' else 0)}f"
        if name in _FACES and name[1] == "f":
            return name
    raise CaseError("no_flower", f"no such flower: {_shown(name)}; expected F1-F4, S1-S4 or 1f-8f")


def _tile_list(case: Mapping[str, Any], name: str) -> tuple[Tile, ...]:
    value = case.get(name) or ()
    if isinstance(value, str):
        return parse_tiles(value, name)
    if not isinstance(value, list | tuple):
        raise CaseError("bad_field", f"{name} must be a list of tiles, got {_shown(value)}")
    return tuple(_one_tile(tile, name) for tile in value)


def _one_tile(value: object, what: str) -> Tile:
    if not isinstance(value, str) or value not in _FACES or value[1] == "f":
        raise CaseError("bad_tiles", f"{what} must be one tile such as 3m, got {_shown(value)}")
    return value


def _yes_or_no(case: Mapping[str, Any], name: str) -> bool:
    value = False if case.get(name) is None else case[name]
    if not isinstance(value, bool):
        raise CaseError("bad_field", f"{name} must be true or false, got {_shown(value)}")
    return value


def _number(case: Mapping[str, Any], name: str, most: int) -> int:
    value = 0 if case.get(name) is None else case[name]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise CaseError("bad_field", f"{name} must be a number from 0 on, got {_shown(value)}")
    return value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
