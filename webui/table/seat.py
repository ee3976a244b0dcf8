"""What lies before one seat, drawn as for seat 0: river, melds, flowers, the standing hand and a label."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

from engine.table.events import Seat
from engine.table.state import Discard, GameState, Meld, SeatState
from engine.tiles import SeenTile, sort_key
from webui.table.tiles import RATIO, Placed, back_svg, face_down_svg, tile_svg
from webui.table.winds import wind_sign
from webui.text.fitting import figure, shortened
from webui.words import Words

RIVER_WIDTH = 36.0
RIVER_GAP = 2.0
RIVER_TOP = 116.0
RIVER_ROWS = 4
HAND_TOP = 364.0
HAND_WIDTH = 25.0
OPEN_WIDTH = 31.0
MELD_WIDTH = 30.0
FLOWER_WIDTH = 24.0
SIDE = 352.0
"""Half the length of a hand's row."""
LABEL_Y = 436.0
NAME_COLUMNS = 18


def seat_svg(
    state: GameState, seat: Seat, words: Words, marked: Mapping[str, str], sprite: str, name: str = ""
) -> str:
    """Everything of one seat but its wall; `name`: who sits there, "" when nobody said."""
    own = state.seats[seat]
    return (
        _river(state, seat, marked, sprite)
        + _melds(state, seat, marked, sprite)
        + _standing(own, _won_tile(state, seat), sprite)
        + _flowers(own, seat, marked, sprite)
        + _label(state, seat, words, sprite, name)
    )


def melds_svg(state: GameState, seat: Seat, sprite: str) -> str:
    """The sets and flowers of one seat as a drawing of their own, for its phone."""
    own = state.seats[seat]
    top, height = HAND_TOP - 10, LABEL_Y - HAND_TOP + 26 if own.flowers else 62
    melds, flowers = sum(_meld_length(meld) + 9 for meld in own.melds), len(own.flowers) * (FLOWER_WIDTH + 2)
    length = max(melds, flowers, 300)
    return (
        f'<svg class="table" viewBox="{SIDE - length:g} {top:g} {length + 4:g} {height:g}"'
        f' xmlns="http://www.w3.org/2000/svg">{_melds(state, seat, {}, sprite)}'
        f"{_flowers(own, seat, {}, sprite)}</svg>"
    )


def _river(state: GameState, seat: Seat, marked: Mapping[str, str], sprite: str) -> str:
    discards = state.seats[seat].river
    columns = state.rules.discard_row
    left = -(columns * (RIVER_WIDTH + RIVER_GAP) - RIVER_GAP) / 2
    parts: list[str] = []
    x = left
    for index, discard in enumerate(discards):
        row = min(index // columns, RIVER_ROWS - 1)
        if index % columns == 0 and index // columns < RIVER_ROWS:
            x = left
        y = RIVER_TOP + row * (RIVER_WIDTH * RATIO + 3)
        is_last = state.last_discard == seat and index == len(discards) - 1
        at = Placed(
            x, y, RIVER_WIDTH, discard.turned, _discard_marks(discard, is_last), f"river:{seat}:{index}"
        )
        parts.append(tile_svg(discard.tile, at, marked, sprite))
        x += RIVER_GAP + (RIVER_WIDTH * RATIO if discard.turned else RIVER_WIDTH)
    return "".join(parts)


def _discard_marks(discard: Discard, is_last: bool) -> tuple[str, ...]:
    claimed = ("claimed",) if discard.claimed_by is not None else ()
    return (*claimed, "last") if is_last else claimed


def _melds(state: GameState, seat: Seat, marked: Mapping[str, str], sprite: str) -> str:
    """Melds fill the row from the owner's right end; the newest lies nearest his hand."""
    parts: list[str] = []
    right = SIDE
    for number, meld in enumerate(state.seats[seat].melds):
        left = right - _meld_length(meld)
        hidden = _hidden_in(meld, state)
        parts.append(_meld(meld, left, f"meld:{seat}:{number}", hidden, marked, sprite))
        parts.append(_giver(meld, left, seat, state, sprite))
        right = left - 9
    return "".join(parts)


def _meld(
    meld: Meld, left: float, name: str, hidden: Collection[int], marked: Mapping[str, str], sprite: str
) -> str:
    parts: list[str] = []
    x = left
    for index, tile in enumerate(meld.tiles):
        turned = index == meld.claimed_index
        y = HAND_TOP + 2 + (MELD_WIDTH * (RATIO - 1) if turned else 0)
        at = Placed(x, y, MELD_WIDTH, turned, (), f"{name}:{index}")
        parts.append(face_down_svg(at, sprite) if index in hidden else tile_svg(tile, at, marked, sprite))
        x += 1 + (MELD_WIDTH * RATIO if turned else MELD_WIDTH)
    return "".join(parts)


def _giver(meld: Meld, left: float, seat: Seat, state: GameState, sprite: str) -> str:
    """Whose discard the turned tile was: his wind in the room above it, upright for the owner."""
    if meld.giver is None or meld.claimed_index is None:
        return ""
    x = left + meld.claimed_index * (MELD_WIDTH + 1) + MELD_WIDTH * RATIO / 2
    return (
        f'<g class="giver"><circle cx="{x:.1f}" cy="{HAND_TOP + 1:g}" r="10"/><use class="wind"'
        f' href="{sprite}#{wind_sign(state, meld.giver)}" x="{x - 7.5:.1f}" y="{HAND_TOP - 6.5:g}"'
        ' width="15" height="15"/></g>'
    )


def _meld_length(meld: Meld) -> float:
    turned = MELD_WIDTH * (RATIO - 1) if meld.claimed_index is not None else 0
    return len(meld.tiles) * (MELD_WIDTH + 1) - 1 + turned


def _hidden_in(meld: Meld, state: GameState) -> tuple[int, ...]:
    """Which tiles of a set lie face down: of a concealed kong as the rules say until the deal is over, then
    only of one that nobody could name (S003-12, X-05)."""
    if meld.kind != "concealed_kong" or (state.phase == "ended" and None not in meld.tiles):
        return ()
    faces = {"all_down": (0, 1, 2, 3), "outer_down": (0, 3), "middle_down": (1, 2)}
    return faces[state.rules.concealed_kong_face]


def _standing(own: SeatState, won_on: tuple[SeenTile, ...], sprite: str) -> str:
    """Hidden tiles as backs, known ones face up; a tile just drawn or won on stands a little apart."""
    holds_drawn = len(own.standing + won_on) % 3 == 2
    tiles = _in_order(own.standing + won_on, holds_drawn)
    width = OPEN_WIDTH if any(tile is not None for tile in tiles) else HAND_WIDTH
    parts: list[str] = []
    for index, tile in enumerate(tiles):
        apart = 7 if holds_drawn and index == len(tiles) - 1 else 0
        x = -SIDE + index * (width + 1) + apart
        if tile is None:
            parts.append(back_svg(x, HAND_TOP + 4, width, width * 1.35, sprite, "standing"))
        else:
            marks = ("won",) if won_on and apart else ()
            parts.append(tile_svg(tile, Placed(x, HAND_TOP + 2, width, False, marks), {}, sprite))
    return "".join(parts)


def _in_order(tiles: tuple[SeenTile, ...], holds_drawn: bool) -> tuple[SeenTile, ...]:
    """A hand as people hold it: by suits, the tile just drawn or won on last; hidden tiles stay in place."""
    held, last = (tiles[:-1], tiles[-1:]) if holds_drawn else (tiles, ())
    known = sorted((tile for tile in held if tile is not None), key=sort_key)
    return (*known, *(None for tile in held if tile is None), *last)


def _won_tile(state: GameState, seat: Seat) -> tuple[SeenTile, ...]:
    """The discard `seat` won on, shown with his hand as players lay it; nothing when it was self-drawn."""
    giver = state.last_discard
    if seat not in state.winners or giver is None or len(state.seats[seat].standing) % 3 == 2:
        return ()
    return tuple(last.tile for last in state.seats[giver].river[-1:])


def _flowers(own: SeatState, seat: Seat, marked: Mapping[str, str], sprite: str) -> str:
    step = FLOWER_WIDTH + 2
    left = SIDE - len(own.flowers) * step
    return "".join(
        tile_svg(
            tile,
            Placed(left + index * step, LABEL_Y - 20, FLOWER_WIDTH, place=f"flower:{seat}:{index}"),
            marked,
            sprite,
        )
        for index, tile in enumerate(own.flowers)
    )


def _label(state: GameState, seat: Seat, words: Words, sprite: str, name: str) -> str:
    """The wind, the name and the points at the owner's left, turned so that nobody reads upside down."""
    wind = state.known_wind(seat)
    own = state.seats[seat]
    word = shortened(name, NAME_COLUMNS) or ("" if wind is None else words[f"wind.{wind}"])
    # Where one character says the wind, the drawn one does already; the side of one not known shows.
    notes = [word] if name or len(word) > 1 else []
    if own.score or state.rules.starting_points:
        notes.append(figure(own.score))
    notes += [words["seat.ready"]] * own.is_ready + [words["seat.dead_hand"]] * own.is_dead_hand
    classes = "label" + " turn" * (state.turn == seat and state.phase == "playing")
    classes += " dealer" * (wind == 0) + " winner" * (seat in state.winners)
    flip = ' transform="rotate(180 -230 434)"' if seat == 2 else ""
    anchor = ' text-anchor="end"' if seat == 2 else ""
    x = (-460 + SIDE - 26) if seat == 2 else -SIDE + 30
    icon = -460 + SIDE - 22 if seat == 2 else -SIDE
    return (
        f'<g class="{classes}"{flip}><use class="wind" href="{sprite}#{wind_sign(state, seat)}" x="{icon:g}"'
        f' y="{LABEL_Y - 15:g}" width="24" height="24"/>'
        f'<text x="{x:g}" y="{LABEL_Y + 4:g}"{anchor}>{escape("  ·  ".join(notes))}</text></g>'
    )
