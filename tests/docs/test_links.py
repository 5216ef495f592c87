"""The pages of the documentation: what they link to is there, and so are the files that they name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
NAMED_FILE = re.compile(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.py)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_files_are_there(page: Path) -> None:
    text = page.read_text("utf-8")
    missing = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert missing + [name for name in NAMED_FILE.findall(text) if not (ROOT / name).exists()] == []
