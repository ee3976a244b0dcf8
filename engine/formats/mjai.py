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

from engine.formats.game import Points, RecordedDeal, RecordedGame, points_of
from engine.formats.mjai_write import REASON_OF
from engine.journal.amend import folded
from engine.judge.faults import faults
from engine.judge.faults_play import wall_is_empty
from engine.rules import load_ruleset
from engine.ruleset import Ruleset
from engine.table.apply import new_table
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
    WallBroken,
    WallBuilt,
    Won,
)
from engine.table.play_order import claimed_place, next_seat
from engine.table.tile_set import NORTH
from engine.table.wall import break_place
from engine.tiles import EngineError, SeenTile, Tile, parse_tile, plain, sort_key

_HONOURS = dict(zip("ESWNPFC", ("1z", "2z", "3z", "4z", "5z", "6z", "7z"), strict=True))
_WINDS = "ESWN"
_NORTH = ("kita", "nukidora")
"""How a North laid beside the hand is called."""
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
    final, rules = None, load_ruleset("riichi")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        act = _act(line, number)
        if act["type"] == "start_kyoku":
            rules = _rules_of(act)
            if lines:
                deals.append(_deal(rules, lines))
            lines = []
        if act["type"] == "end_game" and "scores" in act:
            final = points_of(act["scores"][: rules.seats], "scores of end_game", rules.seats)
        elif act["type"] not in ("start_game", "end_kyoku", "end_game", "none"):
            lines.append(act)
    if lines:
        deals.append(_deal(rules, lines))
    return RecordedGame("mjai", rules, tuple(deals), final)


def _act(line: str, number: int) -> dict[str, Any]:
    try:
        act = json.loads(line)
    except json.JSONDecodeError as wrong:
        raise EngineError(f"line {number} is not JSON: {line[:60]!r} ({wrong.msg})") from wrong
    if not isinstance(act, dict) or "type" not in act:
        raise EngineError(f"line {number} is not an mjai act: {line[:60]!r}; expected an object with a type")
    return act


def _rules_of(start: Mapping[str, Any]) -> Ruleset:
    """Three hands, or a fourth without tiles, are a game of three players."""
    hands = start.get("tehais")
    is_three = isinstance(hands, list) and (len(hands) == 3 or (len(hands) == 4 and not hands[3]))
    return load_ruleset("sanma" if is_three else "riichi")


def _deal(rules: Ruleset, acts: list[dict[str, Any]]) -> RecordedDeal:
    start = acts[0]
    if start["type"] != "start_kyoku":
        raise EngineError(f"an mjai deal begins with start_kyoku, got {start['type']!r}")
    try:
        opening = tuple(_opening(rules, start, acts))  # takes the dealer's first draw out of the acts
        acted = _indicators_last(tuple(_acts(rules, acts[1:])))
        events = _with_cause(rules, (*opening, *acted))
        ura: list[str] = next((act["ura_markers"] for act in acts if act.get("ura_markers")), [])
        return RecordedDeal(
            events=events,
            payments=_payments(rules, acts),
            totals=points_of(start["scores"][: rules.seats], "scores of start_kyoku", rules.seats),
            ura_indicators=tuple(map(tile_from_mjai, ura)),
            first_dealer=next_seat(rules, start["oya"], 1 - start["kyoku"]),
        )
    except (KeyError, TypeError, IndexError) as wrong:
        raise EngineError(f"an mjai deal lacks or misnames something: {wrong!r} in {start}"[:200]) from wrong


def _indicators_last(acts: tuple[Event, ...]) -> tuple[Event, ...]:
    """The acts with the indicator of a melded kong after what its owner did next: some programs write it just
    before, though it is turned with the discard or the next kong."""
    out, is_melded = list(acts), False
    for number, act in enumerate(acts[:-1]):
        if isinstance(act, KongClaimed | KongDeclared):
            is_melded = isinstance(act, KongClaimed) or act.kind == "promoted"
        is_early = isinstance(acts[number - 1], TileDrawn) and isinstance(act, DoraRevealed)
        if is_melded and is_early and isinstance(acts[number + 1], TileDiscarded | KongDeclared):
            out[number], out[number + 1] = acts[number + 1], act
    return tuple(out)


def _with_cause(rules: Ruleset, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The deal with the cause of a draw for which the record gives none, as the table shows it."""
    if not (events and isinstance(events[-1], DealDrawn) and events[-1].kind == UNTOLD):
        return events
    before = folded(new_table(rules), events[:-1])
    kinds = ("exhaustive",) if wall_is_empty(before) else _ABORTS
    kind = next((kind for kind in kinds if not faults(before, DealDrawn(kind))), "exhaustive")
    return (*events[:-1], replace(events[-1], kind=kind))


def _payments(rules: Ruleset, acts: Iterable[Mapping[str, Any]]) -> Points | None:
    given = [act["deltas"] for act in acts if act["type"] in ("hora", "ryukyoku") and act.get("deltas")]
    if not given:
        return None
    moved = [sum(column) for column in zip(*given, strict=True)][: rules.seats]
    return points_of(moved, "deltas", rules.seats)


def _opening(rules: Ruleset, start: Mapping[str, Any], acts: list[dict[str, Any]]) -> Iterator[Event]:
    dealer = start["oya"]
    yield DealStarted(dealer, _WINDS.index(start["bakaze"]), start["honba"], start["kyotaku"])
    yield from wall_opened(dealer, start.get("x_dice"), rules)
    hands = [tuple(map(tile_from_mjai, hand)) for hand in start["tehais"][: rules.seats]]
    if len(acts) > 1 and acts[1]["type"] == "tsumo" and acts[1]["actor"] == dealer:
        hands[dealer] = (*hands[dealer], tile_from_mjai(acts[1]["pai"]))
        del acts[1]
    yield HandsDealt(dealer, tuple(hands))
    yield DoraRevealed(tile_from_mjai(start["dora_marker"]))


def wall_opened(dealer: int, pips: Iterable[int] | None, rules: Ruleset) -> Iterator[Event]:
    """The wall built and broken where the dice say, or as if a five had been thrown."""
    yield WallBuilt()
    thrown = tuple(pips or ())
    if thrown:
        yield DiceRolled(dealer, thrown)
    place = break_place(rules, dealer, (sum(thrown) or 5,))
    if place is not None:
        yield WallBroken(place.side, place.stack)


def _acts(rules: Ruleset, acts: Iterable[dict[str, Any]]) -> Iterator[Event]:
    owed = ready = newest = None
    for act in acts:
        who = act.get("actor", 0)
        tile = tile_from_mjai(act["pai"]) if "pai" in act else None
        newest = tile if act["type"] in ("tsumo", "dahai", "kakan", *_NORTH) else newest
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
                yield _claim(rules, act, tile)
                owed = who if act["type"] == "daiminkan" else None
            case "ankan" | "kakan":
                owed = who
                yield _kong(act, tile)
            case "kita" | "nukidora":
                owed = who
                yield FlowerDeclared(who, tile or NORTH)
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


def _claim(rules: Ruleset, act: Mapping[str, Any], tile: SeenTile) -> Event:
    own = tuple(map(tile_from_mjai, act["consumed"]))
    seat, giver = act["actor"], act["target"]
    if act["type"] == "chi":
        return ChowClaimed(seat, giver, tile, tuple(sorted((tile, *own), key=sort_key)))
    kind = PungClaimed if act["type"] == "pon" else KongClaimed
    place = claimed_place(rules, seat, giver, len(own))
    return kind(seat, giver, tile, (*own[:place], tile, *own[place:]))


def _drawn(act: Mapping[str, Any]) -> DealDrawn:
    reason = str(act.get("reason") or UNTOLD)
    kind = REASONS.get(reason, REASONS.get(re.sub("[^a-z]", "", reason.lower()), reason))
    ready = act.get("tenpais")
    if ready is None or kind not in ("exhaustive", "nagashi_mangan"):
        return DealDrawn(kind)
    return DealDrawn(kind, tuple(seat for seat, is_ready in enumerate(ready) if is_ready))
