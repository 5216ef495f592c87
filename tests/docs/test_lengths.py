"""Pages stay as short as their readers need them to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = re.split(r"^(?=## )", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]


@pytest.mark.quick
@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.split("\n")[0].removeprefix("## "))
def test_the_changes_of_a_version_are_at_most_40_lines(version: str) -> None:
    assert len(version.strip().splitlines()) <= 40


def test_the_rows_of_figures_are_at_most_200_characters() -> None:
    lines = (ROOT / "docs" / "figures.md").read_text("utf-8").splitlines()
    assert [(number, len(line)) for number, line in enumerate(lines, 1) if len(line) > 200] == []


def test_every_row_of_figures_has_its_columns() -> None:
    for table in re.findall(r"(?:^\|.*\n)+", (ROOT / "docs" / "figures.md").read_text("utf-8"), re.MULTILINE):
        head, *rows = [line.count("|") for line in table.splitlines()]
        assert [row for row in rows if row != head] == [], table.splitlines()[0]


def test_the_readme_is_at_most_115_lines() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 115
