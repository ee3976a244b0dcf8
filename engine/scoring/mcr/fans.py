"""The 81 patterns of MCR and the mixed pair of kongs: what each is worth, and which others it contains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MINIMUM_POINTS = 8
"""Needed to win, flowers not counted. G-15, S004-48"""


@dataclass(frozen=True, slots=True)
class McrTable:
    """What the books price otherwise. Two concealed kongs: 6 in the Chinese rules of 1998 and at Botzone, 8
    in the World Mahjong Organization's book of 2006 (its fan 48). One concealed and one melded: 5 as played
    in China and at Botzone, 6 in that book."""

    two_concealed_kongs: Literal[6, 8] = 6
    concealed_and_melded_kong: Literal[5, 6] = 5


MCR_OPTIONS: dict[str, tuple[int, ...]] = {"two_concealed_kongs": (6, 8), "concealed_and_melded_kong": (5, 6)}
"""The prices each option may have."""

_SPECIAL_NAMES = {
    "Concealed Kong and Melded Kong": "concealed_and_melded_kong",
    "All Five": "all_fives",
}

PRICES: dict[int, tuple[str, ...]] = {
    88: (
        "big_four_winds",
        "big_three_dragons",
        "all_green",
        "nine_gates",
        "four_kongs",
        "seven_shifted_pairs",
        "thirteen_orphans",
    ),
    64: (
        "all_terminals",
        "little_four_winds",
        "little_three_dragons",
        "all_honors",
        "four_concealed_pungs",
        "pure_terminal_chows",
    ),
    48: ("quadruple_chow", "four_pure_shifted_pungs"),
    32: ("four_pure_shifted_chows", "three_kongs", "all_terminals_and_honors"),
    24: (
        "seven_pairs",
        "greater_honors_and_knitted_tiles",
        "all_even_pungs",
        "full_flush",
        "pure_triple_chow",
        "pure_shifted_pungs",
        "upper_tiles",
        "middle_tiles",
        "lower_tiles",
    ),
    16: (
        "pure_straight",
        "three_suited_terminal_chows",
        "pure_shifted_chows",
        "all_fives",
        "triple_pung",
        "three_concealed_pungs",
    ),
    12: (
        "lesser_honors_and_knitted_tiles",
        "knitted_straight",
        "upper_four",
        "lower_four",
        "big_three_winds",
    ),
    8: (
        "mixed_straight",
        "reversible_tiles",
        "mixed_triple_chow",
        "mixed_shifted_pungs",
        "chicken_hand",
        "last_tile_draw",
        "last_tile_claim",
        "out_with_replacement_tile",
        "robbing_the_kong",
    ),
    6: (
        "all_pungs",
        "half_flush",
        "mixed_shifted_chows",
        "all_types",
        "melded_hand",
        "two_concealed_kongs",
        "two_dragons_pungs",
    ),
    5: ("concealed_and_melded_kong",),
    4: ("outside_hand", "fully_concealed_hand", "two_melded_kongs", "last_tile"),
    2: (
        "dragon_pung",
        "prevalent_wind",
        "seat_wind",
        "concealed_hand",
        "all_chows",
        "tile_hog",
        "double_pung",
        "two_concealed_pungs",
        "concealed_kong",
        "all_simples",
    ),
    1: (
        "pure_double_chow",
        "mixed_double_chow",
        "short_straight",
        "two_terminal_chows",
        "pung_of_terminals_or_honors",
        "melded_kong",
        "one_voided_suit",
        "no_honors",
        "edge_wait",
        "closed_wait",
        "single_wait",
        "self_drawn",
        "flower_tiles",
    ),
}
"""The patterns by their price in points."""

CANNOT_COMBINE: dict[str, tuple[str, ...]] = {
    "big_four_winds": ("big_three_winds", "all_pungs", "seat_wind", "prevalent_wind"),
    "big_three_dragons": ("two_dragons_pungs", "dragon_pung"),
    "all_green": ("half_flush",),
    "nine_gates": ("full_flush", "concealed_hand", "fully_concealed_hand", "no_honors"),
    "four_kongs": ("three_kongs", "two_melded_kongs", "melded_kong", "all_pungs", "single_wait"),
    "seven_shifted_pairs": (
        "seven_pairs",
        "full_flush",
        "concealed_hand",
        "fully_concealed_hand",
        "single_wait",
        "no_honors",
    ),
    "thirteen_orphans": (
        "all_types",
        "concealed_hand",
        "fully_concealed_hand",
        "single_wait",
        "all_terminals_and_honors",
    ),
    "all_terminals": (
        "all_terminals_and_honors",
        "all_pungs",
        "outside_hand",
        "no_honors",
        "pung_of_terminals_or_honors",
        "double_pung",
    ),
    "little_four_winds": ("big_three_winds",),
    "little_three_dragons": ("two_dragons_pungs", "dragon_pung"),
    "all_honors": ("all_terminals_and_honors", "all_pungs", "outside_hand", "pung_of_terminals_or_honors"),
    "four_concealed_pungs": ("three_concealed_pungs", "all_pungs", "concealed_hand", "fully_concealed_hand"),
    "pure_terminal_chows": (
        "full_flush",
        "all_chows",
        "no_honors",
        "pure_double_chow",
        "two_terminal_chows",
    ),
    "quadruple_chow": ("pure_triple_chow", "pure_double_chow", "pure_shifted_pungs", "tile_hog"),
    "four_pure_shifted_pungs": ("pure_shifted_pungs", "pure_triple_chow", "all_pungs"),
    "four_pure_shifted_chows": ("pure_shifted_chows", "two_terminal_chows", "short_straight"),
    "three_kongs": ("two_melded_kongs", "melded_kong"),
    "all_terminals_and_honors": ("all_pungs", "outside_hand", "pung_of_terminals_or_honors"),
    "seven_pairs": ("concealed_hand", "fully_concealed_hand", "single_wait"),
    "greater_honors_and_knitted_tiles": (
        "lesser_honors_and_knitted_tiles",
        "all_types",
        "concealed_hand",
        "fully_concealed_hand",
    ),
    "lesser_honors_and_knitted_tiles": ("all_types", "concealed_hand", "fully_concealed_hand"),
    "all_even_pungs": ("all_pungs", "all_simples", "no_honors"),
    "full_flush": ("half_flush", "no_honors", "one_voided_suit"),
    "pure_triple_chow": ("pure_shifted_pungs", "pure_double_chow"),
    "pure_shifted_pungs": ("pure_triple_chow",),
    "upper_tiles": ("upper_four", "no_honors"),
    "middle_tiles": ("all_simples", "no_honors"),
    "lower_tiles": ("lower_four", "no_honors"),
    "pure_straight": ("short_straight", "two_terminal_chows"),
    "three_suited_terminal_chows": ("all_chows", "two_terminal_chows", "mixed_double_chow", "no_honors"),
    "all_fives": ("all_simples", "no_honors"),
    "triple_pung": ("double_pung",),
    "three_concealed_pungs": ("two_concealed_pungs",),
    "upper_four": ("no_honors",),
    "lower_four": ("no_honors",),
    "reversible_tiles": ("one_voided_suit",),
    "mixed_triple_chow": ("mixed_double_chow",),
    "last_tile_draw": ("self_drawn",),
    "out_with_replacement_tile": ("self_drawn",),
    "robbing_the_kong": ("last_tile",),
    "melded_hand": ("single_wait",),
    "two_concealed_kongs": ("two_concealed_pungs", "concealed_kong"),
    "two_dragons_pungs": ("dragon_pung",),
    "concealed_and_melded_kong": ("concealed_kong", "melded_kong"),
    "fully_concealed_hand": ("self_drawn", "concealed_hand"),
    "two_melded_kongs": ("melded_kong",),
    "all_chows": ("no_honors",),
    "all_simples": ("no_honors",),
}
"""What each pattern contains by nature; such a one is not counted beside it."""


def wire_name(english: str) -> str:
    """The library's English name in our spelling: ``Self-Drawn`` becomes ``self_drawn``."""
    return _SPECIAL_NAMES.get(english) or english.lower().replace(" ", "_").replace("-", "_")
