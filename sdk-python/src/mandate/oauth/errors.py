"""What the protocol refuses with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mandate.errors import MandateError, json_object, text

if TYPE_CHECKING:
    import httpx


class OAuthError(MandateError):
    """An error of the protocol (RFC 6749 §5.2): `error` is its name, `message` what the server says to it."""

    def __init__(
        self, error: str, description: str | None = None, *, status: int = 0, request_id: str | None = None
    ) -> None:
        super().__init__(description or error, status=status, code=error, request_id=request_id)

    @property
    def error(self) -> str:
        """The name of the error, such as `invalid_grant`."""
        return self.code

    @classmethod
    def of_response(cls, response: httpx.Response) -> OAuthError:
        """The error that a response of an OAuth endpoint carries. Its body must have been read."""
        body = json_object(response)
        return cls(
            text(body.get("error")) or f"http_{response.status_code}",
            text(body.get("error_description")) or f"The server responded {response.status_code}.",
            status=response.status_code,
            request_id=response.headers.get("x-request-id"),
        )


class CallbackError(OAuthError):
    """A callback that does not belong to the request it is held against. Nothing in it was used."""

    def __init__(self, description: str) -> None:
        super().__init__("invalid_callback", description)


class InvalidResponseError(OAuthError):
    """The server responded what it must not."""

    def __init__(self, description: str, *, status: int = 200) -> None:
        super().__init__("invalid_response", description, status=status)
