"""How processes share the tests: file by file, and all that drives a browser in one of them.

What a module builds is then built once. Two browsers at a time, each with its server and its camera, would
leave too little of two cores to each; a film played at the pace
of people is mostly waited for.
"""

from pathlib import Path

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

ROOT = Path(__file__).resolve().parents[1]
BROWSER = "tests/e2e/"
SLOWLY = "tests/e2e/test_first_deal.py"
WAITS = "tests/webui/watch/test_vision_process.py"
"""Mostly waits, and would come last: the other cores would be idle beside it. So it goes first."""
KEPT = "tests/webui/following/test_kept_deals.py"
"""Takes minutes, and nothing is built for all of it: each of its tests is shared out by itself."""


def portion_of(test: str) -> str:
    """The portion of a test, named as pytest names it; one process runs all of a portion, in order."""
    file = test.split("::", 1)[0]
    if file == KEPT:
        return test
    return BROWSER if file.startswith(BROWSER) and file != SLOWLY else file


class SharedByPortion(LoadFileScheduling):
    """Hands out one portion after another, what mostly waits first."""

    def _split_scope(self, nodeid: str) -> str:
        return portion_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        if WAITS in self.workqueue:
            self.workqueue.move_to_end(WAITS, last=False)
        super()._assign_work_unit(node)
