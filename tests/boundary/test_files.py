"""Files that may be anything."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from boundary.files import read_bytes, replaced_file

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has neither FIFOs nor sockets in folders")


def make_strange(path: Path, kind: str) -> None:
    """Put something of this kind at a path."""
    if kind == "folder":
        path.mkdir()
    elif kind == "FIFO":
        os.mkfifo(path)
    elif kind == "socket":
        here = Path.cwd()
        os.chdir(path.parent)  # the address of a socket is short
        try:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind("s")
            Path("s").rename(path)
        finally:
            os.chdir(here)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "circle":
        path.symlink_to(path)
    elif kind == "huge":
        with path.open("wb") as file:
            file.truncate(1 << 40)  # of which no byte is on the disk
    else:
        raise ValueError(kind)


KINDS = ("folder", "FIFO", "socket", "device", "circle", "huge")


@POSIX
@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", KINDS)
def test_only_a_regular_file_of_a_fit_size_is_read(tmp_path: Path, kind: str) -> None:
    make_strange(tmp_path / "file", kind)
    with pytest.raises(OSError, match=r"."):
        read_bytes(tmp_path / "file", 1000)


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_bytes(tmp_path / "file", 5) == b"12345"
    with pytest.raises(OSError, match=r"(?i)too large"):
        read_bytes(tmp_path / "file", 4)


def test_a_name_that_cannot_be_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="file name"):
        read_bytes(tmp_path / "a\0b", 5)
    with pytest.raises(OSError, match="file name"), replaced_file(tmp_path / "a\0b"):
        pass


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with replaced_file(path) as file:
        file.write(b"first")
    with pytest.raises(ZeroDivisionError), replaced_file(path) as file:
        file.write(b"second")
        raise ZeroDivisionError
    assert path.read_bytes() == b"first" and [*tmp_path.iterdir()] == [path]
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


@POSIX
def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mine", "utf-8")
    (tmp_path / "file").symlink_to(tmp_path / "letter")
    with replaced_file(tmp_path / "file") as file:
        file.write(b"new")
    assert (tmp_path / "letter").read_text("utf-8") == "mine"
