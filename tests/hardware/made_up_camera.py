"""The real picamera2 over libcamera's real bindings; only the camera below them is made up.

Importing it needs both libraries, so only the job of `.ci/picamera2` does.
Time runs `SPEED` times as fast as a clock.
"""

import os
import threading
import time
from contextlib import suppress
from types import SimpleNamespace as Plain

import libcamera
from libcamera import controls as C
from libcamera import properties as P

from tests.hardware.made_up_memory import Buffers, Picamera2, library

SPEED = float(os.environ.get("MADE_UP_SPEED", "20"))
HAS_STATE = hasattr(C, "AeState")
SENSORS = {
    "imx708": ((4608, 2592), ((1536, 864, 120, 0.667), (2304, 1296, 56, 1.0), (4608, 2592, 14, 1.0))),
    "imx219": (
        (3280, 2464),
        ((640, 480, 206, 0.39), (1640, 1232, 41, 1.0), (1920, 1080, 47, 0.585), (3280, 2464, 21, 1.0)),
    ),
}
"""Pixels, and modes: width, height, frames a second, share of the view."""
BYTES = {"RGB888": 3, "BGR888": 3, "YUYV": 2, "XBGR8888": 4}
BLUE = (200, 40, 10)


class Asked:
    """A request: what libcamera fills and gives back."""

    def __init__(self, cookie):
        self.cookie, self.buffers, self.asked, self.metadata = cookie, {}, {}, {}
        self.status = libcamera.Request.Status.Complete

    def add_buffer(self, stream, buffer):
        self.buffers[stream] = buffer

    def set_control(self, control, value):
        self.asked[control] = value

    def reuse(self):
        self.asked, self.metadata = {}, {}


class StreamSettings:
    def __init__(self, camera, is_raw):
        self.is_raw, self.stream = is_raw, Plain()
        self.stream = type("Stream", (), {})()
        sizes = [libcamera.Size(width, height) for width, height, _, _ in camera.modes]
        self.formats = Plain(
            pixel_formats=[libcamera.PixelFormat("SBGGR10_CSI2P")], sizes=lambda pixels: sizes
        )
        self.color_space = libcamera.ColorSpace.Raw()


class Settings:
    def __init__(self, camera, roles):
        self.camera = camera
        self.streams = [StreamSettings(camera, role == libcamera.StreamRole.Raw) for role in roles]
        self.orientation = self.sensor_config = None

    def at(self, number):
        return self.streams[number]

    def __iter__(self):
        return iter(self.streams)

    def validate(self):
        for each in self.streams:
            if each.is_raw and self.sensor_config:
                each.size = self.sensor_config.output_size
            if not each.is_raw and self.camera.gives:
                each.pixel_format = libcamera.PixelFormat(self.camera.gives)
            each.stride = int(each.size.width * BYTES.get(str(each.pixel_format), 1.25))
            each.frame_size = each.stride * each.size.height
        return libcamera.CameraConfiguration.Status.Valid


class MadeUp:
    """One camera. `hang` stops its frames as a pulled ribbon does."""

    def __init__(
        self,
        *,
        frames=10**9,
        can_focus=True,
        can_spare=True,
        finds_focus=True,
        settles_after=10,
        most_gain=16.0,
        gives="",
        sensor="imx708",
        focus_frames=25,
        usb=False,
        **other,
    ):
        assert not other, other
        self.id = "/base/soc/usb@7e980000-1:1.0-046d" if usb else "/base/soc/i2c0mux/i2c@1/imx708@1a"
        self.finds_focus, self.settles_after, self.gives = finds_focus, settles_after, gives
        self.focus_frames, self.light, self.left = focus_frames, 1.0, frames
        self.size, self.modes = SENSORS[sensor]
        self.properties = {
            P.Model: sensor,
            P.draft.ColorFilterArrangement: 0,
            P.PixelArraySize: libcamera.Size(*self.size),
        }
        self.limits(self.modes[0])
        self.controls |= {
            C.AnalogueGain: bounds(1.12, most_gain, 1.0),
            C.ColourGains: bounds(0.0, 32.0, 0),
            C.draft.NoiseReductionMode: bounds(0, 4, 0),
            C.AeEnable: bounds(False, True, True),
            C.AwbEnable: bounds(False, True, True),
        }
        if can_spare:
            self.controls[C.AeConstraintMode] = bounds(0, 3, 0)
        if can_focus:
            self.controls |= {C.AfMode: bounds(0, 2, 0), C.AfTrigger: bounds(0, 1, 0)}
            self.controls |= {C.LensPosition: bounds(0.0, 15.0, 1.0)}
        self.can_focus, self.asked, self.used = can_focus, [], 0
        self.queue, self.done, self.lock = [], [], threading.Lock()
        self.event = os.eventfd(0, os.EFD_NONBLOCK)
        self.is_on, self.is_acquired, self.number, self.begun, self.scan = False, False, 0, 0, None

    def limits(self, mode):
        _, _, rate, share = mode
        seen = (int(self.size[0] * share), int(self.size[1] * share))
        self.crop = libcamera.Rectangle(
            (self.size[0] - seen[0]) // 2, (self.size[1] - seen[1]) // 2, seen[0], seen[1]
        )
        self.controls = {
            **getattr(self, "controls", {}),
            C.ExposureTime: bounds(1, 66_666, 20_000),
            C.FrameDurationLimits: bounds(int(1e6 / rate), 10**6, 33_333),
            C.ScalerCrop: bounds(libcamera.Rectangle(0, 0, 64, 64), self.crop, self.crop),
        }

    def generate_configuration(self, roles):
        return Settings(self, roles)

    def acquire(self):
        self.is_acquired = True

    def release(self):
        self.is_acquired = False

    def configure(self, settings):
        size = next((each.size for each in settings if each.is_raw), None)
        if settings.sensor_config is not None:
            size = settings.sensor_config.output_size
        chosen = [mode for mode in self.modes if size and mode[:2] == (size.width, size.height)]
        # Left to itself libcamera takes the mode nearest to the picture's size, whatever it shows.
        wanted = settings.at(0).size
        nearest = min(self.modes, key=lambda mode: abs(mode[0] - wanted.width) + abs(mode[1] - wanted.height))
        self.limits((chosen or [nearest])[0])
        return 0

    def create_request(self, cookie):
        return Asked(cookie)

    def queue_request(self, request):
        with self.lock:
            self.queue.append(request)

    def start(self, asked):
        self.now = {C.FrameDurationLimits: (33_333, 33_333), **(asked or {})}
        self.is_on, self.scan = True, None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def stop(self):
        self.is_on = False
        self.thread.join()

    def run(self):
        late = []
        while self.is_on:
            time.sleep(self.now[C.FrameDurationLimits][0] / 1e6 / SPEED)
            with self.lock:
                if self.left <= 0 or not self.queue:
                    continue
                request = self.queue.pop(0)
            self.left -= 1
            self.number += 1
            if request.asked:
                late.append((self.number + 2, dict(request.asked)))
                self.asked.append({key.name: value for key, value in request.asked.items()})
            for when, told in [each for each in late if each[0] <= self.number]:
                late.remove((when, told))
                self.take(told)
            request.metadata = self.metadata()
            for buffer in request.buffers.values():
                buffer.mem[:3] = bytes(BLUE)
            self.done.append(request)
            os.eventfd_write(self.event, 1)

    def take(self, told):
        if told.get(C.AeEnable):
            self.begun = self.number
            for key in (C.ExposureTime, C.AnalogueGain, C.ColourGains):
                self.now.pop(key, None)
        if told.get(C.AfTrigger) == C.AfTriggerEnum.Start:
            self.scan = self.number
        self.now.update(told)

    def metadata(self):
        share = min((self.number - self.begun) / self.settles_after, 1.0) if self.settles_after else 1.0
        is_manual = C.ExposureTime in self.now
        lens, state = 0.9, C.AfStateEnum.Idle
        if self.scan is not None:
            is_over = self.finds_focus is not None and self.number - self.scan >= self.focus_frames
            state = C.AfStateEnum.Scanning
            if is_over:
                state = C.AfStateEnum.Focused if self.finds_focus else C.AfStateEnum.Failed
            lens = 1.2 if is_over and self.finds_focus else 0.9
        found = {
            C.SensorTimestamp: int(self.number * 100_000_000 + 10**9),
            C.ExposureTime: int(self.now.get(C.ExposureTime, round(13_700 * self.light * share) or 1)),
            C.AnalogueGain: float(self.now.get(C.AnalogueGain, 2.4)),
            C.ColourGains: self.now.get(C.ColourGains, (1.0 + 0.9 * share, 1.0 + 1.2 * share)),
            C.ScalerCrop: self.crop,
            C.FrameDuration: self.now[C.FrameDurationLimits][0],
        }
        if HAS_STATE:
            searching = C.AeStateEnum.Idle if is_manual else C.AeStateEnum.Searching
            found[C.AeState] = C.AeStateEnum.Converged if share >= 1 and not is_manual else searching
        else:
            found[C.AeLocked] = share >= 1
        if self.can_focus:
            found |= {C.AfState: state, C.LensPosition: float(self.now.get(C.LensPosition, lens))}
        return found


class Manager:
    version = "made up"

    def __init__(self, cameras):
        self.cameras, self.event_fd = cameras, cameras[0].event

    def get_ready_requests(self):
        with suppress(BlockingIOError):
            os.eventfd_read(self.event_fd)
        done, self.cameras[0].done = self.cameras[0].done, []
        return done


def bounds(least, most, usual):
    return Plain(min=least, max=most, default=usual)


def attach(*cameras):
    """These are the cameras libcamera finds from now on."""
    library.DmaAllocator = Buffers
    Picamera2._cm._cms = Manager(list(cameras))


def made_up_picamera2(**told):
    """A `Picamera2` over one made-up camera, which is its `made_up`."""
    camera = MadeUp(**told)
    attach(camera)
    device = Picamera2(0, allocator=Buffers())
    device.made_up = camera
    return device
