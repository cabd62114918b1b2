"""Messages of a real server, and what is no message of it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from typing import TYPE_CHECKING, cast, get_args

import pytest

from mandate.webhooks import Format, WebhookError, verify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mandate import Mandate, types

NOW = 1_790_000_000.0
SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
BODY = json.dumps({"event": "user.created", "created_at": "2026-11-21T09:41:07.123Z", "data": {"id": "usr_1"}}).encode()


@dataclass
class Receiver:
    """An endpoint of ours, with what it got."""

    url: str
    got: Queue[tuple[bytes, dict[str, str]]] = field(default_factory=Queue[tuple[bytes, dict[str, str]]])


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            it.got.put((body, dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        it = Receiver(f"http://127.0.0.1:{server.server_port}/hook")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield it
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("format", get_args(Format))
def test_what_the_server_sends_is_genuine_in_each_format(admin: Mandate, receiver: Receiver, format: Format) -> None:
    body = {"url": receiver.url, "events": ["user.*"]}
    if format != "standard":
        body["signature_format"] = format
    webhook = admin.webhooks.create(cast("types.WebhooksCreateBody", body))
    admin.webhooks.test(webhook["id"], {"event_type": "user.created"})
    raw, headers = receiver.got.get(timeout=30)
    message = verify(raw, headers, webhook["secret"], format=format)
    assert message.event == "user.created"
    assert message.id == headers["webhook-id"]
    with pytest.raises(WebhookError):
        verify(raw + b" ", headers, webhook["secret"], format=format)
    with pytest.raises(WebhookError):
        verify(raw, headers, SECRET, format=format)


def test_during_a_rotation_either_secret_fits(admin: Mandate, receiver: Receiver) -> None:
    webhook = admin.webhooks.create({"url": receiver.url, "events": ["user.*"]})
    new = admin.webhooks.rotate_secret(webhook["id"], {"overlap_seconds": 3600})["secret"]
    admin.webhooks.test(webhook["id"], {"event_type": "user.created"})
    raw, headers = receiver.got.get(timeout=30)
    for secret in (webhook["secret"], new, [SECRET, new]):
        assert verify(raw, headers, secret).event == "user.created"
        assert verify(raw, headers, secret, format="timestamped").event == "user.created"


def standard(body: bytes = BODY, *, id: str = "msg_1", at: float = NOW, secret: str = SECRET) -> dict[str, str]:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{id}.{int(at)}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": id,
        "webhook-timestamp": str(int(at)),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }


def check(headers: dict[str, str], body: bytes = BODY, format: Format = "standard") -> None:
    verify(body, headers, SECRET, format=format, clock=lambda: NOW)


def test_an_old_message_and_one_of_the_future_are_refused() -> None:
    check(standard(at=NOW - 299))
    check(standard(at=NOW + 299))
    for at in (NOW - 301, NOW + 301):
        with pytest.raises(WebhookError, match="too far"):
            check(standard(at=at))


@pytest.mark.parametrize(
    "change",
    [
        {"webhook-id": "msg_2"},
        {"webhook-id": ""},
        {"webhook-timestamp": ""},
        {"webhook-timestamp": "٣"},
        {"webhook-timestamp": "-1"},
        {"webhook-timestamp": "9" * 400},
        {"webhook-signature": ""},
        {"webhook-signature": "v1,"},
        {"webhook-signature": "v1,é"},
        {"webhook-signature": "v1a,AAAA v2,AAAA"},
    ],
)
def test_headers_that_were_changed_are_refused(change: dict[str, str]) -> None:
    with pytest.raises(WebhookError):
        check({**standard(), **change})


def test_a_signature_of_another_version_or_format_does_not_count() -> None:
    headers = standard()
    with pytest.raises(WebhookError):
        check({**headers, "webhook-signature": headers["webhook-signature"].replace("v1,", "v2,")})
    # Nobody but the receiver chooses the format: the weakest one would let old messages in.
    raw = hmac.new(SECRET.encode(), BODY, hashlib.sha256).hexdigest()
    check({"x-service-signature": raw}, format="raw")
    stronger: tuple[Format, ...] = ("standard", "timestamped", "raw_prefixed")
    for other in stronger:
        with pytest.raises(WebhookError):
            check({"x-service-signature": raw}, format=other)


def test_a_genuine_text_that_is_no_message_is_refused() -> None:
    for body in (b"", b"[]", b'"x"', b"{}", b'{"event": 1, "created_at": ""}', b"\xff"):
        with pytest.raises(WebhookError):
            check(standard(body), body)


@pytest.mark.parametrize("secret", ["", "short", "whsec_c2hvcnQ=", "whsec_***", []])
def test_a_secret_that_is_none_is_a_mistake_of_the_program(secret: str | list[str]) -> None:
    with pytest.raises(ValueError, match="secret"):
        verify(BODY, standard(), secret)
