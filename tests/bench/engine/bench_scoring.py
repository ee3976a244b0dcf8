"""How fast hands are scored and weighed, next to calling the libraries bare.

    python tests/bench/engine/bench_scoring.py [cases.jsonl]

Without a file the hands are made up (seeded); `--hands` and `--rounds` say how many, and how often. For each
rule set: hands per second by the library alone (called as any program would, from tiles in our notation), by
our scorer with checks, reasons and payments, and by the whole way from a JSON line to a JSON line. Times are
the best of several rounds of processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import MahjongGB
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as LibraryMeld
from mahjong.shanten import Shanten

from engine.scoring.case import won_hand
from engine.scoring.discards import discard_outlooks
from engine.scoring.hand import WonHand
from engine.scoring.mcr.score import score_mcr
from engine.scoring.profiles import score_hand, table_of
from engine.scoring.shape import MCR_SHAPES, RIICHI_SHAPES, counted
from engine.scoring.wire.values import score_line
from engine.tiles import PLAIN

ROUNDS = 9
MELDS = {"chow": LibraryMeld.CHI, "pung": LibraryMeld.PON}
SUIT_LETTERS = {"m": "W", "p": "B", "s": "T"}


def main() -> None:
    """Prints one line for each rule set and one for the discard analyses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", type=Path, nargs="?", help="JSON objects, one a line")
    parser.add_argument("--hands", type=int, default=600, help="made up, without a file")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    if asked.cases and not asked.cases.is_file():
        parser.error(
            f"{asked.cases} is no file of cases, one JSON object a line; leave it out for made-up hands"
        )
    lines = asked.cases.read_text().splitlines() if asked.cases else made_up_lines(asked.hands)
    print(f"{'':14}{'bare /s':>10}{'ours /s':>10}{'ratio':>8}{'JSON /s':>10}")
    for ruleset in ("riichi-tenhou", "mcr", "hkos-10", "hk-13", "doubles"):
        cases = [{**json.loads(line), "ruleset": ruleset} for line in lines]
        report(ruleset, [case for case in cases if score_line(json.dumps(case))["is_win"]], asked.rounds)
    report_discards(asked.hands // 4, min(3, asked.rounds))


def made_up_lines(number: int) -> list[str]:
    """Finished hands of every kind, some with melds, as lines of JSON."""
    chance = random.Random(20)
    return [json.dumps(made_up_case(chance)) for _ in range(number)]


def made_up_case(chance: random.Random) -> dict[str, Any]:
    while True:
        sets = [random_set(chance) for _ in range(4)]
        pair = [chance.choice(PLAIN)] * 2
        tiles = [tile for group in sets for tile in group] + pair
        if max(map(tiles.count, tiles)) <= 4:
            break
    melds = chance.choice([0, 0, 1, 2, 3])
    standing = [tile for group in sets[melds:] for tile in group] + pair
    winning = standing.pop(chance.randrange(len(standing)))
    return {
        "ruleset": "riichi-tenhou",
        "concealed": "".join(standing),
        "win_tile": winning,
        "melds": [{"type": kind(group), "tiles": "".join(group), "from": "left"} for group in sets[:melds]],
        "self_draw": chance.random() < 0.4,
        "seat_wind": "S",
        "round_wind": "E",
        "flags": {"riichi": int(melds == 0)},
        "dora_indicators": ["9m"],
    }


def random_set(chance: random.Random) -> list[str]:
    if chance.random() < 0.6:
        first, suit = chance.randint(1, 7), chance.choice("mps")
        return [f"{first + step}{suit}" for step in range(3)]
    return [chance.choice(PLAIN)] * 3


def kind(group: Sequence[str]) -> str:
    return "pung" if group[0] == group[1] else "chow"


def report(ruleset: str, cases: list[dict[str, Any]], rounds: int) -> None:
    if not cases:
        print(f"{ruleset:14}no finished hand among the cases")
        return
    hands = [won_hand(case) for case in cases]
    texts = [json.dumps(case) for case in cases]
    table = table_of(ruleset)
    bare = {"riichi-tenhou": riichi_bare, "mcr": mcr_bare}.get(ruleset)
    ours = score_mcr if ruleset == "mcr" else lambda hand: score_hand(hand, ruleset, table)
    functions: list[tuple[Callable[[Any], Any], list[Any]]] = [(ours, hands)]
    functions.append((lambda line: json.dumps(score_line(line)), texts))
    if bare is not None:
        functions.append((bare, hands))
    times = best_times(functions, rounds)
    alone = f"{1 / times[2]:>10.0f}" if bare else f"{'-':>10}"
    ratio = f"{times[0] / times[2]:>8.2f}" if bare else f"{'-':>8}"
    print(f"{ruleset:14}{alone}{1 / times[0]:>10.0f}{ratio}{1 / times[1]:>10.0f}")


def report_discards(number: int, rounds: int) -> None:
    chance = random.Random(21)
    hands = []
    for _ in range(number):
        deck = [face for face in PLAIN for _ in range(4)]
        chance.shuffle(deck)
        hands.append(tuple(deck[:14]))
    for name, ours, bare in (
        ("discards", lambda hand: discard_outlooks(hand, 0, RIICHI_SHAPES), discards_bare),
        ("discards mcr", lambda hand: discard_outlooks(hand, 0, MCR_SHAPES), mcr_discards_bare),
    ):
        times = best_times([(ours, hands), (bare, hands)], rounds)
        print(f"{name:14}{1 / times[1]:>10.0f}{1 / times[0]:>10.0f}{times[0] / times[1]:>8.2f}")


def best_times(functions: Sequence[tuple[Callable[[Any], Any], list[Any]]], rounds: int) -> list[float]:
    """Seconds for one call of each function, the best of the rounds, taken in turn."""
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for number, (function, arguments) in enumerate(functions):
            start = time.process_time()
            for argument in arguments:
                function(argument)
            best[number] = min(best[number], (time.process_time() - start) / len(arguments))
    return best


def riichi_bare(won: WonHand) -> Any:
    """The riichi library alone."""
    number = {tile: 4 * index + 1 for index, tile in enumerate(PLAIN)}
    return HandCalculator.estimate_hand_value(
        [number[tile] for tile in won.all_tiles],
        number[won.tile],
        melds=[
            LibraryMeld(MELDS[meld.kind], [number[str(tile)] for tile in meld.tiles]) for meld in won.melds
        ],
        dora_indicators=[number[tile] for tile in won.dora_indicators],
        config=HandConfig(
            is_tsumo=won.self_drawn,
            is_riichi="riichi" in won.circumstances,
            player_wind=27 + won.seat_wind,
            round_wind=27 + won.prevalent_wind,
            options=OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False),
        ),
    )


def mcr_tile(tile: str) -> str:
    if tile[1] != "z":
        return SUIT_LETTERS[tile[1]] + tile[0]
    return f"F{tile[0]}" if tile[0] <= "4" else {"5": "J3", "6": "J2", "7": "J1"}[tile[0]]


def mcr_bare(won: WonHand) -> Any:
    """The MCR library alone."""
    return MahjongGB.MahjongFanCalculator(
        pack=tuple(
            ("PENG" if meld.kind == "pung" else "CHI", mcr_tile(str(meld.tiles[meld.kind == "chow"])), 1)
            for meld in won.melds
        ),
        hand=tuple(mcr_tile(tile) for tile in won.standing),
        winTile=mcr_tile(won.tile),
        flowerCount=0,
        isSelfDrawn=won.self_drawn,
        is4thTile=False,
        isAboutKong=False,
        isWallLast=False,
        seatWind=won.seat_wind,
        prevalentWind=won.prevalent_wind,
        verbose=True,
    )


def discards_bare(hand: tuple[str, ...]) -> Any:
    """Every discard and every tile after it, by the riichi library's distance."""
    counts = list(counted(hand))
    result = []
    for discard in [index for index in range(34) if counts[index]]:
        counts[discard] -= 1
        distance = Shanten.calculate_shanten(counts)
        useful = []
        for tile in range(34):
            if counts[tile] < 4:
                counts[tile] += 1
                if Shanten.calculate_shanten(counts) < distance:
                    useful.append(tile)
                counts[tile] -= 1
        counts[discard] += 1
        result.append((discard, distance, useful))
    return result


def mcr_discards_bare(hand: tuple[str, ...]) -> Any:
    """Every discard, by the five distances with useful tiles that the MCR library knows."""
    spoken = [mcr_tile(tile) for tile in hand]
    result = []
    for discard in sorted(set(spoken)):
        rest = list(spoken)
        rest.remove(discard)
        standing = tuple(rest)
        result.append(
            min(
                (
                    function(hand=standing)
                    for function in (
                        MahjongGB.RegularShanten,
                        MahjongGB.SevenPairsShanten,
                        MahjongGB.ThirteenOrphansShanten,
                        MahjongGB.HonorsAndKnittedTilesShanten,
                        MahjongGB.KnittedStraightShanten,
                    )
                ),
                key=lambda answer: answer[0],
            )
        )
    return result


if __name__ == "__main__":
    main()
