"""Unforeseen errors: their kind and place are reported, and their traceback goes where a developer wants it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourth_seat.boundary.faults import VARIABLE, fault, last_words


def failed() -> str:
    try:
        return str(1 / int("0"))
    except ZeroDivisionError as error:
        return fault(error)


def test_the_traceback_goes_to_the_file_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "tracebacks"))
    said = failed()
    assert said.startswith("ZeroDivisionError at test_faults.py:") and failed() == said
    kept = (tmp_path / "tracebacks").read_text()
    assert kept.count('return str(1 / int("0"))') == kept.count("ZeroDivisionError: division by zero") == 2


@pytest.mark.parametrize("name", ["", "nowhere/file", "."])
def test_a_file_that_cannot_be_written_is_no_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, name and str(tmp_path / name))
    assert failed().startswith("ZeroDivisionError at test_faults.py:")


def test_of_a_program_that_failed_its_own_words_are_told_and_no_traceback() -> None:
    assert last_words("the camera is taken") == "the camera is taken"
    try:
        [][1]
    except IndexError as error:
        assert fault(error).startswith("IndexError at test_faults.py:")
    assert last_words("Traceback (most recent call last):\n  KeyError: 'secret'") == ""
