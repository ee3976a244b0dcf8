"""How processes share the tests: file by file, and all that drives a browser in one of them.

What a module builds is then built once. Two browsers at a time, each with its server and its camera, would
leave too little of two cores to each.
"""

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/e2e/"


def portion_of(test: str) -> str:
    """The portion of a test, named as pytest names it; one process runs all of a portion, in order."""
    file = test.split("::", 1)[0]
    return BROWSER if file.startswith(BROWSER) else file


class SharedByPortion(LoadFileScheduling):
    """Hands out one portion after another."""

    def _split_scope(self, nodeid: str) -> str:
        return portion_of(nodeid)
