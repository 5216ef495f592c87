"""Started programs get nothing from the current folder, except those that a person has chosen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from fourth_seat.processes.output import output_of
from fourth_seat.processes.start import (
    FOLDER,
    environment,
    find_program,
    give_back,
    installed_module,
    python_code,
    python_module,
    python_variables_taken,
    runs_module,
    start,
)

TIMEOUT_S = 60.0
pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs and folders as POSIX has them")


def program(file: Path, line: str = "echo foreign") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{line}\n")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize("path", [".:{system}", ":{system}", "{here}:{system}", "bin:{system}", "{system}:.", "{system}"])
def test_a_program_in_the_current_folder_is_not_found(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("sh", "of-a-stranger", "bin/sh", "bin/of-a-stranger"):
        program(tmp_path / name)
    monkeypatch.setenv("PATH", path.format(here=tmp_path, system="/usr/bin:/bin"))
    assert find_program("sh") in ("/usr/bin/sh", "/bin/sh") and find_program("of-a-stranger") is None
    with pytest.raises(FileNotFoundError):
        start(["of-a-stranger"])
    assert environment()["PATH"] == "/usr/bin:/bin"


def test_a_folder_of_the_system_counts_also_for_those_who_stand_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/usr/bin")
    monkeypatch.setenv("PATH", "/usr/bin")
    assert find_program("env") == "/usr/bin/env"


def test_it_works_in_the_root_folder_and_finds_what_is_named_from_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOURTH_SEAT_HOME", "data")
    printed = output_of(["/bin/sh", "-c", "pwd; echo $FOURTH_SEAT_HOME"], TIMEOUT_S)
    assert printed == [str(FOLDER), str(tmp_path / "data")]


def test_variables_that_lead_elsewhere_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "PYTHONHOME", "UV_INDEX_URL", "UV_CONFIG_FILE", "PIP_INDEX_URL", "PIP_CERT", "DISPLAY"):
        monkeypatch.setenv(name, "/x")
    found = environment()
    assert {name for name in found if found[name] == "/x"} == {"PIP_CERT", "DISPLAY"}
    assert found["UV_NO_CONFIG"] == "1" and found["PIP_CONFIG_FILE"] == os.devnull


def printed(command: Sequence[str]) -> list[str]:
    return output_of(command, TIMEOUT_S)


def test_a_python_finds_what_this_one_does_but_not_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    for folder in (there, here):
        folder.mkdir()
        for name in ("json", "sitecustomize", "usercustomize", f"only_{folder.name}"):
            (folder / f"{name}.py").write_text(f"print({folder.name!r})")
    monkeypatch.chdir(here)
    monkeypatch.setenv("PYTHONPATH", f"{there}:{here}")
    monkeypatch.setattr(sys, "path", ["", str(here), str(there), *sys.path])
    assert printed(python_code("import json; print(json.loads('1'))")) == ["1"]
    assert printed(python_module("only_there")) == ["there"]
    code = "from importlib.util import find_spec; print(find_spec('only_here'))"
    assert printed(python_code(code)) == ["None"]
    assert runs_module(python_module("x")) and not runs_module([sys.executable, "x.py"])


def test_what_a_person_has_named_starts_where_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", "/x")
    monkeypatch.setenv("PATH", f"bin:{os.environ['PATH']}")
    program(tmp_path / "bin" / "engine", 'pwd; echo "$PYTHONPATH ${PYTHONSAFEPATH:-unset} $LEVEL"')
    for command in ("engine", "./bin/engine"):
        with start([command], named=True, variables={"LEVEL": "3"}, stdout=subprocess.PIPE) as process:
            assert process.communicate()[0].decode().splitlines() == [str(tmp_path), "/x unset 3"]


def test_a_module_that_lies_in_a_named_folder_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "of_a_stranger.py").write_text("print('foreign')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert installed_module("of_a_stranger") is None and installed_module("no_such_module") is None
    found = installed_module("pytest", "--version")
    assert found and b"pytest" in subprocess.run(found, capture_output=True, check=True).stdout


def test_pythons_that_the_library_starts_have_no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/x")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.setattr(sys, "path", ["/x", *sys.path])
    before = sys.path[:]
    with python_variables_taken() as taken:
        assert {name for name in os.environ if name.startswith("PYTHON")} == {"PYTHONSAFEPATH"}
        assert sys.path[-1] == "/x" and taken["PYTHONPATH"] == "/x"
    assert os.environ["PYTHONPATH"] == "/x" and "PYTHONSAFEPATH" not in os.environ and sys.path == before
    give_back({})
