"""How processes share the tests: file by file, and most of what drives a browser in one of them.

What a module builds is then built once. Two browsers at a time, each with its server and its camera, would
leave too little of two cores to each. What runs in a portion of its own has no camera, or is a film that is
mostly waited for: in one portion all of it would take longer than everything else.
"""

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/e2e/"
FILMS, PAGES = ("first_deal",), ("axe", "practice", "practice_taps", "scores")
APART = {f"tests/e2e/test_{name}.py" for name in (*FILMS, *PAGES)}


def portion_of(test: str) -> str:
    """The portion of a test, named as pytest names it; one process runs all of a portion, in order."""
    file = test.split("::", 1)[0]
    return BROWSER if file.startswith(BROWSER) and file not in APART else file


class SharedByPortion(LoadFileScheduling):
    """Hands out one portion after another."""

    def _split_scope(self, nodeid: str) -> str:
        return portion_of(nodeid)
