"""A table's link to its hub: sends what the journals hold, hears what the hub has, never holds up the table.

It runs in a process of its own, reads the journals as they lie on the disk, and may be killed at any moment.
"""

from __future__ import annotations

import json
import os
import queue
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from vision.writing import replace_file
from webui.console import warn
from webui.hub.carried.link_file import LinkFile
from webui.hub.carried.mqtt import Broker, new_client, signature_of, with_signature
from webui.hub.carried.wire import (
    HUBS,
    Batch,
    Delay,
    Down,
    Gone,
    Haves,
    Health,
    HubError,
    Presence,
    Seats,
    decoded,
    encoded,
    is_signed,
    password_of,
    signed,
    signing_key,
    topic_down,
    topic_up,
)
from webui.hub.link.files import SEATS_FILE, STATUS_FILE
from webui.hub.link.outbox import Outbox, Place
from webui.hub.link.table_journals import TableJournals
from webui.live.hub_delay import DELAY_FILE

POLL_S = 0.25
BETWEEN_HEALTH_S = 10.0
KEEP_ALIVE_S = 15
State = Literal["connecting", "refused", "no_hub", "sending", "level", "too_large"]


@dataclass(frozen=True, slots=True)
class Feeling:
    """How the table is, as its page says."""

    condition: str = ""
    is_well: bool = True
    said: str = ""
    page: str = ""
    """Where a referee opens this table's own pages."""


@dataclass(slots=True)
class _Hub:
    hub: str
    outbox: Outbox


@dataclass(slots=True)
class _Line:
    """What the paho thread found out."""

    is_up: bool = False
    refused: str = ""
    news: queue.SimpleQueue[tuple[str, bytes, str]] = field(default_factory=queue.SimpleQueue)


class Link:
    """One run of the link of the table whose data folder is `data`."""

    def __init__(
        self,
        link: LinkFile,
        data: Path,
        feeling: Callable[[], Feeling] = Feeling,
        *,
        version: str = "",
        poll_s: float = POLL_S,
    ) -> None:
        self._link, self._data, self._feeling, self._version = link, data, feeling, version
        self._poll_s = poll_s
        self._key = signing_key(link.secret)
        self.instance = secrets.token_hex(8)
        self._journals = TableJournals(data)
        self._hubs: dict[str, _Hub] = {}
        self._remembered: dict[str, dict[str, Place]] = {}
        self._line = _Line()
        self._health_s = float("-inf")
        self._noted: dict[str, object] = {}
        broker = Broker(link.host, link.port, link.name, password_of(link.secret), link.authority)
        self._client = new_client(broker, f"jantaku-{link.name}-{self.instance}")
        topic, gone = topic_up(link.name, "gone"), encoded(Gone(self.instance))
        will = with_signature(PacketTypes.WILLMESSAGE, signed(self._key, topic, gone))
        self._client.will_set(topic, gone, qos=1, properties=will)
        self._client.on_connect, self._client.on_message = self._connected, self._heard
        self._client.on_disconnect = self._disconnected

    def run(self, until: Any) -> None:
        """Serves the link until the event `until` is set."""
        self._client.connect_async(self._link.host, self._link.port, keepalive=KEEP_ALIVE_S)
        self._client.loop_start()
        while not until.is_set():
            try:
                self._hear()
                self.turn()
            except Exception as wrong:  # nothing ends the sending: the next turn tries again
                warn(f"the link to the hub left a turn out: {str(wrong)[:200]}")
            until.wait(self._poll_s)
        if self._line.is_up:
            self._say("gone", encoded(Gone(self.instance)))
        self._client.disconnect()
        self._client.loop_stop()

    def turn(self) -> None:
        """Sends what is due now, and notes how the link is."""
        journals, now_s = self._journals.look(), time.monotonic()
        if self._line.is_up:
            for hub in self._hubs.values():
                for message in hub.outbox.due(journals, now_s):
                    self._say("entries" if isinstance(message, Batch) else "hello", encoded(message))
        waiting = max((hub.outbox.waiting(journals) for hub in self._hubs.values()), default=None)
        if not waiting and self._noted.get("waiting"):
            self._health_s = float("-inf")  # level again: that is told at once
        if self._line.is_up and self._hubs and now_s - self._health_s >= BETWEEN_HEALTH_S:
            self._health_s = now_s
            self._say("health", encoded(self._health(waiting or 0)))
        self._note(waiting)

    def _hear(self) -> None:
        while not self._line.news.empty():
            topic, payload, signature = self._line.news.get()
            try:
                self._take(topic, payload, signature)
            except HubError as wrong:
                warn(f"the hub's message is left out: {wrong}")

    def _take(self, topic: str, payload: bytes, signature: str) -> None:
        if topic == "":
            self._hubs.clear()
        elif topic.startswith("jantaku/hub/"):
            self._take_presence(topic.rpartition("/")[2], payload)
        elif not is_signed(self._key, topic, payload, signature):
            raise HubError("it is not signed with this table's key")
        elif topic == topic_down(self._link.name, "have"):
            self._take_haves(decoded(payload, Haves))
        elif topic == topic_down(self._link.name, "delay"):
            self._take_delay(decoded(payload, Delay), payload)
        else:
            self._take_seats(decoded(payload, Seats), payload)

    def _take_presence(self, instance: str, payload: bytes) -> None:
        if not payload:
            self._hubs.pop(instance, None)
            return
        hub = decoded(payload, Presence).hub
        remembered = self._remembered.setdefault(hub, {})
        self._hubs[instance] = _Hub(hub, Outbox(self.instance, remembered))
        self._health_s = float("-inf")

    def _take_haves(self, haves: Haves) -> None:
        hub = self._hubs.get(haves.instance)
        if hub is not None:
            journals = self._journals.look()
            for have in haves.have:
                hub.outbox.hear(have, journals, time.monotonic())
            if hub.outbox.rewound:
                self._health_s = float("-inf")

    def _take_delay(self, delay: Delay, payload: bytes) -> None:
        """A word older than the last one, sent again by whoever kept it, is left out."""
        path = self._data / DELAY_FILE
        try:
            known = decoded(path.read_bytes(), Delay).since
        except (OSError, HubError):
            known = 0.0
        if delay.since >= known:
            replace_file(path, payload)

    def _take_seats(self, seats: Seats, payload: bytes) -> None:
        replace_file(self._data / SEATS_FILE, payload)

    def _health(self, waiting: int) -> Health:
        feeling = self._feeling()
        rewound = max((hub.outbox.rewound for hub in self._hubs.values()), default=0)
        return Health(
            self.instance,
            time.time(),
            waiting,
            feeling.condition,
            feeling.is_well,
            feeling.said[:500],
            self._version,
            feeling.page[:200],
            rewound,
        )

    def _note(self, waiting: int | None) -> None:
        fields: dict[str, object] = {"state": self._state(waiting), "waiting": waiting}
        fields |= {"hubs": len(self._hubs), "said": self._line.refused}
        if fields != self._noted:
            self._noted = fields
            try:
                self._write_status(json.dumps({**fields, "since": time.time()}))
            except OSError:
                self._noted = {}  # a full disk costs the note, not the link

    def _write_status(self, text: str) -> None:
        """Whole or not at all, but not waiting for the disk: it is only for who looks on now."""
        fresh = self._data / f".{STATUS_FILE}.part"
        fresh.write_text(text)
        os.replace(fresh, self._data / STATUS_FILE)

    def _state(self, waiting: int | None) -> State:
        if not self._line.is_up:
            return "refused" if self._line.refused else "connecting"
        if waiting is None:
            return "no_hub"
        if any(hub.outbox.is_too_large for hub in self._hubs.values()):
            return "too_large"
        return "sending" if waiting else "level"

    def _say(self, kind: Any, payload: bytes) -> None:
        topic = topic_up(self._link.name, kind)
        properties = with_signature(PacketTypes.PUBLISH, signed(self._key, topic, payload))
        self._client.publish(topic, payload, qos=1, properties=properties)

    def _connected(
        self, client: Client, userdata: Any, flags: Any, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._line.refused = str(reason)
            return
        self._line.news.put(("", b"", ""))
        once = SubscribeOptions(qos=1)
        down = [topic_down(self._link.name, kind) for kind in get_args(Down)]
        client.subscribe([(topic, once) for topic in (HUBS, *down)])
        self._line.refused, self._line.is_up = "", True

    def _disconnected(
        self, client: Client, userdata: Any, flags: Any, reason: ReasonCode, properties: Properties | None
    ) -> None:
        self._line.is_up = False

    def _heard(self, client: Client, userdata: Any, message: MQTTMessage) -> None:
        self._line.news.put((message.topic, bytes(message.payload), signature_of(message)))
