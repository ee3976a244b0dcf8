"""`jantaku replay`: recorded games played again through the rules, one line a deal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from engine.formats.any import READERS, read_game
from engine.formats.game import RecordedGame
from engine.formats.replay import DealResult, Replay, replay
from engine.tiles import EngineError, tile_text

_WINDS = "ESWN"


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a deal, then one for the game.")
@click.option(
    "--format",
    "format_name",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", *READERS]),
    help="How the file is written.",
)
def command(files: tuple[Path, ...], as_json: bool, format_name: str) -> None:
    """Replay recorded games: the faults of every deal, its points, and the final scores.

    Reads mjai lines, tenhou.net/6 JSON, mcr-log-v1 objects and our own journal lines. Points are worked out
    anew and compared with what the file says. Exit status 1 when any deal has a fault or other points."""
    clean = True
    for file in files:
        played = replay(_game_of(file, format_name))
        clean = clean and played.agrees and not any(deal.faults for deal in played.deals)
        for line in _json_lines(file, played) if as_json else _plain_lines(file, played):
            click.echo(line)
    if not clean:
        sys.exit(1)


def _game_of(file: Path, format_name: str) -> RecordedGame:
    """The game in `file`; EngineError naming the file when there is none."""
    try:
        return read_game(file.read_text(encoding="utf-8"), format_name)
    except UnicodeDecodeError:
        raise EngineError(f"{file} is not text; expected a recorded game") from None
    except OSError as wrong:
        raise EngineError(f"cannot read {file}: {wrong.strerror}") from wrong
    except (EngineError, RecursionError) as wrong:
        raise EngineError(f"{file}: {wrong}") from wrong


def _json_lines(file: Path, played: Replay) -> Iterator[str]:
    for deal in played.deals:
        yield json.dumps({"file": str(file), **deal_json(deal)}, ensure_ascii=False)
    faults = sum(len(deal.faults) for deal in played.deals)
    yield json.dumps(
        {
            "file": str(file),
            "format": played.game.format,
            "rules": played.game.rules.name,
            "deals": len(played.deals),
            "faults": faults,
            "final": list(played.final),
            "final_told": None if played.game.final is None else list(played.game.final),
            "agrees": played.agrees,
        }
    )


def deal_json(deal: DealResult) -> dict[str, Any]:
    """One deal's result as JSON values."""
    return {
        "deal": deal.number,
        "round": f"{_WINDS[deal.prevalent_wind % 4]}{deal.dealer + 1}",
        "honba": deal.honba,
        "ended_by": deal.ended_by,
        "winners": list(deal.winners),
        "payments": list(deal.payments),
        "told": None if deal.recorded is None else list(deal.recorded),
        "totals": list(deal.totals),
        "agrees": deal.agrees,
        "unknown": list(deal.unknown),
        "faults": [
            {
                "event": number,
                "fault": fault.name,
                "rule": fault.rule,
                "seat": fault.seat,
                "tiles": [tile_text(tile) for tile in fault.tiles],
                "consequence": fault.consequence,
            }
            for number, fault in deal.faults
        ],
    }


def _plain_lines(file: Path, played: Replay) -> Iterator[str]:
    yield f"{file} ({played.game.format}, {played.game.rules.title})"
    for deal in played.deals:
        name = f"{_WINDS[deal.prevalent_wind % 4]}{deal.dealer + 1}-{deal.honba}"
        how = deal.ended_by or "not ended"
        if deal.winners:
            how = f"won by {', '.join(map(str, deal.winners))}"
        points = " ".join(f"{paid:+}" for paid in deal.payments)
        differs = "" if deal.agrees else f"  but the file says {deal.recorded}"
        yield f"  {name:6} {how:24} {points}{differs}"
        for number, fault in deal.faults:
            tiles = " ".join(map(tile_text, fault.tiles))
            yield f"         event {number}: {fault.name} ({fault.rule}), seat {fault.seat} {tiles}"
    yield f"  final  {' '.join(map(str, played.final))}" + ("" if played.agrees else "  NOT as the file says")
