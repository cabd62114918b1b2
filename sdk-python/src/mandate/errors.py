"""What goes wrong, told apart by stable codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, cast

if TYPE_CHECKING:
    import httpx


class FieldError(TypedDict):
    """What is wrong with one field."""

    pointer: str
    message: str


class MandateError(Exception):
    """A call that did not succeed: a refusal of the server, or no answer at all."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        docs_url: str | None = None,
        request_id: str | None = None,
        details: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: The status of the response; 0 when none came.
        self.status = status
        #: The stable code of exactly this error: https://…/docs/errors lists them.
        self.code = code
        self.docs_url = docs_url
        #: What to look for in the log of the server.
        self.request_id = request_id
        self.details: dict[str, Any] = {} if details is None else details

    def __str__(self) -> str:
        told = [part for part in (self.code, str(self.status) if self.status else "", self.request_id or "") if part]
        wrong = [f" {error['pointer']}: {error['message']}." for error in self.errors if error["pointer"]]
        return f"{self.message}{''.join(wrong)} ({', '.join(told)})"

    @property
    def errors(self) -> list[FieldError]:
        """What is wrong where in the request, with a status of 400."""
        return cast("list[FieldError]", self.details.get("errors") or [])

    @classmethod
    def of_response(cls, response: httpx.Response) -> MandateError:
        """The error that a response carries. Its body must have been read."""
        body = json_object(response)
        details = as_object(body.get("details"))
        status = response.status_code
        return cls(
            text(body.get("message")) or f"The server responded {status} {response.reason_phrase}.".strip(),
            status=status,
            code=text(body.get("code")) or text(body.get("error")) or f"http_{status}",
            docs_url=text(body.get("docs_url")),
            request_id=text(details.get("request_id")) or response.headers.get("x-request-id"),
            details=details,
        )


class MandateConnectionError(MandateError):
    """No response came. Whether the server did what it was asked is unknown, unless `code` is `not_connected`."""

    def __init__(self, message: str, *, code: str) -> None:
        super().__init__(message, status=0, code=code)


def json_object(response: httpx.Response) -> dict[str, Any]:
    """The object in the body of a response; empty when there is none."""
    try:
        return as_object(response.json())
    except ValueError:
        return {}


def as_object(value: object) -> dict[str, Any]:
    """The value if it is an object of JSON, else an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is an array of JSON, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def text(value: object) -> str | None:
    """The value if it is a text that is not empty."""
    return value if isinstance(value, str) and value else None
