"""Guarding the views of Django."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, Protocol, cast

from django.http import JsonResponse  # pyright: ignore[reportMissingTypeStubs]

from mandate.verify.core import Needs
from mandate.verify.errors import AccessError
from mandate.verify.verifier import AsyncVerifier, Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mandate.verify.token import AccessToken


class HttpRequest(Protocol):
    """What is read of a request of Django."""

    method: str | None
    path: str

    @property
    def headers(self) -> Any: ...

    def get_full_path(self) -> str: ...


_ATTRIBUTE = "access_token"


def protected(
    verifier: Verifier | AsyncVerifier,
    *scopes: str,
    acr_values: Sequence[str] = (),
    max_age: int | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Lets a request reach a view with a good token, which `token_of(request)` returns.

    A `Verifier` guards views, an `AsyncVerifier` those that are coroutines.
    """
    needs = Needs(scopes, tuple(acr_values), max_age)

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        if isinstance(verifier, AsyncVerifier) != inspect.iscoroutinefunction(view):
            raise TypeError("a Verifier guards views, an AsyncVerifier those that are coroutines")
        if isinstance(verifier, AsyncVerifier):
            asynchronous = verifier

            @functools.wraps(view)
            async def guarded_async(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
                try:
                    token = await asynchronous.authenticate(*_request_of(request), needs)
                except AccessError as error:
                    return _refusal(error)
                setattr(request, _ATTRIBUTE, token)
                return await view(request, *args, **kwargs)

            return guarded_async
        waiting = verifier

        @functools.wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            try:
                token = waiting.authenticate(*_request_of(request), needs)
            except AccessError as error:
                return _refusal(error)
            setattr(request, _ATTRIBUTE, token)
            return view(request, *args, **kwargs)

        return guarded

    return guard


def middleware(
    verifier: Verifier, *scopes: str, open_paths: Sequence[str] = ("/.well-known/",)
) -> Callable[[Callable[[HttpRequest], Any]], Callable[[HttpRequest], Any]]:
    """A middleware that guards everything but what begins with one of `open_paths`.

    Give it a name in a module of yours, and name that in `MIDDLEWARE`.
    """

    def install(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
        guarded = protected(verifier, *scopes)(get_response)

        def handle(request: HttpRequest) -> Any:
            is_open = request.path.startswith(tuple(open_paths))
            return get_response(request) if is_open else guarded(request)

        return handle

    return install


def token_of(request: HttpRequest) -> AccessToken:
    """The token of a request that was let through."""
    return cast("AccessToken", getattr(request, _ATTRIBUTE))


def metadata_view(verifier: Verifier | AsyncVerifier) -> Callable[[HttpRequest], JsonResponse]:
    """A view that says which tokens the API takes (RFC 9728), for the path of `verifier.metadata_url`."""

    def metadata(_: HttpRequest) -> JsonResponse:
        return JsonResponse(verifier.metadata())

    return metadata


def _request_of(request: HttpRequest) -> tuple[str, str, list[tuple[str, str]]]:
    return request.method or "", request.get_full_path().split("?", 1)[0], list(request.headers.items())


def _refusal(error: AccessError) -> JsonResponse:
    return JsonResponse(error.body, status=error.status, headers=error.headers)
