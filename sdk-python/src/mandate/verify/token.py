"""What an access token says (RFC 9068), once it is believed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mandate._jwt import InvalidJwtError
from mandate.errors import as_list, as_object, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MAX_ACTORS = 32


@dataclass(frozen=True)
class AccessToken:
    """A token that is good, for this API."""

    #: The person, or the client where it acts for itself: the name of the account.
    subject: str
    client_id: str
    scopes: frozenset[str]
    #: Who acts for the subject, outermost first (RFC 8693 §4.1); empty when nobody does.
    actors: tuple[str, ...]
    #: Seconds since 1970.
    expires_at: int
    #: The `jti` of the token.
    id: str
    #: The thumbprint of the key it is bound to.
    jkt: str | None
    claims: Mapping[str, Any] = field(repr=False)
    token: str = field(repr=False)
    #: The key that signed it.
    kid: str | None = field(repr=False, default=None)

    def allows(self, *scopes: str) -> bool:
        """Whether all of these scopes are there."""
        return self.scopes.issuperset(scopes)


@dataclass(frozen=True)
class ExpectedToken:
    """What a token has to say (RFC 9068 §4)."""

    issuer: str
    audience: str
    now: float
    leeway: float


class ExpiredError(InvalidJwtError):
    """The token was good."""


def read_claims(token: str, claims: Mapping[str, Any], kid: str | None, expected: ExpectedToken) -> AccessToken:
    """The token, if its claims are right and meant for this API."""
    if claims.get("iss") != expected.issuer:
        raise InvalidJwtError(f"its issuer is {claims.get('iss')!r}")
    audience = claims.get("aud")
    if expected.audience not in (as_list(audience) or [audience]):
        raise InvalidJwtError(f"its audience is {audience!r}")
    expires_at, issued_at = _seconds(claims, "exp"), _seconds(claims, "iat")
    if expires_at <= expected.now - expected.leeway:
        raise ExpiredError("it expired")
    not_before = _seconds(claims, "nbf") if "nbf" in claims else issued_at
    if max(issued_at, not_before) > expected.now + expected.leeway:
        raise InvalidJwtError("it is of the future: a clock is wrong")
    subject, client_id, token_id = (text(claims.get(name)) for name in ("sub", "client_id", "jti"))
    scope = claims.get("scope", "")
    if subject is None or client_id is None or token_id is None or not isinstance(scope, str):
        raise InvalidJwtError("it lacks sub, client_id or jti, or its scope is no text")
    return AccessToken(
        subject=subject,
        client_id=client_id,
        scopes=frozenset(scope.split()),
        actors=tuple(_actors(claims)),
        expires_at=expires_at,
        id=token_id,
        jkt=_thumbprint(claims),
        claims=claims,
        token=token,
        kid=kid,
    )


def _seconds(claims: Mapping[str, Any], name: str) -> int:
    value = claims.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidJwtError(f"{name} is no whole number")
    return value


def _actors(claims: Mapping[str, Any]) -> Iterable[str]:
    """The chain of `act`, outermost first. One that can't be read is not passed over: it says who is to blame."""
    holder: Mapping[str, Any] = claims
    for _ in range(_MAX_ACTORS):
        if "act" not in holder:
            return
        holder = as_object(holder["act"])
        actor = text(holder.get("sub"))
        if actor is None:
            raise InvalidJwtError("its act names nobody")
        yield actor
    raise InvalidJwtError("its act is too deep")


def _thumbprint(claims: Mapping[str, Any]) -> str | None:
    """RFC 7800 §3.1: a confirmation that nobody here can check is no reason to go on without it."""
    if "cnf" not in claims:
        return None
    confirmation = as_object(claims["cnf"])
    jkt = text(confirmation.get("jkt"))
    if jkt is None or len(confirmation) > 1:
        raise InvalidJwtError("it is bound in a way that nobody here can check")
    return jkt
