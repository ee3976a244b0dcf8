"""The patterns of the faan and tai tables: for each a test over one grouping, answering how often it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.scoring.groups import Grouping
from engine.scoring.hand import WonHand
from engine.scoring.shape import waits
from engine.tiles import DRAGONS, WINDS, Tile, is_terminal_or_honour, plain

_GREEN = frozenset({"2s", "3s", "4s", "6s", "8s", "6z"})


@dataclass(frozen=True, slots=True)
class View:
    """One way to see a hand, with what the tests ask again and again. `grouping` is empty for the thirteen
    orphans. `bonus` tells whether any flower lies beside the hand."""

    won: WonHand
    grouping: Grouping
    honour_pair_in_all_chows: bool
    faces: tuple[Tile, ...]
    suits: frozenset[str]
    pungs: frozenset[Tile]
    pairs: tuple[Tile, ...]
    chows: int

    @property
    def sets_are_pungs(self) -> bool:
        """Four sets, all pungs or kongs."""
        return len(self.pungs) == 4


def view_of(won: WonHand, grouping: Grouping, honour_pair_in_all_chows: bool) -> View:
    """The view of `won` seen as `grouping`."""
    faces = tuple(map(plain, won.all_tiles))
    return View(
        won,
        grouping,
        honour_pair_in_all_chows,
        faces,
        frozenset(tile[1] for tile in faces),
        frozenset(group.tile for group in grouping if group.kind in ("pung", "kong")),
        tuple(group.tile for group in grouping if group.kind == "pair"),
        sum(1 for group in grouping if group.kind == "chow"),
    )


def _all_chows(view: View) -> bool:
    return view.chows == 4 and (view.honour_pair_in_all_chows or view.pairs[0][1] != "z")


def _is_valueless_chow_hand(view: View) -> bool:
    """Four chows, a pair without value, and a wait on two sides (Singapore's ping hu)."""
    won = view.won
    valued = {*DRAGONS, WINDS[won.seat_wind], WINDS[won.prevalent_wind]}
    if view.chows != 4 or view.pairs[0] in valued:
        return False
    return len(waits(won.standing, len(won.melds))) > 1


def _half_flush(view: View) -> bool:
    return "z" in view.suits and len(view.suits) == 2


def _full_flush(view: View) -> bool:
    return "z" not in view.suits and len(view.suits) == 1


def _mixed_terminals(view: View) -> bool:
    """All pungs of terminals and honours, some of each."""
    return (
        view.sets_are_pungs
        and all(map(is_terminal_or_honour, view.faces))
        and "z" in view.suits
        and len(view.suits) > 1
    )


def _all_terminals(view: View) -> bool:
    return bool(view.grouping) and "z" not in view.suits and all(map(is_terminal_or_honour, view.faces))


def _dragons(view: View, pungs: int, pair: int) -> bool:
    return _count(view, DRAGONS) == pungs and sum(tile in DRAGONS for tile in view.pairs) == pair


def _winds(view: View, pungs: int, pair: int) -> bool:
    return _count(view, WINDS) == pungs and sum(tile in WINDS for tile in view.pairs) == pair


def _count(view: View, tiles: tuple[Tile, ...]) -> int:
    return sum(tile in view.pungs for tile in tiles)


def _four_concealed_pungs(view: View) -> bool:
    """The last set must not be completed by another's tile: self-drawn, or won on the pair."""
    if not view.sets_are_pungs or any(group.is_open for group in view.grouping):
        return False
    return view.won.self_drawn or any(group.kind == "pair" and group.wins for group in view.grouping)


def _nine_gates(view: View) -> bool:
    """1112345678999 of one suit and any tile of it, nothing on the table."""
    if view.won.melds or not _full_flush(view):
        return False
    held = [sum(tile[0] == str(rank) for tile in view.faces) for rank in range(1, 10)]
    return held[0] >= 3 and held[8] >= 3 and min(held) >= 1


def _dragon_flush(suit: str, dragon: Tile) -> Callable[[View], bool]:
    """All pungs of one suit with the dragon of its colour."""

    def test(view: View) -> bool:
        return (
            view.sets_are_pungs
            and dragon in view.pungs
            and all(tile == dragon or tile[1] == suit for tile in view.faces)
        )

    return test


def _all_kongs(view: View) -> bool:
    return sum(1 for group in view.grouping if group.kind == "kong") == 4


def _seven_pairs(view: View) -> bool:
    return len(view.pairs) == 7


def _has_all(view: View, first: int) -> bool:
    return {f"{number}f" for number in range(first, first + 4)} <= set(view.won.flowers)


def _circumstance(*names: str) -> Callable[[View], bool]:
    wanted = frozenset(names)

    def test(view: View) -> bool:
        return bool(wanted & view.won.circumstances)

    return test


TESTS: Mapping[str, Callable[[View], int]] = {
    "no_bonus": lambda view: not view.won.flowers,
    "seat_flower": lambda view: f"{view.won.seat_wind + 1}f" in view.won.flowers,
    "seat_season": lambda view: f"{view.won.seat_wind + 5}f" in view.won.flowers,
    "all_flowers": lambda view: _has_all(view, 1),
    "all_seasons": lambda view: _has_all(view, 5),
    "complete_flower_set": lambda view: _has_all(view, 1) + _has_all(view, 5),
    "self_draw": lambda view: view.won.self_drawn,
    "concealed_hand": lambda view: view.won.is_concealed,
    "robbing_kong": _circumstance("robbed_kong"),
    "last_tile": _circumstance("last_draw", "last_discard"),
    "last_tile_draw": _circumstance("last_draw"),
    "last_tile_discard": _circumstance("last_discard"),
    "replacement_win": _circumstance("replacement", "second_replacement"),
    "double_kong_win": _circumstance("second_replacement"),
    "heavenly_hand": _circumstance("heavenly"),
    "earthly_hand": _circumstance("earthly"),
    "human_hand": _circumstance("human"),
    "seat_wind": lambda view: WINDS[view.won.seat_wind] in view.pungs,
    "round_wind": lambda view: WINDS[view.won.prevalent_wind] in view.pungs,
    "dragon_pung": lambda view: _count(view, DRAGONS),
    "all_chows": _all_chows,
    "ping_hu": lambda view: not view.won.flowers and _is_valueless_chow_hand(view),
    "small_ping_hu": lambda view: bool(view.won.flowers) and _is_valueless_chow_hand(view),
    "all_pungs": lambda view: view.sets_are_pungs,
    "mixed_terminals": _mixed_terminals,
    "half_flush": _half_flush,
    "full_flush": _full_flush,
    "little_three_dragons": lambda view: _dragons(view, 2, 1),
    "big_three_dragons": lambda view: _dragons(view, 3, 0),
    "little_four_winds": lambda view: _winds(view, 3, 1),
    "big_four_winds": lambda view: _winds(view, 4, 0),
    "all_honors": lambda view: bool(view.grouping) and view.suits == {"z"},
    "all_terminals": _all_terminals,
    "all_green": lambda view: bool(view.grouping) and _GREEN.issuperset(view.faces),
    "four_concealed_pungs": _four_concealed_pungs,
    "nine_gates": _nine_gates,
    "all_kongs": _all_kongs,
    "jade_dragon": _dragon_flush("s", "6z"),
    "ruby_dragon": _dragon_flush("m", "7z"),
    "pearl_dragon": _dragon_flush("p", "5z"),
    "seven_pairs": _seven_pairs,
    "thirteen_orphans": lambda view: not view.grouping,
}
"""The tests by pattern name; the answer is how many times the pattern is there."""
