"""Files of digits."""

from __future__ import annotations

import pytest

from fourth_seat.games.connect4 import GAME
from fourth_seat.games.connect4.formats.digits import read_digits, write_digits
from fourth_seat.games.errors import BadNotation


def test_a_game_reads_back() -> None:
    (played,) = read_digits(GAME, "\ufeff44\n 5 3\r\n")
    assert [str(move) for move in played.line.moves] == list("4453")
    assert write_digits([played]) == "4453\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("44444444", "move 7 of 4444444: column 4 is full"),
        ("44\n4\n9", "move 4 of 4449: there is no column 9; the columns are 1 to 7"),
        ("1212121\n3", "move 8 of 12121213: the game is over"),
        ("44x", "move 3 of 44x: x is not a move here; enter a move such as 4"),
        (" ", "'' is not a move here; enter a move such as 4453"),
    ],
)
def test_an_error_names_the_move_and_no_line_that_is_not_there(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        read_digits(GAME, text)
    assert str(caught.value).startswith(reason.partition(";")[0]) and "line" not in str(caught.value)
