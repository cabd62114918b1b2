"""The administration API against a real server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from mandate import AsyncMandate, Mandate, MandateError

if TYPE_CHECKING:
    from conftest import Server


def test_what_is_created_can_be_read_changed_and_deleted(admin: Mandate) -> None:
    organization = admin.organizations.create({"name": "Acme", "slug": f"acme-{uuid4().hex[:8]}"})
    assert admin.organizations.get(organization["id"])["name"] == "Acme"
    assert admin.organizations.update(organization["id"], {"name": "Acme & Co"})["name"] == "Acme & Co"
    ended = admin.organizations.delete(organization["id"], dry_run=True)
    assert ended["dry_run"] is True
    admin.organizations.delete(organization["id"])
    with pytest.raises(MandateError) as caught:
        admin.organizations.get(organization["id"])
    assert caught.value.status == 404


def test_a_list_goes_through_all_of_its_pages_and_gives_one_when_asked(admin: Mandate) -> None:
    prefix = uuid4().hex[:8]
    made = {admin.roles.create({"name": f"{prefix}-{i}"})["id"] for i in range(5)}
    found = [role["id"] for role in admin.roles.list(limit=2) if role["id"] in made]
    assert len(found) == 5
    assert set(found) == made
    page = admin.roles.list(limit=2, include_total=True).page()
    assert len(page["data"]) == 2
    assert page.get("total", 0) >= 5
    second = admin.roles.list(limit=2, cursor=page["next_cursor"]).page()
    assert {role["id"] for role in second["data"]}.isdisjoint({role["id"] for role in page["data"]})


def test_an_error_says_its_code_its_request_and_where_it_is_explained(server: Server, admin: Mandate) -> None:
    with pytest.raises(MandateError) as caught:
        admin.users.get("usr_nobody")
    error = caught.value
    assert (error.status, error.code) == (404, "user_not_found")
    assert error.docs_url == f"{server.url}/docs/errors#user_not_found"
    assert error.request_id is not None
    assert error.request_id in str(error)


def test_what_is_wrong_with_a_body_stands_in_the_details(admin: Mandate) -> None:
    with pytest.raises(MandateError) as caught:
        admin.request("POST", "/api/v1/agents", body={"client_name": ""})
    assert caught.value.status == 400
    assert caught.value.details["errors"][0]["pointer"] == "/client_name"
    assert "/client_name" in str(caught.value)


def test_a_key_that_nobody_made_is_refused(server: Server) -> None:
    with Mandate(server.url, api_key="mandate_nobody") as admin, pytest.raises(MandateError) as caught:
        admin.users.list().page()
    assert caught.value.status == 401


def test_the_same_idempotency_key_creates_once(admin: Mandate) -> None:
    key = str(uuid4())
    first = admin.agents.create({"client_name": "Once"}, idempotency_key=key)
    second = admin.agents.create({"client_name": "Once"}, idempotency_key=key)
    assert first["id"] == second["id"]
    other = admin.agents.create({"client_name": "Once"})
    assert other["id"] != first["id"]


def test_names_with_dots_and_words_of_python_reach_the_wire(admin: Mandate) -> None:
    admin.system.update_config({"oauth.registration": "off"})
    assert admin.system.get_config()["oauth.registration"] == "off"
    entries = list(admin.audit_logs.list(from_="2020-01-01T00:00:00Z", limit=5))
    assert list(admin.audit_logs.list(from_="2100-01-01T00:00:00Z", limit=5)) == []
    admin.system.update_config({"oauth.registration": None})
    assert entries


def test_an_export_is_read_line_by_line(admin: Mandate) -> None:
    agent = admin.agents.create({"client_name": "To export"})
    with admin.audit_logs.export({"format": "jsonl", "target_id": agent["id"]}) as response:
        lines = [json.loads(line) for line in response.iter_lines() if line]
    assert [line["action"] for line in lines] == ["agent.created"]


def test_a_refused_stream_raises_as_any_call_does(admin: Mandate) -> None:
    with pytest.raises(MandateError) as caught, admin.audit_logs.export({"action": "NOT A NAME"}):
        pytest.fail("the stream was opened")
    assert caught.value.status == 400


def test_texts_and_public_routes_come_as_they_are(admin: Mandate) -> None:
    assert admin.system.check_health()["status"] == "ok"
    assert "# TYPE" in admin.system.get_metrics()


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_an_id_that_would_name_another_path_is_refused_before_it_is_sent(admin: Mandate, id: str) -> None:
    with pytest.raises(ValueError, match="is no id"):
        admin.users.delete(id)


def test_slashes_in_an_id_stay_within_it(admin: Mandate) -> None:
    with pytest.raises(MandateError) as caught:
        admin.users.get("../agents")
    assert caught.value.status == 404


@pytest.mark.anyio
async def test_the_same_without_waiting(server: Server) -> None:
    async with server.async_admin() as admin:
        prefix = uuid4().hex[:8]
        for i in range(3):
            await admin.roles.create({"name": f"{prefix}-{i}"})
        names = [role["name"] async for role in admin.roles.list(limit=2) if role["name"].startswith(prefix)]
        assert sorted(names) == [f"{prefix}-{i}" for i in range(3)]
        assert len((await admin.roles.list(limit=2).page())["data"]) == 2
        with pytest.raises(MandateError) as caught:
            await admin.users.get("usr_nobody")
        assert caught.value.code == "user_not_found"
        async with admin.audit_logs.export({"format": "jsonl", "action": "role.created"}) as response:
            assert [line async for line in response.aiter_lines() if line]
        assert (await admin.request("GET", "/api/v1/roles", query={"limit": 1}))["data"]


def test_address_and_key_come_from_the_environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANDATE_URL", f"{server.url}/")
    monkeypatch.setenv("MANDATE_API_KEY", server.api_key)
    with Mandate() as admin:
        assert admin.system.get_mode()["mode"] in {"dev", "production"}


@pytest.mark.parametrize("client", [Mandate, AsyncMandate])
def test_a_client_without_an_address_or_a_key_says_what_is_missing(
    client: type[Mandate | AsyncMandate], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MANDATE_URL", raising=False)
    monkeypatch.delenv("MANDATE_API_KEY", raising=False)
    with pytest.raises(ValueError, match="MANDATE_URL"):
        client(api_key="x")
    with pytest.raises(ValueError, match="MANDATE_API_KEY"):
        client("https://id.example.com")
