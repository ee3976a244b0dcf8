"""Each `jantaku serve` of the documentation serves the page until Ctrl-C, and then ends well."""

import shlex
import urllib.request

import pytest

from tests.served import Served

from .desk import FILM
from .shown import LINES
from .small import run_by, smaller


@pytest.mark.parametrize("line", run_by("tests/docs/test_docs_served.py", LINES))
def test_what_the_docs_serve_is_there_until_ctrl_c(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening").symlink_to(FILM)
    words = shlex.split(smaller(line))
    assert words.pop(0) == "jantaku"
    server = Served(tmp_path / "kept", *words[1:]).start()
    try:
        with urllib.request.urlopen(server.address) as page:
            assert "Jantaku" in page.read().decode()
    finally:
        server.interrupt()
    assert (server.process.returncode, "Traceback" in server.said) == (0, False), server.said
    if "--record" in words:
        assert (tmp_path / words[words.index("--record") + 1] / "settings.toml").exists()
