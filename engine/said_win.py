"""A win as a person says it was: the tiles, or only the value; its score, its card and its events.

The camera's reading makes the first draft (`said_of`); whatever a person changes in it stands. What was said
is kept in the card (under ``said``), so that the win can be opened again and reckoned anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from engine.events import SEATS, Event, Seat, Won
from engine.notation import tiles_text
from engine.said_sets import laid_sets
from engine.scoring.by_value import ToldValue, score_of_value
from engine.scoring.card import score_card
from engine.scoring.case import CaseError, parse_tiles
from engine.scoring.circumstances import circumstances_of
from engine.scoring.hand import Circumstance, WonHand
from engine.scoring.score import HandFault, Score, no_win
from engine.scoring.table import UNITS, profile_of, score_at_table
from engine.scoring.wire import score_to_json
from engine.settle import Points, nearest_first, scores_changed
from engine.state import GameState, Meld, MeldKind
from engine.tiles import EngineError, SeenTile, Tile, is_flower, plain

CIRCUMSTANCES: tuple[Circumstance, ...] = get_args(Circumstance)
MELD_KINDS: tuple[MeldKind, ...] = get_args(MeldKind)
MOST_TILES = 18
"""Tiles a hand may be told with: four kongs and a pair."""


@dataclass(frozen=True, slots=True)
class SaidWin:
    """One win. `hand`: the standing tiles without the winning `tile`; both empty when only `value` is told.

    `giver` None: self-drawn. Melds name their giver by seat 0-3. `liable`: the seat that pays for a yakuman
    it completed, None lets the melds decide."""

    seat: Seat
    giver: Seat | None = None
    tile: Tile | None = None
    hand: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    circumstances: frozenset[Circumstance] = frozenset()
    liable: Seat | None = None
    value: ToldValue | None = None


def said_of(state: GameState, won: Won, deal: Sequence[Event] = ()) -> SaidWin:
    """The camera's reading as a first draft: `state` just before `won`, `deal` its events up to it.

    Tiles nobody has seen are left out."""
    kept = won.score.get("said") if isinstance(won.score, Mapping) else None
    if isinstance(kept, Mapping):
        return said_from_json(kept)
    seat = state.seats[won.seat]
    return SaidWin(
        won.seat,
        won.giver,
        won.tile,
        _without_winning(won.hand or seat.standing, won, 13 - 3 * len(seat.melds)),
        tuple(meld for meld in seat.melds if None not in meld.tiles),
        _known(seat.flowers),
        _known(state.dora_indicators),
        (),
        circumstances_of(state, won, deal),
    )


def score_said(state: GameState, said: SaidWin) -> Score:
    """What the win is worth at this table; `state` is the table just before it.

    On one discard with several winners only the first takes counters and sticks."""
    is_first = not state.winners
    honba, sticks = (state.honba, state.riichi_sticks) if is_first else (0, 0)
    if said.value is not None:
        return score_of_value(state.rules, said.value, (said.seat, said.giver), state.dealer, honba, sticks)
    if said.tile is None:
        unit = UNITS[state.rules.scoring]
        fault = HandFault("winning_tile_missing", "the winning tile is not told")
        return no_win(profile_of(state.rules), unit, fault, state.rules.minimum)
    return score_at_table(_hand(state, said, said.tile, honba, sticks), state.rules, state.dealer)


def card_said(state: GameState, said: SaidWin) -> dict[str, Any]:
    """The score card of the win, with what was said kept in it under ``said``."""
    score = score_said(state, said)
    if said.value is None and said.tile is not None and not score.faults:
        hand = _hand(state, said, said.tile, 0, 0)
        card = score_card(hand, score)
    else:
        card = score_to_json(score)
        if not score.faults:
            seat_payments = None if score.seat_payments is None else list(score.seat_payments)
            card |= {"unit": score.unit, "value": score.value, "minimum": score.minimum}
            card["seat_payments"] = seat_payments
    return {**card, "said": said_to_json(said)}


def won_said(state: GameState, said: SaidWin) -> Won:
    """The win as an event, with its card."""
    laid = None if said.value is not None else laid_sets(state, said.seat, said.melds)
    return Won(said.seat, said.tile, said.giver, said.hand, card_said(state, said), laid)


def ending_said(state: GameState, wins: Sequence[SaidWin]) -> tuple[Event, ...]:
    """The wins of one deal, nearest the giver first, and the points they move.

    EngineError with one line when a hand is no win, or when the wins do not belong together."""
    _check_together(wins)
    if not all(win.giver is None for win in wins):
        order = [won.seat for won in nearest_first([Won(win.seat, None, win.giver) for win in wins])]
        wins = sorted(wins, key=lambda win: order.index(win.seat))
    events: list[Event] = []
    paid = [0, 0, 0, 0]
    table = replace(state, winners=())
    for win in wins:
        won = won_said(table, win)
        payments = seat_payments(won)
        if payments is None:
            raise EngineError(why_not(won))
        paid = [had + more for had, more in zip(paid, payments, strict=True)]
        events.append(won)
        table = replace(table, winners=(*table.winners, win.seat))
    return (*events, scores_changed(state, (paid[0], paid[1], paid[2], paid[3])))


def seat_payments(won: Won) -> Points | None:
    """What the card of a win moves seat by seat; None when it has no such card."""
    paid = won.score.get("seat_payments") if isinstance(won.score, Mapping) else None
    if not isinstance(paid, list | tuple) or len(paid) != 4:
        return None
    return (int(paid[0]), int(paid[1]), int(paid[2]), int(paid[3]))


def why_not(won: Won) -> str:
    """One line saying why the card of `won` has no payments."""
    card = won.score if isinstance(won.score, Mapping) else {}
    for fault in card.get("faults") or ():
        return str(fault["text"])
    if card.get("minimum_met") is False:
        return f"the hand is worth less than the minimum of {card.get('minimum')}"
    return "the hand cannot be scored"


def said_to_json(said: SaidWin) -> dict[str, Any]:
    """What was said as JSON values; what is empty is left out."""
    value = said.value
    told: dict[str, Any] = {
        "winner": said.seat,
        "giver": said.giver,
        "tile": said.tile,
        "hand": list(said.hand),
        "melds": [{"kind": meld.kind, "tiles": list(meld.tiles), "giver": meld.giver} for meld in said.melds],
        "flowers": list(said.flowers),
        "dora": list(said.dora_indicators),
        "ura": list(said.ura_indicators),
        "circumstances": sorted(said.circumstances),
        "liable": said.liable,
        "value": None if value is None else {"value": value.value, "fu": value.fu, "yakuman": value.yakuman},
    }
    return {name: what for name, what in told.items() if what not in (None, []) or name == "giver"}


def said_from_json(data: object) -> SaidWin:
    """The win that `data` tells of; EngineError with what came and what was expected."""
    if not isinstance(data, Mapping):
        raise EngineError(f"a win must be a JSON object, got {_short(data)}")
    winner, giver = _seat(data, "winner"), _seat_or_none(data, "giver")
    if winner == giver:
        raise EngineError("nobody wins on his own discard; leave the giver out for a self-drawn win")
    tile = data.get("tile")
    told = _tiles(data, "hand", MOST_TILES)
    return SaidWin(
        winner,
        giver,
        None if tile is None else _tiles({"tile": [tile]}, "tile", 1)[0],
        told,
        _melds(data.get("melds")),
        _tiles(data, "flowers", 8),
        _tiles(data, "dora", 10),
        _tiles(data, "ura", 10),
        _circumstances(data.get("circumstances")),
        _seat_or_none(data, "liable"),
        _value(data.get("value")),
    )


def _hand(state: GameState, said: SaidWin, tile: Tile, honba: int, sticks: int) -> WonHand:
    """The win as scoring takes it: seats become winds."""
    east = state.dealer
    giver, liable = said.giver, said.liable
    return WonHand(
        standing=said.hand,
        tile=tile,
        melds=tuple(
            replace(meld, giver=None if meld.giver is None else (meld.giver - east) % 4)
            for meld in said.melds
        ),
        self_drawn=giver is None,
        giver=None if giver is None else (giver - east) % 4,
        seat_wind=(said.seat - east) % 4,
        prevalent_wind=state.prevalent_wind,
        circumstances=said.circumstances,
        flowers=said.flowers,
        flower_count=len(said.flowers),
        dora_indicators=said.dora_indicators,
        ura_indicators=said.ura_indicators,
        honba=honba,
        riichi_sticks=sticks,
        liable=None if liable is None else (liable - east) % 4,
    )


def _check_together(wins: Sequence[SaidWin]) -> None:
    if not wins:
        raise EngineError("say who won")
    seats = [win.seat for win in wins]
    if len(set(seats)) < len(seats):
        raise EngineError("one seat cannot win twice in a deal")
    if len(wins) > 1 and (wins[0].giver is None or any(win.giver != wins[0].giver for win in wins)):
        raise EngineError("several win only on the same discard; name one giver for all of them")
    if len(wins) > 1 and wins[0].giver in seats:
        raise EngineError("who gave the tile cannot have won with it")


def _without_winning(standing: Sequence[SeenTile], won: Won, holds: int) -> tuple[Tile, ...]:
    """The known standing tiles less the winning one, which may lie among them or beside them."""
    held = list(standing)
    if won.tile is not None and len(held) == holds + 1:
        same = [place for place, tile in enumerate(held) if tile and plain(tile) == plain(won.tile)]
        del held[same[-1] if same else -1]
    return tuple(tile for tile in held if tile is not None and not is_flower(tile))


def _known(tiles: Sequence[SeenTile]) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile is not None)


def _melds(value: object) -> tuple[Meld, ...]:
    if not isinstance(value, list | None) or len(value or ()) > 4:
        raise EngineError(f"melds must be a list of at most four, got {_short(value)}")
    return tuple(map(_meld, value or ()))


def _meld(value: object) -> Meld:
    if not isinstance(value, Mapping) or value.get("kind") not in MELD_KINDS:
        raise EngineError(f"a meld needs a kind out of {', '.join(MELD_KINDS)}, got {_short(value)}")
    tiles = _tiles(value, "tiles", 4)
    if not tiles:
        raise EngineError(f"a meld needs its tiles, got {_short(value)}")
    kind: MeldKind = value["kind"]
    return Meld(kind, tiles, None if kind == "concealed_kong" else _seat_or_none(value, "giver"))


def _circumstances(value: object) -> frozenset[Circumstance]:
    if not isinstance(value, list | None):
        raise EngineError(f"circumstances must be a list, got {_short(value)}")
    for name in value or ():
        if not isinstance(name, str) or name not in CIRCUMSTANCES:
            raise EngineError(f"no such circumstance: {_short(name)}; there are {', '.join(CIRCUMSTANCES)}")
    return frozenset(value or ())


def _value(value: object) -> ToldValue | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise EngineError(f"value must be an object such as {{'value': 3, 'fu': 40}}, got {_short(value)}")
    fu = None if value.get("fu") is None else _number(value, "fu")
    return ToldValue(_number(value, "value"), fu, _number(value, "yakuman"))


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10_000:
        raise EngineError(f"{name} must be a whole number from 0 on, got {_short(value)}")
    return value


def _seat(data: Mapping[str, Any], name: str) -> Seat:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value not in SEATS:
        raise EngineError(f"{name} must be a seat from 0 to 3, got {_short(value)}")
    return value


def _seat_or_none(data: Mapping[str, Any], name: str) -> Seat | None:
    return None if data.get(name) is None else _seat(data, name)


def _tiles(data: Mapping[str, Any], name: str, most: int) -> tuple[Tile, ...]:
    """A list of tiles, or a text such as ``123m``."""
    value = data.get(name) or []
    if not isinstance(value, list | str) or not all(isinstance(tile, str) for tile in value):
        raise EngineError(f"{name} must be tiles such as ['1m', '2m'], got {_short(value)}")
    try:
        tiles = parse_tiles(value if isinstance(value, str) else " ".join(value), name)
    except CaseError as wrong:
        raise EngineError(str(wrong)) from wrong
    if len(tiles) > most:
        raise EngineError(f"{name} can be {most} tiles at most, got {len(tiles)}: {tiles_text(tiles)[:40]}")
    return tiles


def _short(value: object) -> str:
    return repr(value)[:40]


__all__ = [
    "CIRCUMSTANCES",
    "MELD_KINDS",
    "SaidWin",
    "card_said",
    "ending_said",
    "said_from_json",
    "said_of",
    "said_to_json",
    "score_said",
    "seat_payments",
    "why_not",
    "won_said",
]
