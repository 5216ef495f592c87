"""Games written as a sequence of column digits (`4453`), as in the solvers by John Tromp and Pascal Pons."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fourth_seat.games.connect4.notation import read_moves
from fourth_seat.games.connect4.rules import Connect4Move, Connect4State, ahead
from fourth_seat.games.errors import BadNotation, unreadable
from fourth_seat.games.formats import line_from_start
from fourth_seat.games.protocol import Game, Line, PlayedGame
from fourth_seat.words import FourthSeatError, say

DIGITS = re.compile(r"\s*\d[\d\s]*", re.ASCII)


def write_digits(games: Sequence[PlayedGame]) -> str:
    """Serialise a single game. Raises `BadNotation` if digits alone cannot represent the games."""
    lines = [line_from_start(game) for game in games]
    if len(lines) > 1 or games[0].ending:
        raise BadNotation(say("a .txt file holds one game, finished or in progress: only a .moves file can hold this"))
    if any(ahead(games[0].options)):
        raise BadNotation(say("this game began with stones in the grid: only a .moves file can hold that"))
    return "".join(map(str, lines[0].moves)) + "\n"


def is_digits(text: str) -> bool:
    """Return whether a text consists only of digits and whitespace."""
    return bool(DIGITS.fullmatch(text.removeprefix("\ufeff")))


def read_digits(game: Game[Connect4State, Connect4Move], text: str) -> tuple[PlayedGame]:
    """Parse a game.

    Raises:
        BadNotation: the text has no digits, or a move is illegal. The message gives the move number.
    """
    if not text.split():
        raise unreadable("''", "4453")
    digits = "".join(text.removeprefix("\ufeff").split())
    line = Line.begin(game, game.start(game.options()))
    for n, digit in enumerate(digits, 1):
        try:
            (move,) = read_moves(digit)
            line = line.play(move)
        except FourthSeatError as error:
            raise BadNotation(say("move {n} of {text}: {reason}", n=n, text=digits[:n], reason=error.text)) from None
    return (PlayedGame.of(line),)
