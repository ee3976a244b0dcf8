"""A recorded game as tenhou.net/6 JSON: one object, a log of deals."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from engine.formats.game import RecordedDeal, RecordedGame, just_drawn, own_in_order
from engine.formats.tenhou6_order import NO_DISCARD, SAME, Item
from engine.judge.faults_claims import four_held
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    Claim,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DoraRevealed,
    Event,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.play_order import claimed_place
from engine.table.state import GameState
from engine.tiles import EngineError, SeenTile, is_flower, is_red, same_face

WON = "和了"
NAME_OF = {
    "exhaustive": "流局",
    "nagashi_mangan": "流し満貫",
    "nine_terminals": "九種九牌",
    "four_winds": "四風連打",
    "four_kongs": "四槓散了",
    "four_ready": "四家立直",
    "triple_win": "三家和了",
}


@dataclass
class _Columns:
    """What is being written of one deal; filled event by event."""

    hands: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    draws: list[list[Item]] = field(default_factory=lambda: [[], [], [], []])
    discards: list[list[Item]] = field(default_factory=lambda: [[], [], [], []])
    dora: list[int] = field(default_factory=list)
    ready: Seat | None = None


def number_of_tile(tile: SeenTile) -> int:
    """1m is 11, East 41, the red five of characters 51; EngineError for flowers and unknown tiles."""
    if tile is None or is_flower(tile):
        raise EngineError(f"tenhou.net/6 has only known suit and honour tiles, got {tile or '?'}")
    suit_number = "mpsz".index(tile[1]) + 1
    return 50 + suit_number if is_red(tile) else 10 * suit_number + int(tile[0])


def write_tenhou6(game: RecordedGame) -> str:
    """The game as JSON; EngineError for what the format cannot say (flowers, hidden tiles)."""
    if game.rules.seats != 4:
        raise EngineError("a game of three players cannot be written as tenhou.net/6 here; mjai can")
    state = new_table(game.rules)
    logs = []
    for deal in game.deals:
        state, log = _deal(state, deal)
        logs.append(log)
    whole: dict[str, Any] = {"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": {"disp": "", "aka": 1}}
    whole["log"] = logs
    if game.final is not None:
        whole["sc"] = [value for points in game.final for value in (points, 0)]
    return json.dumps(whole, ensure_ascii=False)


def _deal(state: GameState, deal: RecordedDeal) -> tuple[GameState, list[Any]]:
    columns, started = _Columns(), DealStarted(0)
    for event in deal.events:
        if isinstance(event, DealStarted):
            started = event
        _write(columns, state, event)
        state = apply(state, event)
    kyoku = 4 * started.prevalent_wind + (started.dealer - deal.first_dealer) % 4
    sides = [
        column
        for seat in range(4)
        for column in (columns.hands[seat], columns.draws[seat], columns.discards[seat])
    ]
    head = [[kyoku, started.honba, started.riichi_sticks], list(deal.totals or (25_000,) * 4)]
    ura = [number_of_tile(tile) for tile in deal.ura_indicators]
    return state, [*head, columns.dora, ura, *sides, _result(deal)]


def _result(deal: RecordedDeal) -> list[Any]:
    """How the deal ended; the points of several winners are told with the first of them."""
    wins = [event for event in deal.events if isinstance(event, Won)]
    payments = list(deal.payments or (0, 0, 0, 0))
    if wins:
        result: list[Any] = [WON]
        for number, won in enumerate(wins):
            giver = won.seat if won.giver is None else won.giver
            result += [payments if number == 0 else [0, 0, 0, 0], [won.seat, giver, won.seat]]
        return result
    drawn = next((event for event in deal.events if isinstance(event, DealDrawn)), None)
    if drawn is None:
        raise EngineError("a tenhou.net/6 deal needs an end; this one has none")
    return [NAME_OF.get(drawn.kind, drawn.kind), *([payments] if any(payments) else [])]


def _write(columns: _Columns, state: GameState, event: Event) -> None:
    match event:
        case HandsDealt(dealer, hands):
            if hands is None:
                raise EngineError("tenhou.net/6 needs every hand as dealt; the hands of this deal are hidden")
            columns.hands = [[number_of_tile(tile) for tile in hand] for hand in hands]
            columns.draws[dealer].append(columns.hands[dealer].pop())
        case TileDrawn(seat, _, tile):
            columns.draws[seat].append(number_of_tile(tile))
        case DeclaredReady(seat):
            columns.ready = seat
        case TileDiscarded(seat, tile):
            number = SAME if just_drawn(state, event) else number_of_tile(tile)
            columns.discards[seat].append(f"r{number}" if columns.ready == seat else number)
            columns.ready = None
        case ChowClaimed(seat, _, tile, tiles):
            own = list(tiles)
            own.remove(tile)
            columns.draws[seat].append("c" + _digits((tile, *own)))
        case PungClaimed(seat) | KongClaimed(seat):
            letter = "p" if isinstance(event, PungClaimed) else "m"
            columns.draws[seat].append(_call(state.rules, letter, event))
            if letter == "m":
                columns.discards[seat].append(NO_DISCARD)
        case KongDeclared(seat, "concealed", _):
            four = sorted(four_held(state, event), key=lambda tile: tile is not None and is_red(tile))
            columns.discards[seat].append(f"{_digits(four[:3])}a{_digits(four[3:])}")
        case KongDeclared(seat, _, tile):
            columns.discards[seat].append(_promotion(state, seat, tile))
        case DoraRevealed(tile):
            columns.dora.append(number_of_tile(tile))


def _call(rules: Ruleset, letter: str, claim: Claim) -> str:
    """The letter stands before the claimed tile, whose place tells the giver."""
    own = own_in_order(rules, claim)
    place = claimed_place(rules, claim.seat, claim.giver, len(own))
    return f"{_digits(own[:place])}{letter}{_digits([claim.tile, *own[place:]])}"


def _promotion(state: GameState, seat: Seat, tile: SeenTile) -> str:
    for meld in state.seats[seat].melds:
        if meld.kind == "pung" and same_face(meld.tiles[0], tile):
            place = meld.claimed_index or 0
            return f"{_digits(meld.tiles[:place])}k{_digits((tile, *meld.tiles[place:]))}"
    raise EngineError("a kong was promoted where there is no pung")


def _digits(tiles: tuple[SeenTile, ...] | list[SeenTile]) -> str:
    return "".join(str(number_of_tile(tile)) for tile in tiles)
