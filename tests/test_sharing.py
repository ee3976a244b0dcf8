"""Tests shared among processes: file by file, kept deals one by one, and all browsers by one process."""

import pytest

pytest.importorskip("xdist", reason="pytest-xdist is not installed")


@pytest.mark.parametrize(
    ("first", "second", "is_together"),
    [
        pytest.param("vision/test_dice.py::a[1]", "vision/test_dice.py::b", True, id="one file"),
        pytest.param("vision/test_dice.py::a", "vision/test_layout.py::a", False, id="two files"),
        pytest.param("e2e/test_axe.py::a[dark]", "e2e/test_page.py::b", True, id="two files with browsers"),
        pytest.param("e2e/test_axe.py::a", "e2e/test_first_deal.py::b", False, id="a browser and a film"),
        pytest.param("e2e/test_axe.py::a", "webui/test_app.py::a", False, id="a browser and none"),
        pytest.param(
            "webui/following/test_kept_deals.py::a[1]",
            "webui/following/test_kept_deals.py::a[2]",
            False,
            id="two kept deals",
        ),
    ],
)
def test_what_is_run_by_the_same_process(first, second, is_together):
    from .sharing import portion_of

    assert (portion_of(f"tests/{first}") == portion_of(f"tests/{second}")) == is_together


def test_what_is_named_is_still_called_so():
    from .sharing import KEPT, ROOT, SLOWLY, WAITS

    assert all((ROOT / name).is_file() for name in (KEPT, SLOWLY, WAITS))
