from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.table.errors import BadConfig, NotSaved
from fourth_seat.table.settings import config_file, folders

ROOT = Path(__file__).resolve().parents[2]
ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0


def test_values_come_back_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    assert config_file.load(path) == {}
    config_file.save(path, {"window": {"mode": "dark", "width": 1280}, "people": {"names": ["Änna", "Ben"]}})
    text = path.read_text("utf-8").replace('mode = "dark"', 'mode = "dark"  # easier at night')
    path.write_text(text + '\n[other]\nkept = "yes"\n', "utf-8")
    config_file.save(path, {"window": {"width": 1920}})
    assert config_file.load(path) == {
        "window": {"mode": "dark", "width": 1920},
        "people": {"names": ["Änna", "Ben"]},
        "other": {"kept": "yes"},
    }
    assert "# easier at night" in path.read_text("utf-8")
    assert [file.name for file in path.parent.iterdir() if not file.name.startswith(".")] == ["settings.toml"]


def test_what_several_write_at_once_is_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "calibration.toml"
    parts = [f"part{number}" for number in range(12)]
    with ThreadPoolExecutor(4) as pool:
        for _ in pool.map(lambda part: config_file.save(path, {"kalah": {part: {"at": 1}}}), parts):
            pass
    assert sorted(config_file.load(path)["kalah"]) == sorted(parts)


def test_a_damaged_file_is_reported_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[window]\nmode = "dark\n')
    with pytest.raises(BadConfig, match=r"settings\.toml cannot be read: .*line 2.*correct it or delete it"):
        config_file.load(path)
    config_file.save(path, {"window": {"mode": "light"}})
    assert config_file.load(path) == {"window": {"mode": "light"}}
    assert (tmp_path / "settings-unreadable.toml").read_text() == '[window]\nmode = "dark\n'


def test_a_value_where_a_table_should_be_gives_way(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("window = 3\n")
    assert config_file.table_at(config_file.load(path), "window", "size") == {}
    config_file.save(path, {"window": {"mode": "light"}})
    assert config_file.load(path) == {"window": {"mode": "light"}}


def test_a_disk_that_does_not_take_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file where a folder should be")
    with pytest.raises(NotSaved, match="was not saved"):
        config_file.save(tmp_path / "folder" / "settings.toml", {"a": 1})
    with pytest.raises(BadConfig):
        config_file.load(tmp_path)  # a folder is not a file


@pytest.mark.skipif(not ROOT_USER, reason="only root can become a user that is nowhere listed")
def test_a_user_without_a_home_is_told_so() -> None:
    code = "import os, fourth_seat.table.settings.folders as folders; os.setuid(54321); folders.home()"
    environment = {
        name: value for name, value in os.environ.items() if name not in ("HOME", HOME_VARIABLE, "XDG_DATA_HOME")
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr.rstrip().endswith("this user has no home folder: set FOURTH_SEAT_HOME to a folder for games")


def test_files_go_to_the_documents_or_the_user_s_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "user_documents_path", lambda: tmp_path)
    assert folders.documents() == tmp_path
    monkeypatch.setattr(folders, "user_documents_path", lambda: tmp_path / "none")
    assert folders.documents() == Path.home()
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "nowhere")
    assert folders.documents() == folders.home()


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    before = {"window": {"mode": "light", "text": "medium"}, "last": {}}
    config_file.save(path, config_file.changed(before, {**before, "window": {"mode": "dark", "text": "medium"}}))
    config_file.save(path, config_file.changed(before, {**before, "last": {"kalah": {"options": ""}}}))
    assert config_file.load(path) == {"window": {"mode": "dark"}, "last": {"kalah": {"options": ""}}}


def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "settings.toml"
    kept.parent.mkdir()
    kept.write_text("# mine\n[window]\n")
    path = tmp_path / "settings.toml"
    path.symlink_to(kept)
    config_file.save(path, {"window": {"mode": "dark"}})
    assert path.is_symlink() and config_file.load(kept) == {"window": {"mode": "dark"}} and "# mine" in kept.read_text()
    kept.write_text("[window\n")
    config_file.save(path, {"window": {"mode": "light"}})
    assert kept.read_text() == "[window\n" and config_file.load(path) == {"window": {"mode": "light"}}


def test_a_file_of_the_program_is_known(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    for text, lock, own in (
        ("[window]\nmode = 1\n", True, True),
        ("[window]\nmode = 1\n", False, False),
        ("[window]\nmode = 1\n[mine]\nx = 1\n", True, False),
        ("", True, False),
        ("[", True, False),
    ):
        path.write_text(text)
        config_file.lock_of(path).touch() if lock else config_file.lock_of(path).unlink(missing_ok=True)
        assert config_file.is_own(path, ("window",)) is own, text
    path.unlink()
    config_file.save(path, {"mine": {"x": 1}})
    config_file.lock_of(path).unlink()
    assert config_file.is_own(path, ("window",))
