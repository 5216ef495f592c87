"""Where files lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.settings import folders


def test_files_are_saved_to_the_documents_or_the_user_s_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "user_documents_path", lambda: tmp_path)
    assert folders.documents() == tmp_path
    monkeypatch.setattr(folders, "user_documents_path", lambda: tmp_path / "none")
    assert folders.documents() == Path.home()
