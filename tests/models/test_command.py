"""A program of `models` whose reader has seen enough."""

import subprocess
import sys
from pathlib import Path

KEPT = Path(__file__).parents[1] / "games" / "kept"


def test_a_program_whose_output_is_not_read_on_ends_quietly():
    words = [sys.executable, "-m", "models.fit_follow", str(KEPT)]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert b"Traceback" not in running.stderr.read()
    assert running.wait(timeout=60) == 1
