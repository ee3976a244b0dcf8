"""What both trainings share."""

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.learn import mixed  # noqa: E402


@pytest.mark.parametrize(
    ("capability", "dtype"),
    [("AVX2", torch.float32), ("DEFAULT", torch.float32), ("AVX512", torch.bfloat16)],
)
def test_sixteen_bits_only_where_the_processor_is_made_for_them(monkeypatch, capability, dtype):
    monkeypatch.setattr(torch.backends.cpu, "get_cpu_capability", lambda: capability)
    with mixed(torch.device("cpu")):
        assert torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 3)).dtype is dtype
