"""Commands as people type them."""

from __future__ import annotations

import sys

import pytest

from fourth_seat.processes.command_line import find_program, join_command, program_name, split_command


@pytest.mark.parametrize("words", [["pentobi-gtp", "--level", "3"], ["/opt/my engines/gtp"], ["a'b", 'c"d', ""]])
def test_words_come_back(words: list[str]) -> None:
    assert split_command(join_command(words)) == words


@pytest.mark.parametrize(
    ("command", "name"), [("/usr/games/pentobi-gtp -l 3", "pentobi-gtp"), ("", ""), ("'/opt/open mark", "open")]
)
def test_the_name_of_a_program(command: str, name: str) -> None:
    assert program_name(command).removeprefix("'") == name


def test_programs_are_found_or_not() -> None:
    assert find_program(f"{join_command([sys.executable])} --version") == sys.executable
    for command in ("no-such-program", "", "'open", "nul\0byte", "/"):
        assert find_program(command) is None
