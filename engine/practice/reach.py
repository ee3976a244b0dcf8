"""Which patterns a hand in play can still reach, how far each is, and what the hand would then be worth.

A plan says what may be kept; its distance is the ordinary one over those tiles alone. The example hand is
completed a tile at a time along the plan and scored by the table's own scorer, so no price is kept here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.practice.held import Held
from engine.ruleset import Ruleset
from engine.scoring.hand import Circumstance, Wind, WonHand
from engine.scoring.missing_tiles import FAR, Counts, missing_tiles
from engine.scoring.profiles import score_hand, table_of
from engine.scoring.score import Score
from engine.scoring.shape import KNITTED, Shape, counted, counts_distance, shape_distance, shapes_of
from engine.scoring.table import profile_of
from engine.table.state import Meld
from engine.tiles import PLAIN, Tile

MOST = 6
"""Hands in reach that are told."""
BEYOND = 3
"""So many tiles farther than the nearest hand a plan may be."""
_SIMPLES = frozenset(number for number, tile in enumerate(PLAIN) if tile[1] != "z" and tile[0] not in "19")
_ENDS = frozenset(range(34)) - _SIMPLES
_HONOURS = frozenset(range(27, 34))
_REGULAR: frozenset[Shape] = frozenset({"regular"})
_Distance = Callable[[Counts, int], int]


@dataclass(frozen=True, slots=True)
class Reach:
    """One hand within reach: `distance` from ready, the finished `hand` as an example, and its score."""

    plan: str
    distance: int
    hand: WonHand
    score: Score


@dataclass(frozen=True, slots=True)
class Seating:
    """What a score needs to know of the player: winds, and whether ready may be declared."""

    seat_wind: Wind = 0
    prevalent_wind: Wind = 0


@dataclass(frozen=True, slots=True)
class _Plan:
    name: str
    distance: _Distance


def in_reach(held: Held, rules: Ruleset, seating: Seating | None = None) -> tuple[Reach, ...]:
    """The hands in reach, the nearest first, of equally near ones the dearest; the same patterns once."""
    counts, melds = counted(held.standing), len(held.melds)
    unseen = _unseen(counts, held)
    plans = [(plan.distance(counts, melds), plan) for plan in _plans(rules, held)]
    nearest = min((distance for distance, _ in plans), default=FAR)
    found: list[Reach] = []
    for distance, plan in plans:
        if distance > min(nearest + BEYOND, 5):
            continue
        done = _completed(counts, melds, plan, unseen)
        if done is None:
            continue
        hand = _won(done, held, rules, seating or Seating())
        score = worth(hand, rules)
        if score.is_win and score.patterns:
            found.append(Reach(plan.name, distance, hand, score))
    found.sort(key=lambda reach: (reach.distance, -_value(reach.score)))
    return tuple(_distinct(found))[:MOST]


def worth(hand: WonHand, rules: Ruleset) -> Score:
    """The hand scored as this table scores; `minimum_met` by the table's minimum too."""
    profile = profile_of(rules)
    score = score_hand(hand, profile, table_of(profile))
    if not score.is_win:
        return score
    return replace(score, minimum=max(score.minimum, rules.minimum), minimum_met=_meets(score, rules))


def _meets(score: Score, rules: Ruleset) -> bool:
    if score.unit == "han":
        return score.minimum_met
    flowers = sum(pattern.value for pattern in score.patterns if pattern.name == "flower_tiles")
    return score.minimum_met and score.value - flowers >= rules.minimum


def _value(score: Score) -> int:
    return score.points or score.value


def _distinct(found: list[Reach]) -> Iterator[Reach]:
    seen: set[tuple[str, ...]] = set()
    for reach in found:
        names = tuple(sorted(pattern.name for pattern in reach.score.patterns))
        if names not in seen:
            seen.add(names)
            yield reach


def _plans(rules: Ruleset, held: Held) -> Iterator[_Plan]:
    """What a player may aim at; sets on the table rule some out."""
    shapes = shapes_of(rules)
    yield _Plan("nearest", lambda counts, melds: counts_distance(counts, melds, shapes))
    laid = frozenset(number for meld in held.melds for number in _faces(meld))
    for number in range(3):
        suit = frozenset(range(9 * number, 9 * number + 9))
        for name, kept in (("full_flush", suit), ("half_flush", suit | _HONOURS)):
            if laid <= kept:
                yield _Plan(name, _keeping(kept))
    for name, kept in (("simples", _SIMPLES), ("ends", _ENDS)):
        if laid <= kept:
            yield _Plan(name, _keeping(kept))
    if all(meld.kind != "chow" for meld in held.melds):
        yield _Plan("pungs", _pungs_distance)
    if all(meld.kind == "chow" for meld in held.melds):
        yield _Plan("chows", _chows_distance)
    for shape in sorted(shapes - _REGULAR):
        yield _Plan(shape, _in_shape(shape))
    if len(held.melds) <= 1:
        yield from (_Plan(name, _with_tiles(tiles)) for name, tiles in _NINES)


def _faces(meld: Meld) -> Iterator[int]:
    yield from (number for number, held in enumerate(counted(tile for tile in meld.tiles if tile)) if held)


def _keeping(kept: frozenset[int]) -> _Distance:
    """Only these faces count; regular hands."""

    def distance(counts: Counts, melds: int) -> int:
        allowed = tuple(held if number in kept else 0 for number, held in enumerate(counts))
        return counts_distance(allowed, melds, _REGULAR)

    return distance


def _in_shape(shape: Shape) -> _Distance:
    return lambda counts, melds: shape_distance(counts, melds, shape)


def _pungs_distance(counts: Counts, melds: int) -> int:
    """Pungs only: each group takes the face with most copies; one more face for the pair."""
    copies = sorted((min(held, 3) for held in counts), reverse=True)
    groups = 4 - melds
    missing = sum(3 - held for held in copies[:groups])
    return missing + max(0, 2 - copies[groups]) - 1


def _chows_distance(counts: Counts, melds: int) -> int:
    """Chows and a pair: one copy of each face in a run, honours only as the pair, never valued here."""
    best = FAR
    for pair in range(34):
        rest = list(counts)
        taken = min(rest[pair], 2)
        rest[pair] -= taken
        for honour in range(27, 34):
            rest[honour] = 0
        missing = missing_tiles(tuple(min(held, 2) for held in rest))[4 - melds]
        best = min(best, missing + 2 - taken - 1)
    return best


def _with_tiles(tiles: tuple[int, ...]) -> _Distance:
    """Nine fixed tiles in three chows, one more group and the pair."""

    def distance(counts: Counts, melds: int) -> int:
        rest = list(counts)
        missing = 0
        for tile in tiles:
            missing += rest[tile] == 0
            rest[tile] -= rest[tile] > 0
        return missing + missing_tiles(tuple(rest))[5 + 1 - melds] - 1

    return distance


def _nines() -> Iterator[tuple[str, tuple[int, ...]]]:
    """The nine tiles of straights and triple chows."""
    for suit in range(3):
        yield "pure_straight", tuple(range(9 * suit, 9 * suit + 9))
    for first in range(7):
        yield "triple_chow", tuple(9 * suit + first + step for suit in range(3) for step in range(3))
    for knitted in KNITTED:
        # The knitted straights name which suit has 1, 2 and 3 first: so do the mixed straights.
        firsts = [next(tile % 9 for tile in knitted if tile // 9 == suit) for suit in range(3)]
        yield (
            "mixed_straight",
            tuple(9 * s + 3 * first + step for s, first in enumerate(firsts) for step in range(3)),
        )


_NINES = tuple(_nines())


def _completed(
    counts: Counts, melds: int, plan: _Plan, unseen: Counts
) -> tuple[tuple[Tile, ...], Tile] | None:
    """(thirteen tiles, the tile that finishes): drawn one by one along the plan, the likeliest first."""
    hand = list(counts)
    if sum(hand) % 3 == 2:
        _drop(hand, melds, plan)
    for _ in range(14):
        before = plan.distance(tuple(hand), melds)
        drawn = _draw(hand, counts, melds, plan, unseen, before)
        if drawn is None:
            return None
        if before == 0:
            return _tiles(hand), PLAIN[drawn]
        hand[drawn] += 1
        _drop(hand, melds, plan)
    return None


def _draw(hand: list[int], own: Counts, melds: int, plan: _Plan, unseen: Counts, before: int) -> int | None:
    """The tile that brings the plan nearer of which most are unseen."""
    best: tuple[int, int] | None = None
    for number in range(34):
        left = unseen[number] - (hand[number] - own[number] if hand[number] > own[number] else 0)
        if hand[number] >= 4 or left < 1:
            continue
        hand[number] += 1
        if plan.distance(tuple(hand), melds) < before and (best is None or left > best[0]):
            best = (left, number)
        hand[number] -= 1
    return None if best is None else best[1]


def _drop(hand: list[int], melds: int, plan: _Plan) -> None:
    """Parts with the tile the plan needs least."""
    distances: list[tuple[int, int]] = []
    for number in range(34):
        if hand[number]:
            hand[number] -= 1
            distances.append((plan.distance(tuple(hand), melds), number))
            hand[number] += 1
    hand[min(distances)[1]] -= 1


def _tiles(hand: list[int]) -> tuple[Tile, ...]:
    return tuple(PLAIN[number] for number, held in enumerate(hand) for _ in range(held))


def _unseen(counts: Counts, held: Held) -> Counts:
    seen = counted(held.seen)
    return tuple(max(0, 4 - own - lying) for own, lying in zip(counts, seen, strict=True))


def _won(done: tuple[tuple[Tile, ...], Tile], held: Held, rules: Ruleset, seating: Seating) -> WonHand:
    """The finished hand, won on a discard; ready declared where that is played and the hand closed."""
    closed = all(meld.kind == "concealed_kong" for meld in held.melds)
    ready: frozenset[Circumstance] = frozenset({"riichi"}) if rules.riichi and closed else frozenset()
    return WonHand(
        done[0],
        done[1],
        held.melds,
        seat_wind=seating.seat_wind,
        prevalent_wind=seating.prevalent_wind,
        circumstances=ready,
    )
