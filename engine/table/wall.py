"""The wall: four or three sides of face-down stacks, where it is broken, and from where tiles leave it.

Stacks are counted 1..n from each owner's right end, and tiles leave clockwise seen from above, so after
stack n of side s comes stack 1 of the side before it (S002-18, S004-25..29)::

                live end ->  clockwise
    ... [S14][S15]   gap   [S16][S17][S18] [E1][E2] ...
        <- tail end
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.ruleset import Ruleset
from engine.table.events import Seat
from engine.table.play_order import next_seat, order_from
from engine.table.state import StackPlace, Wall


def dealt_tiles(rules: Ruleset) -> int:
    """Tiles in all hands after the deal: 14 for the dealer, 13 for each of the others (S004-36)."""
    return 13 * rules.seats + 1


def full_wall(rules: Ruleset) -> Wall:
    """Every side of `rules.stacks` stacks, two high (S002-15, S004-19)."""
    return Wall(((2,) * rules.stacks,) * rules.wall_sides)


def thrower_reached(rules: Ruleset, first: Seat, total: int) -> Seat:
    """The seat reached by counting `total` counter-clockwise from `first` as 1 (S002-17, S004-26)."""
    return next_seat(rules, first, total - 1)


def break_place(rules: Ruleset, dealer: Seat, totals: tuple[int, ...]) -> StackPlace | None:
    """The stack after which the wall is broken, from the sums of the throws; None until all are thrown.

    One throw of three dice names side and stack (S002-16..18); with two throws the first names the second
    thrower and both together name the stack (S004-26..29). A count past the end of a wall goes on
    clockwise, in the wall of the side before. None also where no throw is seen.
    """
    if not totals or rules.dice == "none" or (rules.dice == "two2" and len(totals) < 2):
        return None
    side = thrower_reached(rules, dealer, totals[0])
    return place_after(rules, side, sum(totals[:2]) if rules.dice == "two2" else totals[0])


def place_after(rules: Ruleset, side: Seat, count: int) -> StackPlace:
    """The `count`th stack clockwise from the right end of `side`'s wall; 0 and less count back from there."""
    return _place(rules.wall_sides, rules.stacks, side, count)


def clockwise_from_break(wall: Wall) -> Iterator[StackPlace]:
    """Every place of the wall from the live side of the gap round to its other side; none when unbroken."""
    if wall.break_after is not None:
        yield from _places_after(wall.break_after, len(wall.heights), len(wall.heights[0]))


@lru_cache(maxsize=256)
def _places_after(start: StackPlace, sides: int, stacks: int) -> tuple[StackPlace, ...]:
    steps = range(1, sides * stacks + 1)
    return tuple(_place(sides, stacks, start.side, start.stack + step) for step in steps)


def _place(sides: int, stacks: int, side: Seat, count: int) -> StackPlace:
    return StackPlace((side - (count - 1) // stacks) % sides, (count - 1) % stacks + 1)


def height_at(wall: Wall, place: StackPlace) -> int:
    """How many tiles lie at `place`."""
    return wall.heights[place.side][place.stack - 1]


def live_place(wall: Wall) -> StackPlace | None:
    """The stack the next ordinary draw comes from; None when the wall is empty or unbroken."""
    return next((place for place in clockwise_from_break(wall) if height_at(wall, place)), None)


def tail_place(wall: Wall) -> StackPlace | None:
    """The stack the next replacement comes from, on the other side of the gap (S004-38)."""
    places = reversed(tuple(clockwise_from_break(wall)))
    return next((place for place in places if height_at(wall, place)), None)


def take_at(wall: Wall, place: StackPlace | None) -> Wall:
    """The wall with one tile fewer at `place`; unchanged when there is none."""
    if place is None or not height_at(wall, place):
        return wall
    side = list(wall.heights[place.side])
    side[place.stack - 1] -= 1
    heights = tuple(tuple(side) if seat == place.side else row for seat, row in enumerate(wall.heights))
    return Wall(heights, wall.break_after)


def take_live(wall: Wall) -> Wall:
    """One tile from the live end: the top of a stack first, then what lay under it (S002-27)."""
    return take_at(wall, live_place(wall))


def take_tail(wall: Wall) -> Wall:
    """One tile from the tail, top first (custom, G-04)."""
    return take_at(wall, tail_place(wall))


def put_back_tail(wall: Wall) -> Wall:
    """One tile back to the tail, where the last one was taken from: on what is left of its stack, else on the
    empty place after it."""
    places = list(clockwise_from_break(wall))
    standing = [number for number, place in enumerate(places) if height_at(wall, place)]
    if not standing:
        return wall
    newest = standing[-1]
    on = newest if height_at(wall, places[newest]) == 1 else newest + 1
    return wall if on >= len(places) else _with_one_more(wall, places[on])


def _with_one_more(wall: Wall, place: StackPlace) -> Wall:
    side = list(wall.heights[place.side])
    side[place.stack - 1] += 1
    heights = tuple(tuple(side) if seat == place.side else row for seat, row in enumerate(wall.heights))
    return Wall(heights, wall.break_after)


def deal_order(rules: Ruleset, wall: Wall, dealer: Seat) -> tuple[tuple[Seat, StackPlace], ...]:
    """Who takes which tile in the deal: (seat, stack) for each tile, in order.

    Three rounds of two stacks each, then the dealer the tops of the first and third remaining stacks, the
    others the next tile each (S002-18..20, S004-33..36).
    """
    places = tuple(clockwise_from_break(wall))[: 6 * rules.seats + 4]
    if len(places) < 6 * rules.seats + 4:
        return ()
    order = order_from(rules, dealer)
    taken: list[tuple[Seat, StackPlace]] = []
    for turn in range(3 * rules.seats):
        pair = places[2 * turn : 2 * turn + 2]
        taken += [(order[turn % rules.seats], place) for place in pair for _ in "tb"]
    first, second, third = places[6 * rules.seats :][:3]
    last = [(dealer, first), (dealer, third)]
    return (*taken, *last, *zip(order[1:], (first, second, second), strict=False))


def dealt_wall(rules: Ruleset, wall: Wall, dealer: Seat) -> Wall:
    """The wall once all hands are dealt."""
    for _, place in deal_order(rules, wall, dealer):
        wall = take_at(wall, place)
    return wall


def take_dealt(wall: Wall, place: StackPlace, tiles: int) -> tuple[Wall, int]:
    """The wall after one grab of the deal at `place`, and how many tiles it gave.

    Two tiles are the tops of that stack and of the second after it (S004-34); one is the next tile of that
    stack; more are whole stacks clockwise from there."""
    if not wall.heights:
        return wall, tiles
    sides, stacks, before = len(wall.heights), len(wall.heights[0]), wall.tiles_left
    steps = (0, 2) if tiles == 2 else tuple(step // 2 for step in range(tiles))
    for step in steps:
        wall = take_at(wall, _place(sides, stacks, place.side, place.stack + step))
    return wall, before - wall.tiles_left


def live_tiles_left(rules: Ruleset, wall: Wall) -> int:
    """Tiles that may still be drawn in play: what is left without the dead wall (S001-62)."""
    return max(0, wall.tiles_left - rules.dead_wall)
