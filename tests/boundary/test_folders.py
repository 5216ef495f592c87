"""Folders that may hold anything are listed within limits."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fourth_seat.boundary import folders
from fourth_seat.boundary.folders import changed_by_others, drives, is_private, list_folder


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


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no owner and mode there")
def test_the_first_thing_that_others_can_change_is_named(tmp_path: Path) -> None:
    folder, beside = tmp_path / "data", tmp_path / "beside"
    for path in (folder / "part" / "file", folder / ".hidden" / "file", beside / "file"):
        path.parent.mkdir(parents=True)
        path.touch(0o644)
    (folder / "link").symlink_to(beside)
    assert changed_by_others(folder) is None
    (folder / ".hidden" / "file").chmod(0o666)
    assert changed_by_others(folder) is None, "nothing is loaded from there"
    for path, mode, found in (
        (folder / "part", 0o1777, folder / "part"),
        (folder / "part" / "file", 0o666, folder / "part" / "file"),
        (beside, 0o777, folder / "link"),
        (beside / "file", 0o666, beside / "file"),
        (folder, 0o777, folder),
    ):
        before = path.stat().st_mode
        path.chmod(mode)
        assert changed_by_others(folder) == found
        path.chmod(before)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such groups there")
@pytest.mark.parametrize(
    ("group", "others", "private"),
    [("", [], True), ("", ["ben"], False), ("family", [], False), ("family", ["ben"], False)],
)
def test_a_group_of_this_user_alone_is_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str, others: list[str], private: bool
) -> None:
    import grp
    import pwd

    own = pwd.getpwuid(os.geteuid()).pw_name
    monkeypatch.setattr(grp, "getgrgid", lambda number: grp.struct_group((group or own, "x", number, others)))
    if not os.geteuid():
        os.chown(tmp_path, 0, 12345)
    tmp_path.chmod(0o770)
    assert is_private(tmp_path) is private


def test_on_windows_a_folder_is_private_if_it_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o777)
    monkeypatch.setattr(sys, "platform", "win32")
    assert is_private(tmp_path) and changed_by_others(tmp_path) is None
    assert not is_private(tmp_path / "missing")


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


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owner there")
def test_what_is_the_administrators_is_private_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert is_private(Path("/usr"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="drives are elsewhere")
def test_linux_shows_drives_in_three_places(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [Path("/run/media/anna/STICK"), Path("/media/anna/STICK"), Path("/mnt/disk")]

    def mounted(folder: Path) -> list[Path]:
        return [path for path in shown if path.is_relative_to(folder)]

    monkeypatch.setattr(folders, "_mounted", mounted)
    assert drives() == tuple(shown)
