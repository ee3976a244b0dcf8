"""One request of the fuzzer, and the same spoilt in many ways."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 4, 7, 99, 2**31, 2**53 + 1, 10**400, 0.5, -0.0, 1e308),
    *("", " ", "x", "0", "-1", "1e9", "table", "=1+1", "\u202e", "\x00", "\ud800", "王" * 70, "a" * 5000),
    *("../../x", "<script>", "2026-11-23", "mcr", "5m", "?", "back", "%s%n", "'; --"),
    *([], [[]], {}, {"": None}, [None] * 50, [0, 1, 2, 3], ["a", "b", "c", "d"], [{}], {"type": "won"}),
)
"""What stands in the place of something else."""
QUERIES = ("", "?lang=ja", "?lang=%ED%A0%80", "?a[]=1&a[]=2", "?after=-1", "?task=9e9", "?seat=9")
HEADERS = ("Accept-Language", "If-None-Match", "If-Modified-Since", "Range", "Accept", "Last-Event-ID")


@dataclass
class Seed:
    """One request: what stands for the parts of the address, and its body: JSON, a form, or a file."""

    parts: dict[str, Any] = field(default_factory=dict)
    json: Any = None
    form: dict[str, str] | None = None
    file: tuple[bytes, str] | None = None
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)


def spoilt(seed: Seed, chance: random.Random) -> Seed:
    """The request with a few things in it otherwise."""
    other = deepcopy(seed)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        if other.json is not None and chance.random() < 0.8:
            other.json = _changed(other.json, chance)
        elif other.form and chance.random() < 0.8:
            name = chance.choice([*other.form, "else"])
            other.form[name] = str(chance.choice(ODD))[:4000].replace("\ud800", "\ufffd")
        elif other.file and chance.random() < 0.8:
            other.file = (_cut(other.file[0], chance), other.file[1])
        elif other.parts and chance.random() < 0.5:
            name = chance.choice(list(other.parts))
            other.parts[name] = chance.choice((0, 1, 2, 99, 2**70, "x", "..", "%2e%2e", "1m", "table", "é"))
        elif chance.random() < 0.5:
            other.query = chance.choice(QUERIES)
        else:
            value = chance.choice(("", "*", "bytes=0-", "x" * 900, "ü", "1e999"))
            other.headers = {chance.choice(HEADERS): value}
    return other


def _changed(value: Any, chance: random.Random) -> Any:
    """One place of a JSON value changed, gone, doubled or added."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        name = chance.choice(list(value))
        match chance.random():
            case lot if lot < 0.1:
                return {key: each for key, each in value.items() if key != name}
            case lot if lot < 0.2:
                return {**value, "else": chance.choice(ODD)}
        return {**value, name: _changed(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        if chance.random() < 0.2:
            return value * chance.choice((2, 30))
        return [*value[:place], _changed(value[place], chance), *value[place + 1 :]]
    return chance.choice(ODD)


def _cut(content: bytes, chance: random.Random) -> bytes:
    """A file cut, or with some bytes otherwise."""
    if not content:
        return b"\0"
    if chance.random() < 0.3:
        return content[: chance.randrange(len(content) + 1)]
    spoiled = bytearray(content)
    for _ in range(chance.randrange(1, 30)):
        spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
    return bytes(spoiled)
