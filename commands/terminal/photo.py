"""The board of a photo as the position of a new game in the terminal: doubtful cells are asked about, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boundary.numbers import parse_integer
from boundary.streams import silenced_libraries
from games import AnyState
from games.contents import Content
from games.geometry import Holds
from setup.photo import shown_throw
from table.record.cell_text import content_name, read_cells
from table.stage.whole_board import begin_from, movers, position_of
from table.table import Table
from vision.registry import require_camera
from words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from calibration.lens import Points

Ask = Callable[[Text], str]
MAX_CHOICE = 99  # answers that are offered are fewer


class TerminalPhoto:
    """Reads a photo for a table at which nothing has been played yet."""

    def __init__(self, table: Table, notify: Callable[[Text], None], ask: Ask | None) -> None:
        """`ask` returns what a person types after a question; None where nobody is there who could."""
        self._table, self._notify, self._ask = table, notify, ask

    @silenced_libraries()
    def read(self, path: Path, corners: Points | None) -> None:
        """Let the game begin from the board of a photo.

        Args:
            corners: of the playing area, in the board's own order; else it is searched for.

        Raises:
            FourthSeatError: no board can be read there, or it makes no position.
        """
        table, game = self._table, self._table.game
        require_camera(game)
        from vision.camera.files import read_picture
        from vision.errors import CameraError
        from vision.infer.board_photo import read_photo  # loads OpenCV

        photo = read_photo(read_picture(path), game, table.options, corners, known=corners is not None)
        if isinstance(photo, Text):
            raise CameraError(say("{file}: {reason} Its corners can be given with --corners", file=str(path), reason=photo))
        contents, geometry = dict(photo.contents), game.geometry(table.options)
        for doubt in photo.doubts:
            contents[doubt.cell] = self._content(doubt.cell, doubt.contents)
        for name, content in contents.items():
            cell = geometry[name]
            if content and cell.holds is Holds.DIE and not content.faces:
                contents[name] = Content(content.colour, 1, self._faces(name))
        state = position_of(game, table.options, contents)
        begin_from(table, game.with_mover(state, self._mover(state)))
        if throw := shown_throw(table.state, photo.thrown):
            table.throw(throw)

    def _content(self, name: str, offered: Sequence[Content | None]) -> Content | None:
        """Ask for the content of a doubtful cell; return the likeliest where nobody can be asked."""
        game, options = self._table.game, self._table.options
        titles = tuple(content_name(game, options, content) for content in offered)
        if self._ask is None:
            self._notify(say("not certain: {cell} may hold {choices}", cell=name, choices=titles))
            return offered[0]
        numbered = tuple(say("{n}: {title}", n=n, title=title) for n, title in enumerate(titles, 1))
        while True:
            typed = self._ask(say("What is on {cell}? {choices}, or as in c=5, d2=red, d2=-", cell=name, choices=numbered))
            number = parse_integer(typed.strip() or "1", 1, MAX_CHOICE)
            if number and number <= len(offered) and "=" not in typed:
                return offered[number - 1]
            try:
                return read_cells(game, self._table.state, typed if "=" in typed else f"{name}={typed}")[name]
            except (FourthSeatError, KeyError) as error:
                self._notify(
                    error.text if isinstance(error, FourthSeatError) else say("that is another cell: {text}", text=typed)
                )

    def _faces(self, name: str) -> tuple[int, ...]:
        """Ask for the number on a die; where nobody can be asked, it stays unknown."""
        while self._ask:
            typed = self._ask(say("What does the die on {cell} show: on top, then at the left corner?", cell=name))
            digits = [parse_integer(character, 1, 4) for character in typed]
            faces = tuple(digit for digit in digits if digit)
            if len(faces) == 2:
                return faces
        return ()

    def _mover(self, state: AnyState) -> int:
        """Ask whose turn it is, where the pieces do not tell."""
        game = self._table.game
        colours = movers(game, state)
        if len(colours) < 2:
            return state.mover or colours[0]
        names = tuple(say("{n}: {title}", n=n, title=game.colour_name(n, state.options)) for n in colours)
        if self._ask is None:
            mover = state.mover or colours[0]
            self._notify(
                say(
                    "{colour} is to move; “turn N” changes that: {choices}",
                    colour=game.colour_name(mover, state.options),
                    choices=names,
                )
            )
            return mover
        while True:
            number = parse_integer(self._ask(say("Whose turn is it? {choices}", choices=names)).strip(), 1, MAX_CHOICE)
            if number in colours:
                return number
