"""Tests of third-party programs before a game begins, without blocking the window."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.players.trial import try_engine
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Text

POLL_INTERVAL_MS = 50  # between checks whether a trial has ended


class ProgramTrials:
    """Tests commands one after another, skipping those that have passed before."""

    def __init__(self, widget: tk.Misc) -> None:
        """Tests are cancelled when `widget` is destroyed."""
        self._timer = Timer(widget)
        self._answered: set[str] = set()
        self._trial: Task[Text] | None = None
        widget.bind("<Destroy>", lambda _: self.cancel(), add="+")

    @property
    def running(self) -> bool:
        """Whether a program is being tested."""
        return self._trial is not None

    def start(self, commands: list[str], passed: Callable[[], None], failed: Callable[[str, Text], None]) -> None:
        """Test these commands; call `passed` once all have answered, or `failed` with the first command that fails and the
        reason.
        """
        untried = [command for command in commands if command not in self._answered]
        if not untried:
            passed()
            return
        command = untried[0]
        self._trial = trial = try_engine(command)

        def look() -> None:
            if not trial.done:
                self._timer.start(POLL_INTERVAL_MS, look)
                return
            self._trial = None
            try:
                trial.poll()
            except EngineFailed as error:
                failed(command, error.text)
                return
            self._answered.add(command)
            self.start(untried[1:], passed, failed)

        look()

    def cancel(self) -> None:
        """Cancel the test in progress."""
        self._timer.stop()
        if self._trial:
            self._trial.cancel()
            self._trial = None
