"""Proofs that whoever sends a token has the key it is bound to (RFC 9449)."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx
from joserfc import jws
from joserfc.jwk import ECKey, JWKRegistry

from mandate._jwt import encode_base64url

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_ALGORITHM = "ES256"
_MAX_ORIGINS = 64


class DPoPKey:
    """A key of P-256 that tokens are bound to. It remembers the nonce that each server wants in the next proof (§8)."""

    def __init__(self, key: ECKey, *, clock: Callable[[], float] = time.time) -> None:
        if key.curve_name != "P-256" or not key.is_private:
            raise ValueError("proofs are signed by a private key of P-256")
        self._key = key
        self._public = cast("dict[str, Any]", key.as_dict(private=False))
        for name in ("kid", "use", "alg", "key_ops"):
            self._public.pop(name, None)
        self._clock = clock
        self._nonces: dict[str, str] = {}

    @classmethod
    def generate(cls) -> DPoPKey:
        """A new key."""
        return cls(_ec(JWKRegistry.generate_key("EC", "P-256")))

    @classmethod
    def from_jwk(cls, jwk: Mapping[str, Any]) -> DPoPKey:
        """A key that was kept."""
        return cls(_ec(JWKRegistry.import_key(cast("Any", dict(jwk)))))

    def to_jwk(self) -> dict[str, Any]:
        """The key with its secret, to be kept as one."""
        return cast("dict[str, Any]", self._key.as_dict(private=True))

    @property
    def thumbprint(self) -> str:
        """What a server knows the key by (RFC 7638)."""
        return self._key.thumbprint()

    def proof(self, method: str, url: str, access_token: str | None = None) -> str:
        """A proof for one request (§4.2)."""
        parts = urlsplit(url)
        claims: dict[str, Any] = {
            "jti": secrets.token_urlsafe(24),
            "htm": method,
            "htu": parts._replace(query="", fragment="").geturl(),
            "iat": int(self._clock()),
        }
        if access_token is not None:
            claims["ath"] = encode_base64url(hashlib.sha256(access_token.encode()).digest())
        nonce = self._nonces.get(_origin(httpx.URL(url))) if self._nonces else None
        if nonce is not None:
            claims["nonce"] = nonce
        header = {"typ": "dpop+jwt", "alg": _ALGORITHM, "jwk": self._public}
        return jws.serialize_compact(header, json.dumps(claims).encode(), self._key, algorithms=[_ALGORITHM])

    def learn(self, response: httpx.Response) -> bool:
        """Keeps the nonce of a response (§8.2); whether it has one, which another thread may have learned already."""
        nonce = response.headers.get("dpop-nonce")
        if not nonce:
            return False
        origin = _origin(response.request.url)
        if origin not in self._nonces and len(self._nonces) >= _MAX_ORIGINS:
            self._nonces.clear()
        self._nonces[origin] = nonce
        return True


def _origin(url: httpx.URL) -> str:
    """The same for every way to write an address: in small letters, and without a port that goes without saying."""
    return f"{url.scheme}://{url.netloc.decode()}"


def _ec(key: object) -> ECKey:
    if not isinstance(key, ECKey):
        raise TypeError("proofs are signed by a key of P-256")
    return key
