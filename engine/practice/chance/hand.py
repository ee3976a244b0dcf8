"""Hands made from a seed: to discard from, ready ones, and finished ones with sets on the table."""

from __future__ import annotations

import random
from collections import Counter

from engine.judge.claims import PossibleClaim
from engine.judge.legal import laid as laid_claim
from engine.practice.shown import Row, ShownTile
from engine.ruleset import Ruleset
from engine.scoring.hand import WonHand
from engine.scoring.shape import counted, counts_distance, shapes_of
from engine.table.state import Meld
from engine.table.tile_set import all_tiles
from engine.tiles import HONOURS, SUITS, Tile, is_flower, plain, sort_key

FAR_ENOUGH = 3
"""A hand to discard from is no farther from ready than this."""


def random_hand(rules: Ruleset, seed: int, tiles: int = 14) -> tuple[Tile, ...]:
    """Fourteen tiles a few draws into a deal: near enough to ready to be worth a thought."""
    chance = random.Random(f"hand {rules.name} {seed}")
    bag = [tile for tile in all_tiles(rules) if not is_flower(tile)]
    chance.shuffle(bag)
    hand, rest = bag[:tiles], bag[tiles:]
    shapes = shapes_of(rules)
    for tile in rest:
        far = counts_distance(counted(hand), 0, shapes)
        if 1 <= far <= FAR_ENOUGH:
            break
        worst = min(
            range(tiles), key=lambda at: counts_distance(counted(hand[:at] + hand[at + 1 :]), 0, shapes)
        )
        hand[worst] = tile
    return tuple(sorted(hand, key=sort_key))


def ready_hand(rules: Ruleset, seed: int) -> tuple[Tile, ...]:
    """Thirteen tiles one short of a finished hand, mostly of one suit so that the waits are worth finding."""
    chance = random.Random(f"ready {rules.name} {seed}")
    suit = chance.choice(SUITS)
    suits = [suit] * 4 + [chance.choice(SUITS)]
    while True:
        tiles = [tile for _ in range(4) for tile in _group(chance, chance.choice(suits))]
        pair = _pair(chance, suits)
        hand = [*tiles, pair, pair]
        if max(Counter(hand).values()) <= 4:
            del hand[chance.randrange(14)]
            return tuple(sorted(hand, key=sort_key))


def finished_hand(rules: Ruleset, seed: int) -> WonHand:
    """A finished hand with sets on the table now and then; what it is worth is the scorer's to say."""
    chance = random.Random(f"won {rules.name} {seed}")
    suits = chance.choice([SUITS, SUITS, (chance.choice(SUITS),), (chance.choice(SUITS), "z"), (*SUITS, "z")])
    while True:
        groups = [_group(chance, chance.choice(suits)) for _ in range(4)]
        pair = _pair(chance, suits)
        if max(Counter([*(t for group in groups for t in group), pair, pair]).values()) <= 4:
            break
    open_sets = chance.choice((0, 0, 0, 1, 1, 2))
    melds = tuple(_claimed(rules, group, chance) for group in groups[:open_sets])
    standing = [tile for group in groups[open_sets:] for tile in group] + [pair, pair]
    winning = standing.pop(chance.randrange(len(standing)))
    self_drawn = chance.random() < 0.4
    return WonHand(
        tuple(sorted(standing, key=sort_key)),
        winning,
        melds,
        self_drawn,
        giver=None if self_drawn else chance.choice((1, 2, 3)),
        seat_wind=0,
        prevalent_wind=chance.choice((0, 1)),
    )


def lying_hand(hand: WonHand, rules: Ruleset) -> Row:
    """How a finished hand is laid open: standing tiles, the winning one last and turned when it was given
    (S004-70), the sets at the right."""
    standing = [ShownTile(tile) for tile in hand.standing]
    winning = ShownTile(hand.tile, turned=not hand.self_drawn)
    sets = [
        ShownTile(tile, at == meld.claimed_index, apart=at == 0)
        for meld in hand.melds
        for at, tile in enumerate(meld.tiles)
    ]
    return (*standing, winning, *sets)


def _group(chance: random.Random, suit: str) -> tuple[Tile, ...]:
    if suit == "z" or chance.random() < 0.3:
        tile = chance.choice(HONOURS) if suit == "z" else f"{chance.randint(1, 9)}{suit}"
        return (tile,) * 3
    first = chance.randint(1, 7)
    return tuple(f"{first + step}{suit}" for step in range(3))


def _pair(chance: random.Random, suits: tuple[str, ...] | list[str]) -> Tile:
    suit = chance.choice(list(suits))
    return chance.choice(HONOURS) if suit == "z" else f"{chance.randint(1, 9)}{suit}"


def _claimed(rules: Ruleset, group: tuple[Tile, ...], chance: random.Random) -> Meld:
    """The group as a claimed set, laid as this table lays it."""
    if plain(group[0]) == plain(group[1]):
        giver = chance.choice((1, 2, 3))
        return Meld("pung", group, giver, {3: 0, 2: 1, 1: 2}[giver])
    tile = chance.choice(group)
    own = tuple(each for each in group if each != tile)
    tiles = laid_claim(rules, PossibleClaim(0, 3, "chow", tile, own))
    return Meld("chow", tiles, 3, tiles.index(tile))
