"""Machine code is kept among the user's own folders, none of which is ever touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.engines.jit.code_folder import TAG, code_folder
from tests.house.structure import ROOT

NAMES = ("0123456789abcdef", "holiday pictures", "0123456789ABCDEF", "sixteen_letters_")


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def keep_code(folder: Path) -> Path:
    """Put files like numba's into a folder."""
    below = folder / "kernels_1234"
    below.mkdir()
    for name in ("search-1.py311.nbi", "search-1.py311.1.nbc", "search-1.py311.2.nbc.tmp.0123456789abcdef"):
        (below / name).write_bytes(b"code")
    return folder


@pytest.mark.slow
def test_kernels_leave_the_folders_around_their_cache_alone(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.txt").write_text("mine", "utf-8")
    before = contents(tmp_path)
    subprocess.run(
        [sys.executable, "-c", "import fourth_seat.engines.jit.compile"],
        cwd=ROOT, env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "FOURTH_SEAT_MACHINE_CODE": "none"}, check=True,
    )  # fmt: skip
    after = contents(tmp_path)
    assert before.items() <= after.items()
    assert [Path(name).name for name in after.keys() - before.keys()] == [TAG.name]


def test_older_code_is_removed(tmp_path: Path) -> None:
    old = keep_code(code_folder(tmp_path, "old"))
    new = keep_code(code_folder(tmp_path, "new"))
    assert not old.exists() and TAG.is_on(new)
    before = contents(new)
    assert code_folder(tmp_path, "new") == new and contents(new) == before


@pytest.mark.parametrize("place", ["old", "old/kernels_1234"])
def test_a_folder_with_somebodys_file_stays(tmp_path: Path, place: str) -> None:
    keep_code(code_folder(tmp_path, "old"))
    (tmp_path / place / "letter.txt").write_text("mine", "utf-8")
    for name in ("new", "newer"):
        code_folder(tmp_path, name)
        assert (tmp_path / place / "letter.txt").read_text("utf-8") == "mine"
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_there_already_is_never_marked(tmp_path: Path) -> None:
    own = keep_code(code_folder(tmp_path / "elsewhere", "linked"))
    for name in NAMES:
        (tmp_path / name).mkdir()
    (tmp_path / "linked").symlink_to(own, target_is_directory=True)
    before = sorted(tmp_path.rglob("*"))
    for name in NAMES:
        assert not TAG.is_on(code_folder(tmp_path, name))
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_marked_by_another_program_stays(tmp_path: Path) -> None:
    (tmp_path / "ccache").mkdir()
    (tmp_path / "ccache" / TAG.name).write_bytes(b"Signature: 8a477f597d28d172789f06886806bc55\n")
    code_folder(tmp_path, "new")
    assert (tmp_path / "ccache" / TAG.name).exists()


@pytest.mark.skipif(os.name != "posix", reason="folders of users are private on Windows")
@pytest.mark.parametrize("place", [".", "new"])
def test_where_others_may_write_no_code_is_kept(place: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    keep_code(code_folder(tmp_path / "kernels", "new"))
    (tmp_path / "kernels" / place).chmod(0o777)
    before = contents(tmp_path)
    kept = code_folder(tmp_path / "kernels", "new")
    assert kept.name == "new" and TAG.is_on(kept) and not kept.is_relative_to(tmp_path)
    assert contents(tmp_path) == before
    assert capfd.readouterr().err.startswith(f"{tmp_path / 'kernels'} can be changed by other users")
