"""The tables of the rule sets that count faan or tai, as data: prices, limits, minimum and who pays what.

A pattern's name is that of a test in `faan_patterns`. A limit pattern alone is worth the limit. What tables
dispute is an option of the table, so that each club can set it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from engine.scoring.score import Unit


@dataclass(frozen=True, slots=True)
class FaanTable:
    """One table. `prices`: faan of each pattern; `limit_patterns` reach `limit` alone; `replaces`: patterns
    not counted beside another. `base`: base points by faan, from 0 to the limit.

    `giver_times`, `others_times`: how often the giver and the two others pay the base on a given tile;
    `drawn_times`: how often each pays it on a drawn one. `honour_pair_in_all_chows`: four chows count with a
    pair of honours too."""

    name: str
    unit: Unit
    prices: Mapping[str, int]
    limit_patterns: tuple[str, ...]
    replaces: Mapping[str, tuple[str, ...]]
    minimum: int
    limit: int
    base: tuple[int, ...]
    giver_times: int
    others_times: int
    drawn_times: int
    honour_pair_in_all_chows: bool = False
    extra_shapes: frozenset[str] = field(default_factory=frozenset)


_FLOWERS = {"all_flowers": ("seat_flower",), "all_seasons": ("seat_season",)}

HKOS_10 = FaanTable(
    name="hkos-10",
    unit="faan",
    prices=MappingProxyType(
        {
            "no_bonus": 1,
            "seat_flower": 1,
            "seat_season": 1,
            "all_flowers": 2,
            "all_seasons": 2,
            "all_chows": 1,
            "concealed_hand": 1,
            "dragon_pung": 1,
            "seat_wind": 1,
            "round_wind": 1,
            "self_draw": 1,
            "last_tile_draw": 1,
            "last_tile_discard": 1,
            "robbing_kong": 1,
            "replacement_win": 1,
            "all_pungs": 3,
            "half_flush": 3,
            "little_three_dragons": 4,
            "full_flush": 6,
        }
    ),
    limit_patterns=(
        "four_concealed_pungs",
        "big_three_dragons",
        "little_four_winds",
        "big_four_winds",
        "all_honors",
        "all_terminals",
        "nine_gates",
        "thirteen_orphans",
        "all_kongs",
        "jade_dragon",
        "ruby_dragon",
        "pearl_dragon",
        "heavenly_hand",
        "earthly_hand",
    ),
    replaces=MappingProxyType({**_FLOWERS, "little_three_dragons": ("dragon_pung",)}),
    minimum=3,
    limit=10,
    base=(1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64),
    giver_times=2,
    others_times=1,
    drawn_times=2,
)

HK_13 = FaanTable(
    name="hk-13",
    unit="faan",
    prices=MappingProxyType(
        {
            "no_bonus": 1,
            "seat_flower": 1,
            "seat_season": 1,
            "all_flowers": 2,
            "all_seasons": 2,
            "self_draw": 1,
            "concealed_hand": 1,
            "robbing_kong": 1,
            "last_tile": 1,
            "replacement_win": 2,
            "double_kong_win": 9,
            "seat_wind": 1,
            "round_wind": 1,
            "dragon_pung": 1,
            "all_chows": 1,
            "all_pungs": 3,
            "mixed_terminals": 1,
            "half_flush": 3,
            "full_flush": 7,
            "little_three_dragons": 5,
            "four_concealed_pungs": 8,
        }
    ),
    limit_patterns=(
        "big_three_dragons",
        "little_four_winds",
        "big_four_winds",
        "all_honors",
        "all_terminals",
        "all_kongs",
        "nine_gates",
        "thirteen_orphans",
        "heavenly_hand",
        "earthly_hand",
    ),
    replaces=MappingProxyType(
        {
            **_FLOWERS,
            "replacement_win": ("self_draw",),
            "double_kong_win": ("self_draw", "replacement_win"),
            "little_three_dragons": ("dragon_pung",),
            "big_three_dragons": ("dragon_pung",),
            "four_concealed_pungs": ("all_pungs", "concealed_hand"),
        }
    ),
    minimum=3,
    limit=13,
    base=(1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384),
    giver_times=2,
    others_times=0,
    drawn_times=1,
    honour_pair_in_all_chows=True,
)

DOUBLES = FaanTable(
    name="doubles",
    unit="tai",
    prices=MappingProxyType(
        {
            "seat_flower": 1,
            "seat_season": 1,
            "complete_flower_set": 1,
            "seat_wind": 1,
            "round_wind": 1,
            "dragon_pung": 1,
            "concealed_hand": 1,
            "last_tile": 1,
            "replacement_win": 1,
            "robbing_kong": 1,
            "small_ping_hu": 1,
            "ping_hu": 4,
            "all_pungs": 2,
            "half_flush": 2,
            "full_flush": 4,
            "mixed_terminals": 2,
            "little_four_winds": 2,
            "little_three_dragons": 3,
        }
    ),
    limit_patterns=(
        "big_four_winds",
        "big_three_dragons",
        "thirteen_orphans",
        "all_green",
        "nine_gates",
        "seven_pairs",
        "all_honors",
        "all_terminals",
        "all_kongs",
        "heavenly_hand",
        "earthly_hand",
        "human_hand",
        "double_kong_win",
    ),
    replaces=MappingProxyType({"ping_hu": ("small_ping_hu",), "double_kong_win": ("replacement_win",)}),
    minimum=1,
    limit=5,
    # S000-26: 10 a share for one double, twice that for each more; the discarder pays all four shares.
    base=(0, 10, 20, 40, 80, 160),
    giver_times=4,
    others_times=0,
    drawn_times=2,
    extra_shapes=frozenset({"seven_pairs"}),
)

FAAN_TABLES: dict[str, FaanTable] = {table.name: table for table in (HKOS_10, HK_13, DOUBLES)}
"""The named tables."""

CONTESTED: dict[str, dict[str, str]] = {
    "hkos-10": {
        "honour_pair_in_all_chows": "whether four chows count with a pair of honours",
        "concealed_hand": "faan of a hand without claims; 0 where it is not played",
        "seven_pairs": "faan of seven pairs; not played unless given",
    },
    "hk-13": {
        "big_three_dragons": "8 faan, or the limit",
        "little_four_winds": "6 or 10 faan, or the limit",
        "all_honors": "10 faan, or the limit",
        "four_concealed_pungs": "8 or 10 faan, or the limit; self-drawn or a single wait only",
        "double_kong_win": "9 faan, or the limit",
        "full_flush": "7 or 6 faan",
    },
    "doubles": {"seven_pairs": "tai of seven pairs; the limit unless given"},
}
"""What tables dispute, by table and option."""


_AMOUNTS = ("minimum", "giver_times", "others_times", "drawn_times")


def with_option(table: FaanTable, name: str, value: object) -> FaanTable:
    """`table` with one option set: a price for a pattern (0 removes it), ``"limit"``, or one of the amounts.

    Raises ValueError saying what was expected."""
    if name == "honour_pair_in_all_chows" and isinstance(value, bool):
        return replace(table, honour_pair_in_all_chows=value)
    if name in _AMOUNTS and isinstance(value, int) and _is_amount(value):
        amounts: dict[str, int] = {name: value}
        return replace(table, **amounts)  # type: ignore[arg-type]
    known = {*table.prices, *table.limit_patterns, *CONTESTED.get(table.name, {})} - {
        "honour_pair_in_all_chows"
    }
    if name not in known:
        raise ValueError(f"no such option of {table.name}: {name!r}")
    return _priced(table, name, value)


def _priced(table: FaanTable, name: str, value: object) -> FaanTable:
    prices = {pattern: price for pattern, price in table.prices.items() if pattern != name}
    limits = tuple(pattern for pattern in table.limit_patterns if pattern != name)
    if value == "limit":
        limits = (*limits, name)
    elif _is_amount(value) and isinstance(value, int):
        prices |= {name: value} if value else {}
    else:
        raise ValueError(f'option {name} must be a number of faan or "limit", got {value!r}')
    shapes = table.extra_shapes
    if name == "seven_pairs":
        shapes = shapes | {name} if value else shapes - {name}
    return replace(table, prices=MappingProxyType(prices), limit_patterns=limits, extra_shapes=shapes)


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 100
