"""Files that may be anything."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from fourth_seat.boundary import files
from fourth_seat.boundary.files import read_bytes, replaced_file, sync_folder, sync_tree, write_file

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


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """Keep the files of this process from growing beyond this many bytes, as on a full disk."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


KINDS = ("folder", "FIFO", "socket", "device", "circle", "huge")


@POSIX
@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", KINDS)
def test_only_a_regular_file_of_a_fit_size_is_read(tmp_path: Path, kind: str) -> None:
    make_strange(tmp_path / "file", kind)
    with pytest.raises(OSError, match=r"."):
        read_bytes(tmp_path / "file", 1000)


@POSIX
def test_what_may_act_on_being_opened_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_strange(tmp_path / "device", "device")
    opened: list[Path] = []
    monkeypatch.setattr(os, "open", lambda path, *_: opened.append(path))
    with pytest.raises(OSError, match="Not a regular file"):
        read_bytes(tmp_path / "device", 1000)
    with pytest.raises(IsADirectoryError):
        read_bytes(tmp_path, 1000)
    assert not opened


@POSIX
def test_what_takes_the_place_of_a_file_while_it_is_opened_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    opened: list[int] = []
    really = os.open

    def open_another(path: Path, *more: int) -> int:
        path.unlink()
        os.mkfifo(path)
        opened.append(really(path, *more))
        return opened[-1]

    monkeypatch.setattr(os, "open", open_another)
    with pytest.raises(OSError, match="Not a regular file"):
        read_bytes(tmp_path / "file", 1000)
    with pytest.raises(OSError, match=r"(?i)bad file descriptor"):
        os.fstat(opened[0])


@POSIX
@pytest.mark.parametrize("tree", [True, False])
def test_the_disk_has_a_folder_before_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tree: bool) -> None:
    folder, inner = tmp_path / "folder", tmp_path / "folder" / "inner"
    inner.mkdir(parents=True)
    (inner / "file").write_bytes(b"1")
    (inner / "link").symlink_to("nowhere")
    synced: set[int] = set()
    really = os.fsync

    def sync(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)
        really(descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    (sync_tree if tree else sync_folder)(folder)
    assert {path for path in (tmp_path, folder, inner, inner / "file") if path.stat().st_ino in synced} == (
        {tmp_path, folder, inner, inner / "file"} if tree else {tmp_path, folder}
    )


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


def as_written(path: Path) -> tuple[int, ...]:
    """Return properties that show whether a path is as it was before, whether or not it was read."""
    found = path.lstat()
    return found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@POSIX
@pytest.mark.timeout(20)
@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("kind", ["folder", "FIFO", "socket", "circle"])  # not a device: root might replace it
def test_what_is_no_file_is_never_replaced(tmp_path: Path, kind: str, linked: bool) -> None:
    make_strange(strange := tmp_path / "strange", kind)
    path = tmp_path / "link" if linked else strange
    if linked:
        path.symlink_to(strange)
    before = {each: as_written(each) for each in tmp_path.iterdir()}
    with pytest.raises(OSError, match=r"."), replaced_file(path) as file:
        file.write(b"new")
    with pytest.raises(OSError, match=r"."):
        write_file(path, b"new")
    assert {each: as_written(each) for each in tmp_path.iterdir()} == before


@POSIX
def test_what_people_name_is_written_behind_their_links(tmp_path: Path) -> None:
    letter, file = tmp_path / "letter", tmp_path / "file"
    letter.write_text("old", "utf-8")
    letter.chmod(0o640)
    file.symlink_to(letter)
    (tmp_path / "again").symlink_to(file)
    write_file(tmp_path / "again", b"new")
    assert file.is_symlink() and letter.read_text("utf-8") == "new" and letter.stat().st_mode & 0o777 == 0o640
    with pytest.raises(OSError, match="link"), replaced_file(file):
        pass
    (tmp_path / "dangling").symlink_to("later")
    write_file(tmp_path / "dangling", b"made")
    assert (tmp_path / "dangling").is_symlink() and (tmp_path / "later").read_bytes() == b"made"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "dangling", "file", "later", "letter"]


@POSIX
def test_a_disk_that_is_full_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 120 + ".pdf")
    write_file(path, b"old")
    before = path.stat()
    with file_size_limit(1000), pytest.raises(OSError, match=r"(?i)too large"):
        write_file(path, bytes(2000))
    assert path.read_bytes() == b"old" and path.stat() == before and [*tmp_path.iterdir()] == [path]


def test_on_windows_no_folder_is_opened_to_be_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt"))
    files.sync_folder(tmp_path)
