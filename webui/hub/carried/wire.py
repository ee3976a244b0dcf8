"""What a table and the hub say to each other over MQTT 5: topics, messages, signatures (docs/club.md).

::

    jantaku/<site>.<table>/up/hello      which journals the table has; the hub answers with `Haves`
    jantaku/<site>.<table>/up/entries    a batch of one journal's lines
    jantaku/<site>.<table>/up/health     how the table is; `gone` is its last will
    jantaku/<site>.<table>/down/have     up to where the hub has a journal, after its commit
    jantaku/<site>.<table>/down/seats    who plays next at the table
    jantaku/<site>.<table>/down/delay    by how much spectators see it late
    jantaku/hub/<instance>               a hub takes entries (retained; empty: no more)

Whatever carries a table's name is signed with that table's key, over topic and payload.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from engine.tiles import EngineError

LARGEST_MESSAGE = 1024 * 1024
"""Bytes; a larger one is dropped unread."""
LARGEST_BATCH = 64 * 1024
"""Bytes of lines after which a batch is sent."""
MOST_LINES = 400
SIGNATURE = "signature"
"""The user property that carries the signature."""
HUBS = "jantaku/hub/+"
FROM_TABLES = "jantaku/+/up/+"
NAME = r"[a-z0-9][a-z0-9-]{0,31}"
_TABLE = re.compile(rf"({NAME})\.({NAME})")
_UP = re.compile(rf"jantaku/({NAME}\.{NAME})/up/([a-z]+)")

Up = Literal["hello", "entries", "health", "gone"]
Down = Literal["have", "seats", "delay"]
Text = Annotated[str, Meta(max_length=200)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Message = TypeVar("Message")


class HubError(EngineError):
    """The hub, its broker or its database cannot be used, or a message is none; the message says why."""


class GameHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    """What is known of a game beside its entries; `rules` by name with what the `house` plays otherwise.
    `dealer` only holds a place while `is_dealer_known` is false."""

    rules: Text
    house: dict[str, Any] = {}
    dealer: Annotated[int, Meta(ge=0, le=3)] = 0
    names: Annotated[list[Text], Meta(max_length=4)] = []
    began: Text = ""
    ended: Text | None = None
    kind: Text = "camera"
    note: Annotated[str, Meta(max_length=500)] = ""
    is_dealer_known: bool = True


class Kept(msgspec.Struct, frozen=True):
    """A journal that lies at the table, and the number of its newest entry."""

    journal: Text
    last: Count


class Hello(msgspec.Struct, frozen=True):
    """A table's link says what it has. `instance`: one run of the link."""

    instance: Text
    journals: Annotated[list[Kept], Meta(max_length=200)]


class Batch(msgspec.Struct, frozen=True):
    """Lines of one journal in order, the first numbered `first`; `before` is the chain ahead of it."""

    journal: Text
    generation: Annotated[int, Meta(ge=1, le=1_000_000)]
    first: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    before: Hex
    lines: Annotated[list[str], Meta(max_length=MOST_LINES)]
    game: GameHeader


class Have(msgspec.Struct, frozen=True):
    """The hub keeps a journal's entries up to `number`, after which the chain is `chain`; `game`: the digest
    of the header it has."""

    journal: Text
    generation: Count
    number: Count
    chain: Text
    game: Text = ""


class Haves(msgspec.Struct, frozen=True):
    """What one hub keeps; `instance`: one run of it."""

    instance: Text
    have: list[Have]


class Presence(msgspec.Struct, frozen=True):
    """A hub that takes entries. `hub`: the identity in its database; `since`: Unix seconds."""

    hub: Text
    instance: Text
    since: float


class Health(msgspec.Struct, frozen=True):
    """How a table is: `clock` in Unix seconds, `waiting` entries not yet acknowledged, `condition` of its
    camera, `rewound`: entries it has to send again to a hub that had them."""

    instance: Text
    clock: float
    waiting: Count = 0
    condition: Text = ""
    is_well: bool = True
    said: Annotated[str, Meta(max_length=500)] = ""
    version: Text = ""
    page: Text = ""
    rewound: Count = 0


class Gone(msgspec.Struct, frozen=True):
    """The last will of a table's link."""

    instance: Text


class Seats(msgspec.Struct, frozen=True):
    """Who plays next at the table, by seat; `number` grows with every assignment. No names: nobody."""

    number: Count
    names: Annotated[list[Text], Meta(max_length=4)]
    title: Text = ""
    rules: Text = ""
    house: dict[str, Any] = {}


class Delay(msgspec.Struct, frozen=True):
    """By how much spectators see the table late; `since` (Unix seconds) tells a newer word from an older."""

    delay_s: Annotated[int, Meta(ge=0, le=3600)]
    since: float = 0.0


def checked_name(name: str) -> tuple[str, str]:
    """Site and table of ``site.table``; HubError when it is no such name."""
    found = _TABLE.fullmatch(name)
    if found is None:
        raise HubError(
            f"a table is called like club.7, of small letters, digits and dashes; got {name[:80]!r}"
        )
    return found[1], found[2]


def topic_up(name: str, kind: Up) -> str:
    """Where the table called `name` says something."""
    return f"jantaku/{name}/up/{kind}"


def topic_down(name: str, kind: Down) -> str:
    """Where the hub says something to the table called `name`."""
    return f"jantaku/{name}/down/{kind}"


def topic_of_hub(instance: str) -> str:
    """Where a hub says that it is there."""
    return f"jantaku/hub/{instance}"


def from_table(topic: str) -> tuple[str, str] | None:
    """Who said what kind of thing by `topic`; None when no table did."""
    found = _UP.fullmatch(topic)
    return None if found is None else (found[1], found[2])


def encoded(message: msgspec.Struct) -> bytes:
    """The message as it is sent."""
    return msgspec.json.encode(message)


def decoded(payload: bytes, kind: type[Message]) -> Message:
    """The message in `payload`; HubError says what is wrong with it."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise HubError(f"no {kind.__name__.lower()} message: {str(wrong)[:160]}") from wrong


def digest_of(header: GameHeader) -> str:
    """A short mark by which one header is told from another."""
    return hashlib.sha256(msgspec.json.encode(header, order="deterministic")).hexdigest()[:16]


def signing_key(secret: str) -> bytes:
    """The key by which messages of and to a table are signed, from the table's secret."""
    return hmac.digest(secret.encode(), b"jantaku sign", "sha256")


def password_of(secret: str) -> str:
    """What a table logs in to the broker with, from its secret."""
    return hmac.digest(secret.encode(), b"jantaku broker", "sha256").hex()[:40]


def signed(key: bytes, topic: str, payload: bytes) -> str:
    """The signature of a message."""
    return hmac.digest(key, topic.encode() + b"\n" + payload, "sha256").hex()


def is_signed(key: bytes, topic: str, payload: bytes, signature: str) -> bool:
    """Whether that signature belongs to the message."""
    return hmac.compare_digest(signed(key, topic, payload).encode(), signature.encode())


def epoch_of(journal: str, generation: int) -> str:
    """The epoch under which a hub keeps a journal; one replaced by another of the same identity is the next
    generation."""
    return f"{journal}.{generation}"
