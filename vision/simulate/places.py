"""What lies before each seat and in the middle in one state of the game, and how the broken wall stands."""

from __future__ import annotations

from collections.abc import Iterator

from engine.table.expected import winning_tiles
from engine.table.state import GameState, SeatState, StackPlace
from engine.table.wall import place_after
from engine.tiles import SeenTile
from vision.observation import VisionError
from vision.simulate.chance import chance
from vision.simulate.placer import Placer, held
from vision.simulate.poses import DiePose, StickPose, TilePose, moved
from vision.simulate.settings import TwinSettings

THROWN, IN_DOME = (1.2, 2.4), (0.8, 1.0)
"""How far a die comes to lie from the middle, in dice; in a console's dome there is less room."""


def break_shifts(state: GameState, settings: TwinSettings) -> tuple[tuple[float, ...], ...]:
    """How far (mm) every stack is moved along its wall to show the break (S004-30).

    The stacks up to the break go half a gap to the right, those after it half a gap to the left; after the
    last stack of a side the next stacks are those of the side clockwise.
    """
    shifts = [[0.0] * len(side) for side in state.wall.heights]
    place = state.wall.break_after
    if place is not None:
        half = settings.scatter.break_gap_mm / 2
        side = shifts[place.side]
        side[: place.stack] = [half] * place.stack
        side[place.stack :] = [-half] * (len(side) - place.stack)
        if place.stack == len(side):
            shifts[(place.side - 1) % len(shifts)] = [-half] * len(side)
    return tuple(map(tuple, shifts))


def indicator_places(state: GameState) -> dict[StackPlace, SeenTile]:
    """Turned-over tiles on the dead wall: the third stack from the break, the next ones farther from it; the
    fifth where Norths are replaced from there as well."""
    if state.wall.break_after is None:
        return {}
    return {_indicator_place(state, number): tile for number, tile in enumerate(state.dora_indicators)}


def next_indicator(state: GameState) -> StackPlace:
    """The stack whose upper tile is turned over next; the wall must be broken."""
    return _indicator_place(state, len(state.dora_indicators))


def _indicator_place(state: GameState, number: int) -> StackPlace:
    place = state.wall.break_after
    if place is None:
        raise VisionError("no indicator before the wall is broken; expected a state after WallBroken")
    spare = 4 if state.rules.north_bonus else 2
    return place_after(state.rules, place.side, place.stack - spare - number)


def dice_poses(state: GameState, settings: TwinSettings, seed: int) -> Iterator[DiePose]:
    """The last throw: in the middle until the deal, then at the dealer's right (S004-22); in the dome of a
    console the dice stay. None where a display shows the throw, or nothing does."""
    if not state.dice or settings.places.console_dice != "dome":
        return
    thrower, pips = state.dice[-1]
    is_in_dome = settings.places.console_mm > 0
    in_the_middle = is_in_dome or state.phase in ("building", "rolling", "breaking")
    rng = chance(seed, "dice", len(state.dice), thrower, in_the_middle)
    across = settings.die_mm
    spin = rng.uniform(0, 360)
    for number, pip in enumerate(pips):
        if in_the_middle:
            away = rng.uniform(*(IN_DOME if is_in_dome else THROWN)) * across
            spot = moved((0.0, 0.0), (away, 0.0), spin + number * 360 / len(pips))
        else:
            x, y = settings.places.dice
            spot = (x - number * across * 1.35, y + rng.uniform(-3, 3))
            spot = moved((0.0, 0.0), spot, 90.0 * state.dealer)
        yield DiePose(pip, spot, rng.uniform(0, 360))


def display_pips(state: GameState, settings: TwinSettings) -> tuple[int, ...]:
    """The last throw as a console's display shows it; nothing where dice are thrown, or before any throw."""
    is_lit = settings.places.console_dice in ("pips", "digits")
    return state.dice[-1][1] if is_lit and state.dice else ()


def stick_poses(state: GameState, settings: TwinSettings, seed: int) -> Iterator[StickPose]:
    """A stick before the river of each seat that declared ready for a stake."""
    for seat, own in enumerate(state.seats):
        if own.is_ready and state.rules.riichi:
            rng = chance(seed, "stick", seat)
            spot = (rng.normal() * 4, settings.places.stick_y + held(rng.normal()))
            yield StickPose(moved((0.0, 0.0), spot, 90.0 * seat), 90.0 * seat + held(rng.normal()) * 2)


def seat_poses(state: GameState, seat: int, placer: Placer) -> Iterator[TilePose]:
    """All that one seat has before it, without the wall."""
    own: SeatState = state.seats[seat]
    yield from placer.river(own.river)
    is_shown = seat in state.winners and placer.settings.kongs_up
    yield from placer.melds(own.melds, is_shown)
    yield from placer.flowers(own.flowers)
    if seat in state.winners:
        yield from placer.revealed(*winning_tiles(state, seat))
    elif seat in (state.shown_at_end or ()):
        yield from placer.shown(own.standing)
    else:
        drawn = state.turn == seat and state.owes == "discard" and len(own.standing) % 3 == 2
        yield from placer.hand(own.standing, drawn)
