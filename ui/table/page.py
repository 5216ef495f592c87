"""The table page, which shows a game in progress on a real board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tkinter import ttk

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.hardware.boards.description import Button
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.handicap import handicap
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings.engine_commands import Vacancy
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import MakePlayer
from fourth_seat.ui.after.actions import after_actions
from fourth_seat.ui.after.celebration import Celebration
from fourth_seat.ui.after.next_game import begin_next_game
from fourth_seat.ui.board.canvas import BoardHandlers
from fourth_seat.ui.camera.control import CameraControl
from fourth_seat.ui.table import sheets
from fourth_seat.ui.table.actions import TableActions
from fourth_seat.ui.table.arrangement import Arrangement
from fourth_seat.ui.table.correction_mode import CorrectionMode
from fourth_seat.ui.table.dragging import Dragging
from fourth_seat.ui.table.keys import Keyboard
from fourth_seat.ui.table.opening import new_table, resumed_table
from fourth_seat.ui.table.panel import Panel, PanelActions
from fourth_seat.ui.table.situation import what_now
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.docked import Docked
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Page, Window
from fourth_seat.words import Text, say

POLL_INTERVAL_MS = 30  # between two checks on players, an adviser or a camera at work
REST_INTERVAL_MS = 200  # between two while none of them is at work; whatever is redrawn ends such a rest


class TablePage(Page):
    """A page with the board, a bar of actions below it, and the panel beside or below them.

    Attributes:
        stage: the table, shared by the parts of the page.
        correction: the correction mode.
        camera: controls the camera that watches the real board.
        actions: all actions.
        arrangement: the layout of the parts.
        celebration: the celebration when a person has won.
    """

    in_game = led = True

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        table: Table,
        vacancies: Sequence[Vacancy] = (),
        make_player: MakePlayer | None = None,
        dice: Random | None = None,
    ) -> None:
        """`make_player` and `dice` are for tests; programs of `vacancies` are started only with the user's permission."""
        super().__init__(parent, window)
        handlers = BoardHandlers(self.tap, self.tap_other, self._hovered)
        stage = self.stage = Stage(self, table, make_player, dice, handlers, self._sit_down)
        stage.furnish(self._panel(stage))
        stage.board.drags = Dragging(stage)
        self._drawn: Docked | None = None  # lights that exist only on the screen
        self.correction = CorrectionMode(stage)
        self.camera = CameraControl(stage, self.correction)
        self.correction.blocked = lambda: self.camera.photo.reader is not None
        self.actions = TableActions(stage, self.correction, self.camera)
        self.arrangement = Arrangement(stage, self.actions.toolbar, self.correction.bar)
        stage.refreshed += (self.actions.enable, self._choose_bar, self.arrangement.refresh)
        self.celebration = Celebration(stage)
        Keyboard(stage, self.correction)
        self.shortcuts.update(self.actions.shortcuts)
        stage.refresh()
        if not table.history.entries and (uneven := handicap(table.game, table.options)):
            stage.line.show(uneven)  # what to lay on the real board, or to leave beside it
        if not table.read_only:
            self.camera.resume()
        self._timer = self.after(POLL_INTERVAL_MS, self._tick)
        stage.refreshed.append(self._look_soon)
        Timer(self).start("idle", lambda: self._begin(vacancies))

    def _panel(self, stage: Stage) -> Panel:
        actions = PanelActions(
            hurry=stage.runner.hurry,
            enter=stage.enter,
            type=stage.type,
            to_board=stage.board.focus_set,
            set_down=stage.set_down,
            show_step=stage.show_step,
            view=stage.view,
            go_on_from_view=stage.go_on_from_view,
            after=after_actions(stage),
        )
        window = self.window
        return Panel(self, window.theme, window.text, stage.table, stage.review, stage.orientation, actions)

    def _begin(self, vacancies: Sequence[Vacancy]) -> None:
        """Ask any questions before the first move, and show the code for phones if it has not been shown yet."""
        sheets.ask_about_programs(self.stage, vacancies)
        if self.window.phones.unseen and not self.sheet:
            self.actions.invoke("phones")

    def focus_set(self) -> None:
        """Move the keyboard focus to the board."""
        self.stage.board.focus_set()

    def _tick(self) -> None:
        working = self._working
        self._timer = self.after(POLL_INTERVAL_MS if working else REST_INTERVAL_MS, self._tick)
        if self.actions.is_late:
            self.stage.refresh()
        self.stage.step(resting=self.camera.photo.reader is not None)
        self.camera.step()
        if self._working and not working:
            self._look_soon()

    @property
    def _working(self) -> bool:
        return self.stage.runner.busy or self.camera.watching is not None or self.camera.photo.reader is not None

    def _look_soon(self) -> None:
        self.after_cancel(self._timer)
        self._timer = self.after(POLL_INTERVAL_MS, self._tick)

    def _choose_bar(self) -> None:
        self.arrangement.use(self.correction.bar if self.correction.active else self.bar)

    @property
    def bar(self) -> ttk.Frame:
        """The bar below the board outside correction mode."""
        return self.actions.toolbar

    # -- taps and keys -----------------------------------------------------------------------------------------------------

    def tap(self, name: str, double: bool) -> None:
        """Handle a tap on the board."""
        if self.correction.active:
            self.correction.tap(name)
        else:
            self.stage.tap(name, double)

    def tap_other(self, name: str) -> None:
        """Handle a click with the other mouse button, which takes back a tap or, in a correction, removes a piece."""
        if self.correction.active:
            self.correction.tap_other(name)
        else:
            self.stage.tap_other()

    def _hovered(self, name: str) -> None:
        if not self.correction.active:
            self.stage.shown.hover(name)

    def go_back(self) -> None:
        """Cancel the innermost pending action, without undoing any move."""
        stage = self.stage
        if self.correction.active:
            self.correction.cancel()
        elif stage.shown.viewing is not None:
            stage.view(None)
        elif stage.table.taps:
            stage.enter(stage.table.clear_taps)
        else:
            stage.line.show(None)
            stage.board.hide_cursor()
        stage.board.focus_set()

    def take_photo(self, photo: Path) -> None:
        self.camera.photo.take(photo)

    # -- what others ask of the page ---------------------------------------------------------------------------------------

    @property
    def placing(self) -> bool:
        pending = self.stage.table.pending
        return pending is not None and pending.move is not None  # and not what only corrects the board

    @property
    def played(self) -> int:
        return self.stage.table.history.at

    def now(self) -> tuple[Text, ...]:
        """Return the current instructions."""
        return what_now(self.stage, self.correction, self.camera)

    def help(self) -> bool:
        self.actions.invoke("help")
        return True

    def pause_camera(self) -> Callable[[], None]:
        return self.camera.pause()

    def camera_picture(self) -> bytes | None:
        return self.camera.picture()

    def hosted(self) -> HostedTable:
        """Return the table as shown to guests with phones."""
        stage, camera = self.stage, self.camera
        correcting = say("the board is being corrected at the table")
        return HostedTable(
            stage.table,
            stage.review,
            orientation=lambda: stage.orientation,
            thinking=lambda: stage.runner.thinking is not None,
            hint=lambda: stage.advice.hint,
            proposed=lambda: stage.advice.proposed,
            ask_hint=stage.advice.want_hint,
            next_game=lambda: begin_next_game(stage),
            blocked=lambda: correcting if stage.correcting else None,
            film=camera.film,
            watching=lambda: camera.watching,
            read_photo=camera.photo.take_sent,
        )

    # -- come and gone -----------------------------------------------------------------------------------------------------

    def arrive(self) -> None:
        window, stage = self.window, self.stage
        stage.table.displays += window.displays
        window.lights.join(stage.table, lambda: stage.runner.thinking, self._draw_lights)
        window.boards.join(stage.table, lambda text, wrong: stage.line.show(text, wrong=wrong), self._press)
        window.phones.join(self.hosted)
        window.phones.follow(stage.table)
        if window.settings.awake:
            window.awake.start()

    def _press(self, button: Button) -> None:
        """Handle a button of the board that requests a display."""
        if button is Button.HINT:
            self.stage.hint()
        else:
            self.window.announcer.repeat()

    def _draw_lights(self, make: Callable[[tk.Misc], Docked] | None) -> None:
        """Dock on-screen lights if the panel has room for them; None removes them."""
        panel = self.stage.panel
        if make and panel.docked is None:
            self._drawn = make(panel.record)
            panel.dock(self._drawn)
        elif make is None and panel.docked and panel.docked is self._drawn:
            panel.undock()

    def _sit_down(self, table: Table, vacancies: Sequence[Vacancy]) -> None:
        """Replace this table with another one, keeping the view from across the room."""
        sit_down(self.window, table, vacancies).stage.across = self.stage.across

    def leave(self) -> None:
        """Release the table; everything is already on disk."""
        window = self.window
        self.after_cancel(self._timer)
        window.theme.read_from_afar(0)
        window.awake.stop()
        window.lights.leave()
        window.boards.leave()
        window.phones.join(None)
        window.phones.follow(None)
        self.camera.close()
        self.stage.close()


def sit_down(window: Window, table: Table, vacancies: Sequence[Vacancy] = ()) -> TablePage:
    """Show a table and return its page, or close the table if it cannot be shown."""
    try:
        return window.show(TablePage, table, vacancies)
    except Exception:
        table.close()
        raise


def begin(window: Window, game: AnyGame, options: Options, seats: Sequence[Seat]) -> TablePage:
    """Begin a game, and show its table.

    Raises:
        FourthSeatError: these seats or options are impossible, or the record cannot be written.
    """
    return sit_down(window, new_table(window, game, options, seats))


def resume(window: Window, path: Path) -> TablePage:
    """Continue the game in a record, and show its table.

    Raises:
        FourthSeatError: the record cannot be opened, or is open in another window.
    """
    return sit_down(window, *resumed_table(window, path))
