"""A player that runs in another process; its failures never disrupt the game.

If an engine hangs, crashes, or gives an invalid or illegal answer, the game's own simple player moves instead, in this
process, and a notice says so. The process is started lazily, and restarted after a failure.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from fourth_seat.boundary.faults import fault
from fourth_seat.engines import dialect_of
from fourth_seat.engines.errors import EngineFailed, EngineRefused
from fourth_seat.engines.levels import Level
from fourth_seat.engines.players.answers import read_judgement, read_move, read_values
from fourth_seat.engines.players.inline import choose_instead
from fourth_seat.engines.players.tasks import Task, TaskCancelled, TaskThread
from fourth_seat.engines.process.dialects import Dialect
from fourth_seat.engines.process.engine_process import EngineProcess
from fourth_seat.engines.results import Choice, MoveAnalysis, MoveValue, RolloutSettings
from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line
from fourth_seat.processes.child import own_module, tree_seconds
from fourth_seat.words import Text, say

T = TypeVar("T")

START_TIMEOUT_S = 60.0  # for a process to answer its first command; `uv run` may have to set up first
COMMAND_TIMEOUT_S = 20.0  # for a command that needs no thought
MOVE_GRACE_S = 10.0  # beyond the time an engine was given, on a busy machine
STOP_TIMEOUT_S = 3.0  # to answer after `stop`
UNTIMED_MOVE_TIMEOUT_S = 900.0  # for a move of an engine that takes no time limit
QUIT_TIMEOUT_S = 0.3  # for an engine to end by itself
MAX_FAILURES = 3  # in a row; then the process is not started again


def own_command(game: AnyGame, threads: int = 1) -> tuple[str, ...]:
    """Return the command that starts this program's own engine process."""
    return own_module("fourth_seat.commands.engine", game.name, "--threads", str(threads))


class EnginePlayer:
    """A player that communicates with a process over GTP, one task at a time; implements the table's `Player`."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        command: Sequence[str],
        name: Text,
        level: Level | None = None,
        seconds: float | None = None,
        rng: Random | None = None,
    ) -> None:
        """Send `level` and `seconds` (per move) to engines that support them; other engines keep their own settings.

        `rng` seeds the engine and the simple player that replaces it on failure.
        """
        self._game, self._options = game, options
        self._command = tuple(command)
        self._name = name
        self._level, self._seconds = level, seconds
        self._rng = rng or Random()
        self._thread = TaskThread()
        self._lock = threading.Lock()  # guards the process and the thinking task, and keeps `stop` behind its command
        self._process: EngineProcess | None = None
        self._thinking: Task[Any] | None = None
        self._closed = False
        self._dialect = Dialect()
        self._knows: frozenset[str] = frozenset()
        self._failures = 0

    @property
    def name(self) -> Text:
        """The player's display name."""
        return self._name

    def prepare(self) -> Task[bool]:
        """Start the process ahead of the first move; `poll` raises `EngineFailed` if that fails."""
        return self._do(self._prepare)

    def choose(self, line: Line) -> Task[Choice]:
        """Start choosing a move in the position at the end of the line, without blocking."""
        return self._do(lambda task: self._choose(line, task))

    def reset(self, rng: Random) -> None:
        """Reset the player to the state of a new one with this random generator; no task may be running. Our own process is
        reconfigured; any other is terminated, because its state between games is unknown.
        """
        self._rng, self._failures = rng, 0
        process = self._process
        if process and "set_position" in self._knows:
            try:
                self._configure(process)
            except EngineFailed:
                self._end()
        else:
            self._end()

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        """Start evaluating up to `most` of the best moves; the result is empty if the engine does not support this."""
        command = f"values {line.state.mover} {most}"
        return self._do(lambda task: self._asked(task, line, command, read_values))

    def judge(self, line: Line, move: Any) -> Task[Sequence[MoveAnalysis]]:
        """Start analysing a turn played at the end of the line; the result is empty if the engine does not support this."""
        command = f"judge {line.state.mover} {move}"

        def read(*answer: Any) -> Sequence[MoveAnalysis]:
            return (read_judgement(*answer),)

        return self._do(lambda task: self._asked(task, line, command, read, UNTIMED_MOVE_TIMEOUT_S))

    def rollout(self, line: Line, most: int, trials: RolloutSettings) -> Task[Sequence[MoveValue]]:
        """Start rolling out up to `most` of the best moves; when hurried, the task returns the results so far."""
        command = f"rollout {line.state.mover} {most} trials={trials.number} throws={trials.throws or 'all'}"
        # As long as it takes: whoever asked for so many games can stop it, and gets the results so far.
        return self._do(lambda task: self._asked(task, line, command, read_values, math.inf))

    def cpu(self) -> float | None:
        """Return the CPU time used by the running process and its children, in seconds, or None if there is no process."""
        process = self._process
        return tree_seconds(process.pid) if process else None

    def pause(self) -> None:
        """Pause the engine temporarily, so that other programs can use the processor."""
        if process := self._process:
            process.pause()

    def resume(self) -> None:
        """Resume the engine after `pause`."""
        if process := self._process:
            process.resume()

    def close(self) -> None:
        """End the process and cancel any task in progress. Calling this more than once is safe."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
            if self._thinking:
                self._thinking.cancelled = True
        self._thread.close()
        if process:
            process.resume()
            if self._stops:
                process.send_line("stop")
            process.end(QUIT_TIMEOUT_S)

    # -- in the asking thread ---------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[Task[Any]], Any]) -> Task[Any]:
        return self._thread.start(Task(work, self._on_flag, self._progress))

    def _progress(self) -> float | None:
        process = self._process
        return process.progress if process else None

    def _on_flag(self, task: Task[Any]) -> None:
        """Stop the command of a task that was hurried or cancelled. Before the command is sent, setting the flags is
        enough; afterwards, the engine is told to stop.
        """
        with self._lock:
            if self._thinking is task:
                self._stop()

    def _stop(self) -> None:
        if self._process and self._stops:
            self._process.send_line("stop")
            self._process.shorten(STOP_TIMEOUT_S)
        elif self._process:
            self._process.shorten(0.0)

    @property
    def _stops(self) -> bool:
        return "stop" in self._knows

    # -- in the worker ----------------------------------------------------------------------------------------------------

    def _prepare(self, task: Task[Any]) -> bool:
        try:
            self._talk(task, lambda _: None)
        except EngineFailed as error:
            raise EngineFailed(say("{player} failed: {reason}", player=self._name, reason=error.text)) from None
        return True

    def _choose(self, line: Line, task: Task[Any]) -> Choice:
        try:
            return self._talk(task, lambda process: self._genmove(process, line, task))
        except EngineFailed as error:
            return choose_instead(self._game, line.state, self._rng, self._name, error.text)

    def _asked(
        self,
        task: Task[Any],
        line: Line,
        command: str,
        read: Callable[[Line, str, Dialect], Sequence[T]],
        timeout_s: float | None = None,
    ) -> Sequence[T]:
        """Return the engine's answer, or an empty one if it does not know the command, refuses it, or fails."""

        def talk(process: EngineProcess) -> Sequence[T]:
            if command.split()[0] not in self._knows:
                return ()
            self._set_position(process, line, task)
            return read(line, self._think(process, command, task, timeout_s), self._dialect)

        try:
            return self._talk(task, talk)
        except (EngineFailed, EngineRefused):
            return ()

    def _talk(self, task: Task[Any], talk: Callable[[EngineProcess], T]) -> T:
        """Talk to the process, starting it if necessary; a process that fails is terminated.

        Raises:
            EngineFailed: the process failed.
            TaskCancelled: the task's result is no longer wanted.
        """
        if self._failures >= MAX_FAILURES:
            raise EngineFailed(say("it failed {n} times in a row and will not be started again", n=self._failures))
        try:
            result = talk(self._process or self._start())
        except (EngineRefused, TaskCancelled):
            raise
        except Exception as error:  # a mistake of ours must not cost the game either
            self._end()
            if task.cancelled or self._closed:
                raise TaskCancelled from None
            if task.hurried and not self._stops:
                raise EngineFailed(say("it cannot be asked to move early")) from None
            self._failures += 1
            if isinstance(error, EngineFailed):
                raise
            raise EngineFailed(say("an internal error, {error}", error=fault(error))) from error
        finally:
            with self._lock:
                self._thinking = None
        self._failures = 0
        return result

    def _start(self) -> EngineProcess:
        process = EngineProcess(self._command)
        with self._lock:
            if self._closed:
                process.end()
                raise TaskCancelled
            self._process = process
        try:
            self._introduce(process)
        except EngineRefused as error:
            raise EngineFailed(error.text) from None
        return process

    def _introduce(self, process: EngineProcess) -> None:
        """Query a new process's commands, and configure it for the game and the level."""
        self._knows = frozenset(process.ask("list_commands", START_TIMEOUT_S).split())
        if "set_position" in self._knows:
            self._dialect = Dialect()
        else:
            self._dialect = dialect_of(self._game, process.ask("name", COMMAND_TIMEOUT_S))
        self._configure(process)

    def _configure(self, process: EngineProcess) -> None:
        for command in self._dialect.game_commands(self._game, self._options):
            if command.split()[0] in self._knows:
                process.ask(command, COMMAND_TIMEOUT_S)
        settings = {
            "set_random_seed": self._rng.randrange(2**31),
            "level": self._level and self._level.spec,
            "time_per_move": self._seconds,
        }
        for command, value in settings.items():
            if value is not None and command in self._knows:
                process.ask(f"{command} {value}", COMMAND_TIMEOUT_S)

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.end()

    def _set_position(self, process: EngineProcess, line: Line, task: Task[Any]) -> None:
        for command in self._dialect.position_commands(line):
            if task.cancelled:
                raise TaskCancelled
            process.ask(command, COMMAND_TIMEOUT_S)

    def _think(self, process: EngineProcess, command: str, task: Task[Any], timeout_s: float | None = None) -> str:
        """Send a command that takes time and can be stopped; `timeout_s` overrides the usual limit for a move."""
        with self._lock:
            if task.cancelled:
                raise TaskCancelled
            self._thinking = task
            process.send(command, timeout_s or self._timeout_s)
            if task.hurried:
                self._stop()
        return process.receive()

    @property
    def _timeout_s(self) -> float:
        given = self._seconds or (self._level.seconds if self._level else None)
        return UNTIMED_MOVE_TIMEOUT_S if given is None or "time_per_move" not in self._knows else given + MOVE_GRACE_S

    def _genmove(self, process: EngineProcess, line: Line, task: Task[Any]) -> Choice:
        self._set_position(process, line, task)
        text = self._think(process, self._dialect.genmove(line), task)
        move = read_move(line, text, self._dialect)
        self._dialect.played(line, move)
        notices = process.ask("notices", COMMAND_TIMEOUT_S) if "notices" in self._knows else ""
        notice = "; ".join(" ".join(line.split()) for line in notices.splitlines() if line.strip())
        return Choice(move, say("{player}: {notice}", player=self._name, notice=notice) if notice else None)
