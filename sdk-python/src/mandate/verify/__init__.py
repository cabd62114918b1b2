"""Taking tokens, as an API: each is checked here, with keys that are fetched once."""

from mandate.verify.core import Needs
from mandate.verify.errors import AccessError, Challenge
from mandate.verify.feed import AsyncRevocationFeed, RevocationFeed
from mandate.verify.options import Options
from mandate.verify.proof import Nonces
from mandate.verify.replays import AsyncReplayStore, MemoryReplayStore, ReplayStore
from mandate.verify.token import AccessToken
from mandate.verify.verifier import AsyncVerifier, Verifier

__all__ = [
    "AccessError",
    "AccessToken",
    "AsyncReplayStore",
    "AsyncRevocationFeed",
    "AsyncVerifier",
    "Challenge",
    "MemoryReplayStore",
    "Needs",
    "Nonces",
    "Options",
    "ReplayStore",
    "RevocationFeed",
    "Verifier",
]
