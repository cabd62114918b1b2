"""Sending a person to the server, and looking at how they come back (RFC 6749 §4.1, RFC 7636, RFC 9207)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from mandate._jwt import encode_base64url
from mandate.oauth.errors import CallbackError, OAuthError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, repr=False)
class AuthorizationRequest:
    """Where to send a person, and what has to be remembered until they are back: in their session and nowhere else.

    `as_dict` and `AuthorizationRequest(**it)` are for keeping it.
    """

    url: str
    issuer: str
    client_id: str
    redirect_uri: str
    state: str
    nonce: str
    code_verifier: str
    max_age: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """All of it, to be kept in the session of the person."""
        return asdict(self)

    def __repr__(self) -> str:
        # The verifier and the state must not come into logs.
        return f"AuthorizationRequest(issuer={self.issuer!r}, client_id={self.client_id!r})"


@dataclass(frozen=True, repr=False)
class Secrets:
    """What ties a callback and its tokens to one request."""

    state: str
    nonce: str
    code_verifier: str

    @classmethod
    def new(cls) -> Secrets:
        """32 random bytes each."""
        return cls(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_urlsafe(32))

    @property
    def code_challenge(self) -> str:
        """RFC 7636 §4.2."""
        return encode_base64url(hashlib.sha256(self.code_verifier.encode()).digest())


def code_of_callback(callback: str | Mapping[str, str], request: AuthorizationRequest, *, requires_issuer: bool) -> str:
    """The code of a callback, once it is sure that it is the response to this request, by this server.

    `callback` is the address that the person came back to, or the parameters of its query.
    """
    parameters = _parameters(callback)
    state = parameters.get("state", "")
    if not hmac.compare_digest(state.encode(errors="replace"), request.state.encode()):
        raise CallbackError("state is not that of the request: forged, or of another one")
    # RFC 9207 §2.4: or a code of one server would be redeemed at another.
    issuer = parameters.get("iss")
    if issuer != request.issuer and (issuer is not None or requires_issuer):
        raise CallbackError(f"iss is {issuer!r} and not {request.issuer!r}")
    if "error" in parameters:
        raise OAuthError(parameters["error"], parameters.get("error_description"))
    code = parameters.get("code")
    if not code:
        raise CallbackError("there is neither a code nor an error")
    return code


def _parameters(callback: str | Mapping[str, str]) -> Mapping[str, str]:
    if not isinstance(callback, str):
        return callback
    pairs = parse_qsl(urlsplit(callback).query, keep_blank_values=True)
    parameters = dict(pairs)
    if len(parameters) < len(pairs):
        raise CallbackError("a parameter is there twice")
    return parameters


def scope_text(scope: str | Sequence[str] | None) -> str | None:
    """Scopes as the protocol writes them."""
    return scope if scope is None or isinstance(scope, str) else " ".join(scope)
