"""Which files in the data folder belong to the program if nothing marks them as such."""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from fourth_seat.engines.jit import code_folder
from fourth_seat.table.record.record_file import is_lock
from fourth_seat.table.settings import data


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


def test_locks_are_empty_and_named_as_those_of_records(home: Path) -> None:
    lock = home / "2026-11-21-kalah-1.lock"
    assert is_lock(lock) is False
    lock.touch()
    assert is_lock(lock) is True and is_lock(lock.rename(home / "letter.lock")) is False
    lock.write_text("Dear Anna")
    assert is_lock(lock) is False


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of caches is named the Linux way")
def test_machine_code_goes_with_its_marked_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    kernels = home / "cache" / "fourth-seat" / "kernels"
    kernels.mkdir(parents=True)
    code_folder.TAG.make(kernels / "of ours")
    (kernels / "Anna's").mkdir()
    for folder in kernels.iterdir():
        (folder / "search.nbi").write_bytes(b"a search")
    data.remove(data.built())
    assert [path.relative_to(kernels).as_posix() for path in kernels.rglob("*.nbi")] == ["Anna's/search.nbi"]
    assert [path.name for path in kernels.iterdir()] == ["Anna's"]


def pem(content: bytes) -> bytes:
    return b"-----BEGIN CERTIFICATE-----\n" + base64.encodebytes(content) + b"-----END CERTIFICATE-----\n"


@pytest.mark.parametrize(
    ("authority", "own"), [(pem(b"CN=Fourth Seat"), True), (pem(b"CN=Anna"), False), (b"Anna's", False), (None, False)]
)
def test_certificates_are_its_own_where_their_authority_is(home: Path, authority: bytes | None, own: bool) -> None:
    (home / "trust").mkdir()
    (home / "trust" / "server.key").write_bytes(b"a key")
    if authority is None:
        (home / "trust" / "authority.crt").mkdir()
    else:
        (home / "trust" / "authority.crt").write_bytes(authority)
    expected = {home / "trust" / "server.key", home / "trust" / "authority.crt"} if own else set()
    assert set(data.settings()) == expected


def test_problems_are_its_own_where_they_hold_one(home: Path) -> None:
    (home / "problems").mkdir()
    for day, name in ((1, "problem.json"), (2, "letter.txt")):
        with ZipFile(home / "problems" / f"kalah-2026-11-0{day}-201500.zip", "w") as packed:
            packed.writestr(name, "{}")
    (home / "problems" / "kalah-2026-11-03-201500.zip").write_text("Dear Anna")
    assert [path.name for path in data.settings()] == ["kalah-2026-11-01-201500.zip"]
