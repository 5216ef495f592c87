"""Interface of the table page to its parts, so that none of them depends on the page itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Geometry
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.ui.board.canvas import BoardCanvas
from fourth_seat.ui.page import Page
from fourth_seat.ui.table.advice import Advice
from fourth_seat.ui.table.arrangement import Arrangement
from fourth_seat.ui.table.line import EntryLine
from fourth_seat.ui.table.panel import Panel
from fourth_seat.ui.table.shown import Shown
from fourth_seat.ui.table.toolbar import Toolbar
from fourth_seat.words import Text

if TYPE_CHECKING:
    from fourth_seat.vision.setup.photo import PhotoReader


class PositionEditor(Protocol):
    """Editor of the position; `ui.table.correction_mode` has the real one."""

    @property
    def active(self) -> bool:
        """Whether the board is being edited."""

    @property
    def asking(self) -> bool:
        """Whether a doubtful cell is to be entered."""

    def begin(self, cells: Mapping[str, Content | None] | None = None, refused: Text | None = None) -> None:
        """Begin to edit, with other contents on some cells; `refused` is why the board cannot be like that."""

    def begin_whole(
        self,
        cells: Mapping[str, Content | None],
        doubts: Mapping[str, Sequence[Content | None]],
        over: Callable[[bool], None],
    ) -> None:
        """Begin to edit the whole board, and ask about doubtful cells; `over` is called with whether the table took it."""

    def cancel(self) -> None:
        """Go back to the game."""

    def finish(self) -> None:
        """Take the edited board over, if it is possible."""

    def digit(self, digit: int) -> None:
        """Change the count of the chosen cell."""


class PhotoChooser(Protocol):
    """The board read from a photo; `ui.camera.photo` has the real one."""

    @property
    def reader(self) -> PhotoReader | None:
        """The reader of the photo; None while there is none."""

    def take(self, path: Path) -> None:
        """Read a photo that was dropped on the page, where the game can go on from one."""

    def choose(self) -> None:
        """Ask for a photo."""

    def read(self, path: Path, *, throwaway: bool = False) -> None:
        """Read a photo; a `throwaway` file is removed afterwards."""


class CameraChooser(Protocol):
    """The camera at the table; `ui.camera.control` has the real one."""

    @property
    def enters_moves(self) -> bool:
        """Whether the camera sees the board and enters each move."""

    @property
    def photo(self) -> PhotoChooser:
        """Reader of the board from a single picture."""

    def choose(self) -> None:
        """Ask which camera to use."""

    def show_panel(self) -> None:
        """Show the camera's panel again, if one watches."""


class TableContext(Page, ABC):
    """A page on which a game is played.

    Attributes:
        table: the game; closed when the page is left.
        runner: keeps the computers going.
        geometry, orientation: of the board.
        board: the picture that is clicked.
        dice: roll where a person wants the program to, or only computers play.
        review, advice: the judgements of moves, and the requests for values.
        panel, line, toolbar, arrangement, shown: the parts around the board, their layout, and the board's contents.
        correction_mode: edits the position by hand.
        camera: watches the real board.
    """

    table: Table
    runner: TurnRunner
    geometry: Geometry
    orientation: Orientation
    board: BoardCanvas
    dice: Random
    review: Review
    advice: Advice
    panel: Panel
    line: EntryLine
    toolbar: Toolbar
    arrangement: Arrangement
    shown: Shown
    correction_mode: PositionEditor
    camera: CameraChooser

    @property
    def placing(self) -> bool:
        return self.table.pending is not None

    def take_photo(self, photo: Path) -> None:
        self.camera.photo.take(photo)

    @property
    @abstractmethod
    def another(self) -> bool:
        """Whether another game can follow."""

    @abstractmethod
    def enter(self, action: Callable[[], object]) -> None:
        """Do something at the table, whatever position is shown; why it cannot be done is shown."""

    @abstractmethod
    def do(self, action: Callable[[], object]) -> None:
        """Do something at the table; why it cannot be done is shown."""

    @abstractmethod
    def meant_now(self, action: Callable[[], object]) -> Callable[[], None]:
        """Return an action of a sheet that does nothing but say so once the game has gone on."""

    @abstractmethod
    def ask(self, question: Callable[[], None]) -> None:
        """Carry out a request to the adviser; show the reason where it is refused."""

    @abstractmethod
    def refresh(self) -> None:
        """Show the present state of the game."""

    @abstractmethod
    def tap(self, name: str, double: bool) -> None:
        """Take a tap on a place of the board."""

    @abstractmethod
    def tap_other(self, name: str) -> None:
        """Take a tap with the other button on a place of the board."""

    @abstractmethod
    def set_down(self) -> None:
        """Confirm that the computer's move is on the real board."""

    @abstractmethod
    def hint(self) -> None:
        """Show a hint."""

    @abstractmethod
    def why(self) -> None:
        """Say whether the last move was a mistake, and why."""

    @abstractmethod
    def view(self, count: int | None) -> None:
        """Show the position after so many moves and throws; None for the present one."""

    @abstractmethod
    def set_orientation(self, orientation: Orientation) -> None:
        """Turn or mirror the board, and save that."""

    @abstractmethod
    def toggle_letters(self) -> None:
        """Draw letters on the pieces, or leave them out."""

    @abstractmethod
    def ask_who_plays(self) -> None:
        """Open the sheet that replaces the player of a seat."""

    @abstractmethod
    def ask_to_resign(self) -> None:
        """Open the sheet for giving up."""

    @abstractmethod
    def next_game(self) -> None:
        """Begin the next game in a row."""

    @abstractmethod
    def print_card(self) -> None:
        """Write the card of the computer's move to a file."""
