"""`python -m models.train.dice.learn RUN --photos FOLDER`: the shipped pair learns dice and keeps all else.

Begins with the shipped networks. A copy of each that learns nothing says what tiles it sees, and the pupil
is told to say the same of them; of dice it is told the truth. So little is to be learnt that minutes do. RUN
must hold a bank. Examples are kept in RUN, checkpoints too: the same command goes on.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from models import HERE
from models.train.bank import load_bank
from models.train.dice.bank import DiceBank, dice_bank
from models.train.dice.examples import DiceScene, DieCrops, die_crops, mixed_crops, packed, with_dice
from models.train.dice.heads import answers_of, teach_heads
from models.train.dice.losses import locator_loss, reader_loss
from models.train.dice.mined import of_photo, of_scene
from models.train.dice.rendered import RenderedScenes
from models.train.learn import Average, mixed, rate_at
from models.train.nets import FOR_PHOTOS, FOR_TABLES, Locator, Reader
from models.train.photos import CROPS, Photo
from models.train.pool import Arrays
from models.train.run import photos_in
from models.train.scenes.batches import turned
from models.train.scenes.body import surface
from models.train.scenes.club import club_things
from models.train.scenes.crops import CropSource
from models.train.scenes.distractors import litter
from models.train.scenes.looks import lit, photographed
from models.train.scenes.photo_scenes import PhotoScenes
from models.train.scenes.scene import CELLS, Scene, SceneSource
from models.train.scenes.views import SIDE
from models.train.train_locator import lit_anew
from models.train.train_reader import to_input
from models.train.warm import unfold
from vision.detect.detector import Detector

SHARD = 128
MINED_SCENES, MINED_EVERY = 60, 64
"""What a mined shard is made of: scenes, and one in so many photos."""
SIZES_PX = (4.5, 42.0)
"""Sides of dice in a scene for the locator."""
TABLE_SIZES_PX = (4.0, 13.0)
"""And in one for the locator for tables: 8 to 20 mm, also where the tiles' size is only guessed."""
SHARPER_PX = (9.0, 90.0)
"""And in one that the reader's crops are cut from."""
WINDS = ("1z", "2z", "3z", "4z")
CLUB_SHARE = 0.6
"""Of the scenes without tiles: those where plates, sticks, displays and consoles stand."""
RENDERED_SHARE, RENDERED_CUT, RENDERED_FOUND = 0.3, 170, 80
"""Of the locator's scenes: rendered ones. And of how many the reader's crops are cut clumsily, and how many
as the detector itself cuts them."""
BATCHES = {"locator": 12, "reader": 192}


def scene_maker(
    run: Path,
    photos: list[Photo],
    dice: DiceBank,
    seed: int,
    sizes_px: tuple[float, float],
    are_straight: bool = False,
) -> Callable[[], DiceScene]:
    """Makes scenes with dice on imagined tables, on windows of photos and on bare cloth."""
    rng = np.random.default_rng(seed)
    bank = load_bank(run / "bank")
    tables, windows = SceneSource(bank, seed, are_straight), PhotoScenes(photos, seed, are_straight)
    signs = [
        bank.faces[number]
        for number, label in enumerate(bank.face_labels)
        if label in ("1z", "2z", "3z", "4z")
    ]

    def make() -> DiceScene:
        chance = rng.random()
        if chance < 0.6:
            base = tables.scene() if chance < 0.33 else windows.scene()
            return with_dice(base, dice, rng, sizes_px)
        picture = surface((SIDE, SIDE), rng)
        litter(picture, rng)
        strangers = club_things(picture, rng, signs) if rng.random() < CLUB_SHARE else []
        nothing = np.zeros((0, 6), np.float32), np.zeros((CELLS, CELLS), np.uint8)
        base = Scene(photographed(lit(picture, rng), rng, 0.6), *nothing)
        return with_dice(base, dice, rng, sizes_px, strangers)

    return make


def rendered_crops(detector: Detector, scenes: Callable[[], DiceScene], rng: np.random.Generator) -> Arrays:
    """The crops of rendered scenes, cut clumsily and as the detector itself cuts them."""
    parts = [die_crops(scenes(), rng) for _ in range(RENDERED_CUT)]
    return joined([*parts, *(of_scene(detector, scenes()) for _ in range(RENDERED_FOUND))])


def joined(parts: list[DieCrops]) -> Arrays:
    """Crops of many scenes as one shard."""
    names = ("pictures", "labels", "corners")
    return {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}


def examples(folder: Path, count: int, make: Callable[[int], Arrays]) -> list[Arrays]:
    """`count` shards of examples kept in `folder`; those that are not there are made."""
    folder.mkdir(parents=True, exist_ok=True)
    shards = []
    for number in range(count):
        path = folder / f"{number:04d}.npz"
        if not path.exists():
            part = path.with_suffix(".part")
            with part.open("wb") as file:
                np.savez(file, **make(number))  # type: ignore[arg-type]
            part.rename(path)
        with np.load(path) as stored:
            shards.append({key: stored[key] for key in stored.files})
    return shards


def batches(shards: list[Arrays], size: int, seed: int) -> Iterator[Arrays]:
    """Endless batches out of all shards."""
    rng = np.random.default_rng(seed)
    whole = {key: np.concatenate([shard[key] for shard in shards]) for key in shards[0]}
    count = len(next(iter(whole.values())))
    while True:
        chosen = rng.integers(count, size=size)
        yield {key: values[chosen] for key, values in whole.items()}


def teach(run: Path, name: str, net: nn.Module, shards: list[Arrays], steps: int, rate: float) -> None:
    """Trains `net` for so many steps, from its checkpoint in `run` where there is one, and leaves another."""
    net.to(memory_format=torch.channels_last)
    teacher = copy.deepcopy(net).eval()
    if name == "reader":
        shards = [shard | _told(teacher, shard) for shard in shards]
    average = Average(net, 0.99)
    path = run / f"{name}.pt"
    done = _resumed(path, net, average)
    # The normalisations stay as they are: what passes is mostly dice, and tables are not.
    net.eval()
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.0)
    rng, said, losses = np.random.default_rng(done), time.monotonic(), []
    source = batches(shards, BATCHES[name], seed=done)
    for step in range(done, steps):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step / steps, rate)
        loss = _loss(name, net, teacher, next(source), rng)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.follow(net)
        losses.append(loss.item())
        if time.monotonic() - said > 20 or step == steps - 1:
            said = time.monotonic()
            print(f"{name} step {step + 1} of {steps} loss {np.mean(losses):.3f}", flush=True)
            losses = []
            _save(path, net, average, step + 1)


def _loss(name: str, net: nn.Module, teacher: nn.Module, arrays: Arrays, rng: np.random.Generator) -> Tensor:
    device = torch.device("cpu")
    if name == "locator":
        arrays = turned(arrays, int(rng.integers(4)), bool(rng.random() < 0.5))
        pictures = lit_anew(to_input(np.asarray(arrays["pictures"], np.uint8)))
        objects, marks = (torch.from_numpy(arrays[key]) for key in ("objects", "ignored"))
        with mixed(device):
            with torch.no_grad():
                told = teacher(pictures)
            said = net(pictures)
        return locator_loss(said, told, objects, marks)
    crops = to_input(np.asarray(arrays["pictures"], np.uint8))
    crops = (crops * (1 + 0.1 * torch.randn(len(crops), 1, 1, 1))).clamp(0, 1)
    first, second, third, fourth = (torch.from_numpy(arrays[f"told{part}"]) for part in range(4))
    labels, corners = (torch.from_numpy(arrays[key]) for key in ("labels", "corners"))
    with mixed(device):
        answers = net(crops)
    one, two, three, four = (answer.float() for answer in answers)
    return reader_loss((one, two, three, four), (first, second, third, fourth), labels, corners)


def _told(teacher: nn.Module, shard: Arrays) -> Arrays:
    answers = answers_of(teacher, np.asarray(shard["pictures"], np.uint8))
    return {f"told{kind}": answer.numpy() for kind, answer in enumerate(answers)}


def _resumed(path: Path, net: nn.Module, average: Average) -> int:
    if not path.exists():
        return 0
    state = torch.load(path, map_location="cpu", weights_only=True)
    net.load_state_dict(state["net"])
    average.net.load_state_dict(state["average"])
    average.steps = int(state["steps"])
    return int(state["steps"])


def _save(path: Path, net: nn.Module, average: Average, steps: int) -> None:
    part = path.with_suffix(".part")
    torch.save({"net": net.state_dict(), "average": average.net.state_dict(), "steps": steps}, part)
    part.replace(path)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path, help="a run's folder, its bank built")
    parser.add_argument("--photos", type=Path, required=True, help="folder of COCO folders")
    parser.add_argument("--leave-out", action="append", default=[], metavar="SOURCE")
    parser.add_argument("--models", type=Path, default=HERE, help="folder of the ONNX files to begin from")
    parser.add_argument("--kinds", type=int, default=300, help="how many kinds of dice are drawn")
    parser.add_argument(
        "--shards", type=int, default=16, help=f"of {SHARD} scenes, and 8 times as many crops"
    )
    parser.add_argument("--mined", type=int, default=4, help="shards of what the detector itself cuts")
    parser.add_argument("--rendered", type=Path, default=None, help="scenes that models.render.dice left")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--only", choices=("locator", "reader"), default=None)
    parser.add_argument(
        "--kept", type=int, default=0, help="how many of the seven parts of the reader stay as they are"
    )
    parser.add_argument(
        "--tables",
        action="store_true",
        help="the locator for tables, as models.train.widen wrote it",
    )
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    photos = [photo for photo in photos_in(chosen.photos, None) if photo.source not in chosen.leave_out]
    dice = dice_bank(chosen.run, chosen.kinds)
    tiles = CropSource(load_bank(chosen.run / "bank", tuple(chosen.leave_out)), 5)

    def scenes(number: int) -> Arrays:
        sizes = TABLE_SIZES_PX if chosen.tables else SIZES_PX
        make = scene_maker(chosen.run, photos, dice, 1000 + number, sizes, chosen.tables)
        some = 0 if chosen.rendered is None else round(SHARD * RENDERED_SHARE)
        photoreal = [RenderedScenes(chosen.rendered, 2000 + number)] if some else []
        return packed(
            [make() for _ in range(SHARD - some)] + [each.scene(sizes) for each in photoreal * some]
        )

    def crops(number: int) -> Arrays:
        make = scene_maker(chosen.run, photos, dice, 5000 + number, SHARPER_PX)
        made = mixed_crops(tiles, make, np.random.default_rng(9000 + number), SHARD * 8)
        return {"pictures": made.pictures, "labels": made.labels, "corners": made.corners}

    def mined(number: int) -> Arrays:
        detector = Detector.load(chosen.models, threads=1)
        make = scene_maker(chosen.run, photos, dice, 7000 + number, SHARPER_PX)
        parts = [of_scene(detector, make()) for _ in range(MINED_SCENES)]
        whole = [photo for photo in photos if not photo.source.endswith(CROPS)][number::MINED_EVERY]
        parts += [of_photo(detector, np.asarray(cv2.imread(str(photo.path)), np.uint8)) for photo in whole]
        return joined(parts)

    def rendered(number: int) -> Arrays:
        photoreal = RenderedScenes(chosen.rendered, 3000 + number)
        detector = Detector.load(chosen.models, threads=1)
        return rendered_crops(
            detector, lambda: photoreal.scene(SHARPER_PX), np.random.default_rng(4000 + number)
        )

    locator = Locator((FOR_TABLES if chosen.tables else FOR_PHOTOS).locator)
    for name, net, maker in (("locator", locator, scenes), ("reader", Reader(), crops)):
        if name in ((chosen.only,) if chosen.only else ("locator", "reader")[: 1 if chosen.tables else 2]):
            shards = examples(chosen.run / f"dice-{name}", chosen.shards, maker)
            if name == "reader":
                shards += examples(chosen.run / "dice-mined", chosen.mined, mined)
                of_blender = 0 if chosen.rendered is None else chosen.mined
                shards += examples(chosen.run / "dice-rendered", of_blender, rendered)
            shown = [to_input(np.asarray(shards[0]["pictures"][part::8], np.uint8)) for part in range(8)]
            unfold(chosen.models / f"{name}.onnx", net, shown)
            if chosen.kept and isinstance(net, Reader):
                teacher = copy.deepcopy(net).eval()
                _resumed(chosen.run / "reader.pt", net, Average(net))
                taught = teach_heads(net, teacher, shards, chosen.steps, chosen.rate, chosen.kept)
                _save(chosen.run / "reader.pt", net, taught, 0)
            else:
                teach(chosen.run, name, net, shards, chosen.steps, chosen.rate)


if __name__ == "__main__":
    main()
