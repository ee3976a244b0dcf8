"""Runs something in a process of its own that is killed at its Nth step on the disk."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

STEPS = frozenset({"open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.truncate"})
KILLED = 9


def killed_at(step: int, folder: Path, act: Callable[[], object]) -> bool:
    """Whether `act` was killed just before its Nth change below `folder`; False when it came to its end."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        assert code in (0, KILLED), f"the process ended with {code}"
        return code == KILLED
    left = step

    def count(event: str, values: tuple[object, ...]) -> None:
        nonlocal left
        if event not in STEPS or not str(values[0]).startswith((str(folder), ".")):
            return
        left -= 1
        if left == 0:
            os._exit(KILLED)

    sys.addaudithook(count)
    try:
        act()
    except BaseException as wrong:
        print(f"{wrong!r}", file=sys.stderr)
        os._exit(1)
    os._exit(0)


def killed_steps(folder: Path, fresh: Callable[[], object], act: Callable[[], object]) -> Iterator[int]:
    """Kills `act` at its first step on what `fresh` made, at its second, ... until it comes to its end."""
    step = 1
    while True:
        fresh()
        is_killed = killed_at(step, folder, act)
        yield step
        if not is_killed:
            return
        step += 1
