"""A recorded game as mjai lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.formats.game import RecordedDeal, RecordedGame, just_drawn, own_in_order
from engine.judge.faults_claims import four_held
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.play_order import seats_of, turns_from
from engine.table.state import GameState
from engine.tiles import EngineError, SeenTile, same_face, tile_text

_HONOUR_OF = dict(zip(("1z", "2z", "3z", "4z", "5z", "6z", "7z"), "ESWNPFC", strict=True))
_WINDS = "ESWN"
REASON_OF = {
    "exhaustive": "fanpai",
    "nagashi_mangan": "nm",
    "nine_terminals": "yao9",
    "four_kongs": "kan4",
    "four_winds": "kaze4",
    "four_ready": "reach4",
    "triple_win": "ron3",
}


def tile_to_mjai(tile: SeenTile) -> str:
    """``0m`` is ``5mr``, ``1z`` is ``E``; an unknown tile ``?``."""
    if tile is None:
        return "?"
    if tile[0] == "0":
        return f"5{tile[1]}r"
    return _HONOUR_OF.get(tile, tile)


def write_mjai(game: RecordedGame) -> Iterator[str]:
    """The game's lines; EngineError for what mjai cannot say (flowers, hidden hands)."""
    yield _line({"type": "start_game", "names": list("ABCD"[: game.rules.seats])})
    state = new_table(game.rules, game.deals[0].first_dealer if game.deals else 0)
    for deal in game.deals:
        for act in _acts(state, deal):
            yield _line(act)
        yield _line({"type": "end_kyoku"})
    end: dict[str, Any] = {"type": "end_game"}
    if game.final is not None:
        end["scores"] = list(game.final)
    yield _line(end)


def _line(act: dict[str, Any]) -> str:
    return json.dumps(act, ensure_ascii=False)


def _acts(state: GameState, deal: RecordedDeal) -> Iterator[dict[str, Any]]:
    waiting: Won | None = None
    deltas = list(deal.payments) if deal.payments is not None else None
    for number, event in enumerate(deal.events):
        if isinstance(event, HandsDealt):
            yield from _started(state.rules, deal, event, number)
        elif isinstance(event, Won):
            # The points of all winners are told with the last of them.
            if waiting is not None:
                yield _won(waiting, None, deal)
            waiting = event
        elif isinstance(event, DealDrawn):
            ready = event.ready if event.ready is not None else ()
            drawn = {"type": "ryukyoku", "reason": REASON_OF.get(event.kind, event.kind), "deltas": deltas}
            if event.ready is not None:
                drawn["tenpais"] = [seat in ready for seat in seats_of(state.rules)]
            yield {name: value for name, value in drawn.items() if value is not None}
        elif not (isinstance(event, DoraRevealed) and _is_first_dora(deal, number)):
            act = _act(state, event)
            if act is not None:
                yield act
        state = apply(state, event)
    if waiting is not None:
        yield _won(waiting, deltas, deal)


def _is_first_dora(deal: RecordedDeal, number: int) -> bool:
    return not any(isinstance(event, DoraRevealed) for event in deal.events[:number])


def _started(rules: Ruleset, deal: RecordedDeal, dealt: HandsDealt, number: int) -> Iterator[dict[str, Any]]:
    if dealt.hands is None:
        raise EngineError("mjai needs every hand as dealt; the hands of this deal are hidden")
    started = next((event for event in deal.events if isinstance(event, DealStarted)), DealStarted(0))
    marker = next((event.tile for event in deal.events if isinstance(event, DoraRevealed)), None)
    hands = [[tile_to_mjai(tile) for tile in hand] for hand in dealt.hands]
    first = hands[dealt.dealer].pop()
    act: dict[str, Any] = {
        "type": "start_kyoku",
        "bakaze": _WINDS[started.prevalent_wind],
        "kyoku": turns_from(rules, deal.first_dealer, started.dealer) + 1,
        "honba": started.honba,
        "kyotaku": started.riichi_sticks,
        "oya": started.dealer,
        "scores": list(deal.totals or (rules.starting_points,) * rules.seats),
        "dora_marker": tile_to_mjai(marker),
        "tehais": hands,
    }
    dice = [list(event.pips) for event in deal.events[:number] if isinstance(event, DiceRolled)]
    if dice:
        act["x_dice"] = dice[0]
    yield act
    yield {"type": "tsumo", "actor": dealt.dealer, "pai": first}


def _won(event: Won, deltas: list[int] | None, deal: RecordedDeal) -> dict[str, Any]:
    giver = event.seat if event.giver is None else event.giver
    act: dict[str, Any] = {"type": "hora", "actor": event.seat, "target": giver}
    act["pai"] = tile_to_mjai(event.tile)
    if deltas is not None:
        act["deltas"] = deltas
    if deal.ura_indicators:
        act["ura_markers"] = [tile_to_mjai(tile) for tile in deal.ura_indicators]
    return act


def _act(state: GameState, event: Event) -> dict[str, Any] | None:
    match event:
        case TileDrawn(seat, _, tile):
            return {"type": "tsumo", "actor": seat, "pai": tile_to_mjai(tile)}
        case TileDiscarded(seat, tile):
            said = {"actor": seat, "pai": tile_to_mjai(tile), "tsumogiri": just_drawn(state, event)}
            return {"type": "dahai", **said}
        case DeclaredReady(seat):
            return {"type": "reach", "actor": seat}
        case DoraRevealed(tile):
            return {"type": "dora", "dora_marker": tile_to_mjai(tile)}
        case ChowClaimed() | PungClaimed() | KongClaimed():
            name = {ChowClaimed: "chi", PungClaimed: "pon", KongClaimed: "daiminkan"}[type(event)]
            own = [tile_to_mjai(tile) for tile in own_in_order(state.rules, event)]
            said = {"actor": event.seat, "target": event.giver, "pai": tile_to_mjai(event.tile)}
            return {"type": name, **said, "consumed": own}
        case KongDeclared(seat, "concealed", _):
            four = [tile_to_mjai(tile) for tile in four_held(state, event)]
            return {"type": "ankan", "actor": seat, "consumed": four}
        case KongDeclared(seat, _, tile):
            pung = next((m.tiles for m in state.seats[seat].melds if same_face(m.tiles[0], tile)), ())
            consumed = [tile_to_mjai(each) for each in pung]
            return {"type": "kakan", "actor": seat, "pai": tile_to_mjai(tile), "consumed": consumed}
    if isinstance(event, FlowerDeclared) and state.rules.north_bonus:
        return {"type": "kita", "actor": event.seat, "pai": "N"}
    if isinstance(event, FlowerDeclared):
        raise EngineError(f"mjai has no flowers, got {tile_text(event.tile)}")
    return None
