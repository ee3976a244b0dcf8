"""A program that runs beside the server: what the terminal sends is not for it."""

import os
import signal
import urllib.request

from tests.ports import free_port
from webui.hub.carried.beside import Beside

from .tables import until


def answers(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as page:
            return page.status == 200
    except OSError:
        return False


def test_ctrl_c_while_it_starts_does_not_end_it(tmp_path, capfd):
    """A terminal sends Ctrl-C to all that runs in it; the server hears it and ends what runs beside it."""
    port = free_port()
    beside = Beside("serve", "none", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    beside.open()
    try:
        until(lambda: beside.process is not None)
        first = beside.process
        os.kill(first, signal.SIGINT)
        until(lambda: answers(port))
        assert beside.process == first
    finally:
        beside.close()
    assert not answers(port)
    assert "Traceback" not in capfd.readouterr().err
