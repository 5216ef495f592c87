"""Shows turning points on the table page: their positions on the board, and a list on a sheet if there is no room next to
the board.
"""

from __future__ import annotations

from fourth_seat.table.analysis.turning_points import TurningPoint, describe, describe_better
from fourth_seat.ui.after.moments import Moments, ShowMoment
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.words import say


class MomentsSheet(Sheet):
    """A sheet with the list of turning points, for pages without room for it next to the board."""

    def __init__(self, stage: Stage, look: ShowMoment) -> None:
        page, window = stage.page, stage.window
        super().__init__(page, window.theme, window.text, say("Turning points"))
        width = min(page.winfo_width() - self._theme.space(12), round(460 * self._theme.scale))

        def chosen(point: TurningPoint) -> None:
            self.close()
            look(point)

        self.moments = Moments(self.body, window.theme, window.text, stage.table, stage.review, chosen, raised=True)
        self.moments.pack(fill="x")
        if not self.moments.refresh(width):
            self.paragraph(say("Nobody gave the lead away in this game."))
        self.button(say("Close"), lambda: None, main=True)


def show_moment(stage: Stage, point: TurningPoint) -> None:
    """Show the position at a turning point, with the move that was played in orange and the better move in blue."""
    best = point.best.move if point.best else None
    stage.shown.compare(point.number, point.move, best)
    stage.view(point.number)
    moment, better = describe(stage.table, point), describe_better(stage.table, stage.review, point)
    if better:
        text = say("{moment} {better} Orange: the move played. Blue: the better one.", moment=moment, better=better)
    else:
        text = say("{moment} Orange: the move played.", moment=moment)
    stage.line.show(text)
    stage.page.update_idletasks()  # so that the sentence has its height
    stage.refresh()
