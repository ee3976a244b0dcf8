"""tenhou.net/6: one JSON object (or a list of them), each deal as thirteen starting tiles, what came to each
seat and what went, without saying in which order the seats acted: that is worked out here.

Tiles are two digits: 11-19 characters, 21-29 dots, 31-39 bamboos, 41-47 honours, 51-53 red fives. What came
(`draws`) and went (`discards`) of one seat::

    24          a tile drawn                     60          the tile just drawn, discarded
    "c121113"   chow of 12 with 11 and 13        "r24"       ready declared with the discard 24
    "4747p47"   pung; the letter stands before   "151515a51" concealed kong
                the claimed tile: left, across,  "2222k22.." promoted kong
                right by its place               0           no discard: a melded kong's turn
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.events import (
    DealDrawn,
    DealStarted,
    Event,
    HandsDealt,
    Won,
)
from engine.formats.game import Points, RecordedDeal, RecordedGame, points_of
from engine.formats.mjai import wall_opened
from engine.formats.tenhou6_order import Side, acts_in_order, tile_of
from engine.rules import load_ruleset
from engine.tiles import EngineError

DRAWS = {
    "流局": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "流し満貫": "nagashi_mangan",
    "九種九牌": "nine_terminals",
    "四風連打": "four_winds",
    "四槓散了": "four_kongs",
    "四家立直": "four_ready",
    "三家和了": "triple_win",
    "三家和": "triple_win",
}


def read_tenhou6(text: str) -> RecordedGame:
    """The game in `text`; EngineError says what is wrong with it."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise EngineError(f"not JSON: {text[:60]!r} ({wrong.msg})") from wrong
    games = data if isinstance(data, list) else [data]
    deals: list[RecordedDeal] = []
    final = None
    for game in games:
        if not isinstance(game, dict) or not isinstance(game.get("log"), list):
            raise EngineError("a tenhou.net/6 game is an object with a log")
        try:
            deals += [_deal(kyoku) for kyoku in game["log"]]
        except (KeyError, TypeError, IndexError, ValueError) as wrong:
            if isinstance(wrong, EngineError):
                raise
            raise EngineError(f"a tenhou.net/6 deal is not as expected: {wrong!r}") from wrong
        if "sc" in game:
            final = points_of([int(score) for score in game["sc"][::2]], "sc")
    return RecordedGame("tenhou6", load_ruleset("riichi"), tuple(deals), final)


def _deal(kyoku: Sequence[Any]) -> RecordedDeal:
    (number, honba, sticks), totals, dora, ura, *rest = kyoku
    sides = [Side(*rest[3 * seat : 3 * seat + 3]) for seat in range(4)]
    result = rest[12]
    dealer = number % 4
    return RecordedDeal(
        events=tuple(_events(number, honba, sticks, dora, sides, result)),
        payments=_payments(result),
        totals=points_of(totals, "points at the start of a deal"),
        ura_indicators=tuple(map(tile_of, ura)),
        first_dealer=0 if dealer == number % 4 else dealer,
    )


def _events(
    number: int, honba: int, sticks: int, dora: Sequence[int], sides: list[Side], result: Sequence[Any]
) -> Iterator[Event]:
    dealer = number % 4
    yield DealStarted(dealer, number // 4, honba, sticks)
    yield from wall_opened(dealer, None)
    hands = [tuple(map(tile_of, side.hand)) for side in sides]
    hands[dealer] = (*hands[dealer], tile_of(sides[dealer].draws[0]))
    yield HandsDealt(dealer, tuple(hands))
    acts = list(acts_in_order(dealer, sides, [tile_of(tile) for tile in dora]))
    yield from acts
    yield from _ends(acts, result)


def _ends(acts: Sequence[Event], result: Sequence[Any]) -> Iterator[Event]:
    kind = str(result[0])
    if kind != "和了":
        if kind not in DRAWS:
            raise EngineError(f"no such end of a deal: {kind!r}; expected 和了 or one of {', '.join(DRAWS)}")
        yield DealDrawn(DRAWS[kind])
        return
    newest = next(event for event in reversed(acts) if hasattr(event, "seat") and hasattr(event, "tile"))
    for detail in result[2::2]:
        winner, giver = detail[0], detail[1]
        yield Won(winner, newest.tile, None if giver == winner else giver)


def _payments(result: Sequence[Any]) -> Points | None:
    told = [column for column in result[1::2] if isinstance(column, list) and len(column) == 4]
    if not told:
        return (0, 0, 0, 0) if str(result[0]) != "和了" else None
    return points_of([sum(column) for column in zip(*told, strict=True)], "points at the end of a deal")


