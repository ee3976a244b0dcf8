"""The Raspberry Pi camera without a Pi: what is configured, locked and shown, and its absence in one line."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera import CameraLost, HardwareError
from hardware.cameras import open_camera
from hardware.cameras.picamera2 import DEFAULTS, PiCamera
from hardware.fake_picamera2 import FakePicamera2
from hardware.pi_locks import flicker_us, locks_for


@pytest.fixture
def device():
    return FakePicamera2()


def test_one_configuration_blue_first_at_a_fixed_rate_without_a_queue(device):
    PiCamera(device, {**DEFAULTS, "width": 2304, "height": 1296, "rate": 8})
    assert device.configuration["main"] == {"size": (2304, 1296), "format": "RGB888"}
    assert device.configuration["controls"] == {"FrameDurationLimits": (125_000, 125_000)}
    assert device.configuration["queue"] is False


def test_pictures_stay_blue_first(device):
    blue, green, red = PiCamera(device, DEFAULTS).read().picture[0, 0]
    assert (blue, green, red) == (200, 40, 10)


def test_focus_exposure_and_gains_are_locked_before_the_first_frame_and_shown(device):
    camera = PiCamera(device, DEFAULTS)
    assert device.controls[-1] == {
        "ExposureTime": 10_000,
        "AnalogueGain": 3.288,
        "ColourGains": (1.9, 2.2),
        "AfMode": 0,
        "LensPosition": 1.2,
    }
    assert device.requests[-1].get_metadata()["ExposureTime"] == 10_000
    shown = camera.settings()
    assert shown["focus"] == "locked at 1.2 dioptres"
    assert shown["exposure"] == "locked at 10 ms"
    assert shown["flicker period"] == "10 ms"


def test_the_automatics_are_not_switched_off_by_hand(device):
    PiCamera(device, DEFAULTS)
    assert not any("AeEnable" in controls or "AwbEnable" in controls for controls in device.controls)


def test_a_focus_that_is_told_is_set_and_no_cycle_is_run(device):
    camera = PiCamera(device, {**DEFAULTS, "focus": 2.5})
    assert "autofocus_cycle" not in device.calls
    assert camera.settings()["focus"] == "locked at 2.5 dioptres"


def test_a_lens_that_cannot_move_is_left_alone():
    device = FakePicamera2(can_focus=False)
    camera = PiCamera(device, DEFAULTS)
    assert "autofocus_cycle" not in device.calls
    assert all("AfMode" not in controls for controls in device.controls)
    assert camera.settings()["focus"] == "fixed"


def test_every_request_is_given_back(device):
    camera = PiCamera(device, DEFAULTS)
    for _ in range(5):
        camera.read()
    assert all(request.is_released for request in device.requests)


def test_time_is_the_sensors_own_from_the_first_frame(device):
    camera = PiCamera(device, DEFAULTS)
    frames = [camera.read() for _ in range(3)]
    assert [frame.taken_at_s for frame in frames] == pytest.approx([0.0, 0.1, 0.2])
    assert [frame.number for frame in frames] == [0, 1, 2]


def test_an_unplugged_ribbon_is_told():
    device = FakePicamera2(frames=10)
    camera = PiCamera(device, DEFAULTS)
    for _ in range(10 - len(device.requests)):
        camera.read()
    with pytest.raises(CameraLost, match="imx708 gave no picture for 5 s: check its ribbon cable"):
        camera.read()


def test_closing_stops_and_gives_back_once(device):
    camera = PiCamera(device, DEFAULTS)
    camera.close()
    camera.close()
    assert device.calls[-2:] == ["stop", "close"]
    assert device.calls.count("close") == 1
    with pytest.raises(CameraLost, match="is closed"):
        camera.read()


def test_where_the_library_is_missing_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)  # what Python itself takes for "not to be found"
    with pytest.raises(HardwareError) as wrong:
        open_camera("picamera2:0")
    assert str(wrong.value) == (
        "the Raspberry Pi camera library is missing: `sudo apt install python3-picamera2`, and make the "
        "environment with `python3 -m venv --system-site-packages`"
    )


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
