"""People who sign in, as far as the tests need any."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin
from uuid import uuid4

import httpx

_PASSWORD = "a quiet harbour at 5 in the morning"
_MAX_REDIRECTS = 10


@dataclass
class Person:
    """Somebody who is signed in, with the cookies of their browser."""

    id: str
    email: str
    browser: httpx.Client

    def authorize(self, url: str, redirect_uri: str) -> str:
        """Goes where an application sends them; the address they come back to it by."""
        for _ in range(_MAX_REDIRECTS):
            response = self.browser.get(url)
            if "location" not in response.headers:
                raise RuntimeError(f"{url} responded {response.status_code}: {response.text[:500]}")
            url = urljoin(url, response.headers["location"])
            if url.startswith(redirect_uri):
                return url
        raise RuntimeError("too many redirects")


def sign_up(server_url: str) -> Person:
    """Somebody whom nobody has met before."""
    browser = httpx.Client(base_url=server_url, trust_env=False, headers={"origin": server_url})
    email = f"{uuid4().hex}@example.com"
    response = browser.post("/api/v1/auth/signup", json={"email": email, "password": _PASSWORD, "name": "Maya"})
    assert response.status_code == 201, response.text
    me = browser.get("/api/v1/auth/me").json()
    return Person(me["id"], email, browser)
