"""Folders that are marked as made here, and which of their contents are removed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fourth_seat.boundary.marks import OWN, plain_files


def test_a_folder_is_marked_when_it_is_made_and_one_that_is_there_is_not(tmp_path: Path) -> None:
    OWN.make(tmp_path / "a" / "b")
    assert OWN.is_on(tmp_path / "a" / "b") and not OWN.is_on(tmp_path / "a")
    OWN.make(tmp_path / "c" / "d" / "e", above=1)
    assert OWN.is_on(tmp_path / "c" / "d" / "e") and OWN.is_on(tmp_path / "c" / "d") and not OWN.is_on(tmp_path / "c")
    OWN.make(tmp_path)
    assert not OWN.is_on(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        OWN.make(tmp_path / "file")


def test_a_folder_that_somebody_else_makes_meanwhile_is_theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = Path.mkdir

    def mkdir(path: Path, *more: Any, **named: Any) -> None:
        really(path)
        really(path, *more, **named)

    monkeypatch.setattr(Path, "mkdir", mkdir)
    OWN.make(tmp_path / "a")
    assert (tmp_path / "a").is_dir() and not OWN.is_on(tmp_path / "a")


def test_what_is_removed_is_the_files_and_what_was_made_for_them_alone(tmp_path: Path) -> None:
    top = tmp_path / "top"
    for folder in (top, top / "emptied", top / "shared", top / "unused"):
        OWN.make(folder)
    (top / "theirs").mkdir()
    files = [top / name / "ours" for name in ("emptied", "shared", "theirs")]
    for path in (*files, top / "shared" / "letter", tmp_path / "letter"):
        path.write_text("Dear Anna")
    (top / "link").symlink_to(tmp_path / "letter")
    OWN.remove([*files, top / "link"], top, [top / "unused"])
    assert sorted(path.relative_to(top).as_posix() for path in top.rglob("*")) == [
        OWN.name, "link", "shared", f"shared/{OWN.name}", "shared/letter",
    ]  # fmt: skip
    assert [*plain_files(top, lambda path: path.name == "letter")] == [top / "shared" / "letter"]
    (top / "link").unlink()
    OWN.remove([top / "shared" / "letter"], top)
    assert not top.exists() and (tmp_path / "letter").exists()
