"""Each program that this one starts is started by `processes/start.py`, and each Python gets `-I` there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.processes.start import python, python_code, python_module
from tests.house.structure import ROOT
from tests.house.test_trust import PACKAGES

DOOR = "processes/start.py"
STARTS = {
    "Popen", "check_call", "check_output", "getoutput", "getstatusoutput", "system", "popen", "startfile", "fork",
    "forkpty", "create_subprocess_exec", "create_subprocess_shell", "subprocess_exec", "subprocess_shell",
    "ProcessPoolExecutor", "Nanny", "get_context", "find_library",
}  # fmt: skip
"""Calls that start a program, or look for one in a way that includes the current folder."""
FAMILIES = ("exec", "spawn", "posix_spawn")  # execv, spawnlp ...
OF_MODULES = {"subprocess.run", "subprocess.call", "shutil.which"}
ALLOWED = {
    "processes/command_line.py": ["shutil.which"],  # of programs that a person has chosen
    "farm/dask_cluster.py": ["Nanny"],  # within `python_variables_taken`
    "farm/local.py": ["get_context", "ProcessPoolExecutor"],  # within `python_variables_taken`
    "processes/installation/__init__.py": ["sys.executable"] * 2,  # what an entry in the menu or at login starts
    "processes/installation/bundle_folder.py": ["sys.executable"] * 2,  # the folder of a frozen program
    "processes/installation/installer.py": ["sys.executable"],  # a frozen program
    "processes/extras/installers.py": ["sys.executable"],  # for uv to install into
}


def offences(tree: ast.AST) -> Iterator[str]:
    """Yield the starts of programs in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "attr", getattr(function, "id", ""))
            owner = getattr(getattr(function, "value", None), "id", "")
            if name in STARTS or (owner == "os" and name.startswith(FAMILIES)):
                yield name
            elif f"{owner}.{name}" in OF_MODULES:
                yield f"{owner}.{name}"
        elif isinstance(node, ast.ImportFrom):
            imported = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name for name in imported if name in OF_MODULES)
        elif isinstance(node, ast.Attribute) and node.attr == "executable" and getattr(node.value, "id", "") == "sys":
            yield "sys.executable"


def test_every_start_goes_through_the_door() -> None:
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py") if (ROOT / package).is_dir() else [ROOT / package]:
            name = path.relative_to(ROOT).as_posix()
            if name != DOOR and (names := list(offences(ast.parse(path.read_text("utf-8"))))):
                found[name] = names
    assert found == ALLOWED


@pytest.mark.parametrize(
    "line",
    [
        "subprocess.run(['git'])", "subprocess.Popen(['git'])", "from subprocess import run", "Popen(['git'])",
        "os.execvp('git', [])", "os.spawnlp(0, 'git')", "os.posix_spawn('git', [], {})", "os.system('git')",
        "asyncio.create_subprocess_exec('git')", "loop.subprocess_exec(None, 'git')", "shutil.which('git')",
        "multiprocessing.get_context('spawn')", "command = [sys.executable, '-m', 'pip']",
    ],
)  # fmt: skip
def test_one_beside_the_door_is_found(line: str) -> None:
    assert list(offences(ast.parse(line)))


def test_each_python_is_isolated() -> None:
    for command in (python("-c", ""), python_code(""), python_module("pip", first=[Path("x")])):
        assert command[1] == "-I"
