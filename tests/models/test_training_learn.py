"""What both trainings share."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.learn import mixed  # noqa: E402
from models.train.pool import Pool  # noqa: E402
from models.train.scenes.crops import UNNAMED  # noqa: E402
from models.train.train_reader import alike_loss  # noqa: E402


@pytest.mark.parametrize(
    ("capability", "dtype"),
    [("AVX2", torch.float32), ("DEFAULT", torch.float32), ("AVX512", torch.bfloat16)],
)
def test_sixteen_bits_only_where_the_processor_is_made_for_them(monkeypatch, capability, dtype):
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
    with mixed(torch.device("cpu")):
        assert torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 3)).dtype is dtype


def _alike(embedding, labels, drawings):
    return float(alike_loss(torch.tensor(embedding), torch.tensor(labels), torch.tensor(drawings)))


def test_two_crops_of_one_drawing_are_drawn_together_and_away_from_others():
    apart = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    mixed_up = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]
    labels, drawings = [3, 3, 4, 4], [0, 0, 1, 1]
    assert _alike(apart, labels, drawings) < 0.001
    assert _alike(mixed_up, labels, drawings) > 2


def test_one_face_in_two_drawings_is_held_apart_and_in_one_it_is_not():
    near = [[1.0, 0.0], [1.0, 0.0], [1.0, 0.1], [1.0, 0.1]]
    assert _alike(near, [3, 3, 3, 3], [0, 0, 1, 1]) > 1
    assert _alike(near, [3, 3, 3, 3], [0, 0, 0, 0]) < 0.001
    assert _alike(near, [UNNAMED] * 4, [0, 0, 1, 1]) > 1


def test_what_has_no_other_crop_teaches_nothing():
    assert _alike([[1.0, 0.0], [0.0, 1.0]], [3, 3], [-1, -1]) == 0


def test_examples_that_belong_together_stay_together(tmp_path):
    for file in range(3):
        np.savez(tmp_path / f"{file}.npz", number=np.arange(10) + 10 * file)
    pool = Pool(tmp_path, 3, seed=1)
    pool.refresh()
    numbers = next(pool.batches(64, together=2))["number"].reshape(32, 2)
    assert (numbers[:, 0] % 2 == 0).all()
    assert (numbers[:, 1] == numbers[:, 0] + 1).all()
    assert len(set((numbers // 10).ravel().tolist())) == 3
