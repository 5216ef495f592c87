"""Parses match files (`.mat`, `.txt`) from any program, without checking them against the rules.

Any lines above the match length are skipped. A cell belongs to the player in whose column it begins, even if it should be
the other player's turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.games.backgammon.formats import dialects
from fourth_seat.games.backgammon.formats.dialects import Said
from fourth_seat.games.backgammon.formats.mat import FilePlace, MatGame, MatMatch, MatTurn
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.formats import NumberedLine
from fourth_seat.words import say

MAX_LINE_CHARS = 1000
MAX_GAMES, MAX_TURNS = 500, 3000  # of a file; a match to 25 points has at most 49 games, and some 2,000 turns
LEFT_COLUMN = 5  # where white's cells begin in a game without a row of two cells
MAX_RIGHT_COLUMN = 34  # where black's begin then, unless the names show that it is farther to the left

CUBE_ACTIONS = {Said.DOUBLES: CubeAction.DOUBLE, Said.TAKES: CubeAction.TAKE, Said.DROPS: CubeAction.DROP}


def is_match(text: str) -> bool:
    """Return whether a text contains a line that occurs only in match files."""
    return any(dialects.LENGTH.fullmatch(line) or dialects.GAME.fullmatch(line) for line in _plain(text).splitlines())


def read(text: str) -> MatMatch:
    """Parse the text of a match file.

    Raises:
        BadNotation: a part cannot be parsed. The message quotes the part and gives its place.
    """
    lines = [(n, line.rstrip()) for n, line in enumerate(_plain(text).splitlines(), 1)]
    for number, line in lines:
        if len(line) > MAX_LINE_CHARS:
            raise FilePlace(number).wrong(say("it is longer than any line in a match file"))
    notes = tuple((note[1], note[2]) for _, line in lines if (note := dialects.NOTE.fullmatch(line.strip())))
    lines = [(n, line) for n, line in lines if line and not _is_comment(line)]
    if not lines:
        raise BadNotation(say("the file is empty: a match begins with a line like {example}", example="5 point match"))
    place, length, lines = _length(lines)
    games = tuple(_game(number, header, body) for number, header, body in _games(lines))
    if not games:
        raise BadNotation(say("there is no game in this file"))
    if len(games) > MAX_GAMES or sum(len(game.turns) for game in games) > MAX_TURNS:
        raise BadNotation(
            say(
                "the file is too long: it may contain at most {games} games and {turns} turns",
                games=MAX_GAMES,
                turns=MAX_TURNS,
            )
        )
    return MatMatch(length, games, notes, place)


def _plain(text: str) -> str:
    return text.lstrip("\ufeff").replace("\xa0", " ").expandtabs()


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith((";", "#")) and not dialects.SET_POSITION.fullmatch(line.strip())


def _length(lines: list[NumberedLine]) -> tuple[FilePlace, int, list[NumberedLine]]:
    """Return the place of the match length, the length, and the lines below it."""
    for at, (number, line) in enumerate(lines):
        if found := dialects.LENGTH.fullmatch(line):
            return FilePlace(number), matched_integer(found[1] or found[2]), lines[at + 1 :]
        if dialects.UNLIMITED.fullmatch(line):
            return FilePlace(number), 0, lines[at + 1 :]
        if dialects.GAME.fullmatch(line):
            break
    else:
        number = lines[0][0]
    raise FilePlace(number).wrong(say("a match begins with a line like {example}", example="5 point match"))


def _games(lines: list[NumberedLine]) -> Iterator[tuple[int, NumberedLine, list[NumberedLine]]]:
    """Yield each game's number in the file, the line with the names, and the lines below it."""
    starts = [at for at, (_, line) in enumerate(lines) if dialects.GAME.fullmatch(line)]
    if lines and (not starts or starts[0]):
        raise FilePlace(lines[0][0]).wrong(say("a line like {example} must come before the moves", example="Game 1"))
    for start, end in pairwise([*starts, len(lines)]):
        named = dialects.GAME.fullmatch(lines[start][1])
        game = lines[start + 1 : end]
        if not game:
            raise FilePlace(lines[start][0]).wrong(say("nothing follows this line: the names and scores are missing"))
        yield matched_integer(named[1]) if named else 0, game[0], game[1:]


def _game(number: int, header: NumberedLine, lines: list[NumberedLine]) -> MatGame:
    at, text = header
    place = FilePlace(at, number)
    names = next((found for pattern in dialects.NAMES if (found := pattern.fullmatch(text))), None)
    if not names:
        raise place.wrong(say("the names and scores are written like {example}", example="Anna : 0      Ben : 0"))
    rows = [_row(FilePlace(line, number), text) for line, text in lines]
    reader = _GameReader(_middle(rows, names.start(3)))
    for row in rows:
        reader.read(row)
    scores = matched_integer(names[2]), matched_integer(names[4])
    return MatGame(
        (names[1], names[3]), scores, tuple(reader.turns), reader.winner, reader.points, reader.loser, reader.worth,
        reader.beside, place, reader.end_place,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a game, with the start columns of its cells."""

    place: FilePlace
    text: str
    starts: tuple[int, ...]

    @property
    def cells(self) -> list[str]:
        return [self.text[start:end].strip() for start, end in pairwise([*self.starts, len(self.text)])]


def _row(place: FilePlace, text: str) -> _Row:
    """Locate the cells of a line.

    Raises:
        BadNotation: there is anything else on the line.
    """
    numbered = dialects.ROW.fullmatch(text)
    if numbered:
        place = FilePlace(place.line, place.game, matched_integer(numbered[1]))
    first = numbered.start(2) if numbered else 0
    starts = tuple(cell.start() for cell in dialects.CELL.finditer(text, first))
    if (rest := text[first : starts[0] if starts else None].strip()) and not dialects.SET_POSITION.fullmatch(text.strip()):
        if starts:
            raise place.wrong(say("a line must contain a number, white's turn and black's turn: {text}", text=text.strip()))
        raise place.wrong(say("{text} is not a turn; a turn looks like {example}", text=rest, example="31: 8/5 6/5"))
    return _Row(place, text, starts)


def _middle(rows: list[_Row], names_column: int) -> float:
    """Return the boundary between white's and black's columns, judging by the most common layout of rows with both."""
    both = Counter(row.starts for row in rows if len(row.starts) == 2)
    left, right = both.most_common(1)[0][0] if both else (LEFT_COLUMN, min(names_column, MAX_RIGHT_COLUMN))
    return (left + right) / 2


@dataclass(slots=True)
class _GameReader:
    """Parses the rows of a game. A single cell in a row is black's if it begins after `middle`."""

    middle: float
    turns: list[MatTurn] = field(default_factory=list)
    winner: int = 0
    points: int = 0
    loser: int = 0
    worth: int = 0
    beside: bool = False
    end_place: FilePlace = field(default=FilePlace())

    def read(self, row: _Row) -> None:
        if found := dialects.SET_POSITION.fullmatch(row.text.strip()):
            self._append(row.place, 0, f"set {found[1]}")
        for colour, cell in self._columns(row):
            self._cell(row.place, colour, cell)

    def _columns(self, row: _Row) -> list[tuple[int, str]]:
        """Return pairs of colour and cell for a row. A third cell can only name the winner."""
        cells = row.cells
        if any(cell[2:3] == ":" and dialects.ILLEGAL.fullmatch(cell[3:].strip()) for cell in cells):
            raise row.place.wrong(
                say("the play made here was illegal but allowed to stand, and such games cannot be imported")
            )
        if any((dialects.said(cell) or ("",))[0] not in (Said.WINS, Said.LOSES) for cell in cells[2:]):
            raise row.place.wrong(
                say("a line must contain a number, white's turn and black's turn: {text}", text=row.text.strip())
            )
        black_first = bool(row.starts) and row.starts[0] > self.middle
        return [(2 if black_first or number else 1, cell) for number, cell in enumerate(cells)]

    def _cell(self, place: FilePlace, colour: int, cell: str) -> None:
        match dialects.said(cell):
            case None:
                reason = say("{text} is not a turn; a turn looks like {example}", text=cell, example="31: 8/5 6/5")
                raise place.wrong(reason)
            case Said.DICE, played:
                self._append(place, colour, _turn(cell[:2], played))
            case (Said.DOUBLES | Said.TAKES | Said.DROPS) as what, _:
                self._append(place, colour, str(CUBE_ACTIONS[what]))
            case Said.BEAVERS, _:
                raise place.wrong(say("this game was played with beavers, which this program does not support"))
            case (Said.GIVES_UP | Said.IS_GIVEN) as what, kind:
                self._give_up(place, colour if what is Said.GIVES_UP else 3 - colour, kind)
            case what, points:
                self._win(place, colour if what is Said.WINS else 3 - colour, matched_integer(points or "0"))

    def _append(self, place: FilePlace, colour: int, text: str) -> None:
        if self.winner or self.loser:
            raise place.wrong(say("the game was won before this line"))
        self.turns.append(MatTurn(colour, text, place))

    def _give_up(self, place: FilePlace, colour: int, kind: str) -> None:
        self.loser, self.worth, self.end_place = colour, dialects.WORTH.get(kind.lower(), 0), place

    def _win(self, place: FilePlace, colour: int, points: int) -> None:
        if self.winner == colour and points in (0, self.points):
            return  # stated once more, as what the other has lost
        if self.winner:
            raise place.wrong(say("the game was won before this line"))
        self.winner, self.points, self.end_place = colour, points, place
        self.beside = bool(self.turns) and self.turns[-1].place == place


def _turn(dice: str, played: str) -> str:
    """Translate a roll and its play to the notation of the game."""
    if "0" in dice:
        return "?"
    if dialects.HIDDEN.fullmatch(played):
        return f"{dice}: ?"
    if played.lower() in dialects.NO_PLAY:
        return f"{dice}: pass"
    return f"{dice}: {played.replace(',', ' ').replace(' (', '(')}".rstrip()
