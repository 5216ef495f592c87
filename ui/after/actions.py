"""Actions of the buttons after a game on the table page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fourth_seat.ui.after.game_over import AfterActions
from fourth_seat.ui.after.looking import MomentsSheet, show_moment
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.table.report import show_report
from fourth_seat.ui.table.sheets import show_evening

if TYPE_CHECKING:
    from fourth_seat.table.analysis.turning_points import TurningPoint
    from fourth_seat.ui.table.context import TableContext


def after_actions(page: TableContext) -> AfterActions:
    """Return each button's action on this page."""

    def look(point: TurningPoint) -> None:
        show_moment(page, point)

    return AfterActions(
        next_game=lambda: page.ask(page.next_game),
        keep=lambda: keep(page),
        scores=lambda: page.open_sheet(show_evening(page)),
        report=(lambda: page.ask(lambda: show_report(page))) if page.review.judges else None,
        moments=lambda: page.open_sheet(MomentsSheet(page, look)),
        look=look,
    )


def keep(page: TableContext) -> None:
    """Show the page to keep, to be saved."""
    from fourth_seat.ui.after.keep import KeepSheet

    with_extra(page, "print", lambda: page.ask(lambda: page.open_sheet(KeepSheet(page))))
