"""The hub's end of the broker: hears every table, answers, says who plays next, looks for other hubs."""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
import time
from typing import Any

import psycopg
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from webui.console import warn
from webui.hub.carried.mqtt import Broker, new_client, signature_of, with_signature
from webui.hub.carried.wire import (
    FROM_TABLES,
    HUBS,
    Delay,
    HubError,
    Presence,
    decoded,
    encoded,
    signed,
    signing_key,
    topic_down,
    topic_of_hub,
)
from webui.hub.kept import keeping
from webui.hub.kept.database import Connection, connect, hold_ingest, hub_id
from webui.hub.kept.ingest import Ingest, Said

KEEP_ALIVE_S = 15
POLL_S = 0.5


class Listening:
    """One run of the hub's ingest, until `close`."""

    def __init__(self, database: str, broker: Broker) -> None:
        """HubError when the database cannot be reached, or another program takes entries into it."""
        self._database, self._broker = database, broker
        self._connection: Connection | None = connect(database)
        hold_ingest(self._connection)
        self.instance = secrets.token_hex(8)
        self._hub = hub_id(self._connection)
        self._connection.commit()
        self._ingest = Ingest(database, self.instance, self._answer)
        self._client = new_client(broker, f"jantaku-hub-{self.instance}")
        self._client.will_set(topic_of_hub(self.instance), b"", qos=1, retain=True)
        self._client.on_connect, self._client.on_message = self._connected, self._heard
        self._client.on_subscribe = self._subscribed
        self.is_listening = threading.Event()
        """Set from when the broker passes on what tables say."""
        self._others: dict[str, float] = {}
        self._sent = 0
        self._delays_sent: dict[str, int] = {}

    def run(self, until: Any) -> None:
        """Listens until the event `until` is set."""
        self._ingest.open()
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=KEEP_ALIVE_S)
        self._client.loop_start()
        while not until.wait(POLL_S):
            self._beat()
        self._client.publish(topic_of_hub(self.instance), b"", qos=1, retain=True).wait_for_publish(1)
        self._client.disconnect()
        self._client.loop_stop()
        self._ingest.close()
        self._let_go()

    def _connected(
        self, client: Client, userdata: Any, flags: Any, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            warn(f"the broker does not let the hub in: {reason}")
            return
        self._others.clear()
        client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in (FROM_TABLES, HUBS)])
        self._appear()
        self._sent, self._delays_sent = 0, {}

    def _subscribed(self, *_: Any) -> None:
        self.is_listening.set()

    def _appear(self) -> None:
        """Every table asks what is kept, and goes on from there."""
        presence = Presence(self._hub, self.instance, time.time())
        self._client.publish(topic_of_hub(self.instance), encoded(presence), qos=1, retain=True)

    def _heard(self, client: Client, userdata: Any, message: MQTTMessage) -> None:
        if message.topic.startswith("jantaku/hub/"):
            self._heard_hub(message)
        else:
            self._ingest.take(Said(message.topic, bytes(message.payload), signature_of(message)))

    def _heard_hub(self, message: MQTTMessage) -> None:
        instance = message.topic.rpartition("/")[2]
        if instance == self.instance:
            return
        if not message.payload:
            self._others.pop(instance, None)
            return
        with contextlib.suppress(HubError):
            self._others[instance] = decoded(bytes(message.payload), Presence).since

    def _answer(self, topic: str, payload: bytes, key: bytes) -> None:
        properties = with_signature(PacketTypes.PUBLISH, signed(key, topic, payload))
        self._client.publish(topic, payload, qos=1, properties=properties)

    def _beat(self) -> None:
        """What is to be done now and then; a database that is away is tried again."""
        try:
            connection = self._connection = self._connection or self._again()
            with connection.transaction():
                self._send_seats(connection)
                self._send_delay(connection)
                if self._others:
                    keeping.note(connection, "", "two_hubs", f"{len(self._others) + 1}")
                else:
                    keeping.note_over(connection, "", ("two_hubs",))
        except (psycopg.OperationalError, HubError):
            self._let_go()

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _again(self) -> Connection:
        connection = connect(self._database)
        hold_ingest(connection)
        self._appear()
        return connection

    def _send_delay(self, connection: Connection) -> None:
        """Each table is told of the broadcast's delay once, and again when it is another or its key is."""
        delay_s = connection.execute("SELECT delay_s FROM hub").fetchone()
        for name, table in keeping.known_tables(connection).items() if delay_s else ():
            if self._delays_sent.get(table.secret) != delay_s[0]:
                topic, payload = topic_down(name, "delay"), encoded(Delay(int(delay_s[0]), time.time()))
                properties = with_signature(
                    PacketTypes.PUBLISH, signed(signing_key(table.secret), topic, payload)
                )
                self._client.publish(topic, payload, qos=1, retain=True, properties=properties)
                self._delays_sent[table.secret] = int(delay_s[0])

    def _send_seats(self, connection: Connection) -> None:
        rows = connection.execute(
            "SELECT DISTINCT ON (table_id) number, site, name, secret, told FROM seats_sent"
            " JOIN tables ON tables.id = table_id WHERE number > %s ORDER BY table_id, number DESC",
            (self._sent,),
        ).fetchall()
        for number, site, name, secret, seating in rows:
            topic = topic_down(f"{site}.{name}", "seats")
            payload = json.dumps({**json.loads(seating), "number": number}, ensure_ascii=False).encode()
            properties = with_signature(PacketTypes.PUBLISH, signed(signing_key(secret), topic, payload))
            self._client.publish(topic, payload, qos=1, retain=True, properties=properties)
            self._sent = max(self._sent, number)
