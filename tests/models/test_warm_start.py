"""Networks written to ONNX and taken back answer as before, in use and at the first step of training."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")
pytest.importorskip("onnx", reason="training needs the extra `train`")

from torch import nn  # noqa: E402

from engine.tiles import ALL_FACES  # noqa: E402
from models.train.export import export  # noqa: E402
from models.train.nets import FOR_TABLES, Locator, Reader, Twice, step  # noqa: E402
from models.train.train_reader import to_input  # noqa: E402
from models.train.warm import unfold  # noqa: E402
from models.train.widen import widened  # noqa: E402
from vision.detect.networks import MODELS, Network  # noqa: E402
from vision.tile_art import ink_picture  # noqa: E402


def trained_a_little(net: nn.Module, shape: tuple[int, ...]) -> nn.Module:
    """Statistics and scales that are not those of a new network."""
    torch.manual_seed(1)
    for _ in range(3):
        net.train()(torch.rand(shape))
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d | nn.BatchNorm1d):
            module.weight.data.uniform_(0.5, 1.5)
            module.bias.data.uniform_(-0.5, 0.5)
    return net.eval()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, nn.Module, nn.Module]:
    """(folder of the ONNX files, the locator and the reader they were written from)."""
    folder = tmp_path_factory.mktemp("run")
    locator, reader = trained_a_little(Locator(), (4, 3, 64, 64)), trained_a_little(Reader(), (8, 3, 64, 48))
    torch.save({"average": locator.state_dict()}, folder / "locator.pt")
    torch.save({"average": reader.state_dict()}, folder / "reader.pt")
    export(folder, folder, 1.0, 0.5)
    return folder, locator, reader


@pytest.mark.parametrize("part", ["locator", "reader"])
def test_a_network_taken_back_from_its_file_answers_as_before(written, part: str):
    folder, locator, reader = written
    before, fresh = (locator, Locator()) if part == "locator" else (reader, Reader())
    shape = (8, 3, 64, 64) if part == "locator" else (32, 3, 64, 48)
    pictures = torch.rand(shape)
    unfold(folder / f"{part}.onnx", fresh, [pictures])
    with torch.no_grad():
        wanted, got = before(pictures), fresh.eval()(pictures)
        for one, other in zip(_parts(wanted), _parts(got), strict=True):
            assert torch.allclose(one, other, atol=1e-3)
        fresh.train()
        for module in fresh.modules():
            if isinstance(module, nn.Dropout):
                module.eval()
        for one, other in zip(_parts(wanted), _parts(fresh(pictures)), strict=True):
            assert torch.allclose(one, other, atol=2e-2)


def _parts(answer: object) -> tuple[torch.Tensor, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def test_a_network_of_8_bits_taken_back_answers_as_its_file_does(tmp_path: Path):
    inked = [np.asarray(ink_picture(face, 48, 64), np.float32) for face in ALL_FACES]
    crops = [ink[..., :3] * (ink[..., 3:] / 255) + 225 * (1 - ink[..., 3:] / 255) for ink in inked]
    pictures = np.stack(crops).astype(np.uint8)
    net = Reader(FOR_TABLES.reader)
    unfold(widened(MODELS / "table" / "glance.onnx", tmp_path), net, [to_input(pictures)])
    labels, _, embeddings, _ = Network(MODELS / "table" / "glance.onnx", 1).run(pictures)
    with torch.no_grad():
        got_labels, _, got_embeddings, _ = (each.numpy() for each in net.eval()(to_input(pictures)))
    assert (got_labels.argmax(axis=1) == labels.argmax(axis=1)).mean() > 0.95
    lengths = np.linalg.norm(embeddings, axis=1) * np.linalg.norm(got_embeddings, axis=1)
    assert ((embeddings * got_embeddings).sum(axis=1) / lengths).min() > 0.98


class Narrow(nn.Module):
    """A small classifier of crops of 16 pixels: so many channels, perhaps with a part that lets pass."""

    def __init__(self, wide: int, has_more: bool = False):
        super().__init__()
        more = [Twice(2 * wide)] if has_more else []
        self.body = nn.Sequential(step(3, wide, 2), Twice(wide), step(wide, 2 * wide, 2), *more)
        self.said = nn.Linear(2 * wide * 16, 5)
        for part in more:
            nn.init.zeros_(part.second[1].weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.said(self.body(x).flatten(1))


def test_a_wider_network_begins_with_what_the_narrow_file_answers(tmp_path: Path):
    narrow, pictures = trained_a_little(Narrow(4), (8, 3, 16, 16)), torch.rand(8, 3, 16, 16)
    torch.onnx.export(narrow, (pictures,), str(tmp_path / "narrow.onnx"), dynamo=False)
    wider = Narrow(7, has_more=True)
    unfold(tmp_path / "narrow.onnx", wider, [pictures])
    with torch.no_grad():
        assert torch.allclose(wider.eval()(pictures), narrow(pictures), atol=1e-3)
    wider(pictures).square().sum().backward()
    assert all(each.grad.abs().sum() > 0 for each in (wider.body[2][0].weight, wider.said.weight))


def test_a_file_of_another_network_is_refused(written):
    with pytest.raises(ValueError, match="expected"):
        unfold(written[0] / "locator.onnx", Reader(), [torch.rand(2, 3, 64, 48)])
