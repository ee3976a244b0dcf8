"""The right answers of the chapter's quiz, each worked out by the engine for the rule set and the seed."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import get_args

from engine.judge.claims import ClaimKind, PossibleClaim, claims, resolve
from engine.judge.faults import faults
from engine.judge.faults_claims import is_chow
from engine.notation import parse_tiles, place_text
from engine.practice.laying import due_meld, lying, meld_notes
from engine.practice.shown import Row, Shown, laid
from engine.ruleset import Ruleset
from engine.scoring.hand import WonHand
from engine.scoring.profiles import score_hand, table_of
from engine.scoring.table import profile_of
from engine.table.apply import apply, new_table
from engine.table.deal_plan import deal_plan
from engine.table.events import (
    SEATS,
    Event,
    FlowerDeclared,
    HandsDealt,
    KongDeclared,
    PungClaimed,
    TileDiscarded,
    TileDrawn,
    Won,
)
from engine.table.state import GameState, MeldKind, Wall
from engine.table.tile_set import all_tiles
from engine.table.wall import break_place, dealt_tiles, full_wall, place_after
from engine.tiles import DRAGONS, FLOWERS, SUITED, Tile


def no_such_kind(rules: Ruleset, seed: int) -> str:
    """The kind of tile no set has (S004-Q1)."""
    kinds: dict[str, tuple[Tile, ...]] = {
        "dragons": DRAGONS,
        "tigers": (),
        "bamboos": tuple(tile for tile in SUITED if tile[1] == "s"),
        "seasons": FLOWERS[4:],
    }
    tiles = all_tiles(rules)
    return next(kind for kind, faces in kinds.items() if not any(face in tiles for face in faces))


def with_bamboo(rules: Ruleset, seed: int) -> str:
    """How many of all tiles show bamboo (S004-Q3): the ones show a bird, a flower a bamboo."""
    return str(sum(tile in ("4f", *(f"{number}s" for number in range(2, 10))) for tile in all_tiles(rules)))


def counted_from(rules: Ruleset, seed: int) -> str:
    """Stack 1 is at the owner's right end; the next one of the wall is taken clockwise."""
    first, second = place_after(rules, 0, 1), place_after(rules, 0, 2)
    end = "right" if first.stack == 1 else "left"
    return f"{end}_{'clockwise' if second.stack > first.stack else 'counter'}"


def directions(rules: Ruleset, seed: int) -> str:
    """Which side follows at the wall's end, and whose turn follows a discard."""
    beyond = place_after(rules, 1, rules.stacks + 1).side
    turn = apply(_begun(rules), TileDiscarded(0, None)).turn
    return f"{'clockwise' if beyond == 0 else 'counter'}_{'counter' if turn == 1 else 'clockwise'}"


def not_in_first_move(rules: Ruleset, seed: int) -> str:
    """The act that is a fault as the first of all (S004-50)."""
    hands = {0: "1f9999m123p456s789s"}
    state = _begun(rules, hands)
    state = apply(apply(state, FlowerDeclared(1, "2f")), TileDrawn(1, "tail"))
    acts: dict[str, Event] = {
        "flower": FlowerDeclared(0, "1f"),
        "win": Won(0, None),
        "kong": KongDeclared(0, "concealed", "9m"),
        "discard": TileDiscarded(0, "1p"),
    }
    bad = [
        name for name, act in acts.items() if any(f.name == "not_in_first_move" for f in faults(state, act))
    ]
    return bad[0]


def kinds_of_kong(rules: Ruleset, seed: int) -> str:
    """How many kinds of kong there are (S004-55)."""
    return str(sum(kind.endswith("kong") for kind in get_args(MeldKind)))


def four_sets(rules: Ruleset, seed: int) -> tuple[Row, ...]:
    """Four sets as they lie, one of them wrongly."""
    chance = random.Random(f"sets {seed}")
    picked = chance.sample((0, 1, 2, 3, 5, 6, 7), 4)
    rows = [lying(due_meld(rules, 11 * seed + number), rules) for number in picked]
    bad = chance.randrange(4)
    rows[bad] = _spoiled(rows[bad])
    return tuple(rows)


def _spoiled(row: Row) -> Row:
    """The same set with two tiles turned: nobody can tell who gave it."""
    other = next(place for place, tile in enumerate(row) if not tile.turned)
    return tuple(replace(tile, turned=tile.turned or place == other) for place, tile in enumerate(row))


def wrong_set(rules: Ruleset, seed: int) -> str:
    """Which of four sets lies wrongly (S004-68)."""
    chance = random.Random(f"sets {seed}")
    picked = chance.sample((0, 1, 2, 3, 5, 6, 7), 4)
    for number, (which, row) in enumerate(zip(picked, four_sets(rules, seed), strict=True)):
        if list(meld_notes(rules, due_meld(rules, 11 * seed + which), Shown((row,)))):
            return str(number + 1)
    return "0"


def robbed(rules: Ruleset, seed: int) -> str:
    """After which kong somebody else may win on its tile."""
    pung = apply(_begun(rules, {0: "14p99s123m456m789p1z"}), TileDiscarded(0, "1z"))
    robbable = []
    for kind in ("concealed", "promoted"):
        state = pung
        if kind == "promoted":
            state = apply(state, PungClaimed(1, 0, "1z", ("1z",) * 3))
            state = apply(state, TileDiscarded(1, None))
            for seat in (2, 3, 0):
                state = apply(apply(state, TileDrawn(seat)), TileDiscarded(seat, None))
        state = apply(
            apply(state, TileDrawn(1)),
            KongDeclared(1, "promoted" if kind == "promoted" else "concealed", "1z"),
        )
        if any(claim.kind == "win" for claim in claims(state)):
            robbable.append(kind)
    return robbable[0] if robbable else "none"


def can_declare(rules: Ruleset, seed: int) -> str:
    """How many may claim one discard (S004-57)."""
    state = apply(_begun(rules), TileDiscarded(0, "3m"))
    return str(len({claim.seat for claim in claims(state)}))


def different_words(rules: Ruleset, seed: int) -> str:
    """Three copies of the discard are left for pungs and kongs; only one player sits to the right."""
    copies = {"chow": 0, "pung": 2, "kong": 3, "win": 0}
    possible = (
        words
        for words in product(copies, repeat=3)
        if sum(copies[word] for word in words) <= 3 and words.count("chow") <= 1
    )
    return str(max(len(set(words)) for words in possible))


def never_worth(rules: Ruleset, seed: int) -> str:
    """What a pung of winds is worth for every seat and round, and what it never is."""
    worth = {_wind_pung_value(rules, seat, prevalent) for seat, prevalent in product(SEATS, repeat=2)}
    return next(option for option in ("1", "2", "3", "4") if int(option) not in worth)


def _wind_pung_value(rules: Ruleset, seat: int, prevalent: int) -> int:
    standing = tuple(tile for tile in parse_tiles("123m456p789s111z2s") if tile)
    won = WonHand(standing, "2s", self_drawn=True, seat_wind=seat, prevalent_wind=prevalent)
    profile = profile_of(rules)
    score = score_hand(won, profile, table_of(profile))
    names = ("prevalent_wind", "seat_wind", "pung_of_terminals_or_honors")
    return sum(pattern.value for pattern in score.patterns if pattern.name in names)


def most_declarations(rules: Ruleset, seed: int) -> str:
    """Every flower and four kongs, each drawn as the replacement of the one before, then the win."""
    held: Tile = "1f"
    state = apply(_begun(rules, {1: "111m222m333m444m5s"}), TileDiscarded(0, "9p"))
    state = apply(state, TileDrawn(1, "live", held))
    said = 0
    for tile in [*(f"{number}f" for number in range(2, 9)), "1m", "2m", "3m", "4m", "5s"]:
        act: Event = FlowerDeclared(1, held) if held in FLOWERS else KongDeclared(1, "concealed", held)
        said += not faults(state, act)
        state = apply(apply(state, act), TileDrawn(1, "tail", tile))
        held = tile
    return str(said + (not faults(state, Won(1, held))))


def four_words_from(rules: Ruleset, seed: int) -> str:
    """Whose discard lets one player say four words."""
    hand, sides = "333m45m345p345s88s", {3: "left", 2: "across", 1: "right"}
    for giver, side in sides.items():
        state = _begun(rules, {0: hand}, dealer=giver)
        state = apply(state, TileDiscarded(giver, "3m"))
        if len({claim.kind for claim in claims(state) if claim.seat == 0}) == 4:
            return side
    return "none"


def never_first(rules: Ruleset, seed: int) -> str:
    """The stacks that are never among East's first two, whatever the dice show."""
    places = {place_text(place_after(rules, side, 1 + at)) for side in SEATS for at in range(rules.stacks)}
    for first, second in product(range(2, 13), repeat=2):
        broken = break_place(rules, 0, (first, second))
        grab = deal_plan(rules, Wall(full_wall(rules).heights, broken), 0)[0]
        places -= {place_text(place) for place in grab.places}
    return " ".join(sorted(places))


def own_wind(rules: Ruleset, seed: int) -> str:
    """How many players have the wind of the round, in every deal of every round."""
    counts = {
        sum((seat - dealer) % 4 == prevalent for seat in SEATS) for dealer in SEATS for prevalent in range(4)
    }
    return str(counts.pop()) if len(counts) == 1 else "?"


def left_after_deal(rules: Ruleset, seed: int) -> str:
    """What the wall has left (S004-36)."""
    return str(rules.tiles - dealt_tiles(rules))


_RUNS = ("123z", "891p", "2s3m4p", "789p")


def runs(rules: Ruleset, seed: int) -> tuple[Row, ...]:
    """Three tiles each that may be a chow."""
    return tuple(laid(parse_tiles(text)) for text in _RUNS)


def real_chow(rules: Ruleset, seed: int) -> str:
    """Which of them is one (S002-09)."""
    return next(str(at + 1) for at, text in enumerate(_RUNS) if is_chow(parse_tiles(text)))


def two_winners(rules: Ruleset, seed: int) -> str:
    """South discards; North and East both say that they win."""
    kind: ClaimKind = "win"
    taken = resolve(rules, tuple(PossibleClaim(seat, 1, kind, "5p") for seat in (0, 3))).taken
    return "both" if len(taken) == 2 else {0: "east", 3: "north"}[taken[0].seat]


def _begun(rules: Ruleset, hands: dict[int, str] | None = None, dealer: int = 0) -> GameState:
    """A dealt table, hands hidden but for those given."""
    sizes = [14 if seat == dealer else 13 for seat in SEATS]
    dealt = tuple(
        parse_tiles(hands[seat]) if hands and seat in hands else (None,) * sizes[seat] for seat in SEATS
    )
    return apply(replace(new_table(rules, dealer), wall=full_wall(rules)), HandsDealt(dealer, dealt))
