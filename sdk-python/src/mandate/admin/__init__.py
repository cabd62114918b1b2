"""The administration API: every operation of its OpenAPI document as a method."""

from mandate.admin.client import AsyncMandate, Mandate
from mandate.admin.pages import AsyncPages, Page, Pages
from mandate.admin.transport import Files, Options

__all__ = ["AsyncMandate", "AsyncPages", "Files", "Mandate", "Options", "Page", "Pages"]
