"""A large view of the board in the camera's picture, with the most likely contents of each cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fourth_seat.games.geometry import Holds
from fourth_seat.ui.camera.picture import LivePicture
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.vision.worker.frame_buffer import SharedPicture
from fourth_seat.words import say

if TYPE_CHECKING:
    from fourth_seat.ui.board.game_board import GameBoard
    from fourth_seat.ui.window import Page
    from fourth_seat.vision.camera_session import CameraSession

PAGE_SHARE = 0.8, 0.6  # of the page's width and height, that the picture may take


class SightSheet(Sheet):
    """A sheet with the live picture and the reading of each cell.

    Attributes:
        picture: the live picture of the board.
    """

    def __init__(self, page: Page, board: GameBoard, closed: Callable[[], None]) -> None:
        """`closed` is called when the sheet is closed for any reason."""
        super().__init__(page, page.window.theme, page.window.text, say("What it sees"))
        self._closed = closed
        self.paragraph(
            say("What the camera sees in each place, and how certain it is (as a percentage). Doubtful places are orange."),
            "Raised.Muted.TLabel",
        ).configure(wraplength=max(320, round(PAGE_SHARE[0] * page.winfo_width())))
        sides = board.game.sides(board.options)
        counted = frozenset(cell.name for cell in board.geometry.cells if cell.holds in (Holds.STACK, Holds.PILE))
        self.picture = LivePicture(self.body, page.window.theme, sides, only_board=True, counted=counted)
        self.picture.fit(round(PAGE_SHARE[0] * page.winfo_width()), round(PAGE_SHARE[1] * page.winfo_height()))
        self.picture.pack()
        self.button(say("Close"), lambda: None, main=True)

    def refresh(self, watching: CameraSession, picture: SharedPicture | None) -> None:
        """Show the camera's latest picture and readings."""
        if picture:
            self.picture.show(picture)
        self.picture.overlay(watching.grid, watching.guesses)

    def destroy(self) -> None:
        """Close the sheet, and call `closed`."""
        super().destroy()
        self._closed()
