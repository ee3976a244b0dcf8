"""MCR hands counted twice: by PyMahjongGB, and here from the tiles and our own table of what excludes what.

Our own count (`engine.scoring.mcr.own`) must give what the library gives, to the pattern and to its price.
"""

from __future__ import annotations

import random
from collections import Counter

from engine.notation import parse_tiles
from engine.scoring.check import hand_fault
from engine.scoring.hand import Circumstance, WonHand
from engine.scoring.mcr.own import PRICE_OF, counted_ways, worth
from engine.scoring.mcr.score import score_mcr
from engine.table.state import Meld
from engine.tiles import PLAIN, SUITS, Tile

_TERMINALS = tuple((rank, suit) for rank in (1, 9) for suit in SUITS)
ORPHANS = tuple(tile for tile in PLAIN if tile[1] == "z" or tile[0] in "19")


def fan_differences(seed: int, hands: int) -> int:
    """Counts `hands` random finished hands both ways; prints each that differs and what was met."""
    wrong, met, made = 0, Counter[str](), 0
    chance = random.Random(f"fans {seed}")
    while made < hands:
        won = random_win(chance)
        if won is None or hand_fault(won) is not None:
            continue
        made += 1
        said = fan_difference(won)
        met.update(pattern.name for pattern in score_mcr(won).patterns)
        if said:
            wrong += 1
            print(said, flush=True)
    print(*(f"  {met[name]:8} {name}" for name in sorted(PRICE_OF)), sep="\n")
    print(f"{hands} hands of mcr, {wrong} differences")
    return wrong


def fan_difference(won: WonHand) -> str:
    """In what the two counts of one hand differ; empty where they agree."""
    score = score_mcr(won)
    if not score.is_win:
        return f"{won}: the library says {score.reason}"
    library = Counter({pattern.name: pattern.count for pattern in score.patterns})
    prices = {pattern.name: pattern.value for pattern in score.patterns}
    if any(prices[name] != PRICE_OF[name] * count for name, count in library.items()):
        return f"{won}: the library's prices are {prices}"
    ways = sorted(((worth(way), way) for way in counted_ways(won)), key=lambda way: -way[0])
    if ways and score.value == ways[0][0] and any(way == (score.value, library) for way in ways):
        return ""
    return f"{won}:\n  library {score.value} {dict(library)}\n  ours    {ways[0] if ways else 'no hand'}"


def random_win(chance: random.Random) -> WonHand | None:
    """A finished hand of any kind, with circumstances that fit it; None where the tiles do not come out."""
    melds: list[Meld] = []
    match chance.random():
        case at if at < 0.06:
            tiles = _pairs(chance)
        case at if at < 0.08:
            tiles = [*ORPHANS, chance.choice(ORPHANS)]
        case at if at < 0.12:
            tiles = _honours_and_knitted(chance)
        case at if at < 0.16:
            tiles, melds = _regular(chance, _knitted(chance), 1)
        case at if at < 0.22:
            tiles, melds = _planned(chance)
        case _:
            tiles, melds = _regular(chance, [], 4)
    standing = list(tiles)
    if max(Counter([*tiles, *(tile for meld in melds for tile in meld.tiles)]).values()) > 4:
        return None
    return _won(chance, standing, tuple(melds))


def _won(chance: random.Random, standing: list[Tile], melds: tuple[Meld, ...]) -> WonHand:
    winning = standing.pop(chance.randrange(len(standing)))
    drawn = chance.random() < 0.4
    fits: tuple[tuple[Circumstance, float], ...] = (
        ("replacement" if drawn else "robbed_kong", 0.1),
        ("last_draw" if drawn else "last_discard", 0.05),
        ("last_of_kind", 0.1),
    )
    return WonHand(
        tuple(standing),
        winning,
        melds,
        drawn,
        None if drawn else chance.choice((1, 2, 3)),
        0,
        chance.choice((0, 1, 2, 3)),
        frozenset(name for name, odds in fits if chance.random() < odds),
        flower_count=chance.choice((0, 0, 0, 1, 3)),
    )


def _pairs(chance: random.Random) -> list[Tile]:
    if chance.random() < 0.2:
        first, suit = chance.randint(1, 3), chance.choice(SUITS)
        return [f"{first + step}{suit}" for step in range(7)] * 2
    faces = _faces(chance)
    return [tile for _ in range(7) for tile in [chance.choice(faces)] * 2]


def _knitted(chance: random.Random) -> list[Tile]:
    suits = chance.sample(SUITS, 3)
    return [f"{first + step}{suit}" for first, suit in enumerate(suits, 1) for step in (0, 3, 6)]


def _honours_and_knitted(chance: random.Random) -> list[Tile]:
    honours = [f"{rank}z" for rank in range(1, 8)]
    if chance.random() < 0.3:
        return honours + chance.sample(_knitted(chance), 7)
    return chance.sample(honours + _knitted(chance), 14)


def _planned(chance: random.Random) -> tuple[list[Tile], list[Meld]]:
    """A hand of the dear kinds that chance alone seldom makes; a set in it may be melded."""
    one, two, three = chance.sample(SUITS, 3)
    last = chance.choice(ORPHANS)
    plans: tuple[tuple[str, ...], ...] = (
        (f"1112345678999{one}", f"{chance.randint(1, 9)}{one}"),
        (f"123{one}", f"123{one}", f"789{one}", f"789{one}", f"55{one}"),
        (f"123{one}", f"123{two}", f"789{one}", f"789{two}", f"55{three}"),
        (f"123{one}", f"456{two}", f"789{three}", f"555{chance.choice(SUITS)}", last + last),
        (f"345{one}", f"345{two}", f"345{three}", f"456{chance.choice(SUITS)}", f"77{one}"),
        (*(f"{rank}{suit}" * 3 for rank, suit in chance.sample(_TERMINALS, 4)), last + last),
        (f"123{one}", f"456{one}", f"789{one}", f"{chance.choice(('123', '456', '234'))}{one}", last + last),
        (f"789{one}", f"345{two}", f"678{two}", f"222{three}", f"{chance.choice('1234')}z" * 2),
        (f"555{one}", f"456{one}", f"345{two}", f"567{three}", f"55{two}"),
    )
    sets = [parse_tiles(text) for text in chance.choice(plans)]
    opened = [number for number, each in enumerate(sets) if len(each) == 3 and chance.random() < 0.4]
    melds = [
        Meld("pung" if sets[number][0] == sets[number][1] else "chow", sets[number], 3) for number in opened
    ]
    return [tile for number, each in enumerate(sets) if number not in opened for tile in each], melds


def _faces(chance: random.Random) -> list[Tile]:
    """The faces a hand is made of: all, or some kind that patterns ask for."""
    suit = chance.choice(SUITS)
    low, high = sorted((chance.randint(1, 9), chance.randint(1, 9)))
    kinds: tuple[list[Tile], ...] = (
        list(PLAIN),
        list(PLAIN),
        [tile for tile in PLAIN if tile[1] == suit],
        [tile for tile in PLAIN if tile[1] in (suit, "z")],
        [tile for tile in PLAIN if tile[1] != suit],
        [tile for tile in PLAIN if tile[1] != "z" and low <= int(tile[0]) <= high],
        list(ORPHANS),
        [tile for tile in PLAIN if tile[1] == "z"],
        [f"{rank}s" for rank in (2, 3, 4, 6, 8)] + ["6z"],
        [f"{rank}p" for rank in (1, 2, 3, 4, 5, 8, 9)] + [f"{rank}s" for rank in (2, 4, 5, 6, 8, 9)] + ["5z"],
    )
    return chance.choice(kinds)


def _regular(chance: random.Random, tiles: list[Tile], sets: int) -> tuple[list[Tile], list[Meld]]:
    """`tiles` with so many sets and a pair, some of the sets melded."""
    faces, chows = _faces(chance), chance.choice((0.0, 0.3, 0.7, 1.0))
    open_odds, kong_odds = chance.choice((0.0, 0.2, 0.6, 1.0)), chance.choice((0.0, 0.2, 0.7))
    standing, melds, newest = list(tiles), list[Meld](), list[Tile]()
    for _ in range(sets):
        newest = _next_set(chance, faces, chows, newest)
        is_open, is_kong = chance.random() < open_odds, chance.random() < kong_odds
        if newest[0] != newest[1]:
            melds += [Meld("chow", tuple(newest), 3)] if is_open else []
            standing += [] if is_open else newest
        elif is_kong:
            kind = "melded_kong" if is_open else "concealed_kong"
            melds.append(Meld(kind, (newest[0],) * 4, 3 if is_open else None))
        elif is_open:
            melds.append(Meld("pung", tuple(newest), chance.choice((1, 2, 3))))
        else:
            standing += newest
    return standing + [chance.choice(faces)] * 2, melds


def _next_set(chance: random.Random, faces: list[Tile], chows: float, before: list[Tile]) -> list[Tile]:
    """A set of those faces, often next to the one before: shifted, or the same in another suit."""
    face = chance.choice(faces)
    if before and before[0][1] != "z" and chance.random() < 0.5:
        rank = min(9, max(1, int(before[0][0]) + chance.choice((0, 0, 1, 1, 2, 3, -1))))
        face = f"{rank}{chance.choice((before[0][1], chance.choice(SUITS)))}"
    run = [f"{int(face[0]) + step}{face[1]}" for step in range(3)] if face[1] != "z" else []
    return run if run and int(face[0]) <= 7 and chance.random() < chows else [face] * 3
