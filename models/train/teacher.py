"""What a larger reader says of a crop, for a smaller one to learn beside the truth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.train.pool import Arrays
from vision.detect.networks import Network

TURN_SHARE = 0.3
ALIKE_SHARE = 0.5
AT_ONCE = 64


def asked(folder: Path) -> Callable[[NDArray[np.uint8]], Arrays]:
    """Asks the reader in `folder` of crops (n, 64, 48, 3): chances of labels and turns, embeddings."""
    network = Network(folder / "reader.onnx", 1)

    def ask(crops: NDArray[np.uint8]) -> Arrays:
        parts = [network.run(crops[first : first + AT_ONCE])[:3] for first in range(0, len(crops), AT_ONCE)]
        labels, turns, embeddings = (np.concatenate(each) for each in zip(*parts, strict=True))
        return {
            "told_labels": chances(labels), "told_turns": chances(turns),
            "told_embeddings": embeddings.astype(np.float16),
        }  # fmt: skip

    return ask


def chances(logits: NDArray[np.float32]) -> NDArray[np.float16]:
    """Softmax of (n, answers), each over its answers."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float16)


def taught_loss(arrays: Arrays, label_logits: Tensor, turn_logits: Tensor, embedding: Tensor) -> Tensor:
    """How far the answers for a batch are from the teacher's: cross entropy of labels and of turns, and the
    embedding's distance as a part of the teacher's length."""
    labels, turns, known = (
        torch.from_numpy(np.asarray(arrays[f"told_{name}"], np.float32)).to(label_logits.device)
        for name in ("labels", "turns", "embeddings")
    )
    loss = functional.cross_entropy(label_logits.float(), labels)
    loss = loss + TURN_SHARE * functional.cross_entropy(turn_logits.float(), turns)
    apart = (embedding.float() - known).square().sum(dim=1) / known.square().sum(dim=1).clamp(min=1e-3)
    return loss + ALIKE_SHARE * apart.mean()
