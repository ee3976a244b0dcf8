"""The Raspberry Pi camera without a Pi: what is configured, locked and shown, and its absence in one line.

The same tests run over our stand-in everywhere, and over the real picamera2 in the job of `.ci/picamera2`.
"""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from hardware.camera import CameraLost, HardwareError
from hardware.cameras import open_camera
from hardware.cameras import picamera2 as pi
from hardware.cameras.picamera2 import DEFAULTS, PiCamera
from hardware.pi_locks import Limits, locks_for
from hardware.pi_settled import Settled

from .pi_devices import KINDS

OPTIONS = {**DEFAULTS, "timeout": 1}


@pytest.fixture(params=KINDS.values(), ids=KINDS.keys())
def kind(request):
    return request.param


@pytest.fixture
def device(kind):
    return kind.make()


def last(kind, device, name):
    """The control as it was set last."""
    return next(told[name] for told in reversed(kind.told(device)) if name in told)


def read_until_lost(camera):
    """Some frames are still on their way when a ribbon is pulled."""
    for _ in range(10):
        camera.read()


def names_told(kind, device):
    return {name for told in kind.told(device) for name in told}


def test_one_configuration_blue_first_at_a_fixed_rate_without_a_queue(kind, device):
    with PiCamera(device, {**OPTIONS, "width": 2304, "height": 1296, "rate": 8}) as camera:
        assert device.camera_configuration()["main"]["size"] == (2304, 1296)
        assert device.camera_configuration()["main"]["format"] == "RGB888"
        assert tuple(last(kind, device, "FrameDurationLimits")) == (125_000, 125_000)
        assert (camera.settings()["width"], camera.settings()["height"]) == (2304, 1296)


def test_pictures_stay_blue_first(device):
    with PiCamera(device, OPTIONS) as camera:
        blue, green, red = camera.read().picture[0, 0]
    assert (blue, green, red) == (200, 40, 10)


def test_focus_exposure_and_gains_are_locked_before_the_first_frame_and_shown(kind, device):
    with PiCamera(device, OPTIONS) as camera:
        shown = camera.settings()
        assert last(kind, device, "ExposureTime") == 10_000
        assert last(kind, device, "AnalogueGain") == pytest.approx(3.288)
        assert tuple(last(kind, device, "ColourGains")) == pytest.approx((1.9, 2.2))
        assert last(kind, device, "LensPosition") == pytest.approx(1.2)
    assert shown["focus"] == "locked at 1.2 dioptres"
    assert shown["exposure"] == "locked at 10 ms"
    assert shown["flicker period"] == "10 ms"
    assert "warning" not in shown


def test_the_camera_is_open_within_four_seconds_of_frames(kind):
    device = kind.make(settles_after=15)
    with PiCamera(device, OPTIONS):
        # Thirty a second while it settles.
        assert kind.frames_used(device) <= 4 * 30


def test_the_automatics_are_not_switched_off_by_hand(kind, device):
    with PiCamera(device, OPTIONS):
        assert not names_told(kind, device) & {"AeEnable", "AwbEnable"}


@pytest.mark.parametrize("can_spare", [True, False])
def test_the_exposure_is_found_so_that_white_tiles_do_not_burn_out(kind, can_spare):
    device = kind.make(can_spare=can_spare)
    with PiCamera(device, OPTIONS) as camera:
        assert kind.begun_with(device).get("AeConstraintMode") == (1 if can_spare else None)
        assert camera.read().picture.any()


def test_a_focus_that_is_told_is_set_and_no_cycle_is_run(kind, device):
    with PiCamera(device, {**OPTIONS, "focus": 2.5}) as camera:
        assert camera.settings()["focus"] == "locked at 2.5 dioptres"
        assert "AfTrigger" not in names_told(kind, device)
        assert "autofocus_cycle" not in getattr(device, "calls", ())


@pytest.mark.parametrize("finds_focus", [False, None], ids=["fails", "never ends"])
def test_a_focus_that_is_not_found_is_a_warning_and_the_distance_is_used(kind, finds_focus, monkeypatch):
    monkeypatch.setattr(pi, "FOCUS_S", 1.0)
    device = kind.make(finds_focus=finds_focus)
    with PiCamera(device, {**OPTIONS, "metres": 1.25}) as camera:
        assert camera.read().picture.any()
        shown = camera.settings()
        assert last(kind, device, "LensPosition") == pytest.approx(0.8)
        assert last(kind, device, "AfMode") == 0
    assert shown["focus"] == "locked at 0.8 dioptres"
    assert "the focus is set for 1.25 m" in shown["warning"]


def test_a_lens_that_cannot_move_is_left_alone(kind):
    device = kind.make(can_focus=False)
    with PiCamera(device, OPTIONS) as camera:
        assert not names_told(kind, device) & {"AfMode", "AfTrigger", "LensPosition"}
        assert camera.settings()["focus"] == "fixed"


def test_light_that_never_settles_is_a_warning(kind):
    with PiCamera(kind.make(settles_after=10_000, frames=400), OPTIONS) as camera:
        assert "the light did not settle" in camera.settings()["warning"]


@pytest.mark.parametrize("most_gain", [10.67, 22.26])
def test_the_gain_stays_within_what_the_sensor_can(kind, most_gain):
    device = kind.make(most_gain=most_gain)
    kind.darken(device, 12)
    with PiCamera(device, {**OPTIONS, "rate": 100, "mains": 50}) as camera:
        # 164 ms at gain 2.4 cannot be had in 10 ms on any sensor.
        assert camera.settings()["gain"] == most_gain


@pytest.mark.parametrize(
    ("sensor", "size", "mode", "view"),
    [
        ("imx708", (1920, 1080), (2304, 1296), "100% of the sensor's width, 100% of its height"),
        ("imx708", (2304, 1296), (2304, 1296), "100% of the sensor's width, 100% of its height"),
        ("imx708", (4608, 2592), (4608, 2592), "100% of the sensor's width, 100% of its height"),
        ("imx219", (1920, 1080), (3280, 2464), "100% of the sensor's width, 100% of its height"),
        ("imx219", (1280, 960), (1640, 1232), "100% of the sensor's width, 100% of its height"),
    ],
)
def test_the_mode_that_sees_the_whole_table_is_asked_for_and_shown(kind, sensor, size, mode, view):
    device = kind.make(sensor=sensor)
    with PiCamera(device, {**OPTIONS, "width": size[0], "height": size[1], "rate": 5}) as camera:
        shown = camera.settings()
        assert kind.sensor_mode(device) == mode
    assert shown["sensor mode"] == f"{mode[0]} x {mode[1]}"
    assert shown["view"] == view


def test_a_square_picture_is_cut_from_the_mode_that_sees_the_whole_table(kind):
    device = kind.make(sensor="imx708")
    with PiCamera(device, {**OPTIONS, "width": 1296, "height": 1296}) as camera:
        assert kind.sensor_mode(device) == (2304, 1296)
        assert (camera.settings()["width"], camera.settings()["height"]) == (1296, 1296)


def test_a_camera_that_gives_other_pictures_is_told_and_given_back(kind):
    device = kind.make(gives="YUYV")
    with pytest.raises(
        HardwareError, match="the camera gives YUYV, expected RGB888: a USB camera is opened as"
    ):
        PiCamera(device, OPTIONS)
    assert not kind.is_open(device)


def test_a_camera_that_is_gone_while_it_opens_is_given_back(kind):
    device = kind.make(frames=3, finds_focus=True, can_focus=False)
    with pytest.raises(CameraLost):
        PiCamera(device, OPTIONS)
    assert not kind.is_open(device)


def test_every_request_is_given_back(device):
    with PiCamera(device, OPTIONS) as camera:
        # Four buffers: a fifth request kept would be the last.
        for number in range(20):
            assert camera.read().number == number


def test_time_is_the_sensors_own_from_the_first_frame(device):
    with PiCamera(device, OPTIONS) as camera:
        frames = [camera.read() for _ in range(3)]
    times = [frame.taken_at_s for frame in frames]
    assert times[0] == 0
    assert times == sorted(set(times))
    assert [frame.number for frame in frames] == [0, 1, 2]


def test_a_frame_is_newer_than_the_question_for_it(kind, device):
    with PiCamera(device, OPTIONS) as camera:
        camera.read()
        used = kind.frames_used(device)
        camera.read()
        assert kind.frames_used(device) > used


def test_an_unplugged_ribbon_is_told_and_closing_ends(kind, device):
    camera = PiCamera(device, OPTIONS)
    camera.read()
    kind.unplug(device)
    with pytest.raises(CameraLost, match="imx708 gave no picture for 1 s: check its ribbon cable"):
        read_until_lost(camera)
    camera.close()
    # `close` waits no longer than 0.9 s for the device: that it is closed shows that it was enough.
    assert not kind.is_open(device)


def test_closing_gives_back_once(kind, device):
    camera = PiCamera(device, OPTIONS)
    camera.close()
    camera.close()
    assert not kind.is_open(device)
    with pytest.raises(CameraLost, match="is closed"):
        camera.read()


def test_between_deals_exposure_and_colours_are_found_anew_and_the_focus_stays(kind, device):
    with PiCamera(device, {**OPTIONS, "mains": 0}) as camera:
        assert camera.settings()["exposure"] == "locked at 13.7 ms"
        kind.darken(device, 2)
        camera.read()
        assert camera.settings()["exposure"] == "locked at 13.7 ms"
        camera.relock()
        assert camera.settings()["exposure"] == "locked at 27.4 ms"
        assert camera.settings()["focus"] == "locked at 1.2 dioptres"
        frames = [camera.read() for _ in range(6)]  # a control goes out with the next request
        assert last(kind, device, "ExposureTime") == 27_400
        assert frames[-1].picture.any()


def test_where_the_library_is_missing_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)  # what Python itself takes for "not to be found"
    with pytest.raises(HardwareError) as wrong:
        open_camera("picamera2:0")
    assert str(wrong.value) == (
        "the Raspberry Pi camera library is missing: `sudo apt install python3-picamera2`, and make the "
        "environment with `python3 -m venv --system-site-packages`"
    )


def test_a_library_that_breaks_while_it_loads_is_quoted(monkeypatch, tmp_path):
    """apt's simplejpeg beside numpy 2 from PyPI raises a ValueError, of all things."""
    (tmp_path / "picamera2.py").write_text(
        'raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")\n'
    )
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(HardwareError) as wrong:
        open_camera("picamera2:0")
    assert "does not load (ValueError: numpy.dtype size changed, may indicate" in str(wrong.value)
    assert "\n" not in str(wrong.value)
    assert pi.found() == ()


def test_usb_cameras_that_libcamera_lists_are_left_to_opencv(monkeypatch):
    class Library:
        @staticmethod
        def global_camera_info():
            return [
                {"Model": "imx708", "Id": "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a", "Num": 1},
                {"Model": "C920", "Id": "/base/axi/pcie@120000/rp1/usb@200000-1:1.0-046d:082d", "Num": 0},
            ]

    module = ModuleType("picamera2")
    module.Picamera2 = Library
    monkeypatch.setitem(sys.modules, "picamera2", module)
    assert [(each.source, each.name) for each in pi.found()] == [("picamera2:0", "imx708")]
    with pytest.raises(HardwareError, match="the Raspberry Pi camera 1 is not there, 1 present"):
        open_camera("picamera2:1")


@pytest.mark.parametrize("says", ["AeState", "AeLocked", ""])
def test_exposure_is_settled_however_this_libcamera_says_so(says):
    def frame(share):
        told = {"ExposureTime": 13_700 * share, "AnalogueGain": 2.0, "ColourGains": (1.0 + share, 2.0)}
        if says == "AeState":
            return {**told, says: 2 if share == 1 else 1}
        return {**told, says: share == 1} if says else told

    settled = Settled()
    assert not any(settled.is_settled(frame(share / 10)) for share in range(1, 10))
    assert [settled.is_settled(frame(1)) for _ in range(4)] == [False, False, False, True]


def test_colours_that_still_move_are_not_settled():
    settled = Settled()
    moving = [{"AeState": 2, "ColourGains": (1.0 + 0.1 * number, 2.0)} for number in range(8)]
    assert not any(settled.is_settled(each) for each in moving)


def test_an_exposure_is_within_what_the_sensor_can():
    locks = locks_for({"ExposureTime": 60_000}, 50, 100_000, Limits(exposure_us=(1.0, 35_000.0)))
    assert locks.exposure_us == 30_000
