"""What the reader answers when it looks at crops: once, or both ways up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.detect.networks import Network, Settings

WELL_CUT = 0.08
"""A look whose corners were off by more, in crop sides, says little about the face."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The reader's answers for n crops: chances of labels and of quarter turns, embeddings, and where each
    tile's corners lie, in crop sides off a perfect cut (n, 4, 2)."""

    labels: NDArray[np.float32]
    turns: NDArray[np.float32]
    embeddings: NDArray[np.float32]
    off: NDArray[np.float64]

    def parts(self) -> tuple[NDArray[Any], ...]:
        """All four, in their order: (n, labels), (n, 4), (n, 2, 128), (n, 4, 2)."""
        return self.labels, self.turns, self.embeddings, self.off

    def only(self, kept: NDArray[np.intp]) -> Answers:
        """The answers of some: `kept` their numbers, (m,)."""
        return Answers(self.labels[kept], self.turns[kept], self.embeddings[kept], self.off[kept])

    def take(self, numbers: NDArray[np.intp], other: Answers) -> None:
        """Puts the m answers of `other` in the place of those of `numbers`, (m,)."""
        self.labels[numbers], self.turns[numbers] = other.labels, other.turns
        self.embeddings[numbers], self.off[numbers] = other.embeddings, other.off

    def miscut(self) -> NDArray[np.float64]:
        """(n,): how far the corners were off a perfect cut, in crop sides."""
        return np.asarray(np.abs(self.off).mean(axis=(1, 2)))

    def well_cut(self) -> NDArray[np.bool_]:
        """(n,): which crops were cut nearly along the tile's edges, upright or upside down."""
        are_along = self.turns[:, 0] + self.turns[:, 2] > self.turns[:, 1] + self.turns[:, 3]
        return np.asarray(are_along & (self.miscut() < WELL_CUT))


def classify_once(network: Network, settings: Settings, crops: NDArray[np.uint8]) -> Answers:
    """The answers for crops (n, 64, 48, 3) as they are."""
    labels, turns, embeddings, *rest = network.run(crops)
    off = rest[0].reshape(-1, 4, 2).astype(np.float64) if rest else np.zeros((len(crops), 4, 2))
    return Answers(_soft(labels / settings.temperature), _soft(turns), embeddings, off)


def classify_both_ways(
    network: Network,
    settings: Settings,
    crops: NDArray[np.uint8],
    which: NDArray[np.bool_] | None = None,
) -> Answers:
    """The answers for crops and for the same crops upside down, taken together: what misleads the reader one
    way up seldom does so the other way. Where the corners lie, and the embeddings, are of the crops as they
    are. `which`: (n,) those looked at both ways, all unless told."""
    count = len(crops)
    turned = np.arange(count) if which is None else np.flatnonzero(which)
    both = classify_once(network, settings, np.concatenate([crops, crops[turned, ::-1, ::-1]]))
    answers = both.only(np.arange(count))
    answers.labels[turned] = _together(answers.labels[turned], both.labels[count:])
    answers.turns[turned] = _together(answers.turns[turned], np.roll(both.turns[count:], 2, axis=1))
    return answers


def _together(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """The geometric mean of two sets of chances."""
    both = np.sqrt(one * other)
    return np.asarray(both / np.maximum(both.sum(axis=1, keepdims=True), 1e-9), np.float32)


def _soft(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def classify_where(
    looked: Callable[[Network, Settings, NDArray[np.uint8]], Answers],
    network: Network,
    settings: Settings,
    crops: NDArray[np.uint8],
    worth: NDArray[np.bool_],
) -> Answers:
    """The answers for crops (n, height, width, 3) of which those worth reading, (n,), are at least one; the
    others show nothing."""
    some = looked(network, settings, crops[worth])
    if worth.all():
        return some
    count = len(crops)
    whole = Answers(*(np.zeros((count, *part.shape[1:]), part.dtype) for part in some.parts()))
    whole.labels[:, settings.labels.index("none")] = 1.0
    whole.turns[:] = 0.25
    whole.take(np.flatnonzero(worth), some)
    return whole
