"""Following the revocation feed: a token that is verified here dies within a second of its end at the server."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from mandate import _jwt
from mandate._flow import Flow, run, run_async, send
from mandate.errors import MandateError, as_list, as_object, text
from mandate.oauth.errors import InvalidResponseError, OAuthError
from mandate.verify.revocations import Revocations, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from anyio.abc import TaskGroup
    from typing_extensions import Self

    from mandate.oauth.client import AsyncOAuthClient, OAuthClient
    from mandate.oauth.metadata import Metadata
    from mandate.oauth.protocol import OAuthProtocol
    from mandate.verify.token import AccessToken

#: What a client needs to read the feed.
SCOPE = "revocations:read"
# Something comes every five seconds; without a sign for this long nobody knows what ended.
_SILENCE_SECONDS = 15.0
_TIMEOUT = httpx.Timeout(10, read=_SILENCE_SECONDS)
_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 30.0
_MAX_LINE_BYTES = 4 * 1024 * 1024
_MAX_PAGES = 10_000
_EVENTS = ("revocations", "ready")
# Whatever goes wrong with a connection, it is opened anew; meanwhile nothing is known.
_FAILURES = (MandateError, httpx.HTTPError, httpx.StreamError, OSError, ValueError)


class _GoneError(Exception):
    """The server does not know the place: what is known may be wrong."""


@dataclass(frozen=True)
class Event:
    """A server-sent event."""

    name: str
    data: str
    id: str | None


class EventParser:
    """Reads server-sent events as they come (HTML, §9.2.6)."""

    def __init__(self) -> None:
        self._buffer = b""
        self._fields: dict[str, str] = {}
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that end in this piece."""
        *lines, self._buffer = (self._buffer + chunk).split(b"\n")
        if len(self._buffer) > _MAX_LINE_BYTES:
            raise InvalidResponseError("a line of the feed has no end")
        return [event for line in lines if (event := self._line(line.rstrip(b"\r").decode("utf-8", "replace")))]

    def _line(self, line: str) -> Event | None:
        if line == "":
            fields, data = self._fields, self._data
            self._fields, self._data = {}, []
            return Event(fields.get("event", "message"), "\n".join(data), fields.get("id")) if data else None
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name:
            self._fields[name] = value
        return None


class _Following:
    """What is known of the feed, and whether it still is: the side that both followers share."""

    def __init__(self, protocol: OAuthProtocol, issuer: str, client_id: str, clock: Callable[[], float]) -> None:
        self._protocol = protocol
        self._issuer = issuer
        self._client_id = client_id
        self._clock = clock
        self._heard_at: float | None = None
        self._is_ready = False
        self.revocations = Revocations(issuer, clock)
        self.cursor: str | None = None

    @property
    def is_current(self) -> bool:
        """Whether all that ended up to a moment ago is known."""
        heard = self._heard_at
        return self._is_ready and heard is not None and time.monotonic() - heard <= _SILENCE_SECONDS

    def judge(self, token: AccessToken) -> Verdict:
        """What the feed says of a token; nothing while it is not followed."""
        return self.revocations.judge(token) if self.is_current else "undecided"

    def metadata(self) -> Flow[Metadata]:
        return self._protocol.metadata()

    def snapshot(self, request: Callable[..., httpx.Request], auth: httpx.Auth) -> Flow[None]:
        """Begins anew, with all that still matters."""
        metadata = yield from self._protocol.metadata()
        url = _endpoint(metadata, "revocation_snapshot_endpoint")
        fresh = Revocations(self._issuer, self._clock)
        page: str | None = None
        for _ in range(_MAX_PAGES):
            query = {} if page is None else {"page": page}
            response = yield from send(request("GET", url, params=query), auth=auth)
            claims = yield from self._verified(response)
            fresh.apply(as_list(claims.get("entries")))
            page = text(claims.get("next"))
            if page is None:
                cursor = text(claims.get("cursor"))
                if cursor is None:
                    raise InvalidResponseError("the snapshot does not say where the feed goes on")
                self.revocations, self.cursor = fresh, cursor
                return
        raise InvalidResponseError("the snapshot has no end")

    def _verified(self, response: httpx.Response) -> Flow[dict[str, Any]]:
        """What a page says, signed by the server for this client a moment ago."""
        refuse(response)
        try:
            parsed = _jwt.parse(response.text.strip(), typ="revocations+jwt", algorithms=("ES256",), limit=2**24)
            claims = _jwt.verify(parsed, (yield from self._protocol.key(parsed.kid)))
        except _jwt.InvalidJwtError as error:
            raise InvalidResponseError(f"the snapshot was refused: {error}") from error
        expires_at = claims.get("exp")
        is_right = (claims.get("iss"), claims.get("aud")) == (self._issuer, self._client_id)
        if not is_right or not isinstance(expires_at, int) or expires_at < self._clock() - 5:
            raise InvalidResponseError("the snapshot is for somebody else, or old")
        return claims

    def begin(self) -> dict[str, str]:
        """The headers that open the feed where it was left."""
        self._is_ready = False
        self._heard_at = time.monotonic()
        return {"accept": "text/event-stream", **({"last-event-id": self.cursor} if self.cursor else {})}

    def hear(self, events: list[Event]) -> None:
        """Something came: events, or a sign that there are none."""
        for event in events:
            if event.name in _EVENTS:
                content = as_object(_json(event.data))
                self.revocations.apply(as_list(content.get("entries")))
                self._is_ready = self._is_ready or event.name == "ready"
            if event.id:
                self.cursor = event.id
        self._heard_at = time.monotonic()

    def lose(self) -> None:
        """Nobody follows any more."""
        self._is_ready = False


def refuse(response: httpx.Response) -> None:
    """Raises what the server refuses with."""
    if response.status_code == 410:
        raise _GoneError
    if response.status_code != 200:
        raise OAuthError.of_response(response)


def _json(data: str) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InvalidResponseError("an event of the feed is no JSON") from error


def _endpoint(metadata: Metadata, name: str) -> str:
    url = text(metadata.get(name))
    if url is None:
        raise OAuthError("unsupported", f"the server has no {name}")
    return url


def _longer(pause: float) -> float:
    return min(_LONGEST_PAUSE_SECONDS, max(_FIRST_PAUSE_SECONDS, pause * 2)) * (0.75 + random.random() / 4)  # noqa: S311


class RevocationFeed:
    """Follows the feed in a thread of its own: `with RevocationFeed(client) as feed: Verifier(…, revocations=feed)`.

    The client is one that operators gave the scope `revocations:read`. While the feed is not followed nothing is known,
    and the verifier asks the server, or refuses.
    """

    def __init__(self, client: OAuthClient) -> None:
        self._client = client
        settings = client.settings
        self._state = _Following(client.protocol, settings.issuer, settings.client_id, settings.clock)
        self._auth = client.service_session(scope=SCOPE)
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self._response: httpx.Response | None = None
        self._thread = threading.Thread(target=self._run, name="mandate-revocations", daemon=True)

    @property
    def is_current(self) -> bool:
        """Whether all that ended up to a moment ago is known."""
        return self._state.is_current

    def judge(self, token: AccessToken) -> Verdict:
        """What the feed says of a token."""
        return self._state.judge(token)

    def wait(self, at_most: float | None = None) -> bool:
        """Waits until the feed is followed; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: self.is_current, at_most)

    def start(self) -> None:
        """Begins to follow."""
        self._thread.start()

    def close(self) -> None:
        """Follows no longer."""
        self._stopped.set()
        _interrupt(self._response)
        if self._thread.is_alive():
            self._thread.join(_SILENCE_SECONDS)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        pause = 0.0
        while not self._stopped.wait(pause):
            try:
                self._follow()
                pause = 0.0
            except _GoneError:
                self._state.cursor = None
                pause = _longer(pause)
            except _FAILURES:
                pause = _longer(pause)
            finally:
                self._state.lose()

    def _follow(self) -> None:
        """One connection, from where the last one ended."""
        http = self._client.http
        if self._state.cursor is None:
            run(self._state.snapshot(http.build_request, self._auth), http)
        url = _endpoint(run(self._state.metadata(), http), "revocation_feed_endpoint")
        with http.stream("GET", url, headers=self._state.begin(), timeout=_TIMEOUT, auth=self._auth) as response:
            self._response = response
            if response.status_code != 200:
                response.read()
            refuse(response)
            parser = EventParser()
            for chunk in response.iter_bytes():
                if self._stopped.is_set():
                    return
                self._state.hear(parser.feed(chunk))
                with self._changed:
                    self._changed.notify_all()


def _interrupt(response: httpx.Response | None) -> None:
    """Wakes the thread that waits for the next piece of a response."""
    stream: Any = response.extensions.get("network_stream") if response is not None else None
    raw = stream.get_extra_info("socket") if stream is not None else None
    if isinstance(raw, socket.socket):
        with contextlib.suppress(OSError):
            raw.shutdown(socket.SHUT_RDWR)


class AsyncRevocationFeed:
    """Follows the feed in a task of its own: `async with AsyncRevocationFeed(client) as feed`. See `RevocationFeed`."""

    def __init__(self, client: AsyncOAuthClient) -> None:
        self._client = client
        settings = client.settings
        self._state = _Following(client.protocol, settings.issuer, settings.client_id, settings.clock)
        self._auth = client.service_session(scope=SCOPE)
        self._tasks: TaskGroup | None = None
        self._changed = anyio.Event()

    @property
    def is_current(self) -> bool:
        """Whether all that ended up to a moment ago is known."""
        return self._state.is_current

    def judge(self, token: AccessToken) -> Verdict:
        """What the feed says of a token."""
        return self._state.judge(token)

    async def wait(self, at_most: float | None = None) -> bool:
        """Waits until the feed is followed; whether it is."""
        with anyio.move_on_after(at_most):
            while not self.is_current:
                await self._changed.wait()
        return self.is_current

    async def __aenter__(self) -> Self:
        self._tasks = anyio.create_task_group()
        await self._tasks.__aenter__()
        self._tasks.start_soon(self._run)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._tasks is not None:
            self._tasks.cancel_scope.cancel()
            await self._tasks.__aexit__(kind, error, trace)

    async def _run(self) -> None:
        pause = 0.0
        while True:
            await anyio.sleep(pause)
            try:
                await self._follow()
                pause = 0.0
            except _GoneError:
                self._state.cursor = None
                pause = _longer(pause)
            except _FAILURES:
                pause = _longer(pause)
            finally:
                self._state.lose()

    async def _follow(self) -> None:
        """One connection, from where the last one ended."""
        http = self._client.http
        if self._state.cursor is None:
            await run_async(self._state.snapshot(http.build_request, self._auth), http)
        url = _endpoint(await run_async(self._state.metadata(), http), "revocation_feed_endpoint")
        headers = self._state.begin()
        async with http.stream("GET", url, headers=headers, timeout=_TIMEOUT, auth=self._auth) as response:
            if response.status_code != 200:
                await response.aread()
            refuse(response)
            parser = EventParser()
            async for chunk in response.aiter_bytes():
                self._state.hear(parser.feed(chunk))
                changed, self._changed = self._changed, anyio.Event()
                changed.set()
