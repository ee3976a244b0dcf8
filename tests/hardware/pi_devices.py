"""What the Pi camera's tests run over: our stand-in, and in `.ci/picamera2` the real library too."""

import os

from hardware.fake_picamera2 import MODULE_2, FakePicamera2


class StandIn:
    """Our own `FakePicamera2`."""

    def make(self, sensor="imx708", **told):
        if sensor == "imx219":
            told |= {"modes": MODULE_2, "can_focus": False}
        device = FakePicamera2(**told)
        if sensor == "imx219":
            device.camera_properties["Model"] = sensor
        return device

    def told(self, device):
        """The controls that were set, in order."""
        return device.controls

    def begun_with(self, device):
        """The controls that it was configured with."""
        return device.configuration["controls"]

    def is_open(self, device):
        return "close" not in device.calls

    def unplug(self, device):
        device._left = 0

    def darken(self, device, times):
        device.light = times

    def frames_used(self, device):
        return len(device.requests)

    def sensor_mode(self, device):
        return device.configuration["sensor"].get("output_size")


class Real:
    """The real picamera2 over a made-up camera."""

    def make(self, frames=10**9, says="AeState", **told):
        from tests.hardware.made_up_camera import made_up_picamera2

        return made_up_picamera2(frames=frames, **told)

    def told(self, device):
        return device.made_up.asked

    def begun_with(self, device):
        return {key.name: value for key, value in device.made_up.now.items()}

    def is_open(self, device):
        return device.is_open

    def unplug(self, device):
        device.made_up.left = 0

    def darken(self, device, times):
        device.made_up.light = times

    def frames_used(self, device):
        return device.made_up.number

    def sensor_mode(self, device):
        return tuple(device.camera_configuration()["sensor"]["output_size"])


IS_REAL_HERE = bool(os.environ.get("JANTAKU_REAL_PICAMERA2"))
KINDS = {"stand-in": StandIn(), **({"real": Real()} if IS_REAL_HERE else {})}
