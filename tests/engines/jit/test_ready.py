"""The machine code that comes with the program: there for these sources, used as it is, and checked before it is used."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engines.jit import ready
from engines.jit.call import ReadyCode
from engines.jit.ready import CLASSES, ENGINES, FOLDER, HASH_DIGITS, damage, fingerprint, library_file, processor_class
from engines.jit.types import Signature, array_of, int64, uint64
from processes.installation import ROOT

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
    assert file, "a kernel has changed: run `python -m engines.jit.ready`, and commit what it makes"
    assert damage(file) == ""


def test_nothing_else_lies_beside_it() -> None:
    assert len(list(FOLDER.glob("*.so"))) == len(GAMES) * len(CLASSES)


@made_here
def test_all_kernels_are_there_without_a_compiler() -> None:
    run("-c", f"{IMPORT_ALL}; {NO_COMPILER}", *KERNELS)


@made_here
@pytest.mark.parametrize("processors", [name for name in CLASSES if platform.machine() == "x86_64" and "x86" in name])
def test_every_class_plays_the_same(processors: str) -> None:
    if processors == "x86-64-v3" and processor_class() != processors:
        pytest.skip("this processor has not its instructions")
    chosen = f"import engines.jit.ready as ready; ready.processor_class = lambda: {processors!r}"
    begin = f"import sys; sys.path.insert(0, '.'); {chosen}; from companion import main; status = main(sys.argv[1:])"
    found = run("-c", f"{begin}; {NO_COMPILER}", *SOLVE[1:], given="4455\n444444\n")
    assert found.splitlines() == ["4455 18 3 6", "444444 1 3 5"]


@made_here
def test_a_damaged_library_is_said_and_left(own_folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = library_file("connect4", processor_class(), own_folder)
    assert file
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert ready.address_of("engines.connect4.kernels.search", "solve") is None
    assert (
        capfd.readouterr().err
        == f"{file.name} cannot be used (it is damaged): the kernels are compiled, which takes a while\n"
    )


@made_here
def test_one_that_the_system_cannot_load_is_said_and_left(own_folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = library_file("connect4", processor_class(), own_folder)
    assert file
    file.unlink()
    foreign = ready.file_name("connect4", processor_class(), b"no library")
    (own_folder / foreign).write_bytes(b"no library")
    assert ready.address_of("engines.connect4.kernels.search", "solve") is None
    assert capfd.readouterr().err.startswith(f"{foreign} cannot be used (")


@made_here
def test_that_of_other_sources_is_not_taken(own_folder: Path) -> None:
    for file in own_folder.glob("connect4-*.so"):
        file.rename(file.with_name(file.name.replace(fingerprint("connect4"), "0" * HASH_DIGITS)))
    assert ready.address_of("engines.connect4.kernels.search", "solve") is None
    assert ready.address_of("engines.kalah.kernels.search", "advance") is not None
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


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ld") is None or platform.machine() != "x86_64", reason="needs a linker")
def test_made_again_it_is_the_same(tmp_path: Path) -> None:
    made = run("-m", "engines.jit.ready", "x86-64-v3", "--games", "connect4", "--to", str(tmp_path))
    kept = library_file("connect4", "x86-64-v3")
    assert kept and made.startswith(kept.name)
