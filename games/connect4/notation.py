"""Connect 4 moves, positions and boards as text.

A position is written as its rows from top to bottom, separated by `/`, with `R` and `Y` for stones and digits for runs of
empty holes. The colour to move is inferred from the number of stones and any handicap. The digits of a game (`4453`) are
also accepted as a position.
"""

from __future__ import annotations

from itertools import groupby

from fourth_seat.boundary.numbers import matched_integer, parse_integer
from fourth_seat.games.connect4.rules import COLUMNS, ROWS, Connect4Move, Connect4State, ahead, bit, four, sides, start
from fourth_seat.games.errors import BadPosition, IllegalMove, unreadable
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say


def read_moves(text: str) -> tuple[Connect4Move, ...]:
    """Parse a move, given as the digit of its column. The column need not exist.

    Raises:
        BadNotation: the text is not a single digit.
    """
    text = text.strip()
    column = parse_integer(text, 0, 9) if len(text) == 1 else None
    if column is None:
        raise unreadable(text, "4")
    return (Connect4Move(column),)


def build(holes: dict[tuple[int, int], int], options: Options) -> Connect4State:
    """Build a position from the colours of its stones, keyed by (column, row).

    Raises:
        BadPosition: a stone has nothing below it, a colour has too many stones, or the side to move already has four in a
            row.
    """
    boards = [0, 0, 0]
    for (column, row), colour in holes.items():
        if row and (column, row - 1) not in holes:
            raise BadPosition(
                say("the stone in column {column}, row {row} has nothing below it", column=column, row=row + 1)
            )
        boards[colour] |= bit(column, row)
    dropped = tuple(boards[n].bit_count() - had for n, had in enumerate(ahead(options), 1))
    if dropped[0] - dropped[1] not in (0, 1):
        raise BadPosition(_why_not_so_many(boards[1].bit_count(), boards[2].bit_count(), options))
    taken, to_move = boards[1] | boards[2], 1 if dropped[0] == dropped[1] else 2
    if four(boards[to_move]):
        mover, last = (sides(options)[colour - 1].name for colour in (to_move, 3 - to_move))
        raise BadPosition(say("{mover} has four in a row already: take {last}'s last stone away", mover=mover, last=last))
    return Connect4State(options, boards[to_move], taken)


def _why_not_so_many(first: int, second: int, options: Options) -> Text:
    one, other = (side.name for side in sides(options))
    if not any(ahead(options)):
        return say(
            (
            "there cannot be {first} {one} and {second} {other} stones: {one} goes first, so it must "
            "have the same number or one more"
            ),
            first=first, one=one, second=second, other=other,
        )  # fmt: skip
    return say(
        (
        "there cannot be {first} {one} and {second} {other} stones: {one} goes first, so, not "
        "counting the handicap stones, it must have the same number or one more"
        ),
        first=first, one=one, second=second, other=other,
    )  # fmt: skip


def write_position(state: Connect4State) -> str:
    """Serialise a position as its rows from top to bottom."""
    marks = {0: "", **{n: side.mark for n, side in enumerate(sides(state.options), 1)}}
    stones = state.holes()
    rows = []
    for row in reversed(range(ROWS)):
        colours = [stones.get((column, row), 0) for column in range(1, COLUMNS + 1)]
        runs = ((colour, len(list(run))) for colour, run in groupby(colours))
        rows.append("".join(marks[colour] * n if colour else str(n) for colour, n in runs))
    return "/".join(rows)


def read_position(text: str, options: Options) -> Connect4State:
    """Parse a position from its rows or from the digits of a game.

    Raises:
        BadPosition: there are not six rows of seven holes, a character is unknown, a stone has nothing below it, a colour
            has too many stones, or the digits are not a legal game.
    """
    text = text.strip()
    if "/" not in text:
        return _replay(text, options)
    colours = {side.mark: n for n, side in enumerate(sides(options), 1)}
    rows = text.upper().split("/")
    if len(rows) != ROWS:
        raise BadPosition(say("{text} has {n} rows; it needs 6, separated by /", text=text, n=len(rows)))
    stones: dict[tuple[int, int], int] = {}
    for row, line in zip(reversed(range(ROWS)), rows, strict=True):
        column = 1
        for sign in line:
            if sign in colours:
                stones[column, row] = colours[sign]
                column += 1
            elif sign in "1234567":
                column += matched_integer(sign)
            else:
                raise BadPosition(say("{sign} is not allowed in {line}: use R, Y and 1 to 7", sign=sign, line=line))
        if column != COLUMNS + 1:
            raise BadPosition(say("the row {line} does not have 7 holes", line=line))
    return build(stones, options)


def _replay(digits: str, options: Options) -> Connect4State:
    state = start(options)
    for n, digit in enumerate(digits, 1):
        column = parse_integer(digit, 0, 9)
        if column is None:
            raise BadPosition(say("{text} is not a game: enter its columns as digits, for example 4453", text=digits))
        try:
            state = state.play(Connect4Move(column))
        except IllegalMove as error:
            raise BadPosition(say("move {n} of {text}: {reason}", n=n, text=digits, reason=error.text)) from None
    return state


def diagram(state: Connect4State) -> str:
    """Return a text diagram of the grid, with a letter for each stone and the column numbers below."""
    stones = state.holes()
    marks = [".", *(side.mark for side in sides(state.options))]
    lines = [
        " ".join(marks[stones.get((column, row), 0)] for column in range(1, COLUMNS + 1)) for row in reversed(range(ROWS))
    ]
    return "\n".join([*lines, " ".join(str(column) for column in range(1, COLUMNS + 1))])
