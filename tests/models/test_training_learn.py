"""What both trainings share."""

import subprocess
import sys
from functools import partial

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `train`")

from models.train.learn import Examples, Plan, mixed, trained  # noqa: E402
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


def test_a_file_a_worker_removes_while_the_folder_is_read_is_passed_over(tmp_path):
    np.savez(tmp_path / "1.npz", number=np.arange(4))
    (tmp_path / "2.npz").symlink_to(tmp_path / "removed.npz")
    pool = Pool(tmp_path, 3, seed=1)
    assert pool.refresh() == 4
    assert list(pool.files) == ["1.npz"]


def _plan(folder, minutes=0.0):
    return Plan(folder, minutes, batch=4, rate=1e-3, threads=1)


def _numbers(_seed):
    return lambda count: {"numbers": np.arange(count, dtype=np.float32)}


LEARNS = """
import sys
from pathlib import Path
import numpy as np
import torch
from models.train.learn import Examples, Plan, trained

def numbers(seed):
    return lambda count: {"numbers": np.arange(count, dtype=np.float32)}

def nothing(seed):
    raise ValueError("no examples")

def loop(plan, net, average, optimizer, clock, pool):
    batch = torch.from_numpy(next(pool.batches(plan.batch))["numbers"])
    assert batch.shape == (4,)
    net(batch[:, None, None, None]).square().mean().backward()
    optimizer.step()
    average.follow(net)

def weight(minutes):
    torch.manual_seed(3)
    plan = Plan(Path(sys.argv[1]), minutes, batch=4, rate=1e-3, threads=1)
    examples = Examples("numbers", nothing if "dies" in sys.argv else numbers, count=8, keep=2)
    return trained(plan, "small", lambda: torch.nn.Conv2d(1, 1, 1), examples, loop).weight.item()

first, learnt, again = (weight(minutes) for minutes in (0.0, 1.0, 0.0))
assert first != learnt == again
"""
"""A training in a process of its own: threads that other tests have begun do not survive a worker's fork."""


def test_a_training_learns_from_what_its_workers_make_and_goes_on_from_its_checkpoint(tmp_path):
    subprocess.run([sys.executable, "-W", "ignore", "-c", LEARNS, str(tmp_path)], check=True, timeout=120)


def test_a_training_whose_workers_die_ends_and_says_so(tmp_path):
    command = [sys.executable, "-W", "ignore", "-c", LEARNS, str(tmp_path), "dies"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("a process that makes examples in ")


def test_a_checkpoint_of_another_network_ends_in_one_line(tmp_path):
    examples = Examples("numbers", _numbers, count=8, keep=2)
    for channels in (1, 2):
        train = partial(
            trained, _plan(tmp_path), "small", partial(torch.nn.Conv2d, 1, channels, 1), examples, None
        )
        if channels == 1:
            train()
        else:
            with pytest.raises(SystemExit, match=r"small\.pt is of a network of another size"):
                train()
