"""Between deals the camera finds its exposure anew, and at no other time."""

from multiprocessing import Pipe
from types import SimpleNamespace

from webui.live.vision_child import _is_asked
from webui.live.vision_process import PREVIEW, RELOCK, VisionProcess


class Held:
    """A camera that counts how often it was asked to relock."""

    def __init__(self):
        self.relocked = 0

    def relock(self):
        self.relocked += 1


def test_a_wish_to_relock_reaches_a_camera_that_locks_and_is_no_wish_for_previews():
    ours, theirs = Pipe()
    camera = Held()
    ours.send(RELOCK)
    assert not _is_asked(theirs, camera)
    assert camera.relocked == 1
    ours.send(PREVIEW)
    assert _is_asked(theirs, camera)
    assert camera.relocked == 1


def test_a_camera_that_locks_nothing_is_left_alone():
    ours, theirs = Pipe()
    ours.send(RELOCK)
    assert not _is_asked(theirs, SimpleNamespace())


def test_the_wish_is_sent_when_a_deal_is_over_and_the_next_begins(room):
    ours, theirs = Pipe()
    eyes = VisionProcess(room, lambda connection: None, is_recording=False)
    told = []
    for phase in ("building", "playing", "ended", "ended", "rolling", "playing", "ended", "building"):
        eyes._room = SimpleNamespace(state=SimpleNamespace(phase=phase))
        eyes._relock_between_deals(ours)
        while theirs.poll():
            told.append((phase, theirs.recv()))
    assert told == [("rolling", RELOCK), ("building", RELOCK)]
