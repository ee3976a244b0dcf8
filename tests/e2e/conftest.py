"""A real server and a real browser, each its own process."""

from typing import TYPE_CHECKING

import pytest

from tests.served import PATIENCE_S, Served

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage


def _starting_in(folder):
    started = []

    def start(*words):
        started.append(Served(folder, *words))
        return started[-1].start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def serve(tmp_path):
    """Starts servers that end with the test."""
    yield from _starting_in(tmp_path)


@pytest.fixture
def server(serve):
    """A table watched by a camera that sees nothing, so that only people tell what happens."""
    return serve("simulated:", "--rules", "mcr")


@pytest.fixture(scope="module")
def serve_once(tmp_path_factory):
    """Starts servers that end with the module, for tests that do not mind what others entered."""
    yield from _starting_in(tmp_path_factory.mktemp("served"))


def _said(note: "ConsoleMessage") -> str:
    """What the browser complains of, and of which address."""
    return f"{note.text} {note.location.get('url', '')}"


class Watched:
    """A page with everything noted that should never happen on it."""

    def __init__(self, browser, address, **options):
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(2 * PATIENCE_S * 1000)
        self.page = self.context.new_page()
        self.complaints, self.asked = [], []
        self.page.on("console", lambda note: note.type == "error" and self.complaints.append(_said(note)))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)

    def close(self):
        self.context.close()


@pytest.fixture
def visit(browser):
    """Opens pages that close with the test."""
    opened = []

    def open_page(address, **options):
        opened.append(Watched(browser, address, **options))
        return opened[-1]

    yield open_page
    for page in opened:
        page.close()
