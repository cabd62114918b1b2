"""Checking that a message came from the server, and is not an old one sent again.

Every message carries the headers of Standard Webhooks, which also sign its id; the other formats are those that a
subscription may choose for `X-Service-Signature`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from mandate.errors import as_object, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

#: `standard` reads `webhook-signature`, the others `X-Service-Signature`, as the subscription says in its
#: `signature_format`.
Format: TypeAlias = Literal["standard", "timestamped", "raw", "raw_prefixed"]

_SECRET_PREFIX = "whsec_"  # noqa: S105
_TOLERANCE_SECONDS = 300
_MIN_KEY_BYTES = 16
# During a rotation there are two; nobody sends a hundred.
_MAX_SIGNATURES = 16


class WebhookError(Exception):
    """The message is not to be believed: respond with 400, and do nothing."""


@dataclass(frozen=True)
class Message:
    """A message that is genuine."""

    #: The delivery, the same with every attempt: what was seen already can be skipped. It is signed only in the format
    #: `standard`.
    id: str | None
    event: str
    created_at: str
    data: dict[str, Any]


def verify(
    body: bytes,
    headers: Mapping[str, str],
    secret: str | Iterable[str],
    *,
    format: Format = "standard",
    tolerance: float = _TOLERANCE_SECONDS,
    clock: Callable[[], float] = time.time,
) -> Message:
    """The message, if it is genuine; raises `WebhookError` otherwise.

    `body` is what came, byte by byte, before anyone parsed it. With several secrets any of them may have signed. The
    raw formats carry no time, so an old message can be sent again: take them only where there is no other way.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or any(len(_standard_key(it)) < _MIN_KEY_BYTES for it in secrets):
        raise ValueError("the secret of a webhook has at least 16 bytes")
    given = {name.lower(): value for name, value in headers.items()}
    if format == "standard":
        _verify_standard(body, given, secrets, tolerance, clock())
    else:
        header = given.get("x-service-signature") or given.get("service-signature") or ""
        if format == "timestamped":
            _verify_timestamped(body, header, secrets, tolerance, clock())
        else:
            _verify_raw(body, header, secrets, "sha256=" if format == "raw_prefixed" else "")
    return _message(body, given.get("webhook-id"))


def _verify_standard(body: bytes, headers: Mapping[str, str], secrets: list[str], tolerance: float, now: float) -> None:
    delivery, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not delivery:
        raise WebhookError("there is no webhook-id")
    _require_recent(timestamp, tolerance, now)
    signed = f"{delivery}.{timestamp}.".encode() + body
    versions = [part.partition(",") for part in headers.get("webhook-signature", "").split(" ")]
    signatures = [value for version, _, value in versions if version == "v1"]
    expected = [base64.b64encode(_hmac(_standard_key(secret), signed)).decode() for secret in secrets]
    _require_one(signatures, expected)


def _verify_timestamped(body: bytes, header: str, secrets: list[str], tolerance: float, now: float) -> None:
    parts = [part.partition("=") for part in header.split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    _require_recent(timestamp, tolerance, now)
    signed = f"{timestamp}.".encode() + body
    signatures = [value for name, _, value in parts if name == "v1"]
    _require_one(signatures, [_hmac(secret.encode(), signed).hex() for secret in secrets])


def _verify_raw(body: bytes, header: str, secrets: list[str], prefix: str) -> None:
    _require_one([header], [prefix + _hmac(secret.encode(), body).hex() for secret in secrets])


def _require_recent(timestamp: str, tolerance: float, now: float) -> None:
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookError("there is no timestamp")
    if abs(now - int(timestamp)) > tolerance:
        raise WebhookError("the timestamp is too far from now: an old message, or a clock that is wrong")


def _require_one(signatures: list[str], expected: list[str]) -> None:
    """All are compared, each in constant time, so that nothing is learned from how long it took."""
    matches = [
        hmac.compare_digest(given.encode(errors="replace"), right.encode())
        for given in signatures[:_MAX_SIGNATURES]
        for right in expected
    ]
    if not any(matches):
        raise WebhookError("no signature fits: another secret, or a body that was changed on the way")


def _standard_key(secret: str) -> bytes:
    """What stands behind `whsec_` in base64; a secret of another form is its own key."""
    if not secret.startswith(_SECRET_PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix(_SECRET_PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError("a secret that begins with whsec_ goes on in base64") from error


def _hmac(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _message(body: bytes, id: str | None) -> Message:
    try:
        content = as_object(cast("object", json.loads(body)))
    except ValueError as error:
        raise WebhookError("the body is not JSON") from error
    event, created_at = text(content.get("event")), text(content.get("created_at"))
    if event is None or created_at is None:
        raise WebhookError("the body is not a message of Mandate")
    return Message(id, event, created_at, as_object(content.get("data")))
