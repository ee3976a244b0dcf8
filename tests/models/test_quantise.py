"""What is done to a network's file besides 8 bits changes its size and speed, not what it answers."""

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="training needs the extra `train`")
torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.export import store_as_halves, store_whole  # noqa: E402
from models.train.nets import FOR_TABLES, Locator  # noqa: E402
from models.train.quantise import fold_scale, last_matrices  # noqa: E402
from models.train.train_reader import to_input  # noqa: E402
from models.train.warm import unfold  # noqa: E402
from models.train.widen import widen  # noqa: E402
from vision.detect.networks import MODELS, Network  # noqa: E402


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    path = tmp_path / "reader.onnx"
    store_whole(MODELS / "reader.onnx", path)
    return path


def answers(path: Path) -> list[np.ndarray]:
    crops = np.random.default_rng(3).integers(0, 255, (6, 64, 48, 3), dtype=np.uint8)
    return Network(path, 1).run(crops)


def operations(path: Path) -> list[str]:
    return [node.op_type for node in onnx.load(str(path)).graph.node]


def test_the_first_layer_takes_over_the_scaling(copied: Path):
    before, had = answers(copied), operations(copied)
    fold_scale(copied)
    assert had.count("Div") == 1
    assert "Div" not in operations(copied)
    for one, other in zip(before, answers(copied), strict=True):
        assert np.allclose(one, other, atol=1e-3)


def test_the_last_layers_are_kept_in_half_the_bytes(copied: Path):
    before, size = answers(copied), copied.stat().st_size
    store_as_halves(copied, last_matrices(copied))
    assert copied.stat().st_size < size - 400_000
    for one, other in zip(before, answers(copied), strict=True):
        assert np.abs(one - other).max() < 0.02 * np.abs(one).max()


def test_halves_made_whole_again_answer_just_the_same(tmp_path: Path):
    shipped = MODELS / "reader.onnx"
    store_whole(shipped, tmp_path / "whole.onnx")
    assert operations(tmp_path / "whole.onnx").count("Cast") == 1, "of the bytes that come in"
    assert (tmp_path / "whole.onnx").stat().st_size > 1.9 * shipped.stat().st_size
    for one, other in zip(answers(shipped), answers(tmp_path / "whole.onnx"), strict=True):
        assert (one == other).all()


def test_the_locator_in_8_bits_is_made_whole_again(tmp_path: Path):
    small = MODELS / "table" / "locator.onnx"
    widen(small, tmp_path / "locator.onnx")
    done = set(operations(tmp_path / "locator.onnx"))
    assert not done & {"QuantizeLinear", "DequantizeLinear"}
    picture = np.full((1, 128, 128, 3), (40, 110, 60), np.uint8)
    picture[0, 50:70, 50:65] = 240
    heat, _ = Network(small, 1).run(picture)
    net, shown = Locator(FOR_TABLES.locator).eval(), to_input(picture)
    unfold(tmp_path / "locator.onnx", net, [shown])
    with torch.no_grad():
        whole = torch.sigmoid(net(shown)[:, : heat.shape[1]]).numpy()
    assert np.abs(heat - whole).max() < 0.1


def test_only_what_has_the_first_layer_of_a_locator_or_reader_is_made_whole(tmp_path: Path):
    both = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1]) for name in ("in", "out")]
    relu = onnx.helper.make_node("Relu", ["in"], ["out"])
    other = onnx.helper.make_model(onnx.helper.make_graph([relu], "other", both[:1], both[1:]))
    onnx.save(other, str(tmp_path / "other.onnx"))
    wanted = r"other\.onnx must have one layer called start\.0 or body\.0\.0, it has 0"
    with pytest.raises(ValueError, match=wanted):
        widen(tmp_path / "other.onnx", tmp_path / "whole.onnx")
