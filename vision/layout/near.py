"""Which places on the table are near each other: all distances at once, for a hundred tiles in each look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.observation import Point


def near_pairs(
    ones: Sequence[Point], others: Sequence[Point], near_mm: float
) -> list[tuple[float, int, int]]:
    """(mm apart, number of the one, number of the other) of all two closer than `near_mm`, in order."""
    if not ones or not others:
        return []
    by_x = np.subtract.outer([x for x, _ in ones], [x for x, _ in others])
    by_y = np.subtract.outer([y for _, y in ones], [y for _, y in others])
    rows, columns = np.nonzero(by_x * by_x + by_y * by_y < near_mm * near_mm)
    apart = np.hypot(by_x[rows, columns], by_y[rows, columns])
    return list(zip(apart.tolist(), rows.tolist(), columns.tolist(), strict=True))
