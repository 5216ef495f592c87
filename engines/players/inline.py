"""Pure-Python players, which move instantly in a thread of this process."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from fourth_seat.boundary.faults import fault
from fourth_seat.engines import engine_of
from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.levels import Level
from fourth_seat.engines.players.answers import check_legal
from fourth_seat.engines.players.tasks import Task, TaskThread
from fourth_seat.engines.protocol import Choose, choose_random
from fourth_seat.engines.results import Choice, MoveValue
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.protocol import Line
from fourth_seat.words import Text, say


def choose_simply(game: AnyGame, state: AnyState, rng: Random) -> Any:
    """Return the baseline player's move, or a random move if the game has no baseline player or it fails. The move is
    always legal.
    """
    seed: Choose = engine_of(game.name).players.get("seed", choose_random)
    try:
        move = seed(state, rng)
    except Exception:  # it is the last resort: a game must not end over it
        return choose_random(state, rng)
    return choose_random(state, rng) if state.why_not(move) else move


def choose_instead(game: AnyGame, state: AnyState, rng: Random, player: Text, reason: Text) -> Choice:
    """Return a simple move in place of a failed player's move, with a notice that says so."""
    notice = say("{player} failed: {reason}. The simple player moved instead.", player=player, reason=reason)
    return Choice(choose_simply(game, state, rng), notice, failed=True)


class InlinePlayer:
    """A named player, such as `seed:greedy`; implements the table's `Player`."""

    def __init__(self, game: AnyGame, level: Level, rng: Random | None = None) -> None:
        """`level` must be that of a named player."""
        assert level.player
        self._game = game
        self._name = level.name
        self._choose = engine_of(game.name).players[level.player]
        self._rng = rng or Random()
        self._thread = TaskThread()
        self._cpu = 0.0

    @property
    def name(self) -> Text:
        """The player's display name."""
        return self._name

    def prepare(self) -> Task[bool]:
        """Return a task that succeeds immediately, because nothing needs to be started."""
        return self._thread.start(Task(lambda _: True))

    def choose(self, line: Line) -> Task[Choice]:
        """Start choosing a move in the position at the end of the line, without blocking."""
        return self._thread.start(Task(lambda _: self._move(line.state)))

    def reset(self, rng: Random) -> None:
        """Reset the player to the state of a new one with this random generator; no task may be running."""
        self._rng = rng

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        """Return a task with an empty result: these players do not evaluate moves."""
        return self._thread.start(Task(lambda _: ()))

    def cpu(self) -> float | None:
        """Return the CPU time used so far, in seconds."""
        return self._cpu

    def close(self) -> None:
        """Let the thread exit."""
        self._thread.close()

    def _move(self, state: AnyState) -> Choice:
        before = time.thread_time()
        try:
            move = self._choose(state, self._rng)
            check_legal(state, move, str(move))
            return Choice(move)
        except EngineFailed as error:
            return choose_instead(self._game, state, self._rng, self._name, error.text)
        except Exception as error:  # a mistake by its author must not cost the game
            reason = say("an internal error, {error}", error=fault(error))
            return choose_instead(self._game, state, self._rng, self._name, reason)
        finally:
            self._cpu += time.thread_time() - before
