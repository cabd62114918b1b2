"""Proofs that whoever sends a token has the key it is bound to (RFC 9449)."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mandate import _jwt
from mandate._jwt import InvalidJwtError
from mandate.errors import text

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_AGE_SECONDS = 60
MAX_AHEAD_SECONDS = 10
_MAX_JTI_LENGTH = 256
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class ExpectedProof:
    """What a proof has to be about (§4.3)."""

    method: str
    url: str
    access_token: str
    jkt: str
    algorithms: Sequence[str]
    now: float


@dataclass(frozen=True)
class Proof:
    """A proof that is right, and not yet known to be new."""

    #: What to remember it by.
    key: str
    expires_at: float
    nonce: str | None


def verify_proof(proof: str, expected: ExpectedProof) -> Proof:
    """Checks everything but whether the proof was seen before, and its nonce."""
    parsed = _jwt.parse(proof, typ="dpop+jwt", algorithms=expected.algorithms)
    key = _jwt.import_public_key(parsed.header.get("jwk"))
    if key.thumbprint() != expected.jkt:
        raise InvalidJwtError("the proof is by another key than the token is bound to")
    claims = _jwt.verify(parsed, key)
    jti, issued_at = text(claims.get("jti")), claims.get("iat")
    if jti is None or len(jti) > _MAX_JTI_LENGTH:
        raise InvalidJwtError("jti of the proof is missing or too long")
    if not isinstance(issued_at, int) or isinstance(issued_at, bool):
        raise InvalidJwtError("iat of the proof is no whole number")
    if not expected.now - MAX_AGE_SECONDS <= issued_at <= expected.now + MAX_AHEAD_SECONDS:
        raise InvalidJwtError("the proof is too old, or a clock is wrong")
    if claims.get("htm") != expected.method:
        raise InvalidJwtError("the proof is for another method")
    if not _same_target(claims.get("htu"), expected.url):
        raise InvalidJwtError("the proof is for another address")
    if claims.get("ath") != _jwt.encode_base64url(hashlib.sha256(expected.access_token.encode()).digest()):
        raise InvalidJwtError("the proof is for another token")
    name = hashlib.sha256(f"{expected.jkt}.{jti}".encode(errors="surrogatepass")).hexdigest()
    # For as long as the same proof could pass the check of iat again.
    return Proof(f"dpop:{name}", issued_at + MAX_AGE_SECONDS + MAX_AHEAD_SECONDS, text(claims.get("nonce")))


def _same_target(claimed: Any, expected: str) -> bool:
    """Equal without query and fragment, after normalisation by scheme and syntax (RFC 3986 §6.2.2, §6.2.3)."""
    target = text(claimed)
    return target is not None and (found := _normalised(target)) is not None and found == _normalised(expected)


def _normalised(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc or not url.isascii():
        return None
    shown = "" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}"
    path = re.sub(r"%[0-9a-fA-F]{2}", _normal_escape, parts.path or "/")
    return f"{parts.scheme}://{parts.hostname}{shown}{path}"


def _normal_escape(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if re.fullmatch(r"[A-Za-z0-9\-._~]", character) else escape[0].upper()


class Nonces:
    """Nonces that no process has to remember (§9): they are good for two periods, in every process with the secret."""

    def __init__(self, secret: bytes, *, period_seconds: int = 120) -> None:
        if len(secret) < 16:
            raise ValueError("the secret of nonces has at least 16 bytes")
        self._secret = secret
        self._period = period_seconds

    def current(self, now: float) -> str:
        """The nonce for the next proofs."""
        return self._of(int(now // self._period))

    def accepts(self, nonce: str | None, now: float) -> bool:
        """Whether a nonce is of this period or the one before."""
        period = int(now // self._period)
        given = (nonce or "").encode(errors="replace")
        matches = [hmac.compare_digest(given, self._of(turn).encode()) for turn in (period, period - 1)]
        return any(matches)

    def _of(self, turn: int) -> str:
        return _jwt.encode_base64url(hmac.new(self._secret, f"dpop.{turn}".encode(), hashlib.sha256).digest())
