"""The table as one SVG, drawn by the server: tablet, phone, wall screen, print and tests share it.

Units are the drawing's own; the box is 920 by 920 with the table's centre at 0, 0. Each seat is drawn as
seat 0 (bottom) and turned a quarter counter-clockwise per seat::

    -460                      0                      460
      .  label        flowers                .           450
      .  standing hand            melds      .           405
      .  wall, stack n ................... 1 .           355
      .            river row 3               .           316
      .            river row 1               .           166
      .            centre                    .           110 .. 0
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from engine.table.events import Seat
from engine.table.play_order import seats_of
from engine.table.state import GameState
from webui.table.centre import centre_svg
from webui.table.seat import seat_svg
from webui.table.walls import walls_svg
from webui.words import Words

HALF = 460


def table_svg(
    state: GameState,
    words: Words,
    *,
    doubtful: Collection[str] = (),
    tentative: Collection[str] = (),
    sprite: str,
    names: Sequence[str] = ("",) * 4,
) -> str:
    """The whole table as an ``<svg>`` element; `names` of the players, by where they sat at first.

    `doubtful` names places such as ``river:2:5`` or ``meld:0:1:2`` whose face is not certain, `tentative`
    those of tiles that nobody was told of yet. `sprite` is the
    address of the file with the tiles' symbols.
    """
    marked = {**dict.fromkeys(doubtful, "doubtful"), **dict.fromkeys(tentative, "tentative")}
    parts = [
        f'<svg class="table" viewBox="{-HALF} {-HALF} {2 * HALF} {2 * HALF}" role="img"'
        f' aria-label="{escape(table_text(state, words))}" xmlns="http://www.w3.org/2000/svg">',
        f'<rect class="felt" x="{-HALF}" y="{-HALF}" width="{2 * HALF}" height="{2 * HALF}" rx="26"/>',
        walls_svg(state, sprite),
        centre_svg(state, words, sprite),
        *(
            _turned(seat, seat_svg(state, seat, words, marked, sprite, names[state.players[seat]]))
            for seat in seats_of(state.rules)
        ),
        "</svg>",
    ]
    return "".join(parts)


def table_text(state: GameState, words: Words) -> str:
    """The table in one sentence, for those who cannot see the drawing."""
    facts = {"round": words[f"wind.{state.prevalent_wind}"], "left": state.wall.tiles_left}
    if not state.is_dealer_known:
        return words.say("table.sentence_open", open=words["east.open"], **facts)
    return words.say("table.sentence", turn=words[f"wind.{state.seat_wind(state.turn)}"], **facts)


def _turned(seat: Seat, drawing: str) -> str:
    return f'<g class="seat" data-seat="{seat}" transform="rotate({-90 * seat})">{drawing}</g>'
