"""Tests shared among processes: a file is never torn apart, and all browsers are driven by one of them."""

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
    ],
)
def test_what_is_run_by_the_same_process(first, second, is_together):
    from .sharing import portion_of

    assert (portion_of(f"tests/{first}") == portion_of(f"tests/{second}")) == is_together


def test_what_goes_first_is_still_called_so():
    from .sharing import ROOT, SLOWLY, WAITS

    assert all((ROOT / name).is_file() for name in (SLOWLY, WAITS))
