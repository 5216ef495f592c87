"""Reads a board from a photo. The photo is chosen and shown in the panel, questions settle any uncertain cells, and the
game continues from the board.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.games import CHANCE, AnyGame
from fourth_seat.games.protocol import Side
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.stage.actions import possible_actions
from fourth_seat.ui.extras.sheet import with_extra
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.table.correction_mode import CorrectionMode
from fourth_seat.ui.table.opening import resumed_table
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.theme.theme import Theme
from fourth_seat.ui.widgets.by_keyboard import by_keyboard
from fourth_seat.ui.widgets.docked import Docked
from fourth_seat.ui.widgets.label import fitted
from fourth_seat.ui.window import Page
from fourth_seat.words import FourthSeatError, Text, error_text, say, sentence

if TYPE_CHECKING:
    from fourth_seat.ui.camera.corners import CornersSheet
    from fourth_seat.vision.camera_session import Grid
    from fourth_seat.vision.setup.photo import PhotoReader
    from fourth_seat.vision.worker.frame_buffer import SharedPicture

PICTURE_SHARE = 0.45  # of the panel's height that the photo may take


@dataclass(frozen=True, slots=True)
class PhotoActions:
    """The actions of the panel. `to_board` returns the keyboard focus to the board."""

    corners: Callable[[], None]
    turn: Callable[[], None]
    mirror: Callable[[], None]
    another: Callable[[], None]
    cancel: Callable[[], None]
    to_board: Callable[[], None]


class PhotoPanel(Docked):
    """A panel with the photo, the board's grid over it, a status message, and buttons for rotating or moving the grid.

    Attributes:
        message: the status message.
        buttons: the buttons, keyed by name.
    """

    headline = say("Board from a photo")

    def __init__(
        self, parent: tk.Misc, theme: Theme, text: Callable[[Text], str], sides: tuple[Side, ...], actions: PhotoActions
    ) -> None:
        from fourth_seat.ui.camera.picture import LivePicture

        super().__init__(parent)
        self._theme, self._text = theme, text
        gap = theme.space(0.5)
        self.picture = LivePicture(self, theme, sides)
        self.picture.pack()
        self.message = ttk.Label(self, justify="left", style="Muted.TLabel")
        self.message.pack(fill="x", pady=gap)
        self.buttons: dict[str, ttk.Button] = {}
        self._cancel = by_keyboard(ttk.Button(self, text=text(say("Cancel")), command=actions.cancel), actions.to_board)
        for row in (
            {"turn": (say("Turn the grid"), actions.turn), "mirror": (say("Mirror the grid"), actions.mirror)},
            {"corners": (say("Corners ..."), actions.corners), "another": (say("Another photo ..."), actions.another)},
        ):
            frame = ttk.Frame(self)
            frame.pack(fill="x", pady=(0, gap))
            for column, (name, (title, action)) in enumerate(row.items()):
                button = by_keyboard(ttk.Button(frame, text=text(title), command=action), actions.to_board)
                fitted(button).grid(row=0, column=column, sticky="nsew", padx=(0, gap))
                frame.columnconfigure(column, weight=1, uniform="half")
                self.buttons[name] = button

    def refresh(self, reader: PhotoReader, picture: SharedPicture | None) -> None:
        """Update the panel."""
        if picture:
            self.picture.show(picture)
        self.picture.overlay(reader.grid)
        status, wrong = reader.status
        self.message.configure(text=sentence(self._text(status)), style="Warn.TLabel" if wrong else "Muted.TLabel")
        for name in ("turn", "mirror"):
            self.buttons[name].state(["!disabled" if reader.grid else "disabled"])
        if reader.reading:  # the bar under the board then has that button
            self._cancel.pack_forget()
        elif not self._cancel.winfo_manager():
            self._cancel.pack(fill="x")

    def fit(self, width: int, height: int, spare: int, most: int) -> None:
        gap = self._theme.space(0.5)
        others = self._height_without(self.picture, gap) + gap  # which the message has on both sides
        self.picture.fit(width, max(1, min(round(PICTURE_SHARE * height), most - others)))
        self.message.configure(wraplength=max(80, width))


class PhotoControl:
    """Controls the photo from which a board is read.

    Attributes:
        reader: the reader of the current photo, or None.
        panel: the panel that shows the photo, or None.
    """

    def __init__(self, stage: Stage, correction: CorrectionMode, show_camera: Callable[[], None]) -> None:
        """`show_camera` shows the panel of the camera again, if one is watching."""
        self._stage, self._correction, self._show_camera = stage, correction, show_camera
        self._page, self._options = stage.page, stage.table.options
        self.reader: PhotoReader | None = None
        self.panel: PhotoPanel | None = None
        self._picture: SharedPicture | None = None
        self._corners: CornersSheet | None = None
        self._throwaway: Path | None = None  # the photo, if it has to be removed afterwards
        self._given_up: Callable[[], object] | None = None  # if the game was begun for the photo

    def choose(self) -> None:
        """Open a sheet for choosing a photo."""
        self._stage.ask(lambda: choose_photo(self._page, self._stage.table.game, self.read))

    def take(self, path: Path) -> None:
        """Read a photo that was dropped on the page, if the game can continue from one."""
        self._stage.ask(lambda: self._take(path))

    def _take(self, path: Path) -> None:
        self.make_way()
        with_vision(self._page, self._stage.table.game, lambda: self.read(path))

    def take_sent(self, path: Path) -> PhotoReader:
        """Start reading a photo sent by a guest's phone, and return its reader. The file is removed afterwards.

        Raises:
            FourthSeatError: the game cannot continue from a photo now.
            OSError: no process can be started.
        """
        self.make_way()
        offer_vision(self._page, self._stage.table.game)
        return self._begin(path, throwaway=True)

    def make_way(self) -> None:
        """Close all open sheets before reading a photo.

        Raises:
            OutOfTurn: the game cannot continue from a photo now.
        """
        stage = self._stage
        if self._correction.active and self.reader is None:
            raise OutOfTurn(say("the board is being corrected at the table"))
        if "correct" not in possible_actions(stage.table):
            raise OutOfTurn(say("this game can't be continued from a photo: start another one, then try again"))
        self._page.close_sheets()

    def read(
        self,
        path: Path,
        *,
        throwaway: bool = False,
        seen: Grid | None = None,
        given_up: Callable[[], object] | None = None,
    ) -> None:
        """Start reading a photo. A `throwaway` file is removed afterwards. `seen` is the position of the board if it was
        found by a camera. `given_up` is called if the photo is cancelled before anything is played.
        """
        try:
            self._begin(path, throwaway=throwaway, seen=seen)
            self._given_up = given_up or self._given_up
        except (FourthSeatError, OSError) as error:
            self._stage.line.show(error_text(error), wrong=True)

    def _begin(self, path: Path, *, throwaway: bool, seen: Grid | None = None) -> PhotoReader:
        from fourth_seat.vision.setup.photo import PhotoReader

        stage = self._stage
        self.close()
        self._throwaway = path if throwaway else None
        corners, known = (seen.corners, seen.known) if seen else ((), False)
        reader = self.reader = PhotoReader(stage.table, path, corners=corners, known=known)
        actions = PhotoActions(
            self._show_corners, reader.turn, reader.mirror, self.choose, self.stop, stage.board.focus_set
        )
        sides = stage.table.game.sides(stage.table.options)
        self.panel = PhotoPanel(stage.panel.record, stage.window.theme, stage.window.text, sides, actions)
        stage.panel.dock(self.panel)
        stage.refresh()
        return reader

    def step(self) -> None:
        """Process pending messages from the reader. Once the board has been read, start asking about it."""
        if self.reader is None or self.panel is None:
            return
        fresh, picture = self.reader.step(), self.reader.frame()
        self._picture = picture or self._picture
        self.panel.refresh(self.reader, picture)
        if self._corners and self._corners.winfo_exists() and picture:
            self._corners.editor.show(picture)
        if fresh and (reading := self.reader.reading):
            self._correction.begin_whole(reading.contents, reading.doubts, self._over)

    def _over(self, taken: bool) -> None:
        """Close the photo. If the board was accepted, show a hint for the first move."""
        from fourth_seat.vision.setup.photo import shown_throw

        stage, table = self._stage, self._stage.table
        reading = self.reader.reading if self.reader else None
        if taken:
            self._given_up = None  # the game has its board, even if that is the one with which it began
        self._put_away()
        if taken and table.record and table.options != self._options:  # the photo shows a game that another side began
            table.close()
            stage.sit_down(*resumed_table(stage.window, table.record.path))
            return
        if taken and reading and table.people_move and (throw := shown_throw(table.state, reading.thrown)):
            stage.do(lambda: table.throw(throw))
        if taken and table.people_move and table.state.to_move != CHANCE:
            stage.hint()

    def stop(self) -> None:
        """Continue without the photo."""
        if self._correction.active:
            self._correction.cancel()
        self._put_away()

    def _put_away(self) -> None:
        if not self.reader:
            return
        stage = self._stage
        self.close()
        stage.panel.undock()
        self._show_camera()
        stage.refresh()
        if self._given_up and not stage.table.history.entries:  # the page may still be busy with the tap
            stage.window.root.after_idle(self._given_up)

    def close(self) -> None:
        """Stop reading the photo, and remove the file if it is temporary."""
        if self.reader:
            self.reader.close()
        if self._throwaway:
            with suppress(OSError):
                self._throwaway.unlink()
        self.reader = self.panel = self._picture = self._corners = self._throwaway = None

    def _show_corners(self) -> None:
        from fourth_seat.ui.camera.corners import open_corners

        if self.reader is None:
            return
        reader = self.reader
        self._corners = open_corners(
            self._page,
            self._stage.game_board,
            reader.grid,
            lambda corners, known: reader.show_corners(corners, known=known),
        )
        if self._picture:
            self._corners.editor.show(self._picture)


def choose_photo(page: Page, game: AnyGame, chosen: Callable[[Path], None]) -> None:
    """Open a sheet for choosing a photo of a game's board, once the camera extra is installed. May raise `GameNotSeen`."""
    from fourth_seat.vision.camera.formats import PICTURE_SUFFIXES

    title, kinds = say("A photo of the board"), sorted(PICTURE_SUFFIXES)
    with_vision(page, game, lambda: page.open_sheet(OpenSheet(page, title, chosen, kinds)))


def offer_vision(page: Page, game: AnyGame) -> None:
    """Offer to install the camera extra if it is missing.

    Raises:
        GameNotSeen: the camera does not support this game.
    """
    with_vision(page, game, lambda: None)


def with_vision(page: Page, game: AnyGame, action: Callable[[], None]) -> None:
    """Call `action` once the camera extra is installed.

    Raises:
        GameNotSeen: the camera does not support this game.
    """
    from fourth_seat.vision.registry import require_vision

    require_vision(game)
    with_extra(page, "camera", action)
