"""The rules of backgammon (sheshbesh). A state represents a single game; for matches, see `match.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from fourth_seat.games.backgammon.cells import contents, cube_contents, dice_contents
from fourth_seat.games.backgammon.checkers import START_CHECKERS, BackgammonBoard, Checkers
from fourth_seat.games.backgammon.cube import CENTRED_CUBE, DoublingCube, why_no_double
from fourth_seat.games.backgammon.legality import why_no_play
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CubeAction, Dice, after
from fourth_seat.games.backgammon.scoring import dropped, stopped, winner, won
from fourth_seat.games.backgammon.turns import turns
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import CHANCE, Result, State
from fourth_seat.words import Text, say

OPENING_THROWS = tuple(BackgammonThrow((one, two)) for one in range(1, 7) for two in range(1, 7))
THROWS = tuple(BackgammonThrow((high, low)) for high in range(1, 7) for low in range(1, high + 1))
THROW_PROBABILITIES = tuple((throw, (1 if throw.dice[0] == throw.dice[1] else 2) / 36) for throw in THROWS)
"""The 21 distinct throws of two dice and their probabilities."""


class BackgammonPhase(Enum):
    """The kind of move that comes next."""

    THROW = "throw"  # the dice; where no colour has the turn, the opening throw
    CUBE = "cube"  # the mover chooses `roll` or `double`
    ANSWER = "answer"  # the mover chooses `take` or `drop`
    PLAY = "play"  # the mover plays the dice
    DROPPED = "dropped"  # nothing: the mover has dropped a double


CUBE_PHASES = BackgammonPhase.CUBE, BackgammonPhase.ANSWER


@dataclass(frozen=True, slots=True)
class BackgammonState(State[BackgammonMove]):
    """A backgammon position with its dice, cube and match score.

    Attributes:
        checkers: white's and black's checkers, each from its own point of view.
        turn: the colour to move, or 0 before the opening throw.
        dice: the dice to play, higher one first.
        cube: the doubling cube. A double counts once it is taken.
    """

    options: Options
    checkers: tuple[Checkers, Checkers] = (START_CHECKERS, START_CHECKERS)
    turn: int = 0
    phase: BackgammonPhase = BackgammonPhase.THROW
    dice: Dice | None = None
    cube: DoublingCube = CENTRED_CUBE

    @property
    def mover(self) -> int:
        return self.turn

    @property
    def to_move(self) -> int:
        return CHANCE if self.phase is BackgammonPhase.THROW and not self.over else self.turn

    @property
    def board(self) -> BackgammonBoard:
        """The checkers, with the mover's first (white's in the opening throw)."""
        return self.checkers if self.turn != 2 else (self.checkers[1], self.checkers[0])

    @property
    def over(self) -> bool:
        return self.phase is BackgammonPhase.DROPPED or bool(winner(self.checkers))

    def standing(self) -> Result:
        if self.phase is BackgammonPhase.DROPPED:
            return dropped(self.options, self.checkers, self.cube, self.turn)
        return (won if self.over else stopped)(self.options, self.checkers, self.cube)

    # -- moves -----------------------------------------------------------------------------------------------------------

    def legal(self) -> Sequence[BackgammonMove]:
        if self.over:
            return ()
        match self.phase:
            case BackgammonPhase.THROW:
                return THROWS if self.turn else OPENING_THROWS
            case BackgammonPhase.CUBE:
                return (CubeAction.ROLL, CubeAction.DOUBLE)
            case BackgammonPhase.ANSWER:
                return (CubeAction.TAKE, CubeAction.DROP)
            case _:
                assert self.dice is not None
                return tuple(turns(self.board, self.dice).values())

    def chances(self) -> Sequence[tuple[BackgammonMove, float]]:
        return THROW_PROBABILITIES if self.turn else tuple((throw, 1 / len(OPENING_THROWS)) for throw in OPENING_THROWS)

    def why_not(self, move: BackgammonMove) -> Text | None:
        if self.over:
            return say("the game is over")
        match self.phase:
            case BackgammonPhase.THROW:
                return self._why_not_at_throw(move)
            case BackgammonPhase.CUBE:
                return None if move in self.legal() else say("first choose to roll or to double")
            case BackgammonPhase.ANSWER:
                return None if move in self.legal() else say("answer the double first: take or drop")
            case _:
                return self._why_not_at_play(move)

    def _why_not_at_throw(self, move: BackgammonMove) -> Text | None:
        if isinstance(move, BackgammonPlay):
            return say("the dice must be rolled first")
        if move is CubeAction.DOUBLE and self.turn:
            # After `roll` the cube could be turned, but the choice is binding.
            return why_no_double(self.options, self.cube, self.turn) or say("it is too late to double: roll the dice")
        if not isinstance(move, BackgammonThrow):
            return say("there is nothing to decide now: roll the dice")
        return (
            None if move in self.legal() else say("each of the two dice shows 1 to 6; enter both numbers, for example 31")
        )

    def _why_not_at_play(self, move: BackgammonMove) -> Text | None:
        assert self.dice is not None
        if isinstance(move, BackgammonThrow):
            return say("the dice have been rolled already: {dice}", dice=str(BackgammonThrow(self.dice)))
        if isinstance(move, CubeAction):
            return say("the dice have been rolled: move the checkers")
        return why_no_play(self.board, self.dice, move, self.turn)

    def play_unchecked(self, move: BackgammonMove) -> BackgammonState:
        match move:
            case BackgammonThrow(dice):
                return self._thrown(dice)
            case BackgammonPlay():
                return self.next_turn(*after(self.board, move.routes))
            case CubeAction.ROLL:
                return replace(self, phase=BackgammonPhase.THROW)
            case CubeAction.DOUBLE:
                return replace(self, phase=BackgammonPhase.ANSWER, turn=3 - self.turn)
            case CubeAction.TAKE:
                return replace(self, phase=BackgammonPhase.THROW, turn=3 - self.turn, cube=self.cube.turned(self.turn))
            case CubeAction.DROP:
                return replace(self, phase=BackgammonPhase.DROPPED)

    def _thrown(self, dice: Dice) -> BackgammonState:
        one, two = dice
        if not self.turn and one == two:
            return self  # the opening throw is repeated
        turn = self.turn or (1 if one > two else 2)
        return BackgammonState(self.options, self.checkers, turn, BackgammonPhase.PLAY, (max(dice), min(dice)), self.cube)

    def next_turn(self, own: Checkers, other: Checkers) -> BackgammonState:
        """Return the position after a play that leaves the mover and the opponent with these checkers."""
        checkers = (own, other) if self.turn == 1 else (other, own)
        return turn_of(3 - self.turn, self.options, checkers, self.cube)

    def cells(self) -> Cells:
        board = contents(self.checkers)
        if self.dice:
            board |= dice_contents(self.dice)
        if self.options["cube"]:
            board |= cube_contents(self.cube, self.phase in (BackgammonPhase.ANSWER, BackgammonPhase.DROPPED))
        return board


def turn_of(colour: int, options: Options, checkers: tuple[Checkers, Checkers], cube: DoublingCube) -> BackgammonState:
    """Return the position at the beginning of a colour's turn, with a cube decision due if it may double, otherwise a
    throw.
    """
    ended = winner(checkers) or why_no_double(options, cube, colour)
    return BackgammonState(options, checkers, colour, BackgammonPhase.THROW if ended else BackgammonPhase.CUBE, None, cube)


def start(options: Options) -> BackgammonState:
    """Return the position before the first throw. The cube is in the middle unless a side owns it from the start."""
    cube = DoublingCube(owner=1 if options["white-cube"] else 2 if options["black-cube"] else 0)
    if options["first"] == "throw":
        return BackgammonState(options, cube=cube)
    return turn_of(int(options["first"]), options, (START_CHECKERS, START_CHECKERS), cube)
