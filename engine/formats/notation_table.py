"""A whole table as a few lines of text, and back: what recorded games compare their last state with.

::

    rules mcr  deal 3  wind 0  dealer 2  honba 0  sticks 0  phase playing  turn 1  owes draw
    wall 2222222222222222.. after S15
    seat 0 score 12: 123m456p77z+pung:222z<across | 1m 9p! 5z*2
    ...
"""

from __future__ import annotations

import re
from dataclasses import fields, replace

from engine.formats.notation_events import event_text, parse_event
from engine.notation import parse_river, parse_seat, parse_tiles, river_text, seat_text, tiles_text
from engine.rules import load_ruleset
from engine.table.events import FaultFound
from engine.table.state import GameState, KongLaid, SeatState, ShownKong, StackPlace, Wall
from engine.tiles import EngineError

_PLAIN = ("prevalent_wind", "deal_number", "honba", "riichi_sticks", "dealer", "first_dealer", "turn")
_WORDS = ("phase", "owes", "move_began", "ended_by")
_NUMBERS = ("last_discard", "replacements_owed", "unpaid_ready", "won_from")
_LISTS = ("discard_order", "winners", "ready_at_end", "shown_at_end", "players")

_SEAT = re.compile(
    r"([0-3]) (-?\d+)(?: off (\d+))?( ready)?( dead)?(?: from (\d+))?(?: drew (\d+))?: (.*) \| ?(.*)"
)
"""A seat's line after the word ``seat``: score, marks, tiles and river."""


def table_text(state: GameState) -> str:
    """The table as text; `parse_table` gives the same state back."""
    facts = [f"rules {state.rules.name}"]
    facts += [f"{name} {getattr(state, name)}" for name in _PLAIN]
    facts += ["dealer ?"] * (not state.is_dealer_known)
    facts += [
        f"{name} {getattr(state, name)}" for name in (*_WORDS, *_NUMBERS) if getattr(state, name) is not None
    ]
    for name in _LISTS:
        if getattr(state, name) is not None:
            facts.append(f"{name} {''.join(map(str, getattr(state, name))) or '-'}")
    lines = ["; ".join(facts), f"dice {_dice_text(state)}", f"wall {_wall_text(state.wall)}"]
    lines.append(f"dora {tiles_text(state.dora_indicators)}")
    if state.kong is not None:
        lines.append(f"kong {state.kong.seat} {state.kong.kind} {tiles_text((state.kong.tile,))}")
    if state.kongs:
        lines.append(f"kongs {' '.join(map(_kong_text, state.kongs))}")
    for number, seat in enumerate(state.seats):
        marks = ("ready" if seat.is_ready else "") + (" dead" if seat.is_dead_hand else "")
        since = "" if seat.ready_from is None else f" from {seat.ready_from}"
        off = f"off {seat.off_result} " if seat.off_result else ""
        drew = f" drew {seat.drew_after}" if seat.drew_after else ""
        head = f"seat {number} {seat.score} {off}{marks.strip()}{since}".strip() + drew
        lines.append(f"{head}: {seat_text(seat, number)} | {river_text(seat.river)}")
    lines += [f"fault {event_text(found)}" for found in state.win_faults]
    if state.earlier is not None:
        lines += [f"earlier {line}" for line in table_text(state.earlier).splitlines()]
    return "\n".join(lines) + "\n"


def parse_table(text: str) -> GameState:
    """The state that `table_text` wrote; EngineError names the line that is wrong.

    House rules are not in the text: the rule set is the one of that name."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or not lines[0].startswith("rules "):
        raise EngineError(f"a table begins with 'rules NAME', got {text[:40]!r}")
    state = _facts(lines[0])
    earlier = [line.removeprefix("earlier ") for line in lines[1:] if line.startswith("earlier ")]
    if earlier:
        state = replace(state, earlier=parse_table("\n".join(earlier)))
    for line in (each for each in lines[1:] if not each.startswith("earlier ")):
        try:
            state = _with_line(state, line)
        except (ValueError, IndexError) as wrong:
            raise EngineError(f"not a line of a table: {line!r} ({wrong})") from wrong
    return state


def _facts(line: str) -> GameState:
    values: dict[str, object] = {}
    known = {field.name for field in fields(GameState)}
    for fact in line.split("; "):
        name, _, value = fact.partition(" ")
        if name == "rules":
            values[name] = load_ruleset(value)
        elif (name, value) == ("dealer", "?"):
            values["is_dealer_known"] = False
        elif name in _LISTS:
            values[name] = tuple(map(int, value.replace("-", "")))
        elif name in known:
            values[name] = value if name in _WORDS else int(value)
        else:
            raise EngineError(f"a table has no {name!r}; it has {', '.join(sorted(known))}")
    state = GameState(**values)  # type: ignore[arg-type]
    return replace(state, seats=(SeatState(),) * state.rules.seats)


def _with_line(state: GameState, line: str) -> GameState:
    name, _, rest = line.partition(" ")
    match name:
        case "dice":
            return replace(state, dice=tuple(_parse_throw(throw) for throw in rest.split()))
        case "wall":
            return replace(state, wall=_parse_wall(rest))
        case "dora":
            return replace(state, dora_indicators=parse_tiles(rest))
        case "kong":
            seat, kind, tile = rest.split()
            return replace(state, kong=ShownKong(int(seat), kind, parse_tiles(tile)[0]))  # type: ignore[arg-type]
        case "kongs":
            return replace(state, kongs=tuple(map(_parse_kong, rest.split())))
        case "seat":
            return _with_seat_line(state, rest)
        case "fault":
            return replace(state, win_faults=(*state.win_faults, _parse_fault(rest)))
    raise EngineError(f"expected dice, wall, dora, kong, kongs, seat or fault, got {name!r}")


def _with_seat_line(state: GameState, rest: str) -> GameState:
    form = _SEAT.fullmatch(rest)
    if form is None:
        raise EngineError("expected 'seat N SCORE: TILES | RIVER'")
    number = int(form[1])
    seat = replace(
        parse_seat(form[8], number),
        river=parse_river(form[9]),
        score=int(form[2]),
        off_result=int(form[3] or 0),
        is_ready=bool(form[4]),
        is_dead_hand=bool(form[5]),
        ready_from=int(form[6]) if form[6] else None,
        drew_after=int(form[7] or 0),
    )
    seats = list(state.seats)
    seats[number] = seat
    return replace(state, seats=tuple(seats))


def _kong_text(kong: KongLaid) -> str:
    return f"{kong.seat}:{kong.kind}:{tiles_text((kong.tile,))}:{kong.discards_before}"


def _parse_kong(text: str) -> KongLaid:
    seat, kind, tile, before = text.split(":")
    return KongLaid(int(seat), kind, parse_tiles(tile)[0], int(before))  # type: ignore[arg-type]


def _parse_fault(text: str) -> FaultFound:
    found = parse_event(text)
    if not isinstance(found, FaultFound):
        raise EngineError(f"expected a fault, got {text[:40]!r}")
    return found


def _dice_text(state: GameState) -> str:
    return " ".join(f"{seat}:{''.join(map(str, pips))}" for seat, pips in state.dice)


def _parse_throw(text: str) -> tuple[int, tuple[int, ...]]:
    seat, _, pips = text.partition(":")
    return int(seat), tuple(map(int, pips))


def _wall_text(wall: Wall) -> str:
    if not wall.heights:
        return "-"
    text = " ".join("".join(map(str, side)) for side in wall.heights)
    if wall.break_after is None:
        return text
    return f"{text} after {wall.break_after.side}:{wall.break_after.stack}"


def _parse_wall(text: str) -> Wall:
    if text == "-":
        return Wall(())
    heights, _, place = text.partition(" after ")
    sides = tuple(tuple(map(int, side)) for side in heights.split(" "))
    if not place:
        return Wall(sides)
    side, _, stack = place.partition(":")
    return Wall(sides, StackPlace(int(side), int(stack)))
