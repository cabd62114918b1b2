"""What a server says of itself (RFC 8414)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from typing_extensions import NotRequired, TypedDict

from mandate._retry import Attempt, attempt
from mandate.errors import json_object
from mandate.oauth.errors import InvalidResponseError, OAuthError

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from mandate._flow import Flow


class Metadata(TypedDict):
    """The members that a client acts by; the others are there as well."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    pushed_authorization_request_endpoint: NotRequired[str]
    require_pushed_authorization_requests: NotRequired[bool]
    device_authorization_endpoint: NotRequired[str]
    introspection_endpoint: NotRequired[str]
    revocation_endpoint: NotRequired[str]
    userinfo_endpoint: NotRequired[str]
    end_session_endpoint: NotRequired[str]
    revocation_snapshot_endpoint: NotRequired[str]
    revocation_feed_endpoint: NotRequired[str]
    authorization_response_iss_parameter_supported: NotRequired[bool]


_REQUIRED = ("authorization_endpoint", "token_endpoint", "jwks_uri")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def discover(issuer: str, request: Callable[..., httpx.Request]) -> Flow[Metadata]:
    """Fetches the document, and refuses one that speaks for somebody else (RFC 8414 §3.3)."""
    require_secure(issuer)
    address = metadata_address(issuer)
    response = yield from attempt(Attempt(lambda: request("GET", address), repeatable=True, max_retries=2))
    if response.status_code != 200:
        raise OAuthError.of_response(response)
    document = json_object(response)
    if document.get("issuer") != issuer:
        raise InvalidResponseError(f"the metadata speaks for {document.get('issuer')!r} and not for {issuer!r}")
    for name, value in document.items():
        if name.endswith(("_endpoint", "_uri")) and isinstance(value, str):
            try:
                require_secure(value)
            except ValueError as error:
                raise InvalidResponseError(f"{name} is {error}") from error
    if not all(isinstance(document.get(name), str) for name in _REQUIRED):
        raise InvalidResponseError("the metadata names no endpoints")
    return cast("Metadata", document)


def metadata_address(issuer: str) -> str:
    """RFC 8414 §3.1: the well-known part comes before the path of the issuer."""
    parts = urlsplit(issuer)
    path = parts.path.rstrip("/")
    return parts._replace(path=f"/.well-known/oauth-authorization-server{path}", query="", fragment="").geturl()


def require_secure(url: str) -> None:
    """Refuses what would carry secrets in the open: everything but https, and http on this machine."""
    parts = urlsplit(url)
    if parts.scheme == "https" and parts.hostname:
        return
    if parts.scheme == "http" and parts.hostname in _LOOPBACK:
        return
    raise ValueError(f"no https address: {url!r}")
