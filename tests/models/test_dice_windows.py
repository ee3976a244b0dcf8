"""What the detector of dice learns from: windows, what is said of them, and what it is told wrong."""

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.dice.bank import draw_bank  # noqa: E402
from models.train.dice.lay import LaidDie, lay_dice  # noqa: E402
from models.train.dice.losses import die_loss  # noqa: E402
from models.train.dice.net import OUTPUTS, PIPS, STRIDE, UNIT_PX, DieNet  # noqa: E402
from models.train.dice.page import Page  # noqa: E402
from models.train.dice.windows import CELLS, SIDE, turned, windows_of  # noqa: E402
from models.train.scenes.scene import CELLS as PAGE_CELLS  # noqa: E402
from models.train.scenes.views import SIDE as PAGE_SIDE  # noqa: E402


def square(x: float, y: float, side: float, degrees: float = 0.0) -> np.ndarray:
    return cv2.boxPoints(((x, y), (side, side), degrees)).astype(float)


def page(*dice: LaidDie) -> Page:
    picture = np.full((PAGE_SIDE, PAGE_SIDE, 3), (60, 110, 50), np.uint8)
    for die in dice:
        cv2.fillConvexPoly(picture, np.rint(die.corners).astype(np.int32), (255, 255, 255))
    return Page(picture, dice, np.zeros((PAGE_CELLS, PAGE_CELLS), bool))


def whiteness(picture: np.ndarray, row: np.ndarray) -> float:
    x, y = int(row[0]), int(row[1])
    return float(picture[y, x].mean())


@pytest.mark.parametrize("is_mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_however_a_window_is_turned_the_dice_are_said_to_lie_where_they_are_seen(quarters, is_mirrored):
    windows = windows_of(page(LaidDie(3, square(150, 120, 20, 20), 1.0)), np.random.default_rng(3), 30)
    after = turned(windows, quarters, is_mirrored)
    count = 0
    for picture, rows in zip(after["pictures"], after["dice"], strict=True):
        white = np.argwhere(picture.min(axis=2) > 200)
        for row in rows[rows[:, 8] > 0]:
            count += 1
            assert whiteness(picture, row) > 200
            assert np.abs(white.min(axis=0) - row[[3, 2]]).max() < 2
            angle = np.rad2deg(np.arctan2(row[7], row[6])) / 4
            assert abs(abs(angle) - 20) < 2
            assert (angle > 0) != is_mirrored
    assert count > 8


@pytest.mark.parametrize(
    ("die", "is_known", "is_unknown"),
    [
        (LaidDie(5, square(150, 120, 20), 1.0), True, False),
        (LaidDie(5, square(150, 120, 20), 0.5), False, True),
        (LaidDie(5, square(150, 120, 42), 1.0), False, True),
        (LaidDie(5, square(150, 120, 80), 1.0), False, False),
    ],
    ids=["a die", "half hidden", "a little too large", "far too large: nothing at this scale"],
)
def test_what_need_not_be_found_is_left_open_or_is_nothing(die, is_known, is_unknown):
    windows = windows_of(page(die), np.random.default_rng(3), 12)
    known = (windows["dice"][..., 8] > 0).any()
    marked = [bool(mark.sum() >= 9) for mark in windows["unknown"]]
    assert known == is_known
    assert any(marked) == (is_unknown or is_known), "a die that the window cuts through is left open"


def told(rows: np.ndarray) -> torch.Tensor:
    """Maps that say what the rows (dice, 9) say."""
    maps = torch.zeros(1, OUTPUTS, CELLS, CELLS)
    maps[:, 0] = -12
    for x, y, left, top, right, low, cos, sin, pips in rows[rows[:, 8] > 0].tolist():
        cx, cy = round(x / STRIDE - 0.5), round(y / STRIDE - 0.5)
        maps[0, 0, cy, cx] = 12
        for gx, gy in ((cx + dx, cy + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            at = ((gx + 0.5) * STRIDE, (gy + 0.5) * STRIDE)
            box = [(edge - at[n % 2]) / UNIT_PX for n, edge in enumerate((left, top, right, low))]
            maps[0, 1 : 1 + PIPS, gy, gx] = -12
            maps[0, int(pips), gy, gx] = 12
            maps[0, 1 + PIPS :, gy, gx] = torch.tensor([*box, cos, sin])
    return maps


def test_who_says_what_lies_there_loses_nothing_and_who_errs_loses():
    windows = windows_of(page(LaidDie(3, square(150, 120, 20, 20), 1.0)), np.random.default_rng(3), 12)
    number = int(np.flatnonzero((windows["dice"][..., 8] > 0).any(axis=1))[0])
    rows, unknown = (windows[name][number] for name in ("dice", "unknown"))
    dice, marks = torch.from_numpy(rows[None]), torch.from_numpy(unknown[None])
    right = told(rows)
    assert float(sum(die_loss(right, dice, marks))) < 0.01
    blind, misread, moved = right.clone(), right.clone(), right.clone()
    blind[:, 0] = -12
    misread[:, 1:3] += 30
    moved[:, 1 + PIPS : 5 + PIPS] += 0.5
    for wrong, part in ((blind, 0), (misread, 1), (moved, 2)):
        losses = [float(each) for each in die_loss(wrong, dice, marks)]
        assert losses[part] > 1
        assert sum(losses) - losses[part] < 0.01
    made_up = right.clone()
    made_up[0, 0, 0, 0] = 12
    assert float(die_loss(made_up, dice, marks)[0]) > 1
    marks[0, 0, 0] = 1
    assert float(die_loss(made_up, dice, marks)[0]) < 0.01, "where nobody knows nothing is wrong"


def test_what_the_windows_show_can_be_learnt():
    torch.manual_seed(1)
    rng, bank = np.random.default_rng(6), draw_bank(1, seed=3)
    cloth = np.full((PAGE_SIDE, PAGE_SIDE, 3), (60, 110, 50), np.uint8)
    dice, _ = lay_dice(cloth, bank, rng, 20.0, (160.0, 160.0), "throw")
    windows = windows_of(Page(cloth, tuple(dice), np.zeros((PAGE_CELLS, PAGE_CELLS), bool)), rng, 8)
    net = DieNet()
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3)
    pictures = torch.from_numpy(windows["pictures"]).permute(0, 3, 1, 2).float() / 255
    losses = []
    for _ in range(12):
        parts = die_loss(net(pictures), *(torch.from_numpy(windows[name]) for name in ("dice", "unknown")))
        optimizer.zero_grad()
        sum(parts).backward()
        optimizer.step()
        losses.append(float(sum(parts)))
    assert losses[-1] < 0.6 * losses[0]
    assert pictures.shape[2] == SIDE
