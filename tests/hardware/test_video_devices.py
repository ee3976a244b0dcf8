"""Which of a machine's video devices are cameras: a Raspberry Pi's own all answer, and none of them is one.

The trees are written by hand, with the names that the drivers give their nodes; none was recorded on a Pi.
"""

import pytest

from hardware.cameras.opencv import found
from webui.watch import source

USB = "platform/soc/usb/usb1/1-1/1-1.3/1-1.3:1.0"
PI_4 = (
    ("video0", "unicam-image", "0", "platform/soc/fe801000.csi", "platform"),
    ("video1", "unicam-embedded", "1", "platform/soc/fe801000.csi", "platform"),
    ("video2", "UVC Camera (046d:082d)", "0", USB, "usb"),
    ("video3", "UVC Camera (046d:082d)", "1", USB, "usb"),
    ("video10", "bcm2835-codec-decode", "0", "platform/soc/fe00b840.mailbox/bcm2835-codec", "vchiq"),
    ("video11", "bcm2835-codec-encode", "0", "platform/soc/fe00b840.mailbox/bcm2835-codec", "vchiq"),
    ("video12", "bcm2835-codec-isp", "0", "platform/soc/fe00b840.mailbox/bcm2835-codec", "vchiq"),
    ("video13", "bcm2835-isp-output0", "0", "platform/soc/fe00b840.mailbox/bcm2835-isp", "vchiq"),
    ("video14", "bcm2835-isp-capture0", "0", "platform/soc/fe00b840.mailbox/bcm2835-isp", "vchiq"),
    ("video19", "rpi-hevc-dec", "0", "platform/soc/feb00000.codec", "platform"),
)
PI_5 = (
    ("video0", "rp1-cfe-csi2_ch0", "0", "platform/axi/1000120000.pcie/1f00110000.csi", "platform"),
    ("video1", "rp1-cfe-embedded", "1", "platform/axi/1000120000.pcie/1f00110000.csi", "platform"),
    ("video8", "Table cam", "0", "platform/axi/1000120000.pcie/1f00300000.usb/usb3/3-1/3-1:1.0", "usb"),
    ("video9", "Table cam", "1", "platform/axi/1000120000.pcie/1f00300000.usb/usb3/3-1/3-1:1.0", "usb"),
    ("video19", "rpi-hevc-dec", "0", "platform/axi/1000800000.codec", "platform"),
    ("video20", "pispbe-input", "0", "platform/axi/1000880000.pisp_be", "platform"),
    ("video21", "pispbe-tdn_input", "1", "platform/axi/1000880000.pisp_be", "platform"),
    ("video24", "pispbe-output0", "0", "platform/axi/1000880000.pisp_be", "platform"),
)


def tree(folder, nodes):
    """`/sys`, as far as it tells of video devices."""
    classes = folder / "sys" / "class" / "video4linux"
    classes.mkdir(parents=True)
    for name, title, index, device, bus in nodes:
        parent = folder / "sys" / "devices" / device
        node = parent / "video4linux" / name
        node.mkdir(parents=True)
        (folder / "sys" / "bus" / bus).mkdir(parents=True, exist_ok=True)
        if not (parent / "subsystem").is_symlink():
            (parent / "subsystem").symlink_to(folder / "sys" / "bus" / bus)
        (node / "device").symlink_to(parent)
        (node / "index").write_text(index + "\n")
        (node / "name").write_text(title + "\n")
        (classes / name).symlink_to(node)
    return classes


@pytest.mark.parametrize(
    ("nodes", "cameras"),
    [
        (PI_4, [("/dev/video2", "UVC Camera (046d:082d)")]),
        (PI_5, [("/dev/video8", "Table cam")]),
        ([node for node in PI_4 if node[4] != "usb"], []),
        ([node for node in PI_5 if node[4] != "usb"], []),
    ],
    ids=["Pi 4 with a webcam", "Pi 5 with a webcam", "Pi 4", "Pi 5"],
)
def test_only_what_hangs_on_usb_is_a_camera_and_of_it_only_the_node_with_pictures(tmp_path, nodes, cameras):
    assert [(camera.source, camera.name) for camera in found(tree(tmp_path, nodes))] == cameras


def test_usb_cameras_are_listed_by_number(tmp_path):
    nodes = [
        (f"video{number}", title, "0", f"platform/usb/usb1/1-{number}", "usb")
        for number, title in ((10, "Table cam"), (2, "Face cam"))
    ]
    assert [camera.source for camera in found(tree(tmp_path, nodes))] == ["/dev/video2", "/dev/video10"]


def test_a_machine_without_video_devices_has_no_cameras(tmp_path):
    assert found(tmp_path / "none") == ()


def test_a_raspberry_pi_camera_is_chosen_before_a_usb_camera(monkeypatch):
    from hardware import cameras

    files = cameras.camera_files()
    monkeypatch.setattr(files["opencv"], "found", lambda: (cameras.FoundCamera("/dev/video0", "webcam"),))
    monkeypatch.setattr(files["picamera2"], "found", lambda: (cameras.FoundCamera("picamera2:0", "imx708"),))
    assert [camera.source for camera in cameras.list_cameras()] == ["picamera2:0", "/dev/video0"]
    assert source.choose_source(None, None).address == "picamera2:0"
