"""Teaching only what follows a reader's convolutions: seconds of a processor's time instead of minutes.

What the convolutions make of each crop is reckoned once and kept; the layers behind them then learn from that
alone. What they cannot see the full teaching (`learn.py`) must show them.
"""

from __future__ import annotations

import copy

import numpy as np
import torch
from torch import Tensor, nn

from models.train.dice.losses import Answers, reader_loss
from models.train.learn import Average, rate_at
from models.train.nets import Reader
from models.train.pool import Arrays
from models.train.train_reader import to_input

BATCH, AT_ONCE = 256, 256


def features_of(reader: Reader, arrays: Arrays) -> Tensor:
    """What the convolutions make of a shard's crops, (n, 1536) in 16 bits."""
    pictures = np.asarray(arrays["pictures"], np.uint8)
    with torch.no_grad():
        parts = [
            reader.body(to_input(pictures[at : at + AT_ONCE])) for at in range(0, len(pictures), AT_ONCE)
        ]
    return torch.cat(parts).half()


def answered(reader: Reader, features: Tensor) -> Answers:
    """What a reader says of crops, from what its convolutions made of them."""
    embedding = reader.embed(features)
    return reader.label(embedding), reader.turn(embedding), embedding, reader.place(features)


def teach_heads(reader: Reader, shards: list[Arrays], steps: int, rate: float) -> Average:
    """Trains the layers behind the convolutions for so many steps; the averaged weights."""
    reader.eval()
    teacher = copy.deepcopy(reader)
    average = Average(reader, 0.99)
    features = torch.cat([features_of(reader, shard) for shard in shards])
    labels, corners = (
        torch.from_numpy(np.concatenate([shard[name] for shard in shards])) for name in ("labels", "corners")
    )
    parts = (reader.embed, reader.label, reader.turn, reader.place)
    weights = [weight for part in parts for weight in part.parameters()]
    optimizer = torch.optim.AdamW(weights, lr=rate, weight_decay=0.0)
    chance = torch.Generator().manual_seed(7)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step / steps, rate)
        chosen = torch.randint(len(labels), (BATCH,), generator=chance)
        shown = features[chosen].float()
        with torch.no_grad():
            told = answered(teacher, shown)
        loss = reader_loss(answered(reader, shown), told, labels[chosen], corners[chosen])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 5.0)
        optimizer.step()
        average.follow(reader)
        if step % 100 == 0 or step == steps - 1:
            print(f"reader's last layers, step {step + 1} of {steps}, loss {loss.item():.3f}", flush=True)
    return average
