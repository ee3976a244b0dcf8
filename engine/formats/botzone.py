"""MCR deals in the manner of Botzone (``mcr-log-v1``): one object, each seat drawing from a wall of its own.

Seat 0 is East. The first draw of East belongs to the deal; a draw right after a kong is its replacement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.formats.game import RecordedDeal, RecordedGame, json_in, points_of
from engine.notation import hand_text, parse_tiles
from engine.rules import load_ruleset
from engine.table.events import (
    ChowClaimed,
    DealDrawn,
    DealStarted,
    Event,
    HandsDealt,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.tiles import EngineError, SeenTile, Tile, parse_tile, rank, sort_key, suit, tile_text

SCHEMA = "mcr-log-v1"
OWN_DRAWS = 21
"""Tiles of each private wall that are left to draw after the deal: 34 less 13."""
_WINDS = "ESWN"


def read_botzone(text: str) -> RecordedGame:
    """The deal in `text`, or the list of them; EngineError says what is wrong."""
    data = json_in(text)
    logs = data if isinstance(data, list) else [data]
    try:
        deals = tuple(_deal(log) for log in logs)
    except (KeyError, TypeError, IndexError, AttributeError) as wrong:
        raise EngineError(f"not a deal of {SCHEMA}: {wrong!r}") from wrong
    return RecordedGame("botzone", load_ruleset("mcr"), deals)


def _deal(log: Mapping[str, Any]) -> RecordedDeal:
    result = log["result"]
    acts = list(log["events"])
    hands = [parse_tiles(hand) for hand in log["deal"]]
    if acts and acts[0]["type"] == "draw" and acts[0]["actor"] == 0:
        hands[0] = (*hands[0], parse_tile(acts.pop(0)["tile"]))
    wind = log.get("round_wind") or "E"
    opening = (DealStarted(0, _WINDS.index(wind)), HandsDealt(0, tuple(hands)))
    return RecordedDeal(
        events=(*opening, *_acts(acts), *_ends(result)),
        payments=points_of(result["scores"], "scores") if result.get("scores") else None,
        totals=(0, 0, 0, 0),
        private_walls=True,
        last_tile=_is_last(result, log["events"]),
    )


def _is_last(result: Mapping[str, Any], acts: Sequence[Mapping[str, Any]]) -> bool:
    """Told by the log, else: the wall of whoever would draw next is empty."""
    flag = (result.get("flags") or {}).get("wall_last")
    if flag is not None:
        return bool(flag)
    newest = next((act["actor"] for act in reversed(acts) if act["type"] in ("draw", "discard")), 0)
    following = (newest + 1) % 4
    drawn = [act for act in acts if act["type"] == "draw" and act["actor"] == following]
    return len(drawn) >= OWN_DRAWS


def _acts(acts: Sequence[Mapping[str, Any]]) -> Iterator[Event]:
    giver, newest, owed = 0, None, None
    for act in acts:
        seat, tile = act["actor"], parse_tile(act["tile"])
        match act["type"]:
            case "draw":
                yield TileDrawn(seat, "tail" if owed == seat else "live", tile)
                owed = None
            case "discard":
                giver, newest = seat, tile
                yield TileDiscarded(seat, tile)
            case "chow":
                yield _chow(seat, giver, newest, act["middle"])
            case "pung":
                yield PungClaimed(seat, giver, newest, (newest,) * 3)
            case "kong_melded":
                owed = seat
                yield KongClaimed(seat, giver, newest, (newest,) * 4)
            case "kong_concealed" | "kong_added":
                owed = seat
                yield KongDeclared(seat, "promoted" if act["type"] == "kong_added" else "concealed", tile)
            case other:
                raise EngineError(f"no such act in {SCHEMA}: {other!r}")


def _chow(seat: int, giver: int, tile: SeenTile, middle: Tile) -> ChowClaimed:
    """The claimed tile lies leftmost, then the two others in order (S004-72)."""
    run = [f"{rank(middle) + step}{suit(middle)}" for step in (-1, 0, 1)]
    if tile not in run:
        raise EngineError(f"a chow around {middle} does not hold the discard {tile_text(tile)}")
    run.remove(tile)
    return ChowClaimed(seat, giver, tile, (tile, *run))


def _ends(result: Mapping[str, Any]) -> Iterator[Event]:
    match result["type"]:
        case "draw":
            yield DealDrawn()
        case "hu":
            giver = None if result.get("self_draw") else result["from"]
            yield Won(result["actor"], parse_tile(result["tile"]), giver)
        case other:
            raise EngineError(f"no such result in {SCHEMA}: {other!r}; expected draw or hu")


def write_botzone(deal: Sequence[Event], scores: Sequence[int] = (0, 0, 0, 0)) -> str:
    """One deal without flowers as ``mcr-log-v1``; EngineError for what the format cannot say."""
    started = next((event for event in deal if isinstance(event, DealStarted)), DealStarted(0))
    dealt = next((event for event in deal if isinstance(event, HandsDealt)), None)
    if dealt is None or dealt.hands is None:
        raise EngineError("this format needs every hand as dealt; the hands of this deal are hidden")
    turned = [(seat + started.dealer) % 4 for seat in range(4)]
    hands = [list(dealt.hands[seat]) for seat in turned]
    first = hands[0].pop() if len(hands[0]) == 14 else None
    acts: list[dict[str, Any]] = []
    if first is not None:
        acts.append({"type": "draw", "actor": 0, "tile": first})
    result: dict[str, Any] = {"type": "draw", "scores": [scores[seat] for seat in turned]}
    for event in deal:
        act = _written(event, started.dealer)
        if isinstance(event, Won):
            result |= act or {}
        elif act:
            acts.append(act)
    log = {
        "schema": SCHEMA,
        "round_wind": _WINDS[started.prevalent_wind % 4],
        "flowers_in_play": False,
        "walltiles": None,
        "deal": [hand_text(hand) for hand in hands],
        "events": acts,
        "result": result,
    }
    return json.dumps(log, ensure_ascii=False)


def _written(event: Event, dealer: int) -> dict[str, Any] | None:
    def who(seat: int) -> int:
        return (seat - dealer) % 4

    match event:
        case TileDrawn(seat, _, tile):
            return {"type": "draw", "actor": who(seat), "tile": tile_text(tile)}
        case TileDiscarded(seat, tile):
            return {"type": "discard", "actor": who(seat), "tile": tile_text(tile)}
        case ChowClaimed(seat, giver, tile, tiles):
            middle = sorted(tiles, key=sort_key)[1]
            return {
                "type": "chow",
                "actor": who(seat),
                "tile": tile_text(tile),
                "middle": tile_text(middle),
                "from": who(giver),
            }
        case PungClaimed(seat, giver, tile) | KongClaimed(seat, giver, tile):
            name = "pung" if isinstance(event, PungClaimed) else "kong_melded"
            return {"type": name, "actor": who(seat), "tile": tile_text(tile), "from": who(giver)}
        case KongDeclared(seat, kind, tile):
            name = "kong_added" if kind == "promoted" else "kong_concealed"
            return {"type": name, "actor": who(seat), "tile": tile_text(tile)}
        case Won(seat, tile, giver):
            return {
                "type": "hu",
                "actor": who(seat),
                "self_draw": giver is None,
                "tile": tile_text(tile),
                "from": None if giver is None else who(giver),
            }
    return None
