"""What the locator is asked to answer, as tensors."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.train_locator import targets  # noqa: E402


def test_targets_have_a_peak_and_a_shape_at_each_object():
    objects = torch.full((1, 4, 6), -1.0)
    objects[0, 0] = torch.tensor([0, 100.0, 60.0, 20, 27, 30])
    objects[0, 1] = torch.tensor([3, 200.0, 60.0, 10, 10, 0])
    heat, shape, weight = targets(objects)
    assert heat[0, 0].max() == 1
    assert heat[0, 3].max() == 1
    assert heat[0, 1].max() == 0
    row, column = divmod(int(heat[0, 0].argmax()), heat.shape[-1])
    x = (column + 0.5 + float(shape[0, 0, row, column])) * 4
    y = (row + 0.5 + float(shape[0, 1, row, column])) * 4
    assert (x, y) == pytest.approx((100, 60), abs=1e-3)
    assert weight[0, :, row, column].tolist() == [1.0] * 8
