"""The machine code that comes with the program: there for these sources, used as it is, and checked before it is used."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from fourth_seat.boundary.shipped import LIST_NAME, list_files, listed, read_shipped
from fourth_seat.engines.jit import ready
from fourth_seat.engines.jit.call import ReadyCode
from fourth_seat.engines.jit.ready import (
    CLASSES,
    COMPILERS,
    ENGINES,
    FOLDER,
    HASH_DIGITS,
    fingerprint,
    library_file,
    processor_class,
)
from fourth_seat.engines.jit.ready.__main__ import COMPILED_ONCE, LINKERS, NATIVE_LINKER
from fourth_seat.engines.jit.types import Signature, array_of, int64, uint64
from fourth_seat.processes.installation import ROOT

pytestmark = pytest.mark.quick

GAMES = sorted(path.parent.name for path in ENGINES.glob("*/kernels"))
KERNELS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted(ENGINES.glob("*/kernels/*.py"))
    if path.stem != "__init__"
]
IMPORT_ALL = "import sys; from importlib import import_module; [import_module(name) for name in sys.argv[1:]]"
NO_COMPILER = "assert not {'numba', 'llvmlite'} & set(sys.modules), 'compiled'"
OURS = ("NUMBA_", "FOURTH_SEAT_P")  # variables that change how kernels are compiled
SOLVE = ["companion.py", "solve", "connect4"]

made_here = pytest.mark.skipif(not processor_class(), reason="no code is made for this machine")


def run(*command: str, given: str = "", **variables: str) -> str:
    """Return what Python prints, run as on somebody's machine."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OURS)} | variables
    done = subprocess.run(
        [sys.executable, *command], input=given, capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a copy of the libraries, in place of those of the program."""
    shutil.copytree(FOLDER, tmp_path / "ready", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(ready, "library_file", lambda game, processors: library_file(game, processors, tmp_path / "ready"))
    monkeypatch.delenv(ready.PROCESSORS, raising=False)
    ready._library.cache_clear()
    yield tmp_path / "ready"
    ready._library.cache_clear()


@pytest.mark.parametrize("processors", CLASSES)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_there_for_these_sources(game: str, processors: str) -> None:
    file = library_file(game, processors)
    assert file, "a kernel has changed: run `python -m fourth_seat.engines.jit.ready`, and commit what it makes"
    assert read_shipped(file)


def test_nothing_else_lies_beside_it() -> None:
    assert {path.name for path in FOLDER.glob("*.so")} == set(listed(FOLDER))
    assert len(listed(FOLDER)) == len(GAMES) * len(CLASSES)


@pytest.mark.parametrize("package", COMPILERS)
def test_it_was_made_with_the_compiler_that_is_installed(package: str) -> None:
    remedy = "set COMPILERS to the new versions, run `python -m fourth_seat.engines.jit.ready`, and commit what it makes"
    assert metadata.version(package) == COMPILERS[package], remedy


@made_here
def test_all_kernels_are_there_without_a_compiler() -> None:
    run("-c", f"{IMPORT_ALL}; {NO_COMPILER}", *KERNELS)


@made_here
@pytest.mark.parametrize("processors", [name for name in CLASSES if platform.machine() == "x86_64" and "x86" in name])
def test_every_class_plays_the_same(processors: str) -> None:
    if processors == "x86-64-v3" and processor_class() != processors:
        pytest.skip("this processor has not its instructions")
    chosen = f"import fourth_seat.engines.jit.ready as ready; ready.processor_class = lambda: {processors!r}"
    begin = f"import sys; sys.path.insert(0, '.'); {chosen}; from fourth_seat.companion import main; main(sys.argv[1:])"
    found = run("-c", f"{begin}; {NO_COMPILER}", *SOLVE[1:], given="4455\n444444\n")
    assert found.splitlines() == ["4455 18 3 6", "444444 1 3 5"]


@made_here
def test_a_damaged_library_is_said_and_left(own_folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = library_file("connect4", processor_class(), own_folder)
    assert file
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert ready.address_of("fourth_seat.engines.connect4.kernels.search", "solve") is None
    assert (
        capfd.readouterr().err
        == f"{file.name} cannot be used (it is not as it was made): the kernels are compiled, which takes a while\n"
    )


@made_here
def test_another_library_is_not_taken_for_it(own_folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    own, other = (library_file(game, processor_class(), own_folder) for game in ("connect4", "kalah"))
    assert own and other
    shutil.copy(other, own)
    assert ready.address_of("fourth_seat.engines.connect4.kernels.search", "solve") is None
    assert "cannot be used (it is not as it was made)" in capfd.readouterr().err


@made_here
def test_older_ones_beside_it_are_never_taken(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = library_file("connect4", processor_class(), own_folder)
    assert file
    for number in range(20):  # one version unpacked over another
        shutil.copy(file, file.with_name(file.name.replace(fingerprint("connect4"), f"{number:016x}")))
    monkeypatch.setattr(ready, "fingerprint", lambda _: "")  # without sources
    assert library_file("connect4", processor_class(), own_folder) == file


@made_here
def test_without_the_list_none_is_taken(own_folder: Path) -> None:
    (own_folder / LIST_NAME).unlink()
    assert library_file("connect4", processor_class(), own_folder) is None


@made_here
def test_one_that_the_system_cannot_load_is_said_and_left(own_folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = library_file("connect4", processor_class(), own_folder)
    assert file
    file.write_bytes(b"no library")
    list_files(own_folder)
    assert ready.address_of("fourth_seat.engines.connect4.kernels.search", "solve") is None
    assert capfd.readouterr().err.startswith(f"{file.name} cannot be used (")


@made_here
def test_that_of_other_sources_is_not_taken(own_folder: Path) -> None:
    for file in own_folder.glob("connect4-*.so"):
        file.rename(file.with_name(file.name.replace(fingerprint("connect4"), "0" * HASH_DIGITS)))
    list_files(own_folder)
    assert ready.address_of("fourth_seat.engines.connect4.kernels.search", "solve") is None
    assert ready.address_of("fourth_seat.engines.kalah.kernels.search", "advance") is not None
    assert ready.address_of("training.kalah.kernels.search", "advance") is None, "a kernel of another room"


def test_comments_and_docstrings_change_no_code() -> None:
    assert (
        ready._without_words('"""What it is."""\n\nX = 1  # one\n')
        == ready._without_words("# Another.\nX = 1\n")
        == "X = 1"
    )


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="lists what x86-64 can do")
@pytest.mark.parametrize(
    ("flags", "found"),
    [(ready.V3, "x86-64-v3"), (ready.V3 - {"bmi2"}, "x86-64-v2"), (ready.V2 - {"popcnt"}, ""), (frozenset(), "")],
)
def test_a_processor_is_classed_by_what_it_can_do(
    flags: frozenset[str], found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cpuinfo").write_text(f"processor\t: 0\nflags\t\t: fpu {' '.join(flags)}\n")
    monkeypatch.setattr(ready, "CPU_FILE", tmp_path / "cpuinfo")
    assert processor_class() == found


def test_no_array_but_the_right_one_is_passed() -> None:
    code = ReadyCode("tried", Signature(uint64, (array_of(np.uint64), int64)), 0)
    for wrong in (np.zeros(4, np.int64), np.zeros((2, 2), np.uint64), np.zeros(8, np.uint64)[::2]):
        with pytest.raises(TypeError, match="instead of a contiguous one of 1 of uint64"):
            code(wrong, 1)


def test_a_folder_that_is_not_there_is_said_before_the_work(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fourth_seat.engines.jit.ready", "--to", str(tmp_path / "nowhere")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=30)
    assert done.returncode == 2 and done.stderr.endswith(f"error: there is no folder {tmp_path / 'nowhere'}\n")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(platform.machine() != "x86_64", reason="compiled for this machine there")
@pytest.mark.parametrize("compiled", COMPILED_ONCE)
@pytest.mark.parametrize("game", GAMES)
def test_made_again_it_is_the_same(game: str, compiled: str, tmp_path: Path) -> None:
    """All libraries: that of another processor where its linker is here."""
    classes = [name for name in COMPILED_ONCE[compiled] if shutil.which(LINKERS.get(name, NATIVE_LINKER))]
    if not classes:
        pytest.skip("needs a linker")
    run("-m", "fourth_seat.engines.jit.ready", *classes, "--games", game, "--to", str(tmp_path))
    for processors in classes:
        kept, made = library_file(game, processors), library_file(game, processors, tmp_path)
        assert kept and made and kept.read_bytes() == made.read_bytes()
