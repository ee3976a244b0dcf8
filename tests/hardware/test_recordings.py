"""Videos, folders and recordings: in their own time with skipping, or every frame."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera import HardwareError
from hardware.cameras import open_camera
from hardware.cameras.folder import FolderCamera, pictures_in
from hardware.cameras.video import VideoCamera
from hardware.clock import SteppedClock
from hardware.pacing import EveryFrame, Pace, PatientPace


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Forty frames, ten a second, each as bright as its number times five."""
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(40):
        writer.write(np.full((48, 64, 3), 5 * number, np.uint8))
    writer.release()
    return path


def brightness(frame):
    return round(float(frame.picture.mean()) / 5)


def test_a_slow_reader_of_a_video_skips_to_the_newest_frame(film):
    clock = SteppedClock()
    with VideoCamera(film, Pace(10.0, clock)) as camera:
        assert camera.read().number == 0
        clock.wait(1.05)
        frame = camera.read()
        assert (frame.number, brightness(frame)) == (10, 10)
        assert frame.taken_at_s == pytest.approx(1.0)


def test_a_quick_reader_waits_for_the_next_frame_and_misses_none(film):
    clock = SteppedClock()
    with VideoCamera(film, Pace(10.0, clock)) as camera:
        numbers = [frame.number for frame in iter(camera.read, None)]
    assert numbers == list(range(40))
    assert clock.now_s() == pytest.approx(3.9)


def test_a_reader_that_comes_after_the_end_still_gets_the_last_frame(film):
    clock = SteppedClock()
    with VideoCamera(film, Pace(10.0, clock)) as camera:
        camera.read()
        clock.wait(1000)
        last = camera.read()
        assert (last.number, brightness(last)) == (39, 39)
        assert camera.read() is None


def test_time_starts_at_the_first_read_not_at_the_opening(film):
    clock = SteppedClock()
    with VideoCamera(film, Pace(10.0, clock)) as camera:
        clock.wait(20)
        assert camera.read().number == 0


def test_every_frame_reads_all_of_a_video_at_once(film):
    with open_camera(str(film), every_frame=True) as camera:
        frames = list(iter(camera.read, None))
    assert [frame.number for frame in frames] == list(range(40))
    assert [brightness(frame) for frame in frames] == list(range(40))


@given(st.lists(st.floats(0, 2), max_size=30), st.floats(0.5, 60))
def test_whatever_the_reader_does_numbers_grow_and_are_never_early(waits, rate):
    clock, number = SteppedClock(), -1
    pace = Pace(rate, clock)
    for wait in waits:
        clock.wait(wait)
        newest = pace.next_number(number)
        assert newest > number
        number = newest
        started = 0.0 if not waits else waits[0]
        assert number / rate <= clock.now_s() - started + 1e-5
        assert clock.now_s() - started <= (number + 1) / rate + 1e-5


@pytest.mark.parametrize(
    ("name", "held"),
    [("text.mp4", b"this is no video"), ("empty.avi", b""), ("noise.mkv", bytes(range(256)) * 20)],
    ids=["text", "empty", "noise"],
)
def test_a_video_without_frames_is_refused(name, held, tmp_path):
    path = tmp_path / name
    path.write_bytes(held)
    with pytest.raises(HardwareError, match="holds no frame that can be read"):
        open_camera(str(path))


def test_a_truncated_video_gives_what_it_has(film, tmp_path):
    path = tmp_path / "cut.avi"
    path.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    with open_camera(str(path), every_frame=True) as camera:
        frames = list(iter(camera.read, None))
    assert 0 < len(frames) < 40


def write_pictures(folder, *names):
    folder.mkdir(exist_ok=True)
    for number, name in enumerate(names):
        cv2.imwrite(str(folder / name), np.full((48, 64, 3), 5 * number, np.uint8))


def test_pictures_come_in_the_order_of_their_names_two_before_ten(tmp_path):
    write_pictures(tmp_path / "deal", "look10.png", "look2.png", "Look1.PNG")
    (tmp_path / "deal" / "notes.txt").write_text("not a picture")
    assert [path.name for path in pictures_in(tmp_path / "deal")] == ["Look1.PNG", "look2.png", "look10.png"]
    with open_camera(str(tmp_path / "deal"), every_frame=True) as camera:
        assert [brightness(frame) for frame in iter(camera.read, None)] == [2, 1, 0]


def test_a_slow_reader_of_a_folder_skips_too(tmp_path):
    write_pictures(tmp_path, *(f"{number:02}.png" for number in range(10)))
    clock = SteppedClock()
    camera = FolderCamera(pictures_in(tmp_path), rate=2.0, pace=Pace(2.0, clock))
    assert camera.read().number == 0
    clock.wait(2.6)
    assert camera.read().number == 5
    clock.wait(60)
    assert camera.read().number == 9
    assert camera.read() is None


def test_one_picture_is_a_folder_of_one(tmp_path):
    write_pictures(tmp_path, "table.png")
    with open_camera(str(tmp_path / "table.png")) as camera:
        assert camera.read().picture.shape == (48, 64, 3)
        assert camera.read() is None


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(HardwareError, match="holds no picture: expected"):
        open_camera(str(tmp_path))


@pytest.mark.parametrize("held", [b"I am a text", b""], ids=["text", "empty"])
def test_a_text_named_jpg_is_refused_at_once(held, tmp_path):
    path = tmp_path / "table.jpg"
    path.write_bytes(held)
    with pytest.raises(HardwareError, match="is not a picture: expected JPEG"):
        open_camera(str(path))


def test_a_broken_picture_within_a_folder_is_named(tmp_path):
    write_pictures(tmp_path, "1.png")
    (tmp_path / "2.png").write_text("no picture")
    with open_camera(str(tmp_path), every_frame=True) as camera:
        camera.read()
        with pytest.raises(HardwareError, match=r"2\.png is not a picture"):
            camera.read()


def recording(folder, settings):
    folder.mkdir()
    (folder / "settings.toml").write_text(settings)
    return str(folder)


def test_a_recording_plays_its_video_at_its_own_rate(film, tmp_path):
    source = recording(tmp_path / "evening", '[recording]\nvideo = "frames.avi"\nrate = 5.0\n')
    (tmp_path / "evening" / "frames.avi").write_bytes(film.read_bytes())
    with open_camera(source, every_frame=True) as camera:
        frames = list(iter(camera.read, None))
    assert len(frames) == 40
    assert frames[-1].taken_at_s == pytest.approx(39 / 5)


def test_a_recording_without_a_video_plays_its_frames(tmp_path):
    source = recording(tmp_path / "evening", "[recording]\nrate = 4\n")
    write_pictures(tmp_path / "evening" / "frames", "0001.png", "0002.png", "0003.png")
    with open_camera(source, every_frame=True) as camera:
        assert [frame.taken_at_s for frame in iter(camera.read, None)] == [0.0, 0.25, 0.5]
        assert camera.settings()["rate"] == 4.0


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("", "has no frames: expected the folder frames/"),
        ("[recording]\nvideo = 'frames.mp4'\n", "frames.mp4 is not there"),
        ("[recording]\nvideo = '../frames.mp4'\n", "video must lie in the recording, got '../frames.mp4'"),
        ("[recording]\nrate = 'quick'\n", "rate must be frames a second, got 'quick'"),
        ("[recording]\nrate = 0\n", "rate must be frames a second, got 0"),
        ("[recording]\nrate = true\n", "rate must be frames a second, got True"),
        ("recording = 3\n", r"\[recording\] must be a table, got 3"),
        ("this is no toml", "cannot read"),
    ],
    ids=[
        "nothing",
        "no video",
        "a video outside",
        "rate in words",
        "rate 0",
        "rate true",
        "no table",
        "no TOML",
    ],
)
def test_a_recording_with_wrong_settings_is_refused_in_one_line(settings, told, tmp_path):
    source = recording(tmp_path / "evening", settings)
    with pytest.raises(HardwareError, match=told) as wrong:
        open_camera(source)
    assert "\n" not in str(wrong.value)


def test_every_frame_is_the_one_after():
    assert [EveryFrame().next_number(number) for number in (-1, 0, 41)] == [0, 1, 42]


def test_a_patient_recording_waits_for_a_slow_reader_and_is_never_ahead_of_its_time():
    clock = SteppedClock()
    pace = PatientPace(5.0, 2, clock)
    assert pace.next_number(-1) == 0
    clock.wait(10.0)  # the reader was away for fifty frames
    assert pace.next_number(0) == 2
    assert pace.next_number(2) == 3  # from here it goes on in its own time
    assert round(clock.now_s(), 3) == 10.2
    clock.wait(0.4)
    assert pace.next_number(3) == 5
