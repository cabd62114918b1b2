"""How an operation becomes a request, and a response its result."""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote
from uuid import uuid4

import httpx
from typing_extensions import TypedDict, Unpack

from mandate._flow import Flow, run, run_async
from mandate._retry import Attempt, attempt
from mandate._version import __version__
from mandate.admin.pages import AsyncPages, Page, Pages
from mandate.errors import MandateError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Mapping
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    from mandate._flow import AsyncSleep, Sleep

#: Files to upload by the name of their field: bytes, or the name of the file with its bytes and its media type.
Files: TypeAlias = "Mapping[str, bytes | tuple[str, bytes] | tuple[str, bytes, str]]"


class Options(TypedDict, total=False):
    """What any call takes beside the arguments of its operation."""

    timeout: float
    """Seconds that connecting, sending, and each piece of the response may take."""
    idempotency_key: str
    """Repeating a call that creates, with the same key and body, gets the first response again for 24 hours. Without
    one, such a call carries a new key of its own, so that it can be repeated when the network fails."""
    max_retries: int
    """How often to try again what may succeed then and does no harm; 2 unless the client says otherwise."""


class Arguments(TypedDict, total=False):
    """What the arguments of an operation are on the wire."""

    query: Mapping[str, Any]
    params: Any
    headers: Mapping[str, str | None]
    body: Any
    content: bytes | None
    files: Files
    keyed: bool


def segment(value: str) -> str:
    """One part of a path. What would make another path of it is refused: `..` names something else than it says."""
    if value in {"", ".", ".."}:
        raise ValueError(f"{value!r} is no id")
    return quote(value, safe="")


def segments(path: str) -> str:
    """A path below another one, its slashes kept."""
    return "/".join(segment(part) if part else "" for part in path.removeprefix("/").split("/"))


@dataclass(frozen=True)
class Settings:
    """What all calls of a client share."""

    base_url: str
    auth: httpx.Auth
    max_retries: int


class Requests:
    """The side of a transport that is the same whether anyone waits."""

    def __init__(self, client: httpx.Client | httpx.AsyncClient, settings: Settings) -> None:
        self._client = client
        self._settings = settings

    def send(
        self,
        method: str,
        path: str,
        options: Options,
        arguments: Arguments,
        *,
        accept: str = "application/json",
        stream: bool = False,
    ) -> Flow[httpx.Response]:
        """The response, whatever it says."""
        headers = {name: value for name, value in arguments.get("headers", {}).items() if value is not None}
        keyed = arguments.get("keyed", False)
        key = options.get("idempotency_key") or (str(uuid4()) if keyed else None)
        query = {name: value for name, value in arguments.get("query", {}).items() if value is not None}
        body = arguments.get("body")

        def request() -> httpx.Request:
            return self._client.build_request(
                method,
                f"{self._settings.base_url}{path}",
                params=arguments.get("params") or query or None,
                headers={"accept": accept, **headers, **({} if key is None else {"idempotency-key": key})},
                json=body,
                content=arguments.get("content"),
                files=arguments.get("files"),
                timeout=options.get("timeout", httpx.USE_CLIENT_DEFAULT),
            )

        return attempt(
            Attempt(
                request,
                # DELETE is not: what the first attempt removed, the second one can't find.
                repeatable=method in {"GET", "HEAD", "PUT"} or keyed,
                max_retries=options.get("max_retries", self._settings.max_retries),
                stream=stream,
                auth=self._settings.auth,
            )
        )


def result(response: httpx.Response) -> Any:
    """What the body says; an error of the server is raised."""
    refuse(response)
    if response.status_code == 204 or not response.content:
        return None
    try:
        return response.json()
    except ValueError as error:
        raise MandateError(
            "The server responded with something else than JSON. Is this the address of a Mandate server?",
            status=response.status_code,
            code="invalid_response",
        ) from error


def refuse(response: httpx.Response) -> None:
    """Raises what a response refuses with."""
    if not response.is_success:
        raise MandateError.of_response(response)


def relayed(response: httpx.Response) -> httpx.Response:
    """What another server responded; a refusal of ours is raised (RFC 9209 §2 tells them apart)."""
    if "proxy-status" not in response.headers:
        refuse(response)
    return response


class Transport:
    """Sends the requests of `Mandate`."""

    def __init__(self, client: httpx.Client, settings: Settings, sleep: Sleep) -> None:
        self._client = client
        self._requests = Requests(client, settings)
        self._sleep = sleep

    def json(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> Any:
        """The result of an operation."""
        return result(self._run(self._requests.send(method, path, options, arguments)))

    def text(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> str:
        """A result that is a text."""
        response = self._run(self._requests.send(method, path, options, arguments, accept="*/*"))
        refuse(response)
        return response.text

    def raw(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> httpx.Response:
        """What another server responded."""
        return relayed(self._run(self._requests.send(method, path, options, arguments, accept="*/*")))

    def pages(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> Pages[Any]:
        """A list, which nothing is fetched of yet."""
        query = arguments.get("query", {})

        def fetch(cursor: str | None) -> Page[Any]:
            return self.json(method, path, options, query={**query, "cursor": cursor})

        return Pages(fetch, query.get("cursor"))

    def stream(
        self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]
    ) -> AbstractContextManager[httpx.Response]:
        """A response to be read as it comes."""
        return self._stream(self._requests.send(method, path, options, arguments, accept="*/*", stream=True))

    @contextmanager
    def _stream(self, flow: Flow[httpx.Response]) -> Generator[httpx.Response, None, None]:
        response = self._run(flow)
        try:
            if not response.is_success:
                response.read()
                refuse(response)
            yield response
        finally:
            response.close()

    def _run(self, flow: Flow[httpx.Response]) -> httpx.Response:
        return run(flow, self._client, self._sleep)


class AsyncTransport:
    """Sends the requests of `AsyncMandate`."""

    def __init__(self, client: httpx.AsyncClient, settings: Settings, sleep: AsyncSleep) -> None:
        self._client = client
        self._requests = Requests(client, settings)
        self._sleep = sleep

    async def json(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> Any:
        """The result of an operation."""
        return result(await self._run(self._requests.send(method, path, options, arguments)))

    async def text(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> str:
        """A result that is a text."""
        response = await self._run(self._requests.send(method, path, options, arguments, accept="*/*"))
        refuse(response)
        return response.text

    async def raw(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> httpx.Response:
        """What another server responded."""
        return relayed(await self._run(self._requests.send(method, path, options, arguments, accept="*/*")))

    def pages(self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]) -> AsyncPages[Any]:
        """A list, which nothing is fetched of yet."""
        query = arguments.get("query", {})

        async def fetch(cursor: str | None) -> Page[Any]:
            return await self.json(method, path, options, query={**query, "cursor": cursor})

        return AsyncPages(fetch, query.get("cursor"))

    def stream(
        self, method: str, path: str, options: Options, **arguments: Unpack[Arguments]
    ) -> AbstractAsyncContextManager[httpx.Response]:
        """A response to be read as it comes."""
        return self._stream(self._requests.send(method, path, options, arguments, accept="*/*", stream=True))

    @asynccontextmanager
    async def _stream(self, flow: Flow[httpx.Response]) -> AsyncGenerator[httpx.Response, None]:
        response = await self._run(flow)
        try:
            if not response.is_success:
                await response.aread()
                refuse(response)
            yield response
        finally:
            await response.aclose()

    async def _run(self, flow: Flow[httpx.Response]) -> httpx.Response:
        return await run_async(flow, self._client, self._sleep)


class Resource:
    """A noun of the API, or the client itself."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class AsyncResource:
    """A noun of the API, or the client itself."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport


def default_headers() -> dict[str, str]:
    """What every request says of itself."""
    return {"user-agent": f"mandate-python/{__version__}"}
