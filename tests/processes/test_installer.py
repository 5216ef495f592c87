"""The program's own installer is found, run as the right user, and told which index to use."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fourth_seat.processes.installation import DEBIAN, PIP, UV_TOOL, installer
from fourth_seat.processes.installation.installer import INDEX, InstallerFailed, index_variables, run_installer


@pytest.fixture(autouse=True)
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(installer, "FORM", UV_TOOL)
    monkeypatch.delenv(INDEX, raising=False)


def program(folder: Path, name: str, status: int = 0) -> Path:
    """Write a program that records its arguments and two variables."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f'#!/bin/sh\necho "$0 $@ [$UV_DEFAULT_INDEX] [$PIP_FIND_LINKS]" >> "{folder}/ran"\nexit {status}\n')
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="runs a shell script")
@pytest.mark.parametrize(("by_root", "prefix"), [(False, ""), (True, "pkexec")])
def test_it_is_run_with_its_words_and_index(
    by_root: bool, prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installer, "FORM", replace(UV_TOOL, by_root=by_root))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv(INDEX, "https://example.org/simple")
    monkeypatch.setattr(sys, "stdin", None)
    for name in ("uv", "pkexec"):
        program(tmp_path / "bin", name)
    run_installer(["uv", "tool", "upgrade"])
    (ran,) = (tmp_path / "bin" / "ran").read_text().splitlines()
    words = f"{tmp_path / 'bin' / (prefix or 'uv')} {'uv ' if prefix else ''}tool upgrade"
    assert ran == f"{words} [https://example.org/simple] []"


@pytest.mark.skipif(sys.platform == "win32", reason="runs a shell script")
def test_failures_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    with pytest.raises(InstallerFailed, match="no-such-tool was not found: install it, then run no-such-tool up"):
        run_installer(["no-such-tool", "up"])
    program(tmp_path / "bin", "uv", status=3)
    with pytest.raises(InstallerFailed, match="uv up failed with status 3"):
        run_installer(["uv", "up"])


def test_pip_is_that_of_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installer, "FORM", PIP)
    monkeypatch.setattr(installer, "installed_module", lambda name: [sys.executable, "-c", f"print({name!r})"])
    run_installer(["pip"])


def test_root_is_asked_for_only_where_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(installer, "find_program", lambda _: None)
    assert installer._as_root() == []
    monkeypatch.setattr(installer, "FORM", DEBIAN)
    assert installer._as_root() == ["sudo"]
    monkeypatch.setattr(installer, "find_program", lambda name: f"/usr/bin/{name}")
    assert installer._as_root() == ["pkexec"]
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert installer._as_root() == []


def test_the_index_of_the_user_is_passed_in_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert index_variables() == {}
    monkeypatch.setenv(INDEX, str(tmp_path))
    assert index_variables() == {
        "UV_NO_INDEX": "1", "UV_FIND_LINKS": str(tmp_path), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path),
    }  # fmt: skip
    monkeypatch.setenv(INDEX, "https://example.org/simple")
    assert index_variables() == {
        "UV_DEFAULT_INDEX": "https://example.org/simple", "PIP_INDEX_URL": "https://example.org/simple",
    }  # fmt: skip


@pytest.mark.parametrize("form", [UV_TOOL, DEBIAN])
def test_the_installed_version_is_asked_of_a_new_process(form: object, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def answer(words: tuple[str, ...], _: float) -> list[str]:
        asked.append(tuple(words))
        return ["Fourth Seat", "1.2.3"]

    monkeypatch.setattr(installer, "FORM", form)
    monkeypatch.setattr(installer, "output_of", answer)
    assert installer.installed_version() == "1.2.3"
    assert (asked[0][1:] == ("--version",)) == (form is DEBIAN)
    monkeypatch.setattr(installer, "output_of", lambda *_: [])
    assert installer.installed_version() == ""
