"""A card's first start without a screen: the Wi-Fi told on the card, the sheet with the code, the layer."""

import importlib.util
import json
import re
import stat
from pathlib import Path

import pytest

IMAGE = Path(__file__).parents[2] / "packaging" / "image"
OVERLAY = IMAGE / "layer" / "jantaku.rootfs-overlay"
UNITS = OVERLAY / "usr" / "lib" / "systemd" / "system"
PACKAGE = IMAGE.parent / "deb" / "files"


@pytest.fixture(scope="module")
def first_start():
    where = importlib.util.spec_from_file_location(
        "first_start", OVERLAY / "usr/lib/jantaku-image/first_start.py"
    )
    module = importlib.util.module_from_spec(where)
    where.loader.exec_module(module)
    return module


@pytest.fixture
def nmcli(tmp_path, monkeypatch):
    """A program of that name which notes how it was called; `nmcli()` tells it."""
    called, programs = tmp_path / "called.jsonl", tmp_path / "programs"
    programs.mkdir()
    for name in ("nmcli", "iw"):
        (programs / name).write_text(
            f"#!/usr/bin/env python3\nimport json, sys\n"
            f"open({str(called)!r}, 'a').write(json.dumps([{name!r}, *sys.argv[1:]]) + '\\n')\n"
            "print('[connection]')\n"
        )
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=":")
    return lambda: [json.loads(line) for line in called.read_text().splitlines()] if called.exists() else []


@pytest.mark.parametrize(
    ("text", "ssid", "secret"),
    [
        pytest.param("name=Club\npassword=green dragon\n", "Club", "green dragon", id="plain"),
        pytest.param("\ufeffName = 麻將 \r\nPASSWORD = a=b#c;d\\e\r\n", "麻將", "a=b#c;d\\e", id="Windows"),
        pytest.param("# ours\nname=Open\n", "Open", None, id="no password"),
        pytest.param(f"name=Hex\npassword={'0f' * 32}", "Hex", "0f" * 32, id="as digits"),
    ],
)
def test_the_network_told_on_the_card_is_kept_and_its_password_leaves_the_card(
    text, ssid, secret, first_start, nmcli, tmp_path
):
    (tmp_path / "wifi.txt").write_bytes(text.encode())
    kept = tmp_path / "kept"
    assert ssid in first_start.take_wifi(tmp_path, kept)
    (call,) = nmcli()
    assert call[call.index("ssid") + 1] == ssid
    assert (call[-1] if secret else "wifi-sec.psk" in call) == (secret or False)
    profile = kept / "jantaku-wifi.nmconnection"
    assert stat.S_IMODE(profile.stat().st_mode) == 0o600
    assert secret is None or secret not in (tmp_path / "wifi.txt").read_text()
    assert "names no network" in first_start.take_wifi(tmp_path, kept)
    assert profile.exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("name=Club\npassword=short", "8 to 63", id="short password"),
        pytest.param("password=long enough", "1 to 32 bytes", id="no name"),
        pytest.param(f"name={'麻' * 11}\n", "got 33", id="long name"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_in_the_file(text, why, first_start, nmcli, tmp_path):
    (tmp_path / "wifi.txt").write_text(text)
    assert why in first_start.take_wifi(tmp_path, tmp_path / "kept")
    assert why in (tmp_path / "wifi.txt").read_text()
    assert nmcli() == []


def test_a_country_is_told_to_the_radio(first_start, nmcli, tmp_path):
    (tmp_path / "wifi.txt").write_text("name=Club\ncountry=jp\n")
    first_start.take_wifi(tmp_path, tmp_path / "kept")
    assert nmcli()[0] == ["iw", "reg", "set", "JP"]


def test_the_sheet_tells_address_and_code(first_start, monkeypatch, tmp_path):
    monkeypatch.setattr(first_start, "_address", lambda: "192.168.1.7")
    (tmp_path / "setup-code").write_text("ABCD-1234\n")
    said = first_start.write_sheet(tmp_path, tmp_path, sleep=lambda _: None)
    assert said == "jantaku.html tells http://192.168.1.7:8000/setup"
    page = (tmp_path / "jantaku.html").read_text()
    assert "ABCD-1234" in page
    assert "<svg" in page
    assert re.search(r"http://[^<]+\.local:8000/setup", page)
    assert "join the Wi-Fi" not in page


def test_without_a_network_the_card_opens_one_of_its_own_and_says_so(
    first_start, nmcli, monkeypatch, tmp_path
):
    monkeypatch.setattr(first_start, "_address", lambda: "")
    (tmp_path / "setup-code").write_text("ABCD-1234\n")
    first_start.write_sheet(tmp_path, tmp_path, sleep=lambda _: None)
    assert [call[1:3] for call in nmcli()] == [["connection", each] for each in ("delete", "add", "up")]
    page = (tmp_path / "jantaku.html").read_text()
    assert "join the Wi-Fi <b>Jantaku</b>" in page
    assert "http://10.42.0.1:8000/setup" in page


def test_a_table_that_is_set_up_gets_no_sheet(first_start, monkeypatch, tmp_path):
    monkeypatch.setattr(first_start, "_address", lambda: "192.168.1.7")
    assert "set up already" in first_start.write_sheet(tmp_path, tmp_path, sleep=lambda _: None)
    assert not (tmp_path / "jantaku.html").exists()


def test_what_the_layer_enables_lies_in_it_and_what_the_service_keeps_outlives_a_new_root():
    layer = (IMAGE / "layer" / "jantaku.yaml").read_text()
    enabled = re.search(r"enable-units \"\$1\" (.+)", layer)[1].split()
    own = {path.stem for path in [*UNITS.glob("*.service"), PACKAGE / "jantaku.service"]}
    assert own <= set(enabled)
    for program in re.findall(
        r"ExecStart=\S+ (/\S+)", "".join(path.read_text() for path in UNITS.glob("*.service"))
    ):
        assert (OVERLAY / program.lstrip("/")).is_file()
    shared = (OVERLAY / "etc/rpi-image-gen/slot-shared.d/jantaku.conf").read_text()
    (state,) = re.findall("StateDirectory=(.+)", (PACKAGE / "jantaku.service").read_text())
    assert f"Path=/var/lib/{state}" in shared.splitlines()
    assert "Path=/etc" not in shared, "what the root holds is copied over it at each start"


def test_two_systems_and_the_data_fit_on_the_smallest_card():
    config = (IMAGE / "config" / "jantaku.yaml").read_text()
    sizes = {name: int(number) * {"M": 1, "G": 1024}[unit] for name, number, unit in
             re.findall(r"(\w+)_part_size: (\d+)([MG])", config)}  # fmt: skip
    assert 2 * (sizes["boot"] + sizes["system"]) + sizes["data"] < 14_000  # a card of 16 GB
