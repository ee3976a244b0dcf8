"""A person who goes on entering what happens, and notes what was acknowledged."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from faults.served import HOST, Served, entries

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
BETWEEN_S = 0.01
Act = tuple[int, str]
"""The seat, and the tile it discards."""


@dataclass
class Kept:
    """What was compared with what was acknowledged."""

    lost: int = 0
    doubled: int = 0
    foreign: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether everything is there once and nothing else."""
        return not (self.lost or self.doubled or self.foreign)


@dataclass
class Teller(threading.Thread):
    """Enters one discard after another. What was not acknowledged is pressed again, as a person does."""

    port: int
    daemon_: bool = True
    acknowledged: list[tuple[int, Act]] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    slowest_s: float = 0.0

    def __post_init__(self) -> None:
        super().__init__(daemon=self.daemon_)
        self._count = self._newest = 0
        self._going, self._over = threading.Event(), threading.Event()
        self._busy = threading.Lock()
        self._headers: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None
        self._going.set()

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        """Goes on until `stop`."""
        while not self._over.is_set():
            if not self._going.wait(0.1):
                continue
            with self._busy:
                self.enter_once()
            time.sleep(BETWEEN_S)

    def enter_once(self) -> int | None:
        """Tries the act whose turn it is; its number when it was acknowledged."""
        act = self.act(self._count)
        begun = time.monotonic()
        try:
            status, answer = self._post({"seat": act[0], "act": "discard", "tile": act[1]})
        except (OSError, http.client.HTTPException):
            self._connection = None
            return None
        if status not in (200, 201):
            self.refused.append((status, str(answer.get("error", answer))[:200]))
            if status in (403, 421):
                self._connection = None
            return None
        self.slowest_s = max(self.slowest_s, time.monotonic() - begun)
        self._newest = int(answer["number"])
        self.acknowledged.append((self._newest, act))
        self._count += 1
        return self._newest

    def act(self, count: int) -> Act:
        """The acts differ from those before and after them."""
        return count % 4, TILES[count // 4 % len(TILES)]

    def pause(self) -> None:
        """No act is on its way when this returns."""
        self._going.clear()
        with self._busy:
            pass

    def go_on(self) -> None:
        """Enters again."""
        self._going.set()

    def stop(self) -> None:
        """Ends for good."""
        self._over.set()
        self.join()

    def compared(self) -> Kept:
        """What the table tells against what was acknowledged; to be asked while paused.

        The act that was on its way may be there or not: it was not acknowledged."""
        told = entries(self.port)
        by_number = {each["number"]: act for each in told if (act := _act(each)) is not None}
        kept = Kept(lost=sum(by_number.get(number) != act for number, act in self.acknowledged))
        numbers = [each["number"] for each in told]
        kept.doubled += len(numbers) - len(set(numbers))
        mine = {number for number, _ in self.acknowledged}
        extra = [number for number in by_number if number not in mine]
        waiting = self.act(self._count)
        for number in extra:
            if by_number[number] == waiting and number > self._newest:
                kept.doubled += extra.index(number) > 0
            elif by_number[number] in {act for _, act in self.acknowledged[-4:]}:
                kept.doubled += 1
            else:
                kept.foreign += 1
        return kept

    def begin_game(self) -> None:
        """A new game at a table without a camera, whose journal lies on the disk."""
        body = {"rules": "mcr", "names": ["Anna", "Ben", "Chloe", "Dan"], "dealer": 0}
        status, answer = self._post(body, "/scores/games")
        assert status == 201, (status, answer)
        self.acknowledged.clear()
        self._newest = entries(self.port)[-1]["number"]
        self._count = 0

    def _post(self, body: dict[str, Any], path: str = "/record") -> tuple[int, dict[str, Any]]:
        if self._connection is None:
            self._open()
        assert self._connection is not None
        headers = {**self._headers, "X-Jantaku-After": str(self._newest)}
        self._connection.request("POST", path, json.dumps(body), headers)
        answer = self._connection.getresponse()
        content = answer.read()
        try:
            said = json.loads(content)
        except ValueError:
            said = {"error": content.decode("utf-8", "replace")}
        return answer.status, said

    def _open(self) -> None:
        self._connection = http.client.HTTPConnection(HOST, self.port, timeout=15)
        self._connection.request(
            "GET", "/", headers={k: v for k, v in self._headers.items() if k == "Cookie"}
        )
        answer = self._connection.getresponse()
        page = answer.read().decode()
        cookie = answer.getheader("Set-Cookie", "").split(";")[0] or self._headers.get("Cookie", "")
        token = re.search(r'jantaku-token" content="([^"]+)', page)
        if answer.status != 200 or token is None:
            self._connection = None
            raise http.client.HTTPException(f"the page answers {answer.status}")
        self._headers = {
            "Cookie": cookie,
            "X-Jantaku-Token": token[1],
            "Origin": f"http://{HOST}:{self.port}",
            "Content-Type": "application/json",
        }


def _act(entry: dict[str, Any]) -> Act | None:
    """The discard that a person entered; None for anything else."""
    event = entry["events"][0] if entry["events"] else {}
    if entry["source"] != "player" or event.get("type") != "tile_discarded":
        return None
    return int(event["seat"]), str(event["tile"])


def teller_at(served: Served) -> Teller:
    """Starts the server; who enters at its first game, not begun to enter."""
    served.start()
    assert served.until_served() < float("inf"), served.said.read_text()
    teller = Teller(served.port)
    teller.begin_game()
    return teller
