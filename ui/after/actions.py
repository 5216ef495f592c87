"""Button actions on the table page after a game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.table.analysis.keepsake import keepsake
from fourth_seat.table.analysis.session import begins
from fourth_seat.ui.after.game_over import AfterActions
from fourth_seat.ui.after.looking import MomentsSheet, show_moment
from fourth_seat.ui.after.next_game import begin_next_game, choose_who_begins, following
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.table.report import show_report
from fourth_seat.ui.table.sheets import show_evening
from fourth_seat.ui.table.stage import Stage

if TYPE_CHECKING:
    from fourth_seat.table.analysis.turning_points import TurningPoint
    from fourth_seat.ui.after.thumbnail import Contents


def after_actions(stage: Stage) -> AfterActions:
    """Return the actions of the buttons."""

    def look(point: TurningPoint) -> None:
        show_moment(stage, point)

    return AfterActions(
        next_game=lambda: stage.ask(lambda: begin_next_game(stage)),
        begins=lambda: begins(stage.table.game, *found) if (found := following(stage)) else None,
        choose=lambda: choose_who_begins(stage),
        keep=lambda: keep(stage),
        page=lambda: _page(stage),
        scores=lambda: stage.page.open_sheet(show_evening(stage.page)),
        report=(lambda: stage.ask(lambda: show_report(stage))) if stage.review.judges else None,
        moments=lambda: stage.page.open_sheet(MomentsSheet(stage, look)),
        look=look,
        back=lambda: stage.view(None),
        go_on=stage.go_on_from_view,
    )


def _page(stage: Stage) -> Contents | None:
    """Return the contents of the keepsake page and a function that paints its thumbnail. Returns None if the extra required
    for drawing is not installed.
    """
    if stage.table.result is None or not EXTRAS["print"].there:
        return None
    from fourth_seat.ui.after.keep import small_page

    kept = keepsake(stage.table, stage.review)
    return kept, partial(small_page, kept, stage.window.catalogue)


def keep(stage: Stage) -> None:
    """Show the keepsake page, so that it can be saved."""
    from fourth_seat.ui.after.keep import KeepSheet

    page = stage.page
    with_extra(page, "print", lambda: stage.ask(lambda: page.open_sheet(KeepSheet(stage))))
