"""The check of the files that strangers see first: everything is clean here, so far as no package index is needed, and
anything broken is found.
"""

from __future__ import annotations

import sys

import pytest

from benchmarks.install.yard import PARTS, TEMPLATES, faults_of_form, pages, said, templates

BUG = (TEMPLATES / "bug.yml").read_text("utf-8")


def test_pages_and_templates_are_there() -> None:
    assert [*pages(), *templates()] == []


@pytest.mark.parametrize(
    ("found", "broken", "fault"),
    [
        ("name: ", "title: ", "it has no name"),
        ("description: The", "about: The", "it has no description"),
        ("type: input", "type: field", "a field is of no kind: type: field"),
        ("id: version", "id: what", "a field has no name, or that of another one"),
        ("      label: Version", "      title: Version", "a field has no label"),
        ("    id: what", "     id: what", "a field has no name, or that of another one"),
        ("body:", "fields:", "it has no field"),
    ],
)
def test_a_broken_form_is_found(found: str, broken: str, fault: str) -> None:
    assert list(faults_of_form(BUG)) == []
    assert found in BUG and fault in list(faults_of_form(BUG.replace(found, broken, 1)))


def test_what_a_program_complains_of_is_said() -> None:
    assert list(said(sys.executable, "-c", "print('bad'); raise SystemExit(1)")) == ["bad"]
    assert list(said(sys.executable, "-c", "")) == []
    assert "could not be run" in next(said("no-such-program"))
    assert len(PARTS) == 5
