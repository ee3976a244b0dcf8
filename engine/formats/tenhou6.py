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

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.formats.game import Points, RecordedDeal, RecordedGame, json_in, points_of
from engine.formats.mjai import wall_opened
from engine.formats.tenhou6_order import Side, acts_in_order, tile_of
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.events import (
    DealDrawn,
    DealStarted,
    Event,
    HandsDealt,
    Won,
)
from engine.tiles import EngineError, SeenTile

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
    "四開槓": "four_kongs",
    "四槓流れ": "four_kongs",
    "四家リーチ": "four_ready",
    "Ryuukyoku": "exhaustive",
    "Exhaustive Draw": "exhaustive",
    "Nagashi Mangan": "nagashi_mangan",
    "Mangan at Draw": "nagashi_mangan",
    "Kyuushu Kyuuhai": "nine_terminals",
    "Nine Terminal Abortion": "nine_terminals",
    "Suufon Renda": "four_winds",
    "Four Wind Abortion": "four_winds",
    "Suukaikan": "four_kongs",
    "Four Kan Abortion": "four_kongs",
    "Suucha Riichi": "four_ready",
    "Four Riichi Abortion": "four_ready",
    "Sanchahou": "triple_win",
    "Three Ron Abortion": "triple_win",
}
"""How a deal ended without a winner, in the words of the site and of converters to its format."""
WON = ("和了", "Agari")


def read_tenhou6(text: str) -> RecordedGame:
    """The game in `text`; EngineError says what is wrong with it."""
    data = json_in(text)
    games = data if isinstance(data, list) else [data]
    rules = load_ruleset("riichi")
    deals: list[RecordedDeal] = []
    final = None
    for game in games:
        if not isinstance(game, dict) or not isinstance(game.get("log"), list):
            raise EngineError("a tenhou.net/6 game is an object with a log")
        _refuse_three(game)
        rules = _with_room(rules, game)
        try:
            deals += [_deal(kyoku) for kyoku in game["log"]]
        except (KeyError, TypeError, IndexError, ValueError) as wrong:
            if isinstance(wrong, EngineError):
                raise
            raise EngineError(f"a tenhou.net/6 deal is not as expected: {wrong!r}") from wrong
        if "sc" in game:
            final = points_of([int(score) for score in game["sc"][::2]], "sc")
    return RecordedGame("tenhou6", rules, tuple(deals), final)


def _refuse_three(game: Mapping[str, Any]) -> None:
    """Games of three: told by the room's name, or a fourth seat without tiles."""
    rule = game.get("rule")
    said = str(rule.get("disp", "")) if isinstance(rule, Mapping) else ""
    is_three = bool(re.search("三|3-Player|サンマ", said.replace("三麻", "三")))
    for kyoku in game["log"]:
        is_three |= isinstance(kyoku, list) and len(kyoku) > 13 and kyoku[13] == []
    if is_three:
        raise EngineError("a tenhou.net/6 game of three players; only games of four are read from it")


def _with_room(rules: Ruleset, game: Mapping[str, Any]) -> Ruleset:
    """The rules as the room's name has them: one such as 般南赤, without 喰, allows no open tanyao."""
    rule = game.get("rule")
    said = str(rule.get("disp", "")) if isinstance(rule, Mapping) else ""
    is_closed = re.match("[般上特鳳]?[東南]", said) is not None and "喰" not in said
    return replace(rules, scoring_options=(("kuitan", False),)) if is_closed else rules


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
    yield from wall_opened(dealer, None, load_ruleset("riichi"))
    hands = [tuple(map(tile_of, side.hand)) for side in sides]
    hands[dealer] = (*hands[dealer], tile_of(sides[dealer].draws[0]))
    yield HandsDealt(dealer, tuple(hands))
    acts = list(acts_in_order(dealer, sides, [tile_of(tile) for tile in dora]))
    yield from acts
    yield from _ends(acts, result, hands[dealer][-1])


def _ends(acts: Sequence[Event], result: Sequence[Any], dealt: SeenTile) -> Iterator[Event]:
    """The end of a deal; who wins before any act wins on the last tile dealt."""
    kind = str(result[0])
    if kind not in WON:
        if kind not in DRAWS:
            known = ", ".join(DRAWS)
            raise EngineError(f"no such end of a deal: {kind!r}; expected {WON[0]} or one of {known}")
        yield DealDrawn(DRAWS[kind])
        return
    with_tile = (event for event in reversed(acts) if hasattr(event, "seat") and hasattr(event, "tile"))
    newest = next((event.tile for event in with_tile), dealt)
    for detail in result[2::2]:
        winner, giver = detail[0], detail[1]
        yield Won(winner, newest, None if giver == winner else giver)


def _payments(result: Sequence[Any]) -> Points | None:
    moved = [column for column in result[1::2] if isinstance(column, list) and len(column) == 4]
    if not moved:
        return (0, 0, 0, 0) if str(result[0]) not in WON else None
    return points_of([sum(column) for column in zip(*moved, strict=True)], "points at the end of a deal")
