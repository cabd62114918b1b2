"""How a client proves to an endpoint who it is (RFC 6749 §2.3)."""

from __future__ import annotations

import base64
import json
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote_plus

from joserfc import jws

if TYPE_CHECKING:
    from joserfc.jwk import ECKey, OKPKey, RSAKey

_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_ASSERTION_SECONDS = 60


@dataclass
class Credentials:
    """What goes along with a request, for an authentication to add to."""

    client_id: str
    issuer: str
    form: dict[str, str]
    headers: dict[str, str]
    now: float


class ClientAuthentication(Protocol):
    """Adds to a request what proves the client."""

    def authenticate(self, request: Credentials) -> None: ...


class NoSecret:
    """A public client says its name and proves nothing."""

    def authenticate(self, request: Credentials) -> None:
        request.form["client_id"] = request.client_id


@dataclass(frozen=True, repr=False)
class ClientSecretBasic:
    """RFC 6749 §2.3.1: both parts are encoded as in a form before they are joined."""

    secret: str

    def authenticate(self, request: Credentials) -> None:
        pair = f"{quote_plus(request.client_id)}:{quote_plus(self.secret)}"
        request.headers["authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"


@dataclass(frozen=True, repr=False)
class ClientSecretPost:
    """RFC 6749 §2.3.1, with the secret in the form."""

    secret: str

    def authenticate(self, request: Credentials) -> None:
        request.form |= {"client_id": request.client_id, "client_secret": self.secret}


@dataclass(frozen=True, repr=False)
class PrivateKeyJwt:
    """RFC 7523 §2.2: an assertion for each request, signed by a key that the server knows."""

    key: ECKey | RSAKey | OKPKey
    alg: str = "ES256"

    def authenticate(self, request: Credentials) -> None:
        now = int(request.now)
        claims = {
            "iss": request.client_id,
            "sub": request.client_id,
            "aud": request.issuer,
            "jti": secrets.token_urlsafe(24),
            "iat": now,
            "exp": now + _ASSERTION_SECONDS,
        }
        header = {"alg": self.alg, **({"kid": self.key.kid} if self.key.kid else {})}
        request.form |= {
            "client_id": request.client_id,
            "client_assertion_type": _ASSERTION_TYPE,
            "client_assertion": jws.serialize_compact(
                header, json.dumps(claims).encode(), self.key, algorithms=[self.alg]
            ),
        }
