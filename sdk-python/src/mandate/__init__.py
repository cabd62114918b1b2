"""Mandate for Python.

- `mandate`: the administration API, every operation as a method of `Mandate` and `AsyncMandate`.
- `mandate.oauth`: getting tokens, as any kind of client.
- `mandate.verify`: taking tokens, as an API.
- `mandate.webhooks`: checking that a message came from the server.
"""

from mandate._version import __version__
from mandate.admin import AsyncMandate, AsyncPages, Mandate, Page, Pages
from mandate.errors import MandateConnectionError, MandateError

__all__ = [
    "AsyncMandate",
    "AsyncPages",
    "Mandate",
    "MandateConnectionError",
    "MandateError",
    "Page",
    "Pages",
    "__version__",
]
