"""Read a file under any name, and describe briefly how its games ended."""

from __future__ import annotations

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.formats import read_file, result_of
from fourth_seat.games.protocol import PlayedGame

End = tuple[str, int, int]
"""The last move or throw, and the points of white and of black."""


def read(text: str) -> tuple[PlayedGame, ...]:
    """Return the games of a match file."""
    return read_file("match.txt", text, (GAME,))[1]


def ends(text: str) -> list[End]:
    """Return how the games of a file ended; no points for one that did not."""
    found = []
    for game in read(text):
        result = result_of(game)
        white, black = result.scores if result else (0, 0)
        found.append((str(game.line.moves[-1]) if game.line.moves else "", white, black))
    return found


def notices(text: str) -> list[str]:
    """Return the places in which a file was not taken at its word."""
    return [str(notice) for game in read(text) for notice in game.notices]


def refusal(text: str) -> str:
    """Return why a file is refused."""
    with pytest.raises(BadNotation) as caught:
        read(text)
    return str(caught.value).removeprefix("match.txt: ")
