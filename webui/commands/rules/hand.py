"""`jantaku hand`: waits, distance from ready, useful tiles, and what each discard leads to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import click

from engine.notation import parse_seat
from engine.scoring.case import CaseError, parse_tiles
from engine.scoring.check import meld_fault
from engine.scoring.discards import DiscardOutlook, Outlook, discard_outlooks, outlook
from engine.scoring.hand import meld_tiles
from engine.scoring.shape import SHAPES, Shape
from engine.table.state import SeatState
from engine.tiles import EngineError, SeenTile, Tile, plain

KINDS = {"riichi": "riichi", "mcr": "mcr", "hk": "hong_kong", "hong_kong": "hong_kong", "doubles": "doubles"}


@click.command("hand")
@click.argument("hand")
@click.option(
    "--rules",
    type=click.Choice(sorted(KINDS)),
    default="riichi",
    show_default=True,
    help="By whose rules a hand is complete.",
)
@click.option("--seen", default="", metavar="TILES", help="Other tiles that lie visible.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def command(hand: str, rules: str, seen: str, as_json: bool) -> None:
    """Say what a HAND in play waits for or needs, and what each discard would leave.

    A hand is written as "123m 456p 789s 11z + pung:222z<across": 13 tiles less 3 for each meld, or one more
    when a discard is due.
    """
    try:
        answer = _answer(parse_seat(hand.replace(" ", "")), SHAPES[KINDS[rules]], parse_tiles(seen, "--seen"))
    except CaseError as wrong:
        raise click.ClickException(wrong.fault.text) from None
    except EngineError as wrong:
        raise click.ClickException(str(wrong)) from None
    if as_json:
        click.echo(json.dumps(_to_json(answer), ensure_ascii=False))
        return
    for line in _lines(answer):
        click.echo(line)


Answer = Outlook | tuple[DiscardOutlook, ...]


def _answer(seat: SeatState, shapes: frozenset[Shape], seen: tuple[Tile, ...]) -> Answer:
    standing, melds = known(seat.standing), seat.melds
    fault = meld_fault(melds)
    if fault is not None:
        raise CaseError(fault.name, fault.text)
    visible = (*seen, *meld_tiles(melds))
    copies = Counter(map(plain, (*standing, *visible)))
    if copies and max(copies.values()) > 4:
        raise CaseError("five_copies", "more than four of one tile in the hand and among those seen")
    match len(standing) - (13 - 3 * len(melds)):
        case 0:
            return outlook(standing, len(melds), shapes, visible)
        case 1:
            return discard_outlooks(standing, len(melds), shapes, visible)
    expected = 13 - 3 * len(melds)
    raise CaseError("wrong_count", f"{len(standing)} standing tiles; expected {expected} or {expected + 1}")


def known(tiles: tuple[SeenTile, ...]) -> tuple[Tile, ...]:
    """The tiles, all of them known; raises CaseError where one is not."""
    if None in tiles:
        raise CaseError("unknown_tiles", "a hand with unknown tiles cannot be weighed")
    return tuple(tile for tile in tiles if tile is not None)


def _lines(answer: Answer) -> Iterator[str]:
    if isinstance(answer, Outlook):
        yield _sentence(answer)
        yield f"  {_tiles(answer)}"
        return
    for choice in answer:
        yield f"{choice.discard}: {_sentence(choice.outlook)}  {_tiles(choice.outlook)}"


def _sentence(view: Outlook) -> str:
    shapes = ", ".join(shape.replace("_", " ") for shape in view.shapes)
    if view.distance < 0:
        return f"complete ({shapes})"
    away = "ready" if view.distance == 0 else f"{view.distance} from ready"
    return f"{away} ({shapes}), {view.unseen} unseen of {len(view.useful)} kinds"


def _tiles(view: Outlook) -> str:
    return " ".join(f"{useful.tile}x{useful.unseen}" for useful in view.useful)


def _to_json(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Outlook):
        return _outlook_json(answer)
    return {"discards": [{"discard": choice.discard, **_outlook_json(choice.outlook)} for choice in answer]}


def _outlook_json(view: Outlook) -> dict[str, Any]:
    return {
        "distance": view.distance,
        "shapes": list(view.shapes),
        "useful": {useful.tile: useful.unseen for useful in view.useful},
        "unseen": view.unseen,
    }
