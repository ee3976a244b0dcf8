"""`python -m models.train.dice.warm RUN --photos FOLDER --art FOLDER`: checkpoints from the shipped networks.

They go into RUN. Then `models.train.dice.train RUN --restart` trains on from the shipped detector, and
`models.train.dice.classifier RUN --restart` from the shipped classifier.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from models import HERE
from models.train.dice.classifier import NAME as CLASSIFIER
from models.train.dice.classifier import DieClassifier, seen_anew
from models.train.dice.crops import CropSource
from models.train.dice.net import DieNet
from models.train.dice.pages import PageSource
from models.train.dice.train import NAME as DETECTOR
from models.train.dice.train import OF_A_PAGE, add_sources, sources_of
from models.train.dice.windows import windows_of
from models.train.train_reader import to_input
from models.train.warm import begin
from vision.detect.dice.network import DiceNetwork

BATCH, SEED = 96, 5


def warm(run: Path, pages: PageSource, models: Path, batches: int) -> None:
    """Writes dice.pt and dice_classifier.pt into `run` from the ONNX files in `models`; ValueError for files
    of other networks."""
    windows = [torch.cat([_windows(pages) for _ in range(BATCH // OF_A_PAGE)]) for _ in range(batches)]
    begin(run / f"{DETECTOR}.pt", DieNet(), models / f"{DETECTOR}.onnx", windows)
    source, rng = CropSource(pages, DiceNetwork(models, 1), None), np.random.default_rng(SEED)
    crops = [seen_anew(source.batch(BATCH), rng)[0] for _ in range(batches)]
    begin(run / f"{CLASSIFIER}.pt", DieClassifier(), models / f"{CLASSIFIER}.onnx", crops)


def _windows(pages: PageSource) -> torch.Tensor:
    windows = windows_of(pages.page(), pages.rng, OF_A_PAGE)["pictures"]
    return to_input(np.asarray(windows, np.uint8))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_sources(parser)
    parser.add_argument("--models", type=Path, default=HERE, help="folder of the ONNX files to begin from")
    parser.add_argument("--batches", type=int, default=16, help="batches of pictures to measure on")
    chosen = parser.parse_args()
    plan, sources = sources_of(chosen, BATCH)
    pages = sources.pages(SEED)
    warm(plan.folder, pages, chosen.models, chosen.batches)
    print(f"{chosen.run}: go on with models.train.dice.train --restart")


if __name__ == "__main__":
    main()
