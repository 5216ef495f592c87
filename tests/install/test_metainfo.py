"""The program's description in software centres, with and without an address."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from install.metainfo import PICTURES, ROOT, SOURCE, identity, metainfo, project_address

ADDRESS = "https://example.org/fourth-seat"


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="needs appstreamcli, of Debian's package appstream")
def test_with_an_address_it_is_valid(tmp_path: Path) -> None:
    file = tmp_path / SOURCE.name
    file.write_text(metainfo(ADDRESS), "utf-8")
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", file], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout


def test_without_an_address_nothing_names_one() -> None:
    assert "<url" not in metainfo("") and "<image>" not in metainfo("")
    if not project_address():
        texts = [SOURCE, ROOT / "SECURITY.md", *(ROOT / ".github").rglob("*.yml"), ROOT / "pyproject.toml"]
        assert [path.name for path in texts if re.search(r"https?://[^\s)]*fourth.?seat", path.read_text("utf-8"))] == []


def test_its_pictures_are_there() -> None:
    assert [name for name in PICTURES if not (ROOT / "docs" / "pictures" / f"{name}.png").exists()] == []


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (ADDRESS, "org.example.fourth_seat"),
        ("https://codeberg.org/somebody/fourth-seat", "org.codeberg.somebody.fourth_seat"),
        ("https://seat.example.com", "com.example.seat.fourth_seat"),
    ],
)
def test_the_name_is_within_the_domain(address: str, name: str) -> None:
    assert identity(address) == name


def test_an_address_without_a_domain_is_refused() -> None:
    with pytest.raises(ValueError, match="has no domain"):
        metainfo("fourth-seat")
