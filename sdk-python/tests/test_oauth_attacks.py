"""What a client refuses that no honest server would send, and how it takes failures."""

from __future__ import annotations

import base64
import json
from typing import Any

import httpx
import pytest
from fake_issuer import CLIENT, ISSUER, FakeIssuer, new_key, refusal, tokens_response

from mandate import MandateConnectionError
from mandate.oauth import (
    AuthorizationRequest,
    CallbackError,
    DeviceProgress,
    DPoPKey,
    InvalidResponseError,
    OAuthClient,
    OAuthError,
    Tokens,
)

CALLBACK = "https://app.example.com/callback"


def client_of(issuer: FakeIssuer, dpop: DPoPKey | None = None) -> OAuthClient:
    return OAuthClient(
        ISSUER, CLIENT, "secret", dpop=dpop, http_client=issuer.http(), clock=issuer.clock, sleep=issuer.wait
    )


def began(client: OAuthClient) -> AuthorizationRequest:
    return client.authorization_request(CALLBACK, scope="openid notes:read")


def callback(request: AuthorizationRequest, **more: str) -> dict[str, str]:
    return {"state": request.state, "iss": ISSUER, "code": "code", **more}


def test_metadata_that_speaks_for_somebody_else_is_refused() -> None:
    issuer = FakeIssuer()
    issuer.metadata["issuer"] = "https://id.attacker.example"
    with pytest.raises(InvalidResponseError, match="speaks for"):
        client_of(issuer).metadata()


@pytest.mark.parametrize("url", ["http://id.example.com", "ftp://id.example.com", "//id.example.com", "https://"])
def test_secrets_go_nowhere_in_the_open(url: str) -> None:
    with pytest.raises(ValueError, match="no https address"):
        OAuthClient(url, CLIENT)
    issuer = FakeIssuer()
    issuer.metadata["token_endpoint"] = url
    with pytest.raises(InvalidResponseError, match="no https address"):
        client_of(issuer).client_credentials()
    assert issuer.requests_to("/oauth/token") == []


def test_the_metadata_of_an_issuer_with_a_path_is_where_rfc_8414_says() -> None:
    issuer = FakeIssuer()
    issuer.metadata["issuer"] = f"{ISSUER}/tenant"
    issuer.answer("/.well-known/oauth-authorization-server/tenant", httpx.Response(200, json=issuer.metadata))
    client = OAuthClient(f"{ISSUER}/tenant", CLIENT, http_client=issuer.http())
    assert client.metadata()["issuer"] == f"{ISSUER}/tenant"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"state": "forged"}, "state"),
        ({"state": ""}, "state"),
        ({"iss": "https://id.attacker.example"}, "iss"),
        ({"code": ""}, "neither a code nor an error"),
    ],
)
def test_a_callback_that_does_not_fit_is_refused_before_its_code_goes_anywhere(
    change: dict[str, str], reason: str
) -> None:
    issuer = FakeIssuer()
    client = client_of(issuer)
    request = began(client)
    with pytest.raises(CallbackError, match=reason):
        client.redeem(callback(request, **change), request)
    assert issuer.requests_to("/oauth/token") == []


def test_a_callback_without_iss_is_refused_where_the_server_sends_it() -> None:
    issuer = FakeIssuer()
    client = client_of(issuer)
    request = began(client)
    with pytest.raises(CallbackError, match="iss"):
        client.redeem(f"{CALLBACK}?state={request.state}&code=x", request)


def test_a_parameter_that_is_there_twice_is_refused() -> None:
    client = client_of(FakeIssuer())
    request = began(client)
    with pytest.raises(CallbackError, match="twice"):
        client.redeem(f"{CALLBACK}?state={request.state}&iss={ISSUER}&code=a&code=b", request)


def test_a_refusal_of_the_person_is_an_error_of_the_protocol() -> None:
    client = client_of(FakeIssuer())
    request = began(client)
    with pytest.raises(OAuthError) as caught:
        client.redeem({**callback(request), "error": "access_denied"}, request)
    assert caught.value.error == "access_denied"


def test_a_request_of_another_client_is_not_finished() -> None:
    issuer = FakeIssuer()
    request = began(client_of(issuer))
    other = OAuthClient(ISSUER, "app_other", http_client=issuer.http())
    with pytest.raises(ValueError, match="another client"):
        other.redeem(callback(request), request)


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"nonce": "forged"}, "nonce"),
        ({"aud": "app_other"}, "aud"),
        ({"aud": []}, "aud"),
        ({"azp": "app_other"}, "azp"),
        ({"iss": "https://id.attacker.example"}, "iss"),
        ({"exp": 1}, "exp"),
        ({"exp": "never"}, "exp"),
        ({"iat": 99999999999}, "iat"),
        ({"sub": None}, "sub"),
    ],
)
def test_an_id_token_that_is_wrong_in_one_thing_is_refused(claims: dict[str, Any], reason: str) -> None:
    issuer = FakeIssuer()
    client = client_of(issuer)
    request = began(client)
    issuer.answer("/oauth/token", tokens_response(id_token=issuer.id_token(request.nonce, **claims)))
    with pytest.raises(InvalidResponseError, match=reason):
        client.redeem(callback(request), request)


def test_an_id_token_by_nobody_or_by_somebody_else_is_refused() -> None:
    issuer = FakeIssuer()
    client = client_of(issuer)
    request = began(client)
    good = issuer.id_token(request.nonce)
    payload = good.split(".")[1]
    none = base64.urlsafe_b64encode(json.dumps({"alg": "none"}).encode()).rstrip(b"=").decode()
    forged = issuer.sign({"sub": "usr_maya"}, key=new_key("first"))
    for token in (f"{none}.{payload}.", f"{none}.{payload}.x", forged, good[:-4] + "AAAA", "x.y", ""):
        issuer.answer("/oauth/token", tokens_response(id_token=token, scope="openid"))
        with pytest.raises(InvalidResponseError):
            client.redeem(callback(request), request)


def test_a_sign_in_without_an_id_token_is_none() -> None:
    issuer = FakeIssuer()
    client = client_of(issuer)
    request = began(client)
    issuer.answer("/oauth/token", tokens_response(scope="openid"))
    with pytest.raises(InvalidResponseError, match="no ID token"):
        client.redeem(callback(request), request)


def test_a_proof_that_is_too_old_is_no_answer_to_max_age() -> None:
    issuer = FakeIssuer()
    client = client_of(issuer)
    request = client.authorization_request(CALLBACK, scope="openid", max_age=60)
    old = issuer.id_token(request.nonce, auth_time=int(issuer.now) - 3600)
    issuer.answer("/oauth/token", tokens_response(id_token=old))
    with pytest.raises(InvalidResponseError, match="auth_time"):
        client.redeem(callback(request), request)


def test_whoever_asks_for_a_bound_token_takes_no_other() -> None:
    issuer = FakeIssuer()
    issuer.answer("/oauth/token", tokens_response(token_type="Bearer"))
    with pytest.raises(InvalidResponseError, match="type"):
        client_of(issuer, DPoPKey.generate()).client_credentials()
    issuer.answer("/oauth/token", tokens_response(token_type="DPoP"))
    with pytest.raises(InvalidResponseError, match="type"):
        client_of(issuer).client_credentials()


def test_a_server_that_keeps_asking_for_another_nonce_is_asked_twice() -> None:
    issuer = FakeIssuer()
    issuer.answer("/oauth/token", refusal("use_dpop_nonce", nonce="one"), refusal("use_dpop_nonce", nonce="two"))
    with pytest.raises(OAuthError) as caught:
        client_of(issuer, DPoPKey.generate()).client_credentials()
    assert caught.value.error == "use_dpop_nonce"
    proofs = [request.headers["dpop"] for request in issuer.requests_to("/oauth/token")]
    assert len(set(proofs)) == 2


def test_a_nonce_that_another_thread_learned_meanwhile_is_used_as_well() -> None:
    key = DPoPKey.generate()
    issuer = FakeIssuer()

    def refuse(request: httpx.Request) -> httpx.Response:
        response = refusal("use_dpop_nonce", 401, nonce="one")
        response.headers["www-authenticate"] = 'DPoP error="use_dpop_nonce"'
        response.request = request
        key.learn(response)
        return response

    issuer.answer("/oauth/token", refuse, tokens_response(token_type="DPoP"))
    issuer.answer("/notes", refuse, httpx.Response(200))
    client = client_of(issuer, key)
    with httpx.Client(transport=httpx.MockTransport(issuer), auth=client.service_session()) as api:
        assert api.get("https://api.example.com/notes").status_code == 200
    proofs = [proof_claims(request.headers["dpop"]) for request in issuer.requests_to("/oauth/token")]
    assert [claims.get("nonce") for claims in proofs] == [None, "one"]


def test_a_nonce_is_found_again_however_the_address_is_written() -> None:
    issuer = FakeIssuer()
    issuer.metadata["token_endpoint"] = "https://ID.example.com:443/oauth/token"
    issuer.answer("/oauth/token", refusal("use_dpop_nonce", nonce="one"), tokens_response(token_type="DPoP"))
    assert client_of(issuer, DPoPKey.generate()).client_credentials().access_token == "at"
    proofs = [proof_claims(request.headers["dpop"]) for request in issuer.requests_to("/oauth/token")]
    assert [claims.get("nonce") for claims in proofs] == [None, "one"]


def proof_claims(proof: str) -> dict[str, Any]:
    payload = proof.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def test_a_code_is_not_sent_again_when_the_answer_was_lost() -> None:
    issuer = FakeIssuer()
    client = client_of(issuer)
    request = began(client)
    issuer.answer("/oauth/token", httpx.ReadError)
    with pytest.raises(MandateConnectionError):
        client.redeem(callback(request), request)
    assert len(issuer.requests_to("/oauth/token")) == 1


def test_a_refresh_is_sent_again_at_once_when_the_answer_was_lost() -> None:
    issuer = FakeIssuer()
    issuer.answer("/oauth/token", httpx.ReadError, tokens_response(refresh_token="new"))
    renewed = client_of(issuer).refresh(Tokens("at", "Bearer", 0, "notes:read", refresh_token="old"))
    assert renewed.refresh_token == "new"
    assert [form["refresh_token"] for form in issuer.forms_to("/oauth/token")] == ["old", "old"]


def test_a_refresh_that_brings_another_person_is_refused() -> None:
    issuer = FakeIssuer()
    issuer.answer("/oauth/token", tokens_response(id_token=issuer.id_token(None, sub="usr_eve")))
    before = Tokens("at", "Bearer", 0, "openid", refresh_token="rt", claims={"sub": "usr_maya"})
    with pytest.raises(InvalidResponseError, match="somebody else"):
        client_of(issuer).refresh(before)


def test_a_refresh_token_that_stays_is_kept() -> None:
    issuer = FakeIssuer()
    issuer.answer("/oauth/token", tokens_response())
    assert client_of(issuer).refresh("old").refresh_token == "old"


def test_a_device_slows_down_when_it_is_told_to_and_when_nobody_answers() -> None:
    issuer = FakeIssuer()
    code = {"device_code": "d", "user_code": "ABCD-EFGH", "verification_uri": ISSUER, "expires_in": 600, "interval": 5}
    issuer.answer("/oauth/device", httpx.Response(200, json=code))
    issuer.answer(
        "/oauth/token",
        refusal("authorization_pending"),
        refusal("slow_down"),
        httpx.ReadTimeout,
        refusal("temporarily_unavailable", 503),
        tokens_response(),
    )
    seen: list[tuple[str, float]] = []

    def watch(progress: DeviceProgress) -> None:
        seen.append((progress.kind, progress.interval))

    client_of(issuer).device_flow(watch)
    assert seen == [
        ("code", 5),
        ("waiting", 5),
        ("slowed_down", 10),
        ("unreachable", 20),
        ("unreachable", 40),
        ("authorized", 0),
    ]


def test_a_device_gives_up_when_its_code_expires() -> None:
    issuer = FakeIssuer()
    code = {"device_code": "d", "user_code": "ABCD-EFGH", "verification_uri": ISSUER, "expires_in": 12}
    issuer.answer("/oauth/device", httpx.Response(200, json=code))
    issuer.answer("/oauth/token", lambda _: refusal("authorization_pending"))
    with pytest.raises(OAuthError) as caught:
        client_of(issuer).device_flow(lambda _: None)
    assert caught.value.error == "expired_token"
    assert len(issuer.requests_to("/oauth/token")) == 3


class Network(httpx.BaseTransport):
    """Sends a stream away as it comes, which a mock does not."""

    def __init__(self, issuer: FakeIssuer) -> None:
        self._issuer = issuer
        self.sent: list[bytes] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        assert isinstance(request.stream, httpx.SyncByteStream)
        self.sent.append(b"".join(request.stream))
        return self._issuer(request)


def test_a_session_sends_a_body_again_but_not_a_stream() -> None:
    issuer = FakeIssuer()
    issuer.answer("/oauth/token", lambda _: tokens_response(access_token=f"at{len(issuer.requests)}"))
    refused = httpx.Response(401, headers={"www-authenticate": 'Bearer error="invalid_token"'})
    network = Network(issuer)
    with httpx.Client(transport=network, auth=client_of(issuer).service_session()) as api:
        issuer.answer("/notes", refused, httpx.Response(200))
        assert api.post(f"{ISSUER}/notes", content=b"note").status_code == 200
        assert network.sent == [b"note", b"note"]
        issuer.answer("/notes", refused)
        assert api.post(f"{ISSUER}/notes", content=iter([b"stream"])).status_code == 401
        assert network.sent[2:] == [b"stream"]
        # Another token that is refused, too, is the end.
        assert api.post(f"{ISSUER}/notes", content=b"more").status_code == 401
        assert network.sent[3:] == [b"more", b"more"]
