"""Writes match files (`.mat`) in Jellyfish's text format, which backgammon programs use to exchange matches.

     5 point match

     Game 1
     Anna : 0                       Ben : 0
      1)                             31: 8/5 6/5
      2) 65:                         Doubles => 2
      3)  Takes                      52: 13/8 6/4*
          Wins 2 points

The player on the left is white, 25 is the bar, and 0 is off. Lines that begin with a semicolon are comments, and those of
the form `; [Name "value"]` are preserved. `mat_reader.py` reads files from all programs whose words are listed in
`dialects.py`, `match_rules.py` infers the options of a file's games, `play_out.py` plays these games, and `transcript.py`
converts between the contents of a file and games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from fourth_seat.games.backgammon.moves import BackgammonPlay, CubeAction
from fourth_seat.games.errors import BadNotation
from fourth_seat.words import Text, say

LEFT_WIDTH_CHARS = 28  # of white's column
LEFT_WINS_COLUMN, RIGHT_WINS_COLUMN = 6, 34  # the beginning of the line about the winner


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A place in a file, given by the line, the game, and the row number as written in the file (0 for none)."""

    line: int = 0
    game: int = 0
    row: int = 0

    def named(self, reason: Text) -> Text:
        """Return the reason, prefixed with this place."""
        if self.row:
            return say(
                "line {line} (game {game}, row {row}): {reason}",
                line=self.line,
                game=self.game,
                row=self.row,
                reason=reason,
            )
        if self.game:
            return say("line {line} (game {game}): {reason}", line=self.line, game=self.game, reason=reason)
        return say("line {line}: {reason}", line=self.line, reason=reason) if self.line else reason

    def wrong(self, reason: Text) -> BadNotation:
        """Return an error with the reason, prefixed with this place."""
        return BadNotation(self.named(reason))


@dataclass(frozen=True, slots=True)
class MatTurn:
    """One colour's turn in the game's notation: `31: 8/5 6/5`, `65:`, `double`, `take`, `drop`.

    `65:` is a roll without a play, usually because none was possible, which `65: pass` states explicitly. `65: ?` is a roll
    with an unknown play, and `?` is a turn with an unknown roll and play. `set` with an XGID board is the position that
    should have been reached at this point, and belongs to neither colour.
    """

    colour: int
    text: str
    place: FilePlace = field(default=FilePlace(), compare=False)


@dataclass(frozen=True, slots=True)
class MatGame:
    """A game in a match file. All pairs are in the order white, black.

    Attributes:
        scores: the score before the game.
        winner, points: the winner and the points won, or 0 if not given.
        loser: the colour that resigned if the file says only that, otherwise 0.
        worth: the points conceded as a multiple of the cube, or 0 if not given.
        beside: whether the winner is written in the row of the last turn, possibly in the wrong column.
        place, end_place: the places of the names and the winner in the file.
    """

    names: tuple[str, str]
    scores: tuple[int, int]
    turns: tuple[MatTurn, ...]
    winner: int = 0
    points: int = 0
    loser: int = 0
    worth: int = 0
    beside: bool = field(default=False, compare=False)
    place: FilePlace = field(default=FilePlace(), compare=False)
    end_place: FilePlace = field(default=FilePlace(), compare=False)

    @property
    def doubled(self) -> bool:
        """Whether a player doubled."""
        return any(turn.text == str(CubeAction.DOUBLE) for turn in self.turns)


@dataclass(frozen=True, slots=True)
class MatMatch:
    """A match of several games, or a series of single games (`length` 0).

    Attributes:
        notes: the comments of the form `; [Name "value"]`, as pairs.
        place: the place of the length in the file.
    """

    length: int
    games: tuple[MatGame, ...]
    notes: tuple[tuple[str, str], ...] = ()
    place: FilePlace = field(default=FilePlace(), compare=False)


def write(match: MatMatch) -> str:
    """Return the text of a match file."""
    lines = [*(f'; [{name} "{value}"]' for name, value in match.notes), f" {match.length} point match"]
    for number, game in enumerate(match.games, 1):
        white, black = (f"{name} : {score}" for name, score in zip(game.names, game.scores, strict=True))
        lines += ["", f" Game {number}", f" {white:<30} {black}" if len(white) < 30 else f" {white}  {black}"]
        lines += _rows(game, _wins(match, game))
    return "\n".join(lines) + "\n"


def _rows(game: MatGame, wins: str) -> Iterator[str]:
    """Yield the rows of turns and the winner line, which shares the last row if white dropped a double."""
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
    """Return the cells, alternately left and right. If a colour acts twice in a row (double, then throw), one is empty."""
    cube = 1
    cells: list[str] = []
    for turn in turns:
        if len(cells) % 2 != turn.colour - 1:
            cells.append("")
        if turn.text == str(CubeAction.DOUBLE):
            cube *= 2
            cells.append(f" Doubles => {cube}")
        elif ":" in turn.text:
            cells.append(turn.text)
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
    """Return a play in other programs' notation: hop by hop, without brackets, with 25 for the bar and 0 for off."""
    hops = (f"{start}/{end}" + "*" * (end in route.hit) for route in play.routes for start, end in pairwise(route.points))
    return f"{play.dice[0]}{play.dice[1]}: {' '.join(hops)}".rstrip()
