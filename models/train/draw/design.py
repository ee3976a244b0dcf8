"""One imagined tile set: the choices that all its faces share."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from models.train.draw.glyphs import FontMasks, Mask
from models.train.draw.page import Ink

DARK_BLUE: tuple[Ink, ...] = ((150, 60, 30), (180, 70, 20), (120, 40, 25), (200, 110, 40), (90, 40, 20))
GREEN: tuple[Ink, ...] = ((60, 110, 20), (50, 90, 10), (90, 140, 30), (40, 70, 20), (60, 150, 60))
RED: tuple[Ink, ...] = ((40, 30, 190), (30, 20, 160), (60, 50, 220), (30, 40, 140), (50, 30, 120))
BLACK: tuple[Ink, ...] = ((30, 30, 30), (50, 40, 35), (20, 15, 15), (60, 50, 50))
DOTS = (
    "rings", "ring_disc", "petals", "cross", "solid", "spokes", "thin", "beads", "button",
    "coin", "wheel", "daisy", "scallop", "striped", "halved", "clover",
    *("thing",) * 4, *("lobed",) * 4, *("cornered",) * 2,
)  # fmt: skip
STICKS = (
    "bone", "bars", "outline", "knots", "pill", "split", "leaf", "thin",
    "rod", "blocks", "ladder", "dashes", "hollow", "cane", "plain",
    *("thing",) * 4, *("lathe",) * 4, *("strands",) * 2,
)  # fmt: skip
WHITES = (
    *("blank",) * 5, *("frame",) * 3, "double", "ornate", "hatched", "notched", "sign", "letter",
    "beaded", "dashed", "keyed", "panel", "panel", "brackets", "solid", *("doodle",) * 3, *("ornament",) * 3,
)  # fmt: skip
ODD = 0.08
"""How many sets draw a bird or a dragon as any large thing."""
LETTERED = 0.09
"""How many are made for players who do not read the signs: with letters, or with figures."""
CORNERS = (*("none",) * 6, *("left",) * 3, "right", "right", "both", "both", "low_left", "low_right")


@dataclass(frozen=True, slots=True)
class Design:
    """The look of one set. `slant`: how far a sign leans, in parts of its height; `stretch`: times its usual
    width and height; `margins`: the part of the tile left free around the drawing."""

    seed: int
    han: FontMasks
    honours: FontMasks
    letters: FontMasks
    blue: Ink
    green: Ink
    red: Ink
    black: Ink
    green_dragon: Ink
    slant: float
    dots: str
    sticks: str
    white: str
    corner: str
    """Where the small figure stands: none, left, right, both (left top and, upside down, right bottom)."""
    numbers: str
    """The ink of the figures on characters; never red, which is what a red five looks like."""
    winds: str
    weight: int
    """Strokes thickened (> 0) or thinned (< 0), in pixels of the glyph."""
    stretch: tuple[float, float]
    five: str
    ten_thousand: str
    traditional: bool
    dot_scheme: str
    margins: float
    flowers: str
    """The manner in which flowers and seasons are drawn."""
    pictures: tuple[Mask, ...]
    """What may stand on them, in outline; may be empty."""
    eight: str
    """How eight bamboos lie: leaning, joined to an M over a W, or upright."""
    is_joined: bool
    """Whether bamboos of a column touch."""
    ten_thousand_ink: str
    bird: Mask | None
    """The outline of the one of bamboos; None: it is drawn."""
    dragon: Mask | None
    """An outline that the green and the red dragon show in place of a sign."""
    mark: Mask | None
    """What a dot is, where dots are things."""
    rod: Mask | None
    """What a stick of bamboo is, where it is a thing."""
    odd: dict[str, Mask]
    """Faces that are drawn as a large thing in this set: the bird, the white, green and red dragon."""
    is_one_odd: bool
    """Whether the one of dots is any round thing."""
    is_lettered: bool
    """Whether winds and dragons are letters."""
    is_figured: bool
    """Whether characters are figures or Roman numerals."""
    rng: random.Random = field(compare=False)


def imagine(
    seed: int,
    han: list[FontMasks],
    latin: list[FontMasks],
    pictures: tuple[Mask, ...] = (),
    birds: tuple[Mask, ...] = (),
    dragons: tuple[Mask, ...] = (),
    marks: tuple[Mask, ...] = (),
    rods: tuple[Mask, ...] = (),
    things: tuple[Mask, ...] = (),
) -> Design:
    """A set drawn from chance; the same seed gives the same set.

    Outlines: `pictures` for flowers, `birds` for the one of bamboos, `dragons` for dragons, `marks` for dots,
    `rods` for sticks, `things` for what is drawn as any large thing.
    """
    rng = random.Random(seed)
    blue, green, red, black = (_near(rng, rng.choice(inks)) for inks in (DARK_BLUE, GREEN, RED, BLACK))
    if rng.random() < 0.12:
        blue = black
    if rng.random() < 0.05:
        green = blue
    if rng.random() < 0.04:
        blue = green = black
    characters = rng.choice(han)
    return Design(
        seed=seed,
        han=characters,
        honours=characters if rng.random() < 0.5 else rng.choice(han),
        letters=rng.choice(latin),
        blue=blue,
        green=green,
        red=red,
        black=black,
        green_dragon=rng.choice((green, green, green, green, black, blue)),
        slant=rng.choice((0.0, 0.0, rng.uniform(-0.15, 0.15))),
        dots=rng.choice(DOTS),
        sticks=rng.choice(STICKS),
        white=rng.choice(WHITES),
        corner=rng.choice(CORNERS),
        numbers=rng.choice(("blue", "blue", "blue", "black", "black", "green")),
        winds=rng.choice(("blue", "black", "black", "blue", "green", "red")),
        weight=rng.choice((-1, 0, 0, 0, 1, 2, 3)),
        stretch=(rng.uniform(0.85, 1.2), rng.uniform(0.85, 1.15)),
        five=rng.choice(("五", "伍", "伍")),
        ten_thousand=rng.choice(("萬", "萬", "萬", "万")),
        traditional=rng.random() < 0.75,
        dot_scheme=rng.choice(("chinese", "chinese", "japanese", "japanese", "any", "one")),
        margins=rng.uniform(0.05, 0.16),
        flowers=rng.choice(("plant", "plant", "picture", "picture", "picture", "brush", "contour", "large")),
        pictures=tuple(rng.sample(pictures, min(16, len(pictures)))),
        eight=rng.choice(("leaning", "leaning", "M", "M", "upright")),
        is_joined=rng.random() < 0.15,
        ten_thousand_ink=rng.choice(("red",) * 10 + ("blue", "black", "green")),
        bird=rng.choice(birds) if birds and rng.random() < 0.5 else None,
        dragon=rng.choice(dragons) if dragons and rng.random() < 0.05 else None,
        mark=rng.choice(marks) if marks else None,
        rod=rng.choice(rods) if rods else None,
        odd={face: rng.choice(things) for face in ("1s", "5z", "6z", "7z") if things and rng.random() < ODD},
        is_one_odd=rng.random() < 3 * ODD,
        is_lettered=rng.random() < LETTERED,
        is_figured=rng.random() < LETTERED,
        rng=rng,
    )


def _near(rng: random.Random, ink: Ink) -> Ink:
    blue, green, red = (max(0, min(255, part + rng.randint(-25, 25))) for part in ink)
    return blue, green, red
