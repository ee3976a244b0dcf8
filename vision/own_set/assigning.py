"""All groups of a table assigned to faces together: how likely each face is for each group then.

A group has one face, and a face one group: two only at a price, because one face seldom looks two ways. Each
group tells each face how much it wants it against all others, each face tells each group how little the
other groups want it, until nothing changes::

            1p   5z   7z               the reader takes both for 1p; 1p is B's, so A is something that
      A    0.9  .01  .01     A -> 5z   has not been seen yet, likeliest what it resembles next
      B    .99  .00  .00     B -> 1p

The likeliest assignment alone would not do: how sure it is of each group decides whether it is told.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROUNDS = 200
SETTLED = 1e-4
"""No message changes by more, as a part of itself: enough rounds."""
SMALLEST = 1e-30


def chances(logs: NDArray[np.float64], twice: NDArray[np.float64], none: float) -> NDArray[np.float64]:
    """(groups, faces): how likely each group is each face, all together; rows may sum to less than 1, what is
    left is for "none of them".

    `logs`: (groups, faces), the logarithms of the chances by themselves; `twice`: (faces,) what it costs that
    a face looks two ways, `none` that a group is no face.
    """
    faces = logs.shape[1]
    wanted = np.exp(np.hstack([logs, logs - twice]))
    likely = one_each(wanted, np.exp(-none))
    return np.asarray(likely[:, :faces] + likely[:, faces:])


def one_each(wanted: NDArray[np.float64], nothing: float) -> NDArray[np.float64]:
    """(rows, columns): how likely each row has each column when each has one at most and no column is had by
    two. `wanted`: (rows, columns) how likely by themselves, `nothing`: how likely a row has none.

    Sum-product messages on the graph of all pairs (the Bethe approximation; Vontobel, "The Bethe permanent of
    a nonnegative matrix", 2013), which settle for every matrix."""
    free = np.ones(wanted.shape)
    for _ in range(ROUNDS):
        offered = wanted * free
        others = offered.sum(axis=1, keepdims=True) - offered + nothing
        asked = wanted / np.maximum(others, SMALLEST)
        newest = 1 / (1 + asked.sum(axis=0, keepdims=True) - asked)
        change = np.abs(newest / free - 1).max(initial=0.0)
        free = newest
        if change < SETTLED:
            break
    offered = wanted * free
    return np.asarray(offered / np.maximum(offered.sum(axis=1, keepdims=True) + nothing, SMALLEST))
