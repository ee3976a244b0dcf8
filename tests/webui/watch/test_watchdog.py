"""What systemd is told: ready once a page answers, alive while pages and eyes do, and nothing else."""

import http.server
import socket
import threading
import time
from types import SimpleNamespace

import pytest

from webui.live.vision_process import VisionProcess
from webui.live.watchdog import Notify, Watchdog, answers, take_notify


@pytest.fixture
def systemd(tmp_path):
    """Listens as systemd does; gives the address and what was heard."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(10)
        yield SimpleNamespace(
            address=str(tmp_path / "notify"), hear=lambda: listening.recv(4096).decode(), socket=listening
        )


def heard_nothing(systemd):
    systemd.socket.setblocking(False)
    with pytest.raises(BlockingIOError):
        systemd.socket.recv(10)
    systemd.socket.settimeout(10)
    return True


def test_it_is_ready_once_a_page_answers_and_alive_from_then_on(systemd):
    so = {"pages": False, "vision": True}
    dog = Watchdog(
        Notify(systemd.address, 10), lambda: so["pages"], lambda: so["vision"], lambda: "table 1: watching"
    )
    assert not dog.beat()
    assert heard_nothing(systemd)
    so["pages"] = True
    assert dog.beat()
    assert systemd.hear() == "READY=1\nWATCHDOG=1\nSTATUS=table 1: watching"
    assert dog.beat()
    assert systemd.hear() == "WATCHDOG=1\nSTATUS=table 1: watching"
    so["vision"] = False
    assert not dog.beat()
    assert heard_nothing(systemd)


def test_it_tells_by_itself_until_it_is_closed(systemd):
    dog = Watchdog(Notify(systemd.address, 0.01), lambda: True, lambda: True, lambda: "x")
    dog.open()
    assert systemd.hear().startswith("READY=1")
    assert systemd.hear().startswith("WATCHDOG=1")
    dog.close()


def test_without_systemd_nobody_is_told():
    assert take_notify({}) is None


def test_what_systemd_told_is_taken_out_of_the_environment():
    told = {"NOTIFY_SOCKET": "@abstract", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "3", "HOME": "/"}
    assert take_notify(told) == Notify("@abstract", 10.0)
    assert told == {"HOME": "/"}
    assert take_notify({"NOTIFY_SOCKET": "/run/x"}) == Notify("/run/x", 0.0)


@pytest.mark.parametrize(("status", "is_alive"), [(200, True), (503, True), (500, False)])
def test_a_page_that_answers_is_alive_well_or_not(status, is_alive):
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, *told):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Page) as served:
        thread = threading.Thread(target=served.handle_request)
        thread.start()
        assert answers(served.server_port) == is_alive
        thread.join()


def test_a_page_that_is_silent_or_absent_is_not_alive():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert not answers(port, 0.05)
    assert not answers(port, 0.05)


def test_eyes_that_do_not_turn_are_found_and_resting_ones_are_not(room):
    eyes = VisionProcess(room, lambda connection: None, is_recording=False)
    assert not eyes.is_turning(60)
    alive = threading.Event()
    eyes._thread = threading.Thread(target=alive.wait, daemon=True)
    eyes._thread.start()
    assert eyes.is_turning(60)
    eyes._turned_s = time.monotonic() - 61
    assert not eyes.is_turning(60)
    eyes._turned_s = time.monotonic()
    assert eyes.is_turning(60)
    alive.set()
