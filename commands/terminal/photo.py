"""Starting a terminal game from a photo of the board; the user is asked about doubtful cells, one at a time.

At every question, `help` explains how to answer, and `quit` ends the program without beginning a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.boundary.streams import silenced_libraries
from fourth_seat.commands.terminal.help import QUIT_WORDS
from fourth_seat.games import AnyState
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Holds
from fourth_seat.table.record.cell_text import cell_examples, content_name, read_cells
from fourth_seat.table.stage.whole_board import begin_from, miscount, movers, position_of
from fourth_seat.table.table import Table
from fourth_seat.vision.registry import require_camera
from fourth_seat.vision.setup.photo import shown_throw
from fourth_seat.words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.calibration.lens import Points

Ask = Callable[[Text], str]
MAX_CHOICE = 99  # fewer answers than this are offered


class _GivenUp(Exception):
    """Raised when the user types `quit`."""


class TerminalPhoto:
    """Reads a photo for a table at which no move has been played yet."""

    def __init__(self, table: Table, notify: Callable[[Text], None], ask: Ask | None) -> None:
        """`ask` returns the typed answer to a question, or is None if nobody can answer."""
        self._table, self._notify, self._ask = table, notify, ask

    def read(self, path: Path, corners: Points | None) -> bool:
        """Begin the game from a photo of the board; return False if the user types `quit`, otherwise True.

        Args:
            corners: the corners of the playing area, in the board's own order; None to search for them.

        Raises:
            FourthSeatError: no board can be read in the photo, or it is not a position of the game.
        """
        try:
            self._begin(path, corners)
        except _GivenUp:
            return False
        return True

    @silenced_libraries()
    def _begin(self, path: Path, corners: Points | None) -> None:
        table, game = self._table, self._table.game
        require_camera(game)
        from fourth_seat.vision.board_photo import read_photo  # loads OpenCV
        from fourth_seat.vision.camera.files import read_picture
        from fourth_seat.vision.errors import CameraError

        photo = read_photo(read_picture(path), game, table.options, corners, known=corners is not None)
        if isinstance(photo, Text):
            raise CameraError(
                say("{file}: {reason} You can give the board's corners with --corners", file=str(path), reason=photo)
            )
        contents, geometry = dict(photo.contents), game.geometry(table.options)
        for doubt in photo.doubts:
            contents[doubt.cell] = self._content(doubt.cell, doubt.contents)
        self._recount(contents, tuple(doubt.cell for doubt in photo.doubts))
        for name, content in contents.items():
            cell = geometry[name]
            if content and cell.holds is Holds.DIE and not content.faces:
                contents[name] = Content(content.colour, 1, self._faces(name))
        state = position_of(game, table.options, contents)
        begin_from(table, game.with_mover(state, self._mover(state)))
        if throw := shown_throw(table.state, photo.thrown):
            table.throw(throw)

    def _content(self, name: str, offered: Sequence[Content | None]) -> Content | None:
        """Ask for the content of a doubtful cell; return the likeliest content if nobody can answer."""
        game, options = self._table.game, self._table.options
        titles = tuple(content_name(game, options, content) for content in offered)
        if self._ask is None:
            self._notify(
                say(
                    "not certain: {cell} is read as {likeliest}, but may be {others}",
                    cell=name,
                    likeliest=titles[0],
                    others=titles[1:],
                )
            )
            return offered[0]
        example, empty = cell_examples(game, options, name)
        pile = game.geometry(options)[name].holds is Holds.PILE
        question = say(
            "{question} {choices}, or type an answer such as {example} or {empty} (empty)",
            question=say("How many are in {cell}?", cell=name) if pile else say("What is on {cell}?", cell=name),
            choices=tuple(say("{n}: {title}", n=n, title=title) for n, title in enumerate(titles, 1)),
            example=example,
            empty=empty,
        )
        explanation = say(
            ("Type the number before an answer (Enter means 1), or type what is there, like {example} or {empty} (empty)."),
            example=example,
            empty=empty,
        )
        while True:
            typed = self._answer(question, explanation)
            number = parse_integer(typed or "1", 1, MAX_CHOICE)
            if number and number <= len(offered) and "=" not in typed:
                return offered[number - 1]
            try:
                return read_cells(game, self._table.state, typed if "=" in typed else f"{name}={typed}")[name]
            except (FourthSeatError, KeyError) as error:
                self._notify(
                    error.text
                    if isinstance(error, FourthSeatError)
                    else say("the question was about another cell, not this one: {text}", text=typed)
                )

    def _recount(self, contents: dict[str, Content | None], unsure: tuple[str, ...]) -> None:
        """Ask for corrections until the number of pieces fits the game, or the user accepts another one: sets differ.

        Args:
            contents: the content of each cell; the user's answers are entered here.
            unsure: the cells to mention, as the least certain ones.
        """
        game, state = self._table.game, self._table.state
        while wrong := miscount(game, state, contents):
            example, _ = cell_examples(game, state.options, unsure[0])
            if self._ask is None:
                self._notify(
                    say(
                        "{miscount}; least certain: {cells}; “set {example}” corrects a cell",
                        miscount=wrong,
                        cells=unsure,
                        example=example,
                    )
                )
                return
            question = say(
                "{miscount}; least certain: {cells}. Type what is different, like {example}, or press Enter to leave "
                "it as it is",
                miscount=wrong,
                cells=unsure,
                example=example,
            )
            typed = self._answer(
                question,
                say(
                    "Type the cells that are different, separated by spaces, like {example}, or press Enter.",
                    example=example,
                ),
            )
            if not typed:
                return
            try:
                contents |= read_cells(game, state, typed)
            except FourthSeatError as error:
                self._notify(error.text)

    def _answer(self, question: Text, explanation: Text) -> str:
        """Ask until the user types an answer, which may be empty; explain if they type `help`.

        Raises:
            _GivenUp: the user typed `quit`.
        """
        assert self._ask
        while True:
            typed = self._ask(question).strip()
            if typed.lower() in QUIT_WORDS:
                raise _GivenUp
            if typed.lower() != "help":
                return typed
            self._notify(explanation)
            self._notify(say("Type quit to end the program without beginning a game."))

    def _faces(self, name: str) -> tuple[int, ...]:
        """Ask for the number on a die; if nobody can answer, it stays unknown."""
        question = say(
            ("Which numbers does the die on {cell} show on top and at the left corner? Enter the number on top first."),
            cell=name,
        )
        while self._ask:
            typed = self._answer(question, say("Type the number on top and the one at the left corner, like 4 1."))
            digits = [parse_integer(character, 1, 4) for character in typed]
            faces = tuple(digit for digit in digits if digit)
            if len(faces) == 2:
                return faces
        return ()

    def _mover(self, state: AnyState) -> int:
        """Ask whose turn it is, if the pieces do not show it."""
        game = self._table.game
        colours = movers(game, state)
        if len(colours) < 2:
            return state.mover or colours[0]
        names = {colour: game.colour_name(colour, state.options) for colour in colours}
        if self._ask is None:
            mover = state.mover or colours[0]
            taken = names.pop(mover)
            self._notify(
                say(
                    "assuming that it is {colour}'s turn; to change that, type {commands}",
                    colour=taken,
                    commands=tuple(say("turn {n} ({colour})", n=n, colour=name) for n, name in names.items()),
                )
            )
            return mover
        question = say(
            "Whose turn is it? {choices}", choices=tuple(say("{n}: {title}", n=n, title=name) for n, name in names.items())
        )
        explanation = say("Type the number before a colour.")
        while True:
            number = parse_integer(self._answer(question, explanation), 1, MAX_CHOICE)
            if number in names:
                return number
            self._notify(explanation)
