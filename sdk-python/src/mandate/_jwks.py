"""The signing keys of a server, kept so that a rotation is noticed and an outage is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx

from mandate import _jwt
from mandate._flow import Flow, send
from mandate.errors import MandateError, as_list, as_object, json_object, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from mandate._jwt import PublicKey

# How long keys are taken without asking again; a key that was withdrawn dies here no later than that.
_FRESH_SECONDS = 300.0
# How long keys are taken while the server can't be asked.
_STALE_SECONDS = 24 * 3600.0
# Unknown key ids make nobody ask more often than this, whoever sends them.
_COOLDOWN_SECONDS = 10.0
# Without any key nothing works, so it is tried again sooner.
_FIRST_COOLDOWN_SECONDS = 1.0
_MAX_KEYS = 100


class KeysUnavailableError(MandateError):
    """The keys can't be fetched, and there are none to go on with: respond with 503, since the token may be good."""

    def __init__(self, message: str) -> None:
        super().__init__(message, status=0, code="keys_unavailable")


class KeyCache:
    """What is known of the keys, and when to ask again. Its owner sees to it that `refresh` runs once at a time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._keys: dict[str, PublicKey] = {}
        self._fetched_at: float | None = None
        self._asked_at: float | None = None

    def find(self, kid: str | None) -> PublicKey | None:
        """The key, if no question has to be asked for it."""
        return self._keys.get(kid or "") if not self._is_old() else None

    def has(self, kid: str | None) -> bool:
        """Whether the key is known, however old."""
        return (kid or "") in self._keys

    def begin(self) -> None:
        """Somebody asks now; the next one waits for a while, whatever becomes of it."""
        self._asked_at = self._clock()

    def should_ask(self, kid: str | None) -> bool:
        """Whether asking may help now: the keys are old, or this one is unknown; and nobody asked a moment ago."""
        cooldown = _COOLDOWN_SECONDS if self._keys else _FIRST_COOLDOWN_SECONDS
        asked_lately = self._asked_at is not None and self._clock() - self._asked_at < cooldown
        return not asked_lately and (self._is_old() or not self.has(kid))

    def settle(self, kid: str | None) -> PublicKey:
        """The key, after all was asked that may be: from the last answer when none came since."""
        if self._fetched_at is None or self._clock() - self._fetched_at > _STALE_SECONDS:
            raise KeysUnavailableError("The signing keys of the server can't be fetched.")
        key = self._keys.get(kid or "")
        if key is None:
            raise _jwt.InvalidJwtError(f"no key of the server is called {kid!r}")
        return key

    def refresh(self, request: Callable[[], httpx.Request]) -> Flow[None]:
        """Asks for the keys. What goes wrong leaves those that there are."""
        self.begin()
        try:
            response = yield from send(request())
        except httpx.RequestError:
            return
        usable = _usable(as_list(json_object(response).get("keys")))
        if response.status_code != 200 or not usable:
            return
        # A key that stayed the same stays the same object: what it signed need not be verified again.
        known = {kid: key for kid, key in self._keys.items() if kid in usable and _is_same(key, usable[kid])}
        self._keys = {**usable, **known}
        self._fetched_at = self._clock()

    def _is_old(self) -> bool:
        return self._fetched_at is None or self._clock() - self._fetched_at > _FRESH_SECONDS


def _usable(keys: list[Any]) -> dict[str, PublicKey]:
    """The keys that sign and have a name; what nobody here understands is left out (RFC 7517 §5)."""
    usable: dict[str, PublicKey] = {}
    for jwk in keys[:_MAX_KEYS]:
        kid = text(as_object(jwk).get("kid"))
        try:
            key = _jwt.import_public_key(jwk)
        except _jwt.InvalidJwtError:
            continue
        if kid is not None:
            usable[kid] = key
    return usable


def _is_same(one: PublicKey, other: PublicKey) -> bool:
    return one.key_type == other.key_type and one.thumbprint() == other.thumbprint()
