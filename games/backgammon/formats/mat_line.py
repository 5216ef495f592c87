"""A line of play as a `.mat` file and back.

What the columns of a match file cannot hold stands in comments above, as other programs write theirs: the options, equal
opening throws, and what was said or thrown since the last turn. A file of several games stands for its last one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from games.backgammon.formats import mat
from games.backgammon.formats.mat import MatMatch
from games.backgammon.formats.transcript import game_of, moves_of, options_of
from games.backgammon.moves import BackgammonMove, BackgammonThrow, CubeAction
from games.backgammon.rules import BackgammonState
from games.backgammon.sides import SIDE_KEYS
from games.errors import BadNotation
from games.formats import needs_plain
from games.line import Line
from games.protocol import Game
from words import FourthSeatError, say

OPTIONS, OPENING, SINCE = "Options", "Opening", "Since"  # names of comments


def write_mat(line: Line) -> str:
    """The game as a file; raises `BadNotation` where the board was corrected by hand."""
    needs_plain(line)
    options, moves = line.start.options, line.moves
    played = moves[_repeated(line) :]
    since = list(takewhile(lambda move: isinstance(move, BackgammonThrow) or move is CubeAction.ROLL, reversed(played)))
    notes = {OPTIONS: str(options), OPENING: _words(moves[: _repeated(line)]), SINCE: _words(reversed(since))}
    kept = tuple((name, value) for name, value in notes.items() if value)
    return mat.write(MatMatch(int(options["match"]), SIDE_KEYS, (game_of(options, moves),), kept))


def _repeated(line: Line) -> int:
    """How many opening throws were equal, and repeated."""
    if line.start.mover:
        return 0
    return sum(1 for _ in takewhile(lambda throw: throw.dice[0] == throw.dice[1], line.moves))


def _words(moves: Iterable[BackgammonMove]) -> str:
    return " ".join(str(move) for move in moves)


def read_mat(game: Game[BackgammonState, BackgammonMove], text: str) -> Line:
    """The last game of a file.

    Raises:
        BadNotation: what is wrong, with its line.
    """
    match = mat.read(text)
    if not match.games:
        raise BadNotation(say("there is no game in this file"))
    notes, last = dict(match.notes), len(match.games) - 1
    try:
        options = game.options(notes[OPTIONS]) if OPTIONS in notes else options_of(match, last, game.options())
        line = Line.begin(game, game.start(options))
        line = _follow(line, notes.get(OPENING, ""))
        for move in moves_of(match.games[last], options):
            line = line.play(move)
        return _follow(line, notes.get(SINCE, ""))
    except BadNotation:
        raise
    except FourthSeatError as error:
        raise BadNotation(error.text) from None


def _follow(line: Line, words: str) -> Line:
    for word in words.split():
        for move in line.game.parse(line.state, word):
            line = line.play(move)
    return line
