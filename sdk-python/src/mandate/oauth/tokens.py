"""What a server grants."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from mandate._jwt import InvalidJwtError, parse, verify
from mandate.errors import as_list, text
from mandate.oauth.errors import InvalidResponseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mandate._jwt import PublicKey

_ID_TOKEN_ALGORITHMS = ("ES256", "RS256")
_CLOCK_SKEW_SECONDS = 60


@dataclass(frozen=True, repr=False)
class Tokens:
    """The tokens of one grant. `as_dict` and `Tokens(**it)` are for keeping them."""

    access_token: str
    token_type: str
    #: Seconds since 1970.
    expires_at: float
    scope: str
    refresh_token: str | None = None
    id_token: str | None = None
    issued_token_type: str | None = None
    #: What the ID token says; it was verified.
    claims: dict[str, Any] | None = field(default=None)

    def is_valid_at(self, time: float) -> bool:
        """Whether the access token is good at a time."""
        return time < self.expires_at

    def as_dict(self) -> dict[str, Any]:
        """All of it, to be kept as the secret it is."""
        return asdict(self)

    def __repr__(self) -> str:
        # Tokens must not come into logs.
        return f"Tokens(token_type={self.token_type!r}, scope={self.scope!r}, expires_at={self.expires_at!r})"


def tokens_of(body: Mapping[str, Any], *, bound: bool, now: float, asked_scope: str | None) -> Tokens:
    """The tokens of a response (RFC 6749 §5.1)."""
    access_token, token_type = text(body.get("access_token")), text(body.get("token_type"))
    expires_in = body.get("expires_in")
    if access_token is None or token_type is None or not isinstance(expires_in, int):
        raise InvalidResponseError("a token response lacks access_token, token_type or expires_in")
    # RFC 9449 §5: a client that asked for a bound token must not take one that anybody could use.
    if (token_type.lower() == "dpop") != bound:
        raise InvalidResponseError(f"the token is of the type {token_type!r}, which was not asked for")
    return Tokens(
        access_token,
        token_type,
        now + expires_in,
        text(body.get("scope")) or asked_scope or "",
        refresh_token=text(body.get("refresh_token")),
        id_token=text(body.get("id_token")),
        issued_token_type=text(body.get("issued_token_type")),
    )


@dataclass(frozen=True)
class IdTokenCheck:
    """What an ID token must say (OpenID Connect Core §3.1.3.7)."""

    issuer: str
    client_id: str
    #: None where the tokens come without an authorization request, as with a refresh.
    nonce: str | None
    now: float
    max_age: int | None = None


def id_token_kid(id_token: str) -> str | None:
    """The name of the key that is said to have signed it."""
    return _parsed(id_token).kid


def verify_id_token(id_token: str, key: PublicKey, check: IdTokenCheck) -> dict[str, Any]:
    """The claims of an ID token that is right in every respect."""
    try:
        claims = verify(_parsed(id_token), key)
    except InvalidJwtError as error:
        raise InvalidResponseError(f"the ID token was refused: {error}") from error
    audiences = as_list(claims.get("aud")) or [claims.get("aud")]
    expires, issued = claims.get("exp"), claims.get("iat")
    wrong = [
        name
        for name, right in (
            ("iss", claims.get("iss") == check.issuer),
            ("sub", text(claims.get("sub")) is not None),
            ("aud", check.client_id in audiences),
            ("azp", claims.get("azp", check.client_id) == check.client_id),
            ("exp", isinstance(expires, int) and expires > check.now - _CLOCK_SKEW_SECONDS),
            ("iat", isinstance(issued, int) and issued < check.now + _CLOCK_SKEW_SECONDS),
            ("nonce", check.nonce is None or claims.get("nonce") == check.nonce),
            ("auth_time", check.max_age is None or _is_recent(claims.get("auth_time"), check.max_age, check.now)),
        )
        if not right
    ]
    if wrong:
        raise InvalidResponseError(f"the ID token was refused for its {', '.join(wrong)}")
    return claims


def _is_recent(auth_time: object, max_age: int, now: float) -> bool:
    return isinstance(auth_time, int) and auth_time + max_age > now - _CLOCK_SKEW_SECONDS


def _parsed(id_token: str) -> Any:
    try:
        return parse(id_token, typ=None, algorithms=_ID_TOKEN_ALGORITHMS)
    except InvalidJwtError as error:
        raise InvalidResponseError(f"the ID token was refused: {error}") from error
