"""The patterns of MCR by plain definitions: what a hand shows, seen in one way, before anything is left out.

Written from the rule book's wording alone; `tests/bench/engine/oracle_fans.py` holds it against the library.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from engine.scoring.groups import Group, groupings, is_thirteen_orphans, seven_pairs
from engine.scoring.hand import WonHand, meld_tiles
from engine.scoring.shape import MCR_SHAPES, waits
from engine.table.state import Meld
from engine.tiles import PLAIN, Tile

Chow = tuple[int, str]
"""The lowest rank of a chow, and its suit."""

HONOURS = frozenset(f"{rank}z" for rank in range(1, 8))
ENDS = HONOURS | {f"{rank}{suit}" for rank in (1, 9) for suit in "mps"}
GREEN = frozenset({"2s", "3s", "4s", "6s", "8s", "6z"})
REVERSIBLE = frozenset(
    [f"{rank}p" for rank in (1, 2, 3, 4, 5, 8, 9)] + [f"{rank}s" for rank in (2, 4, 5, 6, 8, 9)]
)


@dataclass(frozen=True, slots=True)
class View:
    """One way to see a hand: its kind, and its groups with the one that the winning tile completed marked."""

    kind: str
    groups: tuple[Group, ...] = ()

    @property
    def chows(self) -> list[Chow]:
        """The chows by lowest rank and suit."""
        return sorted((int(group.tile[0]), group.tile[1]) for group in self.groups if group.kind == "chow")

    @property
    def pungs(self) -> list[Group]:
        """The pungs and kongs."""
        return [group for group in self.groups if group.kind in ("pung", "kong")]


def views_of(won: WonHand) -> Iterator[View]:
    """Every way to see the finished hand."""
    yield from (View("regular", grouping) for grouping in groupings(won))
    pairs = seven_pairs(won, fours_allowed=True)
    if pairs is not None:
        yield View("seven_pairs", pairs)
    if is_thirteen_orphans(won):
        yield View("thirteen_orphans")
    knitted = _knitted_of(won.complete_standing)
    if (
        not won.melds
        and len(set(won.complete_standing)) == 14
        and knitted >= set(won.complete_standing) - HONOURS
    ):
        is_greater = set(won.complete_standing) >= HONOURS
        yield View("greater_honors_and_knitted_tiles" if is_greater else "lesser_honors_and_knitted_tiles")
    if set(won.complete_standing) >= knitted:
        yield from _with_knitted_straight(won, knitted)


def _knitted_of(tiles: Iterable[Tile]) -> set[Tile]:
    """The nine knitted tiles, in the order of suits that most of the hand's tiles fit."""
    orders = [
        {f"{first + step}{suit}" for first, suit in enumerate(suits, 1) for step in (0, 3, 6)}
        for suits in permutations("mps")
    ]
    return max(orders, key=lambda order: len(order & set(tiles)))


def _with_knitted_straight(won: WonHand, knitted: set[Tile]) -> Iterator[View]:
    """The nine tiles put aside, what is left must be a set and a pair (three melds stand in for the nine)."""
    rest = list(won.complete_standing)
    for tile in knitted:
        rest.remove(tile)
    filler = tuple(Meld("pung", ("1z",) * 3) for _ in range(3))
    for tile in dict.fromkeys(rest):
        less = list(rest)
        less.remove(tile)
        seen = WonHand(tuple(less), tile, (*won.melds, *filler), won.self_drawn)
        for grouping in groupings(seen):
            wins = tile == won.tile
            groups = [Group(g.kind, g.tile, g.is_open, g.wins and wins) for g in grouping[:-3]]
            yield View("knitted_straight", tuple(groups))


def patterns_of(won: WonHand, view: View) -> Counter[str]:
    """All that `view` shows but for patterns of several chows, with how often."""
    there = Counter[str]()
    if view.kind != "regular":
        there[view.kind] = 1
    for name, count in (
        *_tiles(won, view),
        *_pungs(won, view),
        *_kongs(view),
        *_shape(won, view),
        *_way(won),
    ):
        there[name] += int(count)
    del there[""]
    return +there


def _tiles(won: WonHand, view: View) -> Iterator[tuple[str, int | bool]]:
    """What the faces alone show."""
    tiles, faces = won.all_tiles, set(won.all_tiles)
    yield "knitted_straight", view.kind.startswith("lesser") and faces >= _knitted_of(faces)
    ranks = {int(tile[0]) for tile in faces - HONOURS}
    suits = {tile[1] for tile in faces - HONOURS}
    plain_ranks = ranks if not faces & HONOURS else {0}
    yield "all_green", faces <= GREEN
    yield "all_terminals", faces <= ENDS - HONOURS
    yield "all_honors", faces <= HONOURS
    yield "all_terminals_and_honors", faces <= ENDS and view.kind != "thirteen_orphans"
    yield "full_flush", len(suits) == 1 and not faces & HONOURS
    yield "half_flush", len(suits) == 1 and bool(faces & HONOURS)
    for name, wanted in (
        ("upper_tiles", {7, 8, 9}),
        ("middle_tiles", {4, 5, 6}),
        ("lower_tiles", {1, 2, 3}),
        ("upper_four", {6, 7, 8, 9}),
        ("lower_four", {1, 2, 3, 4}),
        ("all_simples", {2, 3, 4, 5, 6, 7, 8}),
    ):
        yield name, plain_ranks <= wanted
    yield "reversible_tiles", faces <= REVERSIBLE | {"5z"}
    yield (
        "all_types",
        len(suits) == 3 and bool(faces & {"1z", "2z", "3z", "4z"}) and bool(faces & {"5z", "6z", "7z"}),
    )
    yield "one_voided_suit", len(suits) == 2
    yield "no_honors", not faces & HONOURS
    kongs = {group.tile for group in view.groups if group.kind == "kong"}
    yield "tile_hog", sum(tiles.count(tile) == 4 and tile not in kongs for tile in faces)


def _pungs(won: WonHand, view: View) -> Iterator[tuple[str, int | bool]]:
    """What pungs show: winds, dragons, concealed ones, several of neighbouring or equal rank."""
    pungs = [group.tile for group in view.pungs]
    pair = next((group.tile for group in view.groups if group.kind == "pair"), "")
    winds, dragons = (
        [t for t in pungs if t in HONOURS and t < "5z"],
        [t for t in pungs if t >= "5z" and t[1] == "z"],
    )
    yield "big_four_winds", len(winds) == 4
    yield "little_four_winds", len(winds) == 3 and pair in HONOURS and pair < "5z"
    yield "big_three_winds", len(winds) == 3
    yield "big_three_dragons", len(dragons) == 3
    yield "little_three_dragons", len(dragons) == 2 and pair in HONOURS and pair >= "5z"
    yield "two_dragons_pungs", len(dragons) == 2
    yield "dragon_pung", len(dragons) if len(dragons) == 1 else 0
    own, round_wind = f"{won.seat_wind + 1}z", f"{won.prevalent_wind + 1}z"
    yield "seat_wind", own in winds
    yield "prevalent_wind", round_wind in winds
    plain_winds = [t for t in winds if t not in (own, round_wind)] if len(winds) < 3 else []
    ends = len(plain_winds) + sum(t in ENDS - HONOURS for t in pungs)
    # Nine gates hold one such pung by nature; a second one counts.
    yield "pung_of_terminals_or_honors", max(0, ends - 1) if _is_nine_gates(won) else ends
    concealed = sum(not group.is_open and (won.self_drawn or not group.wins) for group in view.pungs)
    yield (
        {2: "two_concealed_pungs", 3: "three_concealed_pungs", 4: "four_concealed_pungs"}.get(concealed, ""),
        1,
    )
    is_regular = view.kind == "regular"
    yield "all_pungs", is_regular and len(pungs) == 4
    suited = [(int(tile[0]), tile[1]) for tile in pungs if tile not in HONOURS]
    evens = [rank for rank, _ in suited if rank % 2 == 0]
    yield "all_even_pungs", len(evens) == 4 and pair not in HONOURS and int(pair[0]) % 2 == 0
    yield from dict.fromkeys(map(_of_three_pungs, combinations(sorted(suited), 3)), 1).items()
    yield "four_pure_shifted_pungs", _four_shifted(suited)
    yield "double_pung", sum(number == 2 for number in Counter(rank for rank, _ in suited).values())


def _of_three_pungs(three: Sequence[Chow]) -> str:
    (low, mid, high), suits = sorted(rank for rank, _ in three), len({suit for _, suit in three})
    if low == high:
        return "triple_pung"
    names = {1: "pure_shifted_pungs", 3: "mixed_shifted_pungs"}
    return names.get(suits, "") if low + 2 == mid + 1 == high else ""


def _four_shifted(suited: Sequence[Chow]) -> bool:
    ranks = sorted(rank for rank, _ in suited)
    return (
        len(ranks) == 4
        and len({suit for _, suit in suited}) == 1
        and ranks == list(range(ranks[0], ranks[0] + 4))
    )


def _kongs(view: View) -> Iterator[tuple[str, int | bool]]:
    kongs = [group for group in view.groups if group.kind == "kong"]
    melded = sum(group.is_open for group in kongs)
    name = {
        (1, 0): "concealed_kong",
        (1, 1): "melded_kong",
        (2, 0): "two_concealed_kongs",
        (2, 1): "concealed_and_melded_kong",
        (2, 2): "two_melded_kongs",
    }.get((len(kongs), melded), {3: "three_kongs", 4: "four_kongs"}.get(len(kongs), ""))
    yield name, bool(name)


def _shape(won: WonHand, view: View) -> Iterator[tuple[str, int | bool]]:
    """What sets and pair show together, and the wait."""
    if view.kind == "seven_pairs":
        ranks = sorted(int(group.tile[0]) for group in view.groups)
        one_suit = len({group.tile[1] for group in view.groups}) == 1 and view.groups[0].tile[1] != "z"
        yield "seven_shifted_pairs", one_suit and ranks == list(range(ranks[0], ranks[0] + 7))
    if view.kind == "regular":
        yield "outside_hand", all(set(group.tiles) & ENDS for group in view.groups)
        yield (
            "all_fives",
            all(any(tile[0] == "5" and tile[1] != "z" for tile in group.tiles) for group in view.groups),
        )
        yield "nine_gates", _is_nine_gates(won)
    if view.kind in ("regular", "knitted_straight"):
        pair = next(group.tile for group in view.groups if group.kind == "pair")
        sets = [group for group in view.groups if group.kind != "pair"]
        yield "all_chows", all(group.kind == "chow" for group in sets) and pair not in HONOURS
        yield _wait(won, view), 1


def _is_nine_gates(won: WonHand) -> bool:
    ranks, suits = sorted(tile[0] for tile in won.standing), {tile[1] for tile in won.complete_standing}
    return not won.melds and ranks == list("1112345678999") and len(suits) == 1 and suits != {"z"}


def _wait(won: WonHand, view: View) -> str:
    """The name of the wait where only one tile finished the hand."""
    group = next((group for group in view.groups if group.wins), None)
    if group is None or len(_finishing(won)) != 1:
        return ""
    if group.kind == "pair":
        return "single_wait"
    if group.kind != "chow":
        return ""
    step, low = int(won.tile[0]) - int(group.tile[0]), int(group.tile[0])
    return "closed_wait" if step == 1 else "edge_wait" if (low, step) in ((1, 2), (7, 0)) else ""


def _finishing(won: WonHand) -> set[Tile]:
    """The faces that would finish the standing tiles, a fifth copy too, as the library sees a wait."""
    fifth_too = {tile for tile in PLAIN if groupings(replace(won, tile=tile))}
    return fifth_too | set(waits(won.standing, len(won.melds), MCR_SHAPES))


def _way(won: WonHand) -> Iterator[tuple[str, int | bool]]:
    """How the win came about."""
    drawn, said = won.self_drawn, won.circumstances
    open_sets = sum(meld.kind != "concealed_kong" for meld in won.melds)
    yield "fully_concealed_hand", drawn and not open_sets
    yield "concealed_hand", not drawn and not open_sets
    yield "melded_hand", not drawn and open_sets == 4
    yield "self_drawn", drawn
    yield "last_tile_draw", "last_draw" in said
    yield "last_tile_claim", "last_discard" in said
    yield "out_with_replacement_tile", "replacement" in said
    yield "robbing_the_kong", "robbed_kong" in said
    yield "last_tile", "last_of_kind" in said or meld_tiles(won.melds).count(won.tile) == 3
