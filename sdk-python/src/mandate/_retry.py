"""When a request is repeated, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from mandate._flow import Flow, pause, send
from mandate.errors import MandateConnectionError

if TYPE_CHECKING:
    from collections.abc import Callable

# Whatever the server says, nobody waits longer than this without knowing.
_LONGEST_WAIT_SECONDS = 30.0
_FIRST_WAIT_SECONDS = 0.25
# It was never read: no connection, or no room.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_PASSING = frozenset({502, 503, 504})


@dataclass(frozen=True)
class Attempt:
    """One request as often as it may be sent."""

    #: Makes it anew for each attempt, since proofs and times in it are for one.
    request: Callable[[], httpx.Request]
    #: Whether sending it twice does the same as sending it once, and gets the same response.
    repeatable: bool
    max_retries: int
    stream: bool = False
    auth: httpx.Auth | None = None


def attempt(it: Attempt) -> Flow[httpx.Response]:
    """Sends a request, and again while that is safe and may help; the last response."""
    for retry in range(it.max_retries + 1):
        is_last = retry == it.max_retries
        try:
            response = yield from send(it.request(), stream=it.stream, auth=it.auth)
        except httpx.RequestError as error:
            if is_last or not (it.repeatable or isinstance(error, _NOT_SENT)):
                raise _not_answered(error) from error
            yield from pause(_back_off(retry))
            continue
        wait = _wait_before_retry(it, response, retry)
        if is_last or wait is None:
            return response
        yield from pause(wait)
    raise RuntimeError("the last attempt returns or raises")


def _wait_before_retry(it: Attempt, response: httpx.Response, retry: int) -> float | None:
    """How long to wait before the next attempt; none when the response stands."""
    status = response.status_code
    # What is streamed belongs to whoever opened it, who has to close it, too.
    if it.stream:
        return None
    # 429 says that nothing was done; the others leave that open.
    if status != 429 and not (it.repeatable and status in _PASSING):
        return None
    said = _retry_after(response)
    if said is None:
        return _back_off(retry)
    # All who were refused together must not come back together.
    return None if said > _LONGEST_WAIT_SECONDS else said + random.random() * 0.1  # noqa: S311


def _retry_after(response: httpx.Response) -> float | None:
    value = response.headers.get("retry-after", "")
    return float(value) if value.isascii() and value.isdigit() and len(value) < 8 else None


def _back_off(retry: int) -> float:
    return min(_LONGEST_WAIT_SECONDS, _FIRST_WAIT_SECONDS * 2**retry) * (0.5 + random.random() / 2)  # noqa: S311


def _not_answered(error: httpx.RequestError) -> MandateConnectionError:
    where = error.request.url.copy_with(query=None) if error.request else "the server"
    if isinstance(error, _NOT_SENT):
        return MandateConnectionError(f"{where} can't be reached: {error}", code="not_connected")
    if isinstance(error, httpx.TimeoutException):
        return MandateConnectionError(f"{where} did not respond in time", code="timeout")
    return MandateConnectionError(f"The connection to {where} broke: {error}", code="connection_lost")
