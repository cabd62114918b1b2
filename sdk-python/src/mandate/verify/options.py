"""What an API may decide about the tokens it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mandate.verify.proof import Nonces


class Options(TypedDict, total=False):
    """All of it may be left out."""

    algorithms: Sequence[str]
    """What tokens may be signed with: ES256."""
    proof_algorithms: Sequence[str]
    """What proofs may be signed with: ES256, PS256, EdDSA."""
    leeway: float
    """By how many seconds clocks may differ: 30."""
    require_dpop: bool
    """Takes only tokens that are bound to a key."""
    base_url: str
    """Where requests arrive as callers see it, when that is not where the audience is."""
    scopes: Sequence[str]
    """The scopes there are, for the metadata."""
    nonces: Nonces
    """Makes proofs carry a nonce."""
    clock: Callable[[], float]
