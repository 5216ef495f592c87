"""A player whose thinking happens in another process, and that never loses the game to it.

Whatever an engine does (hang, die, talk nonsense, break the rules), the game's own simple player moves instead, in
this process, and the answer carries a sentence that says so. The process is started when it is first needed, and again
after it failed.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from engines import dialect_of, engine_of
from engines.analysis import RolloutSettings
from engines.errors import EngineFailed, EngineRefused
from engines.levels import Level
from engines.outlook import OutcomeForecast
from engines.players.inline import choose_simply
from engines.players.tasks import Task, TaskCancelled, TaskThread
from engines.process.cpu_time import tree_seconds
from engines.process.dialects import Dialect
from engines.process.engine_process import EngineProcess
from engines.results import Chosen, MoveValue, TurnAnalysis
from engines.solver import Bounds, Explanation
from games import AnyGame
from games.line import Line
from games.options import Options
from words import FourthSeatError, Text, say

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
START_TIMEOUT_S = 60.0  # seconds for a process to answer its first command; `uv run` may have to set up first
COMMAND_TIMEOUT_S = 20.0  # seconds for a command that needs no thought
MOVE_GRACE_S = 10.0  # seconds beyond the time an engine was given, on a busy machine
STOP_TIMEOUT_S = 3.0  # seconds to answer after `stop`
UNTIMED_MOVE_TIMEOUT_S = 900.0  # seconds for a move of an engine that takes no time limit
QUIT_TIMEOUT_S = 0.3  # seconds for an engine to end by itself
MAX_FAILURES = 3  # in a row; then the process is not started again


def own_command(game: AnyGame, threads: int = 1) -> tuple[str, ...]:
    """The command that starts this program's own engine process."""
    return (sys.executable, str(ROOT / "companion.py"), "engine", game.name, "--threads", str(threads))


class EnginePlayer:
    """A player over GTP: satisfies the table's `Player`. One process; its jobs run one after another."""

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
        """`level` and `seconds` (for a move) are told to engines that understand; foreign ones play as they were started.

        `rng` seeds the engine and the simple player that stands in for it.
        """
        self._game, self._options = game, options
        self._command = tuple(command)
        self._name = name
        self._level, self._seconds = level, seconds
        self._rng = rng or Random()
        self._worker = TaskThread()
        self._lock = threading.Lock()  # guards the link and the thinking job, and keeps `stop` behind its command
        self._link: EngineProcess | None = None
        self._thinking: Task[Any] | None = None
        self._closed = False
        self._dialect = Dialect()
        self._knows: frozenset[str] = frozenset()
        self._failures = 0

    @property
    def name(self) -> Text:
        """What people call it."""
        return self._name

    def prepare(self) -> Task[bool]:
        """Starts the process, so that it is ready when it is asked; `poll` raises `EngineFailed` where it cannot be."""
        return self._do(self._prepare)

    def choose(self, line: Line) -> Task[Chosen]:
        """Starts to think about the position at the end of the line; returns at once."""
        return self._do(lambda job: self._choose(line, job))

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        """Starts to value the best `most` moves; an engine that cannot gives none."""
        return self._do(lambda job: self._values(line, most, job))

    def judge(self, line: Line, move: Any) -> Task[Sequence[TurnAnalysis]]:
        """Starts to look at what a turn was worth that is played at the end of the line; none where the engine cannot."""
        return self._do(lambda job: self._judged(line, move, job))

    def rollout(self, line: Line, most: int, trials: RolloutSettings) -> Task[Sequence[MoveValue]]:
        """Starts to play the best `most` moves on, many times; hurried, it gives what is known so far."""
        return self._do(lambda job: self._rolled(line, most, trials, job))

    def cpu(self) -> float | None:
        """Seconds of processor time of the running process and its children; None where there is none."""
        link = self._link
        return tree_seconds(link.pid) if link else None

    def close(self) -> None:
        """Ends the process. Safe to call twice; a job under way is cancelled."""
        with self._lock:
            self._closed = True
            link, self._link = self._link, None
            if self._thinking:
                self._thinking.cancelled = True
        self._worker.close()
        if link:
            if self._stops:
                link.tell("stop")
            link.end(QUIT_TIMEOUT_S)

    # -- in the asking thread ---------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[Task[Any]], Any]) -> Task[Any]:
        return self._worker.do(Task(work, self._told, self._progress))

    def _progress(self) -> float | None:
        link = self._link
        return link.progress if link else None

    def _told(self, job: Task[Any]) -> None:
        """The job was hurried or cancelled. Before its command is sent, the flags say so; from then on it is stopped."""
        with self._lock:
            if self._thinking is job:
                self._stop()

    def _stop(self) -> None:
        if self._link and self._stops:
            self._link.tell("stop")
            self._link.shorten(STOP_TIMEOUT_S)
        elif self._link:
            self._link.shorten(0.0)

    @property
    def _stops(self) -> bool:
        return "stop" in self._knows

    # -- in the worker ----------------------------------------------------------------------------------------------------

    def _prepare(self, job: Task[Any]) -> bool:
        try:
            self._talk(job, lambda _: None)
        except EngineFailed as error:
            raise EngineFailed(say("{player} failed: {reason}", player=self._name, reason=error.text)) from None
        return True

    def _choose(self, line: Line, job: Task[Any]) -> Chosen:
        try:
            return self._talk(job, lambda link: self._genmove(link, line, job))
        except EngineFailed as error:
            return Chosen(
                choose_simply(self._game, line.state, self._rng),
                say("{player} failed: {reason}. The simple player moved instead.", player=self._name, reason=error.text),
            )

    def _values(self, line: Line, most: int, job: Task[Any]) -> Sequence[MoveValue]:
        return self._asked(job, lambda link: self._ask_values(link, line, most, job))

    def _judged(self, line: Line, move: Any, job: Task[Any]) -> Sequence[TurnAnalysis]:
        def talk(link: EngineProcess) -> Sequence[TurnAnalysis]:
            if "judge" not in self._knows:
                return ()
            self._tell(link, line, job)
            told = json.loads(self._think(link, f"judge {line.state.mover} {move}", job, UNTIMED_MOVE_TIMEOUT_S))
            best, played = (self._read_value(line, value) for value in told["moves"])
            return (TurnAnalysis(best, played, int(told["choices"]), float(told["luck"])),)

        return self._asked(job, talk)

    def _rolled(self, line: Line, most: int, trials: RolloutSettings, job: Task[Any]) -> Sequence[MoveValue]:
        command = f"rollout {line.state.mover} {most} trials={trials.number} throws={trials.throws or 'all'}"

        def talk(link: EngineProcess) -> Sequence[MoveValue]:
            if "rollout" not in self._knows:
                return ()
            self._tell(link, line, job)
            return self._read_values(line, self._think(link, command, job, UNTIMED_MOVE_TIMEOUT_S))

        return self._asked(job, talk)

    def _asked(self, job: Task[Any], talk: Callable[[EngineProcess], Sequence[T]]) -> Sequence[T]:
        """What an engine answers that may not know; nothing where it does not, or fails."""
        try:
            return self._talk(job, talk)
        except (EngineFailed, EngineRefused):
            return ()

    def _talk(self, job: Task[Any], talk: Callable[[EngineProcess], T]) -> T:
        """Talks to the process, started first where none runs; one that fails is ended.

        Raises:
            EngineFailed: with the reason.
            Cancelled: nobody waits for the job any more.
        """
        if self._failures >= MAX_FAILURES:
            raise EngineFailed(say("it failed {n} times in a row and is left alone", n=self._failures))
        try:
            result = talk(self._link or self._start())
        except (EngineRefused, TaskCancelled):
            raise
        except Exception as error:  # a mistake of ours must not cost the game either
            self._end()
            if job.cancelled or self._closed:
                raise TaskCancelled from None
            if job.hurried and not self._stops:
                raise EngineFailed(say("it cannot be hurried")) from None
            self._failures += 1
            if isinstance(error, EngineFailed):
                raise
            raise EngineFailed(say("an internal error, {error}", error=repr(error))) from error
        finally:
            with self._lock:
                self._thinking = None
        self._failures = 0
        return result

    def _start(self) -> EngineProcess:
        link = EngineProcess(self._command)
        with self._lock:
            if self._closed:
                link.end()
                raise TaskCancelled
            self._link = link
        try:
            self._introduce(link)
        except EngineRefused as error:
            raise EngineFailed(error.text) from None
        return link

    def _introduce(self, link: EngineProcess) -> None:
        """Learns what a fresh process knows, and tells it the game and how to play."""
        self._knows = frozenset(link.ask("list_commands", START_TIMEOUT_S).split())
        if "set_position" in self._knows:
            self._dialect = Dialect()
        else:
            self._dialect = dialect_of(self._game, link.ask("name", COMMAND_TIMEOUT_S))
        self._dialect.begin(lambda command: link.ask(command, COMMAND_TIMEOUT_S), self._game, self._options)
        settings = {
            "set_random_seed": self._rng.randrange(2**31),
            "level": self._level and self._level.spec,
            "time_per_move": self._seconds,
        }
        for command, value in settings.items():
            if value is not None and command in self._knows:
                link.ask(f"{command} {value}", COMMAND_TIMEOUT_S)

    def _end(self) -> None:
        with self._lock:
            link, self._link = self._link, None
        if link:
            link.end()

    def _tell(self, link: EngineProcess, line: Line, job: Task[Any]) -> None:
        def ask(command: str) -> str:
            if job.cancelled:
                raise TaskCancelled
            return link.ask(command, COMMAND_TIMEOUT_S)

        self._dialect.tell(ask, line)

    def _think(self, link: EngineProcess, command: str, job: Task[Any], patience: float | None = None) -> str:
        """Asks what takes time, and can be stopped; `patience` in seconds, where it is not that for a move."""
        with self._lock:
            if job.cancelled:
                raise TaskCancelled
            self._thinking = job
            link.send(command, patience or self._patience)
            if job.hurried:
                self._stop()
        return link.receive()

    @property
    def _patience(self) -> float:
        given = self._seconds or (self._level.seconds if self._level else None)
        return UNTIMED_MOVE_TIMEOUT_S if given is None or "time_per_move" not in self._knows else given + MOVE_GRACE_S

    def _genmove(self, link: EngineProcess, line: Line, job: Task[Any]) -> Chosen:
        self._tell(link, line, job)
        text = self._think(link, self._dialect.genmove(line), job)
        move = self._read(line, text)
        self._dialect.played(line, move)
        told = link.ask("notices", COMMAND_TIMEOUT_S) if "notices" in self._knows else ""
        notice = "; ".join(" ".join(line.split()) for line in told.splitlines() if line.strip())
        return Chosen(move, say("{player}: {notice}", player=self._name, notice=notice) if notice else None)

    def _read(self, line: Line, text: str) -> Any:
        """The move that an engine answered.

        Raises:
            EngineFailed: it is no move, or not a legal one.
        """
        try:
            (move,) = self._game.parse(line.state, self._dialect.read(text, line))
        except (FourthSeatError, ValueError):
            raise EngineFailed(say("it answered {text}, which is no move", text=text[:80] or "''")) from None
        if reason := line.state.why_not(move):
            raise EngineFailed(say("it wanted to play {move}, but {reason}", move=text[:80], reason=reason))
        return move

    def _ask_values(self, link: EngineProcess, line: Line, most: int, job: Task[Any]) -> Sequence[MoveValue]:
        if "values" not in self._knows:
            return ()
        self._tell(link, line, job)
        return self._read_values(line, self._think(link, f"values {line.state.mover} {most}", job))

    def _read_values(self, line: Line, text: str) -> Sequence[MoveValue]:
        try:
            return tuple(self._read_value(line, value) for value in json.loads(text)["moves"])
        except (ValueError, KeyError, TypeError, IndexError):
            raise EngineFailed(say("it answered {text}, which are no values", text=text[:80])) from None

    def _read_value(self, line: Line, value: Any) -> MoveValue:
        colours = value["values"]
        seats = range(1, self._game.seats(self._options) + 1)
        shares = tuple(float(colours[self._game.colours_of(seat, self._options)[0] - 1]) for seat in seats)
        verdict = self._verdict(line, value.get("score"))
        told = engine_of(self._game.name).explain_figures(line.state, tuple(map(float, value.get("figures", ()))))
        outlook = value.get("outlook")
        return MoveValue(
            self._read(line, value["move"]) if value["move"] else None,
            shares,
            value.get("bound") == "exact",
            verdict.text if verdict else told,
            verdict.short if verdict else "",
            tuple(map(str, value.get("line", ()))),
            OutcomeForecast.from_json(outlook) if outlook else None,
        )

    def _verdict(self, line: Line, score: Any) -> Explanation | None:
        judge = engine_of(self._game.name).explain_bounds
        return judge(line.state, Bounds(int(score[0]), int(score[1]))) if judge and score else None
