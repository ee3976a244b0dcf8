"""The trainings of the documentation run without a minute; what they leave is exported and quantised."""

import json
import re
import shutil

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from engine.tiles import ALL_FACES  # noqa: E402
from models.train.dice.bank import draw_bank  # noqa: E402
from models.train.draw.page import HEIGHT, WIDTH  # noqa: E402
from vision.tile_art import ink_picture  # noqa: E402

from .desk_of_training import lay_out_training  # noqa: E402
from .shown import LINES  # noqa: E402
from .small import run_by, smaller  # noqa: E402
from .test_docs_commands import run  # noqa: E402

ORDER = ("train.run", "train.export", "quantise", "dice.train", "dice.classifier")
ORDER += ("dice.export", "dice.hard", "warm")
"""Each needs what those before it leave."""
HERE = sorted(
    run_by("tests/docs/test_docs_training.py", LINES),
    key=lambda line: (next(place for place, words in enumerate(ORDER) if words in line), line),
)
RUNS = ("all", "held_out", "table", "next")


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """Photos and drawn sets; one bank for all runs, drawn already, as are dice of one kind."""
    folder = tmp_path_factory.mktemp("training") / "desk"
    folder.mkdir()
    lay_out_training(folder)
    art = folder.parent / "shared" / "art"
    shutil.copytree(art / "fluffystuff", art / "lietxia")
    _draw_faces(folder / "runs" / "first" / "bank")
    for name in RUNS:
        (folder / "runs" / name).mkdir(exist_ok=True)
        shutil.rmtree(folder / "runs" / name / "bank", ignore_errors=True)
        (folder / "runs" / name / "bank").symlink_to(folder / "runs" / "first" / "bank")
    (folder / "runs" / "dice").mkdir()
    drawn = draw_bank(1, seed=3)
    np.savez(folder / "runs" / "dice" / "dice.npz", pictures=drawn.pictures, corners=drawn.corners)
    return folder


def _draw_faces(bank):
    """The part of a bank that the first training draws, of one set."""
    labels = (*ALL_FACES, "other")
    faces = [ink_picture(label if label in ALL_FACES else "5z", WIDTH, HEIGHT) for label in labels]
    np.save(bank / "faces.npy", np.stack(faces))
    (bank / "faces.json").write_text(json.dumps([(label, "imagined0") for label in labels]))


@pytest.fixture(autouse=True)
def _threads_as_before():
    """A training sets how many threads there are."""
    before = cv2.getNumThreads(), torch.get_num_threads()
    yield
    cv2.setNumThreads(before[0])
    torch.set_num_threads(before[1])


@pytest.mark.parametrize("line", [line for line in HERE if re.search(r"export|quantise", line)])
def test_no_command_here_writes_over_the_shipped_networks(line):
    assert re.search(r"--into (?!models)", smaller(line))


@pytest.mark.parametrize("line", HERE)
def test_a_training_of_the_docs_runs_to_its_end(line, desk, monkeypatch):
    monkeypatch.chdir(desk)
    run(smaller(line), desk, monkeypatch)
