"""Laying sets and discards as the table's rules want them (S001-31..52, S004-59..76, S004-20)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.judge.claims import PossibleClaim, chow_pairs
from engine.judge.faults_lying import lying_faults
from engine.judge.legal import laid as laid_claim
from engine.practice.lesson import Answer, Lesson, Note, Task, Verdict, not_judged, right, say, wrong
from engine.practice.shown import Row, Shown, ShownTile, laid
from engine.ruleset import Ruleset
from engine.table.apply import apply, new_table
from engine.table.events import KongDeclared, Seat
from engine.table.expected import face_down_places
from engine.table.fault import number_of
from engine.table.reading import SeatReading, SeenMeld, Sighting, TableReading
from engine.table.seating import with_seat
from engine.table.state import GameState, Meld, MeldKind
from engine.table.tile_set import all_tiles
from engine.tiles import PLAIN, SUITED, Tile, is_flower, plain, same_face

OWN: Seat = 0
SIDES = {3: "left", 2: "across", 1: "right"}
SETS: tuple[tuple[MeldKind, Seat | None], ...] = (
    ("chow", 3),
    ("pung", 3),
    ("pung", 2),
    ("pung", 1),
    ("concealed_kong", None),
    ("melded_kong", 3),
    ("melded_kong", 2),
    ("melded_kong", 1),
    ("promoted_kong", 3),
    ("promoted_kong", 2),
    ("promoted_kong", 1),
)
"""Every kind of set with every giver there can be."""


def meld_task(rules: Ruleset, seed: int) -> Task:
    """Claim or declare one set and lay it as this table does."""
    kind, giver = SETS[seed % len(SETS)]
    meld = due_meld(rules, seed)
    tile = _claimed(meld)
    values: dict[str, object] = {"tile": tile}
    if giver is not None:
        values["giver"] = say(f"giver_{SIDES[giver]}")
    faults = _rule_of(kind, rules)
    return Task(
        "meld",
        seed,
        rules,
        Note(f"task_meld_{kind}", tuple(values.items())),
        rows=(laid(sorted(_own_tiles(meld))),),
        want=(lying(meld, rules),),
        because=(say(f"meld_rule_{_custom(kind, rules)}", rule=faults),),
        hints=(say("hint_giver_side") if giver is not None else say("hint_face_down"),),
    )


def due_meld(rules: Ruleset, seed: int) -> Meld:
    """The set of a task as it must lie; the tiles are chosen by the seed."""
    kind, giver = SETS[seed % len(SETS)]
    chance = random.Random(f"meld {seed}")
    tile = chance.choice(SUITED if kind == "chow" else PLAIN)
    if kind == "concealed_kong":
        return Meld(kind, (tile,) * 4)
    assert giver is not None
    if kind == "chow":
        own: tuple[Tile, ...] = chance.choice(chow_pairs(tile))
        claim = PossibleClaim(OWN, giver, "chow", tile, own)
        tiles = laid_claim(rules, claim)
        return Meld(kind, tiles, giver, tiles.index(tile))
    copies = 3 if kind == "melded_kong" else 2
    place = {3: 0, 2: 1, 1: copies}[giver]
    if kind != "promoted_kong":
        return Meld(kind, (tile,) * (copies + 1), giver, place)
    state = _state(rules, Meld("pung", (tile,) * 3, giver, place))
    return apply(state, KongDeclared(OWN, "promoted", tile)).seats[OWN].melds[0]


def lying(meld: Meld, rules: Ruleset) -> Row:
    """How `meld` lies at a table of these rules."""
    down = face_down_places(meld, rules)
    return tuple(
        ShownTile(None if place in down else tile, place == meld.claimed_index, place in down)
        for place, tile in enumerate(meld.tiles)
    )


def check_meld(task: Task, answer: Answer) -> Verdict:
    """The tiles of the set, the turned one where the giver sits, the kong face down as the custom is."""
    unseen = not_judged(answer)
    if unseen is not None or answer.shown is None:
        return unseen or Verdict("cannot_see")
    meld = due_meld(task.rules, task.seed)
    notes = tuple(meld_notes(task.rules, meld, answer.shown))
    return wrong(task, *notes) if notes else right(task)


def meld_notes(rules: Ruleset, meld: Meld, shown: Shown) -> Iterator[Note]:
    """What is wrong with a set laid for `meld`: its tiles first, then how they lie."""
    if len(shown.rows) > 1:
        yield say("one_row_only", rows=len(shown.rows))
        return
    row = shown.rows[0]
    if len(row) != len(meld.tiles):
        yield say("set_size", count=len(row), due=len(meld.tiles))
        return
    faces = Counter(plain(tile.tile) for tile in row if tile.tile)
    due = Counter(plain(tile) for tile in meld.tiles if tile)
    strange = list((faces - due).elements())
    if strange:
        yield say("does_not_belong", *strange)
        return
    state = _state(rules, meld)
    found = lying_faults(state, _seen(row))
    yield from (say("fault", fault=each.name, rule=each.rule) for each in found)


def river_task(rules: Ruleset, seed: int) -> Task:
    """Lay a run of discards in rows as the table has them."""
    chance = random.Random(f"river {seed}")
    bag = [tile for tile in all_tiles(rules) if not is_flower(tile)]
    tiles = chance.sample(bag, chance.randint(rules.discard_row + 2, 2 * rules.discard_row + 3))
    width = rules.discard_row
    rows = tuple(laid(tiles[at : at + width]) for at in range(0, len(tiles), width))
    return Task(
        "river",
        seed,
        rules,
        say("task_river", count=len(tiles)),
        rows=(laid(tiles),),
        want=rows,
        because=(say("river_rule", rule=number_of("river_row_wrong", rules), width=width),),
        hints=(say("hint_river", width=width),),
    )


def check_river(task: Task, answer: Answer) -> Verdict:
    """All discards in order, the rows as long as they must be."""
    unseen = not_judged(answer)
    if unseen is not None or answer.shown is None:
        return unseen or Verdict("cannot_see")
    notes = tuple(_river_notes(task, answer.shown))
    return wrong(task, *notes) if notes else right(task)


def _river_notes(task: Task, shown: Shown) -> Iterator[Note]:
    due = [tile for row in task.want for tile in row]
    strange = Counter(map(_plain, shown.tiles)) - Counter(map(_plain, due))
    missing = Counter(map(_plain, due)) - Counter(map(_plain, shown.tiles))
    if strange:
        yield say("does_not_belong", *strange.elements())
    if missing:
        yield say("is_missing", *missing.elements())
    if strange or missing:
        return
    lengths = tuple(map(len, shown.rows))
    if lengths != tuple(map(len, task.want)):
        rule = number_of("river_row_wrong", task.rules)
        yield say("row_lengths", rule=rule, seen=_listed(lengths), due=_listed(tuple(map(len, task.want))))
    else:
        for line, (seen, wanted) in enumerate(zip(shown.rows, task.want, strict=True)):
            for place, (one, other) in enumerate(zip(seen, wanted, strict=True)):
                if not same_face(one.tile, other.tile):
                    values = (("row", line + 1), ("place", place + 1), ("tile", other.tile))
                    yield Note("comes_there", values, (other.tile,), "", ((line, place),))
                    return
    turned = tuple((line, at) for line, row in enumerate(shown.rows) for at, t in enumerate(row) if t.turned)
    if turned:
        yield Note("turned_tile", places=turned)


def _listed(numbers: tuple[int, ...]) -> str:
    return " + ".join(map(str, numbers))


def _plain(tile: ShownTile) -> Tile:
    return plain(tile.tile) if tile.tile else "?"


def _seen(row: Row) -> TableReading:
    meld = SeenMeld(
        tuple(Sighting(tile.tile, turned=tile.turned) for tile in row),
        tuple(place for place, tile in enumerate(row) if tile.face_down),
    )
    reading = TableReading()
    own = replace(SeatReading(), melds=(meld,))
    return replace(reading, seats=(own, *reading.seats[1:]))


def _state(rules: Ruleset, meld: Meld) -> GameState:
    state = replace(new_table(rules), phase="playing")
    return with_seat(state, OWN, melds=(meld,))


def _claimed(meld: Meld) -> Tile:
    tile = meld.tiles[meld.claimed_index or 0]
    assert tile is not None
    return tile


def _own_tiles(meld: Meld) -> list[Tile]:
    """What the learner lays besides the claimed tile, and the claimed one."""
    return [tile for tile in meld.tiles if tile is not None]


def _custom(kind: MeldKind, rules: Ruleset) -> str:
    """Which of the ways to lay a set this table has."""
    match kind:
        case "chow":
            return "chow_left" if rules.chow_tile_left else "chow_in_order"
        case "concealed_kong":
            return rules.concealed_kong_face
        case "promoted_kong":
            return f"added_{rules.promoted_tile}"
        case _:
            return "giver"


def _rule_of(kind: MeldKind, rules: Ruleset) -> str:
    name = {
        "chow": "chow_tile_not_left" if rules.chow_tile_left else "chow_out_of_order",
        "concealed_kong": "kong_not_face_down",
        "promoted_kong": "added_tile_misplaced",
    }.get(kind, "claimed_tile_misplaced")
    return number_of(name, rules)


LESSONS = (
    Lesson("meld", "sets", meld_task, check_meld, ("S001-38", "S004-68", "S004-72"), len(SETS)),
    Lesson("river", "sets", river_task, check_river, ("S004-20",)),
)
