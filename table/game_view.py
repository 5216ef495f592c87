"""Read-only view of a game in progress; what changes it is in `table.table`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from fourth_seat.games import CHANCE, AnyGame, AnyState
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line, PlayedGame, Result
from fourth_seat.table.game_state import GameState, Placement
from fourth_seat.table.history import History
from fourth_seat.table.move_input import MoveInput
from fourth_seat.table.record.events import Begun
from fourth_seat.table.seats import Person, Seat
from fourth_seat.words import Text


class GameView:
    """Reads a game. Screens, lights, voice, camera, reports and score sheets ask nothing but this.

    Attributes:
        read_only: whether the game cannot be changed, because it is only being viewed.
    """

    read_only: ClassVar[bool] = False

    def __init__(self, game_state: GameState) -> None:
        self._game_state = game_state
        self._move_input: MoveInput | None = None

    @property
    def begun(self) -> Begun:
        """Beginning of the game: its options and first seats."""
        return self._game_state.begun

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self._game_state.game

    @property
    def options(self) -> Options:
        """The options of this game."""
        return self._game_state.options

    # -- the position ------------------------------------------------------------------------------------------------------

    @property
    def line(self) -> Line:
        """The moves that stand, from the start or the last correction."""
        return self._game_state.line

    @property
    def state(self) -> AnyState:
        """The position, the computer's last move included."""
        return self._game_state.state

    @property
    def pending(self) -> Placement | None:
        """Placement still to be made by hand on the board: the computer's move, or the change of an undo or redo."""
        return self._game_state.pending

    @property
    def board_state(self) -> AnyState:
        """The position on the real board: a pending placement counts once it has been made there."""
        return self.pending.before if self.pending else self.state

    @property
    def history(self) -> History:
        """Moves and throws, those that were undone included."""
        return self._game_state.history

    @property
    def result(self) -> Result | None:
        """The result once the game is over, by its rules or by the table."""
        return self._game_state.result

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """The games of the record as files keep them, this one last."""
        found: list[PlayedGame] = []
        game_state: GameState | None = self._game_state
        while game_state:
            found.append(game_state.played)
            game_state = game_state.before
        return tuple(reversed(found))

    @property
    def match_goes_on(self) -> bool:
        """Whether the game is over and its match is not."""
        return self.result is not None and self.game.match_goes_on(self.options, self.result)

    # -- whose turn it is --------------------------------------------------------------------------------------------------

    @property
    def needs_throw(self) -> bool:
        """Whether dice must be thrown and entered now."""
        return self.result is None and self.state.to_move == CHANCE

    @property
    def computers_turn(self) -> bool:
        """Whether a computer at this table is to choose a move now."""
        return self._game_state.computer_moves

    @property
    def elsewhere(self) -> bool:
        """Whether another table is to move or throw now."""
        return self._game_state.elsewhere

    @property
    def people_move(self) -> bool:
        """Whether the people at this table are to enter a move or a throw now: neither a computer nor another table is."""
        return self._game_state.people_move

    @property
    def taps(self) -> tuple[str, ...]:
        """The cells and pieces tapped for a move that is not complete, in order."""
        return self._game_state.tapped.taps

    @property
    def move_input(self) -> MoveInput:
        """The move being entered; the same object until the position or the taps change."""
        known, state, tapped = self._move_input, self.state, self._game_state.tapped
        if known is None or known.state is not state or known.tapped != tapped:
            self._move_input = known = MoveInput(self.game, state, tapped)
        return known

    # -- who plays ---------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> Sequence[Seat]:
        """Present seats, in seat order."""
        return self._game_state.seats

    def seat(self, number: int) -> Seat:
        """Return a seat by its number, from 1.

        Raises:
            BadSeat: there is no such seat.
        """
        return self._game_state.seat(number)

    def person(self, seat: int) -> Person:
        """Return the person to move for a seat that people play."""
        return self._game_state.person(seat)

    def name(self, seat: int) -> Text:
        """Return a seat's player by name where they have one, else by colour."""
        return self._game_state.name(seat)

    @property
    def people_play(self) -> bool:
        """Whether people play at least one seat."""
        return any(seat.people for seat in self.seats)

    # -- help --------------------------------------------------------------------------------------------------------------

    @property
    def values(self) -> Mapping[int, tuple[float, ...]]:
        """Each seat's share of the win after so many entries of the history, as the computer saw it."""
        return self._game_state.values

    @property
    def hints(self) -> Mapping[int, int]:
        """Number of hints that each seat has had; a seat that had none may be missing."""
        return self._game_state.hints

    def hints_left(self, seat: int) -> int | None:
        """Return how many hints a seat may still ask for; None for as many as it likes."""
        if self.seat(seat).computer:
            return 0
        allowed = self.person(seat).hints
        return None if allowed is None else max(0, allowed - self.hints.get(seat, 0))
