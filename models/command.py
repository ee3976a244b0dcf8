"""How a program of this folder is run from the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def run(main: Callable[[], None]) -> None:
    """Runs `main`; SystemExit, and not a word, when whoever reads its output has seen enough (`| head`)."""
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:
        # Python writes out what is left when it ends: into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
