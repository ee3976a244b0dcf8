"""What is known of the camera: said within two seconds when looks stay away."""

import pytest

from webui.live.camera_state import BLIND_AFTER_S, CameraState, camera_json
from webui.words import load_words

WORDS = load_words("en")


@pytest.mark.parametrize(
    ("condition", "silent_s", "shown"),
    [
        ("starting", 60, "starting"),
        ("watching", 0.3, "watching"),
        ("watching", BLIND_AFTER_S + 0.1, "blind"),
        ("stopped", 60, "stopped"),
        ("ended", 60, "ended"),
    ],
)
def test_silence_counts_as_blindness_only_while_watching(condition, silent_s, shown):
    sight = CameraState(condition=condition, look=7, came_at_s=100.0)
    assert camera_json(sight, WORDS, now_s=100.0 + silent_s)["condition"] == shown


def test_blindness_is_known_within_two_seconds():
    assert BLIND_AFTER_S + 0.25 < 2


def test_the_table_is_told_what_is_covered_each_kind_once_and_no_figures():
    sight = CameraState(
        look=1, looks_per_s=4.96, hidden=("river:0", "river:2", "dice"), details={"residual_mm": 0.4}
    )
    assert camera_json(sight, WORDS)["facts"] == {"Covered": "river, dice"}
