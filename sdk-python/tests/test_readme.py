"""The code of the README, run as it stands there, against a real server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest
    from conftest import Server

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
    names: dict[str, Any] = {"__name__": "readme"}
    exec(compile(code, f"README.md, {heading}", "exec"), names)  # noqa: S102
    return names


def test_administration(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    names = run("Administration", {"http://localhost:8080": server.url, "mandate_sk_…": server.api_key})
    names["mandate"].close()
    assert "404 user_not_found req_" in capsys.readouterr().out
