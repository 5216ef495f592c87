"""What in the data folder is the program's own where nothing marks it as that."""

from __future__ import annotations

import base64
from pathlib import Path
from zipfile import ZipFile

import pytest

from fourth_seat.table.settings import data


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    return tmp_path


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
