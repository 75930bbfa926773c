"""The connection to the club's broker, of a box as of the hub: made again by itself, and telling why it is not there.

What arrives waits in a queue for whoever works on it, so that neither a slow disk nor a slow database holds up the line.
The broker's own acknowledgements are not asked for anything: what counts is what the other end answers.
"""

import secrets
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

KEEPALIVE_S = 15
"""Seconds of silence after which either end asks whether the other is there."""

PATIENCE_S = 5.0
"""Seconds that the broker may take to take up a connection."""

NO_CHECK_TIME = ssl.VerifyFlags(0x200000)
"""OpenSSL's X509_V_FLAG_NO_CHECK_TIME: a box without a network may have a clock that stands before the club began."""

SOONEST_S, LATEST_S = 1, 30
"""Seconds after which a connection that failed is tried again: twice as many each time."""


@dataclass(frozen=True)
class Access:
    """An account at a broker; `authority` is the club's own certificate (PEM), the only one that is believed."""

    host: str
    port: int
    account: str
    key: str
    authority: str

    @property
    def authority_sum(self) -> str:
        """By what the authority is known again: SHA-256 of its certificate as it is written."""
        return sha256(self.authority.encode()).hexdigest()

    @property
    def tls(self) -> ssl.SSLContext:
        """Which broker is believed: one that shows a certificate of the club for the name by which it was called."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_verify_locations(cadata=self.authority)
        context.verify_flags |= NO_CHECK_TIME
        return context


@dataclass(frozen=True)
class Message:
    """Bytes at a topic; the broker keeps a `kept` one for those who come later."""

    topic: str
    payload: bytes
    kept: bool = False


class Connection:
    """A connection that hears `topics` and may leave a `will` behind when it breaks.

    Its name at the broker goes on with what nobody can guess: whoever connects under another one's name puts that one out.
    Any thread may `send`; one takes what arrives. `trouble` is a sentence while the connection is not there.
    """

    def __init__(self, access: Access, name: str, topics: Sequence[str], will: Message | None = None) -> None:
        self.access = access
        self.trouble = ""
        self._topics = topics
        self._arrived: SimpleQueue[Message | None] = SimpleQueue()
        client = Client(
            CallbackAPIVersion.VERSION2, client_id=f"{name}-{secrets.token_hex(8)}", protocol=MQTTProtocolVersion.MQTTv5
        )
        client.username_pw_set(access.account, access.key)
        client.tls_set_context(access.tls)
        if will:
            client.will_set(will.topic, will.payload, qos=1, retain=will.kept)
        client.reconnect_delay_set(SOONEST_S, LATEST_S)
        client.connect_timeout = PATIENCE_S
        client.on_connect, client.on_disconnect = self._connected, self._gone
        client.on_connect_fail, client.on_subscribe, client.on_message = self._failed, self._listening, self._heard
        self._client = client

    def open(self) -> None:
        """Begin; what is wrong with the line shows in `trouble`."""
        self._client.connect_async(self.access.host, self.access.port, KEEPALIVE_S)
        self._client.loop_start()

    def close(self) -> None:
        """Say goodbye, without the will, and end."""
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_up(self) -> bool:
        """Whether the broker has let it in."""
        return self._client.is_connected()

    def send(self, message: Message) -> bool:
        """Hand a message to the broker; whether the connection is there."""
        if not self.is_up:
            return False
        sent = self._client.publish(message.topic, message.payload, qos=1, retain=message.kept)
        return sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def arrived(self, patience: float) -> list[Message | None]:
        """What has come, waiting so many seconds for the first; None: a connection was made (anew), and hears its topics."""
        found = list[Message | None]()
        try:
            found.append(self._arrived.get(timeout=patience))
            while True:
                found.append(self._arrived.get_nowait())
        except Empty:
            return found

    def _connected(self, client: Client, _data: Any, _flags: ConnectFlags, reason: ReasonCode, _more: Properties | None) -> None:
        if reason.is_failure:
            self.trouble = (
                f"the club's broker does not let {self.access.account} in ({reason}): its account was taken back, or its code "
                "was given to another box; ask the director for a new code"
            )
            return
        self.trouble = ""
        if self._topics:
            client.subscribe([(topic, 1) for topic in self._topics])
        else:
            self._arrived.put(None)

    def _listening(self, _client: Client, _data: Any, _id: int, _reasons: list[ReasonCode], _more: Properties | None) -> None:
        self._arrived.put(None)

    def _gone(self, _client: Client, _data: Any, _flags: DisconnectFlags, reason: ReasonCode, _more: Properties | None) -> None:
        if reason.is_failure and not self.trouble:
            self.trouble = f"the line to the club's broker at {self._place} has broken ({reason}); it is tried again by itself"

    def _failed(self, _client: Client, _data: Any) -> None:
        """Nobody took up: try once by hand, since the library keeps the reason to itself."""
        try:
            with socket.create_connection((self.access.host, self.access.port), PATIENCE_S) as line:
                self.access.tls.wrap_socket(line, server_hostname=self.access.host).close()
        except ssl.SSLError as error:
            self.trouble = (
                f"what answers at {self._place} shows a certificate that is not the club's for that name "
                f"({getattr(error, 'verify_message', '') or error.reason}): scan the club's code anew"
            )
        except OSError as error:
            self.trouble = (
                f"the club's broker at {self._place} does not answer ({error.strerror or error}): "
                "is the hub on, and in the same network?"
            )

    def _heard(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._arrived.put(Message(message.topic, bytes(message.payload), message.retain))

    @property
    def _place(self) -> str:
        return f"{self.access.host}:{self.access.port}"
