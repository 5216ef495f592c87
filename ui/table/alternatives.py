"""A comparison of the best moves and their expected outcomes, which rollouts refine on request."""

from __future__ import annotations

from collections.abc import Sequence
from tkinter import ttk

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import MoveValue, RolloutSettings, percent, points
from fourth_seat.games.protocol import Line
from fourth_seat.table import announce
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.protocols import Analyst
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import say

POLL_INTERVAL_MS = 100  # between two checks on games that are being rolled out
SENTENCE_PX = 560  # of a sentence at 96 dots an inch and medium text
NARROW_FIGURES = 3  # figures, including the move, for which there is room on a narrow page
MOST_ROLLED = 5  # moves that are played on

HEADINGS = (
    say("Move"),
    say("Points"),
    say("Behind"),
    say("Wins %"),
    say("Gammon %"),
    say("Gammon lost %"),
    say("Based on"),
)


class AlternativesSheet(Sheet):
    """A sheet with a row for each move, best first. Closing it cancels any running rollout."""

    def __init__(self, stage: Stage, line: Line, answers: Sequence[MoveValue]) -> None:
        """`answers` are the moves available at the end of `line`, with their forecasts."""
        super().__init__(stage.page, stage.window.theme, stage.window.text, say("The best moves"))
        self._stage, self._line = stage, line
        self._rolling: Task[Sequence[MoveValue]] | None = None
        space = self._theme.space
        self.rows = ttk.Frame(self.body, style="Raised.TFrame")
        self.rows.pack(anchor="w")
        width = min(round(SENTENCE_PX * self._theme.scale), self.room)
        self.why = ttk.Label(self.body, style="Raised.Muted.TLabel", wraplength=width, justify="left")
        self.why.pack(anchor="w", pady=(space(1), 0))
        self._work = ttk.Frame(self.body, style="Raised.TFrame")
        self._work.pack(fill="x", pady=(space(1), 0))
        self.roll = ttk.Button(self._work, text=self._text(say("Roll out")), command=self._pressed)
        self.roll.pack(side="left")
        self._bar = ttk.Progressbar(self._work, maximum=1.0, mode="determinate")
        self.button(say("Close"), lambda: None, main=True)
        self._timer = Timer(self)
        self._show(answers)

    def _show(self, answers: Sequence[MoveValue]) -> None:
        for child in self.rows.winfo_children():
            child.destroy()
        headings = tuple(map(self._text, HEADINGS))
        table = [headings, *(self._texts(answer, answers[0]) for answer in answers)]
        for row, texts in enumerate(table):
            for column, text in enumerate(texts):
                self._put(row, column, text, ("Raised.Muted.", "Raised.Strong.", "Raised.")[min(row, 2)] + "TLabel")
        self.rows.update_idletasks()
        if self.rows.winfo_reqwidth() > self.room:
            self._fold(table)
        explain_move = announce.explain_move(self._stage.table, self._line.state, answers[0].move)
        explanation = say("{move}: {why}", move=str(answers[0].move), why=explain_move) if explain_move else None
        self.why.configure(text=self._text(explanation) if explanation else "")

    def _fold(self, table: Sequence[Sequence[str]]) -> None:
        """On a narrow page, put the columns that do not fit, with their headings, on a second line for each move."""
        for child in self.rows.winfo_children():
            child.destroy()
        headings, *moves = table
        for row, texts in enumerate(moves):
            for column, text in enumerate(texts[:NARROW_FIGURES]):
                self._put(2 * row, column, text, "Raised.TLabel" if row else "Raised.Strong.TLabel")
            pairs = zip(headings[NARROW_FIGURES:-1], texts[NARROW_FIGURES:-1], strict=True)
            more = " · ".join((*(f"{heading} {text}" for heading, text in pairs), texts[-1]))
            label = ttk.Label(self.rows, text=more, style="Raised.Small.TLabel", wraplength=self.room, justify="left")
            label.grid(row=2 * row + 1, column=0, columnspan=NARROW_FIGURES, sticky="w", pady=(0, self._theme.space(0.5)))

    def _put(self, row: int, column: int, text: str, style: str) -> None:
        space = self._theme.space
        label = ttk.Label(self.rows, text=text, style=style)
        side = "w" if column in (0, len(HEADINGS) - 1) else "e"
        label.grid(row=row, column=column, sticky=side, padx=(space(1.5) if column else 0, 0), pady=space(0.25))

    def _texts(self, answer: MoveValue, best: MoveValue) -> tuple[str, ...]:
        forecast, first = answer.forecast, best.forecast
        assert forecast and first
        behind = points(forecast.equity - first.equity) if answer is not best else ""
        error = f" ±{forecast.error:.3f}" if forecast.trials else ""
        return (
            str(answer.move), points(forecast.equity) + error, behind, percent(forecast.win), percent(forecast.gammon),
            percent(forecast.lost_gammon), self._text(forecast.method),
        )  # fmt: skip

    # -- playing on --------------------------------------------------------------------------------------------------------

    def _pressed(self) -> None:
        if self._rolling:
            self._rolling.hurry()
            self.roll.state(["disabled"])
            return
        adviser = self._stage.advice.adviser
        if not isinstance(adviser, Analyst):
            return
        self._stage.advice.busy = True
        self._rolling = adviser.rollout(self._line, MOST_ROLLED, RolloutSettings())
        self.roll.configure(text=self._text(say("Stop")))
        self._bar.configure(value=0.0)
        self._bar.pack(side="left", fill="x", expand=True, padx=(self._theme.space(1.5), 0))
        self._tick()

    def _tick(self) -> None:
        assert self._rolling
        answers = self._rolling.poll()
        if answers is None:
            self._bar.configure(value=self._rolling.progress or 0.0)
            self._timer.start(POLL_INTERVAL_MS, self._tick)
            return
        self._rolling, self._stage.advice.busy = None, False
        self._bar.pack_forget()
        self.roll.configure(text=self._text(say("Roll out")))
        self.roll.state(["!disabled"])
        if answers:
            self._show(answers)

    def destroy(self) -> None:
        """Cancel a running rollout."""
        if self._rolling:
            self._rolling.cancel()
            self._rolling, self._stage.advice.busy = None, False
        super().destroy()


def show_alternatives(stage: Stage) -> None:
    """Open the sheet over the page, which counts as a hint.

    Raises:
        FourthSeatError: there is nothing to show, or no hints are left.
    """
    table, answers = stage.table, stage.advice.answers
    if not table.people_move or table.needs_throw:
        raise OutOfTurn(say("hints are for the person whose turn it is"))
    if not _known(answers):
        stage.advice.ask_again()
        raise OutOfTurn(say("the moves are still being analysed: ask again in a moment"))
    table.hinted(answers[0].move)
    stage.page.open_sheet(AlternativesSheet(stage, table.line, answers))


def _known(answers: Sequence[MoveValue]) -> bool:
    return bool(answers) and all(answer.forecast for answer in answers)
