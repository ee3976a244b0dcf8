"""The machine's complaints in words."""

from __future__ import annotations

import pytest

from hardware.camera import HardwareError
from hardware.health import (
    Throttling,
    free_bytes,
    parse_throttled,
    pi_model,
    run_program,
    temperature_c,
    throttling,
)


@pytest.mark.parametrize(
    ("text", "now", "since_start"),
    [
        ("throttled=0x0\n", (), ()),
        ("throttled=0x1", ("undervoltage",), ()),
        ("throttled=0x50005", ("undervoltage", "throttled"), ("undervoltage", "throttled")),
        ("throttled=0xA000a", ("slowed down", "too hot"), ("slowed down", "too hot")),
        ("throttled=0x20000", (), ("slowed down",)),
    ],
)
def test_the_bits_of_get_throttled_in_words(text, now, since_start):
    assert parse_throttled(text) == Throttling(now, since_start)


@pytest.mark.parametrize("text", ["", "throttled=", "error=2", "throttled=0xZZ"])
def test_an_answer_that_reads_otherwise_is_told(text):
    with pytest.raises(HardwareError, match="vcgencmd get_throttled must print"):
        parse_throttled(text)


def test_a_machine_without_vcgencmd_complains_of_nothing():
    assert throttling(lambda words: None) is None
    assert throttling(lambda words: "throttled=0x4\n") == Throttling(("throttled",), ())


def test_a_program_that_is_missing_or_fails_gives_nothing():
    assert run_program(["no-such-program-anywhere"]) is None
    assert run_program(["false"]) is None
    assert run_program(["echo", "throttled=0x0"]) == "throttled=0x0\n"


def test_the_temperature_is_read_in_thousandths(tmp_path):
    zone = tmp_path / "temp"
    assert temperature_c(zone) is None
    zone.write_text("61234\n")
    assert temperature_c(zone) == pytest.approx(61.234)
    zone.write_text("hot\n")
    assert temperature_c(zone) is None


def test_a_pi_is_known_by_its_name(tmp_path):
    model = tmp_path / "model"
    assert pi_model(model) is None
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert pi_model(model) == "Raspberry Pi 5 Model B Rev 1.0"
    model.write_bytes(b"Some other board\0")
    assert pi_model(model) is None


def test_room_is_told_for_a_folder_that_is_not_yet_made(tmp_path):
    assert free_bytes(tmp_path / "data" / "evening") == pytest.approx(free_bytes(tmp_path), rel=0.01)
