"""FastAPI behind a real server: whoever has a token, and whoever has not."""

# Without postponed annotations: FastAPI reads those of its routes, which name what is known in a function alone.
from typing import Annotated, Any
from urllib.parse import urlsplit

import httpx
import pytest
from conftest import Server
from fastapi import Depends, FastAPI

from mandate import types
from mandate.oauth import AsyncOAuthClient, DPoPKey
from mandate.verify import AccessToken, AsyncVerifier
from mandate.verify.fastapi import Protected, metadata_route


def app_of(verifier: AsyncVerifier) -> FastAPI:
    app = FastAPI()
    app.include_router(metadata_route(verifier))

    @app.get("/notes/{name}")
    async def notes(name: str, token: Annotated[AccessToken, Depends(Protected(verifier, "notes:read"))]) -> Any:
        return {"name": name, "subject": token.subject}

    @app.delete("/notes/{name}")
    async def delete(token: Annotated[AccessToken, Depends(Protected(verifier, "notes:delete"))]) -> Any:
        raise AssertionError(token)

    return app


@pytest.mark.anyio
async def test_fastapi_lets_through_whoever_has_a_token_for_it(
    server: Server, api: str, agent: types.AgentsCreateResult
) -> None:
    secret = agent.get("client_secret")
    async with (
        AsyncVerifier(server.url, api) as verifier,
        AsyncOAuthClient(server.url, agent["client_id"], secret) as plain,
        AsyncOAuthClient(server.url, agent["client_id"], secret, dpop=DPoPKey.generate()) as bound,
    ):
        network = httpx.ASGITransport(app_of(verifier))
        async with httpx.AsyncClient(transport=network, base_url=api) as browser:
            response = await browser.get("/notes/a")
            assert response.status_code == 401
            challenge = response.headers["www-authenticate"]
            assert f'resource_metadata="{api}/.well-known/oauth-protected-resource"' in challenge
            metadata = (await browser.get(urlsplit(verifier.metadata_url).path)).json()
            assert metadata["authorization_servers"] == [server.url]
        for client in (plain, bound):
            session = client.service_session(scope="notes:read", resource=api)
            async with httpx.AsyncClient(transport=network, base_url=api, auth=session) as caller:
                for _ in range(2):
                    response = await caller.get("/notes/a%20b?page=2")
                    assert response.json() == {"name": "a b", "subject": agent["client_id"]}
                response = await caller.delete("/notes/a")
                assert response.status_code == 403
                assert 'scope="notes:delete"' in response.headers["www-authenticate"]
                assert response.json()["detail"]["error"] == "insufficient_scope"
            # A token for somebody else, by the same server.
            session = client.service_session()
            async with httpx.AsyncClient(transport=network, base_url=api, auth=session) as caller:
                assert (await caller.get("/notes/a")).status_code == 401
        stolen = (await session.tokens()).access_token
        async with httpx.AsyncClient(transport=network, base_url=api) as thief:
            response = await thief.get("/notes/a", headers={"authorization": f"Bearer {stolen}"})
            assert response.status_code == 401
