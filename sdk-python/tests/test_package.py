"""The package as others install it."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import mandate

HERE = Path(__file__).parent.parent
MODULES = ("mandate.oauth", "mandate.verify", "mandate.verify.fastapi", "mandate.verify.django", "mandate.webhooks")


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments], check=True)


def test_the_wheel_is_whole_and_works_where_nothing_else_of_ours_is(tmp_path: Path) -> None:
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(HERE))
    (wheel,) = tmp_path.glob("mandate-*.whl")
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("mandate/")}
        packed_license = next(name for name in archive.namelist() if name.endswith("/LICENSE"))
        assert archive.read(packed_license) == (HERE.parent / "LICENSE").read_bytes()
    sources = {str(file.relative_to(HERE / "src")) for file in (HERE / "src").rglob("*") if file.suffix != ".pyc"}
    assert packed == {name for name in sources if Path(HERE / "src" / name).is_file()}
    assert "mandate/py.typed" in packed

    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    python = str(environment / "bin" / "python")
    pip("--python", python, "install", "--no-deps", "--no-index", str(wheel))
    # What it depends on is taken from here, and has to be what it says it needs.
    (installed,) = environment.glob("lib/python*/site-packages")
    (installed / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    pip("--python", python, "check")
    program = f"import mandate, {', '.join(MODULES)}; print(mandate.__version__, mandate.__file__)"
    said = subprocess.run([python, "-c", program], check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert said.split()[0] == mandate.__version__
    assert said.split()[1].startswith(str(environment))


def test_the_client_is_there_without_fastapi_and_django() -> None:
    program = (
        "import sys; sys.modules['fastapi'] = sys.modules['django'] = None\n"
        "import mandate, mandate.oauth, mandate.verify, mandate.webhooks"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={"PYTHONPATH": str(HERE / "src")})


def test_the_version_is_that_of_the_server() -> None:
    assert mandate.__version__ == json.loads((HERE.parent / "package.json").read_text())["version"]
