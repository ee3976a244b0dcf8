"""MCR (Chinese official): points by the `PyMahjongGB` library, where it is installed.

The library is optional, because it is built from source: without it the table runs and says that MCR cannot
be scored here. It trusts what it is given, so `hand_fault` looks at every hand first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from types import ModuleType

from engine.scoring.check import hand_fault
from engine.scoring.hand import WonHand
from engine.scoring.mcr_fans import CANNOT_COMBINE, MINIMUM_POINTS, wire_name
from engine.scoring.score import Excluded, HandFault, Pattern, Payments, Score, no_win
from engine.scoring.shape import MCR_SHAPES, counted, counts_complete
from engine.state import Meld
from engine.tiles import plain

BASE_POINTS = 8
"""What every seat pays the winner whatever the hand is worth."""

UNAVAILABLE = "MCR scoring is unavailable: PyMahjongGB is not installed (pip install 'jantaku[mcr]')"

_LIBRARY_TILE = (
    {f"{rank}m": f"W{rank}" for rank in range(1, 10)}
    | {f"{rank}p": f"B{rank}" for rank in range(1, 10)}
    | {f"{rank}s": f"T{rank}" for rank in range(1, 10)}
    | {f"{rank}z": f"F{rank}" for rank in range(1, 5)}
    | {"5z": "J3", "6z": "J2", "7z": "J1"}
)


@cache
def library() -> ModuleType | None:
    """The `MahjongGB` module, or None where it is not installed."""
    try:
        return import_module("MahjongGB")
    except ImportError:
        return None


def score_mcr(won: WonHand, profile: str = "mcr") -> Score:
    """The value of `won` in points with its flowers, and who pays; a hand that is none has its fault. G-15

    S004-48: flowers never count towards the minimum."""
    fault = hand_fault(won) or _not_complete(won)
    module = library()
    if fault is None and module is None:
        fault = HandFault("unavailable", UNAVAILABLE)
    if fault is not None or module is None:
        return no_win(profile, "points", fault or HandFault("unavailable", UNAVAILABLE), MINIMUM_POINTS)
    patterns = tuple(_patterns(_ask(module, won)))
    value = sum(pattern.value for pattern in patterns)
    flowers = sum(pattern.value for pattern in patterns if pattern.name == "flower_tiles")
    met = value - flowers >= MINIMUM_POINTS
    return Score(
        profile,
        "points",
        is_win=True,
        value=value,
        patterns=patterns,
        excluded=_excluded(patterns),
        base_points=value,
        points=value + 3 * BASE_POINTS if not won.self_drawn else 3 * (value + BASE_POINTS),
        payments=mcr_payments(won, value),
        minimum=MINIMUM_POINTS,
        minimum_met=met,
        reason=None if met else "below_minimum",
    )


def mcr_payments(won: WonHand, value: int) -> Payments | None:
    """Drawn: each pays 8 + `value`. Given: the giver pays 8 + `value`, the others 8. None: giver unknown.

    S004-66: a robbed kong counts as a win on a discard."""
    if not won.self_drawn and won.giver is None:
        return None
    change = [0, 0, 0, 0]
    for wind in range(4):
        if wind != won.seat_wind:
            pays = BASE_POINTS + (value if won.self_drawn or wind == won.giver else 0)
            change[wind] -= pays
            change[won.seat_wind] += pays
    return (change[0], change[1], change[2], change[3])


def _not_complete(won: WonHand) -> HandFault | None:
    if counts_complete(counted(won.complete_standing), len(won.melds), MCR_SHAPES):
        return None
    return HandFault("not_complete", "these tiles are no winning hand")


def _ask(module: ModuleType, won: WonHand) -> Iterable[tuple[int, int, str, str]]:
    """(price, count, Chinese name, English name) of each pattern the library counts."""
    answer: Iterable[tuple[int, int, str, str]] = module.MahjongFanCalculator(
        pack=tuple(_library_meld(meld, won.seat_wind) for meld in won.melds),
        hand=tuple(_LIBRARY_TILE[plain(tile)] for tile in won.standing),
        winTile=_LIBRARY_TILE[plain(won.tile)],
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


def _library_meld(meld: Meld, seat: int) -> tuple[str, str, int]:
    """A pack: its kind, its tile (a chow's middle), and whom it came from; 0 means a concealed kong."""
    tiles = sorted(plain(tile) for tile in meld.tiles if tile is not None)
    if meld.kind == "chow":
        return ("CHI", _LIBRARY_TILE[tiles[1]], 1)
    offer = 0 if meld.kind == "concealed_kong" else 1
    if meld.giver is not None and offer:
        offer = (seat - meld.giver) % 4
    return ("PENG" if meld.kind == "pung" else "GANG", _LIBRARY_TILE[tiles[0]], offer)


def _patterns(answer: Iterable[tuple[int, int, str, str]]) -> Iterable[Pattern]:
    for price, count, _, english in answer:
        yield Pattern(wire_name(english), price * count, count)


def _excluded(patterns: tuple[Pattern, ...]) -> tuple[Excluded, ...]:
    """What the counted patterns contain by nature and therefore may not be counted again."""
    counted_names = {pattern.name for pattern in patterns}
    found: dict[str, Excluded] = {}
    for pattern in patterns:
        for name in CANNOT_COMBINE.get(pattern.name, ()):
            if name not in counted_names:
                found.setdefault(name, Excluded(name, pattern.name))
    return tuple(found.values())
