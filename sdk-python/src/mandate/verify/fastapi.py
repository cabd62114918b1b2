"""Guarding the routes of FastAPI."""

# Without postponed annotations: FastAPI reads those of its dependencies.
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, HTTPException, Request

from mandate.verify.core import Needs
from mandate.verify.errors import AccessError
from mandate.verify.token import AccessToken
from mandate.verify.verifier import AsyncVerifier


class Protected:
    """A dependency that lets a request through with a good token, and hands the token over.

    `Annotated[AccessToken, Depends(Protected(verifier, "notes:read"))]`
    """

    def __init__(
        self, verifier: AsyncVerifier, *scopes: str, acr_values: Sequence[str] = (), max_age: int | None = None
    ) -> None:
        self._verifier = verifier
        self._needs = Needs(scopes, tuple(acr_values), max_age)

    async def __call__(self, request: Request) -> AccessToken:
        path = request.scope.get("raw_path") or request.scope["path"].encode()
        try:
            return await self._verifier.authenticate(
                request.method, path.decode("latin-1"), request.headers.items(), self._needs
            )
        except AccessError as error:
            raise HTTPException(error.status, error.body, error.headers) from error


def metadata_route(verifier: AsyncVerifier) -> APIRouter:
    """The route where the API says which tokens it takes (RFC 9728): `app.include_router(metadata_route(verifier))`."""
    router = APIRouter()

    async def metadata() -> dict[str, Any]:
        return verifier.metadata()

    router.add_api_route(urlsplit(verifier.metadata_url).path, metadata, include_in_schema=False)
    return router
