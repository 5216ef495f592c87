"""GTP dialects: a position is sent in a single command if the engine supports one, otherwise as the moves from the
start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fourth_seat.engines.errors import EngineRefused
from fourth_seat.games import CHANCE, AnyGame, AnyState
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line
from fourth_seat.words import say


class Dialect:
    """The commands that send positions to an engine. Create one instance per process.

    If a method yields several commands, fetch the next one only after the previous one has succeeded.
    """

    def game_commands(self, game: AnyGame, options: Options) -> Iterator[str]:
        """Yield the commands that set the game and its options; an engine without them plays one game, with its own."""
        yield f"set_game {game.name} {' '.join(str(options).split(','))}".rstrip()

    def position_commands(self, line: Line) -> Iterator[str]:
        """Yield the commands that set up the position at the end of the line, where a player is to move.

        Raises:
            EngineRefused: the engine does not support this position.
        """
        yield f"set_position {line.game.position(line.state)}"

    def genmove(self, line: Line) -> str:
        """Return the command that requests a move at the end of the line."""
        return f"genmove {line.state.mover}"

    def read(self, text: str, line: Line) -> str:
        """Convert an engine's answer to the game's own notation; parsing errors propagate."""
        return text

    def played(self, line: Line, move: Any) -> None:
        """Record that the engine answered with this move at the end of this line, which also plays it on the engine's own
        board.
        """


class Replay(Dialect):
    """Dialect for engines that support only `clear_board` and `play`: sends the turns that the engine has not yet seen."""

    def __init__(self) -> None:
        self._start: Any = None
        self._turns: list[tuple[int, str]] = []

    def position_commands(self, line: Line) -> Iterator[str]:
        if line.game.handicaps(line.state.options):
            raise EngineRefused(say("it does not support handicaps"))  # it would begin with the usual start
        turns, _ = turns_of(line)
        if self._start != line.start or self._turns != turns[: len(self._turns)]:
            self._start, self._turns = None, []  # if the set-up fails, the engine's board is unknown
            yield from self.start_commands(line)
            self._start = line.start
        for turn in turns[len(self._turns) :]:
            colour, text = turn
            written = self.write(text, line)
            if written:
                yield f"play {self.colour(colour, line)} {written}"
            self._turns.append(turn)

    def genmove(self, line: Line) -> str:
        _, throw = turns_of(line)
        return f"genmove {self.colour(line.state.mover, line)} {throw}".rstrip()

    def played(self, line: Line, move: Any) -> None:
        after, _ = turns_of(line.play(move))
        if waits_for_a_throw(line.state, line.state.play_unchecked(move)):
            return  # such a move is complete, and on the engine's board, only with its throw
        self._turns = after

    def colour(self, colour: int, line: Line) -> str:
        """Return the engine's name for a colour."""
        return str(colour)

    def write(self, text: str, line: Line) -> str:
        """Return a move in the engine's notation, or an empty string if it must not be sent."""
        return text

    def start_commands(self, line: Line) -> Iterator[str]:
        """Yield the commands that set up the position at the start of the line.

        Raises:
            EngineRefused: the engine does not support this start.
        """
        if line.start != line.game.start(line.state.options):
            raise EngineRefused(say("it does not support corrected boards"))
        yield "clear_board"


def waits_for_a_throw(before: AnyState, after: AnyState) -> bool:
    """Return whether the move between these states still needs its own throw, as TriDice's placements do."""
    return before.to_move != CHANCE and after.to_move == CHANCE and after.mover == before.mover


def turns_of(line: Line) -> tuple[list[tuple[int, str]], str]:
    """Return a line's moves, without passes, as arguments for GTP's `play` (colour and text), and the throw that the line
    ends with, or an empty string.

    Moves played with dice include them in their text (`31: 8/5 6/5`); a throw that belongs to a placement follows it
    (`@33 4/1`).
    """
    turns: list[tuple[int, str]] = []
    throw = ""
    state, waits = line.start, False
    for move in line.moves:
        after = state.play_unchecked(move)
        throw = ""
        if waits:
            colour, text = turns.pop()
            turns.append((colour, f"{text} {move}"))
        elif state.to_move == CHANCE:
            throw = str(move)
        elif not line.game.is_pass(move):
            turns.append((state.mover, str(move)))
        waits = waits_for_a_throw(state, after)
        state = after
    return turns, throw
