"""The protocol against a real server."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import anyio
import httpx
import pytest
from joserfc.jwk import ECKey, JWKRegistry
from people import Person, sign_up

from mandate import AsyncMandate, Mandate
from mandate.oauth import (
    AsyncOAuthClient,
    AuthorizationRequest,
    CallbackError,
    ClientSecretPost,
    DeviceProgress,
    DPoPKey,
    OAuthClient,
    OAuthError,
    PrivateKeyJwt,
    Tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Server

    from mandate import types

CALLBACK = "https://app.example.com/callback"
SCOPE = "openid profile email offline_access"


@pytest.fixture(scope="module")
def maya(server: Server) -> Iterator[Person]:
    person = sign_up(server.url)
    yield person
    person.browser.close()


@pytest.fixture(scope="module")
def app(server: Server) -> types.AppsCreateResult:
    """An application of ours: nobody is asked for consent."""
    with server.admin() as admin:
        return admin.apps.create(
            {
                "name": "Notes",
                "type": "web",
                "first_party": True,
                "redirect_uris": [CALLBACK],
                "scope": SCOPE,
                "refresh_grace_seconds": 0,
            }
        )


@pytest.fixture(scope="module")
def television(server: Server) -> types.AppsCreateResult:
    """A device without a browser."""
    with server.admin() as admin:
        return admin.apps.create(
            {
                "name": "Television",
                "type": "native",
                "scope": SCOPE,
                "grant_types": ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
            }
        )


@pytest.fixture
def client(server: Server, app: types.AppsCreateResult) -> Iterator[OAuthClient]:
    with OAuthClient(server.url, app["client_id"], app.get("client_secret")) as client:
        yield client


def bound(server: Server, app: types.AppsCreateResult) -> OAuthClient:
    return OAuthClient(server.url, app["client_id"], app.get("client_secret"), dpop=DPoPKey.generate())


def sign_in(client: OAuthClient, person: Person, *, push: bool = False) -> Tokens:
    request = client.authorization_request(CALLBACK, scope=SCOPE, push=push)
    return client.redeem(person.authorize(request.url, CALLBACK), request)


def agent_of(admin: Mandate, **more: object) -> types.AgentsCreateResult:
    body = {
        "client_name": "Reporter",
        "scope": "mail:read",
        "grant_types": ["client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange"],
        **more,
    }
    return admin.agents.create(cast("types.AgentsCreateBody", body))


@pytest.mark.parametrize("push", [False, True])
def test_a_person_signs_in_and_is_who_the_id_token_says(client: OAuthClient, maya: Person, push: bool) -> None:
    tokens = sign_in(client, maya, push=push)
    assert tokens.claims is not None
    assert tokens.claims["sub"] == maya.id
    assert tokens.token_type == "Bearer"
    assert client.userinfo(tokens)["email"] == maya.email
    assert Tokens(**tokens.as_dict()) == tokens
    assert tokens.access_token not in repr(tokens)


def test_a_pushed_request_says_nothing_in_its_address(client: OAuthClient) -> None:
    request = client.authorization_request(CALLBACK, scope=SCOPE, push=True)
    assert set(httpx.URL(request.url).params) == {"client_id", "request_uri"}


def test_a_request_is_kept_and_finished_later(client: OAuthClient, maya: Person) -> None:
    kept = client.authorization_request(CALLBACK, scope=SCOPE).as_dict()
    request = AuthorizationRequest(**kept)
    callback = maya.authorize(request.url, CALLBACK)
    tokens = client.redeem(dict(httpx.URL(callback).params), request)
    assert tokens.claims is not None
    assert request.state not in repr(request)


def test_the_callback_of_another_request_is_refused_and_its_code_not_used(client: OAuthClient, maya: Person) -> None:
    mine = client.authorization_request(CALLBACK, scope=SCOPE)
    other = client.authorization_request(CALLBACK, scope=SCOPE)
    callback = maya.authorize(mine.url, CALLBACK)
    with pytest.raises(CallbackError, match="state"):
        client.redeem(callback, other)
    assert client.redeem(callback, mine).claims is not None


def test_a_code_is_good_once(client: OAuthClient, maya: Person) -> None:
    request = client.authorization_request(CALLBACK, scope=SCOPE)
    callback = maya.authorize(request.url, CALLBACK)
    client.redeem(callback, request)
    with pytest.raises(OAuthError) as caught:
        client.redeem(callback, request)
    assert (caught.value.error, caught.value.status) == ("invalid_grant", 400)


def test_a_refresh_gives_new_tokens_of_the_same_person(client: OAuthClient, maya: Person) -> None:
    before = sign_in(client, maya)
    after = client.refresh(before)
    assert after.access_token != before.access_token
    assert after.refresh_token != before.refresh_token
    assert after.claims is not None
    assert after.claims["sub"] == maya.id
    with pytest.raises(OAuthError):
        client.refresh(before)


def test_many_threads_that_find_a_token_expired_refresh_it_once(client: OAuthClient, maya: Person) -> None:
    tokens = sign_in(client, maya)
    expired = replace(tokens, expires_at=0)
    kept: list[Tokens] = []
    session = client.session(expired, on_change=kept.append)
    together = threading.Barrier(8)

    def call(_: int) -> str:
        together.wait()
        return session.tokens().access_token

    with ThreadPoolExecutor(8) as threads:
        seen = set(threads.map(call, range(8)))
    assert len(kept) == 1
    assert seen == {kept[0].access_token}


def test_a_session_renews_what_the_server_does_not_take_any_more(
    server: Server, client: OAuthClient, maya: Person
) -> None:
    session = client.session(sign_in(client, maya))
    with httpx.Client(auth=session, trust_env=False) as api:
        first = session.tokens().access_token
        client.revoke(first)
        # Its refresh token goes on.
        response = api.get(f"{server.url}/oauth/userinfo")
    assert response.status_code == 200
    assert session.tokens().access_token != first


def test_a_revoked_token_is_inactive(server: Server, admin: Mandate) -> None:
    agent = agent_of(admin)
    with OAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as client:
        token = client.client_credentials(scope="mail:read").access_token
        known = client.introspect(token)
        assert (known["active"], known["client_id"]) == (True, agent["client_id"])
        client.revoke(token)
        assert client.introspect(token) == {"active": False}


def test_an_agent_acts_for_a_person_over_two_hops(
    server: Server, admin: Mandate, client: OAuthClient, maya: Person
) -> None:
    planner, mailer = agent_of(admin, scope="openid profile"), agent_of(admin, scope="openid profile")
    for agent in (planner, mailer):
        admin.agents.policies.create(
            agent["id"], {"subject": maya.id, "scope": "openid profile", "max_depth": 2, "may_redelegate": True}
        )
    token = sign_in(client, maya).access_token
    for agent in (planner, mailer):
        with OAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as acting:
            token = acting.exchange(token, scope=["profile"]).access_token
            known = acting.introspect(token)
    assert known["sub"] == maya.id
    assert known["act"]["sub"] == mailer["client_id"]
    assert known["act"]["act"]["sub"] == planner["client_id"]


@pytest.mark.parametrize("push", [False, True])
def test_bound_tokens_need_their_key_and_a_nonce_is_learned(
    server: Server, admin: Mandate, app: types.AppsCreateResult, maya: Person, push: bool
) -> None:
    admin.system.update_config({"dpop.require_nonce": True})
    try:
        with bound(server, app) as client:
            tokens = sign_in(client, maya, push=push)
            assert tokens.token_type == "DPoP"
            assert client.userinfo(tokens)["sub"] == maya.id
            with httpx.Client(auth=client.session(tokens), trust_env=False) as api:
                assert api.get(f"{server.url}/oauth/userinfo?x=1#y").json()["sub"] == maya.id
            assert client.refresh(tokens).token_type == "DPoP"
        stolen = httpx.get(
            f"{server.url}/oauth/userinfo",
            headers={"authorization": f"Bearer {tokens.access_token}"},
            trust_env=False,
        )
        assert stolen.status_code == 401
    finally:
        admin.system.update_config({"dpop.require_nonce": None})


def test_a_key_is_kept_and_is_the_same() -> None:
    key = DPoPKey.generate()
    assert DPoPKey.from_jwk(key.to_jwk()).thumbprint == key.thumbprint
    with pytest.raises((ValueError, TypeError)):
        DPoPKey.from_jwk(JWKRegistry.generate_key("EC", "P-384").as_dict(private=True))


def test_each_way_to_prove_a_client_works(server: Server, admin: Mandate) -> None:
    key = JWKRegistry.generate_key("EC", "P-256")
    assert isinstance(key, ECKey)
    ways = {
        "client_secret_post": {},
        "private_key_jwt": {"jwks": {"keys": [key.as_dict(private=False)]}},
    }
    for method, more in ways.items():
        agent = agent_of(admin, token_endpoint_auth_method=method, **more)
        proof = PrivateKeyJwt(key) if method == "private_key_jwt" else ClientSecretPost(agent.get("client_secret", ""))
        with OAuthClient(server.url, agent["client_id"], authentication=proof) as client:
            assert client.client_credentials(scope="mail:read").scope == "mail:read"


def test_a_wrong_secret_is_said_as_the_protocol_says_it(server: Server, admin: Mandate) -> None:
    agent = agent_of(admin)
    with OAuthClient(server.url, agent["client_id"], "wrong") as client, pytest.raises(OAuthError) as caught:
        client.client_credentials()
    assert (caught.value.error, caught.value.status) == ("invalid_client", 401)


def test_a_service_calls_with_tokens_that_it_gets_by_itself(server: Server, admin: Mandate) -> None:
    agent = agent_of(admin)
    with OAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as client:
        session = client.service_session(scope="mail:read")
        with httpx.Client(auth=session, trust_env=False) as api:
            sent = api.get(f"{server.url}/healthz").request.headers["authorization"]
    assert sent == f"Bearer {session.tokens().access_token}"


def test_a_device_waits_until_the_person_has_decided(
    server: Server, admin: Mandate, television: types.AppsCreateResult, maya: Person
) -> None:
    seen: list[str] = []
    pauses: list[float] = []

    def show(progress: DeviceProgress) -> None:
        seen.append(progress.kind)
        if progress.kind == "waiting":
            admin.device_codes.approve(progress.device.user_code, {"user_id": maya.id})

    # The pauses are not made, so the server may say that it was asked too soon.
    with OAuthClient(server.url, television["client_id"], sleep=pauses.append) as client:
        tokens = client.device_flow(show, scope=SCOPE)
    assert tokens.claims is not None
    assert tokens.claims["sub"] == maya.id
    assert seen[0] == "code"
    assert "waiting" in seen
    assert seen[-1] == "authorized"
    assert all(pause >= 5 for pause in pauses)


def test_a_device_that_is_denied_hears_of_it(
    server: Server, admin: Mandate, television: types.AppsCreateResult
) -> None:
    def show(progress: DeviceProgress) -> None:
        if progress.kind == "code":
            admin.device_codes.deny(progress.device.user_code)

    with (
        OAuthClient(server.url, television["client_id"], sleep=lambda _: None) as client,
        pytest.raises(OAuthError) as caught,
    ):
        client.device_flow(show, scope=SCOPE)
    assert caught.value.error == "access_denied"


def test_signing_out_has_an_address(client: OAuthClient, server: Server) -> None:
    url = httpx.URL(client.logout_url(id_token="x.y.z", redirect_uri=CALLBACK, state="s"))
    assert str(url).startswith(f"{server.url}/oauth/logout?")
    assert url.params["post_logout_redirect_uri"] == CALLBACK


@pytest.mark.anyio
async def test_the_same_without_waiting(server: Server, app: types.AppsCreateResult, maya: Person) -> None:
    key = DPoPKey.generate()
    async with AsyncOAuthClient(server.url, app["client_id"], app.get("client_secret"), dpop=key) as client:
        request = await client.authorization_request(CALLBACK, scope=SCOPE)
        callback = await anyio.to_thread.run_sync(maya.authorize, request.url, CALLBACK)
        tokens = await client.redeem(callback, request)
        assert (await client.userinfo(tokens))["sub"] == maya.id
        kept: list[Tokens] = []

        async def keep(tokens: Tokens) -> None:
            kept.append(tokens)

        session = client.session(replace(tokens, expires_at=0), on_change=keep)
        async with httpx.AsyncClient(auth=session, trust_env=False) as api, anyio.create_task_group() as group:

            async def call() -> None:
                assert (await api.get(f"{server.url}/oauth/userinfo")).status_code == 200

            for _ in range(8):
                group.start_soon(call)
        assert len(kept) == 1
        await client.revoke(kept[0].refresh_token or "")
        with pytest.raises(OAuthError) as caught:
            await client.refresh(kept[0])
        assert caught.value.error == "invalid_grant"


@pytest.mark.anyio
async def test_an_async_service_and_device(
    server: Server, admin: Mandate, television: types.AppsCreateResult, maya: Person
) -> None:
    agent = agent_of(admin)
    async with AsyncOAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as client:
        async with AsyncMandate(server.url, auth=client.service_session(scope="mail:read")) as mandate:
            assert (await mandate.system.check_health())["status"] == "ok"
        assert (await client.introspect("nothing"))["active"] is False

    def show(progress: DeviceProgress) -> None:
        if progress.kind == "code":
            admin.device_codes.approve(progress.device.user_code, {"user_id": maya.id})

    async def no_pause(_: float) -> None:
        pass

    async with AsyncOAuthClient(server.url, television["client_id"], sleep=no_pause) as client:
        assert (await client.device_flow(show, scope="openid")).claims is not None
        assert (await client.logout_url()).startswith(server.url)
