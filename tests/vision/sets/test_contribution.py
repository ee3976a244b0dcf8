"""A contribution comes back as it was given; what a stranger did to the file is one clear line."""

import io
import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import contribution
from vision.contribution import (
    LONGEST_PX,
    Contribution,
    GivenCrop,
    GivenPicture,
    NamedInPicture,
    read_contribution,
    smaller,
    write_contribution,
)
from vision.observation import VisionError

CORNERS = ((10.0, 10.0), (40.0, 10.0), (40.0, 50.0), (10.0, 50.0))
PICTURE = (
    np.random.default_rng(1)
    .integers(0, 255, (8, 10, 1))
    .astype(np.uint8)
    .repeat(12, 0)
    .repeat(12, 1)
    .repeat(3, 2)
)
CROP = np.random.default_rng(2).integers(0, 255, (64, 48, 3)).astype(np.uint8)
GIVEN = Contribution(
    "0123456789ab",
    "what was agreed",
    "2026-11-24",
    (GivenPicture("laid", PICTURE, (NamedInPicture("5m", "3m", CORNERS),)), GivenPicture("wall", PICTURE)),
    (GivenCrop("8f", "", CROP), GivenCrop("0p", "5p", CROP)),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "given.zip"
    write_contribution(path, GIVEN)
    return path


def about_of(file: Path) -> dict:
    with zipfile.ZipFile(file) as parts:
        return json.loads(parts.read("about.json"))


def rewritten(file: Path, changed: dict[str, bytes | None]) -> None:
    """The same zip with some parts replaced, or left out where the new content is None."""
    with zipfile.ZipFile(file) as parts:
        held: dict[str, bytes | None] = {name: parts.read(name) for name in parts.namelist()}
    with zipfile.ZipFile(file, "w") as parts:
        for name, content in (held | changed).items():
            if content is not None:
                parts.writestr(name, content)


def test_what_was_given_comes_back(file: Path):
    back = read_contribution(file)
    assert (back.number, back.agreed, back.on) == (GIVEN.number, GIVEN.agreed, GIVEN.on)
    assert [(each.kind, each.tiles) for each in back.pictures] == [
        (each.kind, each.tiles) for each in GIVEN.pictures
    ]
    assert np.abs(back.pictures[0].picture.astype(int) - PICTURE).mean() < 4
    assert [(one.face, one.read_as) for one in back.crops] == [("8f", ""), ("0p", "5p")]
    assert np.array_equal(back.crops[0].picture, CROP)


def test_the_file_tells_no_time_and_no_name(file: Path, tmp_path: Path):
    assert sorted(about_of(file)) == ["agreed", "crops", "format", "number", "on", "pictures"]
    assert b"Exif" not in file.read_bytes()
    assert str(tmp_path).encode() not in file.read_bytes()


def test_a_file_that_is_there_is_not_written_over(file: Path):
    before = file.read_bytes()
    with pytest.raises(VisionError, match="is there already"):
        write_contribution(file, GIVEN)
    assert file.read_bytes() == before


def test_a_folder_that_is_missing_is_one_clear_line(tmp_path: Path):
    with pytest.raises(VisionError, match="cannot be written"):
        write_contribution(tmp_path / "nowhere" / "given.zip", GIVEN)


@pytest.mark.parametrize("shape", [(LONGEST_PX * 2, 100, 3), (50, LONGEST_PX + 1, 3)])
def test_a_very_large_picture_is_made_smaller(shape: tuple[int, int, int]):
    assert max(smaller(np.zeros(shape, np.uint8)).shape) == LONGEST_PX


def test_no_file_is_one_clear_line(tmp_path: Path):
    with pytest.raises(VisionError, match="there is no file"):
        read_contribution(tmp_path / "given.zip")


@pytest.mark.parametrize(
    "content", [b"", b"no zip", b"PK\x05\x06" + bytes(18)], ids=["empty", "text", "a zip of nothing"]
)
def test_what_is_no_contribution_is_one_clear_line(tmp_path: Path, content: bytes):
    path = tmp_path / "given.zip"
    path.write_bytes(content)
    with pytest.raises(VisionError, match="is no contribution") as told:
        read_contribution(path)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_refused(file: Path, share: float):
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(VisionError):
        read_contribution(file)


@pytest.mark.parametrize(
    "packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2]
)
def test_damaged_bytes_are_refused_or_harmless(file: Path, packing: int):
    with zipfile.ZipFile(file) as parts:
        held = {name: parts.read(name) for name in parts.namelist()}
    with zipfile.ZipFile(file, "w", packing) as parts:
        for name, content in held.items():
            parts.writestr(name, content)
    content = file.read_bytes()
    rng = np.random.default_rng(4)
    told = [complaint_at(file, content, rng) for _ in range(150)]
    assert all(told)


def complaint_at(file: Path, content: bytes, rng: np.random.Generator) -> str:
    """What is said of the file with five bytes changed; "read" when it is read all the same."""
    spoilt = bytearray(content)
    for place in rng.integers(0, len(content), 5):
        spoilt[place] ^= int(rng.integers(1, 256))
    file.write_bytes(spoilt)
    try:
        read_contribution(file)
    except VisionError as wrong:
        return str(wrong) if len(str(wrong).splitlines()) == 1 else ""
    return "read"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "jantaku contribution 2"),
        ("number", "../../etc/pa"),
        ("number", "012"),
        ("on", "today"),
        ("extra", 1),
        ("pictures", [{"file": "laid/1.jpg", "kind": "holiday"}]),
        ("pictures", [{"file": "nowhere.jpg", "kind": "wall"}]),
        ("crops", [{"file": "laid/1.jpg", "face": "9z", "read_as": ""}]),
        ("crops", [{"file": "../../../etc/passwd", "face": "1m", "read_as": ""}]),
        ("crops", [{"file": "about.json", "face": "1m", "read_as": ""}]),
    ],
)
def test_a_field_that_cannot_be_is_refused(file: Path, field: str, value: object):
    rewritten(file, {"about.json": json.dumps(about_of(file) | {field: value}).encode()})
    with pytest.raises(VisionError) as told:
        read_contribution(file)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("corners", [CORNERS[:3], (*CORNERS[:3], (1e9, 0.0)), (*CORNERS[:3], ("a", 0.0))])
def test_corners_that_cannot_be_are_refused(file: Path, corners: tuple):
    about = about_of(file)
    about["pictures"][0]["tiles"][0]["corners"] = corners
    rewritten(file, {"about.json": json.dumps(about).encode()})
    with pytest.raises(VisionError):
        read_contribution(file)


def test_more_than_a_file_may_hold_is_refused_unread(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contribution, "LARGEST", 4000)
    with pytest.raises(VisionError, match="longer than 4000 bytes"):
        read_contribution(file)
    about = about_of(file)
    crops = [{"file": "named/8f-1.png", "face": "8f", "read_as": ""}] * (contribution.MOST_PARTS + 1)
    rewritten(file, {"about.json": json.dumps(about | {"pictures": [], "crops": crops}).encode()})
    with pytest.raises(VisionError, match=f"more than {contribution.MOST_PARTS}"):
        read_contribution(file)


def test_a_part_that_unpacks_to_very_much_is_not_unpacked(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contribution, "LARGEST", 100_000)
    packed = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as parts:
        for name in old.namelist():
            parts.writestr(name, bytes(50_000_000) if name == "wall/2.jpg" else old.read(name))
    file.write_bytes(packed.getvalue())
    with pytest.raises(VisionError, match="longer than"):
        read_contribution(file)


def test_a_picture_of_too_many_pixels_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(contribution, "LONGEST_PX", 60)
    with pytest.raises(VisionError, match="larger than 60 pixels"):
        read_contribution(file)


def test_a_phone_s_place_and_time_are_gone(tmp_path: Path):
    """What is given is drawn anew from the pixels; nothing else of the photo's file goes along."""
    plain = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    secret = b"GPS 48.2082 N 16.3738 E"
    photo = plain[:2] + b"\xff\xfe" + (len(secret) + 2).to_bytes(2, "big") + secret + plain[2:]
    (tmp_path / "photo.jpg").write_bytes(photo)
    picture = np.asarray(cv2.imread(str(tmp_path / "photo.jpg")), np.uint8)
    given = Contribution("0123456789ab", "", "2026-11-24", (GivenPicture("wall", picture),), ())
    write_contribution(tmp_path / "given.zip", given)
    assert secret in photo
    assert secret not in (tmp_path / "given.zip").read_bytes()
