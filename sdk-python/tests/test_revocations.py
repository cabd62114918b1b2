"""Which tokens the feed ends, by its rule; and following it, at a real server and at one that misbehaves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest
from fake_issuer import ISSUER, FakeIssuer, tokens_response
from people import sign_up

from mandate.oauth import AsyncOAuthClient, OAuthClient
from mandate.verify import AccessError, AccessToken, AsyncRevocationFeed, AsyncVerifier, RevocationFeed, Verifier
from mandate.verify.feed import Event, EventParser
from mandate.verify.revocations import Revocations

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Server

    from mandate import Mandate, types

NOW = 1_790_000_000
EXP = NOW + 3600
CALLBACK = "https://app.example.com/callback"


def token(**claims: Any) -> AccessToken:
    """The mailer's token, exchanged from the planner's, which came from the application's."""
    lineage = {
        "consent": "con_1",
        "session": True,
        "policy": "pol_mailer",
        "ancestors": [
            {"jti": "tok_5", "client_id": "agt_planner", "policy": "pol_planner", "jkt": "key_planner"},
            {"jti": "tok_3", "client_id": "app_notes", "kid": "old"},
        ],
    }
    all_claims = {"iss": ISSUER, "lineage": lineage, **claims}
    return AccessToken(
        subject="usr_maya",
        client_id="agt_mailer",
        scopes=frozenset(),
        actors=(),
        expires_at=EXP,
        id="tok_7",
        jkt="key_mailer",
        claims={name: value for name, value in all_claims.items() if value is not None},
        token="x",
        kid="new",
    )


def verdict(*entries: dict[str, Any], of: AccessToken | None = None) -> str:
    revocations = Revocations(ISSUER, lambda: NOW)
    revocations.apply([{"exp": EXP, **entry} for entry in entries])
    return revocations.judge(of or token())


@pytest.mark.parametrize("jti", ["tok_7", "tok_5", "tok_3"])
def test_a_token_dies_with_whatever_it_descends_from(jti: str) -> None:
    assert verdict() == "alive"
    assert verdict({"jti": "tok_4"}) == "alive"
    assert verdict({"jti": jti}) == "dead"


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"client_id": "agt_mailer"},
        {"client_id": "agt_planner"},
        {"client_id": "app_notes"},
        {"client_id_pattern": "agt_*"},
        {"client_id_pattern": "app_n?tes"},
        {"client_id": "app_notes", "consent": True},
        {"sub": "usr_maya"},
        {"sub": "usr_maya", "session": True},
        {"sub": "usr_maya", "consent": True},
        {"sub": "usr_maya", "client_id": "agt_planner"},
        {"consent": "con_1"},
        {"consent": True},
        {"policy": "pol_mailer"},
        {"policy": "pol_planner"},
        {"client_id": "agt_mailer", "jkt": "key_mailer"},
        {"client_id": "agt_planner", "jkt": "key_planner"},
        # What an ancestor does not say is as with the token before it.
        {"client_id": "app_notes", "jkt": "key_planner"},
        {"kid": "new"},
        {"kid": "old", "client_id": "app_notes"},
        {"client_id": "agt_planner", "kid": "new"},
        {"session": True},
        {"session": True, "except": {"sub": ["usr_eve"], "jti": ["tok_9"]}},
        {"client_id_pattern": "*", "sub": "usr_maya", "kid": "new", "session": True, "consent": "con_1"},
    ],
)
def test_a_mark_ends_what_its_members_name(members: dict[str, Any]) -> None:
    assert verdict({"before": "tok_8", **members}) == "marked"


@pytest.mark.parametrize(
    "members",
    [
        {"client_id": "agt_other"},
        {"client_id_pattern": "agt_"},
        {"client_id_pattern": "agt_mailer?"},
        {"client_id_pattern": "AGT_*"},
        {"client_id_pattern": "[a]gt_mailer"},
        {"client_id_pattern": "agt_[!x]ailer"},
        {"sub": "usr_eve"},
        {"sub": "usr_maya", "client_id": "agt_other"},
        {"consent": "con_2"},
        {"policy": "pol_other"},
        {"client_id": "agt_mailer", "jkt": "key_planner"},
        {"client_id": "agt_planner", "policy": "pol_mailer"},
        {"client_id": "agt_mailer", "kid": "old"},
        {"session": True, "except": {"sub": ["usr_maya"]}},
        {"session": True, "except": {"jti": ["tok_3"]}},
    ],
)
def test_a_mark_leaves_what_it_does_not_name(members: dict[str, Any]) -> None:
    assert verdict({"before": "tok_8", **members}) == "alive"


def test_a_mark_is_about_what_was_issued_before() -> None:
    assert verdict({"before": "tok_7", "client_id": "agt_mailer"}) == "alive"
    assert verdict({"before": "tok_70", "client_id": "agt_mailer"}) == "marked"
    assert verdict({"before": "tok_6", "client_id": "agt_planner"}) == "marked"
    assert verdict({"before": "tok_5", "sub": "usr_maya"}) == "marked", "its ancestor tok_3 is older"


def test_what_a_token_does_not_stem_from_does_not_end_it() -> None:
    plain = token(lineage={})
    members: list[dict[str, Any]] = [
        {"consent": True},
        {"session": True},
        {"policy": "pol_mailer"},
        {"consent": "con_1"},
    ]
    for member in members:
        assert verdict({"before": "tok_8", **member}, of=plain) == "alive"
    assert verdict({"before": "tok_8", "client_id": "agt_mailer"}, of=plain) == "marked"


@pytest.mark.parametrize(
    "entry",
    [
        {"before": "tok_1", "tenant": "x"},
        {"before": "tok_1", "session": False},
        {"before": "tok_1", "client_id": 7},
        {"before": "tok_1", "client_id": ""},
        {"before": "tok_1", "consent": False},
        {"before": "tok_1", "except": {}},
        {"before": "tok_1", "except": []},
        {"before": "tok_1", "except": {"sub": []}},
        {"before": "tok_1", "except": {"sub": [1]}},
        {"before": "tok_1", "except": {"client_id": ["x"]}},
        {"before": 1},
        {"jti": "tok_1", "client_id": "x"},
        {"jti": "tok_1", "exp": "soon"},
        {},
    ],
)
def test_an_entry_that_nobody_understands_leaves_every_token_undecided(entry: dict[str, Any]) -> None:
    assert verdict(entry) == "undecided"


UNREADABLE: list[Any] = [
    None,
    [],
    "x",
    {"ancestors": {}},
    {"ancestors": [{}]},
    {"ancestors": [{"jti": 1}]},
    {"ancestors": [{"jti": "x", "client_id": 1}]},
    {"ancestors": [{"jti": "x"}] * 1000},
    {"session": "yes"},
    {"consent": 1},
    {"policy": ""},
]


@pytest.mark.parametrize("lineage", UNREADABLE)
def test_a_token_whose_line_can_not_be_read_is_undecided(lineage: Any) -> None:
    assert verdict(of=token(lineage=lineage)) == "undecided"
    assert verdict(of=token(iss="https://other.example.com")) == "undecided"


def test_entries_are_forgotten_when_nothing_can_be_about_them_any_more() -> None:
    now = float(NOW)
    revocations = Revocations(ISSUER, lambda: now)
    revocations.apply([{"jti": "tok_7", "exp": NOW + 10}, {"before": "tok_8", "sub": "usr_maya", "exp": NOW + 10}])
    revocations.apply([{"new": "kind", "exp": NOW + 10}])
    assert revocations.judge(token()) == "undecided"
    now += 71
    revocations.apply([])
    assert revocations.judge(token()) == "alive"


def test_events_are_read_in_whatever_pieces_they_come() -> None:
    text = (
        'retry: 1000\n\n: alive\n\nid: 1\nevent: revocations\ndata: {"a":\ndata:"\u2028é"}\n\n'
        "event: ready\r\ndata: {}\r\n\r\n"
    )
    for size in (1, 2, 7, 1000):
        parser = EventParser()
        raw = text.encode()
        events = [event for at in range(0, len(raw), size) for event in parser.feed(raw[at : at + size])]
        assert events == [Event("revocations", '{"a":\n"\u2028é"}', "1"), Event("ready", "{}", None)]


# At a real server.


@pytest.fixture
def reader(admin: Mandate) -> types.AgentsCreateResult:
    """The client by which an API follows the feed."""
    return admin.agents.create(
        {"client_name": "Notes API", "scope": "revocations:read", "grant_types": ["client_credentials"]}
    )


def until(refused: Callable[[], bool]) -> float:
    """How long it took."""
    started = time.monotonic()
    while not refused():
        assert time.monotonic() - started < 30
        time.sleep(0.01)
    return time.monotonic() - started


def is_refused(verifier: Verifier, access_token: str) -> bool:
    try:
        verifier.authenticate("GET", "/notes", [("authorization", f"Bearer {access_token}")])
    except AccessError as error:
        return error.code == "invalid_token"
    return False


def test_a_token_dies_where_it_is_verified_soon_after_it_died_at_the_server(
    server: Server, admin: Mandate, reader: types.AgentsCreateResult
) -> None:
    app = admin.apps.create(
        {"name": "Notes", "type": "web", "first_party": True, "redirect_uris": [CALLBACK], "scope": "openid profile"}
    )
    exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    agent = admin.agents.create({"client_name": "Mailer", "scope": "profile", "grant_types": [exchange]})
    maya = sign_up(server.url)
    policy = admin.agents.policies.create(agent["id"], {"subject": maya.id, "scope": "profile"})
    with (
        OAuthClient(server.url, app["client_id"], app.get("client_secret")) as client,
        OAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as acting,
        OAuthClient(server.url, reader["client_id"], reader.get("client_secret")) as own,
        RevocationFeed(own) as feed,
        Verifier(server.url, server.url, revocations=feed) as verifier,
    ):
        request = client.authorization_request(CALLBACK, scope="openid profile")
        root = client.redeem(maya.authorize(request.url, CALLBACK), request).access_token
        assert feed.wait(30)
        first, second = (acting.exchange(root, scope="profile").access_token for _ in range(2))
        assert not any(is_refused(verifier, it) for it in (root, first, second))
        acting.revoke(first)
        until(lambda: is_refused(verifier, first))
        assert not is_refused(verifier, second)
        admin.agents.policies.revoke(agent["id"], policy["id"])
        until(lambda: is_refused(verifier, second))
        assert not is_refused(verifier, root)
        admin.users.sessions.revoke_all(maya.id)
        until(lambda: is_refused(verifier, root))
    maya.browser.close()
    # What ended before anyone followed stands in the snapshot.
    with (
        OAuthClient(server.url, reader["client_id"], reader.get("client_secret")) as own,
        RevocationFeed(own) as feed,
        Verifier(server.url, server.url, revocations=feed) as verifier,
    ):
        assert feed.wait(30)
        assert all(is_refused(verifier, it) for it in (root, first, second))


@pytest.mark.anyio
async def test_the_same_without_waiting(server: Server, admin: Mandate, reader: types.AgentsCreateResult) -> None:
    agent = admin.agents.create(
        {"client_name": "Reporter", "scope": "mail:read", "grant_types": ["client_credentials"]}
    )
    async with (
        AsyncOAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as client,
        AsyncOAuthClient(server.url, reader["client_id"], reader.get("client_secret")) as own,
        AsyncRevocationFeed(own) as feed,
        AsyncVerifier(server.url, server.url, revocations=feed) as verifier,
    ):
        assert await feed.wait(30)
        access_token = (await client.client_credentials(scope="mail:read")).access_token
        headers = [("authorization", f"Bearer {access_token}")]
        assert await verifier.authenticate("GET", "/", headers)
        admin.agents.deactivate(agent["id"])

        async def keeps_calling() -> None:
            while True:
                await verifier.authenticate("GET", "/", headers)
                await anyio.sleep(0.01)

        with anyio.fail_after(30), pytest.raises(AccessError) as caught:
            await keeps_calling()
        assert caught.value.code == "invalid_token"


# At one that misbehaves.


class FeedIssuer(FakeIssuer):
    """A server with a feed."""

    def __init__(self) -> None:
        super().__init__()
        self.metadata["revocation_snapshot_endpoint"] = f"{ISSUER}/oauth/revocations/snapshot"
        self.metadata["revocation_feed_endpoint"] = f"{ISSUER}/oauth/revocations"
        self.answer("/oauth/token", tokens_response())
        self.answer("/oauth/revocations/snapshot", lambda _: self.snapshot())
        self.answer("/oauth/revocations", self.stream("id: 1\nevent: ready\ndata: {}\n\n"))

    def snapshot(self, *entries: dict[str, Any], typ: str = "revocations+jwt", **claims: Any) -> httpx.Response:
        now = int(self.now)
        usual = {"iss": ISSUER, "aud": "api", "iat": now, "exp": now + 60, "cursor": "0", "entries": list(entries)}
        return httpx.Response(200, text=self.sign({**usual, **claims}, typ=typ))

    def stream(self, text: str) -> Callable[[httpx.Request], httpx.Response]:
        return lambda _: httpx.Response(200, text=text)

    def live(self) -> AccessToken:
        return token(iat=int(self.now))

    def follow(self, judged: Callable[[RevocationFeed], bool]) -> list[str | None]:
        """Follows until something is so; where each connection began."""
        own = OAuthClient(ISSUER, "api", "secret", http_client=self.http(), clock=self.clock, sleep=self.wait)
        with RevocationFeed(own) as feed:
            until(lambda: judged(feed))
        return [request.headers.get("last-event-id") for request in self.requests_to("/oauth/revocations")]


def test_the_feed_goes_on_where_the_snapshot_and_the_last_connection_ended() -> None:
    issuer = FeedIssuer()
    places = issuer.follow(lambda _: len(issuer.requests_to("/oauth/revocations")) >= 3)
    assert places[:3] == ["0", "1", "1"]
    assert len(issuer.requests_to("/oauth/revocations/snapshot")) == 1


def test_a_place_that_the_server_does_not_know_any_more_is_begun_anew() -> None:
    issuer = FeedIssuer()
    issuer.answer("/oauth/revocations", httpx.Response(410, json={}), issuer.stream("event: ready\ndata: {}\n\n"))
    issuer.follow(lambda _: len(issuer.requests_to("/oauth/revocations")) >= 2)
    assert len(issuer.requests_to("/oauth/revocations/snapshot")) == 2


def test_a_snapshot_is_read_to_its_last_page() -> None:
    issuer = FeedIssuer()
    issuer.answer("/oauth/revocations/snapshot", issuer.snapshot(next="p2"), issuer.snapshot())
    issuer.follow(lambda _: len(issuer.requests_to("/oauth/revocations")) >= 1)
    first, second = issuer.requests_to("/oauth/revocations/snapshot")
    assert (first.url.params.get("page"), second.url.params.get("page")) == (None, "p2")


@pytest.mark.parametrize(
    "claims",
    [
        {"typ": "at+jwt"},
        {"iss": "https://other.example.com"},
        {"aud": "another"},
        {"exp": 1},
        {"cursor": None},
    ],
)
def test_a_snapshot_that_is_not_for_us_is_not_believed(claims: dict[str, Any]) -> None:
    issuer = FeedIssuer()
    issuer.answer("/oauth/revocations/snapshot", issuer.snapshot(**claims))
    judged: list[str] = []

    def enough(feed: RevocationFeed) -> bool:
        judged.append(feed.judge(issuer.live()))
        return len(issuer.requests_to("/oauth/revocations/snapshot")) >= 2

    assert issuer.follow(enough) == []
    assert set(judged) == {"undecided"}


@pytest.mark.parametrize(
    ("stream", "answered"),
    [("event: ready\ndata: nonsense\n\n", "undecided"), ("event: revocations\ndata: {}\n\n: alive\n\n", "undecided")],
)
def test_without_a_sign_that_all_was_told_nothing_is_known(stream: str, answered: str) -> None:
    issuer = FeedIssuer()
    issuer.answer("/oauth/revocations", issuer.stream(stream))
    judged: list[str] = []

    def enough(feed: RevocationFeed) -> bool:
        judged.append(feed.judge(issuer.live()))
        return len(issuer.requests_to("/oauth/revocations")) >= 2

    issuer.follow(enough)
    assert set(judged) == {answered}


def test_while_nobody_follows_the_server_is_asked_or_the_token_refused() -> None:
    issuer = FeedIssuer()
    own = OAuthClient(ISSUER, "api", "secret", http_client=issuer.http(), clock=issuer.clock, sleep=issuer.wait)
    feed = RevocationFeed(own)
    headers = [("authorization", f"Bearer {issuer.access_token(lineage={})}")]
    api = "https://api.example.com"
    alone = Verifier(ISSUER, api, revocations=feed, http_client=issuer.http(), clock=issuer.clock)
    with pytest.raises(AccessError) as caught:
        alone.authenticate("GET", "/", headers)
    assert caught.value.status == 503
    asking = Verifier(ISSUER, api, revocations=feed, introspection=own, http_client=issuer.http(), clock=issuer.clock)
    issuer.answer("/oauth/introspect", httpx.Response(200, json={"active": True}))
    assert asking.authenticate("GET", "/", headers)
    issuer.answer("/oauth/introspect", httpx.Response(200, json={"active": False}))
    with pytest.raises(AccessError) as caught:
        asking.authenticate("GET", "/", headers)
    assert caught.value.code == "invalid_token"
