"""Signed tokens: reading them before they are believed, and verifying them."""

from __future__ import annotations

import base64
import functools
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, JWKRegistry, OKPKey, RSAKey

from mandate.errors import as_object, text

if TYPE_CHECKING:
    from collections.abc import Collection

PublicKey: TypeAlias = ECKey | RSAKey | OKPKey

# Strictly base64url in three parts: decoders differ in what they forgive.
_COMPACT = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+", re.ASCII)
MAX_TOKEN_LENGTH = 16_384
# RSA of 2048 to 8192 bits, with an exponent of at most three bytes, in base64url.
_RSA_MODULUS = range(342, 1367)
_RSA_EXPONENT = range(1, 5)


class InvalidJwtError(Exception):
    """Why a token is not to be believed. For logs: whoever sent it learns nothing of it."""


@dataclass(frozen=True)
class UnverifiedJwt:
    """A token taken apart. Nothing in it is true before `verify`."""

    token: str
    header: dict[str, Any]

    @property
    def alg(self) -> str:
        return text(self.header.get("alg")) or ""

    @property
    def kid(self) -> str | None:
        return text(self.header.get("kid"))

    @property
    def typ(self) -> str:
        """The type, as RFC 7515 §4.1.9 has it compared: in small letters, without `application/`."""
        return (text(self.header.get("typ")) or "").lower().removeprefix("application/")


def parse(token: str, *, typ: str | None, algorithms: Collection[str], limit: int = MAX_TOKEN_LENGTH) -> UnverifiedJwt:
    """Takes a token apart; what is of another type or signed in another way is refused (RFC 8725 §3.1, §3.11)."""
    if len(token) > limit or not _COMPACT.fullmatch(token):
        raise InvalidJwtError("it is no signed token in compact form")
    parsed = UnverifiedJwt(token, _json_part(token.split(".", 1)[0]))
    if parsed.alg not in algorithms:
        raise InvalidJwtError(f"it is signed with {parsed.alg!r}, which is not among {sorted(algorithms)}")
    if "crit" in parsed.header:
        raise InvalidJwtError("it demands an extension that nobody here knows")
    if typ is not None and parsed.typ != typ:
        raise InvalidJwtError(f"its type is {parsed.typ!r} and not {typ!r}")
    return parsed


def verify(parsed: UnverifiedJwt, key: PublicKey) -> dict[str, Any]:
    """The claims of a token that the key signed."""
    try:
        verified = jws.deserialize_compact(parsed.token, key, registry=_registry(parsed.alg))
        claims = cast("object", json.loads(verified.payload))
    except (JoseError, ValueError, RecursionError) as error:
        raise InvalidJwtError(f"the signature does not verify: {error}") from error
    if not isinstance(claims, dict):
        raise InvalidJwtError("its payload is no object")
    return cast("dict[str, Any]", claims)


class _OneAlgorithm(jws.JWSRegistry):
    """One algorithm and no other. Members of a header that nobody knows are passed over (RFC 7515 §4), `crit` apart."""

    def __init__(self, alg: str) -> None:
        super().__init__(algorithms=[alg], strict_check_header=False)
        # The key of a proof stands in its header, and one of RSA is long.
        self.max_header_length = MAX_TOKEN_LENGTH
        # `parse` has looked at the length already.
        self.max_payload_length = 2**24
        self._model = self.algorithms.get(alg)

    def get_alg(self, name: str) -> Any:
        # Without the warning that EdDSA has got a second name (RFC 9864): whoever sends a proof could fill the log.
        if self._model is None or name != self._model.name:
            raise InvalidJwtError(f"nothing is signed with {name!r} here")
        return self._model


_registry = functools.cache(_OneAlgorithm)


def import_public_key(jwk: object) -> PublicKey:
    """A public key that signs. Secrets, private keys and short ones are refused."""
    data = as_object(jwk)
    kind = text(data.get("kty"))
    if kind not in {"EC", "RSA", "OKP"} or "d" in data or data.get("use", "sig") != "sig":
        raise InvalidJwtError("it is no public key for signatures")
    if data["kty"] == "RSA" and not (
        _is_sized(data.get("n"), _RSA_MODULUS) and _is_sized(data.get("e"), _RSA_EXPONENT)
    ):
        raise InvalidJwtError("the key is too short, or too long to be looked at")
    try:
        key = JWKRegistry.import_key(cast("Any", data))
    except (JoseError, ValueError, KeyError, TypeError) as error:
        raise InvalidJwtError(f"the key can't be read: {error}") from error
    if not isinstance(key, (ECKey, RSAKey, OKPKey)):
        raise InvalidJwtError("it is no public key for signatures")
    return key


def _is_sized(value: object, characters: range) -> bool:
    return isinstance(value, str) and len(value) in characters


def encode_base64url(data: bytes) -> str:
    """Base64url without padding (RFC 7515 §2)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _json_part(part: str) -> dict[str, Any]:
    try:
        value = cast("object", json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))))
    except (ValueError, RecursionError) as error:
        raise InvalidJwtError("its header can't be read") from error
    if not isinstance(value, dict):
        raise InvalidJwtError("its header is no object")
    return cast("dict[str, Any]", value)
