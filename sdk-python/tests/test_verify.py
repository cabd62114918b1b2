"""Which tokens an API takes, and how it refuses the others."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest
from fake_issuer import CLIENT, ISSUER, FakeIssuer, base64url, compact, new_key, part
from joserfc import jws
from joserfc.errors import SecurityWarning
from joserfc.jwk import JWKRegistry
from joserfc.jws import JWSRegistry

from mandate.oauth import AsyncOAuthClient, DPoPKey, OAuthClient
from mandate.verify import (
    AccessError,
    AccessToken,
    AsyncVerifier,
    MemoryReplayStore,
    Needs,
    Nonces,
    Options,
    Verifier,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

API = "https://api.example.com"
METADATA = f"{API}/.well-known/oauth-protected-resource"


def verifier_of(issuer: FakeIssuer, **options: Unpack[Options]) -> Verifier:
    usual: Options = {"clock": issuer.clock}
    return Verifier(ISSUER, API, http_client=issuer.http(), **{**usual, **options})


def get(
    verifier: Verifier, token: str, needs: Needs | None = None, *, scheme: str = "Bearer", **headers: str
) -> AccessToken:
    pairs = [("Authorization", f"{scheme} {token}"), *headers.items()]
    return verifier.authenticate("GET", "/notes?page=2", pairs, needs or Needs())


def refusal(verifier: Verifier, token: str, needs: Needs | None = None, **more: Any) -> AccessError:
    with pytest.raises(AccessError) as caught:
        get(verifier, token, needs, **more)
    return caught.value


def test_a_good_token_says_who_and_what() -> None:
    issuer = FakeIssuer()
    act = {"sub": "agt_mailer", "act": {"sub": "agt_planner"}}
    token = get(verifier_of(issuer), issuer.access_token(scope="notes:read notes:write", act=act))
    assert (token.subject, token.client_id, token.id) == ("usr_maya", CLIENT, "tok_1")
    assert token.scopes == {"notes:read", "notes:write"}
    assert token.actors == ("agt_mailer", "agt_planner")
    assert token.allows("notes:read")
    assert not token.allows("notes:read", "notes:delete")
    assert token.token not in repr(token)


@pytest.mark.parametrize("audience", [API, [API], ["https://other.example.com", API]])
def test_the_audience_may_be_one_of_many(audience: Any) -> None:
    issuer = FakeIssuer()
    assert get(verifier_of(issuer), issuer.access_token(aud=audience)).subject == "usr_maya"


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://id.attacker.example"},
        {"iss": f"{ISSUER}/"},
        {"iss": None},
        {"aud": "https://other.example.com"},
        {"aud": f"{API}/"},
        {"aud": []},
        {"aud": None},
        {"aud": {API: 1}},
        {"exp": 1},
        {"exp": None},
        {"exp": "9999999999"},
        {"exp": True},
        {"exp": 9999999999.5},
        {"iat": None},
        {"iat": 9999999999},
        {"nbf": 9999999999},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"client_id": None},
        {"jti": None},
        {"scope": ["notes:read"]},
        {"act": "agt_mailer"},
        {"act": {}},
        {"act": {"sub": "agt_mailer", "act": {"client_id": "x"}}},
        {"cnf": {}},
        {"cnf": {"x5t#S256": "x"}},
        {"cnf": {"jkt": ""}},
        {"cnf": "jkt"},
    ],
)
def test_a_token_that_is_wrong_in_one_thing_is_refused(claims: dict[str, Any]) -> None:
    issuer = FakeIssuer()
    error = refusal(verifier_of(issuer), issuer.access_token(**claims))
    assert (error.status, error.code) == (401, "invalid_token")
    assert 'error="invalid_token"' in error.headers["WWW-Authenticate"]


def test_a_chain_of_actors_has_an_end() -> None:
    issuer = FakeIssuer()
    act: dict[str, Any] = {"sub": "agt_0"}
    for i in range(100):
        act = {"sub": f"agt_{i}", "act": act}
    assert refusal(verifier_of(issuer), issuer.access_token(act=act)).code == "invalid_token"


@pytest.mark.parametrize("typ", ["JWT", "logout+jwt", "dpop+jwt", "", None, 1])
def test_a_token_of_another_type_is_refused(typ: Any) -> None:
    issuer = FakeIssuer()
    assert refusal(verifier_of(issuer), issuer.access_token(header={"typ": typ})).code == "invalid_token"


@pytest.mark.parametrize("typ", ["at+jwt", "AT+JWT", "application/at+jwt"])
def test_the_type_is_compared_as_media_types_are(typ: str) -> None:
    issuer = FakeIssuer()
    assert get(verifier_of(issuer), issuer.access_token(header={"typ": typ})).subject == "usr_maya"


def test_keys_and_algorithms_are_not_the_choice_of_the_token() -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    good = issuer.access_token()
    header, payload, signature = good.split(".")
    assert get(verifier, good)
    attacker, public = new_key("first"), issuer.key.as_dict(private=False)
    hs256 = f"{part({'alg': 'HS256', 'typ': 'at+jwt', 'kid': 'first'})}.{payload}"
    confused = base64url(hmac.new(json.dumps(public).encode(), hs256.encode(), hashlib.sha256).digest())
    forged = [
        issuer.access_token(key=attacker),
        issuer.access_token(key=attacker, header={"jwk": attacker.as_dict(private=False)}),
        issuer.access_token(key=attacker, header={"jku": "https://attacker.example/jwks"}),
        issuer.access_token(header={"kid": "unknown"}),
        issuer.access_token(header={"kid": None}),
        issuer.access_token(header={"crit": ["b64"], "b64": True}),
        f"{hs256}.{confused}",
        f"{part({'alg': 'none', 'typ': 'at+jwt'})}.{payload}.",
        f"{part({'alg': 'none', 'typ': 'at+jwt'})}.{payload}.{signature}",
        f"{header}.{part({'iss': ISSUER, 'aud': API, 'sub': 'usr_eve'})}.{signature}",
        f"{header}.{payload}.{signature[:-2]}",
        f"{header}.{payload}",
        f"{header}.{payload}.{signature}.x",
        f"{header}.{payload}.{signature}=",
        "x.y.z",
        "x" * 20_000,
    ]
    for token in forged:
        assert refusal(verifier, token).status == 401


@pytest.mark.parametrize("header", ["", "Basic eDp5", "Token x"])
def test_whoever_sends_no_token_is_told_how_and_no_error(header: str) -> None:
    verifier = verifier_of(FakeIssuer())
    with pytest.raises(AccessError) as caught:
        verifier.authenticate("GET", "/notes", [("Authorization", header)] if header else [])
    error = caught.value
    assert error.status == 401
    assert error.headers["WWW-Authenticate"] == (
        f'Bearer resource_metadata="{METADATA}", DPoP algs="ES256 PS256 EdDSA", resource_metadata="{METADATA}"'
    )


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer a b", "Bearer é", "DPoP", "Bearer x, DPoP y"])
def test_a_header_that_can_not_be_read_is_refused(header: str) -> None:
    with pytest.raises(AccessError) as caught:
        verifier_of(FakeIssuer()).authenticate("GET", "/notes", [("authorization", header)])
    assert (caught.value.status, caught.value.code) == (400, "invalid_request")


def test_two_tokens_are_none() -> None:
    issuer = FakeIssuer()
    pairs = [("Authorization", f"Bearer {issuer.access_token()}")] * 2
    with pytest.raises(AccessError) as caught:
        verifier_of(issuer).authenticate("GET", "/notes", pairs)
    assert caught.value.status == 400


def test_a_scope_that_is_missing_is_named() -> None:
    issuer = FakeIssuer()
    error = refusal(verifier_of(issuer), issuer.access_token(), Needs(("notes:read", "notes:delete")))
    assert (error.status, error.code) == (403, "insufficient_scope")
    assert 'scope="notes:read notes:delete"' in error.headers["WWW-Authenticate"]


def test_a_sign_in_that_is_too_weak_or_too_old_is_asked_for_again() -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    strong = Needs(acr_values=("urn:mandate:acr:2fa", "phr"), max_age=300)
    now = int(issuer.now)
    assert get(verifier, issuer.access_token(acr="phr", auth_time=now - 200), strong)
    weak: list[dict[str, Any]] = [
        {},
        {"acr": "urn:mandate:acr:1fa", "auth_time": now},
        {"acr": "phr", "auth_time": now - 400},
    ]
    errors = [refusal(verifier, issuer.access_token(**claims), strong) for claims in weak]
    assert {(error.status, error.code) for error in errors} == {(401, "insufficient_user_authentication")}
    challenges = [error.headers["WWW-Authenticate"] for error in errors]
    assert ['acr_values="urn:mandate:acr:2fa phr"' in challenge for challenge in challenges] == [True, True, False]
    assert ['max_age="300"' in challenge for challenge in challenges] == [True, False, True]


def test_nothing_that_a_token_says_gets_into_a_header() -> None:
    issuer = FakeIssuer()
    error = refusal(verifier_of(issuer), issuer.access_token(iss='"\r\nSet-Cookie: x'))
    assert "Set-Cookie" not in str(error.headers)
    assert "Set-Cookie" in error.reason


def test_an_expired_token_is_told_apart_so_that_a_client_renews_it() -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    token = issuer.access_token()
    assert get(verifier, token)
    issuer.wait(331)
    error = refusal(verifier, token)
    assert error.code == "invalid_token"
    assert "expired" in error.message


class Bound:
    """An API with a token that is bound to a key."""

    def __init__(self, **options: Unpack[Options]) -> None:
        self.issuer = FakeIssuer()
        self.key = DPoPKey.generate()
        self.key._clock = self.issuer.clock  # pyright: ignore[reportPrivateUsage]
        self.verifier = verifier_of(self.issuer, **options)
        self.token = self.issuer.access_token(cnf={"jkt": self.key.thumbprint})

    def proof(self, method: str = "GET", url: str = f"{API}/notes", token: str | None = None) -> str:
        return self.key.proof(method, url, token or self.token)

    def get(self, proof: str) -> AccessToken:
        return get(self.verifier, self.token, scheme="DPoP", DPoP=proof)

    def refusal(self, proof: str) -> AccessError:
        return refusal(self.verifier, self.token, scheme="DPoP", DPoP=proof)


def test_a_bound_token_is_good_with_a_proof_by_its_key_once() -> None:
    bound = Bound()
    proof = bound.proof()
    assert bound.get(proof).jkt == bound.key.thumbprint
    assert bound.refusal(proof).code == "invalid_dpop_proof"
    assert bound.get(bound.proof())


@pytest.mark.parametrize("url", [f"{API}/notes?x=1#y", "HTTPS://API.example.com:443/notes", f"{API}/%6eotes"])
def test_addresses_are_the_same_whatever_their_spelling(url: str) -> None:
    bound = Bound()
    assert bound.get(bound.proof(url=url))


@pytest.mark.parametrize(
    "url",
    [
        f"{API}/Notes",
        f"{API}/notes/",
        f"{API}:444/notes",
        "http://api.example.com/notes",
        "https://api.attacker.example/notes",
        "https://user@api.example.com/notes",
        "https://api.example.com:x/notes",
        "/notes",
        "",
        f"{API}/n%2Fotes",
    ],
)
def test_a_proof_for_another_address_is_refused(url: str) -> None:
    bound = Bound()
    assert bound.refusal(bound.proof(url=url)).code == "invalid_dpop_proof"


def test_a_proof_for_another_method_token_or_time_is_refused() -> None:
    bound = Bound()
    assert bound.refusal(bound.proof("POST")).code == "invalid_dpop_proof"
    assert bound.refusal(bound.proof(token="another")).code == "invalid_dpop_proof"
    assert bound.refusal(bound.key.proof("GET", f"{API}/notes")).code == "invalid_dpop_proof"
    old, new = bound.proof(), None
    bound.issuer.wait(61)
    assert bound.refusal(old).code == "invalid_dpop_proof"
    bound.issuer.wait(30)
    new = bound.proof()
    bound.issuer.wait(-12)
    assert bound.refusal(new).code == "invalid_dpop_proof"


def test_a_proof_by_another_key_is_refused() -> None:
    bound = Bound()
    thief = DPoPKey.generate()
    assert bound.refusal(thief.proof("GET", f"{API}/notes", bound.token)).code == "invalid_dpop_proof"


@pytest.mark.parametrize(
    ("header", "claims"),
    [
        ({"typ": "jwt"}, {}),
        ({"alg": "none"}, {}),
        ({"jwk": None}, {}),
        ({"jwk": {}}, {}),
        ({"jwk": "private"}, {}),
        ({"jwk": {"kty": "oct", "k": "AAAA"}}, {}),
        ({"jwk": {"kty": []}}, {}),
        ({"jwk": [1]}, {}),
        ({"typ": ["dpop+jwt"]}, {}),
        ({"alg": ["ES256"]}, {}),
        ({}, {"htu": "\ud800"}),
        ({}, {"iat": 10**400}),
        ({}, {"htu": "https://[::1"}),
        ({}, {"jti": None}),
        ({}, {"jti": "x" * 257}),
        ({}, {"iat": None}),
        ({}, {"iat": True}),
        ({}, {"htm": "get"}),
        ({}, {"htu": None}),
        ({}, {"ath": None}),
    ],
)
def test_a_proof_that_lacks_something_is_refused(header: dict[str, Any], claims: dict[str, Any]) -> None:
    bound = Bound()
    key = new_key("proof")
    public = {name: value for name, value in key.as_dict(private=False).items() if name != "kid"}
    bound.token = bound.issuer.access_token(cnf={"jkt": key.thumbprint()})
    ath = hashlib.sha256(bound.token.encode()).digest()
    usual = {
        "jti": "one",
        "htm": "GET",
        "htu": f"{API}/notes",
        "iat": int(bound.issuer.now),
        "ath": base64url(ath),
    }
    assert bound.get(compact({"typ": "dpop+jwt", "alg": "ES256", "jwk": public}, usual, key))
    if header.get("jwk") == "private":
        header = {"jwk": key.as_dict(private=True)}
    made = compact({"typ": "dpop+jwt", "alg": "ES256", "jwk": public, **header}, {**usual, "jti": "two", **claims}, key)
    assert bound.refusal(made).code == "invalid_dpop_proof"


def test_a_bound_token_without_its_proof_is_stolen() -> None:
    bound = Bound()
    assert refusal(bound.verifier, bound.token).code == "invalid_token"
    error = refusal(bound.verifier, bound.token, scheme="DPoP")
    assert error.code == "invalid_dpop_proof"
    assert 'DPoP error="invalid_dpop_proof"' in error.headers["WWW-Authenticate"]
    pairs = [("authorization", f"DPoP {bound.token}"), ("dpop", bound.proof()), ("DPoP", bound.proof())]
    with pytest.raises(AccessError) as caught:
        bound.verifier.authenticate("GET", "/notes", pairs)
    assert caught.value.status == 400


def test_a_token_that_is_bound_to_nothing_does_not_pass_as_bound() -> None:
    issuer = FakeIssuer()
    proof = DPoPKey.generate().proof("GET", f"{API}/notes", issuer.access_token())
    assert refusal(verifier_of(issuer), issuer.access_token(), scheme="DPoP", DPoP=proof).code == "invalid_token"
    strict = verifier_of(issuer, require_dpop=True)
    error = refusal(strict, issuer.access_token())
    assert error.code == "invalid_token"
    assert "Bearer" not in error.headers["WWW-Authenticate"]
    assert strict.metadata()["dpop_bound_access_tokens_required"] is True


def test_the_address_is_that_of_the_api_and_not_what_the_request_says() -> None:
    bound = Bound()
    pairs = [
        ("Host", "attacker.example"),
        ("X-Forwarded-Host", "attacker.example"),
        ("authorization", f"DPoP {bound.token}"),
        ("dpop", bound.proof(url="https://attacker.example/notes")),
    ]
    with pytest.raises(AccessError):
        bound.verifier.authenticate("GET", "/notes", pairs)
    inside = Bound(base_url="https://gateway.example.com/api/")
    assert inside.get(inside.proof(url="https://gateway.example.com/api/notes"))


@pytest.mark.parametrize(("alg", "kind"), [("PS256", ("RSA", 3072)), ("EdDSA", ("OKP", "Ed25519"))])
def test_proofs_by_other_kinds_of_keys_are_as_good(alg: str, kind: tuple[Any, Any]) -> None:
    bound = Bound()
    key = JWKRegistry.generate_key(*kind)
    bound.token = bound.issuer.access_token(cnf={"jkt": key.thumbprint()})
    claims = {
        "jti": "one",
        "htm": "GET",
        "htu": f"{API}/notes",
        "iat": int(bound.issuer.now),
        "ath": base64url(hashlib.sha256(bound.token.encode()).digest()),
    }
    registry = JWSRegistry(algorithms=[alg], strict_check_header=False)
    registry.max_header_length = 8192
    header = {"typ": "dpop+jwt", "alg": alg, "jwk": key.as_dict(private=False), "made_by": "a library of its own"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SecurityWarning)
        proof = jws.serialize_compact(header, json.dumps(claims).encode(), key, registry=registry)
    assert bound.get(proof)


def test_what_is_nested_too_deeply_is_refused_and_no_failure_of_the_api() -> None:
    bound = Bound()
    deep = base64url(b"[" * 8000)
    assert bound.refusal(f"{deep}.{deep}.AAAA").status in (400, 401)
    assert refusal(bound.verifier, f"{deep}.e30.AAAA").status == 401
    key = new_key("proof")
    bound.token = bound.issuer.access_token(cnf={"jkt": key.thumbprint()})
    header = {"typ": "dpop+jwt", "alg": "ES256", "jwk": key.as_dict(private=False)}
    assert bound.refusal(jws.serialize_compact(header, b"[" * 8000, key, algorithms=["ES256"])).status == 401


@pytest.mark.parametrize(
    "change", [{"n": "short"}, {"n": "A" * 5000}, {"e": "A" * 500}, {"n": None}, {"e": None}, {"n": "*" * 400}]
)
def test_a_key_that_is_too_short_or_costs_too_much_proves_nothing(change: dict[str, Any]) -> None:
    bound = Bound()
    key = JWKRegistry.generate_key("RSA", 2048)
    jwk = {**key.as_dict(private=False), **change}
    proof = f"{part({'typ': 'dpop+jwt', 'alg': 'PS256', 'jwk': jwk})}.{part({})}.AAAA"
    assert bound.refusal(proof).code == "invalid_dpop_proof"


def test_a_nonce_is_asked_for_and_learned() -> None:
    bound = Bound(nonces=Nonces(b"0123456789abcdef"))
    error = bound.refusal(bound.proof())
    assert error.code == "use_dpop_nonce"
    request = httpx.Request("GET", f"{API}/notes")
    assert bound.key.learn(httpx.Response(401, headers=error.headers, request=request))
    assert bound.get(bound.proof())
    bound.issuer.wait(120)
    bound.token = bound.issuer.access_token(cnf={"jkt": bound.key.thumbprint})
    assert bound.get(bound.proof())
    bound.issuer.wait(120)
    assert bound.refusal(bound.proof()).code == "use_dpop_nonce"


def test_a_store_that_is_full_takes_nothing_more_and_forgets_what_expired() -> None:
    issuer = FakeIssuer()
    store = MemoryReplayStore(clock=issuer.clock, max_entries=2)
    assert store.claim("a", issuer.now + 10)
    assert store.claim("b", issuer.now + 60)
    assert not store.claim("c", issuer.now + 60)
    issuer.wait(11)
    assert store.claim("c", issuer.now + 60)
    assert not store.claim("b", issuer.now + 60)


def test_of_many_threads_with_one_proof_one_comes_through() -> None:
    bound = Bound()
    assert bound.get(bound.proof())
    proof = bound.proof()
    together = threading.Barrier(8)

    def call(_: int) -> bool:
        together.wait()
        try:
            bound.get(proof)
        except AccessError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(call, range(8))) == 1


# Keys that change, and a server that is away.


def test_keys_are_fetched_once_for_many_tokens_and_threads() -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    tokens = [issuer.access_token(jti=f"tok_{i}") for i in range(32)]
    with ThreadPoolExecutor(8) as threads:
        assert len(list(threads.map(get, [verifier] * 32, tokens))) == 32
    assert len(issuer.requests_to("/jwks")) == 1


def test_a_rotation_is_noticed_at_the_first_token_of_the_new_key() -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    assert get(verifier, issuer.access_token())
    issuer.wait(20)
    issuer.key = new_key("second")
    assert get(verifier, issuer.access_token())


def test_a_key_that_was_withdrawn_is_good_no_longer_than_five_minutes() -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    former = issuer.key
    assert get(verifier, issuer.access_token())
    issuer.key = new_key("second")
    issuer.wait(301)
    assert refusal(verifier, issuer.access_token(key=former)).code == "invalid_token"


def test_unknown_keys_make_nobody_ask_again_and_again() -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    assert get(verifier, issuer.access_token())
    for i in range(20):
        refusal(verifier, issuer.access_token(header={"kid": f"made up {i}"}))
    assert len(issuer.requests_to("/jwks")) == 1
    issuer.wait(11)
    refusal(verifier, issuer.access_token(header={"kid": "made up"}))
    assert len(issuer.requests_to("/jwks")) == 2


@pytest.mark.parametrize("outage", [httpx.ConnectError, httpx.Response(500), httpx.Response(200, json={"keys": []})])
def test_an_outage_of_the_server_is_none_of_the_api(outage: Any) -> None:
    issuer = FakeIssuer()
    verifier = verifier_of(issuer)
    assert get(verifier, issuer.access_token())
    issuer.answer("/jwks", outage)
    for _ in range(10):
        issuer.wait(3600)
        assert get(verifier, issuer.access_token())
    issuer.wait(24 * 3600)
    error = refusal(verifier, issuer.access_token())
    assert (error.status, error.code) == (503, "temporarily_unavailable")
    assert error.headers["Retry-After"] == "5"


@pytest.mark.parametrize("path", ["/jwks", "/.well-known/oauth-authorization-server"])
def test_without_any_key_a_token_is_neither_good_nor_bad_and_it_is_tried_again(path: str) -> None:
    issuer = FakeIssuer()
    issuer.answer(path, httpx.Response(404))
    verifier = verifier_of(issuer)
    for _ in range(5):
        assert refusal(verifier, issuer.access_token()).status == 503
    assert len(issuer.requests_to(path)) == 1
    issuer.answer(path, issuer._usual)  # pyright: ignore[reportPrivateUsage]
    issuer.wait(2)
    assert get(verifier, issuer.access_token())


def test_keys_that_nobody_can_use_are_left_out() -> None:
    issuer = FakeIssuer()
    private = new_key("private").as_dict(private=True)
    odd: list[Any] = [1, {}, {"kty": "XX", "kid": "x"}, {"kty": "EC", "kid": "y"}, private, {"kty": "oct", "k": "AA"}]
    issuer.answer("/jwks", httpx.Response(200, json={"keys": [*odd, *issuer.jwks()["keys"]]}))
    verifier = verifier_of(issuer)
    assert get(verifier, issuer.access_token())
    assert refusal(verifier, issuer.access_token(key=new_key("private"))).code == "invalid_token"


def test_a_token_that_was_revoked_is_refused_by_introspection_and_so_is_one_nobody_can_ask_about() -> None:
    issuer = FakeIssuer()
    client = OAuthClient(ISSUER, "api", "secret", http_client=issuer.http(), sleep=issuer.wait)
    verifier = Verifier(ISSUER, API, http_client=issuer.http(), introspection=client, clock=issuer.clock)
    issuer.answer("/oauth/introspect", httpx.Response(200, json={"active": True}))
    assert get(verifier, issuer.access_token())
    issuer.answer("/oauth/introspect", httpx.Response(200, json={"active": False}))
    assert refusal(verifier, issuer.access_token()).code == "invalid_token"
    issuer.answer("/oauth/introspect", httpx.Response(200, json={"active": "true"}))
    assert refusal(verifier, issuer.access_token()).status == 503
    issuer.answer("/oauth/introspect", httpx.ConnectError)
    assert refusal(verifier, issuer.access_token()).status == 503


def test_an_api_says_what_it_takes() -> None:
    verifier = Verifier(ISSUER, f"{API}/v1", scopes=["notes:read"], http_client=FakeIssuer().http())
    assert verifier.metadata_url == f"{API}/.well-known/oauth-protected-resource/v1"
    assert verifier.metadata() == {
        "resource": f"{API}/v1",
        "authorization_servers": [ISSUER],
        "scopes_supported": ["notes:read"],
        "bearer_methods_supported": ["header"],
        "dpop_signing_alg_values_supported": ["ES256", "PS256", "EdDSA"],
    }


def test_an_audience_that_is_no_address_needs_one() -> None:
    with pytest.raises(ValueError, match="base_url"):
        Verifier(ISSUER, "notes")
    with pytest.raises(ValueError, match="https"):
        Verifier("http://id.example.com", API)


@pytest.mark.anyio
async def test_the_same_without_waiting() -> None:
    issuer = FakeIssuer()

    class Store:
        """One that is asked over the network."""

        def __init__(self) -> None:
            self.below = MemoryReplayStore(clock=issuer.clock)

        async def claim(self, key: str, expires_at: float) -> bool:
            await anyio.lowlevel.checkpoint()
            return self.below.claim(key, expires_at)

    key = DPoPKey.generate()
    token = issuer.access_token(cnf={"jkt": key.thumbprint})
    client = AsyncOAuthClient(ISSUER, "api", "secret", http_client=issuer.async_http(), sleep=issuer.wait_async)
    issuer.answer("/oauth/introspect", httpx.Response(200, json={"active": True}))
    async with AsyncVerifier(
        ISSUER, API, replays=Store(), introspection=client, http_client=issuer.async_http(), clock=issuer.clock
    ) as verifier:

        async def call(proof: str) -> AccessToken:
            pairs = [("authorization", f"DPoP {token}"), ("dpop", proof)]
            return await verifier.authenticate("GET", "/notes", pairs, Needs(("notes:read",)))

        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(call, key.proof("GET", f"{API}/notes", token))
        assert len(issuer.requests_to("/jwks")) == 1
        proof = key.proof("GET", f"{API}/notes", token)
        assert (await call(proof)).subject == "usr_maya"
        with pytest.raises(AccessError) as caught:
            await call(proof)
        assert caught.value.code == "invalid_dpop_proof"
        issuer.answer("/oauth/introspect", httpx.Response(200, json={"active": False}))
        with pytest.raises(AccessError) as caught:
            await call(key.proof("GET", f"{API}/notes", token))
        assert caught.value.code == "invalid_token"
        assert verifier.metadata()["resource"] == API
