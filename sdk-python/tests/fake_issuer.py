"""A server that says what a test wants it to say, for what a real one never would."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

import httpx
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from joserfc.jwk import ECKey, JWKRegistry

ISSUER = "https://id.example.com"
CLIENT = "app_notes"

Answer: TypeAlias = httpx.Response | type[httpx.RequestError] | Callable[[httpx.Request], httpx.Response]


def new_key(kid: str) -> ECKey:
    key = JWKRegistry.generate_key("EC", "P-256", {"kid": kid})
    assert isinstance(key, ECKey)
    return key


def compact(header: dict[str, Any], claims: dict[str, Any], key: ECKey) -> str:
    """A token with whatever header: a library would refuse to make some of them."""
    signed = f"{part(header)}.{part(claims)}"
    assert isinstance(key.private_key, EllipticCurvePrivateKey)
    r, s = decode_dss_signature(key.private_key.sign(signed.encode(), ECDSA(SHA256())))
    return f"{signed}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def part(value: dict[str, Any]) -> str:
    return base64url(json.dumps(value).encode())


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class FakeIssuer:
    """Its answers by path, one for each request; the last one stays."""

    def __init__(self) -> None:
        self.key = new_key("first")
        self.metadata: dict[str, Any] = {
            "issuer": ISSUER,
            "authorization_endpoint": f"{ISSUER}/oauth/authorize",
            "token_endpoint": f"{ISSUER}/oauth/token",
            "introspection_endpoint": f"{ISSUER}/oauth/introspect",
            "device_authorization_endpoint": f"{ISSUER}/oauth/device",
            "revocation_endpoint": f"{ISSUER}/oauth/revoke",
            "jwks_uri": f"{ISSUER}/jwks",
            "authorization_response_iss_parameter_supported": True,
        }
        self._answers: dict[str, list[Answer]] = {}
        self.requests: list[httpx.Request] = []
        self.now = time.time()

    def answer(self, path: str, *answers: Answer) -> None:
        self._answers[path] = list(answers)

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds

    async def wait_async(self, seconds: float) -> None:
        self.now += seconds

    def jwks(self) -> dict[str, Any]:
        return {"keys": [{**self.key.as_dict(private=False), "alg": "ES256", "use": "sig"}]}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answers = self._answers.get(request.url.path, [self._usual])
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, type):
            raise answer("as told", request=request)
        return answer if isinstance(answer, httpx.Response) else answer(request)

    def _usual(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/.well-known/oauth-authorization-server":
            return httpx.Response(200, json=self.metadata)
        if request.url.path == "/jwks":
            return httpx.Response(200, json=self.jwks())
        return httpx.Response(404)

    def requests_to(self, path: str) -> list[httpx.Request]:
        return [request for request in self.requests if request.url.path == path]

    def forms_to(self, path: str) -> list[dict[str, str]]:
        return [dict(parse_qsl(request.content.decode())) for request in self.requests_to(path)]

    def http(self) -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(self))

    def async_http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.MockTransport(self))

    def sign(self, claims: dict[str, Any], *, key: ECKey | None = None, **header: Any) -> str:
        key = key or self.key
        return compact({"alg": "ES256", "kid": key.kid, **header}, claims, key)

    def access_token(self, *, key: ECKey | None = None, header: dict[str, Any] | None = None, **claims: Any) -> str:
        now = int(self.now)
        usual = {
            "iss": ISSUER,
            "aud": "https://api.example.com",
            "sub": "usr_maya",
            "client_id": CLIENT,
            "scope": "notes:read",
            "jti": "tok_1",
            "iat": now,
            "exp": now + 300,
        }
        merged = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        return self.sign(merged, key=key, **{"typ": "at+jwt", **(header or {})})

    def id_token(self, nonce: str | None, /, **claims: Any) -> str:
        now = int(self.now)
        usual = {"iss": ISSUER, "aud": CLIENT, "sub": "usr_maya", "iat": now, "exp": now + 300, "nonce": nonce}
        return self.sign({**usual, **claims}, typ="JWT")


def tokens_response(**more: Any) -> httpx.Response:
    body = {"access_token": "at", "token_type": "Bearer", "expires_in": 300, "scope": "notes:read", **more}
    return httpx.Response(200, json=body)


def refusal(error: str, status: int = 400, *, nonce: str | None = None) -> httpx.Response:
    return httpx.Response(status, json={"error": error}, headers={} if nonce is None else {"dpop-nonce": nonce})
