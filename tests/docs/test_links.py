"""The pages of the documentation: what they link to is there, and so are the files that they name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fourth_seat.hardware.lights import drivers as lights
from fourth_seat.hardware.text import drivers as text_displays

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
NAMED_FILE = re.compile(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.py)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_files_are_there(page: Path) -> None:
    text = page.read_text("utf-8")
    missing = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert missing + [name for name in NAMED_FILE.findall(text) if not (ROOT / name).exists()] == []


def test_every_driver_of_lights_and_text_displays_is_described() -> None:
    play = ROOT / "docs" / "play"
    assert [name for name in lights.drivers() if f"`{name}:" not in (play / "lights.md").read_text("utf-8")] == []
    assert [name for name in text_displays.drivers() if f"`{name}:" not in (play / "displays.md").read_text("utf-8")] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_link_into_a_page_leads_to_a_heading(page: Path) -> None:
    text, missing = page.read_text("utf-8"), []
    for link, heading in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", text):
        other = (page.parent / link).read_text("utf-8") if link else text
        headings = re.findall(r"^#+ (.+)$", other, re.M)
        if heading not in [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings]:
            missing.append(f"{link}#{heading}")
    assert missing == []
