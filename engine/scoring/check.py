"""Is this a hand at all? The first thing found wrong, in the order a referee would look.

The scoring libraries answer nonsense to nonsense (five copies of a tile score well), so every hand passes
here before one of them sees it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from engine.scoring.hand import KONG_KINDS, OPEN_KINDS, Wind, WonHand, is_set
from engine.scoring.score import HandFault
from engine.table.state import Meld, MeldKind
from engine.table.tile_set import NORTH
from engine.tiles import PLAIN, SeenTile, plain

_PLAIN = frozenset(PLAIN)
_KNOWN = _PLAIN | {"0m", "0p", "0s"}
_KNOWN_TO_THREE = _KNOWN - {"0m", *(f"{rank}m" for rank in range(2, 9))}
"""Three play without the characters between the terminals."""


# A hand as one number: seven bits hold how many of each face there are. Adding 59 to each lifts just those of
# five and more into their seventh bit, so one look at those bits finds a copy too many.
_ONE_OF = {tile: 1 << (7 * number) for number, tile in enumerate(PLAIN)}
_ONE_OF |= {"0m": _ONE_OF["5m"], "0p": _ONE_OF["5p"], "0s": _ONE_OF["5s"]}
_LIFT = sum(59 << (7 * number) for number in range(34))
_FIVE_OR_MORE = sum(64 << (7 * number) for number in range(34))

_HARMLESS = frozenset({"riichi", "double_riichi", "ippatsu"})


def hand_fault(won: WonHand) -> HandFault | None:
    """The first fault of a hand under any rules: tiles, melds, number, copies, circumstances. S004-103"""
    if _is_plainly_sound(won):
        return None
    for check in _CHECKS:
        found = check(won)
        if found is not None:
            return found
    return None


def contradiction(won: WonHand, pairs: Iterable[tuple[str, str]]) -> HandFault | None:
    """The first of `pairs` of circumstances that both hold although they exclude each other."""
    for one, other in pairs:
        if one in won.circumstances and other in won.circumstances:
            return HandFault("contradicting_flags", f"{one} and {other} exclude each other", (one, other))
    return None


def _is_plainly_sound(won: WonHand) -> bool:
    """The quick look that lets nearly every hand pass; one it does not let pass is gone through in full."""
    if won.flowers or won.players == 3 or won.flower_count > 8 or not won.circumstances <= _HARMLESS:
        return False
    if won.giver is not None and (won.self_drawn or won.giver == won.seat_wind):
        return False
    melds = won.melds
    if len(melds) > 4 or len(won.standing) != 13 - 3 * len(melds):
        return False
    try:
        held = _ONE_OF[won.tile] + sum(map(_ONE_OF.__getitem__, won.standing))
        for indicator in won.dora_indicators + won.ura_indicators:
            held += _ONE_OF[indicator]
    except KeyError:
        return False
    for meld in melds:
        laid = _sound_meld(meld.kind, meld.tiles, meld.giver, won.seat_wind)
        if laid is None:
            return False
        held += laid
    return not (held + _LIFT) & _FIVE_OR_MORE


@lru_cache(maxsize=10_000)
def _sound_meld(
    kind: MeldKind, tiles: tuple[SeenTile, ...], giver: Wind | None, seat_wind: Wind
) -> int | None:
    """The tiles of a meld as a number; None where it is no meld."""
    if meld_fault((Meld(kind, tiles, giver),), seat_wind) is not None:
        return None
    return sum(_ONE_OF[tile] for tile in tiles if tile is not None)


def _unknown_tiles(won: WonHand) -> HandFault | None:
    known = _KNOWN if won.players == 4 else _KNOWN_TO_THREE
    for tile in (*won.standing, won.tile):
        if tile not in known:
            return HandFault("no_hand_tile", f"{tile!r} cannot stand in a hand; expected suits and honours")
    for tile in (*won.dora_indicators, *won.ura_indicators):
        if tile not in known:
            return HandFault("no_hand_tile", f"{tile!r} indicates no dora; expected suits and honours")
    return None


def meld_fault(melds: Sequence[Meld], seat_wind: Wind = 0) -> HandFault | None:
    """The first meld that is none, or that cannot have come from its giver. S000-07, S000-09"""
    if len(melds) > 4:
        return HandFault("too_many_melds", f"{len(melds)} melds; a hand has four sets at most")
    for meld in melds:
        text = " ".join(tile or "?" for tile in meld.tiles)
        if not is_set(meld):
            return HandFault("no_meld", f"{text or 'nothing'} is no {meld.kind.replace('_', ' ')}")
        if meld.kind == "chow" and meld.giver is not None and meld.giver != (seat_wind + 3) % 4:
            return HandFault("chow_not_from_left", f"the chow {text} did not come from the left")
        if meld.kind in OPEN_KINDS and meld.giver == seat_wind:
            return HandFault("contradicting_flags", f"{text} cannot be claimed from its own seat")
    return None


def _broken_melds(won: WonHand) -> HandFault | None:
    return meld_fault(won.melds, won.seat_wind)


def _wrong_count(won: WonHand) -> HandFault | None:
    expected = 13 - 3 * len(won.melds)
    if len(won.standing) == expected:
        return None
    if len(won.standing) == expected + 1 and won.tile not in won.standing:
        return HandFault("winning_tile_missing", f"the winning tile {won.tile} is not in the hand")
    return HandFault(
        "wrong_count",
        f"{len(won.standing)} standing tiles besides the winning one with {len(won.melds)} melds; "
        f"expected {expected}",
    )


def _too_many_copies(won: WonHand) -> HandFault | None:
    copies = Counter((*map(plain, won.all_tiles), *(NORTH for _ in range(won.norths))))
    tile, number = copies.most_common(1)[0]
    if number > 4:
        return HandFault("five_copies", f"{number} copies of {tile}; there are four")
    copies.update(map(plain, (*won.dora_indicators, *won.ura_indicators)))
    tile, number = copies.most_common(1)[0]
    if number > 4:
        return HandFault("five_copies", f"{number} copies of {tile}, indicators included; there are four")
    return None


def _wrong_circumstances(won: WonHand) -> HandFault | None:
    """What the way of winning rules out whatever the rules of the table are."""
    if won.self_drawn and won.giver is not None:
        return HandFault("contradicting_flags", "a self-drawn tile has no giver")
    if won.giver == won.seat_wind:
        return HandFault("contradicting_flags", "the winner cannot give the winning tile")
    for name in sorted(won.circumstances):
        if name in _DRAWN_ONLY and not won.self_drawn:
            return HandFault("contradicting_flags", f"{name} needs a self-drawn win", (name,))
        if name in _GIVEN_ONLY and won.self_drawn:
            return HandFault("contradicting_flags", f"{name} needs a win on another's tile", (name,))
    has_kong = won.norths or any(meld.kind in KONG_KINDS for meld in won.melds)
    if "replacement" in won.circumstances and not has_kong:
        reason = "a win on a replacement needs a kong of one's own"
        return HandFault("contradicting_flags", reason, ("replacement",))
    return contradiction(won, _NEVER_TOGETHER) or _wrong_last_tile(won)


def _wrong_last_tile(won: WonHand) -> HandFault | None:
    """A robbed kong holds the three other copies; the last of its kind leaves none to stand in the hand."""
    copies = sum(1 for tile in won.all_tiles if plain(tile) == plain(won.tile))
    if "robbed_kong" in won.circumstances and copies > 1:
        return HandFault(
            "contradicting_flags",
            f"{won.tile} was robbed from a kong, yet the hand holds another",
            ("robbed_kong",),
        )
    standing = [plain(tile) for tile in won.standing]
    if "last_of_kind" in won.circumstances and plain(won.tile) in standing:
        reason = f"{won.tile} is the last of its kind, yet another stands"
        return HandFault("contradicting_flags", reason, ("last_of_kind",))
    return None


def _wrong_flowers(won: WonHand) -> HandFault | None:
    if won.players == 3:
        strange = [tile for tile in won.flowers if tile != NORTH]
        return HandFault("no_flower", f"{' '.join(strange)}: only North is laid out") if strange else None
    if len(set(won.flowers)) < len(won.flowers):
        return HandFault("five_copies", f"a flower twice: {' '.join(won.flowers)}; each is there once")
    if any(tile[1] != "f" for tile in won.flowers):
        return HandFault("no_flower", f"not all of {' '.join(won.flowers)} are flowers")
    if not 0 <= won.flower_count <= 8:
        return HandFault("five_copies", f"{won.flower_count} flowers; there are eight")
    return None


_DRAWN_ONLY = frozenset({"replacement", "second_replacement", "last_draw", "heavenly"})
_GIVEN_ONLY = frozenset({"robbed_kong", "last_discard", "human"})
_NEVER_TOGETHER = (
    ("heavenly", "earthly"),
    ("heavenly", "last_draw"),
    ("earthly", "last_draw"),
    ("heavenly", "replacement"),
    ("earthly", "replacement"),
)
_CHECKS: tuple[Callable[[WonHand], HandFault | None], ...] = (
    _unknown_tiles,
    _broken_melds,
    _wrong_count,
    _too_many_copies,
    _wrong_flowers,
    _wrong_circumstances,
)
