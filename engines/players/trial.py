"""Trial run of an engine command: checks that it starts an engine that speaks GTP, and reports the engine's name."""

from __future__ import annotations

import threading
import time
from typing import Any

from fourth_seat.boundary.text import printable, shorten
from fourth_seat.engines.errors import EngineFailed, EngineRefused
from fourth_seat.engines.players.tasks import Task, TaskCancelled, TaskThread
from fourth_seat.engines.process.engine_process import EngineProcess
from fourth_seat.processes.command_line import program_name, split_command
from fourth_seat.words import Text, say

TRIAL_TIMEOUT_S = 20.0  # for all answers; an engine that sets itself up first can be tried again
QUIT_TIMEOUT_S = 0.5  # for the engine to end after `quit`
MAX_NAME_CHARS = 60  # of the name and version that an engine reports


def try_engine(command: str, timeout_s: float = TRIAL_TIMEOUT_S) -> Task[Text]:
    """Start an engine in a background thread and ask for its name; the engine is always terminated afterwards.

    The task's result describes the engine in a sentence; `poll` raises `EngineFailed` if the engine is not usable.
    """
    trial = _Trial(command, timeout_s)
    thread = TaskThread()
    task = thread.start(Task(trial.run, trial.on_flag))
    thread.close()
    return task


class _Trial:
    def __init__(self, command: str, timeout_s: float) -> None:
        self._command = command
        self._deadline = time.monotonic() + timeout_s
        self._lock = threading.Lock()  # guards the process
        self._process: EngineProcess | None = None

    def on_flag(self, _: Task[Any]) -> None:
        """Stop waiting for the answer when hurried or cancelled."""
        with self._lock:
            if self._process:
                self._process.shorten(0.0)

    def run(self, task: Task[Any]) -> Text:
        try:
            words = split_command(self._command)
        except ValueError:
            raise EngineFailed(say("a quotation mark in the command is not closed")) from None
        if not words:
            raise EngineFailed(say("enter the command that starts the engine, for example pentobi-gtp --level 3"))
        process = EngineProcess(words)
        try:
            with self._lock:
                self._process = process
            return self._introduced(process, task)
        except EngineFailed:
            if task.cancelled:
                raise TaskCancelled from None
            raise
        finally:
            process.end(0.0 if task.cancelled else QUIT_TIMEOUT_S)

    def _introduced(self, process: EngineProcess, task: Task[Any]) -> Text:
        def ask(command: str) -> str:
            if task.cancelled:
                raise TaskCancelled
            return process.ask(command, max(0.0, self._deadline - time.monotonic()))

        def about(command: str) -> str:
            try:
                return shorten(printable(ask(command)), MAX_NAME_CHARS).strip()
            except EngineRefused:
                return ""

        known = ask("list_commands").split()
        engine = f"{about('name')} {about('version')}".strip() or program_name(self._command)
        if "genmove" not in known:
            raise EngineFailed(
                say("it identifies itself as {engine}, but cannot choose a move: it lacks genmove", engine=engine)
            )
        protocol = about("protocol_version")
        if not protocol:
            return say("it identifies itself as {engine}", engine=engine)
        return say("it identifies itself as {engine} and speaks GTP {protocol}", engine=engine, protocol=protocol)
