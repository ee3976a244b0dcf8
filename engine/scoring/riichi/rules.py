"""How a table plays riichi where tables differ, and the named tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class RiichiRules:
    """One way to score riichi.

    `double_yakuman`: big four winds, the pure nine gates, the thirteen-sided orphans and the single-wait four
    concealed pungs count twice. `combine_yakuman`: several yakuman add up. `counted_yakuman`: 13 han are a
    yakuman (otherwise a sanbaiman). `liability`: who completes big dragons or big winds pays (pao).
    `liability_for_all`: also the other yakuman of that hand. `liable_pays_counters`: the honba of such a
    hand are the liable seat's, whoever gave the tile; otherwise the giver's, or everybody's with the rest.
    `human_hand`: what a win on a discard before the first draw is worth."""

    open_tanyao: bool = True
    red_fives: bool = True
    double_yakuman: bool = False
    combine_yakuman: bool = True
    counted_yakuman: bool = True
    round_up_to_mangan: bool = False
    double_wind_pair_fu: Literal[2, 4] = 4
    liability: bool = True
    liability_for_all: bool = False
    liable_pays_counters: bool = False
    human_hand: Literal["none", "mangan", "yakuman"] = "none"
    heavenly_at_any_seat: bool = False
    """Take a win on the dealt hand at its word, whoever is dealer."""
    dealt_orphans_wait_on_all: bool = False
    """Thirteen orphans on the dealt hand count as waiting on thirteen: none of the tiles was the last."""
    yakuman_in_han: bool = False
    """Report a yakuman as 13 han and 0 fu instead of without han and fu."""


RIICHI_TABLES: dict[str, RiichiRules] = {
    "riichi-tenhou": RiichiRules(liability_for_all=True, liable_pays_counters=True),
    "riichi-majsoul": RiichiRules(
        double_yakuman=True, dealt_orphans_wait_on_all=True, yakuman_in_han=True, liable_pays_counters=True
    ),
    "riichi-majiang": RiichiRules(double_yakuman=True, heavenly_at_any_seat=True),
    "riichi-ema": RiichiRules(
        red_fives=False,
        combine_yakuman=False,
        counted_yakuman=False,
        double_wind_pair_fu=2,
        human_hand="mangan",
    ),
    "riichi-wrc": RiichiRules(
        red_fives=False,
        combine_yakuman=False,
        counted_yakuman=False,
        round_up_to_mangan=True,
        double_wind_pair_fu=2,
        human_hand="mangan",
    ),
    "riichi-jpml-a": RiichiRules(
        red_fives=False, combine_yakuman=False, counted_yakuman=False, human_hand="mangan"
    ),
}
"""The named tables, by the profile's name."""

WIRE_OPTIONS: dict[str, tuple[str, object, object]] = {
    "kuitan": ("open_tanyao", True, False),
    "aka": ("red_fives", True, False),
    "double_yakuman": ("double_yakuman", True, False),
    "combine_yakuman": ("combine_yakuman", True, False),
    "kazoe": ("counted_yakuman", True, False),
    "kiriage": ("round_up_to_mangan", True, False),
    "double_wind_pair_2fu": ("double_wind_pair_fu", 2, 4),
    "pao": ("liability", True, False),
    "pao_all": ("liability_for_all", True, False),
    "pao_honba": ("liable_pays_counters", True, False),
    "renhou_mangan": ("human_hand", "mangan", "none"),
    "renhou_yakuman": ("human_hand", "yakuman", "none"),
}
"""The options of a case's ``rules`` object: the field it sets, and its values for true and false."""
