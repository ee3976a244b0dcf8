"""The small pair for tables: its size, what it learns from the large reader, its files."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.export import export, store_as_halves  # noqa: E402
from models.train.learn import Average, Plan, save  # noqa: E402
from models.train.nets import FOR_PHOTOS, FOR_TABLES, Locator, Reader  # noqa: E402
from models.train.scenes.views import TABLE_TILE_PX  # noqa: E402
from models.train.teacher import asked, chances, taught_loss  # noqa: E402
from vision.detect.detector import Detector  # noqa: E402
from vision.detect.networks import MODELS, Network  # noqa: E402
from vision.observation import TableImage  # noqa: E402

TOLD = ("labels", "turns", "embeddings")


def weights(net: "torch.nn.Module") -> int:
    return sum(each.numel() for each in net.parameters())


def test_the_pair_for_tables_is_smaller_and_answers_in_the_same_shapes():
    pictures, crops = torch.zeros(1, 3, 64, 96), torch.zeros(2, 3, 64, 48)
    for size in (FOR_PHOTOS, FOR_TABLES):
        assert Locator(size.locator).eval()(pictures).shape == (1, 12, 16, 24)
        assert [tuple(each.shape) for each in Reader(size.reader).eval()(crops)] == [
            (2, 54), (2, 4), (2, 128), (2, 8),
        ]  # fmt: skip
    assert weights(Locator(FOR_TABLES.locator)) < 0.85 * weights(Locator())
    assert weights(Reader(FOR_TABLES.reader)) < 0.8 * weights(Reader())


def test_a_plan_for_tables_trains_the_small_pair(tmp_path: Path):
    assert Plan(tmp_path, 1, 1, 1e-3, for_tables=True).size() is FOR_TABLES
    assert Plan(tmp_path, 1, 1, 1e-3).size() is FOR_PHOTOS


def test_the_teacher_is_asked_for_chances_and_embeddings():
    crops = np.random.default_rng(1).integers(0, 255, (70, 64, 48, 3), dtype=np.uint8)
    told = asked(MODELS)(crops)
    assert [told[f"told_{name}"].shape for name in TOLD] == [(70, 54), (70, 4), (70, 128)]
    assert np.allclose(told["told_labels"].sum(axis=1, dtype=np.float32), 1, atol=0.01)


def test_the_loss_is_least_where_the_pupil_says_what_the_teacher_says():
    rng = np.random.default_rng(2)
    labels, turns = rng.normal(size=(4, 54)), rng.normal(size=(4, 4))
    embeddings = rng.random((4, 128)).astype(np.float32)
    arrays = {
        "told_labels": chances(labels.astype(np.float32)), "told_turns": chances(turns.astype(np.float32)),
        "told_embeddings": embeddings.astype(np.float16),
    }  # fmt: skip
    same = [torch.from_numpy(each).float() for each in (labels, turns, embeddings)]
    least = taught_loss(arrays, *same)
    torch.manual_seed(3)
    for number in range(3):
        other = list(same)
        other[number] = other[number] + 3 * torch.randn(other[number].shape)
        assert taught_loss(arrays, *other) > least + 0.05


def test_an_exported_small_pair_is_run_by_the_detector(tmp_path: Path):
    for name, net in (("locator", Locator(FOR_TABLES.locator)), ("reader", Reader(FOR_TABLES.reader))):
        save(tmp_path / f"{name}.pt", net, Average(net), torch.optim.AdamW(net.parameters()), 0.0)
    export(tmp_path, tmp_path / "out", 0.6, 0.5, for_tables=True)
    detector = Detector.load(tmp_path / "out")
    assert detector.settings.tile_px == TABLE_TILE_PX
    tiles, dice = detector.detect_table(TableImage(np.full((300, 300, 3), 90, np.uint8), 1.25))
    assert (len(tiles), len(dice)) == (0, 0)


def test_weights_in_halves_take_half_the_room_and_answer_the_same(tmp_path: Path):
    net = Locator(FOR_TABLES.locator)
    save(tmp_path / "locator.pt", net, Average(net), torch.optim.AdamW(net.parameters()), 0.0)
    export(tmp_path, tmp_path, 0.6, 0.5, for_tables=True)
    file = tmp_path / "locator.onnx"
    picture = np.random.default_rng(5).integers(0, 256, (1, 64, 96, 3)).astype(np.uint8)
    whole, size = Network(file, 1).run(picture), file.stat().st_size
    store_as_halves(file)
    assert file.stat().st_size < 0.6 * size
    for kept, before in zip(Network(file, 1).run(picture), whole, strict=True):
        np.testing.assert_allclose(kept, before, atol=0.02)
