"""What a device has to fetch before the page stands: small enough for a phone at the edge of the network."""

import gzip
import re
from urllib.parse import urljoin

import pytest

MOST_BYTES = 250 * 1024
MOST_SCRIPT_BYTES = 60 * 1024
"""Before packing: what a small tablet has to read, not only what the network carries."""


def fetched(visitor, address):
    """(bytes on the wire, text) of one file as a browser asks for it."""
    answer = visitor.get(address, **{"Accept-Encoding": "gzip"})
    assert answer.status_code == 200, address
    packed = answer.headers.get("Content-Encoding") == "gzip"
    content = gzip.decompress(answer.data) if packed else answer.data
    return len(answer.data), content.decode(errors="replace")


def first_load(visitor, address):
    """Every file of a page by address: (bytes on the wire, bytes unpacked); scripts with all they import."""
    size, text = fetched(visitor, address)
    found = {address: (size, len(text))}
    waiting = re.findall(r'(?:href|src)="(/static/[^"#]+)', text)
    while waiting:
        each = waiting.pop()
        if each in found:
            continue
        size, text = fetched(visitor, each)
        found[each] = (size, len(text.encode()))
        waiting += [urljoin(each, name) for name in re.findall(r'from "([\w./-]+)"', text)]
    return found


@pytest.mark.parametrize("address", ["/", "/?view=room", "/?view=camera", "/seat"])
def test_the_first_load_is_small(visitor, address):
    files = first_load(visitor, address)
    assert sum(packed for packed, _ in files.values()) <= MOST_BYTES
    scripts = {name: size for name, (_, size) in files.items() if ".js" in name}
    assert sum(scripts.values()) <= MOST_SCRIPT_BYTES


def test_every_script_of_the_table_is_among_them(visitor):
    names = {name.split("/")[-1].split("?")[0] for name in first_load(visitor, "/")}
    assert {"table.js", "stream.js", "story.js", "speech.js", "desk.js", "page.css", "tiles.svg"} <= names
