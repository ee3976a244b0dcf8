"""The way to a broker, and messages that carry a signature."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties

from webui.hub.carried.wire import SIGNATURE, HubError


@dataclass(frozen=True, slots=True)
class Broker:
    """Where a broker listens and how to log in there; `authority`: the certificate its own must come from."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    authority: str | None = None


def broker_at(address: str, authority: str | None = None) -> Broker:
    """The broker at ``mqtt://user:password@host:port``; HubError when that is no such address."""
    try:
        parts = urlsplit(address)
        port = parts.port or 1883
    except ValueError as wrong:
        raise HubError(f"no address of a broker: {address!r} ({wrong})") from wrong
    if parts.scheme != "mqtt" or not parts.hostname:
        raise HubError(f"a broker's address is like mqtt://user:password@host:1883, got {address!r}")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Broker(parts.hostname, port, user, password, authority)


def new_client(broker: Broker, client_id: str) -> Client:
    """A client for that broker, not connected yet; it connects again by itself when the line is cut."""
    client = Client(CallbackAPIVersion.VERSION2, client_id, protocol=MQTTProtocolVersion.MQTTv5)
    if broker.user:
        client.username_pw_set(broker.user, broker.password)
    if broker.authority is not None:
        context = ssl.create_default_context(cadata=broker.authority)
        context.check_hostname = False  # the authority signs nothing but this broker's certificate
        client.tls_set_context(context)
    client.reconnect_delay_set(1, 10)
    return client


def signature_of(message: MQTTMessage) -> str:
    """The signature a message carries, "" when none."""
    properties = getattr(message.properties, "UserProperty", None) or ()
    return next((str(value) for name, value in properties if name == SIGNATURE), "")


def with_signature(packet: int, signature: str) -> Properties:
    """The properties of a packet that carries a signature."""
    properties = Properties(packet)  # type: ignore[no-untyped-call, unused-ignore]
    properties.UserProperty = (SIGNATURE, signature)
    return properties
