"""mjai: one JSON object a line, `actor` and `target` as seats, tiles as ``5mr``, ``E``, ``P``.

Extra keys begin with ``x_``; ``x_dice`` is the throw the wall was broken by. Where it is missing, the break
is set as if a five had been thrown, since only the number of tiles matters then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.amend import folded
from engine.apply import new_table
from engine.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    DeclaredReady,
    DiceRolled,
    DoraRevealed,
    Event,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    WallBroken,
    WallBuilt,
    Won,
)
from engine.faults import faults
from engine.faults_play import wall_is_empty
from engine.formats.game import Points, RecordedDeal, RecordedGame, points_of
from engine.formats.mjai_write import REASON_OF
from engine.rules import load_ruleset
from engine.tiles import EngineError, SeenTile, Tile, parse_tile, plain, sort_key
from engine.wall import break_place

_HONOURS = dict(zip("ESWNPFC", ("1z", "2z", "3z", "4z", "5z", "6z", "7z"), strict=True))
_WINDS = "ESWN"
UNTOLD = "untold"
"""The cause of a draw for which a record gives none."""
REASONS = {reason: kind for kind, reason in REASON_OF.items()} | {
    "ryuukyoku": "exhaustive",
    "exhaustivedraw": "exhaustive",
    "nagashimangan": "nagashi_mangan",
    "nagashi_mangan": "nagashi_mangan",
    "kyushukyuhai": "nine_terminals",
    "kyuushukyuuhai": "nine_terminals",
    "sufonrenta": "four_winds",
    "suufonrenda": "four_winds",
    "sufuurenta": "four_winds",
    "sukaikan": "four_kongs",
    "suukaikan": "four_kongs",
    "suukansansen": "four_kongs",
    "suchareach": "four_ready",
    "suuchariichi": "four_ready",
    "sanchaho": "triple_win",
    "sanchahou": "triple_win",
}
"""What other programs write besides, without the marks between the words."""
_ABORTS = ("four_ready", "four_kongs", "four_winds", "nine_terminals")


def tile_from_mjai(text: str) -> SeenTile:
    """``5mr`` is the red five of characters, ``E`` the East wind, ``?`` a tile not seen."""
    if text in _HONOURS:
        return _HONOURS[text]
    return parse_tile(f"0{text[1]}" if len(text) == 3 and text[0] == "5" and text[2] == "r" else text)


def read_mjai(text: str) -> RecordedGame:
    """The game in `text`; EngineError names the line that is wrong."""
    deals: list[RecordedDeal] = []
    lines: list[dict[str, Any]] = []
    final = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        act = _act(line, number)
        if act["type"] == "start_kyoku" and lines:
            deals.append(_deal(lines))
            lines = []
        if act["type"] == "end_game" and "scores" in act:
            final = points_of(act["scores"], "scores of end_game")
        elif act["type"] not in ("start_game", "end_kyoku", "end_game", "none"):
            lines.append(act)
    if lines:
        deals.append(_deal(lines))
    return RecordedGame("mjai", load_ruleset("riichi"), tuple(deals), final)


def _act(line: str, number: int) -> dict[str, Any]:
    try:
        act = json.loads(line)
    except json.JSONDecodeError as wrong:
        raise EngineError(f"line {number} is not JSON: {line[:60]!r} ({wrong.msg})") from wrong
    if not isinstance(act, dict) or "type" not in act:
        raise EngineError(f"line {number} is not an mjai act: {line[:60]!r}; expected an object with a type")
    return act


def _deal(acts: list[dict[str, Any]]) -> RecordedDeal:
    start = acts[0]
    if start["type"] != "start_kyoku":
        raise EngineError(f"an mjai deal begins with start_kyoku, got {start['type']!r}")
    if len(start.get("tehais") or ()) == 3 or not all((start.get("tehais") or (0,))[-1:]):
        raise EngineError("a game of three players; only games of four are known")
    try:
        events = _with_cause((*_opening(start, acts), *_acts(acts[1:])))
        ura: list[str] = next((act["ura_markers"] for act in acts if act.get("ura_markers")), [])
        return RecordedDeal(
            events=events,
            payments=_payments(acts),
            totals=points_of(start["scores"], "scores of start_kyoku"),
            ura_indicators=tuple(map(tile_from_mjai, ura)),
            first_dealer=(start["oya"] - start["kyoku"] + 1) % 4,
        )
    except (KeyError, TypeError, IndexError) as wrong:
        raise EngineError(f"an mjai deal lacks or misnames something: {wrong!r} in {start}"[:200]) from wrong


def _with_cause(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The deal with the cause of a draw for which the record gives none, as the table shows it."""
    if not (events and isinstance(events[-1], DealDrawn) and events[-1].kind == UNTOLD):
        return events
    before = folded(new_table(load_ruleset("riichi")), events[:-1])
    kinds = ("exhaustive",) if wall_is_empty(before) else _ABORTS
    kind = next((kind for kind in kinds if not faults(before, DealDrawn(kind))), "exhaustive")
    return (*events[:-1], replace(events[-1], kind=kind))


def _payments(acts: Iterable[Mapping[str, Any]]) -> Points | None:
    told = [act["deltas"] for act in acts if act["type"] in ("hora", "ryukyoku") and act.get("deltas")]
    if not told:
        return None
    return points_of([sum(column) for column in zip(*told, strict=True)], "deltas")


def _opening(start: Mapping[str, Any], acts: list[dict[str, Any]]) -> Iterator[Event]:
    dealer = start["oya"]
    yield DealStarted(dealer, _WINDS.index(start["bakaze"]), start["honba"], start["kyotaku"])
    yield from wall_opened(dealer, start.get("x_dice"))
    hands = [tuple(map(tile_from_mjai, hand)) for hand in start["tehais"]]
    if len(acts) > 1 and acts[1]["type"] == "tsumo" and acts[1]["actor"] == dealer:
        hands[dealer] = (*hands[dealer], tile_from_mjai(acts[1]["pai"]))
        del acts[1]
    yield HandsDealt(dealer, tuple(hands))
    yield DoraRevealed(tile_from_mjai(start["dora_marker"]))


def wall_opened(dealer: int, pips: Iterable[int] | None) -> Iterator[Event]:
    """The wall built and broken where the dice say, or as if a five had been thrown."""
    yield WallBuilt()
    thrown = tuple(pips or ())
    if thrown:
        yield DiceRolled(dealer, thrown)
    place = break_place(load_ruleset("riichi"), dealer, (sum(thrown) or 5,))
    if place is not None:
        yield WallBroken(place.side, place.stack)


def _acts(acts: Iterable[dict[str, Any]]) -> Iterator[Event]:
    owed = ready = newest = None
    for act in acts:
        who = act.get("actor", 0)
        tile = tile_from_mjai(act["pai"]) if "pai" in act else None
        newest = tile if act["type"] in ("tsumo", "dahai", "kakan") else newest
        match act["type"]:
            case "tsumo":
                yield TileDrawn(who, "dead_wall" if owed == who else "live", tile)
                owed = None
            case "dahai":
                yield TileDiscarded(who, tile, ready == who, act.get("tsumogiri"))
                ready = None
            case "reach":
                ready = who
                yield DeclaredReady(who)
            case "chi" | "pon" | "daiminkan":
                yield _claim(act, tile)
                owed = who if act["type"] == "daiminkan" else None
            case "ankan" | "kakan":
                owed = who
                yield _kong(act, tile)
            case "dora":
                yield DoraRevealed(tile_from_mjai(act["dora_marker"]))
            case "hora":
                giver = None if act["target"] == who else act["target"]
                newest = tile if "pai" in act else newest
                yield Won(who, newest, giver)
            case "ryukyoku":
                yield _drawn(act)
            case "reach_accepted":
                pass
            case other:
                raise EngineError(f"no such mjai act: {other!r}")


def _kong(act: Mapping[str, Any], tile: SeenTile) -> KongDeclared:
    if act["type"] == "kakan":
        return KongDeclared(act["actor"], "promoted", tile)
    return KongDeclared(act["actor"], "concealed", plain_of(act["consumed"]))


def plain_of(consumed: Iterable[str]) -> Tile | None:
    """The face a concealed kong is made of: the plain one where a red five is among them."""
    faces = sorted(tile for tile in map(tile_from_mjai, consumed) if tile)
    return plain(faces[-1]) if faces else None


def _claim(act: Mapping[str, Any], tile: SeenTile) -> Event:
    own = tuple(map(tile_from_mjai, act["consumed"]))
    seat, giver = act["actor"], act["target"]
    if act["type"] == "chi":
        return ChowClaimed(seat, giver, tile, tuple(sorted((tile, *own), key=sort_key)))
    kind = PungClaimed if act["type"] == "pon" else KongClaimed
    place = {3: 0, 2: 1, 1: len(own)}[(giver - seat) % 4]
    return kind(seat, giver, tile, (*own[:place], tile, *own[place:]))


def _drawn(act: Mapping[str, Any]) -> DealDrawn:
    reason = str(act.get("reason") or UNTOLD)
    kind = REASONS.get(reason, REASONS.get(re.sub("[^a-z]", "", reason.lower()), reason))
    told = act.get("tenpais")
    if told is None or kind not in ("exhaustive", "nagashi_mangan"):
        return DealDrawn(kind)
    return DealDrawn(kind, tuple(seat for seat, is_ready in enumerate(told) if is_ready))
