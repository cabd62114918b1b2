"""Tokens that renew themselves, as the authentication of an httpx client."""

from __future__ import annotations

import inspect
import threading
from typing import TYPE_CHECKING, Literal

import anyio
import httpx

from mandate.oauth.protocol import wants_nonce

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Generator

    from mandate.oauth.dpop import DPoPKey
    from mandate.oauth.tokens import Tokens

# A token that ends on its way is refused; renewed before, it costs nothing.
_EARLY_SECONDS = 30.0


class TokenSession(httpx.Auth):
    """Keeps tokens good: `httpx.Client(auth=session)`, `Mandate(url, auth=session)`.

    However many threads find an access token expired, one renews it and the others wait. `on_change` gets new tokens
    before they are used, to keep them: a refresh token is good once.
    """

    def __init__(
        self,
        renew: Callable[[Tokens | None], Tokens],
        *,
        tokens: Tokens | None,
        dpop: DPoPKey | None,
        clock: Callable[[], float],
        on_change: Callable[[Tokens], None] | None = None,
    ) -> None:
        self._renew = renew
        self._tokens = tokens
        self._dpop = dpop
        self._clock = clock
        self._on_change = on_change
        self._lock = threading.Lock()

    def tokens(self) -> Tokens:
        """Tokens that are good for a while yet."""
        tokens = self._tokens
        if tokens is not None and tokens.is_valid_at(self._clock() + _EARLY_SECONDS):
            return tokens
        return self.renewed(tokens)

    def renewed(self, used: Tokens | None) -> Tokens:
        """Other tokens than those that were of no use."""
        with self._lock:
            if self._tokens is not None and self._tokens is not used:
                return self._tokens  # somebody else did it meanwhile
            tokens = self._renew(self._tokens)
            if self._on_change is not None:
                self._on_change(tokens)
            self._tokens = tokens
            return tokens

    def sync_auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        tokens = self.tokens()
        response = yield authorized(request, tokens, self._dpop)
        next_step = after(response, self._dpop)
        if next_step == "renew":
            tokens = self.renewed(tokens)
        if next_step != "end":
            response = yield authorized(request, tokens, self._dpop)
            after(response, self._dpop)


class AsyncTokenSession(httpx.Auth):
    """Keeps tokens good: `httpx.AsyncClient(auth=session)`, `AsyncMandate(url, auth=session)`. See `TokenSession`."""

    def __init__(
        self,
        renew: Callable[[Tokens | None], Awaitable[Tokens]],
        *,
        tokens: Tokens | None,
        dpop: DPoPKey | None,
        clock: Callable[[], float],
        on_change: Callable[[Tokens], Awaitable[None] | None] | None = None,
    ) -> None:
        self._renew = renew
        self._tokens = tokens
        self._dpop = dpop
        self._clock = clock
        self._on_change = on_change
        self._lock = anyio.Lock()

    async def tokens(self) -> Tokens:
        """Tokens that are good for a while yet."""
        tokens = self._tokens
        if tokens is not None and tokens.is_valid_at(self._clock() + _EARLY_SECONDS):
            return tokens
        return await self.renewed(tokens)

    async def renewed(self, used: Tokens | None) -> Tokens:
        """Other tokens than those that were of no use."""
        async with self._lock:
            if self._tokens is not None and self._tokens is not used:
                return self._tokens  # somebody else did it meanwhile
            with anyio.CancelScope(shield=True):
                return await self._renew_and_keep()
            raise RuntimeError("what is shielded ends by itself")

    async def _renew_and_keep(self) -> Tokens:
        """A caller that gives up meanwhile must not lose the successor of a refresh token that is good once."""
        tokens = await self._renew(self._tokens)
        kept = self._on_change(tokens) if self._on_change is not None else None
        if inspect.isawaitable(kept):
            await kept
        self._tokens = tokens
        return tokens

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        tokens = await self.tokens()
        response = yield authorized(request, tokens, self._dpop)
        next_step = after(response, self._dpop)
        if next_step == "renew":
            tokens = await self.renewed(tokens)
        if next_step != "end":
            response = yield authorized(request, tokens, self._dpop)
            after(response, self._dpop)


def authorized(request: httpx.Request, tokens: Tokens, dpop: DPoPKey | None) -> httpx.Request:
    """The request with the token, and a proof made for it (RFC 6750 §2.1, RFC 9449 §7.1)."""
    request.headers["authorization"] = f"{tokens.token_type} {tokens.access_token}"
    if dpop is not None:
        request.headers["dpop"] = dpop.proof(request.method, str(request.url), tokens.access_token)
    return request


def after(response: httpx.Response, dpop: DPoPKey | None) -> Literal["end", "again", "renew"]:
    """What to do after a response: nothing more, the same with the nonce it brought, or the same with another token."""
    has_nonce = dpop is not None and dpop.learn(response)
    # What was streamed is gone and can't be sent again.
    if response.status_code != 401 or not isinstance(response.request.stream, httpx.ByteStream):
        return "end"
    if has_nonce and wants_nonce(response):
        return "again"
    return "renew" if 'error="invalid_token"' in response.headers.get("www-authenticate", "") else "end"
