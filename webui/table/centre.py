"""The middle of the table: round, tiles left, dice, dora indicators, sticks, and whose move it is."""

from __future__ import annotations

from html import escape

from engine.table.events import Seat
from engine.table.play_order import seats_of, turns_from
from engine.table.state import GameState
from webui.table.guide import thrower
from webui.table.tiles import Placed, tile_svg
from webui.table.winds import wind_sign
from webui.text.brief import turn_of
from webui.words import Words

HALF = 108

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def centre_svg(state: GameState, words: Words, sprite: str) -> str:
    """The panel in the middle."""
    panel = f'<rect class="panel" x="{-HALF}" y="{-HALF}" width="{2 * HALF}" height="{2 * HALF}" rx="20"/>'
    return (
        f'<g class="centre">{panel}'
        + "".join(_seat_edge(state, seat, sprite) for seat in seats_of(state.rules))
        + _round(state, words)
        + _left(state, words)
        + _dice(state)
        + _dora(state, sprite)
        + "</g>"
    )


def _seat_edge(state: GameState, seat: Seat, sprite: str) -> str:
    """One edge of the panel: the seat's wind upright, lit when it is his move, and his stick once ready."""
    throws = thrower(state)
    in_turn = " turn" * (seat == (turn_of(state) if throws is None else throws) and state.ended_by is None)
    dealer = " dealer" * (state.known_wind(seat) == 0)
    stick = ""
    if state.seats[seat].is_ready:
        stick = '<rect class="stick" x="-48" y="104" width="96" height="8" rx="3"/><circle r="2.6" cy="108"/>'
    return (
        f'<g class="edge{in_turn}{dealer}" transform="rotate({-90 * seat})">'
        f'<path class="bar" d="M-66 {HALF - 5}h132"/>{stick}'
        f'<g transform="translate(0 {HALF - 29}) rotate({90 * seat})"><circle class="badge" r="18"/>'
        f'<use class="wind" href="{sprite}#{wind_sign(state, seat)}" x="-13" y="-13" width="26" height="26"/>'
        "</g></g>"
    )


def _round(state: GameState, words: Words) -> str:
    number = turns_from(state.rules, state.first_dealer, state.dealer) + 1
    text = words.say("table.round", wind=words[f"wind.{state.prevalent_wind}"], number=number)
    counters = [words.say("table.honba", honba=state.honba)] * bool(state.honba)
    counters += [words.say("table.sticks", sticks=state.riichi_sticks)] * bool(state.riichi_sticks)
    return (
        f'<text class="round" y="-39">{escape(text)}</text>'
        f'<text class="counters" y="-24">{escape(" · ".join(counters))}</text>'
    )


def _left(state: GameState, words: Words) -> str:
    if not state.wall.heights:
        return ""
    caption = "" if state.dora_indicators else escape(words["table.tiles_left"])
    number = f'<text class="left" y="17">{state.wall.tiles_left}</text>'
    return f'{number}<text class="caption" y="34">{caption}</text>'


def _dice(state: GameState) -> str:
    """The last throw, in the panel's lower left corner."""
    if not state.dice:
        return ""
    _, pips = state.dice[-1]
    return "".join(_die(face, -85 + 25 * index, 84 - 25 * (index % 2)) for index, face in enumerate(pips))


def _die(face: int, x: float, y: float) -> str:
    dots = "".join(
        f'<circle class="{"pip one" if face == 1 else "pip"}" cx="{dx * 5.6:g}" cy="{dy * 5.6:g}" r="2.2"/>'
        for dx, dy in _PIPS.get(face, ())
    )
    body = '<rect class="die" x="-11" y="-11" width="22" height="22" rx="5"/>'
    return f'<g transform="translate({x:g} {y:g})">{body}{dots}</g>'


def _dora(state: GameState, sprite: str) -> str:
    count = len(state.dora_indicators)
    return "".join(
        tile_svg(tile, Placed(-count * 11 + index * 22, 26, 20), {}, sprite)
        for index, tile in enumerate(state.dora_indicators)
    )
