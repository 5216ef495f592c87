"""Match files (`.mat`), Jellyfish's text form that backgammon programs exchange, to and from structures.

     5 point match

     Game 1
     Anna : 0                       Ben : 0
      1)                             31: 8/5 6/5
      2) 65:                         Doubles => 2
      3)  Takes                      52: 13/8 6/4*
          Wins 2 points

Lines with a semicolon are comments; those like `; [Name "value"]` are kept. Lines of other programs above the match's
length are skipped. The player on the left is white. A throw without a move, or with `Cannot Move`, is a pass; 25 is the bar
and 0 off. In a game that its moves do not end, the side that does not win resigned. `match_rules.py` finds the
options by which a file's games were played, `transcript.py` turns them into moves and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from boundary.numbers import matched_integer
from games.backgammon.moves import BackgammonPlay, CubeAction
from games.errors import BadNotation
from games.formats import NumberedLine, wrong_line
from words import say

RIGHT_COLUMN = 20  # a cell that begins this far behind the line's start or more is black's
LEFT_WIDTH_CHARS = 28  # of white's column
LEFT_WINS_COLUMN, RIGHT_WINS_COLUMN = 6, 34  # where the line about the winner begins

MAX_LINE_CHARS = 1000
MAX_GAMES, MAX_TURNS = 500, 3000  # of a file; a match to 25 points has at most 49 games, and some 2,000 turns
LENGTH = re.compile(r"\s*(\d{1,3})\s+point\s+match\s*", re.ASCII | re.IGNORECASE)
GAME = re.compile(r"\s*Game\s+(\d{1,6})\s*", re.ASCII | re.IGNORECASE)
NAMES = re.compile(r"\s*(.*?)\s*:\s*(\d{1,6})\s\s+(.*?)\s*:\s*(\d{1,6})\s*", re.ASCII)
ROW = re.compile(r"\s*\d{1,6}\)(.*)", re.ASCII)
CELL = re.compile(r"(?<!\S)(?:[1-6][1-6]:|Doubles|Takes|Drops|Wins)", re.ASCII | re.IGNORECASE)
THROWN = re.compile(r"([1-6][1-6]):\s*(.*)", re.ASCII)
DOUBLES = re.compile(r"Doubles\s*=>\s*\d{1,6}", re.ASCII | re.IGNORECASE)
WINS = re.compile(r"Wins\s+(\d{1,6})\s+points?(\s+and the match)?\.?", re.ASCII | re.IGNORECASE)
NOTE = re.compile(r';\s*\[(\w+(?: \w+)*) "(.*)"\]')
PASS_WORDS = {"", "cannot move", "can't move", "no move", "dances"}


@dataclass(frozen=True, slots=True)
class MatTurn:
    """A turn of a colour in the game's notation: `31: 8/5 6/5`, `65: pass`, `double`, `take`, `drop`.

    Attributes:
        line: of the file, counted from 1; 0 for a turn that was not read from one.
    """

    colour: int
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MatGame:
    """A game: white's and black's names, the score before it, the turns, the winner and its points (0: unfinished).

    Attributes:
        line, end_line: the lines of the names, and of the winner; 0 for a game that was not read from a file.
    """

    names: tuple[str, str]
    scores: tuple[int, int]
    turns: tuple[MatTurn, ...]
    winner: int = 0
    points: int = 0
    line: int = field(default=0, compare=False)
    end_line: int = field(default=0, compare=False)

    @property
    def doubled(self) -> bool:
        """Whether anybody doubled."""
        return any(turn.text == str(CubeAction.DOUBLE) for turn in self.turns)


@dataclass(frozen=True, slots=True)
class MatMatch:
    """A match of several games, or single games (`length` 0).

    Attributes:
        notes: comments with a name and a value.
        line: of the length; 0 for a match that was not read from a file.
    """

    length: int
    games: tuple[MatGame, ...]
    notes: tuple[tuple[str, str], ...] = ()
    line: int = field(default=0, compare=False)


# -- reading -------------------------------------------------------------------------------------------------------------


def read(text: str) -> MatMatch:
    """Parse the text of a file.

    Raises:
        BadNotation: the line that cannot be understood, and why.
    """
    lines = [(n, line.rstrip()) for n, line in enumerate(text.lstrip("\ufeff").expandtabs().splitlines(), 1)]
    for number, line in lines:
        if len(line) > MAX_LINE_CHARS:
            raise wrong_line(number, say("it is longer than any line of a match"))
    notes = tuple((note[1], note[2]) for _, line in lines if (note := NOTE.fullmatch(line.strip())))
    lines = [(n, line) for n, line in lines if line and not line.lstrip().startswith((";", "#"))]
    if not lines:
        raise BadNotation(say("the file is empty: a match begins with a line like {example}", example="5 point match"))
    at = next((at for at, (_, line) in enumerate(lines) if LENGTH.fullmatch(line) or GAME.fullmatch(line)), 0)
    number, first = lines[at]
    length = LENGTH.fullmatch(first)
    if not length:
        raise wrong_line(number, say("a match begins with a line like {example}", example="5 point match"))
    games = tuple(_game(header, body) for header, body in _games(lines[at + 1 :]))
    if not games:
        raise BadNotation(say("there is no game in this file"))
    if len(games) > MAX_GAMES or sum(len(game.turns) for game in games) > MAX_TURNS:
        raise BadNotation(
            say("the file is too long: it may hold {games} games and {turns} turns", games=MAX_GAMES, turns=MAX_TURNS)
        )
    return MatMatch(matched_integer(length[1]), games, notes, number)


def _games(lines: list[NumberedLine]) -> Iterator[tuple[NumberedLine, list[NumberedLine]]]:
    """Yield for each game the line with the names and the lines below it."""
    starts = [at for at, (_, line) in enumerate(lines) if GAME.fullmatch(line)]
    if lines and (not starts or starts[0]):
        raise wrong_line(lines[0][0], say("a line like {example} must come before the moves", example="Game 1"))
    for start, end in pairwise([*starts, len(lines)]):
        game = lines[start + 1 : end]
        if not game:
            raise wrong_line(lines[start][0], say("nothing follows this line: the names and scores are missing"))
        yield game[0], game[1:]


def _names(line: NumberedLine) -> tuple[tuple[str, str], tuple[int, int]]:
    number, text = line
    names = NAMES.fullmatch(text)
    if not names:
        raise wrong_line(number, say("the names and scores are written like {example}", example="Anna : 0      Ben : 0"))
    return (names[1], names[3]), (matched_integer(names[2]), matched_integer(names[4]))


def _game(header: NumberedLine, lines: list[NumberedLine]) -> MatGame:
    names, scores = _names(header)
    turns: list[MatTurn] = []
    winner = points = end_line = 0
    for number, line in lines:
        for colour, cell in _cells(number, line):
            if winner:
                raise wrong_line(number, say("the game was won before this line"))
            if won := WINS.fullmatch(cell):
                winner, points, end_line = colour, matched_integer(won[1]), number
            else:
                turns.append(MatTurn(colour, _turn(number, cell), number))
    return MatGame(names, scores, tuple(turns), winner, points, header[0], end_line)


def _cells(number: int, line: str) -> list[tuple[int, str]]:
    """Return the cells of a row, each with the colour of its column."""
    starts = [cell.start() for cell in CELL.finditer(line)]
    row = ROW.fullmatch(line)
    if not starts:
        if row and not row[1].strip():
            return []
        raise wrong_line(
            number, say("{text} is not a turn; write one like {example}", text=line.strip(), example="31: 8/5 6/5")
        )
    if len(starts) > 2 or line[: starts[0]].strip() != (line[: row.start(1)].strip() if row else ""):
        raise wrong_line(number, say("a line holds a number, white's turn and black's: {text}", text=line.strip()))
    cells = [line[start:end].strip() for start, end in pairwise([*starts, len(line)])]
    if len(cells) == 2:
        return [(1, cells[0]), (2, cells[1])]
    return [(2 if starts[0] >= RIGHT_COLUMN else 1, cells[0])]


def _turn(number: int, cell: str) -> str:
    """Translate a cell to the game's own notation."""
    if thrown := THROWN.fullmatch(cell):
        return f"{thrown[1]}: {'pass' if thrown[2].lower() in PASS_WORDS else thrown[2]}"
    if DOUBLES.fullmatch(cell):
        return str(CubeAction.DOUBLE)
    words = {"takes": CubeAction.TAKE, "drops": CubeAction.DROP}
    if cell.lower() in words:
        return str(words[cell.lower()])
    raise wrong_line(number, say("{text} is not a turn; write one like {example}", text=cell, example="31: 8/5 6/5"))


# -- writing -------------------------------------------------------------------------------------------------------------


def write(match: MatMatch) -> str:
    """Return the text of a file."""
    lines = [*(f'; [{name} "{value}"]' for name, value in match.notes), f" {match.length} point match"]
    for number, game in enumerate(match.games, 1):
        white, black = (f"{name} : {score}" for name, score in zip(game.names, game.scores, strict=True))
        lines += ["", f" Game {number}", f" {white:<30} {black}" if len(white) < 30 else f" {white}  {black}"]
        lines += _rows(game, _wins(match, game))
    return "\n".join(lines) + "\n"


def _rows(game: MatGame, wins: str) -> Iterator[str]:
    """Yield the rows of turns and the line about the winner, which is beside the word when white has dropped a
    double.
    """
    cells = _columns(game.turns)
    dropped = bool(game.turns) and game.turns[-1] == MatTurn(1, str(CubeAction.DROP))
    if dropped and wins:
        cells.append(f" {wins}")
    for row, at in enumerate(range(0, len(cells), 2), 1):
        left, right = (*cells[at : at + 2], "")[:2]
        yield f"{row:>3}) {left:<{LEFT_WIDTH_CHARS - 1}} {right}".rstrip()
    if wins and not dropped:
        yield " " * (LEFT_WINS_COLUMN if game.winner == 1 else RIGHT_WINS_COLUMN) + wins


def _columns(turns: tuple[MatTurn, ...]) -> list[str]:
    """Return the cells left, right, left, right; one stays empty where a colour does two things on end (double, then
    throw).
    """
    cube = 1
    cells: list[str] = []
    for turn in turns:
        if len(cells) % 2 != turn.colour - 1:
            cells.append("")
        if turn.text == str(CubeAction.DOUBLE):
            cube *= 2
            cells.append(f" Doubles => {cube}")
        elif ":" in turn.text:
            cells.append(turn.text.removesuffix("pass").rstrip())
        else:
            cells.append(f" {turn.text.capitalize()}s")
    return cells


def _wins(match: MatMatch, game: MatGame) -> str:
    if not game.winner:
        return ""
    points = f"Wins {game.points} point{'s' if game.points > 1 else ''}"
    decided = match.length and game.scores[game.winner - 1] + game.points >= match.length
    return points + (" and the match" if decided else "")


def spelt(play: BackgammonPlay) -> str:
    """Return a play as other programs write it: hop by hop where it hits on the way, the bar 25 and off 0, nothing in
    brackets.
    """
    hops = (f"{start}/{end}" + "*" * (end in route.hit) for route in play.routes for start, end in pairwise(route.points))
    return f"{play.dice[0]}{play.dice[1]}: {' '.join(hops) or 'pass'}"
