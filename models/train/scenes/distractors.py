"""What else lies on a table, and what reaches over it: cards, coins, cups, sticks, words, hands, sleeves."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.scenes.body import Picture, Rng, surface

SKIN = np.array([(130, 160, 220), (90, 120, 190), (60, 80, 130), (150, 180, 235), (40, 60, 100)], np.float32)


BARE_SHARE = 0.4
"""On how many tables nothing stands beside the game."""


def litter(picture: Picture, rng: Rng) -> None:
    """Draws a few things that are no tiles, before any tile."""
    things = (_plank, _coin, _card, _stick, _words, _box, _keys, _spines, _print, _blossoms, _domino, _lines)
    for _ in range(int(rng.choice([0, 1, 2, 4, 8, 14], p=[0.3, 0.25, 0.2, 0.12, 0.08, 0.05]))):
        things[rng.integers(len(things))](picture, rng)


def tableware(picture: Picture, rng: Rng) -> None:
    """Sometimes draws what stands beside a game as the camera above sees it: cups, bowls, chips, boxes."""
    if rng.random() < BARE_SHARE:
        return
    for _ in range(int(rng.integers(1, 5))):
        (_cup, _cup, _cup, _pack)[rng.integers(4)](picture, rng)


def cover(picture: Picture, owner: NDArray[np.int32], rng: Rng) -> None:
    """Sometimes draws a hand with its sleeve, or a thing, over the tiles; `owner` (height, width):
    whose pixel each is."""
    if rng.random() > 0.22:
        return
    high, wide = picture.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    elbow = rng.uniform(-0.3, 1.3, 2) * wide
    elbow[rng.integers(2)] = rng.choice([-20, wide + 20])
    palm = rng.uniform(0.2, 0.8, 2) * wide
    thick = int(rng.uniform(0.1, 0.25) * wide)
    sleeve_end = elbow + (palm - elbow) * rng.uniform(0.3, 0.9)
    cv2.line(mask, _at(elbow), _at(palm), 255, thick)
    cv2.circle(mask, _at(palm), int(thick * 0.62), 255, -1)
    heading = np.arctan2(*(palm - elbow)[::-1])
    for finger in range(int(rng.integers(2, 6))):
        turn = heading + (finger - 2) * rng.uniform(0.2, 0.4)
        tip = palm + np.array([np.cos(turn), np.sin(turn)]) * thick * rng.uniform(0.9, 1.7)
        cv2.line(mask, _at(palm), _at(tip), 255, max(2, thick // 5))
    colour = SKIN[rng.integers(len(SKIN))] + rng.uniform(-20, 20, 3)
    shade = cv2.GaussianBlur(mask, (0, 0), max(1.0, thick / 8)).astype(np.float32)[..., None] / 255
    picture[mask > 0] = np.clip(colour * (0.55 + 0.5 * shade), 0, 255).astype(np.uint8)[mask > 0]
    sleeve = np.zeros_like(mask)
    cv2.line(sleeve, _at(elbow), _at(sleeve_end), 255, int(thick * 1.3))
    picture[sleeve > 0] = surface((high, wide), rng)[sleeve > 0]
    owner[(mask > 0) | (sleeve > 0)] = 0


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _colour(rng: Rng) -> tuple[float, float, float]:
    blue, green, red = rng.uniform(0, 255, 3)
    return float(blue), float(green), float(red)


def _spot(picture: Picture, rng: Rng) -> NDArray[np.float64]:
    return np.asarray(rng.uniform(0, 1, 2) * picture.shape[1::-1])


def _turned(
    picture: Picture, rng: Rng, wide: float, high: float, colour: tuple[float, float, float]
) -> NDArray[np.int32]:
    centre, angle = _spot(picture, rng), rng.uniform(0, 180)
    points = cv2.boxPoints((tuple(centre), (wide, high), angle)).astype(np.int32)
    cv2.fillConvexPoly(picture, points, colour, cv2.LINE_AA)
    return np.asarray(points)


def _cup(picture: Picture, rng: Rng) -> None:
    """Rings in one another: a saucer, a rim, a drink with a shine; or a chip, a bowl, a lid."""
    centre, radius = _at(_spot(picture, rng)), rng.uniform(8, 50)
    pale = rng.random() < 0.6
    while radius > 5:
        colour = (
            tuple(float(v) for v in rng.uniform(190, 250) + rng.uniform(-12, 12, 3)) if pale else _colour(rng)
        )
        cv2.circle(picture, centre, round(radius), colour, -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.circle(picture, centre, round(radius), tuple(0.8 * v for v in colour), 1, cv2.LINE_AA)
        radius *= rng.uniform(0.45, 0.95)
        pale = pale and rng.random() < 0.6
        if not pale and rng.random() < 0.4:
            break
    if rng.random() < 0.3:
        cv2.ellipse(
            picture, centre, (3, 2), float(rng.uniform(0, 180)), 0, 360, (240, 240, 240), -1, cv2.LINE_AA
        )


def _pack(picture: Picture, rng: Rng) -> None:
    """A telephone, a lighter, a box of matches: of one colour, perhaps with a smaller field in it."""
    long, angle, centre = rng.uniform(28, 100), rng.uniform(0, 180), tuple(_spot(picture, rng))
    wide = long * rng.uniform(0.25, 0.75)
    for share in (1.0, rng.uniform(0.6, 0.95))[: int(rng.integers(1, 3))]:
        points = cv2.boxPoints((centre, (wide * share, long * share), angle)).astype(np.int32)
        cv2.fillConvexPoly(picture, points, _colour(rng), cv2.LINE_AA)


def _plank(picture: Picture, rng: Rng) -> None:
    side = picture.shape[1]
    _turned(picture, rng, side * rng.uniform(0.8, 2), side * rng.uniform(0.05, 0.3), _colour(rng))


def _coin(picture: Picture, rng: Rng) -> None:
    centre, radius = _at(_spot(picture, rng)), int(rng.uniform(4, 40))
    cv2.circle(picture, centre, radius, _colour(rng), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        cv2.circle(picture, centre, int(radius * rng.uniform(0.2, 1)), _colour(rng), 1, cv2.LINE_AA)


def _card(picture: Picture, rng: Rng) -> None:
    long = rng.uniform(40, 160)
    points = _turned(picture, rng, long, long * rng.uniform(0.5, 0.75), (235, 240, 240))
    centre = points.mean(axis=0)
    ink = _colour(rng)
    for _ in range(int(rng.integers(1, 9))):
        at = centre + rng.uniform(-0.3, 0.3, 2) * long * 0.7
        cv2.circle(picture, _at(at), int(long * 0.05), ink, -1, cv2.LINE_AA)


def _stick(picture: Picture, rng: Rng) -> None:
    long = rng.uniform(40, 140)
    points = _turned(picture, rng, long, long * rng.uniform(0.06, 0.12), (230, 235, 235))
    cv2.circle(picture, _at(points.mean(axis=0)), max(1, int(long * 0.025)), (30, 30, 200), -1, cv2.LINE_AA)


def _words(picture: Picture, rng: Rng) -> None:
    text = "".join(chr(int(rng.integers(65, 91))) for _ in range(int(rng.integers(2, 10))))
    cv2.putText(
        picture,
        text,
        _at(_spot(picture, rng)),
        int(rng.integers(8)),
        float(rng.uniform(0.4, 2.5)),
        _colour(rng),
        int(rng.integers(1, 5)),
        cv2.LINE_AA,
    )


def _keys(picture: Picture, rng: Rng) -> None:
    """Rows of keys, or of any small squares."""
    origin, angle = _spot(picture, rng), rng.uniform(0, 2 * np.pi)
    size, gap = rng.uniform(6, 22), rng.uniform(1, 4)
    ground, ink = _colour(rng), _colour(rng)
    right = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-right[1], right[0]])
    for row in range(int(rng.integers(2, 5))):
        for column in range(int(rng.integers(3, 12))):
            at = origin + right * column * (size + gap) + down * row * (size + gap)
            points = cv2.boxPoints((tuple(at), (size, size), float(np.rad2deg(angle)))).astype(np.int32)
            cv2.fillConvexPoly(picture, points, ground, cv2.LINE_AA)
            letter = chr(int(rng.integers(65, 91)))
            cv2.putText(picture, letter, _at(at), 0, size / 50, ink, 1, cv2.LINE_AA)


def _spines(picture: Picture, rng: Rng) -> None:
    """Books side by side, words along them."""
    high, wide = picture.shape[:2]
    x = int(rng.uniform(0, wide * 0.7))
    top, low = int(rng.uniform(0, high * 0.5)), int(rng.uniform(high * 0.5, high))
    for _ in range(int(rng.integers(3, 9))):
        thick = int(rng.uniform(8, 40))
        cv2.rectangle(picture, (x, top), (x + thick, low), _colour(rng), -1)
        ink = _colour(rng)
        for y in range(top + 5, low, max(8, thick)):
            letter = chr(int(rng.integers(65, 91)))
            cv2.putText(picture, letter, (x + 2, y), 0, thick / 40, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
        x += thick + 1


def _print(picture: Picture, rng: Rng) -> None:
    """A printed page."""
    long = rng.uniform(60, 200)
    points = _turned(picture, rng, long, long * rng.uniform(0.5, 0.8), (235, 240, 240))
    corner, right, down = points[0].astype(float), points[3] - points[0], points[1] - points[0]
    for line in np.arange(0.1, 0.95, rng.uniform(0.05, 0.15)):
        start, end = (
            corner + right * 0.08 + down * line,
            corner + right * rng.uniform(0.4, 0.95) + down * line,
        )
        cv2.line(picture, _at(start), _at(end), (90, 90, 90), 1, cv2.LINE_AA)


def _box(picture: Picture, rng: Rng) -> None:
    side = picture.shape[1]
    points = _turned(picture, rng, side * rng.uniform(0.1, 0.5), side * rng.uniform(0.1, 0.5), _colour(rng))
    cv2.polylines(picture, [points], True, _colour(rng), int(rng.integers(1, 6)), cv2.LINE_AA)


def _blossoms(picture: Picture, rng: Rng) -> None:
    """Printed cloth: one small figure again and again."""
    high, wide = picture.shape[:2]
    step = int(rng.integers(14, 70))
    petals, reach, spin = int(rng.integers(1, 9)), step * rng.uniform(0.12, 0.3), rng.uniform(0, 6)
    petal, heart = _colour(rng), _colour(rng)
    radius = max(1, int(step * rng.uniform(0.08, 0.2)))
    shift = int(rng.choice([0, step // 2]))
    x0, y0 = int(rng.uniform(-step, wide * 0.6)), int(rng.uniform(-step, high * 0.6))
    far = (min(wide + step, x0 + step * 9), min(high + step, y0 + step * 9))
    for row, y in enumerate(range(y0, far[1], step)):
        for x in range(x0 + (row % 2) * shift, far[0], step):
            for number in range(petals):
                turn = spin + number * 2 * np.pi / petals
                at = _at(np.array([x + reach * np.cos(turn), y + reach * np.sin(turn)]))
                cv2.circle(picture, at, radius, petal, -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), max(1, radius * 2 // 3), heart, -1, cv2.LINE_AA)


def _domino(picture: Picture, rng: Rng) -> None:
    """Two squares of spots, a line between them."""
    centre, angle, wide = _spot(picture, rng), rng.uniform(0, 180), rng.uniform(14, 50)
    body, ink = ((235, 240, 240), (30, 30, 30)) if rng.random() < 0.5 else ((30, 30, 30), (235, 240, 240))
    corners = cv2.boxPoints((tuple(centre), (wide, wide * 2), float(angle)))
    cv2.fillConvexPoly(picture, corners.astype(np.int32), body, cv2.LINE_AA)
    across, along = (corners[2] - corners[1]) / 2, (corners[0] - corners[1]) / 2
    cv2.line(picture, _at(centre - across * 0.9), _at(centre + across * 0.9), ink, 1, cv2.LINE_AA)
    places = [(u, v) for u in (-0.5, 0.0, 0.5) for v in (-0.25, 0.0, 0.25)]
    for half in (-0.5, 0.5):
        for number in rng.choice(9, int(rng.integers(0, 7)), replace=False):
            u, v = places[int(number)]
            spot = _at(centre + across * u + along * (half + v))
            cv2.circle(picture, spot, max(1, int(wide * 0.08)), ink, -1, cv2.LINE_AA)


def _lines(picture: Picture, rng: Rng) -> None:
    """Lines of small print."""
    size, ink = float(rng.uniform(0.25, 0.9)), _colour(rng)
    x, y = _at(_spot(picture, rng) * np.array([0.5, 0.7]))
    for _ in range(int(rng.integers(2, 9))):
        letters = [chr(int(rng.integers(97, 123))) if rng.random() < 0.85 else " " for _ in range(30)]
        cv2.putText(picture, "".join(letters), (x, y), int(rng.integers(2)), size, ink, 1, cv2.LINE_AA)
        y += int(size * 28)
