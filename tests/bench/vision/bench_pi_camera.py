"""How long the Pi camera takes to open and to close, by the clock, over the real picamera2.

``MADE_UP_SPEED=1 python3 tests/bench/vision/bench_pi_camera.py`` where `.ci/picamera2` has made its Debian;
the job runs it after its tests when TIMES is set: ``TIMES=1 .ci/picamera2 sid``.
"""

import time

from hardware.camera import HardwareError
from hardware.cameras.picamera2 import DEFAULTS, PiCamera
from tests.hardware.made_up_camera import made_up_picamera2

CASES = (
    ("focus found after 25 frames", {"focus_frames": 25, "settles_after": 15}),
    ("focus found after 110 frames", {"focus_frames": 110, "settles_after": 15}),
    ("focus fails after 110 frames", {"focus_frames": 110, "finds_focus": False}),
    ("focus cycle never ends", {"finds_focus": None}),
    ("no moving lens, light settles after 15", {"can_focus": False, "settles_after": 15}),
    ("light never settles", {"can_focus": False, "settles_after": 10**6}),
)


def timed(act):
    began = time.monotonic()
    act()
    return time.monotonic() - began


def main():
    print("| case | open s | close s | close after the ribbon is pulled, s | closed |\n|---|---|---|---|---|")
    for name, told in CASES:
        opened = []
        device = made_up_picamera2(**told)
        open_s = timed(lambda device=device, opened=opened: opened.append(PiCamera(device, DEFAULTS)))
        close_s = timed(opened[0].close)
        device = made_up_picamera2(**{**told, "finds_focus": True, "focus_frames": 2})
        camera = PiCamera(device, {**DEFAULTS, "timeout": 1})
        device.made_up.left = 0
        try:
            for _ in range(10):
                camera.read()
        except HardwareError:
            pass
        pulled_s = timed(camera.close)
        print(f"| {name} | {open_s:.2f} | {close_s:.2f} | {pulled_s:.2f} | {not device.is_open} |")


if __name__ == "__main__":
    main()
