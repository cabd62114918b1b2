"""Signing in on a device without a browser (RFC 8628)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from mandate._flow import Flow, pause
from mandate.errors import MandateConnectionError, text
from mandate.oauth.errors import InvalidResponseError, OAuthError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mandate.oauth.tokens import Tokens

_DEFAULT_INTERVAL_SECONDS = 5.0
_SLOWER_BY_SECONDS = 5.0
_MAX_INTERVAL_SECONDS = 60.0


@dataclass(frozen=True, repr=False)
class DeviceAuthorization:
    """What to show to the person: the code, and where to type it."""

    device_code: str
    user_code: str
    verification_uri: str
    #: With the code in it, for a QR code.
    verification_uri_complete: str | None
    #: Seconds since 1970.
    expires_at: float
    interval: float


@dataclass(frozen=True)
class DeviceProgress:
    """How it goes: first `code`, then what each attempt came to."""

    kind: Literal["code", "waiting", "slowed_down", "unreachable", "authorized"]
    device: DeviceAuthorization
    #: Seconds to the next attempt.
    interval: float
    #: Seconds until the code expires.
    remaining: float


def device_of(body: Mapping[str, Any], now: float) -> DeviceAuthorization:
    """The code of a response (§3.2)."""
    device_code, user_code = text(body.get("device_code")), text(body.get("user_code"))
    uri, expires_in = text(body.get("verification_uri")), body.get("expires_in")
    if device_code is None or user_code is None or uri is None or not isinstance(expires_in, int):
        raise InvalidResponseError("a device response lacks a code or an address")
    interval = body.get("interval")
    return DeviceAuthorization(
        device_code,
        user_code,
        uri,
        text(body.get("verification_uri_complete")),
        now + expires_in,
        float(interval) if isinstance(interval, int) else _DEFAULT_INTERVAL_SECONDS,
    )


def poll(
    device: DeviceAuthorization,
    ask: Callable[[], Flow[Tokens]],
    on_progress: Callable[[DeviceProgress], None],
    clock: Callable[[], float],
) -> Flow[Tokens]:
    """Asks until the person has decided or the code expires (§3.4, §3.5). `on_progress` may raise to give up."""
    interval = device.interval
    kind: Literal["code", "waiting", "slowed_down", "unreachable"] = "code"
    while True:
        remaining = device.expires_at - clock()
        if remaining <= 0:
            raise OAuthError("expired_token", "The code expired before anyone decided.")
        on_progress(DeviceProgress(kind, device, interval, remaining))
        yield from pause(min(interval, remaining))
        try:
            tokens = yield from ask()
        except MandateConnectionError:
            kind, interval = "unreachable", min(_MAX_INTERVAL_SECONDS, interval * 2)
        except OAuthError as error:
            if error.error == "authorization_pending":
                kind = "waiting"
            elif error.error == "slow_down":
                kind, interval = "slowed_down", interval + _SLOWER_BY_SECONDS
            elif error.status == 429 or error.status >= 500:
                kind, interval = "unreachable", min(_MAX_INTERVAL_SECONDS, interval * 2)
            else:
                raise
        else:
            on_progress(DeviceProgress("authorized", device, 0, 0))
            return tokens
