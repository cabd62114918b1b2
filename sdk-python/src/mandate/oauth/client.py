"""The two clients of the protocol."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from mandate._flow import AsyncSleep, Flow, Sleep, T, run, run_async
from mandate.admin.transport import default_headers
from mandate.oauth.authentication import ClientAuthentication, ClientSecretBasic, NoSecret
from mandate.oauth.metadata import require_secure
from mandate.oauth.protocol import AuthorizationParameters, ClientSettings, Exchange, Grant, OAuthProtocol
from mandate.oauth.session import AsyncTokenSession, TokenSession

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from types import TracebackType

    from typing_extensions import Self, Unpack

    from mandate.oauth.authorization import AuthorizationRequest
    from mandate.oauth.device import DeviceAuthorization, DeviceProgress
    from mandate.oauth.dpop import DPoPKey
    from mandate.oauth.metadata import Metadata
    from mandate.oauth.tokens import Tokens

_TIMEOUT_SECONDS = 30.0


class OAuthClient:
    """A client of the server, for programs that wait.

    A public one without `client_secret` or `authentication`. With `dpop` every token is bound to that key. The issuer
    is an https address, or on this machine. A client of yours, `http_client`, stays yours to close.
    """

    def __init__(
        self,
        issuer: str,
        client_id: str,
        client_secret: str | None = None,
        *,
        authentication: ClientAuthentication | None = None,
        dpop: DPoPKey | None = None,
        http_client: httpx.Client | None = None,
        clock: Callable[[], float] = time.time,
        sleep: Sleep = time.sleep,
    ) -> None:
        proof = _authentication(client_secret, authentication)
        self.settings = settings = ClientSettings(_issuer(issuer), client_id, proof, dpop, clock)
        self._is_own = http_client is None
        self.http = http_client or httpx.Client(timeout=_TIMEOUT_SECONDS, headers=default_headers())
        self.protocol = OAuthProtocol(settings, self.http.build_request)
        self._sleep = sleep

    def metadata(self) -> Metadata:
        """What the server says of itself (RFC 8414)."""
        return self._run(self.protocol.metadata())

    def authorization_request(
        self, redirect_uri: str, **parameters: Unpack[AuthorizationParameters]
    ) -> AuthorizationRequest:
        """Where to send a person. Keep the request in their session until they are back."""
        return self._run(self.protocol.authorization_request(redirect_uri, parameters))

    def redeem(self, callback: str | Mapping[str, str], request: AuthorizationRequest) -> Tokens:
        """The tokens, from the address (or its query) that the person came back to."""
        return self._run(self.protocol.redeem(callback, request))

    def client_credentials(self, **grant: Unpack[Grant]) -> Tokens:
        """Tokens for the client itself."""
        return self._run(self.protocol.client_credentials(grant))

    def refresh(self, tokens: Tokens | str, **grant: Unpack[Grant]) -> Tokens:
        """New tokens for old ones. The old refresh token is good no longer."""
        return self._run(self.protocol.refresh(tokens, grant))

    def exchange(self, subject_token: str, **parameters: Unpack[Exchange]) -> Tokens:
        """A token of one's own for one that was handed over, to act for its subject (RFC 8693)."""
        return self._run(self.protocol.exchange(subject_token, parameters))

    def authorize_device(self, **grant: Unpack[Grant]) -> DeviceAuthorization:
        """A code for a person to type in elsewhere."""
        return self._run(self.protocol.authorize_device(grant))

    def poll_device(self, device: DeviceAuthorization, on_progress: Callable[[DeviceProgress], None]) -> Tokens:
        """Waits until the person has decided."""
        return self._run(self.protocol.poll_device(device, on_progress))

    def device_flow(self, on_progress: Callable[[DeviceProgress], None], **grant: Unpack[Grant]) -> Tokens:
        """Gets a code, hands it to `on_progress` to be shown, and waits until the person has decided."""
        return self.poll_device(self.authorize_device(**grant), on_progress)

    def revoke(self, token: str, *, hint: str | None = None) -> None:
        """Ends a token, and what descends from it."""
        self._run(self.protocol.revoke(token, hint))

    def introspect(self, token: str, *, hint: str | None = None) -> dict[str, Any]:
        """What the server knows of a token: `active`, and its claims when it is."""
        return self._run(self.protocol.introspect(token, hint))

    def userinfo(self, tokens: Tokens) -> dict[str, Any]:
        """The claims of the person."""
        return self._run(self.protocol.userinfo(tokens))

    def logout_url(
        self, *, id_token: str | None = None, redirect_uri: str | None = None, state: str | None = None
    ) -> str:
        """Where to send a person to sign out."""
        return self._run(self.protocol.logout_url(id_token, redirect_uri, state))

    def session(self, tokens: Tokens, *, on_change: Callable[[Tokens], None] | None = None) -> TokenSession:
        """Tokens that are refreshed when they have to be, for `auth=` of an httpx client."""

        def renew(used: Tokens | None) -> Tokens:
            return self.refresh(used or tokens)

        return self._session(renew, tokens, on_change)

    def service_session(self, **grant: Unpack[Grant]) -> TokenSession:
        """Tokens for the client itself, got anew when they have to be, for `auth=` of an httpx client."""

        def renew(_: Tokens | None) -> Tokens:
            return self.client_credentials(**grant)

        return self._session(renew, None, None)

    def _session(
        self,
        renew: Callable[[Tokens | None], Tokens],
        tokens: Tokens | None,
        on_change: Callable[[Tokens], None] | None,
    ) -> TokenSession:
        settings = self.settings
        return TokenSession(renew, tokens=tokens, dpop=settings.dpop, clock=settings.clock, on_change=on_change)

    def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, flow: Flow[T]) -> T:
        return run(flow, self.http, self._sleep)


class AsyncOAuthClient:
    """A client of the server, for asyncio. See `OAuthClient`."""

    def __init__(
        self,
        issuer: str,
        client_id: str,
        client_secret: str | None = None,
        *,
        authentication: ClientAuthentication | None = None,
        dpop: DPoPKey | None = None,
        http_client: httpx.AsyncClient | None = None,
        clock: Callable[[], float] = time.time,
        sleep: AsyncSleep = anyio.sleep,
    ) -> None:
        proof = _authentication(client_secret, authentication)
        self.settings = settings = ClientSettings(_issuer(issuer), client_id, proof, dpop, clock)
        self._is_own = http_client is None
        self.http = http_client or httpx.AsyncClient(timeout=_TIMEOUT_SECONDS, headers=default_headers())
        self.protocol = OAuthProtocol(settings, self.http.build_request)
        self._sleep = sleep

    async def metadata(self) -> Metadata:
        """What the server says of itself (RFC 8414)."""
        return await self._run(self.protocol.metadata())

    async def authorization_request(
        self, redirect_uri: str, **parameters: Unpack[AuthorizationParameters]
    ) -> AuthorizationRequest:
        """Where to send a person. Keep the request in their session until they are back."""
        return await self._run(self.protocol.authorization_request(redirect_uri, parameters))

    async def redeem(self, callback: str | Mapping[str, str], request: AuthorizationRequest) -> Tokens:
        """The tokens, from the address (or its query) that the person came back to."""
        return await self._run(self.protocol.redeem(callback, request))

    async def client_credentials(self, **grant: Unpack[Grant]) -> Tokens:
        """Tokens for the client itself."""
        return await self._run(self.protocol.client_credentials(grant))

    async def refresh(self, tokens: Tokens | str, **grant: Unpack[Grant]) -> Tokens:
        """New tokens for old ones. The old refresh token is good no longer."""
        return await self._run(self.protocol.refresh(tokens, grant))

    async def exchange(self, subject_token: str, **parameters: Unpack[Exchange]) -> Tokens:
        """A token of one's own for one that was handed over, to act for its subject (RFC 8693)."""
        return await self._run(self.protocol.exchange(subject_token, parameters))

    async def authorize_device(self, **grant: Unpack[Grant]) -> DeviceAuthorization:
        """A code for a person to type in elsewhere."""
        return await self._run(self.protocol.authorize_device(grant))

    async def poll_device(self, device: DeviceAuthorization, on_progress: Callable[[DeviceProgress], None]) -> Tokens:
        """Waits until the person has decided."""
        return await self._run(self.protocol.poll_device(device, on_progress))

    async def device_flow(self, on_progress: Callable[[DeviceProgress], None], **grant: Unpack[Grant]) -> Tokens:
        """Gets a code, hands it to `on_progress` to be shown, and waits until the person has decided."""
        return await self.poll_device(await self.authorize_device(**grant), on_progress)

    async def revoke(self, token: str, *, hint: str | None = None) -> None:
        """Ends a token, and what descends from it."""
        await self._run(self.protocol.revoke(token, hint))

    async def introspect(self, token: str, *, hint: str | None = None) -> dict[str, Any]:
        """What the server knows of a token: `active`, and its claims when it is."""
        return await self._run(self.protocol.introspect(token, hint))

    async def userinfo(self, tokens: Tokens) -> dict[str, Any]:
        """The claims of the person."""
        return await self._run(self.protocol.userinfo(tokens))

    async def logout_url(
        self, *, id_token: str | None = None, redirect_uri: str | None = None, state: str | None = None
    ) -> str:
        """Where to send a person to sign out."""
        return await self._run(self.protocol.logout_url(id_token, redirect_uri, state))

    def session(
        self, tokens: Tokens, *, on_change: Callable[[Tokens], Awaitable[None] | None] | None = None
    ) -> AsyncTokenSession:
        """Tokens that are refreshed when they have to be, for `auth=` of an httpx client."""

        async def renew(used: Tokens | None) -> Tokens:
            return await self.refresh(used or tokens)

        return self._session(renew, tokens, on_change)

    def service_session(self, **grant: Unpack[Grant]) -> AsyncTokenSession:
        """Tokens for the client itself, got anew when they have to be, for `auth=` of an httpx client."""

        async def renew(_: Tokens | None) -> Tokens:
            return await self.client_credentials(**grant)

        return self._session(renew, None, None)

    def _session(
        self,
        renew: Callable[[Tokens | None], Awaitable[Tokens]],
        tokens: Tokens | None,
        on_change: Callable[[Tokens], Awaitable[None] | None] | None,
    ) -> AsyncTokenSession:
        settings = self.settings
        return AsyncTokenSession(renew, tokens=tokens, dpop=settings.dpop, clock=settings.clock, on_change=on_change)

    async def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _run(self, flow: Flow[T]) -> T:
        return await run_async(flow, self.http, self._sleep)


def _issuer(issuer: str) -> str:
    require_secure(issuer)
    return issuer


def _authentication(secret: str | None, authentication: ClientAuthentication | None) -> ClientAuthentication:
    if authentication is not None:
        if secret is not None:
            raise ValueError("Give client_secret or authentication, not both.")
        return authentication
    return NoSecret() if secret is None else ClientSecretBasic(secret)
