"""What an installation knows about itself: its form, its update, and what it leaves behind when it removes itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import pytest
from filelock import FileLock

from fourth_seat.boundary.marks import OWN
from fourth_seat.commands.installation import update
from fourth_seat.engines.jit import code_folder
from fourth_seat.processes.installation import (
    BUNDLE,
    DEBIAN,
    PIP,
    PIPX,
    ROOT,
    SOURCES,
    UV_TOOL,
    Form,
    bundle_folder,
    folder_of,
    form_of,
    installer,
)
from fourth_seat.processes.installation.bundle_folder import NotReplaced
from fourth_seat.table.settings import data
from tests.house.structure import files

WHICH = 'cat "$(dirname "$(readlink -f "$0")")/_internal/version"'


@pytest.mark.parametrize(
    ("root", "frozen", "form"),
    [
        (str(ROOT), False, SOURCES),
        ("/home/anna/.local/share/uv/tools/fourth-seat/lib/python3.13/site-packages/fourth_seat", False, UV_TOOL),
        ("/home/anna/.local/pipx/venvs/fourth-seat/lib/python3.11/site-packages/fourth_seat", False, PIPX),
        ("/home/anna/games/lib/python3.11/site-packages/fourth_seat", False, PIP),
        ("/home/anna/fourth-seat/_internal", True, BUNDLE),
        ("/usr/lib/fourth-seat/_internal", True, DEBIAN),
    ],
)
def test_the_folder_tells_the_form(root: str, frozen: bool, form: Form) -> None:
    assert form_of(Path(root), frozen) is form


def bundle(folder: Path, version: str, script: str = WHICH) -> Path:
    """Return a folder like that of a bundle, whose program prints the version in the file beside it."""
    folder.mkdir(parents=True)
    program = folder / bundle_folder.PROGRAM
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    (folder / "_internal").mkdir()
    (folder / "_internal" / "version").write_text(f"Fourth Seat {version}\n")
    (folder / "README.txt").write_text("Start it.")
    return folder


def started(folder: Path) -> str:
    """Return which version the program in a folder is."""
    return subprocess.run([folder / bundle_folder.PROGRAM], capture_output=True, text=True, check=True).stdout.split()[-1]


def settled(folder: Path) -> list[str]:
    """Return the contents of a folder once the program in it has run."""
    bundle_folder.settle((folder / bundle_folder.PROGRAM).resolve())
    return sorted(path.name for path in folder.iterdir())


def packed(folder: Path, name: str = "fourth-seat") -> Path:
    archive = folder.parent / f"{folder.name}.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(folder, name)
    return archive


def test_newer_bundles_take_the_place_of_older_ones(tmp_path: Path) -> None:
    here = bundle(tmp_path / "here", "0.2.0")
    (here / "notes.txt").write_text("Anna's own")
    for version in ("0.3.0", "0.4.0"):
        newer = packed(bundle(tmp_path / version, version))
        assert bundle_folder.replace(newer, here) == version == started(here)
        assert settled(here) == ["README.txt", "_versions", "fourth-seat", "notes.txt"]
        assert started(here) == version and folder_of((here / "fourth-seat").resolve()) == here
    (only,) = (path for path in (here / "_versions").iterdir() if path.is_dir())
    assert (only / "fourth-seat" / "_internal").is_dir()
    bundle_folder.remove(here)
    assert [path.name for path in here.iterdir()] == ["notes.txt"]


def test_the_former_version_stays_until_the_newer_one_has_run(tmp_path: Path) -> None:
    here = bundle(tmp_path / "here", "0.2.0")
    bundle_folder.replace(packed(bundle(tmp_path / "newer", "0.3.0")), here)
    before = here / "_versions" / "before"
    bundle_folder.settle(before / "fourth-seat")  # which ends after the newer one took its place
    assert started(before) == "0.2.0" and started(here) == "0.3.0"
    bundle_folder.replace(packed(bundle(tmp_path / "newest", "0.4.0")), here)
    assert started(before) == "0.2.0" and started(here) == "0.4.0"
    settled(here)
    assert not before.exists() and not (here / "_internal").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only there it replaces itself")
def test_a_version_that_still_runs_stays(tmp_path: Path) -> None:
    here = bundle(tmp_path / "here", "0.2.0")
    shutil.copy(shutil.which("sleep") or "", here / "fourth-seat")
    with subprocess.Popen([here / "fourth-seat", "100"]) as running:
        bundle_folder.replace(packed(bundle(tmp_path / "newer", "0.3.0")), here)
        assert "_internal" in settled(here)
        running.kill()
    assert "_internal" not in settled(here)


def test_one_that_is_unpacked_over_it_is_the_one_that_starts(tmp_path: Path) -> None:
    here = bundle(tmp_path / "fourth-seat", "0.2.0")
    bundle_folder.replace(packed(bundle(tmp_path / "newer", "0.3.0")), here)
    subprocess.run(["tar", "-xf", packed(bundle(tmp_path / "newest", "0.4.0")), "-C", tmp_path], check=True)
    assert started(here) == "0.4.0"
    assert settled(here) == ["README.txt", "_internal", "fourth-seat"]


@pytest.mark.skipif(sys.platform != "linux", reason="only there it replaces itself")
def test_two_updates_at_a_time_are_one(tmp_path: Path) -> None:
    here = bundle(tmp_path / "here", "0.2.0")
    newer = packed(bundle(tmp_path / "newer", "0.3.0"))
    with bundle_folder._alone(here), pytest.raises(NotReplaced, match="another update is running"):
        bundle_folder.replace(newer, here)
    assert bundle_folder.replace(newer, here) == "0.3.0"


def test_folders_of_the_same_name_stay(tmp_path: Path) -> None:
    here = bundle(tmp_path / "here", "0.2.0")
    (here / "_versions" / "of my song").mkdir(parents=True)
    bundle_folder.replace(packed(bundle(tmp_path / "newer", "0.3.0")), here)
    settled(here)
    bundle_folder.remove(here)
    assert (here / "_versions" / "of my song").is_dir()


@pytest.mark.parametrize(
    ("script", "name", "reason"),
    [
        ("echo GLIBC is too old >&2; exit 1", "fourth-seat", "does not run here: GLIBC is too old"),
        ("true", "fourth-seat", "does not run here"),
        (WHICH, "another-program", "it does not contain Fourth Seat"),
    ],
)
def test_a_bundle_that_does_not_run_changes_nothing(tmp_path: Path, script: str, name: str, reason: str) -> None:
    here = bundle(tmp_path / "here", "0.2.0")
    before = sorted(here.rglob("*"))
    with pytest.raises(NotReplaced, match=reason):
        bundle_folder.replace(packed(bundle(tmp_path / "newer", "0.3.0", script), name), here)
    assert sorted(here.rglob("*")) == before and started(here) == "0.2.0"


def test_a_damaged_archive_changes_nothing(tmp_path: Path) -> None:
    here = bundle(tmp_path / "here", "0.2.0")
    archive = packed(bundle(tmp_path / "newer", "0.3.0"))
    archive.write_bytes(archive.read_bytes()[:-30])
    with pytest.raises(NotReplaced, match="it is damaged, or is not an archive of this program"):
        bundle_folder.replace(archive, here)
    assert sorted(path.name for path in here.iterdir()) == ["README.txt", "_internal", "fourth-seat"]


def test_an_archive_that_grows_too_large_is_turned_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle_folder, "MAX_UNPACKED_BYTES", 100_000)
    here = bundle(tmp_path / "here", "0.2.0")
    large = bundle(tmp_path / "newer", "0.3.0")
    (large / "_internal" / "zeros").write_bytes(bytes(200_000))
    archive = packed(large)
    assert archive.stat().st_size < 1_000
    with pytest.raises(NotReplaced, match="it is too large"):
        bundle_folder.replace(archive, here)
    assert sorted(path.name for path in here.iterdir()) == ["README.txt", "_internal", "fourth-seat"]


def test_all_that_is_kept_in_the_data_folder_is_known() -> None:
    named = {name for path in files() for name in re.findall(r'home\(\) / "([^"]+)"', path.read_text("utf-8"))}
    assert {"records", "settings.toml", "tables"} <= named
    assert {name.removesuffix(".toml") for name in named} <= {*data.GAMES, *data.BUILT, *data.SETTINGS}


def companion(home: Path, *arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run a command with data and machine code in folders below `home`; with something typed, it runs at a terminal."""
    folders = {"FOURTH_SEAT_HOME": "data", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "config"}
    environment = {**os.environ, **{name: str(home / folder) for name, folder in folders.items()}}
    ours, terminal = os.openpty() if typed else (None, None)
    if ours is not None:
        os.write(ours, typed)
    try:
        return subprocess.run(
            [sys.executable, str(ROOT / "companion.py"), *arguments],
            stdin=subprocess.DEVNULL if terminal is None else terminal, capture_output=True, text=True, env=environment,
            check=False,
        )  # fmt: skip
    finally:
        for end in (ours, terminal):
            if end is not None:
                os.close(end)


def lived_in(home: Path, *, marked: bool = True) -> Path:
    """Return a data folder as after some evenings, with somebody else's file in each place, and machine code; without
    marks, as earlier versions left it.
    """
    for folder in ("data", "data/records", "data/tables", "data/trust"):
        OWN.make(home / folder) if marked else (home / folder).mkdir(parents=True)
    (home / "cache/fourth-seat/kernels").mkdir(parents=True)
    code_folder.TAG.make(home / "cache/fourth-seat/kernels/0123") if marked else None
    contents = {
        "data/records/2026-11-21-connect4-1.jsonl": BEGUN, "data/records/2026-11-21-connect4-1.lock": "",
        "data/tables/tridice-4-4.table": "TriDice\0", "data/tables/tridice-4-4.table.lock": "",
        "data/settings.toml": '[window]\nmode = "dark"\n', "data/.settings.toml.lock": "",
        "data/engines.toml": '[engines]\na = "b"\n', "data/.engines.toml.lock": "",
        "cache/fourth-seat/kernels/0123/search_5/search.nbi": "\x80",
        **dict.fromkeys(STRANGERS, "Dear Anna"),
    }  # fmt: skip
    for name, content in contents.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(content.encode("latin-1"))
    return home


BEGUN = '{"event": "game", "version": 1, "game": "connect4", "options": "", "seats": ["human", "human"], "time": ""}\n'
STRANGERS = {
    "data/letter.txt", "data/records/2026-11-21-connect4-2.jsonl", "data/tables/tax.ods", "data/calibration/printer.icc",
    "data/links.toml", "data/trust/authority.pem", "cache/fourth-seat/kernels/own.nbi",
}  # fmt: skip
GAMES = {"data/records/2026-11-21-connect4-1.jsonl", "data/records/2026-11-21-connect4-1.lock"}
SETTINGS = {"data/settings.toml", "data/.settings.toml.lock", "data/engines.toml", "data/.engines.toml.lock"}


def left(home: Path) -> set[str]:
    marks = OWN.name, code_folder.TAG.name
    return {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file() and path.name not in marks}


@pytest.mark.parametrize("marked", [True, False])
def test_only_games_are_left_and_what_is_somebodys(tmp_path: Path, marked: bool) -> None:
    assert companion(tmp_path, "kiosk", "--install").returncode == 0
    assert "config/autostart/fourth-seat.desktop" in left(tmp_path)
    done = companion(lived_in(tmp_path, marked=marked), "uninstall", "--yes")
    assert done.returncode == 0 and str(tmp_path / "data") in done.stdout and "3 files were left in place" in done.stdout
    assert "Less than 1 MB of its data was removed." in done.stdout and "Add-ons" not in done.stdout
    assert left(tmp_path) == {*STRANGERS, *GAMES}


@pytest.mark.parametrize("marked", [True, False])
def test_what_is_left_can_be_said(tmp_path: Path, marked: bool) -> None:
    done = companion(lived_in(tmp_path, marked=marked), "uninstall", "--yes", "--games", "remove", "--settings", "keep")
    assert done.returncode == 0
    assert left(tmp_path) == {*STRANGERS, *SETTINGS}


@pytest.mark.parametrize("marked", [True, False])
def test_an_installation_without_anything_of_somebodys_goes_whole(tmp_path: Path, marked: bool) -> None:
    lived_in(tmp_path, marked=marked)
    for name in STRANGERS:
        (tmp_path / name).unlink()
    (tmp_path / "data/calibration").rmdir()
    (tmp_path / "data/trust").rmdir() if not marked else None
    done = companion(tmp_path, "uninstall", "--yes", "--games", "remove")
    assert done.returncode == 0 and not {"stay", "left"} & set(done.stdout.split())
    assert not left(tmp_path) and (tmp_path / "data").exists() != marked, "a folder of the user's own stays"


def test_add_ons_stay_and_it_is_said_where(tmp_path: Path) -> None:
    addon = tmp_path / "data" / "addons" / "hex"
    addon.mkdir(parents=True)
    (addon / "pyproject.toml").write_text("[project]")
    done = companion(tmp_path, "uninstall", "--yes", "--games", "remove")
    assert done.returncode == 0 and f"Add-ons stay in {addon.parent}: " in done.stdout and " MB " not in done.stdout
    assert (addon / "pyproject.toml").exists()


def test_a_game_that_is_played_stays(tmp_path: Path) -> None:
    record = lived_in(tmp_path) / "data/records/2026-11-21-connect4-1.jsonl"
    with FileLock(record.with_suffix(".lock")):
        done = companion(tmp_path, "uninstall", "--yes", "--games", "remove")
    assert done.returncode == 0 and record.exists() and "is using" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudoterminals there")
def test_what_an_option_decides_is_not_asked(tmp_path: Path) -> None:
    done = companion(lived_in(tmp_path), "uninstall", "--games", "keep", typed=b"yes\nyes\n")
    assert done.returncode == 0 and "settings" in done.stdout and "Remove the games" not in done.stdout
    assert left(tmp_path) == {*STRANGERS, *GAMES}


def test_nothing_goes_without_a_word(tmp_path: Path) -> None:
    before = left(lived_in(tmp_path))
    done = companion(tmp_path, "uninstall")
    assert done.returncode == 1 and "--yes" in done.stderr
    assert left(tmp_path) == before


def test_a_kiosk_is_installed_and_removed(tmp_path: Path) -> None:
    output = companion(tmp_path, "kiosk", "--install").stdout
    assert str(tmp_path / "config" / "autostart" / "fourth-seat.desktop") in output
    assert "no longer" in companion(tmp_path, "kiosk", "--remove").stdout
    assert not left(tmp_path)
    assert "was not set to start" in companion(tmp_path, "kiosk", "--remove").stdout


def test_a_checkout_says_how_it_is_updated(tmp_path: Path) -> None:
    output = companion(tmp_path, "update").stdout
    assert output.startswith("Fourth Seat ") and str(ROOT) in output
    refused = companion(tmp_path, "update", "fourth_seat-9-py3-none-any.whl")
    assert refused.returncode == 1 and "git pull" in refused.stderr


@pytest.mark.parametrize("form", [UV_TOOL, PIPX, PIP])
def test_a_wheel_or_an_sdist_updates_what_they_install(form: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Sequence[str]] = []
    monkeypatch.setattr(update, "FORM", form)
    monkeypatch.setattr(update, "CHECKOUT", False)
    monkeypatch.setattr(installer, "update_command", lambda file: [str(file)])
    monkeypatch.setattr(installer, "run_installer", ran.append)
    monkeypatch.setattr(installer, "installed_version", lambda: "9")
    files = [tmp_path / "fourth_seat-9-py3-none-any.whl", tmp_path / "fourth_seat-9.tar.gz"]
    for file in files:
        file.touch()
        assert update.run(Namespace(file=file)) == 0
    assert ran == [[str(file)] for file in files]
    with pytest.raises(update.NoUpdate, match=re.escape("fourth_seat-*.whl")):
        update.run(Namespace(file=tmp_path / "fourth-seat_9_amd64.deb"))
