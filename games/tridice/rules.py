"""The rules of TriDice: positions and legal moves.

A board is a tuple of sixteen numbers, which are 0 for empty cells and otherwise the code of a die. The code combines the
die's colour and its orientation (`die.py`), and does not change when the die rolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.errors import BadOption
from fourth_seat.games.options import Option, Options
from fourth_seat.games.protocol import CHANCE, Result, ScoreRow, Side, State
from fourth_seat.games.tridice.die import DIE_NUMBERS, FACES, HANDEDNESS, ORIENTATION, THROWS, Faces
from fourth_seat.games.tridice.lattice import CELLS, WAYS, RollPath
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePass, TriDicePlacement, TriDiceRoll, TriDiceThrow
from fourth_seat.words import Text, say, say_many

MAX_DICE_EACH = 4
MAX_QUIET_TURNS = 100  # without a placement or a capture
DRAWING_OCCURRENCES = 3  # of a position with the same player to move, which make a draw

MIXED_OPTIONS = {"red-cw": "red", "blue-cw": "blue"}
"""The colour with clockwise dice in mixed sets, keyed by option value. The other colour's dice are counter-clockwise."""

RED, BLUE = (
    Side(say("red"), "R", "red", say("R", context="letter of red")),
    Side(say("blue"), "B", "blue", say("B", context="letter of blue")),
)
DECLARED_OPTIONS = (
    Option(
        "handedness",
        "cw",
        say("With 1 on top, 2-3-4 run"),
        (*HANDEDNESS, *MIXED_OPTIONS),
        (
            say("clockwise"),
            say("counter-clockwise"),
            say("red clockwise, blue the other way"),
            say("blue clockwise, red the other way"),
        ),
    ),
    Option("dice", MAX_DICE_EACH, say("Dice for each player"), tuple(range(1, MAX_DICE_EACH + 1))),
    Option("first", "red", say("Who begins"), ("red", "blue"), (say("red"), say("blue"))),
    Option("red-fewer", 0, say("Dice that red plays without"), tuple(range(MAX_DICE_EACH)), handicap=RED.hue),
    Option("blue-fewer", 0, say("Dice that blue plays without"), tuple(range(MAX_DICE_EACH)), handicap=BLUE.hue),
)

TriDiceBoard = tuple[int, ...]
EMPTY_BOARD: TriDiceBoard = (0,) * len(CELLS)
ORIENTATION_COUNT = len(THROWS)

ALL_THROWS = tuple(TriDiceThrow(apex, left) for apex, left in THROWS)
ALL_PLACES = tuple(TriDicePlacement(cell) for cell in range(len(CELLS)))
ROLLS = {
    (start, end, captures): TriDiceRoll(start, end, captures)
    for start in range(len(CELLS))
    for end in range(len(CELLS))
    for captures in (False, True)
}
PASS = TriDicePass()


def sides(options: Options) -> tuple[Side, Side]:
    """Return the colours in order of play."""
    return (RED, BLUE) if options["first"] == "red" else (BLUE, RED)


def dice_of(options: Options, colour: int) -> int:
    """Return the initial number of dice of a colour.

    Raises:
        BadOption: the handicap leaves the colour without dice.
    """
    side = sides(options)[colour - 1]
    dice = int(options["dice"]) - int(options[f"{side.hue}-fewer"])
    if dice < 1:
        raise BadOption(
            say(
                "without {fewer} of its {dice} dice, {colour} has none to play with: leave it at least one",
                fewer=int(options[f"{side.hue}-fewer"]), dice=int(options["dice"]), colour=side.name,
            )
        )  # fmt: skip
    return dice


def handedness(options: Options, colour: int) -> str:
    """Return the handedness of a colour's dice, `cw` or `ccw`."""
    chosen = str(options["handedness"])
    if chosen not in MIXED_OPTIONS:
        return chosen
    return "cw" if MIXED_OPTIONS[chosen] == sides(options)[colour - 1].hue else "ccw"


def code(colour: int, orientation: int) -> int:
    """Return the code of a die with this colour and orientation."""
    return 1 + ORIENTATION_COUNT * (colour - 1) + orientation


def colour_of(die: int) -> int:
    """Return the colour for a die's code, or 0 for an empty cell."""
    return (die + ORIENTATION_COUNT - 1) // ORIENTATION_COUNT


@dataclass(frozen=True, slots=True)
class TriDiceState(State[TriDiceMove]):
    """A TriDice position, in which the throw of a die may be pending.

    Attributes:
        board: the code of the die on each cell, or 0 if it is empty.
        hands: the numbers of dice in the hands of colours 1 and 2, including a die being thrown.
        turn: the colour to move.
        pending: the cell for which a die is being thrown, if any.
        seen: the boards before each turn since the last placement or capture, oldest first. As the colours alternate, every
            second board has the same colour to move.
    """

    options: Options
    board: TriDiceBoard
    hands: tuple[int, int]
    turn: int = 1
    pending: int | None = None
    seen: tuple[TriDiceBoard, ...] = ()

    @classmethod
    def start(cls, options: Options) -> TriDiceState:
        """Return the initial position, with all dice in hand.

        Raises:
            BadOption: a colour has no dice.
        """
        return cls(options, EMPTY_BOARD, (dice_of(options, 1), dice_of(options, 2)))

    @property
    def mover(self) -> int:
        return self.turn

    @property
    def to_move(self) -> int:
        return self.turn if self.pending is None else CHANCE

    @property
    def quiet(self) -> int:
        """The number of turns since the last placement or capture, including passes."""
        return len(self.seen)

    # -- dice --------------------------------------------------------------------------------------------------------------

    def faces(self, cell: int) -> Faces:
        """Return the faces of the die on a cell."""
        return self.faces_of(self.board[cell], cell)

    def faces_of(self, die: int, cell: int) -> Faces:
        """Return the faces that a die shows or would show on a cell."""
        return FACES[handedness(self.options, colour_of(die))][(die - 1) % ORIENTATION_COUNT][cell]

    def die(self, colour: int, cell: int, apex: int, left: int) -> int:
        """Return the code of a die that shows these faces on a cell. Raises `KeyError` if no throw results in them."""
        return code(colour, ORIENTATION[handedness(self.options, colour)][cell, apex, left])

    def on_board(self, colour: int) -> int:
        """Return the number of a colour's dice on the board."""
        return sum(colour_of(die) == colour for die in self.board)

    def alive(self, colour: int) -> int:
        """Return the number of dice that a colour has on the board and in its hand."""
        return self.on_board(colour) + self.hands[colour - 1]

    def captured(self, colour: int) -> int:
        """Return the number of dice that a colour has lost."""
        return dice_of(self.options, colour) - self.alive(colour)

    # -- turns -------------------------------------------------------------------------------------------------------------

    def ways(self, start: int) -> Iterator[tuple[int, RollPath]]:
        """Yield the possible destinations of the die on `start`, each with a free path."""
        board = self.board
        colour = colour_of(board[start])
        occupied = sum(1 << cell for cell, die in enumerate(board) if die)
        for end, ways in WAYS[start][self.faces(start)[0]].items():
            if colour_of(board[end]) != colour:
                free = next((path for path in ways if not path.between & occupied), None)
                if free:
                    yield end, free

    def reach(self, colour: int) -> set[int]:
        """Return the cells on which a die of this colour could end a move. Opposing dice on these cells are threatened."""
        return {end for start in range(len(CELLS)) if colour_of(self.board[start]) == colour for end, _ in self.ways(start)}

    def _rolls(self, colour: int) -> Iterator[TriDiceRoll]:
        for start, die in enumerate(self.board):
            if colour_of(die) == colour:
                for end, _ in self.ways(start):
                    yield ROLLS[start, end, self.board[end] != 0]

    def stuck(self, colour: int) -> bool:
        """Return whether a colour has no legal turn. With a die in hand, it always has one, because there is always an
        empty cell.
        """
        return not self.hands[colour - 1] and next(self._rolls(colour), None) is None

    def legal(self) -> tuple[TriDiceMove, ...]:
        if self.pending is not None:
            return ALL_THROWS
        if self.over:
            return ()
        turns: list[TriDiceMove] = [*self._rolls(self.turn)]
        if self.hands[self.turn - 1]:
            turns += (place for place in ALL_PLACES if not self.board[place.cell])
        return tuple(turns) or (PASS,)

    # -- the end -----------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.pending is None and (self.loser() > 0 or self.why_drawn() is not None)

    def loser(self) -> int:
        """Return the colour that has lost all its dice, or 0."""
        return next((colour for colour in (1, 2) if not self.alive(colour)), 0)

    def why_drawn(self) -> Text | None:
        """Explain why the game is a draw. Returns None if it is not."""
        if self.seen[-2::-2].count(self.board) >= DRAWING_OCCURRENCES - 1:
            return say("The same position for the third time: a draw.")
        if self.quiet >= MAX_QUIET_TURNS:
            return say("{n} turns without a die placed or taken: a draw.", n=MAX_QUIET_TURNS)
        if self.stuck(self.turn) and self.stuck(3 - self.turn):
            return say("Neither player can move: a draw.")
        return None

    def standing(self) -> Result:
        left = (self.alive(1), self.alive(2))
        sheet = (ScoreRow(say("Dice left"), left),)
        if loser := self.loser():
            winner = 3 - loser
            one, other = sides(self.options)[winner - 1].name, sides(self.options)[loser - 1].name
            reason = say("{loser} has lost all its dice: {winner} wins.", loser=other, winner=one)
            return Result((winner,), (1, 0) if winner == 1 else (0, 1), reason, sheet)
        draw = self.why_drawn() if self.pending is None else None
        return Result((1, 2), (0, 0), draw or say("Both players still have dice."), sheet)

    # -- playing -----------------------------------------------------------------------------------------------------------

    def play_unchecked(self, move: TriDiceMove) -> TriDiceState:
        match move:
            case TriDicePlacement(cell):
                return replace(self, pending=cell)
            case TriDiceThrow(apex, left):
                at = self.pending
                assert at is not None
                first, second = self.hands
                hands = (first - 1, second) if self.turn == 1 else (first, second - 1)
                board = (*self.board[:at], self.die(self.turn, at, apex, left), *self.board[at + 1 :])
                return TriDiceState(self.options, board, hands, 3 - self.turn)
            case TriDiceRoll(start, end, captures):
                board, seen = rolled_board(self.board, start, end), () if captures else (*self.seen, self.board)
                return TriDiceState(self.options, board, self.hands, 3 - self.turn, None, seen)
            case TriDicePass():
                return TriDiceState(self.options, self.board, self.hands, 3 - self.turn, None, (*self.seen, self.board))

    def why_not(self, move: TriDiceMove) -> Text | None:
        if self.over:
            return say("the game is over")
        if isinstance(move, TriDiceThrow):
            return self._why_not_throw(move)
        if self.pending is not None:
            return say("first throw the die for {cell} and enter how it landed, like 4/1", cell=CELLS[self.pending])
        match move:
            case TriDicePlacement(cell):
                return self._why_not_place(cell)
            case TriDiceRoll():
                return self._why_not_roll(move)
            case TriDicePass():
                return say("you can move, so you cannot pass") if not self.stuck(self.turn) else None

    def _why_not_throw(self, throw: TriDiceThrow) -> Text | None:
        if self.pending is None:
            return say("there is nothing to throw for: first name an empty cell, like @33")
        for number in (throw.apex, throw.left):
            if number not in DIE_NUMBERS:
                return say("a die shows 1 to 4, not {number}", number=number)
        if throw.apex == throw.left:
            return say("top and left corner cannot both be {number}: throw again for the corner", number=throw.apex)
        return None

    def _why_not_place(self, cell: int) -> Text | None:
        if not self.hands[self.turn - 1]:
            return say("{colour} has no dice left in hand", colour=self._name(self.turn))
        if die := self.board[cell]:
            return say("{colour} has a die there already: {cell}", colour=self._name(colour_of(die)), cell=CELLS[cell])
        return None

    def _why_not_roll(self, roll: TriDiceRoll) -> Text | None:
        if reason := self.why_not_carry(roll.start, roll.end):
            return reason
        start, end = CELLS[roll.start], CELLS[roll.end]
        apex = self.faces(roll.start)[0]
        ways = WAYS[roll.start][apex].get(roll.end)
        if not ways:
            return say_many(
                "the 1 on top means exactly one step: {end} is not next to {start}",
                "the {n} on top means exactly {n} steps: no path of that length leads from {start} to {end}",
                apex, start=start, end=end,
            )  # fmt: skip
        if blocking := self._blocking(ways):
            return say_many(
                "the die on {cells} blocks the way from {start} to {end}",
                "the dice on {cells} block the way from {start} to {end}",
                len(blocking), cells=blocking, start=start, end=end,
            )  # fmt: skip
        if roll.captures and not self.board[roll.end]:
            return say("there is no die to take on {cell}", cell=end)
        if self.board[roll.end] and not roll.captures:
            return say("there is a die on {end}: to take it, enter {start}x{end}", start=start, end=end)
        return None

    def why_not_carry(self, start: int, end: int) -> Text | None:
        """Explain why the mover cannot move a die by hand from one cell to another. Returns None if it can."""
        if not self.board[start]:
            return say("there is no die on {cell}", cell=CELLS[start])
        if (owner := colour_of(self.board[start])) != self.turn:
            return say("the die on {cell} belongs to {colour}", cell=CELLS[start], colour=self._name(owner))
        if start == end:
            return say("a die must leave its cell: {cell}", cell=CELLS[start])
        if colour_of(self.board[end]) == self.turn:
            return say("your own die is there: {cell}", cell=CELLS[end])
        return None

    def _blocking(self, ways: tuple[RollPath, ...]) -> tuple[str, ...]:
        """Return the cells of the dice that block the paths, or an empty tuple if a path is free."""
        blocks = [{cell for cell in way.cells[1:-1] if self.board[cell]} for way in ways]
        return tuple(CELLS[cell] for cell in sorted(set().union(*blocks))) if all(blocks) else ()

    def _name(self, colour: int) -> Text:
        return sides(self.options)[colour - 1].name

    def cells(self) -> Cells:
        cells = {
            CELLS[cell]: Content(colour_of(die), faces=self.faces_of(die, cell))
            for cell, die in enumerate(self.board)
            if die
        }
        for colour in (1, 2):
            cells |= {f"hand:{colour}:{n + 1}": Content(colour) for n in range(self.hands[colour - 1])}
            cells |= {f"out:{colour}:{n + 1}": Content(colour) for n in range(self.captured(colour))}
        return cells


def rolled_board(board: TriDiceBoard, start: int, end: int) -> TriDiceBoard:
    """Return the board after moving the die on `start` to `end`, replacing any die there."""
    cells = list(board)
    cells[start], cells[end] = 0, board[start]
    return tuple(cells)
