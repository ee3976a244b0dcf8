"""What could have happened before the first move of a deal: built, thrown, broken, dealt; and the next deal.

Dice are read in the middle of the table. The break shows when the first stacks after it are gone: of all
places, the one whose clockwise neighbours are missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.follow.propose.moves import Run
from engine.judge.faults_deal import next_thrower
from engine.judge.rounds import next_deals, opening_of
from engine.ruleset import Ruleset
from engine.table.apply import apply
from engine.table.deal_plan import Grab, next_grab
from engine.table.events import (
    SEATS,
    UNSEEN,
    DealDrawn,
    DiceRolled,
    Event,
    HandsDealt,
    StacksTaken,
    WallBroken,
    WallBuilt,
)
from engine.table.play_order import sides_of
from engine.table.reading import Point, TableReading
from engine.table.state import GameState, StackPlace, Wall
from engine.table.tile_set import is_bonus
from engine.table.wall import break_place, clockwise_from_break, dealt_wall, full_wall, place_after
from engine.tiles import same_face

MOSTLY_GONE = 12
GRAB = 2
"""Stacks that each seat takes at a time (S004-33)."""
MIDDLE_MM = 215.0
"""Dice farther than this from the centre were put aside, not thrown (S004-22)."""
FEW = 3
"""So many stacks, or tiles, may seem otherwise than they are: when flowers lie before a seat already, and
where another deal is told from the one before."""
LEFT = 0.25
"""At most this share of what lay open lies in its place when another deal has begun."""
_LAID = frozenset(f"{zone}:{seat}" for zone in ("wall", "river", "melds", "flowers") for seat in SEATS)
COMPLETE = 0.9
"""Of a side's stacks that must stand for it to count as built."""


def opening_events(state: GameState, seen: TableReading) -> Iterator[Run]:
    """Every act before the first move worth trying on top of `state`, or few at once."""
    match state.phase:
        case "building" if is_built(state, seen) or is_being_dealt(state, seen):
            yield (WallBuilt(),)
        case "ended" if is_built(state, seen) or is_another_deal(state, seen):
            yield from ((started,) for started in _starts(state))
        case "rolling":
            yield from ((thrown,) for thrown in _throws(state, seen))
            yield from ((broken,) for broken in _breaks(state, seen))
            yield from _throws_by_break(state, seen)
        case "breaking":
            yield from ((broken,) for broken in _breaks(state, seen))
        case "dealing":
            grab = next_grab(state)
            if grab is not None and _is_taken(grab, state, seen):
                is_last = next_grab(apply(state, _taken(grab))) is None
                yield (_taken(grab), *([HandsDealt(state.dealer)] if is_last else []))
            if is_dealt(state, seen):
                yield (*_left_to_take(state), HandsDealt(state.dealer))


def unseen_ends(state: GameState) -> Iterator[Run]:
    """The end of a deal that nobody saw, and the wall of the next one."""
    unseen = DealDrawn(UNSEEN)
    yield from ((unseen, started, WallBuilt()) for started in _starts(apply(state, unseen)))


def _starts(state: GameState) -> Iterator[Event]:
    """How the next deal may begin. Who changes chairs first is no act of hands; whoever keeps the journal
    adds it."""
    yield from (opening_of(following, state)[-1] for following in next_deals(state))


def is_built(state: GameState, seen: TableReading) -> bool:
    """Whether all complete walls stand and nothing else lies open."""
    if any(seat.river or seat.melds or seat.revealed for seat in seen.seats[: state.rules.seats]):
        return False
    for side in sides_of(state.rules):
        heights = seen.walls[side].heights
        standing = sum(height != 0 for height in heights)
        if not seen.is_visible(f"wall:{side}") or standing < COMPLETE * state.rules.stacks:
            return False
    return True


def is_another_deal(state: GameState, seen: TableReading) -> bool:
    """Whether the wall of another deal stands than that of `state`, which has been broken: more of it than
    was left, or what lay open is gone. A tile never goes back to a wall, nor a discard to a hand."""
    is_another = _has_more_wall(state, seen) or is_gone(state, seen)
    return is_another and (is_built(state, seen) or is_being_dealt(state, seen))


def is_gathered(state: GameState, seen: TableReading) -> bool:
    """Whether what lay open in a deal is gathered for another one, of which too little is seen yet: no act of
    either shows."""
    is_open = state.phase in ("dealing", "flowers", "playing")
    return is_open and is_gone(state, seen) and not is_another_deal(state, seen)


def _has_more_wall(state: GameState, seen: TableReading) -> bool:
    standing = sum(bool(height) for side in seen.walls for height in side.heights)
    return standing > FEW + sum(bool(height) for side in state.wall.heights for height in side)


def is_gone(state: GameState, seen: TableReading) -> bool:
    """Whether next to nothing of what lay open lies in its place."""
    lay = lies = 0
    for ours, theirs in zip(state.seats, seen.seats, strict=False):
        river = [each.tile for each in ours.river if each.claimed_by is None]
        lay += len(river) + len(ours.melds)
        lies += sum(map(same_face, river, (each.tile for each in theirs.river)))
        lies += min(len(ours.melds), len(theirs.melds))
    return lay > FEW and lies <= int(lay * LEFT)


def is_being_dealt(state: GameState, seen: TableReading) -> bool:
    """Whether a wall stands open and everybody holds tiles already: its building was not seen. Where tiles
    lie open, all others must be found too, but for one row where all else is seen: while people build walls
    some lie face up."""
    seats = seen.seats[: state.rules.seats]
    if any(seat.revealed or (seat.standing is not None and seat.standing < 4) for seat in seats):
        return False
    uncounted = [seat for seat in seats if seat.standing is None]
    if not any(seat.river or seat.melds for seat in seats):
        stands = sum(height != 0 for side in seen.walls for height in side.heights)
        return not uncounted and stands > 0.5 * state.rules.wall_sides * state.rules.stacks
    is_seen = not uncounted or (len(uncounted) == 1 and seen.hidden.isdisjoint(_LAID))
    return is_seen and abs(tiles_found(state.rules, seen) - state.rules.tiles) <= 2 * FEW


def tiles_found(rules: Ruleset, seen: TableReading) -> int:
    """How many tiles are found on the whole table; a row that is not counted holds what it must."""
    found = sum(height or 0 for side in seen.walls for height in side.heights)
    for seat in seen.seats[: rules.seats]:
        lying = len(seat.river) + len(seat.flowers) + sum(len(meld.tiles) for meld in seat.melds)
        held = 13 - 3 * len(seat.melds) if seat.standing is None else seat.standing
        found += lying + held
    return found


def is_dealt(state: GameState, seen: TableReading) -> bool:
    """Whether the wall has shrunk to what the deal leaves, or somebody has already moved."""
    if any(seat.river or seat.melds for seat in seen.seats[: state.rules.seats]):
        return True
    unlike, visible = unlike_stacks(dealt_wall(state.rules, state.wall, state.dealer), seen)
    laid = [each.tile for seat in seen.seats for each in seat.flowers if each.tile is not None]
    if any(is_bonus(state.rules, tile) for tile in laid) and unlike <= FEW:
        return True
    counts = [seat.standing for seat in seen.seats[: state.rules.seats]]
    everyone_has = all(count is not None and count >= 13 for count in counts)
    return (unlike == 0 and visible > 0) or (unlike <= 1 and everyone_has)


def _taken(grab: Grab) -> StacksTaken:
    first = grab.places[0]
    return StacksTaken(grab.seat, first.side, first.stack, grab.tiles)


def _left_to_take(state: GameState) -> Iterator[StacksTaken]:
    """The grabs that nobody saw of a deal of which some were; none when nobody saw any."""
    if not any(seat.standing for seat in state.seats):
        return
    while (grab := next_grab(state)) is not None:
        yield _taken(grab)
        state = apply(state, _taken(grab))


def _is_taken(grab: Grab, state: GameState, seen: TableReading) -> bool:
    """Whether tiles are gone from the stacks of the grab that is due (S004-33..35)."""
    for place in grab.places:
        row, ours = seen.walls[place.side].heights, state.wall.heights[place.side]
        if len(row) < place.stack or not seen.is_visible(f"wall:{place.side}"):
            continue
        lying = row[place.stack - 1]
        if lying is not None and lying < ours[place.stack - 1]:
            return True
    return False


def unlike_stacks(wall: Wall, seen: TableReading) -> tuple[int, int]:
    """(how many places are bare that should hold tiles or the other way round, how many were visible)."""
    unlike = visible = 0
    for side, built in enumerate(wall.heights):
        if not seen.is_visible(f"wall:{side}"):
            continue
        for ours, theirs in zip(built, seen.walls[side].heights, strict=False):
            if theirs is not None:
                visible += 1
                unlike += (ours == 0) != (theirs == 0)
    return unlike, visible


def _throws(state: GameState, seen: TableReading) -> Iterator[DiceRolled]:
    """The first throw is read in the middle; the last one also where the dice were put aside (S004-22)."""
    pips, thrower = _pips_read(state, seen), next_thrower(state)
    if len(pips) != _dice_thrown(state) or thrower is None:
        return
    last = state.dice[-1][1] if state.dice else ()
    # The same dice read in another order are the same throw, most likely the one that was told already.
    is_same = Counter(last) == Counter(pips)
    yield DiceRolled(thrower, last if is_same else tuple(sorted(pips)))


def _throws_by_break(state: GameState, seen: TableReading) -> Iterator[tuple[DiceRolled, WallBroken]]:
    """The last throw with one die unread: the place of the break says how many pips it must have shown."""
    pips, thrower = _pips_read(state, seen), next_thrower(state)
    if len(pips) != _dice_thrown(state) - 1 or thrower is None:
        return
    for unread in range(1, 7):
        thrown = DiceRolled(thrower, tuple(sorted((*pips, unread))))
        after = apply(state, thrown)
        totals = tuple(sum(each) for _, each in after.dice)
        named = break_place(state.rules, state.dealer, totals)
        for broken in _breaks(after, seen):
            if named == StackPlace(broken.side, broken.after_stack):
                yield thrown, broken


def _pips_read(state: GameState, seen: TableReading) -> list[int]:
    return [
        die.pips for die in seen.dice if die.pips is not None and (state.dice or is_in_middle(die.centre_mm))
    ]


def _dice_thrown(state: GameState) -> int:
    """How many dice a throw has."""
    return 3 if state.rules.dice == "one3" else 2


def is_in_middle(spot_mm: Point | None) -> bool:
    """Whether a die that lies there (board millimetres; None: nobody knows) was thrown, not put aside."""
    return spot_mm is None or max(map(abs, spot_mm)) < MIDDLE_MM


def _breaks(state: GameState, seen: TableReading) -> Iterator[WallBroken]:
    """The place the dice name, and the place where stacks are gone; nothing while the wall is whole."""
    gone = [
        StackPlace(side, number)
        for side in sides_of(state.rules)
        if seen.is_visible(f"wall:{side}")
        for number, height in enumerate(seen.walls[side].heights, start=1)
        if height == 0
    ]
    totals = tuple(sum(pips) for _, pips in state.dice)
    place = break_place(state.rules, state.dealer, totals)
    place = opened_gap(state, seen) if state.rules.dice == "none" else place
    named = [] if place is None else [place]
    opened = [place for place in named if seen.walls[place.side].gap_after == place.stack]
    for place in opened:
        yield WallBroken(place.side, place.stack)
    for place in [*named, *(place for place in _hole_starts(state, seen, gone) if place not in named)]:
        hole = _hole(state, place, gone)
        # A stack is easily overlooked; where the dice say so it is believed to be gone.
        is_sure = hole >= (1 if place in named else GRAB)
        if place not in opened and (is_sure or len(gone) >= MOSTLY_GONE):
            yield WallBroken(place.side, place.stack)


def opened_gap(state: GameState, seen: TableReading) -> StackPlace | None:
    """Where the wall stands open, when just one side does; a break at the end of a side shows no gap."""
    found = [
        StackPlace(side, gap)
        for side in sides_of(state.rules)
        if seen.is_visible(f"wall:{side}") and (gap := seen.walls[side].gap_after) is not None
    ]
    return found[0] if len(found) == 1 else None


def _hole_starts(state: GameState, seen: TableReading, gone: list[StackPlace]) -> list[StackPlace]:
    """The places just before a hole, going clockwise; and those behind the stacks that were replacements."""
    before = [place_after(state.rules, place.side, place.stack - 1) for place in gone]
    starts = [place for place in before if place not in gone]
    laid = sum(len(seat.flowers) + sum(len(meld.tiles) > 3 for meld in seat.melds) for seat in seen.seats)
    if laid < 2:
        return starts
    return starts + [place_after(state.rules, each.side, each.stack + laid // 2) for each in starts]


def _hole(state: GameState, place: StackPlace, gone: list[StackPlace]) -> int:
    """How many of the missing stacks a deal from `place` would have taken by now, one overlooked or standing
    by mistake among them."""
    wall = Wall(full_wall(state.rules).heights, place)
    first = list(clockwise_from_break(wall))[: len(gone) + 1]
    return sum(each in gone for each in first) if any(each in gone for each in first[:2]) else 0
