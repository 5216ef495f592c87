"""Pictures for the clipboard, passed to a program that stands in for the desktop's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fourth_seat.hardware.machine import clipboard
from fourth_seat.hardware.machine.clipboard import copy_picture, picture_command

PNG = b"\x89PNG\r\n" + bytes(range(256)) * 999


@pytest.mark.parametrize(
    ("variables", "there", "program"),
    [
        ({"DISPLAY": ":0"}, {"xclip", "wl-copy"}, "xclip"),
        ({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, {"xclip", "wl-copy"}, "wl-copy"),
        ({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, {"xclip"}, "xclip"),
        ({"DISPLAY": ":0"}, {"wl-copy"}, ""),
        ({}, {"xclip", "wl-copy"}, ""),
    ],
)
def test_the_program_of_the_desktop(variables: dict[str, str], there: set[str], program: str) -> None:
    found = picture_command(variables, lambda name: f"/usr/bin/{name}" if name in there else None)
    assert (found or ("",))[0] == program


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a program `xclip` that will be found first."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder / "xclip"


def write(program: Path, lines: str) -> None:
    program.write_text(f"#!/bin/sh\n{lines}\n", "utf-8")
    program.chmod(0o755)


def test_the_whole_picture_arrives(program: Path, tmp_path: Path) -> None:
    write(program, f'echo "$@" > {tmp_path}/asked; cat > {tmp_path}/got')
    command = picture_command({"DISPLAY": ":0"})
    assert copy_picture(PNG, command) and (tmp_path / "got").read_bytes() == PNG
    assert "image/png" in (tmp_path / "asked").read_text("utf-8")


def test_what_fails_is_told(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("xclip", "-in")
    assert not copy_picture(PNG, ("no-such-program-here",))
    write(program, "exit 1")
    assert not copy_picture(PNG, command)
    monkeypatch.setattr(clipboard, "TIMEOUT_S", 0.2)
    write(program, "exec sleep 60")
    assert not copy_picture(PNG, command)
