"""The code of the README, run as it stands there, against a real server."""

# Django says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest
from django.test import RequestFactory
from people import sign_up

from mandate.oauth import OAuthClient
from mandate.verify import AccessError

if TYPE_CHECKING:
    from conftest import Server

    from mandate import Mandate, types

README = Path(__file__).parent.parent / "README.md"


def blocks_below(heading: str) -> list[str]:
    """The Python of one part of the README."""
    parts = re.split(r"^## (.+)\n", README.read_text(), flags=re.MULTILINE)
    texts = dict(zip(parts[1::2], parts[2::2], strict=True))
    return re.findall(r"^```python\n(.*?)^```$", texts[heading], flags=re.MULTILINE | re.DOTALL)


def run(heading: str, replacements: dict[str, str]) -> dict[str, Any]:
    """Runs the blocks of a part one after the other, as one program with what is really so in place of the examples."""
    code = "\n".join(blocks_below(heading))
    for example, real in replacements.items():
        assert example in code
        code = code.replace(example, real)
    names: dict[str, Any] = {"__name__": "readme", "time": time}
    exec(compile(code, f"README.md, {heading}", "exec"), names)  # noqa: S102
    return names


def test_administration(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    names = run("Administration", {"http://localhost:8080": server.url, "mandate_sk_…": server.api_key})
    names["mandate"].close()
    assert "404 user_not_found req_" in capsys.readouterr().out


def test_tokens(server: Server, admin: Mandate, capsys: pytest.CaptureFixture[str]) -> None:
    callback = "https://app.example.com/callback"
    exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    device_code = "urn:ietf:params:oauth:grant-type:device_code"
    app = admin.apps.create(
        {
            "name": "Notes",
            "type": "web",
            "first_party": True,
            "redirect_uris": [callback],
            "scope": "openid email profile offline_access",
        }
    )
    television = admin.apps.create(
        {"name": "Television", "type": "native", "scope": "openid", "grant_types": [device_code]}
    )
    agent = admin.agents.create(
        {"client_name": "Reporter", "scope": "profile", "grant_types": ["client_credentials", exchange]}
    )
    names = run(
        "Tokens",
        {
            "http://localhost:8080": server.url,
            "app_notes": app["client_id"],
            "its-secret": app.get("client_secret", ""),
            "agt_reporter": agent["client_id"],
            "its-other-secret": agent.get("client_secret", ""),
            # Asked more often, so that nobody waits for it.
            '"app_television"': f'"{television["client_id"]}", sleep=lambda _: time.sleep(0.1)',
            "openid email offline_access": "openid email profile offline_access",
        },
    )
    maya = sign_up(server.url)
    session: dict[str, Any] = {}
    tokens = names["callback"](maya.authorize(names["sign_in"](session), callback), session)
    assert session == {}
    assert maya.id in capsys.readouterr().out
    with names["notes"](tokens, list[Any]().append) as notes, names["api"] as api:
        assert notes.get(f"{server.url}/oauth/userinfo").json()["sub"] == maya.id
        assert api.get(f"{server.url}/healthz").request.headers["authorization"].startswith("DPoP ")
    admin.agents.policies.create(agent["id"], {"subject": maya.id, "scope": "profile"})
    assert names["act_for"](tokens.access_token).token_type == "DPoP"
    with ThreadPoolExecutor(1) as elsewhere:
        signed_in = elsewhere.submit(names["sign_in_here"])
        while not (waiting := [it for it in admin.device_codes.list() if it["client_id"] == television["client_id"]]):
            assert not signed_in.done()
        admin.device_codes.approve(waiting[0]["user_code"], {"user_id": maya.id})
        assert signed_in.result().claims["sub"] == maya.id
    assert waiting[0]["user_code"] in capsys.readouterr().out
    maya.browser.close()
    for name in ("client", "agent", "television"):
        names[name].close()


def test_an_api(server: Server, admin: Mandate, api: str, agent: types.AgentsCreateResult) -> None:
    reader = admin.agents.create(
        {"client_name": "Notes API", "scope": "revocations:read", "grant_types": ["client_credentials"]}
    )
    names = run(
        "An API of yours",
        {
            "http://localhost:8080": server.url,
            "https://notes.example.com": api,
            "notes_reader": reader["client_id"],
            "its-secret": reader.get("client_secret", ""),
        },
    )
    with OAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as client:
        token = client.client_credentials(scope="notes:read", resource=api).access_token
    headers = {"Authorization": f"Bearer {token}"}

    async def call() -> httpx.Response:
        network = httpx.ASGITransport(names["app"])
        async with httpx.AsyncClient(transport=network, base_url=api) as caller, names["notes_api"]:
            assert (await caller.get("/notes")).status_code == 401
            return await caller.get("/notes", headers=headers)

    assert anyio.run(call).json() == {"for": agent["client_id"], "by": agent["client_id"]}
    make: Any = RequestFactory()
    assert names["notes_view"](make.get("/notes", headers=headers)).status_code == 200
    assert names["notes_view"](make.get("/notes")).status_code == 401
    assert names["handle"]("GET", "/notes", headers) == (200, {"X-Subject": agent["client_id"]})
    status, challenge = names["handle"]("GET", "/notes", {})
    assert status == 401
    assert "resource_metadata" in challenge["WWW-Authenticate"]
    with names["reader"], names["feed"] as feed, names["strict"] as strict, names["verifier"]:
        assert feed.wait(30)
        assert strict.authenticate("GET", "/notes", headers.items()).client_id == agent["client_id"]
        with OAuthClient(server.url, agent["client_id"], agent.get("client_secret")) as client:
            client.revoke(token)

        def keeps_calling() -> None:
            while True:
                strict.authenticate("GET", "/notes", headers.items())

        with pytest.raises(AccessError):
            keeps_calling()


def test_webhooks(capsys: pytest.CaptureFixture[str]) -> None:
    secret = "whsec_" + base64.b64encode(b"0123456789abcdef").decode()
    receive = run("Webhooks", {"whsec_…": secret})["receive"]
    body = json.dumps({"event": "user.created", "created_at": "2026-11-21", "data": {"id": "usr_1"}}).encode()
    now = int(time.time())
    signature = hmac.new(b"0123456789abcdef", f"msg_1.{now}.".encode() + body, hashlib.sha256).digest()
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
    assert receive(body, headers) == 204
    assert capsys.readouterr().out == "user.created usr_1\n"
    assert receive(body + b" ", headers) == 400
