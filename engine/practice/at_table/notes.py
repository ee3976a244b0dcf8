"""What the table trainer tells of an act: which tiles to move on the real table, and the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.practice.lesson import Note, say
from engine.ruleset import Ruleset
from engine.table.events import (
    SEATS,
    ChowClaimed,
    DealDrawn,
    DeclaredReady,
    DoraRevealed,
    Event,
    FlowerDeclared,
    KongClaimed,
    KongDeclared,
    PungClaimed,
    Seat,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.fault import number_of
from engine.tiles import Tile

_RULES_OF = {"chow": "chow_not_from_left", "pung": "not_alike", "kong": "pung_extended_by_discard",
             "win": "win_not_nearest"}  # fmt: skip


def notes_of(rules: Ruleset, event: Event, is_own: bool) -> Iterator[Note]:
    """What to move on the table, and why."""
    match event:
        case TileDrawn(seat, end, tile):
            where = "live" if end == "live" else "tail"
            drawn = (tile,) if is_own else ()
            fault = "out_of_turn" if end == "live" else "wrong_end"
            yield Note(f"draws_{where}", (("seat", seat),), drawn, number_of(fault, rules))
        case TileDiscarded(seat, tile):
            yield say("discards", tile, seat=seat, rule=number_of("discard_without_draw", rules))
        case FlowerDeclared(seat, tile):
            yield say("lays_flower", tile, seat=seat, rule=number_of("flower_out_of_turn", rules))
        case ChowClaimed(seat, giver, _, tiles):
            yield say("claims_chow", *tiles, seat=seat, wind=giver, rule=_rule(rules, "chow"))
            name = "chow_tile_not_left" if rules.chow_tile_left else "claimed_tile_misplaced"
            yield say(
                "turned_left" if rules.chow_tile_left else "turned_in_order", rule=number_of(name, rules)
            )
        case PungClaimed(seat, giver, _, tiles):
            yield say("claims_pung", *tiles, seat=seat, wind=giver, rule=_rule(rules, "pung"))
            yield _turned(rules, seat, giver)
        case KongClaimed(seat, giver, _, tiles):
            yield say("claims_kong", *tiles, seat=seat, wind=giver, rule=_rule(rules, "kong"))
            yield _turned(rules, seat, giver)
        case KongDeclared(seat, kind, tile):
            name = "kong_not_face_down" if kind == "concealed" else "added_tile_misplaced"
            shown = tile if kind == "promoted" or is_own else None
            tiles = (shown,) if shown else ()
            yield Note(f"declares_{kind}", (("seat", seat),), tiles, number_of(name, rules))
        case DoraRevealed(tile):
            yield say("shows_indicator", tile)
        case DeclaredReady(seat):
            yield say("declares_ready", seat=seat)
        case Won(seat, tile, giver):
            name = "wins_drawn" if giver is None else "wins_given"
            yield say(name, tile, seat=seat, wind=seat if giver is None else giver, rule=_rule(rules, "win"))
        case DealDrawn("exhaustive"):
            yield say("deal_is_drawn", rule=number_of("drawn_too_early", rules))
        case DealDrawn(kind):
            yield say("deal_broken_off", rule=number_of("abort_without_cause", rules), kind=kind)


def opening(hands: Sequence[tuple[Seat, tuple[Tile, ...]]]) -> Iterator[Note]:
    """What to lay before the first move: the learner's tiles, and of the others none."""
    for seat, tiles in hands:
        yield say("take_hand", *tiles, seat=seat, count=len(tiles))
    if len(hands) < len(SEATS):
        yield say("others_need_none")


def _turned(rules: Ruleset, seat: Seat, giver: Seat) -> Note:
    """Where the claimed tile lies sideways in its set: on the giver's side."""
    side = {3: "left", 2: "middle", 1: "right"}[(giver - seat) % 4]
    return say(f"turned_{side}", rule=number_of("claimed_tile_misplaced", rules))


def refusal(rules: Ruleset, seat: Seat, why: str) -> Note:
    """Why a claim that was asked for is not granted."""
    fault = {"nearer": "win_not_nearest", "chow_not_from_left": why}.get(why, "claim_out_of_precedence")
    return say(f"refused_{why}", seat=seat, rule=number_of(fault, rules))


def _rule(rules: Ruleset, kind: str) -> str:
    return number_of(_RULES_OF[kind], rules)
