"""Naming tiles and putting them in order (S004-13, S004-16, S002-02..04)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from engine.practice.lesson import (
    Answer,
    Lesson,
    Note,
    Picker,
    Task,
    Verdict,
    check_picks,
    not_judged,
    one_row,
    right,
    say,
    wrong,
)
from engine.practice.shown import Row, Shown, laid
from engine.ruleset import Ruleset
from engine.tiles import FLOWERS, PLAIN, SUITED, WINDS, SeenTile, Tile, plain, suit

CHOICES = 4


def find_tile_task(rules: Ruleset, seed: int) -> Task:
    """Hear a name, lay the tile."""
    tile = _tile(rules, seed)
    hints = (say(f"hint_suit_{suit(tile)}"), say("hint_looks", tile))
    return Task(
        "find_tile", seed, rules, say("task_find_tile", tile=tile), want=one_row((tile,)), hints=hints
    )


def check_find_tile(task: Task, answer: Answer) -> Verdict:
    """One tile must lie there, and it must be the one named."""
    unseen = not_judged(answer)
    if unseen is not None or answer.shown is None:
        return unseen or Verdict("cannot_see")
    tile, shown = task.want[0][0].tile, answer.shown.tiles
    if len(shown) > 1:
        return wrong(task, say("one_tile_only", count=len(shown)))
    if shown[0].face_down:
        return wrong(task, Note("face_down", places=((0, 0),)))
    seen = shown[0].tile
    if seen is not None and tile is not None and plain(seen) == plain(tile):
        return right(task, say("is_it", tile, tile=tile))
    return wrong(task, Note("is_another", (("tile", seen),), (seen,), "", ((0, 0),)))


def name_tile_task(rules: Ruleset, seed: int) -> Task:
    """See a tile, pick its name among four like it."""
    chance = random.Random(f"name {seed}")
    tile = _tile(rules, seed)
    faces = PLAIN + (FLOWERS if rules.tiles == 144 else ())
    alike = [each for each in faces if each != tile and (suit(each) == suit(tile)) == (suit(tile) != "f")]
    others = chance.sample(alike or [each for each in faces if each != tile], CHOICES - 1)
    options = tuple(chance.sample([tile, *others], CHOICES))
    return Task(
        "name_tile",
        seed,
        rules,
        say("task_name_tile"),
        asked="picks",
        rows=(laid((tile,)),),
        pickers=(Picker("name", "tile", options),),
        right=(tile,),
        hints=(say(f"hint_suit_{suit(tile)}"),),
    )


def order_task(lesson: str, tiles: Sequence[Tile]) -> Callable[[Ruleset, int], Task]:
    """Lay `tiles` in their order; the page offers them mixed."""

    def make(rules: Ruleset, seed: int) -> Task:
        mixed = random.Random(f"{lesson} {seed}").sample(tuple(tiles), len(tiles))
        return Task(
            lesson,
            seed,
            rules,
            say(f"task_{lesson}", rule="S004-16"),
            rows=(laid(mixed),),
            want=one_row(tiles),
            because=(say("order_rule", rule="S004-13"),),
            hints=(say("hint_first", tiles[0], tile=tiles[0]), say("hint_next", tiles[1], tile=tiles[1])),
        )

    return make


def check_order(task: Task, answer: Answer) -> Verdict:
    """The very tiles wanted, in one row, in their order."""
    unseen = not_judged(answer)
    if unseen is not None or answer.shown is None:
        return unseen or Verdict("cannot_see")
    notes = tuple(order_notes(task.want[0], answer.shown))
    return wrong(task, *notes) if notes else right(task)


def order_notes(want: Row, shown: Shown) -> Iterator[Note]:
    """What is wrong with a row that should show the tiles of `want` in this order."""
    if len(shown.rows) > 1:
        yield say("one_row_only", rows=len(shown.rows))
    down = tuple((line, at) for line, row in enumerate(shown.rows) for at, t in enumerate(row) if t.face_down)
    if down:
        yield Note("face_down", places=down)
    wanted = [plain(tile.tile) for tile in want if tile.tile]
    faces = [plain(tile) for tile in shown.faces if tile]
    strange = list((Counter(faces) - Counter(wanted)).elements())
    missing = list((Counter(wanted) - Counter(faces)).elements())
    if strange:
        yield say("does_not_belong", *strange)
    if missing and not down:
        yield say("is_missing", *missing)
    if strange or missing:
        return
    for place, (seen, due) in enumerate(zip(faces, wanted, strict=True)):
        if seen != due:
            yield Note("comes_here", (("place", place + 1), ("tile", due)), (due,), "", ((0, place),))
            break
    turned = tuple((line, at) for line, row in enumerate(shown.rows) for at, t in enumerate(row) if t.turned)
    if turned:
        yield Note("turned_tile", places=turned)


def _tile(rules: Ruleset, seed: int) -> Tile:
    """Seeds go through all faces before one comes twice."""
    faces: tuple[Tile, ...] = PLAIN + (FLOWERS if rules.tiles == 144 else ())
    lap, place = divmod(seed, len(faces))
    return random.Random(f"faces {lap}").sample(faces, len(faces))[place]


def _suit(letter: str) -> tuple[Tile, ...]:
    return tuple(tile for tile in SUITED if suit(tile) == letter)


def _order(name: str, tiles: Sequence[SeenTile]) -> Lesson:
    faces = tuple(tile for tile in tiles if tile)
    return Lesson(name, "tiles", order_task(name, faces), check_order, ("S004-13", "S004-16"))


LESSONS = (
    Lesson("find_tile", "tiles", find_tile_task, check_find_tile, ("S002-01", "S004-12")),
    Lesson("name_tile", "tiles", name_tile_task, check_picks, ("S002-03", "S002-04")),
    _order("order_winds", WINDS),
    _order("order_characters", _suit("m")),
    _order("order_dots", _suit("p")),
    _order("order_bamboos", _suit("s")),
)
