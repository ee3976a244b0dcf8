"""The trained networks as files: loading them with one clear line when one is missing or broken."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.observation import VisionError

# Some versions of onnxruntime report home and write a device id unless told not to before the import.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime

MODELS = Path(__file__).resolve().parents[2] / "models"
LIVE_MODELS = MODELS / "table"
"""The pair that follows a table: smaller, since there the scale is known, and in 8 bits."""
REMEDY = "run `git checkout models` or train it as models/README.md says"


@dataclass(frozen=True, slots=True)
class Settings:
    """What `labels.json` says: the order of outputs, the crop's size, calibration."""

    labels: tuple[str, ...]
    kinds: tuple[str, ...]
    stride: int
    tile_px: float
    """How wide a table's tiles are in the picture that the locator is shown of it."""
    least_on_table: Mapping[str, float]
    """The score by kind below which nothing is told on a table; the tiles' size is known there, so less than
    in a photo, and each locator is sure in its own measure."""
    crop_width: int
    crop_height: int
    crop_share: float
    temperature: float
    threshold: float

    def numbers(self, labels: Iterable[str]) -> list[int]:
        """Where `labels` stand among the reader's."""
        return [self.labels.index(label) for label in labels]


class Network:
    """One ONNX file ready to run."""

    def __init__(self, path: Path, threads: int, *, keeps_memory: bool = True) -> None:
        """VisionError naming the file when it is missing or broken. `keeps_memory`: what one picture took is
        held for the next; a photo of 12 megapixels takes 800 MB, so who reads photos now and then gives it
        back."""
        if not path.is_file():
            raise VisionError(f"the detector's file {path} is missing; {REMEDY}")
        self._path = path
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # A waiting pool that spins takes the cores from the other network and from the rest of the program.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 4
        options.enable_cpu_mem_arena = keeps_memory
        try:
            self._session: Any = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as wrong:  # onnxruntime raises many unrelated types for an unreadable file
            raise VisionError(
                f"the detector's file {path} is broken ({_first_line(wrong)}); {REMEDY}"
            ) from wrong
        self._input = self._session.get_inputs()[0].name
        self.fingerprint = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        """Tells this network from any other."""

    def run(self, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """All outputs for a batch of pictures (n, height, width, 3).

        VisionError: the file holds another network.
        """
        try:
            outputs: list[NDArray[np.float32]] = self._session.run(None, {self._input: pictures})
        except Exception as wrong:  # as above: a network of another shape
            raise VisionError(
                f"the detector's file {self._path} is another network ({_first_line(wrong)}); {REMEDY}"
            ) from wrong
        return outputs


def read_settings(folder: Path) -> Settings:
    """Reads `labels.json` in `folder`; VisionError naming it when missing or broken."""
    path = folder / "labels.json"
    if not path.is_file():
        raise VisionError(f"the detector's file {path} is missing; {REMEDY}")
    try:
        found = json.loads(path.read_text())
        found["labels"], found["kinds"] = tuple(found["labels"]), tuple(found["kinds"])
        return Settings(**found)
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        raise VisionError(f"the detector's file {path} is broken ({_first_line(wrong)}); {REMEDY}") from wrong


def _first_line(wrong: Exception) -> str:
    lines = str(wrong).splitlines()
    return lines[0][:120] if lines else type(wrong).__name__
