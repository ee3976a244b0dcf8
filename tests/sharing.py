"""How processes share the tests: file by file, and all that drives a browser in one of them.

What a module builds is then built once. Two browsers at a time, each with its server and its camera, would
leave too little of two cores to each; a film played at the pace
of people is mostly waited for.
"""

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/e2e/"
SLOWLY = "tests/e2e/test_first_deal.py"


def portion_of(test: str) -> str:
    """The portion of a test, named as pytest names it; one process runs all of a portion, in order."""
    file = test.split("::", 1)[0]
    return BROWSER if file.startswith(BROWSER) and file != SLOWLY else file


class SharedByPortion(LoadFileScheduling):
    """Hands out one portion after another."""

    def _split_scope(self, nodeid: str) -> str:
        return portion_of(nodeid)
