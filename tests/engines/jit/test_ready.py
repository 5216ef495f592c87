"""The machine code that comes with the program: it exists for these sources, is used as it is, and is checked before
use."""

from __future__ import annotations

import ast
import ctypes
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
from fourth_seat.engines.jit.ready import CLASSES, FOLDER, NONE, SWITCH, library_file, processor_class
from fourth_seat.engines.jit.ready import __main__ as maker
from fourth_seat.engines.jit.ready.__main__ import wrong_tool
from fourth_seat.engines.jit.ready.library import LIBM
from fourth_seat.engines.jit.ready.sources import DIGITS, ENGINES, MAKERS, TOOLS, fingerprint, name_of, syntax
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
OURS = ("NUMBA_", SWITCH)  # variables that change how kernels are compiled
MEMORY = frozenset(["memcpy", "memmove", "memset"])  # which LLVM calls to copy or clear memory
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
    monkeypatch.delenv(SWITCH, raising=False)
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


@pytest.mark.parametrize("package", ["numba", "llvmlite"])
def test_it_was_made_with_the_compiler_that_is_installed(package: str) -> None:
    remedy = "set TOOLS to the new versions, run `python -m fourth_seat.engines.jit.ready`, and commit what it makes"
    assert metadata.version(package) == TOOLS[package], remedy


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
        file.rename(file.with_name(file.name.replace(fingerprint("connect4"), "0" * DIGITS)))
    list_files(own_folder)
    assert ready.address_of("fourth_seat.engines.connect4.kernels.search", "solve") is None
    assert ready.address_of("fourth_seat.engines.kalah.kernels.search", "advance") is not None
    assert ready.address_of("training.kalah.kernels.search", "advance") is None, "a kernel of another room"


SOURCE = '''"""What it is."""
import math
from math import (sin, cos as c)

def f(x: int = 1) -> float:
    """Return it."""
    return c(x) + {1: "a", None: b""}[x]  # one
'''
SAME = (
    SOURCE.replace("What it is", "Another"),
    SOURCE.replace("# one", "# two"),
    SOURCE.replace("{1:", "{\n        1:"),
    SOURCE.replace(
        "import math\nfrom math import (sin, cos as c)", "from math import cos as c\nfrom math import sin\nimport math"
    ),
    SOURCE.replace("c(x) + ", "(c(x)) + "),
)
OTHER = (
    SOURCE.replace("1:", "2:"),
    SOURCE.replace("1:", "1.0:"),
    SOURCE.replace("1:", "True:"),
    SOURCE.replace('"a"', 'b"a"'),
    SOURCE.replace("None:", "():"),
    SOURCE.replace("sin,", "tan,"),
    SOURCE.replace("cos as c", "sinh as c"),
    SOURCE.replace("c(x) +", "c(x) -"),
    SOURCE.replace("int = 1", "int = 2"),
    SOURCE.replace("def f", "@njit\ndef f"),
)


@pytest.mark.parametrize("source", SAME)
def test_what_changes_no_code_does_not_change_the_name(source: str) -> None:
    assert source != SOURCE and syntax(ast.parse(source)) == syntax(ast.parse(SOURCE))


@pytest.mark.parametrize("source", OTHER)
def test_what_may_change_code_changes_the_name(source: str) -> None:
    assert syntax(ast.parse(source)) != syntax(ast.parse(SOURCE))


@pytest.mark.parametrize("tool", TOOLS)
def test_another_version_of_a_tool_changes_the_name(tool: str) -> None:
    files = [FOLDER.parent / f"{name}.py" for name in MAKERS]
    assert name_of(TOOLS, files) != name_of({**TOOLS, tool: "99"}, files)


@pytest.mark.parametrize("changed", ["games/blokus/pieces.py", "games/blokus/bitboard.py"])
def test_what_kernels_take_from_the_rules_is_in_the_name(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second is imported by the first."""
    before = {game: fingerprint(game) for game in ("blokus", "kalah")}
    read = Path.read_text

    def read_changed(path: Path, *arguments: str) -> str:
        return read(path, *arguments) + "\nADDED = 1\n" * (path == ROOT / changed)

    monkeypatch.setattr(Path, "read_text", read_changed)
    assert fingerprint("kalah") == before["kalah"] and fingerprint("blokus") != before["blokus"]


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


@made_here
@pytest.mark.usefixtures("own_folder")
def test_without_libm_it_is_loaded_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with musl, whose C library has those functions."""
    original = ctypes.CDLL

    def load_other(name: str, mode: int = ctypes.DEFAULT_MODE) -> ctypes.CDLL:
        if name.startswith("libm."):
            raise OSError(name)
        return original(name, mode)

    monkeypatch.setattr(ctypes, "CDLL", load_other)
    assert ready.address_of("fourth_seat.engines.connect4.kernels.search", "solve") is not None


@made_here
@pytest.mark.usefixtures("own_folder")
def test_switched_off_it_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ready.comes_with_program()
    monkeypatch.setenv(SWITCH, NONE)
    assert ready.address_of("fourth_seat.engines.connect4.kernels.search", "solve") is None
    assert not ready.comes_with_program()


@pytest.mark.skipif(not shutil.which("readelf"), reason="needs readelf")
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.so")), ids=lambda path: path.stem)
def test_it_asks_nothing_of_a_system_but_functions_that_every_c_library_has(path: Path) -> None:
    """So the platforms that a wheel declares (`install.wheel`) are right for any C library, GNU's or musl."""

    def said(option: str) -> str:
        return subprocess.run(["readelf", "-W", option, path], capture_output=True, text=True, check=True).stdout

    assert "(NEEDED)" not in said("--dynamic") and "GLIBC" not in said("--version-info")
    symbols = [line.split() for line in said("--dyn-syms").splitlines() if " UND " in line]
    assert {words[7] for words in symbols if len(words) > 7} <= LIBM | MEMORY
    assert "Machine:" in said("--file-header") and ("AArch64" in said("--file-header")) == ("aarch64" in path.name)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(platform.machine() != "x86_64", reason="compiled for this machine there")
@pytest.mark.parametrize("game", GAMES)
def test_made_again_it_is_the_same(game: str) -> None:
    """All libraries, including that of another processor if its linker is installed."""
    classes = [name for name in CLASSES if not wrong_tool([name])]
    if not classes:
        pytest.skip(wrong_tool(list(CLASSES)))
    said = run("-m", "fourth_seat.engines.jit.ready", "--check", *classes, "--games", game)
    assert [line.split(": ")[1] for line in said.splitlines()] == ["equal"] * len(classes)


def test_one_that_is_not_the_same_is_found(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    made = {path.name: path.read_bytes() for path in own_folder.glob("kalah-*.so")}
    wrong, missing, right = sorted(made)
    (own_folder / wrong).write_bytes(made[wrong] + b"\0")
    (own_folder / missing).unlink()
    monkeypatch.setattr(maker, "wrong_tool", lambda _: "")
    monkeypatch.setattr(maker, "make", lambda _game, compiled, _: made if compiled == "x86-64-v2" else {})
    monkeypatch.setattr(sys, "argv", ["ready", "--check", "--games", "kalah", "--to", str(own_folder)])
    before = sorted(own_folder.iterdir())
    assert maker.main() == 1 and sorted(own_folder.iterdir()) == before
    said = capfd.readouterr().out.splitlines()
    assert sorted(said) == [f"{wrong}: different", f"{missing}: missing", f"{right}: equal"]
