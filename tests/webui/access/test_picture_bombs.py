"""A picture's size is read before the picture: nothing a small file claims costs memory."""

import io
import re
import struct
import threading
import zlib

import cv2
import numpy as np
import pytest
from PIL import Image

from hardware.camera import HardwareError
from hardware.cameras.folder import read_picture as folder_picture
from vision.observation import VisionError
from vision.picture_file import decode_picture, header_of
from webui.practice.photos import MOST_PIXELS, Busy, Turns, picture_of

SIDE = 32000


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width, height):
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")


def jpeg(width, height):
    sent = bytearray(cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1].tobytes())
    frame = sent.index(b"\xff\xc0")
    sent[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(sent)


def bmp(width, height):
    return b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)


def tiff(width, height):
    tags = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (278, height), (279, 1)]
    body = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + body + struct.pack("<I", 0)


def webp(width, height):
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    small = io.BytesIO()
    Image.new("RGB", (16, 16)).save(small, "WEBP", lossless=True)
    frame = small.getvalue()[12:]
    body = b"WEBP" + b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + sizes + frame
    return b"RIFF" + struct.pack("<I", len(body)) + body


BOMBS = {kind.__name__: kind(SIDE, SIDE) for kind in (png, jpeg, bmp, tiff, webp)}


@pytest.fixture
def nothing_is_decoded(monkeypatch):
    def refuse(*_):
        raise AssertionError("a picture was decoded before its size was known")

    monkeypatch.setattr(cv2, "imdecode", refuse)


@pytest.mark.usefixtures("nothing_is_decoded")
@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_a_picture_of_a_gigapixel_is_refused_before_it_is_decoded(bomb, tmp_path):
    (tmp_path / "bomb.png").write_bytes(bomb)
    with pytest.raises(VisionError) as sent:
        picture_of(bomb)
    with pytest.raises(VisionError) as read:
        decode_picture(bomb, "bomb.png")
    with pytest.raises(HardwareError) as watched:
        folder_picture(tmp_path / "bomb.png")
    for wrong in (sent, read, watched):
        assert "\n" not in str(wrong.value)
    assert "bomb.png" in str(read.value)
    assert "bomb.png" in str(watched.value)


@pytest.mark.usefixtures("nothing_is_decoded")
@pytest.mark.parametrize("path", ["/practice/photo", "/practice/hand/photo"])
@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_anybodys_bomb_is_one_line(visitor, path, bomb):
    answer = posted(visitor, path, bomb)
    assert answer.status_code == 400
    assert "\n" not in answer.json["error"]


def posted(visitor, path, sent):
    token = re.search(r'name="jantaku-token" content="([^"]+)"', visitor.get("/").text)[1]
    headers = {"Host": "localhost", "Origin": "http://localhost", "X-Jantaku-Token": token}
    return visitor.client.post(path, data=sent, content_type="image/jpeg", headers=headers)


def encoded(kind, width, height, **how):
    out = io.BytesIO()
    Image.new("RGB", (width, height), (20, 90, 40)).save(out, kind, **how)
    return out.getvalue()


def test_a_larger_jpeg_is_made_smaller_while_it_is_decoded():
    picture = picture_of(encoded("JPEG", 7000, 6000))
    assert picture.shape == (3000, 3500, 3)
    assert picture.shape[0] * picture.shape[1] <= MOST_PIXELS


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "JPEG"])
def test_what_must_be_held_whole_may_be_less_large(kind):
    how = {"progressive": True} if kind == "JPEG" else {}
    assert picture_of(encoded(kind, 320, 200, **how)).shape == (200, 320, 3)
    with pytest.raises(VisionError, match="13 megapixels"):
        picture_of(encoded(kind, 5000, 3000, **how))


@pytest.mark.parametrize("kind", ["GIF", "TIFF", "PPM", "ICO", "JPEG2000"])
def test_kinds_nobody_photographs_in_are_refused(kind):
    with pytest.raises(VisionError):
        picture_of(encoded(kind, 32, 32))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF"])
def test_a_header_says_what_the_picture_is(kind):
    header = header_of(encoded(kind, 320, 200), "it")
    assert (header.kind, header.width, header.height) == (kind, 320, 200)


def test_one_photo_is_read_at_a_time_and_a_few_wait():
    turns = Turns(2)
    with turns.place(), turns.place():
        with pytest.raises(Busy), turns.place():
            pass
        with turns.turn():
            refused = []

            def other():
                try:
                    with turns.turn(patience_s=0.0):
                        pass
                except Busy:
                    refused.append(True)

            waiting = threading.Thread(target=other)
            waiting.start()
            waiting.join()
            assert refused == [True]
    with turns.place(), turns.turn():
        pass


@pytest.mark.parametrize("path", ["/practice/photo", "/practice/hand/photo"])
def test_a_photo_too_many_is_asked_to_come_again(visitor, path):
    photos = visitor.client.application.extensions["practice"].photos
    with photos.place(), photos.place(), photos.place(), photos.place():
        answer = posted(visitor, path, encoded("JPEG", 64, 64))
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "\n" not in answer.json["error"]
