"""The installed program: a wheel is built, installed into a separate environment, and plays there."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable
from email import message_from_bytes
from email.message import Message
from functools import cache, partial
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.tags import sys_tags

from fourth_seat.boundary.shipped import listed
from fourth_seat.engines.jit.ready import FOLDER, MACHINES, NONE, SWITCH
from fourth_seat.processes.installation import ROOT
from tests.house.structure import PACKAGES
from tests.install.installed import check_window, environment_of, run

UV = os.environ.get("UV") or shutil.which("uv")
SOURCES_ONLY = (".po", ".pot")  # of catalogues that are included compiled
READY = "fourth_seat/engines/jit/ready/"
LIST = f"{READY}SHA256SUMS"
MACHINE = platform.machine() if sys.platform == "linux" and platform.machine() in MACHINES else NONE
TAGS = {
    "x86_64": {"py3-none-manylinux_2_17_x86_64", "py3-none-musllinux_1_2_x86_64"},
    "aarch64": {"py3-none-manylinux_2_17_aarch64", "py3-none-musllinux_1_2_aarch64"},
    NONE: {"py3-none-any"},
}
"""The platform that a wheel declares, by the one for which it was built."""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(UV is None, reason="needs uv")]


Builder = Callable[[str, str], Path]
"""Returns the wheel or the archive of the sources that is built for a machine; for "", for this one."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    @cache
    def build(kind: str, machine: str) -> Path:
        return build_from(ROOT, kind, machine, tmp_path_factory.mktemp("built"))

    return build


def build_from(sources: Path, kind: str, machine: str, folder: Path) -> Path:
    """Build a wheel or an archive into an empty folder, and return it."""
    variables = {**os.environ, SWITCH: machine}
    if not machine:
        del variables[SWITCH]
    subprocess.run([str(UV), "build", "--quiet", f"--{kind}", "--out-dir", folder, sources], env=variables, check=True)
    (found,) = (path for path in folder.iterdir() if path.suffix in (".whl", ".gz"))
    return found


@pytest.fixture(scope="module")
def wheel(built: Builder) -> Path:
    """Return the wheel for this machine."""
    return built("wheel", "")


def names_in(wheel: Path) -> set[str]:
    """Return the names of a wheel's files."""
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def said_by(wheel: Path) -> Message:
    """Return what a wheel states about itself."""
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
        return message_from_bytes(archive.read(name))


def libraries_in(names: Iterable[str]) -> set[str]:
    """Return the libraries among files' names."""
    return {name.rpartition("/")[2] for name in names if ".so" in Path(name).suffixes}


def libraries_for(machine: str) -> set[str]:
    """Return the libraries of the repository for a machine."""
    return {name for name in listed(FOLDER) if machine in MACHINES and f"-linux-{MACHINES[machine]}" in name}


@pytest.fixture(scope="module")
def program(wheel: Path) -> Path:
    """Return the command of an installed wheel."""
    return installed(wheel, wheel.parent / "environment")


def installed(wheel: Path, environment: Path) -> Path:
    """Return the command of a new environment in which only a wheel and its requirements are installed."""
    subprocess.run([str(UV), "venv", "--quiet", "--seed", "--python", sys.executable, environment], check=True)
    python = environment / "bin" / "python"
    subprocess.run([str(UV), "pip", "install", "--quiet", "--python", python, wheel], check=True)
    return environment / "bin" / "fourth-seat"


def test_all_of_it_lies_in_one_package(wheel: Path) -> None:
    names = names_in(wheel)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"fourth_seat"}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    wanted = [Path(name) for name in tracked if name.partition("/")[0] in (*PACKAGES, "companion.py")]
    left_out = [path for path in wanted if path.suffix not in SOURCES_ONLY and f"fourth_seat/{path}" not in names]
    assert [path for path in left_out if path.suffix != ".so" and f"fourth_seat/{path}" != LIST] == []


def test_what_a_desktop_looks_for_lies_where_it_looks(wheel: Path) -> None:
    (place,) = {name.partition("/")[0] for name in names_in(wheel) if ".data/" in name}
    beside = {"applications/fourth-seat.desktop", "icons/hicolor/scalable/apps/fourth-seat.svg"}
    assert {f"{place}/data/share/{name}" for name in beside} <= names_in(wheel)


def test_without_a_word_a_wheel_is_for_the_machine_that_builds(wheel: Path) -> None:
    assert libraries_in(names_in(wheel)) == libraries_for(MACHINE)
    assert set(said_by(wheel).get_all("Tag", [])) == TAGS[MACHINE]


@pytest.mark.parametrize("machine", TAGS)
def test_a_wheel_says_what_it_is_for(machine: str, built: Builder) -> None:
    made = built("wheel", machine)
    names, said = names_in(made), said_by(made)
    assert libraries_in(names) == libraries_for(machine) and (LIST in names) == (machine != NONE)
    assert set(said.get_all("Tag", [])) == TAGS[machine]
    assert said["Root-Is-Purelib"] == str(machine == NONE).lower()
    *_, platforms = made.stem.split("-")
    assert {f"py3-none-{name}" for name in platforms.split(".")} == TAGS[machine]


@pytest.mark.skipif(MACHINE == NONE, reason="this machine has no machine code")
def test_a_tag_is_one_that_installers_take_here() -> None:
    assert {str(tag) for tag in sys_tags()} & TAGS[MACHINE]


def test_an_archive_has_all_libraries_or_none(built: Builder, tmp_path: Path) -> None:
    for machine, wanted in (("", set(listed(FOLDER))), (NONE, set())):
        with tarfile.open(built("sdist", machine)) as files:
            assert libraries_in(files.getnames()) == wanted
    assert set(said_by(build_from(built("sdist", NONE), "wheel", "", tmp_path)).get_all("Tag", [])) == TAGS[NONE]


def test_an_archive_has_every_part_though_links_lead_to_them(tmp_path: Path) -> None:
    links = ROOT / "build" / f"links-{os.getpid()}"  # laid out as in `run_tests.py` for the type checker
    links.mkdir(parents=True)
    try:
        for name in PACKAGES:
            (links / name).symlink_to(ROOT / name)
        with tarfile.open(build_from(ROOT, "sdist", NONE, tmp_path)) as files:
            assert {name.split("/")[1] for name in files.getnames() if name.endswith(".py")} >= set(PACKAGES)
    finally:
        shutil.rmtree(links)


def test_for_a_machine_without_libraries_none_is_built(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(UV), "build", "--wheel", "--out-dir", tmp_path, ROOT],
        env={**os.environ, SWITCH: "sparc"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode and f"{SWITCH} is sparc, and there is machine code for x86_64, aarch64, or none" in done.stderr


def test_without_libraries_and_compiler_it_plays_and_says_what_is_missing(built: Builder, tmp_path: Path) -> None:
    program = installed(built("wheel", NONE), tmp_path / "environment")
    run_it = partial(
        subprocess.run, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment_of(tmp_path)
    )
    done = run_it([program, "arena", "kalah", "1", "2", "--games", "2"])
    assert done.returncode == 1 and "share of win" in done.stdout
    assert done.stderr.count("a simpler player moves instead: A compiler must be added first (") == 2
    done = run_it([program, "solve", "connect4"], input="4455\n")
    assert done.returncode == 1 and done.stderr.startswith("fourth-seat: A compiler must be added first (")
    assert done.stderr.endswith("): fourth-seat extras --add compiler\n")


def test_packages_that_the_program_imports_are_in_it(program: Path, tmp_path: Path) -> None:
    assert "Without a command, the window opens." in run(program, tmp_path, "--help")
    for command in ("play", "engine", "solve", "arena", "lights", "tables", "extras", "kiosk", "update", "uninstall"):
        assert f"usage: fourth-seat {command}" in run(program, tmp_path, command, "--help")


@pytest.mark.parametrize("command", ["look", "calibrate", "watch", "keep", "print"])
def test_a_command_that_needs_an_extra_says_so(program: Path, tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        [program, command, "--help"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment_of(tmp_path),
        check=False,
    )
    assert done.returncode == 1
    assert "fourth-seat extras --add" in done.stderr


def test_it_plays(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path, "solve", "connect4", given="4455\n") == "4455 18 3 6\n"
    assert run(program, tmp_path, "engine", "kalah", given="version\nlevel 9\ngenmove 1\nquit\n").count("= ") == 2
    assert "share of win" in run(program, tmp_path, "arena", "tridice", "1", "2", "--games", "2")  # two of our processes


def test_the_window_opens(program: Path, tmp_path: Path) -> None:
    check_window(program, tmp_path)


def test_it_removes_itself_and_leaves_games(program: Path, tmp_path: Path) -> None:
    games = tmp_path / "data" / "records"
    games.mkdir(parents=True)
    (games / "one.jsonl").write_text("x")
    assert "installed with pip" in run(program, tmp_path, "update")
    run(program, tmp_path, "uninstall", "--yes")
    assert not program.exists() and (games / "one.jsonl").exists()
    share = program.parents[1] / "share"
    assert not [path for path in share.rglob("*") if path.is_dir() and not any(path.iterdir())], "empty folders"
