"""What the pupils lose: dice as they lie, and all else as a teacher sees it."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from models.train.classes import KINDS
from models.train.dice.examples import DIE
from models.train.train_locator import targets
from models.train.train_reader import PLACE_WEIGHT

SEEN_BY_TEACHER = 0.2
"""The heat from which the teacher's word on a tile's shape counts."""
KEEP_WEIGHT, TOLD_WEIGHT, ALIKE_WEIGHT = 4.0, 2.0, 2.0


def locator_loss(pupil: Tensor, teacher: Tensor, objects: Tensor, marks: Tensor) -> Tensor:
    """Dice as they lie, and all else as the teacher (n, 12, cells, cells) has it; none where dice lie."""
    count = len(KINDS)
    heat, shape, weight = targets(objects)
    covered, unknown = (marks & 1).float()[:, None], ((marks >> 1) & 1).float()
    chance = torch.sigmoid(pupil[:, DIE].float()).clamp(1e-5, 1 - 1e-5)
    sure = heat[:, DIE].eq(1)
    near = -((1 - chance) ** 2) * chance.log() * sure
    far = -(chance**2) * (1 - chance).log() * (1 - heat[:, DIE]) ** 4 * (~sure) * (1 - unknown)
    dice = (near.sum() + far.sum()) / sure.sum().clamp(min=1)
    told = torch.sigmoid(teacher[:, :DIE].float()) * (1 - covered)
    said = torch.sigmoid(pupil[:, :DIE].float())
    keep = ((said - told).square() * (1 + 4 * told)).sum() / told.sum().clamp(min=20)
    own = told.amax(dim=1, keepdim=True)
    own = own * (own > SEEN_BY_TEACHER)
    error = functional.smooth_l1_loss(
        pupil[:, count:].float(), teacher[:, count:].float(), reduction="none", beta=0.05
    )
    kept = (error * own).sum() / own.sum().clamp(min=1)
    laid = functional.smooth_l1_loss(pupil[:, count:].float(), shape, reduction="none", beta=0.05)
    return dice + KEEP_WEIGHT * keep + kept + (laid * weight).sum() / sure.sum().clamp(min=1)


Answers = tuple[Tensor, Tensor, Tensor, Tensor]


def reader_loss(pupil: Answers, teacher: Answers, labels: Tensor, corners: Tensor) -> Tensor:
    """Dice and what lies between them as they are, of tiles what the teacher says, embedding and all."""
    known = labels >= 0
    truth = functional.cross_entropy(pupil[0][known].float(), labels[known])
    there = ~corners.isnan().any(dim=1) & known
    placed = (pupil[3][there] - corners[there]).abs().mean() if bool(there.any()) else pupil[3].sum() * 0
    rest = ~known
    told = functional.cross_entropy(pupil[0][rest], teacher[0][rest].softmax(dim=1))
    told = told + 0.3 * functional.cross_entropy(pupil[1][rest], teacher[1][rest].softmax(dim=1))
    apart = (pupil[2][rest] - teacher[2][rest]).square().sum(dim=1)
    alike = (apart / teacher[2][rest].square().sum(dim=1).clamp(min=1e-3)).mean()
    same_place = (pupil[3][rest] - teacher[3][rest]).abs().mean()
    return truth + TOLD_WEIGHT * told + ALIKE_WEIGHT * alike + PLACE_WEIGHT * (placed + same_place)
