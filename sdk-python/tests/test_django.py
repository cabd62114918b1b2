"""Django behind a real server: views, coroutines, and everything at once."""

# Django says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from django.http import JsonResponse
from django.test import AsyncRequestFactory, RequestFactory

from mandate.oauth import DPoPKey, OAuthClient
from mandate.verify import AsyncVerifier, Verifier
from mandate.verify.django import HttpRequest, metadata_view, middleware, protected, token_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Server

    from mandate import types


@pytest.fixture
def bound(server: Server, agent: types.AgentsCreateResult) -> Iterator[OAuthClient]:
    with OAuthClient(server.url, agent["client_id"], agent.get("client_secret"), dpop=DPoPKey.generate()) as client:
        yield client


def request_for(client: OAuthClient, api: str, method: str, path: str) -> dict[str, str]:
    """The headers of a request that carries a token."""
    session = client.service_session(scope="notes:read", resource=api)
    with httpx.Client(auth=session, transport=httpx.MockTransport(lambda _: httpx.Response(200))) as http:
        sent = http.request(method, f"{api}{path}").request.headers
    return {"HTTP_AUTHORIZATION": sent["authorization"], "HTTP_DPOP": sent["dpop"]}


def test_django_guards_views_and_everything(server: Server, api: str, bound: OAuthClient) -> None:
    with Verifier(server.url, api) as verifier:

        @protected(verifier, "notes:read")
        def notes(request: HttpRequest, name: str) -> Any:
            return JsonResponse({"name": name, "client_id": token_of(request).client_id})

        @protected(verifier, "notes:delete")
        def delete(request: HttpRequest) -> Any:
            raise AssertionError(request)

        path = "/notes/a%20b?page=2"
        headers = request_for(bound, api, "GET", path)
        make: Any = RequestFactory()
        assert notes(make.get(path, **headers), "a b").status_code == 200
        refused = notes(make.get(path, **headers), "a b")
        assert refused.status_code == 401
        assert "used before" in refused.content.decode()
        assert notes(make.get(path), "a b").headers["WWW-Authenticate"].startswith("Bearer ")
        assert delete(make.get("/x", **request_for(bound, api, "GET", "/x"))).status_code == 403

        handle = middleware(verifier, "notes:read")(metadata_view(verifier))
        assert handle(make.get("/notes")).status_code == 401
        assert handle(make.get("/notes", **request_for(bound, api, "GET", "/notes"))).status_code == 200
        assert handle(make.get("/.well-known/oauth-protected-resource")).status_code == 200


@pytest.mark.anyio
async def test_django_guards_coroutines(server: Server, api: str, bound: OAuthClient) -> None:
    async with AsyncVerifier(server.url, api) as verifier:

        @protected(verifier, "notes:read")
        async def notes(request: HttpRequest) -> Any:
            return JsonResponse({"client_id": token_of(request).client_id})

        headers = request_for(bound, api, "GET", "/notes")
        make: Any = AsyncRequestFactory()
        names = {"authorization": headers["HTTP_AUTHORIZATION"], "dpop": headers["HTTP_DPOP"]}
        assert (await notes(make.get("/notes", headers=names))).status_code == 200
        assert (await notes(make.get("/notes"))).status_code == 401
        with pytest.raises(TypeError, match="coroutines"):
            protected(verifier)(metadata_view(verifier))
