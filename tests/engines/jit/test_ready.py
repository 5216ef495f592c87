"""The machine code that comes with the program: there for these sources, used as it is, and checked before it is used."""

from __future__ import annotations

import io
import json
import lzma
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from engines.jit import ready
from engines.jit.kept_code import fingerprint
from engines.jit.kernel_code import KernelCode
from engines.jit.ready import CLASSES, archive, processor_class
from engines.jit.ready.__main__ import modules
from tests.house.structure import ROOT

IMPORT_ALL = """
import sys
from importlib import import_module
from engines.jit.kept_code import KEPT
for name in sys.argv[1:]:
    import_module(name)
print(KEPT.compiled)
"""
SOLVE = """
import json, sys
from engines.jit.kept_code import KEPT
change, name = sys.argv[1:]
code = KEPT.ready[name]
KEPT.ready = {**KEPT.ready, name: {
    "none": code, "cut": code[:-100], "empty": b"", "another": KEPT.ready["engines.connect4.kernels.search.solve"],
}[change]}
from engines.kalah.proof_solver import KalahProofSolver
from games import find
game = find("kalah")
state = game.parse_position("0,3,3,0,2,5,5/2,8,2,8,1,7,2/n", game.options())
bounds, best = KalahProofSolver(game.options()).best(state, lambda: False, lambda *_: None)
print(json.dumps([bounds.low, list(map(str, best)), KEPT.compiled]))
"""

made_here = pytest.mark.skipif(not processor_class(), reason="no code is made for this")


def run(tmp_path: Path, script: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a script that has nothing from before."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "FOURTH_SEAT_P"))}
    command = [sys.executable, "-c", script, *arguments]
    variables = {**kept, "NUMBA_CACHE_DIR": str(tmp_path), **more}
    return subprocess.run(command, cwd=ROOT, env=variables, check=True, capture_output=True, text=True)


def tar_of(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz") as tar:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


@pytest.mark.parametrize("processors", CLASSES)
def test_it_is_there_for_these_sources_and_this_machine(processors: str) -> None:
    file = archive(fingerprint(), processors)
    assert file.exists(), "a kernel has changed: run `python -m engines.jit.ready`, and commit what it makes"
    machine = {"x86_64": b"\x3e\0", "aarch64": b"\xb7\0"}[CLASSES[processors].machine]
    for name, code in ready.read(file).items():
        object_file = KernelCode.from_bytes(code, f"{fingerprint()}-{processors} {name}").object_file
        assert object_file[:6] == b"\x7fELF\x02\x01" and object_file[18:20] == machine, name
        assert str(ROOT).encode() not in code, "nothing of where it was made"


@made_here
def test_nothing_is_compiled_on_a_first_start(tmp_path: Path) -> None:
    done = run(tmp_path, IMPORT_ALL, *[name for names in modules() for name in names])
    assert done.stdout == "0\n" and not done.stderr
    assert not list(tmp_path.rglob("*.nbc"))


@made_here
@pytest.mark.parametrize("change", ["none", "cut", "empty", "another"])
def test_a_damaged_or_foreign_kernel_is_told_and_compiled_and_plays_the_same(tmp_path: Path, change: str) -> None:
    done = run(tmp_path, SOLVE, change, "engines.kalah.kernels.search.advance")
    assert json.loads(done.stdout) == [-2, ["D"], int(change != "none")]
    told = "ready code of engines.kalah.kernels.search.advance cannot be used" in done.stderr
    assert told == (change != "none")


@made_here
@pytest.mark.slow
def test_compiled_here_it_plays_the_same_and_is_kept(tmp_path: Path) -> None:
    found: list[Any] = []
    for _ in range(2):
        done = run(tmp_path, SOLVE.replace("code = KEPT.ready[name]", "code = b''"), "empty", "", FOURTH_SEAT_PROCESSORS="")
        found.append(json.loads(done.stdout))
    assert found[0][:2] == found[1][:2] == [-2, ["D"]] and found[0][2] > 1 and not found[1][2]
    file = next(tmp_path.rglob("*advance.nbc"))
    file.write_bytes(file.read_bytes()[:-1])
    done = run(tmp_path, IMPORT_ALL, "engines.kalah.kernels.search", FOURTH_SEAT_PROCESSORS="")
    assert done.stdout == "1\n" and f"{file} cannot be used: it is damaged" in done.stderr


@made_here
def test_a_processor_of_no_class_is_told_that_kernels_are_compiled(tmp_path: Path) -> None:
    script = "from engines.jit import ready; ready.CLASSES.clear();" + IMPORT_ALL
    done = run(tmp_path, script, "engines.kalah.kernels.search")
    assert int(done.stdout) > 1 and done.stderr == "kernels are compiled for this processor, which takes a while\n"


@pytest.mark.parametrize("kept", [0, 1, 100, -1])
def test_a_damaged_archive_is_said_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], kept: int
) -> None:
    monkeypatch.setattr(ready, "FOLDER", tmp_path)
    file = archive("0123", "linux-aarch64")
    assert ready.code("0123", "linux-aarch64") == {} and not capfd.readouterr().err, "there is none"
    file.write_bytes(tar_of(kernel=os.urandom(5000))[:kept])
    assert ready.code("0123", "linux-aarch64") == {}
    assert capfd.readouterr().err.startswith(f"{file.name} cannot be used: ")


def test_an_archive_that_unpacks_without_end_is_not_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "MAX_UNPACKED_BYTES", 100_000)
    (tmp_path / "bomb.tar.xz").write_bytes(tar_of(kernel=bytes(200_000)))
    with pytest.raises(lzma.LZMAError):
        ready.read(tmp_path / "bomb.tar.xz")


def test_code_that_is_not_ours_is_refused() -> None:
    code = KernelCode("sources-v3 a.kernel", "library", "symbol", "environment", b"machine code", b"module")
    whole = code.to_bytes()
    assert KernelCode.from_bytes(whole, code.origin) == code
    with pytest.raises(ValueError, match=r"it is sources-v3 a\.kernel"):
        KernelCode.from_bytes(whole, "sources-v2 a.kernel")
    for n in range(len(whole)):
        for bad in (whole[:n], whole[:n] + bytes([whole[n] ^ 1]) + whole[n + 1 :]):
            with pytest.raises(ValueError):
                KernelCode.from_bytes(bad, code.origin)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("processors", CLASSES)
def test_made_again_it_is_the_same(tmp_path: Path, processors: str) -> None:
    command = [sys.executable, "-m", "engines.jit.ready", processors, "--to", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True)
    kept = archive(fingerprint(), processors)
    before, after = ready.read(kept), ready.read(tmp_path / kept.name)
    assert before.keys() == after.keys()
    assert sum(map(len, before.values())) == pytest.approx(sum(map(len, after.values())), rel=0.001)
