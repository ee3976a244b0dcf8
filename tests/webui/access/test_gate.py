"""The gate: who dawdles over a request holds no thread, and is cut; the others are served meanwhile."""

import http.client
import socket
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ports import free_port
from webui.access.arriving import MOST_HEAD, SMALL_BODY, Arriving, arrived
from webui.access.gate import MOST_OPEN
from webui.access.shares import Queue, Share, Taken

SERVER = """
import sys
from flask import Flask, request
from webui.access import gate
from webui.access import patient_socket
from webui.server import Server

gate.WHOLE_S = patient_socket.PATIENCE_S = patient_socket.GRACE_S = 1.0
app = Flask("gated")

@app.get("/")
def page():
    return "page"

@app.get("/much")
def much():
    return "x" * 3_000_000

@app.post("/")
def takes():
    request.max_content_length = 10_000_000
    return str(len(request.get_data()))

Server(lambda: app, lambda: None, "127.0.0.1", int(sys.argv[1])).run()
"""
GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
SLOW = {
    "half a header": GET + b"X-Half: ",
    "a header without its end": GET,
    "half a body": POST + b"Content-Length: 100\r\n\r\nhalf",
    "half a large body": POST + b"Content-Length: 5000000\r\n\r\nhalf",
    "half a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "a second request of which half is here": GET + b"\r\n" + GET,
}


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """A real server whose patience is one second."""
    number = free_port()
    said = open(tmp_path_factory.mktemp("gate") / "said.txt", "wb")  # noqa: SIM115
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(number)], stdout=said, stderr=said)
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", number), timeout=1).close()
            break
        except OSError:
            continue
    yield number
    server.terminate()
    server.wait()
    said.close()


def connected(port, address="127.0.0.2"):
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


def asked(port, path="/", body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET" if body is None else "POST", path, body)
    answer = connection.getresponse()
    told = answer.status, answer.read()
    connection.close()
    return told


def until_cut(slow):
    """All that the server says before it ends the connection; a connection reset says no more."""
    said = b""
    try:
        while came := slow.recv(65536):
            said += came
    except ConnectionError:
        pass
    return said


@pytest.mark.parametrize("begun", SLOW.values(), ids=SLOW.keys())
def test_slow_ones_from_many_addresses_are_cut_and_a_page_is_served_meanwhile(port, begun):
    slow = [connected(port, f"127.0.0.{2 + number % 10}") for number in range(80)]
    for each in slow:
        each.sendall(begun)
    assert asked(port) == (200, b"page")
    for each in slow:
        assert until_cut(each).count(b" 200 OK") == (1 if begun.startswith(GET + b"\r\n") else 0)
        each.close()
    assert asked(port) == (200, b"page")


def test_who_takes_no_answer_holds_no_page_up(port):
    greedy = [connected(port, f"127.0.0.{2 + number % 10}") for number in range(80)]
    for each in greedy:
        each.sendall(b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
    assert asked(port) == (200, b"page")
    for each in greedy:
        each.close()


def test_half_a_request_is_told_that_it_took_too_long(port):
    with connected(port) as slow:
        slow.sendall(GET)
        assert until_cut(slow).startswith(b"HTTP/1.1 408 ")


def test_a_head_without_end_is_refused_at_once(port):
    with connected(port) as endless:
        endless.sendall(GET + b"X-Long: " + b"x" * (MOST_HEAD + 1000))
        assert until_cut(endless).startswith(b"HTTP/1.1 431 ")


def test_one_address_keeps_so_many_connections_and_no_more(port):
    open_ones = []
    for _ in range(MOST_OPEN):
        one = connected(port, "127.0.0.60")
        one.sendall(GET + b"\r\n")
        assert one.recv(65536).startswith(b"HTTP/1.1 200 ")
        open_ones.append(one)
    with connected(port, "127.0.0.60") as too_many:
        too_many.sendall(GET + b"\r\n")
        said = until_cut(too_many)
    assert said.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After" in said
    assert asked(port) == (200, b"page")
    for one in open_ones:
        one.close()


@pytest.mark.parametrize("size", [0, 1, 8000, SMALL_BODY, SMALL_BODY + 1, 3_000_000])
def test_bodies_of_every_size_arrive_whole(port, size):
    assert asked(port, body=b"x" * size) == (200, str(size).encode())


def test_a_request_in_pieces_arrives_whole(port):
    whole = POST + b"Content-Length: 26\r\nConnection: close\r\n\r\n" + bytes(range(65, 91))
    with connected(port) as slow:
        slow.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for place in range(0, len(whole), 7):
            slow.sendall(whole[place : place + 7])
        assert until_cut(slow).endswith(b"26")


def test_many_requests_over_one_connection_are_answered_in_turn(port):
    with connected(port) as one:
        one.sendall((GET + b"\r\n") * 9 + GET + b"Connection: close\r\n\r\n")
        assert until_cut(one).count(b"page") == 10


WHOLE = [
    GET + b"\r\n",
    POST + b"Content-Length: 4\r\n\r\nbody",
    POST + b"content-length:4\r\nX: Content-Length: 9\r\n\r\nbody",
]


@given(st.sampled_from(WHOLE), st.data())
def test_a_request_is_whole_when_its_last_byte_is_there(whole, data):
    assert arrived(whole) is Arriving.whole
    cut = data.draw(st.integers(0, len(whole) - 1))
    assert arrived(whole[:cut]) is Arriving.partly
    assert arrived(whole + b"GET ") is Arriving.whole


@pytest.mark.parametrize(
    ("came", "how"),
    [
        (POST + b"Content-Length: 99999999\r\n\r\n", Arriving.large),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", Arriving.large),
        (POST + b"Content-Length: 4\r\nExpect: 100-continue\r\n\r\n", Arriving.large),
        (b"x" * (MOST_HEAD + 1), Arriving.endless),
        (POST + b"Content-Length: minus\r\n\r\n", Arriving.whole),
        (b"\r\n\r\n", Arriving.whole),
    ],
    ids=["large", "chunked", "expects", "endless", "no length", "nothing"],
)
def test_what_cannot_be_waited_for_is_given_to_a_thread_or_refused(came, how):
    assert arrived(came) is how


def test_an_address_has_its_share_and_the_others_theirs():
    share = Share(2, 3)
    taken = [share.take(address) for address in ("a", "a", "a", "b", "c", "a")]
    yes, one, both = Taken.yes, Taken.all_of_one, Taken.all_of_all
    assert taken == [yes, yes, one, yes, both, both]
    share.give_back("a")
    assert share.take("c") is yes


def test_what_waits_of_an_address_begins_when_one_is_done():
    queue, begun = Queue(2), []
    for number in range(4):
        queue.add("a", lambda number=number: begun.append(number))
    queue.add("b", lambda: begun.append("b"))
    assert begun == [0, 1, "b"]
    queue.done("a")
    queue.done("a")
    assert begun == [0, 1, "b", 2, 3]
    queue.done("a")
    queue.done("a")
    queue.add("a", lambda: begun.append(4))
    assert begun[-1] == 4
