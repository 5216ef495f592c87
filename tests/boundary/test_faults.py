"""What is said of errors that nobody foresaw."""

from __future__ import annotations

from fourth_seat.boundary.faults import fault, last_words


def test_of_a_program_that_failed_its_own_words_are_told_and_no_traceback() -> None:
    assert last_words("the camera is taken") == "the camera is taken"
    try:
        [][1]
    except IndexError as error:
        assert fault(error).startswith("IndexError at test_faults.py:")
    assert last_words("Traceback (most recent call last):\n  KeyError: 'secret'") == ""
