"""`jantaku score`: what a hand is worth, for people and, as JSON lines, for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, BinaryIO, TextIO

import click

from engine.notation import parse_seat, tiles_text
from engine.scoring.case import CaseError, won_hand
from engine.scoring.hand import WIND_LETTERS, WonHand
from engine.scoring.profiles import profile_name, score_hand, table_of
from engine.scoring.wire.values import score_line, score_to_json
from engine.table.state import SeatState
from engine.tiles import EngineError, SeenTile, Tile, plain
from webui.text.score_text import score_lines

WINDS = click.Choice(["E", "S", "W", "N"])

NO_WIN = ("no_yaku", "not_complete")
"""Answers about a hand that was read; every other fault is of what was typed."""


@click.command("score")
@click.argument("hand", required=False)
@click.option("--win", "winning", metavar="TILE", help="The winning tile, written in the hand or besides it.")
@click.option("--rules", "ruleset", default="riichi", show_default=True, help="How to score; see below.")
@click.option("--self-draw", is_flag=True, help="The winning tile was drawn.")
@click.option("--from", "giver", type=click.Choice(["left", "across", "right"]), help="Who gave it.")
@click.option("--seat", type=WINDS, default="E", show_default=True, help="The winner's wind.")
@click.option("--round", "round_wind", type=WINDS, default="E", show_default=True, help="The prevalent wind.")
@click.option("--dora", default="", metavar="TILES", help="Dora indicators.")
@click.option("--ura", default="", metavar="TILES", help="Indicators under them.")
@click.option("--honba", type=int, default=0, help="Counters.")
@click.option("--sticks", type=int, default=0, help="Riichi sticks on the table.")
@click.option("--flowers", default="", metavar="TILES", help="Flowers laid, such as 1f5f.")
@click.option("--flag", "flags", multiple=True, help="riichi, ippatsu, rinshan, last_draw, rob ... (repeat).")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A table's own rule (repeat).")
@click.option("--json", "as_json", is_flag=True, help="Write JSON; without a hand, read JSON lines as well.")
def command(hand: str | None, as_json: bool, **given: Any) -> None:
    """Say what a finished HAND is worth, why, and who pays whom.

    A hand is written as "123m 456p 789s 11z + pung:222z<across". Rules: riichi-tenhou, riichi-majsoul,
    riichi-majiang, riichi-ema, riichi-wrc, riichi-jpml-a, mcr, hkos-10, hk-13, doubles. With --json and no
    hand, reads one case a line from standard input and writes one result a line (the fields are in
    docs/scoring.md).
    """
    if hand is None:
        if not as_json:
            raise click.UsageError("give a hand, or --json to read cases from standard input")
        _score_lines(sys.stdin.buffer, sys.stdout)
        return
    try:
        _score_hand(hand, as_json, given)
    except CaseError as wrong:
        raise click.ClickException(wrong.fault.text) from None
    except EngineError as wrong:
        raise click.ClickException(str(wrong)) from None


def _score_lines(cases: BinaryIO, results: TextIO) -> None:
    for line in cases:
        if line.strip():
            results.write(json.dumps(score_line(line)) + "\n")


def _score_hand(hand: str, as_json: bool, given: Mapping[str, Any]) -> None:
    profile = profile_name(given["ruleset"])
    won = _won(hand, given)
    score = score_hand(won, profile, table_of(profile, dict(map(_option, given["options"]))))
    if as_json:
        click.echo(json.dumps(score_to_json(score)))
    else:
        for line in score_lines(won, score):
            click.echo(line)
    if score.faults and score.reason not in NO_WIN:
        raise SystemExit(1)


def _won(hand: str, given: Mapping[str, Any]) -> WonHand:
    """The hand that the command line describes."""
    seat = parse_seat(hand.replace(" ", ""), WIND_LETTERS.index(given["seat"]))
    if not given["winning"]:
        raise CaseError("winning_tile_missing", "say which tile wins with --win, such as --win 3m")
    case = {
        "concealed": tiles_text(_without_winning_tile(seat, given["winning"])),
        "win_tile": given["winning"],
        "self_draw": given["self_draw"],
        "win_from": given["giver"],
        "seat_wind": given["seat"],
        "round_wind": given["round_wind"],
        "dora_indicators": given["dora"],
        "ura_indicators": given["ura"],
        "honba": given["honba"],
        "riichi_sticks": given["sticks"],
        "flowers": given["flowers"] or tiles_text(seat.flowers),
        "flags": dict(map(_flag, given["flags"])),
    }
    return replace(won_hand(case), melds=seat.melds)


def _without_winning_tile(seat: SeatState, winning: Tile) -> tuple[SeenTile, ...]:
    """The standing tiles without the winning one, whether it was written among them or not."""
    if len(seat.standing) != 14 - 3 * len(seat.melds):
        return seat.standing
    fitting = [place for place, tile in enumerate(seat.standing) if tile and plain(tile) == plain(winning)]
    exact = [place for place in fitting if seat.standing[place] == winning]
    if not fitting:
        raise CaseError("winning_tile_missing", f"the winning tile {winning} is not in the hand")
    place = (exact or fitting)[0]
    return seat.standing[:place] + seat.standing[place + 1 :]


def _flag(text: str) -> tuple[str, object]:
    return ("riichi", 2) if text == "double_riichi" else (text, 1 if text == "riichi" else True)


def _option(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CaseError("unknown_option", f"an option is NAME=VALUE, got {text!r}")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)
