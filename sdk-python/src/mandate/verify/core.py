"""What both verifiers check, step by step; they differ only in how they wait."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from mandate import _jwt
from mandate._jwks import KeyCache, KeysUnavailableError
from mandate._jwt import InvalidJwtError, UnverifiedJwt
from mandate.errors import MandateError
from mandate.oauth.metadata import discover, require_secure
from mandate.verify.errors import AccessError, Challenge
from mandate.verify.proof import ExpectedProof, Nonces, Proof, verify_proof
from mandate.verify.token import AccessToken, ExpectedToken, ExpiredError, read_claims

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import httpx

    from mandate._flow import Flow
    from mandate._jwt import PublicKey
    from mandate.verify.revocations import Verdict

_CREDENTIALS = re.compile(r"(bearer|dpop) +([A-Za-z0-9\-._~+/]+=*)", re.IGNORECASE | re.ASCII)
_MAX_KNOWN_TOKENS = 10_000


@dataclass(frozen=True)
class Rules:
    """What an API takes."""

    issuer: str
    #: The address of the API, which its tokens carry in `aud`.
    audience: str
    algorithms: Sequence[str] = ("ES256",)
    proof_algorithms: Sequence[str] = ("ES256", "PS256", "EdDSA")
    leeway: float = 30
    #: Takes only tokens that are bound to a key.
    require_dpop: bool = False
    #: Where requests arrive as callers see it, unless that is where the audience is.
    base_url: str | None = None
    #: The scopes there are, for the metadata.
    scopes: Sequence[str] = ()
    nonces: Nonces | None = None
    clock: Callable[[], float] = time.time


@dataclass(frozen=True)
class Needs:
    """What one operation of an API asks for beyond a good token."""

    scopes: tuple[str, ...] = ()
    #: Any of these ways to have signed in is enough (RFC 9470).
    acr_values: tuple[str, ...] = ()
    #: At most so many seconds ago.
    max_age: int | None = None


class Judge(Protocol):
    """Who knows what ended."""

    @property
    def is_current(self) -> bool: ...

    def judge(self, token: AccessToken) -> Verdict: ...


@dataclass(frozen=True)
class Presented:
    """What a request carries, not yet believed."""

    method: str
    path: str
    is_dpop: bool
    parsed: UnverifiedJwt
    proof: str | None


class Core:
    """The checks of a verifier."""

    def __init__(self, rules: Rules) -> None:
        require_secure(rules.issuer)
        parts = urlsplit(rules.audience)
        if rules.base_url is None and parts.scheme not in {"http", "https"}:
            raise ValueError("an audience that is no address needs base_url: proofs say where a request goes")
        self.rules = rules
        self.keys = KeyCache(rules.clock)
        self._base_url = (rules.base_url or f"{parts.scheme}://{parts.netloc}").rstrip("/")
        self._jwks_uri: str | None = None
        # The signature of a token is verified once: what is known of it is good while its key is.
        self._known: dict[str, tuple[PublicKey, dict[str, Any]]] = {}

    def learn_keys(self, request: Callable[..., httpx.Request]) -> Flow[None]:
        """Asks for the keys. When they can't be had, those that are known go on."""
        self.keys.begin()
        try:
            if self._jwks_uri is None:
                metadata = yield from discover(self.rules.issuer, request)
                self._jwks_uri = metadata["jwks_uri"]
        except MandateError:
            return
        jwks_uri = self._jwks_uri
        yield from self.keys.refresh(lambda: request("GET", jwks_uri))

    def read(self, method: str, path: str, headers: Iterable[tuple[str, str]]) -> Presented:
        """Takes apart what a request carries (RFC 6750 §2.1, RFC 9449 §7.1)."""
        found: dict[str, str] = {}
        for name, value in headers:
            lower = name.lower()
            if lower in {"authorization", "dpop"} and lower in found:
                raise self.refused("invalid_request", f"several {name} headers", status=400)
            found[lower] = value
        credentials = found.get("authorization", "")
        match = _CREDENTIALS.fullmatch(credentials)
        if match is None:
            if credentials.lower().startswith(("bearer", "dpop")):
                raise self.refused("invalid_request", "the Authorization header can't be read", status=400)
            raise self.missing()
        try:
            parsed = _jwt.parse(match[2], typ="at+jwt", algorithms=self.rules.algorithms)
        except InvalidJwtError as error:
            raise self.invalid(str(error)) from error
        return Presented(method.upper(), path, match[1].lower() == "dpop", parsed, found.get("dpop"))

    def check(self, presented: Presented) -> tuple[AccessToken, Proof | None]:
        """The token, if it is good, with the proof that came along and is yet to be remembered."""
        parsed = presented.parsed
        now = self.rules.clock()
        expected = ExpectedToken(self.rules.issuer, self.rules.audience, now, self.rules.leeway)
        try:
            token = read_claims(parsed.token, self._claims(parsed), parsed.kid, expected)
        except KeysUnavailableError as error:
            raise self.unavailable(str(error)) from error
        except ExpiredError as error:
            raise self.invalid(str(error), "The access token expired.") from error
        except InvalidJwtError as error:
            raise self.invalid(str(error)) from error
        return token, self._check_binding(presented, token, now)

    def _claims(self, parsed: UnverifiedJwt) -> dict[str, Any]:
        key = self.keys.settle(parsed.kid)
        known = self._known.get(parsed.token)
        if known is not None and known[0] is key:
            return known[1]
        claims = _jwt.verify(parsed, key)
        if len(self._known) >= _MAX_KNOWN_TOKENS:
            self._known.clear()
        self._known[parsed.token] = (key, claims)
        return claims

    def _check_binding(self, presented: Presented, token: AccessToken, now: float) -> Proof | None:
        if token.jkt is None:
            if presented.is_dpop or self.rules.require_dpop:
                raise self.invalid("it is bound to no key", dpop=True)
            return None
        # As a Bearer token a thief could use it.
        if not presented.is_dpop:
            raise self.invalid("it is bound to a key and came without a proof", dpop=True)
        if presented.proof is None:
            raise self.bad_proof("there is no proof")
        url = f"{self._base_url}{presented.path.split('?', 1)[0]}"
        expected = ExpectedProof(presented.method, url, token.token, token.jkt, self.rules.proof_algorithms, now)
        try:
            proof = verify_proof(presented.proof, expected)
        except InvalidJwtError as error:
            raise self.bad_proof(str(error)) from error
        nonces = self.rules.nonces
        if nonces is not None and not nonces.accepts(proof.nonce, now):
            headers = {"DPoP-Nonce": nonces.current(now)}
            raise self.refused("use_dpop_nonce", "the proof lacks the nonce of this server", dpop=True, headers=headers)
        return proof

    def is_settled(self, token: AccessToken, feed: Judge | None, *, can_ask: bool) -> bool:
        """Whether it is known that a token lives; raises when it ended, or when nobody can be asked."""
        verdict = "alive" if feed is None and not can_ask else "undecided" if feed is None else feed.judge(token)
        if verdict == "dead" or (verdict == "marked" and not can_ask):
            raise self.invalid("the feed says that it ended")
        if verdict == "undecided" and not can_ask:
            if feed is not None and feed.is_current:
                raise self.invalid("the feed can't judge it, and nobody can be asked")
            raise self.unavailable("the feed is not followed, and nobody can be asked")
        return verdict == "alive"

    def require(self, token: AccessToken, needs: Needs) -> None:
        """Refuses a good token that may not do this (RFC 6750 §3.1), or that wants a stronger sign-in (RFC 9470 §3)."""
        if not token.allows(*needs.scopes):
            missing = " ".join(needs.scopes)
            raise self.refused(
                "insufficient_scope",
                f"it lacks one of {missing}",
                status=403,
                dpop=token.jkt is not None,
                parameters={"scope": missing},
            )
        wanted: dict[str, str] = {}
        if needs.acr_values and token.claims.get("acr") not in needs.acr_values:
            wanted["acr_values"] = " ".join(needs.acr_values)
        signed_in_at = token.claims.get("auth_time")
        if needs.max_age is not None and not (
            isinstance(signed_in_at, int) and signed_in_at + needs.max_age >= self.rules.clock() - self.rules.leeway
        ):
            wanted["max_age"] = str(needs.max_age)
        if wanted:
            raise self.refused(
                "insufficient_user_authentication",
                f"the sign-in is not enough: {wanted}",
                "The person has to sign in again, or more strongly.",
                dpop=token.jkt is not None,
                parameters=wanted,
            )

    def missing(self) -> AccessError:
        """RFC 6750 §3.1: whoever sent nothing is told how, and no error."""
        return AccessError(
            "unauthorized", "This needs an access token.", status=401, challenges=self._challenges(None, dpop=False)
        )

    def invalid(
        self,
        reason: str,
        message: str = "The access token is not good here: expired, ended, or meant for somebody else.",
        *,
        dpop: bool = False,
    ) -> AccessError:
        """A token that is none."""
        return self.refused("invalid_token", reason, message, dpop=dpop)

    def bad_proof(self, reason: str) -> AccessError:
        """A proof that is none. Who sends it has the token already, and may know what is wrong."""
        return self.refused("invalid_dpop_proof", reason, f"The DPoP proof was refused: {reason}.", dpop=True)

    def unavailable(self, reason: str) -> AccessError:
        """Nobody knows whether the token is good: then it is not."""
        return AccessError(
            "temporarily_unavailable",
            "The access token can't be checked at the moment.",
            status=503,
            reason=reason,
            headers={"Retry-After": "5"},
        )

    def refused(
        self,
        code: str,
        reason: str,
        message: str | None = None,
        *,
        status: int = 401,
        dpop: bool = False,
        parameters: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> AccessError:
        """A refusal with what to do about it."""
        said = message or f"Refused: {reason}."
        challenges = self._challenges({"error": code, "error_description": said, **(parameters or {})}, dpop=dpop)
        return AccessError(code, said, status=status, reason=reason, challenges=challenges, headers=headers)

    def _challenges(self, parameters: dict[str, str] | None, *, dpop: bool) -> tuple[Challenge, ...]:
        """The schemes that this API takes; the error stands at the one that was used (RFC 9449 §7.1)."""
        metadata = {"resource_metadata": self.metadata_url}
        algorithms = {"algs": " ".join(self.rules.proof_algorithms)}
        bearer = Challenge("Bearer", {**({} if dpop else parameters or {}), **metadata})
        bound = Challenge(
            "DPoP", {**(parameters or {} if dpop or self.rules.require_dpop else {}), **algorithms, **metadata}
        )
        return (bound,) if self.rules.require_dpop else (bearer, bound)

    @property
    def metadata_url(self) -> str:
        """Where an API says which tokens it takes (RFC 9728 §3.1): the well-known part comes before its path."""
        parts = urlsplit(self.rules.audience if "://" in self.rules.audience else self._base_url)
        path = f"/.well-known/oauth-protected-resource{parts.path.rstrip('/')}"
        return parts._replace(path=path, query="", fragment="").geturl()

    def metadata(self) -> dict[str, Any]:
        """What an API says of itself (RFC 9728 §2)."""
        rules = self.rules
        return {
            "resource": rules.audience,
            "authorization_servers": [rules.issuer],
            **({"scopes_supported": list(rules.scopes)} if rules.scopes else {}),
            "bearer_methods_supported": ["header"],
            "dpop_signing_alg_values_supported": list(rules.proof_algorithms),
            **({"dpop_bound_access_tokens_required": True} if rules.require_dpop else {}),
        }
