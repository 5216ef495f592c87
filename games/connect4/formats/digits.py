"""A game as the digits of its columns in order (`4453`), as the solvers of John Tromp and Pascal Pons read it."""

from __future__ import annotations

from games.connect4.rules import Connect4Move, Connect4State
from games.formats import follow, require_game_start
from games.protocol import Game, Line, unreadable


def write_digits(line: Line) -> str:
    """The game as text; raises `BadNotation` where the board was corrected by hand."""
    require_game_start(line)
    return "".join(map(str, line.moves)) + "\n"


def read_digits(game: Game[Connect4State, Connect4Move], text: str) -> Line:
    """The game that the digits stand for.

    Raises:
        BadNotation: there are none, or a move that the rules forbid, with its number.
    """
    if not text.split():
        raise unreadable(text, "4453")
    return follow(Line.begin(game, game.start(game.options())), enumerate("".join(text.split()), 1))
