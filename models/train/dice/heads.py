"""Teaching only what follows a reader's first parts: a half or a twentieth of the time.

What the first parts make of each crop is reckoned once and kept; the layers behind them then learn from that
alone. What they cannot see the full teaching (`learn.py`) must show them.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.train.dice.losses import Answers, reader_loss
from models.train.learn import Average, mixed, rate_at
from models.train.nets import Reader
from models.train.pool import Arrays
from models.train.train_reader import to_input

BATCH, AT_ONCE = 256, 256
ALL = 7
"""Parts of a reader's body: all convolutions."""


def answers_of(reader: nn.Module, crops: NDArray[np.uint8]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What a reader says of crops (n, height, width, 3): (n, ...) a kind of answer."""
    with torch.no_grad():
        parts = [reader(to_input(crops[at : at + AT_ONCE])) for at in range(0, len(crops), AT_ONCE)]
    first, second, third, fourth = (torch.cat([part[kind] for part in parts]) for kind in range(4))
    return first, second, third, fourth


def features_of(reader: Reader, arrays: Arrays, kept: int = ALL) -> Tensor:
    """What the first `kept` parts of a reader make of a shard's crops, in 16 bits."""
    pictures = np.asarray(arrays["pictures"], np.uint8)
    with torch.no_grad():
        parts = [
            reader.body[:kept](to_input(pictures[at : at + AT_ONCE]))
            for at in range(0, len(pictures), AT_ONCE)
        ]
    return torch.cat([part.bfloat16() for part in parts])


def answered(reader: Reader, features: Tensor, kept: int = ALL) -> Answers:
    """What a reader says of crops, from what its first `kept` parts made of them."""
    body = reader.body[kept:](features)
    embedding = reader.embed(body)
    one, two, three, four = reader.label(embedding), reader.turn(embedding), embedding, reader.place(body)
    return one.float(), two.float(), three.float(), four.float()


def teach_heads(
    reader: Reader, teacher: Reader, shards: list[Arrays], steps: int, rate: float, kept: int = ALL
) -> Average:
    """Trains what follows the first `kept` parts for so many steps; the averaged weights. `teacher`: says
    what the crops show that nobody labelled."""
    reader.eval()
    average = Average(reader, 0.99)
    features = torch.cat([features_of(reader, shard, kept) for shard in shards])
    told = [answers_of(teacher, np.asarray(shard["pictures"], np.uint8)) for shard in shards]
    first, second, third, fourth = (torch.cat([part[kind] for part in told]) for kind in range(4))
    labels, corners = (
        torch.from_numpy(np.concatenate([shard[name] for shard in shards])) for name in ("labels", "corners")
    )
    parts = (reader.body[kept:], reader.embed, reader.label, reader.turn, reader.place)
    weights = [weight for part in parts for weight in part.parameters()]
    optimizer = torch.optim.AdamW(weights, lr=rate, weight_decay=0.0)
    chance = torch.Generator().manual_seed(7)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step / steps, rate)
        chosen = torch.randint(len(labels), (BATCH,), generator=chance)
        said = (first[chosen], second[chosen], third[chosen], fourth[chosen])
        with mixed(torch.device("cpu")):
            answers = answered(reader, features[chosen].float(), kept)
        loss = reader_loss(answers, said, labels[chosen], corners[chosen])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 5.0)
        optimizer.step()
        average.follow(reader)
        if step % 100 == 0 or step == steps - 1:
            print(f"reader's last layers, step {step + 1} of {steps}, loss {loss.item():.3f}", flush=True)
    return average
