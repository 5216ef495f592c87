"""TriDice turns, positions and boards as text.

Turns are written as `@33` (a placement), `4/1` (a throw with 4 on top and 1 at the left corner), `33-11`, `33x11` and
`pass`. A path such as `33-34-23-22-x11` is also accepted.

A position has three or four fields: the dice on the board, the hands, the colour to move (with the cell of a pending
throw), and the turns since the last placement or capture, which matter for draws. An example is `33R4/1,11B2/3 R3,B3 R
33-34,11-21`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.games.errors import BadNotation, BadPosition, IllegalMove, unreadable
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.lattice import CELLS, INDEX, NEIGHBOURS, ROWS
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePass, TriDicePlacement, TriDiceRoll, TriDiceThrow
from fourth_seat.games.tridice.rules import EMPTY_BOARD, TriDiceState, colour_of, dice_of, rolled_board, sides
from fourth_seat.words import say

PLACE = re.compile(r"@\s*(\d\d)", re.ASCII)
THROW = re.compile(r"(\d)\s*/\s*(\d)", re.ASCII)
SHORT_THROW = re.compile(r"(\d)[\s,]*(\d)", re.ASCII)
SIGN = r"(?:\s*-?\s*x\s*|\s*-\s*|\s+)"
PATH = re.compile(rf"\d\d(?:{SIGN}\d\d)+", re.ASCII)
TAKING = re.compile(r"[^x]*x\s*\d\d", re.ASCII)
DIE = re.compile(r"(\d\d)([A-Z])(\d)/(\d)", re.ASCII)
HAND = re.compile(r"([A-Z])(\d)", re.ASCII)
TURN = re.compile(r"([A-Z])(?:@(\d\d))?", re.ASCII)
EXAMPLE = "33R4/1,11B2/3 R3,B3 R"
DIAGRAM_CELL_CHARS = 6


# -- turns -----------------------------------------------------------------------------------------------------------------


def read_moves(state: TriDiceState, text: str) -> tuple[TriDiceMove, ...]:
    """Parse a move, or a placement followed by its throw (`@33 4/1`).

    Raises:
        BadNotation: the text is not a move, or its path is impossible in this position.
    """
    plain = " ".join(text.lower().split())
    if plain == "pass":
        return (TriDicePass(),)
    if match := PLACE.match(plain):
        place, rest = TriDicePlacement(_cell(match[1])), plain[match.end() :].strip()
        return (place, _throw(rest, text)) if rest else (place,)
    if THROW.fullmatch(plain) or (state.pending is not None and SHORT_THROW.fullmatch(plain)):
        return (_throw(plain, text),)
    if state.pending is not None and not PATH.fullmatch(plain):
        raise unreadable(text, "4/1")
    return (read_roll(state, text),)


def _throw(text: str, whole: str) -> TriDiceThrow:
    match = THROW.fullmatch(text) or SHORT_THROW.fullmatch(text)
    if not match:
        raise unreadable(whole, "@33 4/1")
    return TriDiceThrow(matched_integer(match[1]), matched_integer(match[2]))


def read_roll(state: TriDiceState, text: str) -> TriDiceRoll:
    """Parse a roll. A plain `33-11` onto an opposing die also counts as a capture.

    Raises:
        BadNotation: the text is not a roll, or its path is impossible in this position.
    """
    path = read_path(text)
    if len(path) > 2:
        _check_path(state, path)
    theirs = colour_of(state.board[path[-1]]) == 3 - state.turn
    return TriDiceRoll(path[0], path[-1], theirs or "x" in text.lower())


def read_path(text: str) -> list[int]:
    """Parse the cells of a roll, given as both ends or a full path.

    Raises:
        BadNotation: the text is not a roll, contains an unknown cell, or captures before the last cell.
    """
    plain = " ".join(text.lower().split())
    if not PATH.fullmatch(plain):
        raise unreadable(text, say("{one} or {other}", one="@33", other="33-11"))
    if "x" in plain and not TAKING.fullmatch(plain):
        raise BadNotation(say("{text} takes a die on the way: only a die on the last cell may be taken", text=text))
    return [_cell(name) for name in re.findall(r"[0-9][0-9]", plain)]


def _check_path(state: TriDiceState, path: list[int]) -> None:
    names = [CELLS[cell] for cell in path]
    for one, other in itertools.pairwise(path):
        if other not in NEIGHBOURS[one]:
            raise BadNotation(say("{one} and {other} are not neighbours", one=CELLS[one], other=CELLS[other]))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadNotation(say("a die may not visit a cell twice in one turn: {cell}", cell=twice))
    for cell in path[1:-1]:
        if state.board[cell]:
            raise BadNotation(say("that way is blocked by the die on {cell}", cell=CELLS[cell]))
    if state.board[path[0]]:
        apex = state.faces(path[0])[0]
        if apex != len(path) - 1:
            raise BadNotation(
                say("the {n} on top means exactly {n} steps; this path has {steps}", n=apex, steps=len(path) - 1)
            )


def _cell(name: str) -> int:
    if name not in INDEX:
        raise BadNotation(say("there is no cell {name}: the cells are 11, 21 to 23, 31 to 35, 41 to 47", name=name))
    return INDEX[name]


# -- positions -------------------------------------------------------------------------------------------------------------


def write_position(state: TriDiceState) -> str:
    """Serialise a position to the fields described above, separated by spaces."""
    marks = ["", *(side.mark for side in sides(state.options))]
    dice = [
        f"{CELLS[cell]}{marks[colour_of(die)]}{state.faces(cell)[0]}/{state.faces(cell)[1]}"
        for cell, die in enumerate(state.board)
        if die
    ]
    hands = ",".join(f"{marks[colour]}{state.hands[colour - 1]}" for colour in (1, 2))
    turn = marks[state.turn] + (f"@{CELLS[state.pending]}" if state.pending is not None else "")
    boards = (*state.seen, state.board)
    quiet = [_turn_between(before, after) for before, after in itertools.pairwise(boards)]
    return " ".join(filter(None, [",".join(dice) or "-", hands, turn, ",".join(map(str, quiet))]))


def _turn_between(before: tuple[int, ...], after: tuple[int, ...]) -> TriDiceMove:
    """Return the quiet turn that connects two boards."""
    if before == after:
        return TriDicePass()
    start = next(cell for cell in range(len(CELLS)) if before[cell] and not after[cell])
    end = next(cell for cell in range(len(CELLS)) if after[cell] and not before[cell])
    return TriDiceRoll(start, end)


def read_position(text: str, options: Options) -> TriDiceState:
    """Parse a position.

    Raises:
        BadPosition: the text is not a position, or the position is impossible. The message says where.
    """
    fields = text.split()
    if len(fields) not in (3, 4):
        raise BadPosition(say("{text} is not a position; enter one such as {example}", text=text, example=EXAMPLE))
    colours = {side.mark: colour for colour, side in enumerate(sides(options), 1)}
    turn = TURN.fullmatch(fields[2])
    if not turn or turn[1] not in colours:
        raise BadPosition(say("{field} does not say whose turn it is: enter R or B", field=fields[2]))
    hands = _hands(fields[1], colours)
    empty = TriDiceState(options, EMPTY_BOARD, hands, colours[turn[1]])
    state = build(empty, _dice(fields[0], colours), hands)
    if len(fields) == 4:
        state = _replay(state, fields[3].split(","))
    if turn[2]:
        place = TriDicePlacement(_position_cell(turn[2]))
        if reason := state.why_not(place):
            raise BadPosition(reason)
        state = state.play_unchecked(place)
    return state


def build(state: TriDiceState, dice: dict[int, tuple[int, int, int]], hands: tuple[int, int]) -> TriDiceState:
    """Return a position with these dice and hands, the same colour to move, and no preceding turns.

    Args:
        dice: the colour, apex and left corner of each die, keyed by cell.

    Raises:
        BadPosition: no throw results in such a die, a colour has too many dice, or neither colour has any.
    """
    board = list(EMPTY_BOARD)
    for cell, (colour, apex, left) in dice.items():
        try:
            board[cell] = state.die(colour, cell, apex, left)
        except KeyError:
            raise BadPosition(
                say(
                    "no die shows {apex} on top and {left} at the left corner: {cell}",
                    apex=apex, left=left, cell=CELLS[cell],
                )
            ) from None  # fmt: skip
    built = TriDiceState(state.options, tuple(board), hands, state.turn)
    for colour, side in enumerate(sides(state.options), 1):
        if built.captured(colour) < 0:
            raise BadPosition(
                say(
                    "that makes {n} {colour} dice; there should be {most}",
                    n=built.alive(colour), colour=side.name, most=dice_of(state.options, colour),
                )
            )  # fmt: skip
    if not built.alive(1) and not built.alive(2):
        raise BadPosition(say("there are no dice: at least one player must have some"))
    return built


def _dice(field: str, colours: dict[str, int]) -> dict[int, tuple[int, int, int]]:
    dice: dict[int, tuple[int, int, int]] = {}
    for part in field.split(",") if field != "-" else []:
        match = DIE.fullmatch(part)
        if not match or match[2] not in colours:
            raise BadPosition(say("{part} is not a die; enter one such as 33R4/1", part=part or "''"))
        cell = _position_cell(match[1])
        if cell in dice:
            raise BadPosition(say("there are two dice on {cell}", cell=match[1]))
        dice[cell] = (colours[match[2]], matched_integer(match[3]), matched_integer(match[4]))
    return dice


def _hands(field: str, colours: dict[str, int]) -> tuple[int, int]:
    matches = [HAND.fullmatch(part) for part in field.split(",")]
    hands = {colours[match[1]]: matched_integer(match[2]) for match in matches if match and match[1] in colours}
    if len(matches) != 2 or len(hands) != 2:
        raise BadPosition(say("{field} does not give the dice in hand; enter them like R3,B4", field=field))
    return hands[1], hands[2]


def _position_cell(name: str) -> int:
    try:
        return _cell(name)
    except BadNotation as error:
        raise BadPosition(error.text) from None


def _replay(state: TriDiceState, quiet: list[str]) -> TriDiceState:
    """Return a position with its preceding turns, which are undone and then replayed according to the rules."""
    moves = [_parse_quiet_turn(text) for text in quiet]
    board = state.board
    for move in reversed(moves):
        if isinstance(move, TriDiceRoll):
            if board[move.start] or not board[move.end]:
                raise BadPosition(say("{move} cannot have led to this board", move=str(move)))
            board = rolled_board(board, move.end, move.start)
    turn = state.turn if len(moves) % 2 == 0 else 3 - state.turn
    again = TriDiceState(state.options, board, state.hands, turn)
    for move in moves:
        try:
            again = again.play(move)
        except IllegalMove as error:
            raise BadPosition(
                say("the earlier move {move} was not possible: {reason}", move=str(move), reason=error.text)
            ) from None
    return again


def _parse_quiet_turn(text: str) -> TriDiceRoll | TriDicePass:
    if text == "pass":
        return TriDicePass()
    try:
        start, *_, end = read_path(text)
    except BadNotation as error:
        raise BadPosition(error.text) from None
    if str(TriDiceRoll(start, end)) != text:
        raise BadPosition(say("{text} is not a turn without a capture; enter one such as 33-11", text=text))
    return TriDiceRoll(start, end)


# -- diagrams -------------------------------------------------------------------------------------------------------------


def diagram(state: TriDiceState) -> str:
    """Return a text diagram of the triangle, with each cell's name above its die, and the dice in hand at the end."""
    marks = [side.mark for side in sides(state.options)]
    lines = []
    for row in range(1, ROWS + 1):
        names = [name for name in CELLS if name[0] == str(row)]
        indent = " " * (DIAGRAM_CELL_CHARS * (ROWS - row))
        lines.append(indent + "".join(name.center(DIAGRAM_CELL_CHARS) for name in names))
        lines.append(indent + "".join(_cell_text(state, name, marks).center(DIAGRAM_CELL_CHARS) for name in names))
    lines.append("   ".join(f"{mark}: {state.hands[n]} in hand" for n, mark in enumerate(marks)))
    return "\n".join(line.rstrip() for line in lines)


def _cell_text(state: TriDiceState, name: str, marks: Sequence[str]) -> str:
    cell = INDEX[name]
    if cell == state.pending:
        return "?"
    if not state.board[cell]:
        return "."
    apex, left, *_ = state.faces(cell)
    return f"{marks[colour_of(state.board[cell]) - 1]}{apex}/{left}"
