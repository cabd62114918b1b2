"""Getting tokens, as any kind of client: for people, for agents, for services."""

from mandate.oauth.authentication import ClientAuthentication, ClientSecretBasic, ClientSecretPost, PrivateKeyJwt
from mandate.oauth.authorization import AuthorizationRequest
from mandate.oauth.client import AsyncOAuthClient, OAuthClient
from mandate.oauth.device import DeviceAuthorization, DeviceProgress
from mandate.oauth.dpop import DPoPKey
from mandate.oauth.errors import CallbackError, InvalidResponseError, OAuthError
from mandate.oauth.metadata import Metadata
from mandate.oauth.session import AsyncTokenSession, TokenSession
from mandate.oauth.tokens import Tokens

__all__ = [
    "AsyncOAuthClient",
    "AsyncTokenSession",
    "AuthorizationRequest",
    "CallbackError",
    "ClientAuthentication",
    "ClientSecretBasic",
    "ClientSecretPost",
    "DPoPKey",
    "DeviceAuthorization",
    "DeviceProgress",
    "InvalidResponseError",
    "Metadata",
    "OAuthClient",
    "OAuthError",
    "PrivateKeyJwt",
    "TokenSession",
    "Tokens",
]
