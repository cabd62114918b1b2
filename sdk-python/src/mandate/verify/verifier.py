"""The two verifiers of access tokens."""

from __future__ import annotations

import inspect
import threading
from typing import TYPE_CHECKING, Any, TypeAlias

import anyio
import httpx

from mandate._flow import run, run_async
from mandate.admin.transport import default_headers
from mandate.errors import MandateError
from mandate.verify.core import Core, Needs, Rules
from mandate.verify.replays import AsyncReplayStore, MemoryReplayStore, ReplayStore

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from mandate.oauth.client import AsyncOAuthClient, OAuthClient
    from mandate.verify.feed import AsyncRevocationFeed, RevocationFeed
    from mandate.verify.options import Options
    from mandate.verify.token import AccessToken

Headers: TypeAlias = "Iterable[tuple[str, str]]"

_TIMEOUT_SECONDS = 5.0
_NOTHING = Needs()


class Verifier:
    """Checks access tokens for an API, for programs that wait.

    `audience` is the address of the API, as clients ask for it (RFC 8707). Keys are fetched when they are needed, by
    one thread at a time, and kept over rotations and outages. With `introspection`, a client of the server, every token
    is asked about as well, so that one that was revoked is refused at once. With `revocations` what ended is known
    here, and only a token that the feed can't judge is asked about, or refused.
    """

    def __init__(
        self,
        issuer: str,
        audience: str,
        *,
        replays: ReplayStore | None = None,
        introspection: OAuthClient | None = None,
        revocations: RevocationFeed | None = None,
        http_client: httpx.Client | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._core = Core(Rules(issuer, audience, **options))
        self._replays = replays or MemoryReplayStore(clock=self._core.rules.clock)
        self._introspection = introspection
        self._revocations = revocations
        self._is_own = http_client is None
        self._http = http_client or httpx.Client(timeout=_TIMEOUT_SECONDS, headers=default_headers())
        self._lock = threading.Lock()

    def authenticate(self, method: str, path: str, headers: Headers, needs: Needs = _NOTHING) -> AccessToken:
        """The token of a request, if it may do this; raises `AccessError` with the response otherwise.

        `path` is that of the request as the caller sent it, encoded; the address before it is the one that the verifier
        knows, never what the request says of itself. `headers` are its pairs, as `headers.items()` has them.
        """
        presented = self._core.read(method, path, headers)
        self._learn_keys(presented.parsed.kid)
        token, proof = self._core.check(presented)
        if proof is not None and not self._replays.claim(proof.key, proof.expires_at):
            raise self._core.bad_proof("it was used before")
        self._require_alive(token)
        self._core.require(token, needs)
        return token

    def _require_alive(self, token: AccessToken) -> None:
        asks = self._introspection is not None
        if self._core.is_settled(token, self._revocations, can_ask=asks) or self._introspection is None:
            return
        try:
            known = self._introspection.introspect(token.token, hint="access_token")
        except MandateError as error:
            raise self._core.unavailable(f"introspection failed: {error}") from error
        if known["active"] is not True:
            raise self._core.invalid("the server says that it ended")

    def _learn_keys(self, kid: str | None) -> None:
        keys = self._core.keys
        if keys.find(kid) is not None or (keys.has(kid) and self._lock.locked()):
            return  # whoever asks already need not be waited for
        with self._lock:
            if keys.should_ask(kid):
                run(self._core.learn_keys(self._http.build_request), self._http)

    @property
    def metadata_url(self) -> str:
        """Where the metadata has to be served."""
        return self._core.metadata_url

    def metadata(self) -> dict[str, Any]:
        """What to serve there (RFC 9728)."""
        return self._core.metadata()

    def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncVerifier:
    """Checks access tokens for an API, for asyncio. See `Verifier`."""

    def __init__(
        self,
        issuer: str,
        audience: str,
        *,
        replays: ReplayStore | AsyncReplayStore | None = None,
        introspection: AsyncOAuthClient | None = None,
        revocations: AsyncRevocationFeed | None = None,
        http_client: httpx.AsyncClient | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._core = Core(Rules(issuer, audience, **options))
        self._replays = replays or MemoryReplayStore(clock=self._core.rules.clock)
        self._introspection = introspection
        self._revocations = revocations
        self._is_own = http_client is None
        self._http = http_client or httpx.AsyncClient(timeout=_TIMEOUT_SECONDS, headers=default_headers())
        self._lock = anyio.Lock()

    async def authenticate(self, method: str, path: str, headers: Headers, needs: Needs = _NOTHING) -> AccessToken:
        """The token of a request, if it may do this; raises `AccessError` with the response otherwise.

        `path` is that of the request as the caller sent it, encoded; the address before it is the one that the verifier
        knows, never what the request says of itself. `headers` are its pairs, as `headers.items()` has them.
        """
        presented = self._core.read(method, path, headers)
        await self._learn_keys(presented.parsed.kid)
        token, proof = self._core.check(presented)
        if proof is not None:
            claimed = self._replays.claim(proof.key, proof.expires_at)
            if not (await claimed if inspect.isawaitable(claimed) else claimed):
                raise self._core.bad_proof("it was used before")
        await self._require_alive(token)
        self._core.require(token, needs)
        return token

    async def _require_alive(self, token: AccessToken) -> None:
        asks = self._introspection is not None
        if self._core.is_settled(token, self._revocations, can_ask=asks) or self._introspection is None:
            return
        try:
            known = await self._introspection.introspect(token.token, hint="access_token")
        except MandateError as error:
            raise self._core.unavailable(f"introspection failed: {error}") from error
        if known["active"] is not True:
            raise self._core.invalid("the server says that it ended")

    async def _learn_keys(self, kid: str | None) -> None:
        keys = self._core.keys
        if keys.find(kid) is not None or (keys.has(kid) and self._lock.statistics().locked):
            return  # whoever asks already need not be waited for
        async with self._lock:
            if keys.should_ask(kid):
                await run_async(self._core.learn_keys(self._http.build_request), self._http)

    @property
    def metadata_url(self) -> str:
        """Where the metadata has to be served."""
        return self._core.metadata_url

    def metadata(self) -> dict[str, Any]:
        """What to serve there (RFC 9728)."""
        return self._core.metadata()

    async def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
