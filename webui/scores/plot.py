"""A plot of running totals as SVG, drawn by the server: a line a player, named at its end.

::

    highest +---------------- Ann
            |      ___/-----  Bob
       zero |-----/           (the dashed line: what everybody began with)
            |     `---------  Cem
     lowest +---------------- Dov
              1  2  3  4
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from webui.text.fitting import shortened

LEFT, TOP, BOTTOM = 64, 14, 30
LABEL_APART = 19
"""Names at the line's ends keep this far from one another (units of the drawing)."""
COLOURS = 8
"""How many the style sheet has."""
DASH = 7
"""Where lines lie on one another each shows in turn for so long (units of the drawing)."""
SHAPES = ("circle", "square", "diamond", "triangle")
"""Each line has its own mark, so that it can be told without colours."""
GRID_LINES = 4


@dataclass(frozen=True, slots=True)
class Course:
    """One line: a name and the points, or the rating, after each step, the beginning first."""

    name: str
    values: tuple[float, ...]
    player: int | None = None
    """The player's number in the book, by which the line has its colour in every plot."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """The drawing's size, and the room for names at its right edge."""

    name: str
    width: int
    height: int
    right: int
    longest: int
    """Columns of a name that fit (`webui.text.fitting`)."""


_SHAPES = (_Shape("broad", 720, 300, 128, 14), _Shape("narrow", 380, 290, 84, 9))
"""One for wide windows and one for phones; the style sheet shows the one that fits."""


def plot_svg(courses: Sequence[Course], title: str, start: float = 0.0) -> Markup:
    """The plot, drawn for wide windows and for phones. `title` is what a screen reader says of it; `start` is
    drawn as a dashed line."""
    return Markup("").join(_drawn(shape, courses, title, start) for shape in _SHAPES)


def _drawn(shape: _Shape, courses: Sequence[Course], title: str, start: float) -> Markup:
    values = [value for course in courses for value in course.values] + [start]
    low, high, step = _span(min(values), max(values))
    steps = max((len(course.values) for course in courses), default=1) - 1
    frame = _Frame(shape, low, high, max(steps, 1))
    parts = Markup("").join(
        [*_grid(frame, low, high, step, start), *_steps(frame, steps), *_lines(frame, courses)]
    )
    return Markup('<svg class="plot {}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        shape.name, shape.width, shape.height, title, parts
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    shape: _Shape
    low: float
    high: float
    steps: int

    @property
    def edge(self) -> int:
        """Where the lines end and the names begin."""
        return self.shape.width - self.shape.right

    def x(self, step: float) -> float:
        return round(LEFT + (self.edge - LEFT) * step / self.steps, 1)

    def y(self, value: float) -> float:
        return round(
            TOP + (self.shape.height - TOP - BOTTOM) * (self.high - value) / (self.high - self.low), 1
        )


def _span(low: float, high: float) -> tuple[float, float, float]:
    """Round numbers around the values, and how far the grid's lines are apart."""
    wide = max(high - low, 1.0)
    rough = wide / GRID_LINES
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough)
    return math.floor(low / step) * step, max(math.ceil(high / step), math.floor(low / step) + 1) * step, step


def _grid(frame: _Frame, low: float, high: float, step: float, start: float) -> Iterator[Markup]:
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        y = frame.y(value)
        yield Markup('<path class="grid" d="M{} {}H{}"/>').format(LEFT, y, frame.edge)
        yield Markup('<text class="scale" x="{}" y="{}" text-anchor="end">{}</text>').format(
            LEFT - 8, y + 4, _scale(value)
        )
    yield Markup('<path class="start" d="M{} {}H{}"/>').format(LEFT, frame.y(start), frame.edge)


def _scale(value: float) -> str:
    said = f"{value:,.10g}" if abs(value) >= 1 or value == 0 else f"{value:.2g}"
    return said.replace("-", "−")


def _steps(frame: _Frame, steps: int) -> Iterator[Markup]:
    every = max(1, math.ceil(steps * 45 / (frame.edge - LEFT)))
    for step in range(every, steps + 1, every):
        yield Markup('<text class="scale" x="{}" y="{}" text-anchor="middle">{}</text>').format(
            frame.x(step), frame.shape.height - 8, step
        )


def _lines(frame: _Frame, courses: Sequence[Course]) -> Iterator[Markup]:
    ends = _apart([frame.y(course.values[-1]) for course in courses], frame.shape.height)
    colours = colours_of(courses)
    for number, course in enumerate(courses):
        points = [(frame.x(step), frame.y(value)) for step, value in enumerate(course.values)]
        x, y = points[-1]
        yield Markup('<g class="line line-{}">').format(colours[number])
        yield from _strokes(courses, number, points)
        for step, (along, up) in enumerate(points):
            turn, many = _turn_of(courses, number, step, step)
            if step == 0 and many > 1:
                continue  # where everybody begins
            yield _mark(colours[number], round(along + (turn - (many - 1) / 2) * 7, 1), up)
        yield Markup('<path class="lead" d="M{} {}L{} {}"/>').format(x, y, frame.edge + 10, ends[number])
        yield Markup('<text x="{}" y="{}">{}</text></g>').format(
            frame.edge + 14, round(ends[number] + 4.5, 1), shortened(course.name, frame.shape.longest)
        )


def colours_of(courses: Sequence[Course]) -> tuple[int, ...]:
    """The colour of each line: a player's own one, whatever else is drawn; the next free one when another
    player of this plot has it."""
    taken: list[int] = []
    for place, course in enumerate(courses):
        first = (place if course.player is None else course.player - 1) % COLOURS
        free = [colour for step in range(COLOURS) if (colour := (first + step) % COLOURS) not in taken]
        taken.append(free[0] if free else first)
    return tuple(taken)


def _strokes(
    courses: Sequence[Course], number: int, points: Sequence[tuple[float, float]]
) -> Iterator[Markup]:
    """The line from point to point: whole runs of its own, and in turns with others where they are equal."""
    run: list[str] = []
    for step in range(1, len(points)):
        (x0, y0), (x1, y1) = points[step - 1 : step + 1]
        turn, many = _turn_of(courses, number, step - 1, step)
        if many == 1:
            run += [f"{x1} {y1}"] if run else [f"M{x0} {y0}", f"{x1} {y1}"]
            continue
        yield from _run(run)
        run = []
        yield Markup('<path d="M{} {}L{} {}" stroke-dasharray="{} {}" stroke-dashoffset="{}"/>').format(
            x0, y0, x1, y1, DASH, DASH * (many - 1), -DASH * turn
        )
    yield from _run(run)


def _run(run: Sequence[str]) -> Iterator[Markup]:
    if run:
        yield Markup('<path d="{}"/>').format("L".join(run))


def _turn_of(courses: Sequence[Course], number: int, first: int, last: int) -> tuple[int, int]:
    """The place of a line among those that are equal to it from step `first` to `last`, and their number."""
    own = courses[number].values[first : last + 1]
    equal = [place for place, each in enumerate(courses) if each.values[first : last + 1] == own]
    return equal.index(number), len(equal)


def _mark(number: int, x: float, y: float) -> Markup:
    match SHAPES[number % 4]:
        case "circle":
            return Markup('<circle cx="{}" cy="{}" r="3.6"/>').format(x, y)
        case "square":
            return Markup('<rect x="{}" y="{}" width="6.6" height="6.6"/>').format(
                round(x - 3.3, 1), round(y - 3.3, 1)
            )
        case "diamond":
            return Markup('<path class="mark" d="M{} {}l4.6 4.6l-4.6 4.6l-4.6 -4.6z"/>').format(
                x, round(y - 4.6, 1)
            )
    return Markup('<path class="mark" d="M{} {}l4.6 8l-9.2 0z"/>').format(x, round(y - 5, 1))


def _apart(wanted: Sequence[float], height: int) -> list[float]:
    """Where the names stand: as near to their lines as there is room."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    placed = [0.0] * len(wanted)
    last = -math.inf
    for number in order:
        last = placed[number] = max(wanted[number], last + LABEL_APART, TOP + 4.0)
    spare = max(0.0, last - (height - BOTTOM))
    return [round(place - spare, 1) for place in placed]
