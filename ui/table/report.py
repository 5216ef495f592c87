"""The report on a game, with the points that each player gave away, their luck, and the costliest moves."""

from __future__ import annotations

from tkinter import ttk

from fourth_seat.engines.results import points
from fourth_seat.table.analysis.report import Report, ReportedTurn, Sums, mistake, report, write
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.ui.after.moments import broken
from fourth_seat.ui.files.save_sheet import TEXT, FileKind, SaveSheet
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.words import Text, say, say_many

UPDATE_INTERVAL_MS = 300  # between two updates


class ReportSheet(Sheet):
    """Shows a column for each seat, and below them the worst moves; a click on a move shows the position after it.

    The sheet is updated during the game.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.page, stage.window.theme, stage.window.text, say("Game report"))
        self._stage = stage
        space = self._theme.space
        self._table = ttk.Frame(self.body, style="Raised.TFrame")
        self._table.pack(anchor="w")
        self._worst = ttk.Frame(self.body, style="Raised.TFrame")
        self._worst.pack(fill="x", pady=(space(1.5), 0))
        self.missing = ttk.Label(self.body, style="Raised.Muted.TLabel")
        self.missing.pack(anchor="w")
        self.button(say("Close"), lambda: None, main=True)
        save = ttk.Button(self.buttons[0].master, text=self._text(say("Save ...")), command=self.save)
        save.pack(side="right", padx=(space(1), 0))
        self._shown: Report | None = None
        self._timer = Timer(self)
        self._tick()

    def _tick(self) -> None:
        found = report(self._stage.table, self._stage.review)
        if found != self._shown:
            self._shown = found
            self._show(found)
        self._timer.start(UPDATE_INTERVAL_MS, self._tick)

    def _show(self, found: Report) -> None:
        for frame in (self._table, self._worst):
            for child in frame.winfo_children():
                child.destroy()
        table = self._stage.table
        for column, sums in enumerate(found.sums, 1):
            self._put(0, column, self._text(table.name(sums.seat)), "Raised.Strong.TLabel")
            for row, (_, value) in enumerate(_figures(sums), 1):
                self._put(row, column, value, "Raised.TLabel")
        for row, (title, _) in enumerate(_figures(found.sums[0]), 1):
            self._put(row, 0, self._text(title), "Raised.Muted.TLabel")
        if found.worst:
            heading = ttk.Label(self._worst, text=self._text(say("The most costly mistakes:")), style="Raised.Muted.TLabel")
            heading.pack(anchor="w")
        for turn in found.worst:
            self._mistake(turn)
        waiting = say_many("One turn has not been judged yet.", "{n} turns have not been judged yet.", found.missing)
        self.missing.configure(text=self._text(waiting) if found.missing else "")

    def _put(self, row: int, column: int, text: str, style: str) -> None:
        space = self._theme.space
        label = ttk.Label(self._table, text=text, style=style)
        label.grid(row=row, column=column, sticky="e" if column else "w", padx=(space(2) if column else 0, 0))

    def _mistake(self, turn: ReportedTurn) -> None:
        text = broken(self._text(mistake(self._stage.table, turn)), self.room - self._theme.space(5), self._theme)
        button = ttk.Button(self._worst, text=text, command=lambda: self._look(turn))
        button.pack(anchor="w")

    def _look(self, turn: ReportedTurn) -> None:
        self.close()
        self._stage.view(turn.number + 1)

    def save(self) -> None:
        """Ask where to save the report."""
        page, table = self._stage.page, self._stage.table
        kinds = [FileKind(*TEXT, lambda path: write(table, report(table, self._stage.review), path, self._text))]
        page.open_sheet(
            SaveSheet(
                page,
                say("Game report"),
                f"{table.game.name}-report",
                kinds,
                lambda path: say("The report has been saved to {file}.", file=str(path)),
            )
        )


def _figures(sums: Sums) -> tuple[tuple[Text, str], ...]:
    rate = "" if sums.rate is None else f"{sums.rate:.1f}"
    return (
        (say("Decisions"), str(sums.decisions)),
        (say("Points given away"), f"{sums.lost:.3f}"),
        (say("Thousandths per decision"), rate),
        (say("Doubtful · mistakes · bad mistakes"), f"{sums.doubtful} · {sums.bad} · {sums.very_bad}"),
        (say("Luck of the dice, in points"), points(sums.luck)),
    )


def show_report(stage: Stage) -> None:
    """Open the sheet over the page.

    Raises:
        OutOfTurn: a person plays without help, or nobody has moved.
    """
    if not stage.review.open:
        raise OutOfTurn(say("somebody here is playing without help, so this is shown only after the game"))
    if not stage.review.turns():
        raise OutOfTurn(say("nobody has moved yet"))
    stage.page.open_sheet(ReportSheet(stage))
