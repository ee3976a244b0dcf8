"""MCR (Chinese official): points by the `PyMahjongGB` library, else by our own count, which is slower.

The library is optional, because it is built from source. Both give the same patterns and prices. The library
trusts what it is given, so `hand_fault` looks at every hand first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType

from engine.scoring.check import hand_fault
from engine.scoring.hand import Wind, WonHand
from engine.scoring.mcr.fans import CANNOT_COMBINE, MCR_OPTIONS, MINIMUM_POINTS, McrTable, wire_name
from engine.scoring.mcr.own import PRICE_OF, dearest
from engine.scoring.score import Excluded, HandFault, Pattern, Payments, Score, no_win
from engine.table.state import MeldKind
from engine.tiles import SeenTile, plain

BASE_POINTS = 8
"""What every seat pays the winner whatever the hand is worth."""

_USUAL = McrTable()
_LIBRARY_TILE = (
    {f"{rank}m": f"W{rank}" for rank in range(1, 10)}
    | {f"{rank}p": f"B{rank}" for rank in range(1, 10)}
    | {f"{rank}s": f"T{rank}" for rank in range(1, 10)}
    | {f"{rank}z": f"F{rank}" for rank in range(1, 5)}
    | {"5z": "J3", "6z": "J2", "7z": "J1", "0m": "W5", "0p": "B5", "0s": "T5"}
)


@cache
def library() -> ModuleType | None:
    """The `MahjongGB` module, or None where it is not installed."""
    try:
        return import_module("MahjongGB")
    except ImportError:
        return None


def score_mcr(won: WonHand, profile: str = "mcr", table: McrTable = _USUAL) -> Score:
    """The value of `won` in points with its flowers, and who pays; a hand that is none has its fault. G-15

    S004-48: flowers never count towards the minimum."""
    fault = hand_fault(won)
    if fault is not None:
        return no_win(profile, "points", fault, MINIMUM_POINTS)
    counted = _counted(library(), won)
    if not counted:
        fault = HandFault("not_complete", "these tiles are no winning hand")
        return no_win(profile, "points", fault, MINIMUM_POINTS)
    patterns = tuple(_priced(pattern, table) for pattern in counted)
    value = sum([pattern.value for pattern in patterns])
    met = value - (won.flower_count or len(won.flowers)) >= MINIMUM_POINTS
    return Score(
        profile,
        "points",
        is_win=True,
        value=value,
        patterns=patterns,
        base_points=value,
        points=value + 3 * BASE_POINTS if not won.self_drawn else 3 * (value + BASE_POINTS),
        payments=mcr_payments(won, value),
        minimum=MINIMUM_POINTS,
        minimum_met=met,
        reason=None if met else "below_minimum",
    )


def _counted(module: ModuleType | None, won: WonHand) -> tuple[Pattern, ...]:
    """The patterns that count, dearest first; none when the hand is not complete."""
    if module is None:
        found = dearest(won).items()
        dear = [Pattern(name, PRICE_OF[name] * count, count) for name, count in found]
        return tuple(sorted(dear, key=lambda each: -PRICE_OF[each.name]))
    try:
        return tuple(map(_pattern, _ask(module, won)))
    except TypeError:  # the library's way to say that a sound hand is not complete
        return ()


def mcr_payments(won: WonHand, value: int) -> Payments | None:
    """Drawn: each pays 8 + `value`. Given: the giver pays 8 + `value`, the others 8. None: giver unknown.

    S004-66: a robbed kong counts as a win on a discard."""
    if not won.self_drawn and won.giver is None:
        return None
    change = [0] * won.players
    for wind in range(won.players):
        if wind != won.seat_wind:
            pays = BASE_POINTS + (value if won.self_drawn or wind == won.giver else 0)
            change[wind] -= pays
            change[won.seat_wind] += pays
    return tuple(change)


def mcr_excluded(patterns: tuple[Pattern, ...]) -> tuple[Excluded, ...]:
    """What the counted patterns contain by nature and therefore may not be counted again."""
    counted_names = {pattern.name for pattern in patterns}
    found: dict[str, Excluded] = {}
    for pattern in patterns:
        for name in CANNOT_COMBINE.get(pattern.name, ()):
            if name not in counted_names:
                found.setdefault(name, Excluded(name, pattern.name))
    return tuple(found.values())


def _ask(module: ModuleType, won: WonHand) -> Iterable[tuple[int, int, str, str]]:
    """(price, count, Chinese name, English name) of each pattern the library counts."""
    answer: Iterable[tuple[int, int, str, str]] = module.MahjongFanCalculator(
        pack=tuple([_library_meld(meld.kind, meld.tiles, meld.giver, won.seat_wind) for meld in won.melds]),
        hand=tuple(map(_LIBRARY_TILE.__getitem__, won.standing)),
        winTile=_LIBRARY_TILE[won.tile],
        flowerCount=won.flower_count or len(won.flowers),
        isSelfDrawn=won.self_drawn,
        is4thTile="last_of_kind" in won.circumstances,
        isAboutKong=bool(won.circumstances & {"replacement", "robbed_kong"}),
        isWallLast=bool(won.circumstances & {"last_draw", "last_discard"}),
        seatWind=won.seat_wind,
        prevalentWind=won.prevalent_wind,
        verbose=True,
    )
    return answer


@lru_cache(maxsize=10_000)
def _library_meld(
    kind: MeldKind, laid: tuple[SeenTile, ...], giver: Wind | None, seat: Wind
) -> tuple[str, str, int]:
    """A pack: its kind, its tile (a chow's middle), and whom it came from; 0 means a concealed kong."""
    tiles = sorted(plain(tile) for tile in laid if tile is not None)
    if kind == "chow":
        return ("CHI", _LIBRARY_TILE[tiles[1]], 1)
    offer = 0 if kind == "concealed_kong" else 1
    if giver is not None and offer:
        offer = (seat - giver) % 4
    return ("PENG" if kind == "pung" else "GANG", _LIBRARY_TILE[tiles[0]], offer)


def _priced(pattern: Pattern, table: McrTable) -> Pattern:
    """The pattern at the table's own price."""
    if pattern.name not in MCR_OPTIONS:
        return pattern
    return Pattern(pattern.name, getattr(table, pattern.name) * pattern.count, pattern.count)


@lru_cache(maxsize=1_000)
def _pattern(counted: tuple[int, int, str, str]) -> Pattern:
    price, count, _, english = counted
    return Pattern(wire_name(english), price * count, count)
