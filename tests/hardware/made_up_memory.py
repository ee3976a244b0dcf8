"""Memory as libcamera's allocators lend it, for a camera that is made up; picamera2 without a screen."""

import sys
from types import ModuleType
from types import SimpleNamespace as Plain

import libcamera


class NoScreen(type):
    """picamera2 names a screen library's pixel formats when it is imported; no screen is used here."""

    def __getattr__(cls, name):
        return name


sys.modules.setdefault("pykms", ModuleType("pykms"))
sys.modules["pykms"].PixelFormat = NoScreen("PixelFormat", (), {})

import picamera2.picamera2 as library  # noqa: E402, F401
from picamera2.allocators.allocator import Allocator, Sync  # noqa: E402
from picamera2.picamera2 import Picamera2  # noqa: E402, F401


class Memory:
    """A buffer as the kernel would lend it."""

    def __init__(self, size):
        self.mem = bytearray(size)
        self.planes = [Plain(fd=id(self))]
        self.metadata = Plain(status=libcamera.FrameMetadata.Status.Success)


class Mapped(Sync):
    def __init__(self, allocator, buffer, write):
        self.buffer = buffer

    def __enter__(self):
        return self.buffer.mem

    def __exit__(self, *wrong):
        pass

    def get_buffer(self):
        return self.buffer.mem


class Buffers(Allocator):
    def __init__(self):
        super().__init__()
        self.mapped_buffers, self.sync, self.by_stream = {}, Mapped, {}

    def allocate(self, configuration, use):
        for each in configuration:
            made = [Memory(each.frame_size) for _ in range(each.buffer_count)]
            self.by_stream[each.stream] = made
            self.mapped_buffers.update({buffer: buffer.mem for buffer in made})

    def buffers(self, stream):
        return self.by_stream[stream]

    def acquire(self, buffers):
        pass

    def release(self, buffers):
        pass
