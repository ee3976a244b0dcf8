"""What a Pi camera is locked to: whole flickers, the gain making up for the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.pi_locks import flicker_us, locks_for


@pytest.mark.parametrize(
    ("found_us", "gain", "mains", "longest_us", "exposure_us", "locked_gain"),
    [
        (13_700, 2.4, 50, 100_000, 10_000, 3.288),
        (18_000, 2.0, 50, 100_000, 20_000, 1.8),
        (3_000, 1.0, 50, 100_000, 10_000, 1.0),
        (60_000, 8.0, 50, 33_333, 30_000, 16.0),
        (13_700, 2.4, 60, 100_000, 16_666, 1.973),
        (13_700, 2.4, 0, 100_000, 13_700, 2.4),
        (13_700, 2.4, 50, 5_000, 10_000, 3.288),
    ],
    ids=[
        "50 Hz",
        "two flickers",
        "very bright",
        "dark, quick frames",
        "60 Hz",
        "daylight",
        "frames below a flicker",
    ],
)
def test_exposure_is_whole_flickers_and_the_gain_makes_up_for_it(
    found_us, gain, mains, longest_us, exposure_us, locked_gain
):
    locks = locks_for({"ExposureTime": found_us, "AnalogueGain": gain}, mains, longest_us)
    assert locks.exposure_us == exposure_us
    assert locks.gain == locked_gain
    assert locks.flicker_us == flicker_us(mains)


@given(st.integers(100, 200_000), st.floats(1, 16), st.sampled_from([50, 60]), st.integers(20_000, 500_000))
def test_an_exposure_never_outlasts_a_frame_and_is_never_part_of_a_flicker(found_us, gain, mains, longest_us):
    locks = locks_for({"ExposureTime": found_us, "AnalogueGain": gain}, mains, longest_us)
    assert locks.exposure_us <= longest_us
    assert locks.exposure_us % flicker_us(mains) == 0
    assert 1.0 <= locks.gain <= 16.0


def test_metadata_that_lacks_everything_still_gives_something_to_lock():
    locks = locks_for({}, 50, 100_000)
    assert (locks.exposure_us, locks.gain, locks.colour_gains, locks.lens_position) == (
        10_000,
        1.0,
        (1.0, 1.0),
        None,
    )
