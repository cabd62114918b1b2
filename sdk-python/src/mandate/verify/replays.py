"""What was seen already: a proof is good once."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_MAX_ENTRIES = 1_000_000


class ReplayStore(Protocol):
    """Where the processes of an API remember together what they have seen."""

    def claim(self, key: str, expires_at: float) -> bool:
        """Remembers a key until a time, in one step; whether it was not there yet."""
        ...


class AsyncReplayStore(Protocol):
    """The same for asyncio."""

    def claim(self, key: str, expires_at: float) -> Awaitable[bool]:
        """Remembers a key until a time, in one step; whether it was not there yet."""
        ...


class MemoryReplayStore:
    """Remembers in this process alone: several processes need a store that they share, such as Redis."""

    def __init__(self, *, clock: Callable[[], float] = time.time, max_entries: int = _MAX_ENTRIES) -> None:
        self._clock = clock
        self._max_entries = max_entries
        self._expires_at: dict[str, float] = {}
        self._lock = threading.Lock()
        self._next_sweep = 0.0

    def claim(self, key: str, expires_at: float) -> bool:
        """Remembers a key until a time; whether it was not there yet. What can't be remembered is refused."""
        now = self._clock()
        with self._lock:
            if now >= self._next_sweep or len(self._expires_at) >= self._max_entries:
                self._expires_at = {kept: at for kept, at in self._expires_at.items() if at > now}
                self._next_sweep = now + 30
            if self._expires_at.get(key, 0) > now or len(self._expires_at) >= self._max_entries:
                return False
            self._expires_at[key] = expires_at
            return True
