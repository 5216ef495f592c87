"""The settings row for one engine, with its name, command, installation status and buttons."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.players.trial import try_engine
from fourth_seat.processes.command_line import find_program, program_name
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.label import wrapped
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, say, sentence

POLL_INTERVAL_MS = 100  # between checks whether a trial has ended


class EngineRow(ttk.Frame):
    """The row for one engine.

    Attributes:
        test, change, remove: the buttons.
        status: shows whether the program is installed or, after a test, the result.
    """

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        name: str,
        command: str,
        change: Callable[[], None],
        remove: Callable[[], None],
    ) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._window, self._command = window, command
        self._trial: Task[Text] | None = None
        self._timer = Timer(self)
        text, gap = window.text, window.theme.space(1)
        top = Flow(self, window.theme)
        top.pack(fill="x")
        top.add(ttk.Label(top, text=text(say("{program}", program=name)), style="Raised.Strong.TLabel"))
        buttons = ttk.Frame(top, style="Raised.TFrame")
        self.test = ttk.Button(buttons, text=text(say("Test")), command=self.try_out)
        self.change = ttk.Button(buttons, text=text(say("Change ...")), command=change)
        self.remove = ttk.Button(buttons, text=text(say("Remove ...")), command=remove)
        for button in (self.test, self.change, self.remove):
            button.pack(side="left", padx=(gap if button is not self.test else 0, 0))
        top.add(buttons, at_end=True)
        shown = text(say("{program}", program=command))
        wrapped(ttk.Label(self, text=shown, style="Raised.Muted.TLabel")).pack(fill="x")
        self.status = wrapped(ttk.Label(self))
        self.status.pack(fill="x")
        if found := find_program(command):
            self._report(say("the program was found: {path}", path=found))
        else:
            self._report(say("the program {program} was not found", program=program_name(command)), wrong=True)

    def try_out(self) -> None:
        """Start the engine once and show its response."""
        if self._trial:
            return
        self._trial = try_engine(self._command)
        self.test.state(["disabled"])
        self._report(say("starting ..."))
        self._timer.start(POLL_INTERVAL_MS, self._look)

    def _look(self) -> None:
        assert self._trial
        if not self._trial.done:
            self._timer.start(POLL_INTERVAL_MS, self._look)
            return
        trial, self._trial = self._trial, None
        self.test.state(["!disabled"])
        try:
            answer = trial.poll()
        except EngineFailed as error:
            self._report(error.text, wrong=True)
            return
        if answer:
            self._report(answer)

    def _report(self, text: Text, *, wrong: bool = False) -> None:
        style = "Raised.Warn.TLabel" if wrong else "Raised.TLabel"
        self.status.configure(text=sentence(self._window.text(text)), style=style)

    def destroy(self) -> None:
        if self._trial:
            self._trial.cancel()
        super().destroy()
