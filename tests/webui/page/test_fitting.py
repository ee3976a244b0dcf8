"""Names cut to a width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.text.fitting import columns, shortened


@pytest.mark.parametrize(
    ("text", "most", "kept"),
    [
        pytest.param("Ann", 8, "Ann", id="short enough"),
        pytest.param("Maximiliane", 8, "Maximil…", id="too long"),
        pytest.param("さくら子・長谷川", 9, "さくら子…", id="two columns a character"),
        pytest.param("王小明", 6, "王小明", id="just fits"),
        pytest.param("Mary Ann", 6, "Mary…", id="no space before the ellipsis"),
        pytest.param("", 5, "", id="nobody"),
    ],
)
def test_a_name_is_cut_to_its_columns(text, most, kept):
    assert shortened(text, most) == kept


@given(st.text(), st.integers(1, 30))
def test_what_is_left_is_never_wider_than_its_room(text, most):
    assert columns(shortened(text, most)) <= most
