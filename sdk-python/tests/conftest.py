"""A server for the tests, started once."""

# Django says nothing of its types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import django
import httpx
import pytest
from django.conf import settings

from mandate import AsyncMandate, Mandate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mandate import types

settings.configure(ALLOWED_HOSTS=["*"])
django.setup()

ROOT = Path(__file__).parent.parent.parent
# A fresh start takes a second; a machine that does ten other things at once may take much longer.
READY_WITHIN_SECONDS = 60.0


@dataclass
class Server:
    """The real server in a process of its own, with an empty data directory."""

    url: str
    data: Path
    process: subprocess.Popen[bytes]
    api_key: str = field(default="")

    def admin(self) -> Mandate:
        """A client with the first key."""
        return Mandate(self.url, api_key=self.api_key)

    def async_admin(self) -> AsyncMandate:
        """The same for asyncio."""
        return AsyncMandate(self.url, api_key=self.api_key)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


def start_server(data: Path) -> Server:
    """Starts a server on its own data and waits until it is ready."""
    main = os.environ.get("MANDATE_TEST_SERVER") or str(ROOT / "server" / "src" / "main.ts")
    port = free_port()
    # A developer's own configuration must not leak into the tests.
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MANDATE_", "NODE_OPTIONS"))}
    env |= {
        "MANDATE_PORT": str(port),
        "MANDATE_DATA_DIR": str(data),
        "MANDATE_LOG_LEVEL": "warn",
        "MANDATE_WORKERS": "1",
    }
    with (data / "output.log").open("wb") as output:
        process = subprocess.Popen(
            [os.environ.get("MANDATE_TEST_NODE", "node"), main], env=env, stdout=output, stderr=output
        )
    server = Server(f"http://localhost:{port}", data, process)
    deadline = time.monotonic() + READY_WITHIN_SECONDS
    while not _is_ready(server.url):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise RuntimeError(f"the server did not become ready:\n{(data / 'output.log').read_text()}")
        time.sleep(0.05)
    server.api_key = (data / "admin.key.firstboot").read_text().strip()
    return server


def stop_server(server: Server) -> None:
    """Ends the process, and expects a clean exit."""
    server.process.terminate()
    assert server.process.wait(timeout=60) == 0, (server.data / "output.log").read_text()


def _is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    data = Path(tempfile.mkdtemp(prefix="mandate-python-"))
    try:
        server = start_server(data)
        yield server
        stop_server(server)
    finally:
        shutil.rmtree(data, ignore_errors=True)


@pytest.fixture
def admin(server: Server) -> Iterator[Mandate]:
    with server.admin() as admin:
        yield admin


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def api(admin: Mandate) -> str:
    """The address of an API that the server knows."""
    address = f"https://{uuid4().hex}.example.com"
    admin.resources.create(
        {"uri": address, "name": "Notes", "scopes": [{"name": "notes:read", "description": "Read your notes"}]}
    )
    return address


@pytest.fixture
def agent(admin: Mandate, api: str) -> types.AgentsCreateResult:
    return admin.agents.create(
        {
            "client_name": "Reporter",
            "scope": "notes:read notes:write",
            "grant_types": ["client_credentials"],
            "audiences": [api],
        }
    )
