"""How an API refuses, in the words of the protocol."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mandate.errors import MandateError

# RFC 6750 §3: what may stand between the quotes of a challenge.
_FORBIDDEN = re.compile(r"[^\x20\x21\x23-\x5B\x5D-\x7E]")


@dataclass(frozen=True)
class Challenge:
    """One way to authenticate, as `WWW-Authenticate` says it (RFC 9110 §11.6.1)."""

    scheme: str
    parameters: dict[str, str] = field(default_factory=dict[str, str])

    def __str__(self) -> str:
        pairs = ", ".join(f'{name}="{_FORBIDDEN.sub("", value)}"' for name, value in self.parameters.items())
        return f"{self.scheme} {pairs}".strip()


class AccessError(MandateError):
    """A request that an API has to refuse: respond with `status` and `headers`.

    `code` is the error of the protocol, `message` what the caller may know of it, and `reason` what stays in the log.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int,
        reason: str | None = None,
        challenges: tuple[Challenge, ...] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message, status=status, code=code)
        self.reason = reason or message
        self.challenges = challenges
        self._headers = headers or {}

    @property
    def headers(self) -> dict[str, str]:
        """What goes along with the response."""
        if not self.challenges:
            return dict(self._headers)
        return {**self._headers, "WWW-Authenticate": ", ".join(map(str, self.challenges))}

    @property
    def body(self) -> dict[str, str]:
        """What the response may say."""
        return {"error": self.code, "error_description": self.message}
