"""How much memory the server takes when somebody sends pictures: python tests/bench/door/bench_pictures.py

Starts a real server, then sends as anybody may: a PNG of 32000x32000 in 124 KB, a JPEG and a BMP that claim
the same size, and ten photos of 12 megapixels, one after another. Prints what the worker holds and the most
it ever held (/proc/PID/status) after each; exits with status 1 when the bombs take it past 250 MB.
"""

from __future__ import annotations

import argparse
import struct
import sys
import tempfile
import zlib
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[3]))

from served import Page, Served, served

SIDE = 32000
BOMB_MB = 250.0
PHOTOS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=int, default=PHOTOS, help="of 12 megapixels, after the bombs")
    photos = parser.parse_args().photos
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as here:
        page = Page(here.port)
        told(here, "nothing sent")
        answers = {name: page.post("/practice/photo", sent, "image/jpeg") for name, sent in bombs().items()}
        for name, (code, answer) in answers.items():
            print(f"  {name}: {code} {answer.decode()[:120].strip()}")
        _, most = told(here, f"{len(answers)} bombs of {SIDE}x{SIDE}")
        photo = photograph()
        for number in range(1, photos + 1):
            code, _ = page.post("/practice/photo", photo, "image/jpeg")
            assert code == 200, code
            if number in (1, photos):
                told(here, f"{number} photos of {4032 * 3024 / 1e6:.0f} MP")
    sys.exit(most > BOMB_MB)


def told(here: Served, after: str) -> tuple[float, float]:
    now, most = here.memory_mb()
    print(f"after {after}: {now:.0f} MB held, {most:.0f} MB at most", flush=True)
    return now, most


def bombs() -> dict[str, bytes]:
    """Small files that become 3 GB when they are decoded."""
    jpeg = bytearray(cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1].tobytes())
    frame = jpeg.index(b"\xff\xc0")
    jpeg[frame + 5 : frame + 9] = struct.pack(">HH", SIDE, SIDE)
    bmp = b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, SIDE, SIDE, 1, 24, 0, 0, 0, 0, 0, 0)
    return {"PNG": png_of(SIDE, SIDE), "JPEG": bytes(jpeg), "BMP": bmp}


def png_of(width: int, height: int) -> bytes:
    """A grey PNG of that size, all of it black."""
    packer = zlib.compressobj(9)
    row, packed = bytes(1 + width // 8), []
    packed = [packer.compress(row) for _ in range(height)]
    body = b"".join((*packed, packer.flush()))
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def photograph() -> bytes:
    """A photo of 12 megapixels as a phone takes it: as large, and as much in it."""
    noise = np.random.default_rng(7).integers(0, 256, (3024 // 8, 4032 // 8, 3), np.uint8)
    picture = cv2.resize(noise, (4032, 3024), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


if __name__ == "__main__":
    main()
