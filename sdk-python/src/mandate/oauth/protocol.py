"""What a client says to a server, and what it believes of the answers: one flow for each thing it can do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from typing_extensions import TypedDict

from mandate._jwks import KeyCache
from mandate._retry import Attempt, attempt
from mandate.errors import json_object, text
from mandate.oauth.authentication import ClientAuthentication, Credentials
from mandate.oauth.authorization import AuthorizationRequest, Secrets, code_of_callback, scope_text
from mandate.oauth.device import DeviceAuthorization, DeviceProgress, device_of, poll
from mandate.oauth.errors import InvalidResponseError, OAuthError
from mandate.oauth.metadata import Metadata, discover
from mandate.oauth.tokens import IdTokenCheck, Tokens, id_token_kid, tokens_of, verify_id_token

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import httpx

    from mandate._flow import Flow
    from mandate._jwt import PublicKey
    from mandate.oauth.dpop import DPoPKey

_METADATA_SECONDS = 3600.0
_TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"  # noqa: S105
_DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
#: The type of what is exchanged, unless another one is said (RFC 8693 §3).
ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"  # noqa: S105


class AuthorizationParameters(TypedDict, total=False):
    """What an authorization request may ask for beside what every one has."""

    scope: str | Sequence[str]
    resource: str | Sequence[str]
    """Which API the token is for (RFC 8707)."""
    prompt: str
    max_age: int
    login_hint: str
    acr_values: str
    ui_locales: str
    claims: str
    connection: str
    push: bool
    """Whether the request is pushed (RFC 9126); by itself where the server insists."""


class Grant(TypedDict, total=False):
    """What tokens may be narrowed to."""

    scope: str | Sequence[str]
    resource: str | Sequence[str]
    """Which API the token is for (RFC 8707)."""


class Exchange(Grant, total=False):
    """What an exchange may say beside the subject (RFC 8693 §2.1)."""

    subject_token_type: str
    actor_token: str
    """Who is going to act; the client itself without one."""
    actor_token_type: str
    requested_token_type: str


@dataclass(frozen=True)
class ClientSettings:
    """What a client is."""

    issuer: str
    client_id: str
    authentication: ClientAuthentication
    dpop: DPoPKey | None
    clock: Callable[[], float]


class OAuthProtocol:
    """The flows of a client."""

    def __init__(self, settings: ClientSettings, request: Callable[..., httpx.Request]) -> None:
        self._settings = settings
        self._request = request
        self._metadata: Metadata | None = None
        self._discovered_at = 0.0
        self._keys = KeyCache(settings.clock)

    def metadata(self) -> Flow[Metadata]:
        """What the server says of itself; asked for once an hour."""
        now = self._settings.clock()
        if self._metadata is None or now - self._discovered_at > _METADATA_SECONDS:
            self._metadata = yield from discover(self._settings.issuer, self._request)
            self._discovered_at = now
        return self._metadata

    def authorization_request(
        self, redirect_uri: str, parameters: AuthorizationParameters
    ) -> Flow[AuthorizationRequest]:
        """Makes a request that only this client can finish."""
        metadata = yield from self.metadata()
        made = Secrets.new()
        query = self._authorization_query(redirect_uri, parameters, made)
        if parameters.get("push", metadata.get("require_pushed_authorization_requests", False)):
            body = yield from self._post("pushed_authorization_request_endpoint", query)
            request_uri = text(body.get("request_uri"))
            if request_uri is None:
                raise InvalidResponseError("a pushed request got no request_uri", status=201)
            query = {"client_id": self._settings.client_id, "request_uri": request_uri}
        endpoint = metadata["authorization_endpoint"]
        return AuthorizationRequest(
            url=f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query, doseq=True)}",
            issuer=self._settings.issuer,
            client_id=self._settings.client_id,
            redirect_uri=redirect_uri,
            state=made.state,
            nonce=made.nonce,
            code_verifier=made.code_verifier,
            max_age=parameters.get("max_age"),
        )

    def _authorization_query(
        self, redirect_uri: str, parameters: AuthorizationParameters, made: Secrets
    ) -> dict[str, Any]:
        scope = scope_text(parameters.get("scope"))
        names = ("resource", "prompt", "max_age", "login_hint", "acr_values", "ui_locales", "claims", "connection")
        dpop = self._settings.dpop
        query: dict[str, Any] = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": redirect_uri,
            "scope": scope,
            "state": made.state,
            # Only an ID token would carry it back.
            "nonce": made.nonce if "openid" in (scope or "").split() else None,
            "code_challenge": made.code_challenge,
            "code_challenge_method": "S256",
            # RFC 9449 §10: a stolen code is of no use without the key.
            "dpop_jkt": dpop.thumbprint if dpop else None,
            **{name: parameters.get(name) for name in names},
        }
        return _given(query)

    def redeem(self, callback: str | Mapping[str, str], request: AuthorizationRequest) -> Flow[Tokens]:
        """The tokens that a person allowed."""
        settings = self._settings
        if (request.issuer, request.client_id) != (settings.issuer, settings.client_id):
            raise ValueError("the request was made by another client, or for another server")
        metadata = yield from self.metadata()
        requires_issuer = metadata.get("authorization_response_iss_parameter_supported", False)
        code = code_of_callback(callback, request, requires_issuer=requires_issuer)
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": request.redirect_uri,
            "code_verifier": request.code_verifier,
        }
        # A code that is redeemed twice ends what it gave.
        tokens = yield from self._tokens(form, repeatable=False)
        if tokens.id_token is None and "openid" in tokens.scope.split():
            raise InvalidResponseError("there is no ID token")
        return (yield from self._with_claims(tokens, nonce=request.nonce, max_age=request.max_age))

    def client_credentials(self, grant: Grant) -> Flow[Tokens]:
        """Tokens for the client itself (RFC 6749 §4.4)."""
        return (yield from self._tokens({"grant_type": "client_credentials", **_grant(grant)}))

    def refresh(self, tokens: Tokens | str, grant: Grant) -> Flow[Tokens]:
        """New tokens for old ones (RFC 6749 §6).

        When the response is lost the same is sent again at once: nothing else is left to a client, and a server that
        forgives a repetition does so for seconds.
        """
        before = tokens if isinstance(tokens, Tokens) else None
        refresh_token = before.refresh_token if before else tokens
        if refresh_token is None:
            raise ValueError("there is no refresh token: ask for the scope offline_access")
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token, **_grant(grant)}
        renewed = yield from self._tokens(form)
        renewed = yield from self._with_claims(renewed, nonce=None, max_age=None)
        if before is None:
            return replace(renewed, refresh_token=renewed.refresh_token or str(refresh_token))
        if before.claims and renewed.claims and before.claims["sub"] != renewed.claims["sub"]:
            raise InvalidResponseError("the new ID token is about somebody else")
        return replace(
            renewed,
            refresh_token=renewed.refresh_token or before.refresh_token,
            id_token=renewed.id_token or before.id_token,
            claims=renewed.claims or before.claims,
        )

    def exchange(self, subject_token: str, parameters: Exchange) -> Flow[Tokens]:
        """A token of one's own for one that was handed over (RFC 8693)."""
        actor = parameters.get("actor_token")
        form = {
            "grant_type": _TOKEN_EXCHANGE,
            "subject_token": subject_token,
            "subject_token_type": parameters.get("subject_token_type", ACCESS_TOKEN),
            "actor_token": actor,
            "actor_token_type": parameters.get("actor_token_type", ACCESS_TOKEN) if actor else None,
            "requested_token_type": parameters.get("requested_token_type"),
            **_grant(parameters),
        }
        return (yield from self._tokens(form))

    def authorize_device(self, grant: Grant) -> Flow[DeviceAuthorization]:
        """A code for a person to type in (RFC 8628 §3.1)."""
        body = yield from self._post("device_authorization_endpoint", _grant(grant))
        return device_of(body, self._settings.clock())

    def poll_device(self, device: DeviceAuthorization, on_progress: Callable[[DeviceProgress], None]) -> Flow[Tokens]:
        """The tokens, as soon as the person has decided."""
        form = {"grant_type": _DEVICE_CODE, "device_code": device.device_code}
        ask = lambda: self._tokens(form, repeatable=False)  # noqa: E731
        tokens = yield from poll(device, ask, on_progress, self._settings.clock)
        return (yield from self._with_claims(tokens, nonce=None, max_age=None))

    def revoke(self, token: str, hint: str | None) -> Flow[None]:
        """Ends a token, and what descends from it (RFC 7009)."""
        yield from self._post("revocation_endpoint", {"token": token, "token_type_hint": hint})

    def introspect(self, token: str, hint: str | None) -> Flow[dict[str, Any]]:
        """What the server knows of a token (RFC 7662)."""
        body = yield from self._post("introspection_endpoint", {"token": token, "token_type_hint": hint})
        if not isinstance(body.get("active"), bool):
            raise InvalidResponseError("an introspection response lacks active")
        return body

    def userinfo(self, tokens: Tokens) -> Flow[dict[str, Any]]:
        """The claims of the person (OpenID Connect Core §5.3)."""
        metadata = yield from self.metadata()
        url = _endpoint(metadata, "userinfo_endpoint")
        dpop = self._settings.dpop

        def request() -> httpx.Request:
            headers = {"accept": "application/json", "authorization": f"{tokens.token_type} {tokens.access_token}"}
            if dpop:
                headers["dpop"] = dpop.proof("GET", url, tokens.access_token)
            return self._request("GET", url, headers=headers)

        body = json_object((yield from self._sent(request, repeatable=True)))
        if tokens.claims and body.get("sub") != tokens.claims["sub"]:
            raise InvalidResponseError("the claims are about somebody else")
        return body

    def logout_url(self, id_token: str | None, redirect_uri: str | None, state: str | None) -> Flow[str]:
        """Where to send a person to sign out (OpenID Connect RP-Initiated Logout §2)."""
        metadata = yield from self.metadata()
        query = {
            "client_id": self._settings.client_id,
            "id_token_hint": id_token,
            "post_logout_redirect_uri": redirect_uri,
            "state": state,
        }
        return f"{_endpoint(metadata, 'end_session_endpoint')}?{urlencode(_given(query))}"

    def _tokens(self, form: Mapping[str, Any], *, repeatable: bool = True) -> Flow[Tokens]:
        now = self._settings.clock()
        body = yield from self._post("token_endpoint", form, bound=True, repeatable=repeatable)
        return tokens_of(body, bound=self._settings.dpop is not None, now=now, asked_scope=form.get("scope"))

    def _with_claims(self, tokens: Tokens, *, nonce: str | None, max_age: int | None) -> Flow[Tokens]:
        """The tokens with what their ID token says, if there is one and it is right."""
        if tokens.id_token is None:
            return tokens
        settings = self._settings
        key = yield from self.key(id_token_kid(tokens.id_token))
        check = IdTokenCheck(settings.issuer, settings.client_id, nonce, settings.clock(), max_age)
        return replace(tokens, claims=verify_id_token(tokens.id_token, key, check))

    def key(self, kid: str | None) -> Flow[PublicKey]:
        """A signing key of the server."""
        if self._keys.should_ask(kid):
            metadata = yield from self.metadata()
            yield from self._keys.refresh(lambda: self._request("GET", metadata["jwks_uri"]))
        return self._keys.settle(kid)

    def _post(
        self, endpoint: str, form: Mapping[str, Any], *, bound: bool = False, repeatable: bool = True
    ) -> Flow[dict[str, Any]]:
        """Sends a form as this client; the object in the response."""
        url = _endpoint((yield from self.metadata()), endpoint)
        settings = self._settings

        def request() -> httpx.Request:
            # Made anew for each attempt: assertions and proofs are good once.
            credentials = Credentials(
                settings.client_id,
                settings.issuer,
                _given(form),
                {"accept": "application/json"},
                settings.clock(),
            )
            settings.authentication.authenticate(credentials)
            if bound and settings.dpop:
                credentials.headers["dpop"] = settings.dpop.proof("POST", url)
            return self._request("POST", url, data=credentials.form, headers=credentials.headers)

        return json_object((yield from self._sent(request, repeatable=repeatable)))

    def _sent(self, request: Callable[[], httpx.Request], *, repeatable: bool) -> Flow[httpx.Response]:
        """A response that is none of an error; once more with the nonce that the server wants (RFC 9449 §8)."""
        again = Attempt(request, repeatable=repeatable, max_retries=2)
        response = yield from attempt(again)
        dpop = self._settings.dpop
        if dpop and dpop.learn(response) and wants_nonce(response):
            response = yield from attempt(again)
            dpop.learn(response)
        if not response.is_success:
            raise OAuthError.of_response(response)
        return response


def wants_nonce(response: httpx.Response) -> bool:
    """Whether a proof lacked a nonce, as an authorization server says it or a resource (RFC 9449 §8, §9)."""
    if response.status_code not in {400, 401}:
        return False
    challenges = response.headers.get("www-authenticate", "")
    return 'error="use_dpop_nonce"' in challenges or (
        response.is_closed and json_object(response).get("error") == "use_dpop_nonce"
    )


def _endpoint(metadata: Metadata, name: str) -> str:
    url = text(metadata.get(name))
    if url is None:
        raise OAuthError("unsupported", f"the server has no {name}")
    return url


def _grant(grant: Grant) -> dict[str, Any]:
    return _given({"scope": scope_text(grant.get("scope")), "resource": grant.get("resource")})


def _given(form: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in form.items() if value is not None}
