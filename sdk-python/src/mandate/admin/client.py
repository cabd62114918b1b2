"""The two clients of the administration API."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from mandate.admin.async_resources import AsyncRoot
from mandate.admin.resources import Root
from mandate.admin.transport import AsyncTransport, Settings, Transport, default_headers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from mandate._flow import AsyncSleep, Sleep
    from mandate.admin.transport import Options

_TIMEOUT_SECONDS = 30.0
_MAX_RETRIES = 2


class Mandate(Root):
    """The administration API, for programs that wait.

    Address and key come from `MANDATE_URL` and `MANDATE_API_KEY` unless they are given. With an access token instead of
    a key, the client reaches what that token opens; `auth` takes whatever makes and renews tokens by itself, such as
    those of `mandate.oauth`. A client of yours, `http_client`, stays yours to close.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        auth: httpx.Auth | None = None,
        timeout: float = _TIMEOUT_SECONDS,
        max_retries: int = _MAX_RETRIES,
        http_client: httpx.Client | None = None,
        sleep: Sleep = time.sleep,
    ) -> None:
        settings = Settings(_base_url(url), _authentication(api_key, auth), max_retries)
        self._is_own = http_client is None
        self._client = http_client or httpx.Client(timeout=timeout, headers=default_headers())
        super().__init__(Transport(self._client, settings, sleep))

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        **options: Unpack[Options],
    ) -> Any:
        """Calls any route."""
        return self._transport.json(method, path, options, query=query or {}, body=body)

    def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncMandate(AsyncRoot):
    """The administration API, for asyncio. See `Mandate`."""

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        auth: httpx.Auth | None = None,
        timeout: float = _TIMEOUT_SECONDS,
        max_retries: int = _MAX_RETRIES,
        http_client: httpx.AsyncClient | None = None,
        sleep: AsyncSleep = anyio.sleep,
    ) -> None:
        settings = Settings(_base_url(url), _authentication(api_key, auth), max_retries)
        self._is_own = http_client is None
        self._client = http_client or httpx.AsyncClient(timeout=timeout, headers=default_headers())
        super().__init__(AsyncTransport(self._client, settings, sleep))

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        **options: Unpack[Options],
    ) -> Any:
        """Calls any route."""
        return await self._transport.json(method, path, options, query=query or {}, body=body)

    async def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            await self._client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class _Bearer(httpx.Auth):
    """RFC 6750 §2.1."""

    def __init__(self, token: str) -> None:
        self._header = f"Bearer {token}"

    def auth_flow(self, request: httpx.Request) -> Any:
        request.headers["authorization"] = self._header
        yield request


def _base_url(url: str | None) -> str:
    found = url or os.environ.get("MANDATE_URL", "")
    if not found.startswith(("https://", "http://")):
        raise ValueError("Give the address of the server, https://…, or set MANDATE_URL.")
    return found.rstrip("/")


def _authentication(api_key: str | None, auth: httpx.Auth | None) -> httpx.Auth:
    if auth is not None:
        if api_key is not None:
            raise ValueError("Give api_key or auth, not both.")
        return auth
    key = api_key or os.environ.get("MANDATE_API_KEY", "")
    if not key:
        raise ValueError("Give api_key or auth, or set MANDATE_API_KEY.")
    return _Bearer(key)
