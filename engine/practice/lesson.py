"""The shape every exercise has: a task made from a seed, an answer, and the verdict on it.

Nothing here speaks: a `Note` names a sentence and fills it, the words are per language, elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.practice.shown import Row, Shown, laid
from engine.ruleset import Ruleset
from engine.table.state import GameState
from engine.tiles import SeenTile

Outcome: TypeAlias = Literal["right", "wrong", "cannot_see", "doubtful", "shown"]
"""`shown`: nothing was asked; what was laid is told about."""
Asked: TypeAlias = Literal["tiles", "walls", "picks"]
"""What the learner gives: tiles laid or tapped, walls built, or choices picked."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to say: `name` is the sentence, `values` fill it, `tiles` are drawn with it.

    `places` are (row, place) of the tiles it speaks of; `rule` the number of the rule, "" for none."""

    name: str
    values: tuple[tuple[str, object], ...] = ()
    tiles: tuple[SeenTile, ...] = ()
    rule: str = ""
    places: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Picker:
    """One choice to make among `options`, any number when there are none.

    `kind` tells how an option is called: ``wind``, ``tile``, ``fault``, ``number`` (as it stands) or ``word``
    (an option of the lesson's own)."""

    name: str
    kind: Literal["wind", "tile", "fault", "number", "word"]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One task. `rows` are tiles the page draws, `table` a table it draws, `dice` the throws (seat, pips).

    `want`: the rows that are right, for those who lay tiles; `right`: the right picks, one for each picker.
    `limit_s`: the time there is, None for no haste. `hints` from the gentlest on."""

    lesson: str
    seed: int
    rules: Ruleset
    ask: Note
    asked: Asked = "tiles"
    rows: tuple[Row, ...] = ()
    table: GameState | None = None
    dice: tuple[tuple[int, tuple[int, ...]], ...] = ()
    pickers: tuple[Picker, ...] = ()
    want: tuple[Row, ...] = ()
    right: tuple[str, ...] = ()
    because: tuple[Note, ...] = ()
    hints: tuple[Note, ...] = ()
    limit_s: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the learner gave: what was shown, what was picked, and the seconds it took (None: not timed)."""

    shown: Shown | None = None
    picked: tuple[str, ...] = ()
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an answer. `notes` say what is wrong where, or why it is right.

    `solution` are the right rows and `right` the right picks, given once the answer could be judged."""

    outcome: Outcome
    notes: tuple[Note, ...] = ()
    solution: tuple[Row, ...] = ()
    right: tuple[str, ...] = ()
    card: object | None = field(default=None, compare=False)
    """A `HandReport` or a `ScoreReport` where the lesson has one."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One exercise: `task` makes it from a rule set and a seed, `check` judges an answer.

    `chapter` groups the lessons; `steps`: so many seeds in a row belong together (a deal has sixteen grabs).
    """

    name: str
    chapter: str
    task: Callable[[Ruleset, int], Task]
    check: Callable[[Task, Answer], Verdict]
    rules: tuple[str, ...] = ()
    """The numbers of the rules it teaches."""
    steps: int = 1


def say(name: str, *tiles: SeenTile, rule: str = "", **values: object) -> Note:
    """A note with these tiles and values."""
    return Note(name, tuple(values.items()), tiles, rule)


def right(task: Task, *notes: Note) -> Verdict:
    """Right, with the reasons of the task."""
    return Verdict("right", (*notes, *task.because), task.want, task.right)


def wrong(task: Task, *notes: Note) -> Verdict:
    """Wrong, with what is wrong; the reasons come with the solution."""
    return Verdict("wrong", (*notes, *task.because), task.want, task.right)


def not_judged(answer: Answer, *, needs_tiles: bool = True) -> Verdict | None:
    """Why an answer cannot be judged: nothing seen, or faces in doubt; None when it can."""
    shown = answer.shown
    if shown is None or shown.problem:
        return Verdict("cannot_see", (say(shown.problem if shown and shown.problem else "nothing_shown"),))
    if needs_tiles and not shown.tiles:
        return Verdict("cannot_see", (say("no_tiles_seen"),))
    doubtful = shown.doubtful_places
    if doubtful:
        return Verdict("doubtful", tuple(_doubt(shown, place) for place in doubtful))
    return None


def check_picks(task: Task, answer: Answer) -> Verdict:
    """Judges an answer that was picked, each pick by itself."""
    if len(answer.picked) < len(task.pickers) or "" in answer.picked:
        return Verdict("cannot_see", (say("pick_first"),))
    late = [_late(task, answer)] if is_late(task, answer) else []
    if answer.picked[: len(task.right)] == task.right:
        return right(task, *late)
    return wrong(task, *late)


def is_late(task: Task, answer: Answer) -> bool:
    """Whether the answer came after the time the task gives."""
    return task.limit_s is not None and answer.seconds is not None and answer.seconds > task.limit_s


def one_row(tiles: Sequence[SeenTile]) -> tuple[Row, ...]:
    """A solution of one upright row."""
    return (laid(tiles),)


def _late(task: Task, answer: Answer) -> Note:
    return say("too_late", seconds=f"{answer.seconds or 0:.0f}", limit=f"{task.limit_s or 0:.0f}")


def _doubt(shown: Shown, place: tuple[int, int]) -> Note:
    tile = shown.rows[place[0]][place[1]]
    likely = tuple(face for face, _ in tile.alternatives[:3])
    name = "unreadable_tile" if tile.tile is None else "doubtful_tile"
    where = (("row", place[0] + 1), ("place", place[1] + 1))
    return Note(name, where, (tile.tile,) if tile.tile else likely, "", (place,))
