"""The bundle: its entry, its Debian package, and, slowly, the whole of it, which plays."""

from __future__ import annotations

import lzma
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from fourth_seat.processes.installation import ROOT, version
from install.bundle import debian, pack
from install.bundle.__main__ import make
from tests.install.installed import check_window, run

ONLY_SOMETIMES = (
    "aiohttp", "bidi", "cryptography.x509", "cv2", "keyring", "paho.mqtt.client", "psutil", "reportlab.pdfgen", "segno",
    "serial", "tkinterdnd2", "wakepy",
)  # fmt: skip
ENTRY = ROOT / "install" / "bundle" / "entry.py"


def entry(*arguments: str, **variables: str) -> str:
    """Return what the entry of a frozen program prints, run by Python."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, ENTRY, *arguments], capture_output=True, text=True, env=environment, check=True
    ).stdout


def test_the_entry_is_the_command_line_and_the_python_of_children() -> None:
    assert entry("--version") == f"Fourth Seat {version()}\n"
    assert entry("-I", "-S", "-c", "print(6 * 7)") == "42\n"
    assert entry("-P", "-c", "import sys; print(sys.argv[1:])", "a") == "['a']\n"


def test_other_programs_find_their_own_libraries() -> None:
    script = "import os; print(os.environ.get('LD_LIBRARY_PATH'))"
    assert entry("-c", script, LD_LIBRARY_PATH="/bundle/_internal") == "None\n"
    assert entry("-c", script, LD_LIBRARY_PATH="/bundle/_internal", LD_LIBRARY_PATH_ORIG="/opt/lib") == "/opt/lib\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder like a bundle's, whose program is one of this machine's."""
    folder = tmp_path / "fourth-seat"
    (folder / "_internal").mkdir(parents=True)
    shutil.copy("/bin/true", folder / "fourth-seat")
    for name in ("LICENSE", "README.txt", "_internal/words"):
        (folder / name).write_text(name)
    return folder


def test_it_is_packed_as_nobodys(folder: Path, tmp_path: Path) -> None:
    file = pack.pack(folder, tmp_path, "0.2.0", fast=True)
    with lzma.open(file) as stream, tarfile.open(fileobj=stream) as archive:
        members = archive.getmembers()
    assert {member.name for member in members if member.isfile()} == {
        "fourth-seat/LICENSE", "fourth-seat/README.txt", "fourth-seat/_internal/words", "fourth-seat/fourth-seat",
    }  # fmt: skip
    assert {(member.uid, member.uname) for member in members} == {(0, "")}


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")
def test_the_debian_package_has_a_command_and_an_entry_in_the_menus(folder: Path, tmp_path: Path) -> None:
    file = debian.package(folder, tmp_path, "0.2.0", fast=True)
    fields = subprocess.run(["dpkg-deb", "--field", file], capture_output=True, text=True, check=True).stdout
    assert f"libc6 (>= {debian.libc_version(folder)})" in fields and debian.libc_version(folder) != "2.0"
    subprocess.run(["dpkg-deb", "--extract", file, tmp_path / "root"], check=True)
    usr = tmp_path / "root" / "usr"
    assert os.readlink(usr / "bin" / "fourth-seat") == "../lib/fourth-seat/fourth-seat"  # noqa: PTH115
    assert os.access(usr / "lib" / "fourth-seat" / "fourth-seat", os.X_OK)
    names = {path.name for path in (usr / "share").rglob("*") if path.is_file()}
    assert {"fourth-seat.desktop", "fourth-seat.svg", "fourth-seat.png", "fourth-seat.6.gz", "copyright"} <= names


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of a bundle."""
    return make(tmp_path_factory.mktemp("bundle")) / "fourth-seat"


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_bundle_plays(frozen: Path, tmp_path: Path) -> None:
    assert run(frozen, tmp_path, "--version") == f"Fourth Seat {version()}\n"
    assert run(frozen, tmp_path, "update").startswith(f"Fourth Seat {version()}, unpacked into")
    assert run(frozen, tmp_path, "solve", "connect4", given="4455\n") == "4455 18 3 6\n"
    run(frozen, tmp_path, "-c", f"import {', '.join(ONLY_SOMETIMES)}")
    assert "share of win" in run(frozen, tmp_path, "arena", "tridice", "1", "2", "--games", "2")  # two separate processes
    check_window(frozen, tmp_path)
    run(frozen, tmp_path, "uninstall", "--yes")
    assert not frozen.exists() and not frozen.parent.exists()
