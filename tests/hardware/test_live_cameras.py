"""USB cameras and the simulated one: the newest frame wins, faults end in one clear line."""

from __future__ import annotations

import itertools
import threading

import cv2
import numpy as np
import pytest

from hardware.camera import CameraLost, HardwareError
from hardware.cameras.opencv import DEFAULTS, SETTLED_AFTER, OpenCvCamera, configure, open_source
from hardware.cameras.simulated import CameraFault, SimulatedCamera, felt_pictures, parse_faults
from hardware.clock import SteppedClock
from hardware.fake_capture import FakeCapture, grey_pictures


def test_the_newest_frame_wins():
    capture = FakeCapture(grey_pictures(20))
    camera = OpenCvCamera("usb", capture, DEFAULTS)
    assert capture.released.wait(10)  # all twenty were taken before anybody read
    frame = camera.read()
    assert (frame.number, frame.picture[0, 0, 0]) == (19, 19)
    with pytest.raises(CameraLost, match="the camera usb gives no more pictures: check its cable"):
        camera.read()


def test_a_reader_waits_for_a_frame_it_has_not_read():
    handed_out = threading.Semaphore(1)
    with OpenCvCamera("usb", FakeCapture(grey_pictures(9), handed_out=handed_out), DEFAULTS) as camera:
        assert camera.read().number == 0
        handed_out.release()
        assert camera.read().number == 1
        handed_out.release(1000)


def test_a_camera_that_hangs_is_lost_after_its_timeout():
    capture = FakeCapture(grey_pictures(1), hangs=True)
    camera = OpenCvCamera("usb", capture, {**DEFAULTS, "timeout": 0.05})
    assert camera.read().number == 0
    with pytest.raises(CameraLost, match=r"gave no picture for 0\.05 s"):
        camera.read()
    capture.release_hang()
    camera.close()
    assert capture.released.wait(10)


def test_a_few_bad_frames_are_passed_over():
    pictures = [None, None, *grey_pictures(1), None, *grey_pictures(1)]
    capture = FakeCapture(pictures)
    camera = OpenCvCamera("usb", capture, DEFAULTS)
    assert capture.released.wait(10)
    assert camera.read().number == 1


def test_a_closed_camera_is_given_back_once_and_says_so():
    capture = FakeCapture(itertools.cycle(grey_pictures(1)))
    camera = OpenCvCamera("usb", capture, DEFAULTS)
    camera.close()
    assert capture.released.is_set()
    with pytest.raises(CameraLost, match="the camera usb is closed"):
        camera.read()


def test_size_rate_focus_and_exposure_are_asked_for_and_shown():
    capture = FakeCapture(grey_pictures(1))
    configure(capture, {**DEFAULTS, "width": 1280, "height": 720, "focus": 30, "exposure": 200})
    assert capture.get(cv2.CAP_PROP_AUTOFOCUS) == 0
    assert capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1
    with OpenCvCamera("usb", capture, {**DEFAULTS, "exposure": 200}) as camera:
        assert camera.settings() == {
            "camera": "usb",
            "width": 1280,
            "height": 720,
            "rate": 15,
            "focus": 30,
            "exposure": 200,
        }


def test_the_autofocus_stops_once_it_has_found_the_table():
    handed_out = threading.Semaphore(0)
    capture = FakeCapture(grey_pictures(SETTLED_AFTER + 1), handed_out=handed_out)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
    camera = OpenCvCamera("usb", capture, DEFAULTS)
    assert camera.settings()["focus"] == "automatic"
    handed_out.release(1000)
    assert capture.released.wait(10)
    assert camera.settings()["focus"] == 40


def test_a_stream_that_is_not_there_is_told_without_its_password():
    with pytest.raises(HardwareError) as wrong:
        open_source("rtsp://me:secret@127.0.0.1:1/table", every_frame=False)
    assert str(wrong.value).startswith("no stream at rtsp://127.0.0.1:1/table: check the address")


def simulated(faults, clock=None, every_frame=True):
    return SimulatedCamera(felt_pictures(), parse_faults(faults), 10.0, every_frame, clock or SteppedClock())


def test_black_frames_are_black_and_the_ones_around_are_not():
    with simulated("black@2-3") as camera:
        dark = [not camera.read().picture.any() for _ in range(6)]
    assert dark == [False, False, True, True, False, False]


def test_a_wrong_size_comes_once():
    with simulated("size@1") as camera:
        shapes = [camera.read().picture.shape for _ in range(3)]
    assert shapes == [(240, 320, 3), (120, 160, 3), (240, 320, 3)]


def test_an_unplugged_camera_is_lost_and_stays_lost():
    with simulated("unplug@2") as camera:
        assert [camera.read().number for _ in range(2)] == [0, 1]
        for _ in range(3):
            with pytest.raises(CameraLost, match="gives no more pictures"):
                camera.read()


def test_a_late_frame_comes_a_second_late():
    clock = SteppedClock()
    with simulated("late@1", clock) as camera:
        camera.read()
        before = clock.now_s()
        camera.read()
    assert clock.now_s() - before == pytest.approx(1.0)


def test_a_slow_reader_of_the_simulated_camera_skips():
    clock = SteppedClock()
    with simulated("", clock, every_frame=False) as camera:
        assert camera.read().number == 0
        clock.wait(1.25)
        assert camera.read().number == 12
        assert camera.read().number == 13


def test_pictures_of_ones_own_are_shown_until_they_end():
    pictures = [np.full((4, 6, 3), shade, np.uint8) for shade in (1, 2)]
    with SimulatedCamera(pictures, every_frame=True) as camera:
        assert [camera.read().picture[0, 0, 0] for _ in range(2)] == [1, 2]
        with pytest.raises(CameraLost):
            camera.read()


def test_faults_are_written_as_they_are_meant():
    assert parse_faults("black@5-8, unplug@20") == (CameraFault("black", 5, 8), CameraFault("unplug", 20, 20))
    assert parse_faults("") == ()
