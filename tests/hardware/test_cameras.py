"""One contract for every camera file, and which source belongs to which."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping

import numpy as np
import pytest

from hardware.camera import CameraLost, HardwareError
from hardware.cameras import camera_files, list_cameras, open_camera

FILES = camera_files()
each_file = pytest.mark.parametrize("kind", FILES.values(), ids=FILES.keys())


def frames_of(camera):
    """All frames until the recording ends or the live camera is lost."""
    frames = []
    try:
        while (frame := camera.read()) is not None:
            frames.append(frame)
    except CameraLost:
        assert camera.is_live
    return frames


def test_every_kind_is_found_by_its_file():
    assert set(FILES) >= {"folder", "opencv", "picamera2", "recording", "simulated", "video"}


@each_file
def test_a_camera_file_says_what_it_understands(kind):
    assert kind.SOURCES.strip()
    for name in ("takes", "open_source", "found", "example"):
        assert inspect.getdoc(getattr(kind, name))


@each_file
def test_frames_are_pictures_in_order_of_time(kind, tmp_path):
    with kind.example(tmp_path) as camera:
        frames = frames_of(camera)
    assert frames
    for frame in frames:
        assert frame.picture.dtype == np.uint8
        assert frame.picture.ndim == 3
        assert frame.picture.shape[2] == 3
    numbers, times = [frame.number for frame in frames], [frame.taken_at_s for frame in frames]
    assert numbers == sorted(set(numbers))
    assert times == sorted(times)
    assert numbers[0] >= 0
    assert times[0] >= 0


@each_file
def test_a_recording_ends_with_none_and_a_live_camera_with_camera_lost_however_often_it_is_read(
    kind, tmp_path
):
    with kind.example(tmp_path) as camera:
        frames_of(camera)
        for _ in range(2):
            if camera.is_live:
                with pytest.raises(CameraLost) as lost:
                    camera.read()
                assert "\n" not in str(lost.value)
            else:
                assert camera.read() is None


@each_file
def test_a_frame_does_not_change_when_the_next_one_is_read(kind, tmp_path):
    with kind.example(tmp_path) as camera:
        first = camera.read()
        kept = first.picture.copy()
        frames_of(camera)
    np.testing.assert_array_equal(first.picture, kept)


@each_file
def test_settings_are_words_and_numbers_for_people(kind, tmp_path):
    with kind.example(tmp_path) as camera:
        settings = camera.settings()
    assert isinstance(settings, Mapping)
    assert settings
    assert all(isinstance(name, str) for name in settings)
    json.dumps(dict(settings))


@each_file
def test_a_camera_may_be_closed_twice_and_then_gives_nothing(kind, tmp_path):
    camera = kind.example(tmp_path)
    camera.close()
    camera.close()
    assert frames_of(camera) == []


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("0", "opencv"),
        ("12", "opencv"),
        ("/dev/video2", "opencv"),
        ("opencv:1", "opencv"),
        ("opencv:0?width=1280&height=720", "opencv"),
        ("rtsp://user:secret@camera.local/stream.mp4", "opencv"),
        ("http://camera.local/video.mjpg", "opencv"),
        ("picamera2:", "picamera2"),
        ("picamera2:1?rate=5", "picamera2"),
        ("simulated:", "simulated"),
        ("simulated:unplug@3", "simulated"),
        ("evening.mp4", "video"),
        ("/somewhere/evening.AVI", "video"),
        ("table.jpg", "folder"),
        ("{tmp}", "folder"),
        ("{tmp}/evening.mp4", "recording"),
    ],
)
def test_each_source_belongs_to_one_file(source, file, tmp_path):
    # A recording whose folder is called like a video is a recording all the same.
    (tmp_path / "evening.mp4").mkdir()
    (tmp_path / "evening.mp4" / "settings.toml").write_text("[recording]\n")
    takers = [name for name, kind in FILES.items() if kind.takes(source.format(tmp=tmp_path))]
    assert takers == [file]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("webcam", "no camera or recording is called 'webcam', expected "),
        ("", "no camera or recording is called ''"),
        ("evening/deal.xyz", "evening/deal.xyz is not there, expected"),
        ("missing.mp4", "the video missing.mp4 is not there"),
        ("missing.jpg", "cannot read missing.jpg: No such file"),
        ("opencv:left", "expected opencv:0"),
        ("987", "the camera 987 is not there or is in use"),
        ("opencv:0?colour=3", "no option 'colour', expected one of exposure, focus"),
        ("opencv:0?focus=near", "focus must be a number, got 'near'"),
        ("picamera2:left", "expected picamera2:0"),
        ("simulated:fire@3", "no fault 'fire@3': expected black, late, size, unplug"),
        ("simulated:black", "no fault 'black'"),
    ],
)
def test_a_source_nobody_can_open_is_told_in_one_line(source, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HardwareError) as wrong:
        open_camera(source)
    assert told in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_a_file_that_is_neither_picture_nor_video_is_told(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("pung")
    with pytest.raises(HardwareError, match="is no picture or video by its name"):
        open_camera(str(path))


def test_listed_cameras_can_be_opened_by_what_is_listed():
    for camera in list_cameras():
        assert [name for name, kind in FILES.items() if kind.takes(camera.source)]
        assert camera.name
