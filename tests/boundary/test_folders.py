"""Folders that may hold anything are listed within bounds."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fourth_seat.boundary import folders
from fourth_seat.boundary.folders import drives, is_private, list_folder


def test_folders_and_files_of_some_kinds_are_listed_by_name(tmp_path: Path) -> None:
    for name in ("b", "A", ".hidden"):
        (tmp_path / name).mkdir()
    for name in ("two.TXT", "one.txt", "three.pdf", ".secret.txt"):
        (tmp_path / name).touch()
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    os.mkfifo(tmp_path / "pipe.txt")
    found = list_folder(tmp_path, (".txt",))
    assert [path.name for path in found.folders] == ["A", "b"]
    assert [path.name for path in found.files] == ["one.txt", "two.TXT"]
    assert [path.name for path in list_folder(tmp_path).files] == ["one.txt", "three.pdf", "two.TXT"]
    assert list_folder(tmp_path, ()).files == ()
    assert not found.more


def test_a_folder_of_too_many_files_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        (tmp_path / f"{number:02}.txt").touch()
    monkeypatch.setattr(folders, "MAX_LISTED_ENTRIES", 10)
    found = list_folder(tmp_path)
    assert len(found.files) == 10 and found.more
    monkeypatch.setattr(folders, "MAX_READ_NAMES", 5)
    found = list_folder(tmp_path)
    assert len(found.files) == 5 and found.more


@pytest.mark.parametrize("name", ["missing", "a\0b", "file", "x" * 5000])
def test_what_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"."):
        list_folder(tmp_path / name)


def test_drives_are_folders_where_something_is_mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick, disk = tmp_path / "anna" / "STICK", tmp_path / "disk"
    stick.mkdir(parents=True)
    disk.mkdir()
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(folders, "_DRIVE_FOLDERS", (str(tmp_path), str(tmp_path / "missing")))
    monkeypatch.setattr(os.path, "ismount", lambda path: Path(path) in (stick, disk))
    assert drives() == (stick, disk)


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no owner and mode there")
def test_a_folder_is_private_if_nobody_else_may_change_it(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "extras"
    folder.mkdir(parents=True)
    assert is_private(folder)
    assert not is_private(tmp_path / "missing")
    (tmp_path / "file").touch()
    assert not is_private(tmp_path / "file")
    for mode, private in ((0o700, True), (0o777, False), (0o1777, False), (0o755, True)):
        folder.chmod(mode)
        assert is_private(folder) is private, oct(mode)
    for mode, private in ((0o777, False), (0o1777, True), (0o755, True)):  # of a folder above it
        folder.parent.chmod(mode)
        assert is_private(folder) is private, oct(mode)


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no owner and mode there")
def test_a_link_is_as_private_as_what_is_on_its_way(tmp_path: Path) -> None:
    folder, open_to_all = tmp_path / "data", tmp_path / "open"
    folder.mkdir()
    open_to_all.mkdir()
    link = open_to_all / "link"
    link.symlink_to(folder)
    assert is_private(link)
    open_to_all.chmod(0o777)
    assert not is_private(link)
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert not is_private(tmp_path / "circle")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the administrator gives folders away")
def test_a_folder_of_another_user_is_not_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    other = 12345
    os.chown(folder, other, other)
    assert not is_private(folder)
    os.chown(folder, 0, other)
    folder.chmod(0o775)
    assert not is_private(folder)
    os.chown(folder, 0, 0)
    assert is_private(folder)
    link = tmp_path / "link"
    link.symlink_to(folder)
    os.lchown(link, other, other)
    assert not is_private(link)
