"""The machine code that comes with the program: there for these sources, used as it is, and checked before it is used."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from engines.jit.code_folder import code_folder
from engines.jit.compile import ENGINES, fingerprint
from engines.jit.ready import CLASSES, archive, processor_class, unpack
from engines.jit.ready.__main__ import IMPORT_ALL
from tests.house.structure import ROOT

KERNELS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted(ENGINES.glob("*/kernels/*.py"))
    if path.stem != "__init__"
]

made_here = pytest.mark.skipif(
    sys.platform != "linux" or sys.version_info[:2] != (3, 11) or not processor_class(), reason="no code is made for this"
)


def code_below(folder: Path) -> dict[str, int]:
    """The files of code in a folder, and when each was written."""
    return {path.name: path.stat().st_mtime_ns for path in folder.rglob("*.nb[ic]")}


def tar_of(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz") as tar:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


@made_here
@pytest.mark.parametrize("processors", CLASSES)
def test_it_is_there_for_these_sources(processors: str) -> None:
    file = archive(fingerprint(), processors)
    assert file.exists(), "a kernel has changed: run `python -m engines.jit.ready`, and commit what it makes"


@made_here
def test_nothing_is_compiled_on_a_first_start(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "FOURTH_SEAT_P"))}
    environment |= {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", "import engines.jit.compile"], cwd=ROOT, env=environment, check=True)
    before = code_below(tmp_path)
    subprocess.run([sys.executable, "-c", IMPORT_ALL, *KERNELS], cwd=ROOT, env=environment, check=True)
    assert before and code_below(tmp_path) == before


@pytest.mark.parametrize("kept", [0, 1, 100, -1])
def test_a_damaged_archive_is_said_and_left(tmp_path: Path, capfd: pytest.CaptureFixture[str], kept: int) -> None:
    file, folder = tmp_path / "code.tar.xz", tmp_path / "folder"
    folder.mkdir()
    file.write_bytes(tar_of(**{"a.kernels/search-1.py311.1.nbc": os.urandom(5000)})[:kept])
    assert not unpack(file, folder)
    assert capfd.readouterr().err.startswith("code.tar.xz cannot be used (")
    assert not code_below(folder)


def test_only_code_is_unpacked_and_only_into_its_folder(tmp_path: Path) -> None:
    file, folder = tmp_path / "code.tar.xz", tmp_path / "folder"
    folder.mkdir()
    names = ("../a.nbc", "/tmp/a.nbc", "kernels/../../a.nbc", "a.nbc", "kernels/a.py", "deep/kernels/a.nbc")
    file.write_bytes(tar_of(**dict.fromkeys(names, b"x")))
    assert not unpack(file, folder)
    assert set(tmp_path.rglob("*")) == {file, folder}
    file.write_bytes(tar_of(**{"a.kernels/search-1.py311.1.nbc": b"code", "a.kernels/search-1.py311.nbi": b"index"}))
    assert unpack(file, folder) and unpack(file, folder)
    assert (folder / "a.kernels" / "search-1.py311.nbi").read_bytes() == b"index"


def test_what_was_broken_off_is_unpacked_again(tmp_path: Path) -> None:
    file, folder = tmp_path / "code.tar.xz", code_folder(tmp_path / "kernels", "new")
    file.write_bytes(tar_of(**{"a.kernels/search-1.py311.1.nbc": b"code", "a.kernels/search-1.py311.nbi": b"index"}))
    (folder / "a.kernels").mkdir()
    (folder / "a.kernels" / "search-1.py311.1.nbc").write_bytes(b"half")
    assert unpack(file, folder)
    assert (folder / "a.kernels" / "search-1.py311.1.nbc").read_bytes() == b"code"
    assert code_folder(tmp_path / "kernels", "newer").exists() and not folder.exists(), "older code goes as a whole"


@made_here
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_made_again_it_has_the_same_code(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "engines.jit.ready", "x86-64-v3", "--to", str(tmp_path)], cwd=ROOT, check=True)
    kept = archive(fingerprint(), "x86-64-v3")
    sizes = []
    for file in (kept, tmp_path / kept.name):
        with tarfile.open(file) as tar:
            sizes.append({member.name: member.size for member in tar})
    assert sizes[0].keys() == sizes[1].keys()
    assert sum(sizes[0].values()) == pytest.approx(sum(sizes[1].values()), rel=0.001)
