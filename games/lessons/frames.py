"""Generates the boards of a lesson's pictures from the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fourth_seat.games.contents import Cells, Content, differences
from fourth_seat.games.drawing.crop import whole
from fourth_seat.games.geometry import Geometry, Holds, Rectangle, extent, widened
from fourth_seat.games.lessons.lesson import Picture, Shows
from fourth_seat.games.protocol import AnyGame, AnyState
from fourth_seat.games.steps import UNTOUCHED_ZONES, Step, rebuild
from fourth_seat.words import Text

BOARD_ZONES = ("board", "bar", "home", "store")  # that belong to every picture
CLOSE_MARGIN_SHARE = 0.1  # of the board's width, around cells that are shown close


@dataclass(frozen=True, slots=True)
class LessonFrame:
    """A single board in a picture.

    Attributes:
        geometry: the geometry of the board, with only the visible cells.
        window: the visible part of the board.
        cells: the contents of the board.
        steps: the steps of the move.
        comes: the contents after the move, if they can be shown in advance.
        forbidden: the contents that an illegal move would leave on its cells.
        reason: the reason why the move is illegal.
        choices: possible destination cells.
        marked: highlighted cells.
        colour: the colour to move, which determines the names of cells.
    """

    geometry: Geometry
    window: Rectangle
    cells: Cells
    steps: tuple[Step, ...] = ()
    comes: Cells | None = None
    forbidden: Cells | None = None
    reason: Text | None = None
    choices: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    colour: int = 0


def frames(game: AnyGame, picture: Picture) -> tuple[LessonFrame, ...]:
    """Return the boards of a picture, in order.

    Raises:
        FourthSeatError: the position or move is invalid, or the move does not match the picture.
    """
    options = game.options()
    state: AnyState = game.parse_position(picture.position, options) if picture.position else game.start(options)
    moves = game.parse(state, picture.move) if picture.move else ()
    for move in moves[:-1]:
        state = state.play(move)
    view = _View(game, picture, state)
    if not moves:
        marked = picture.marked or (game.deciding_cells(state) if state.over else ())
        return (view.frame(state.cells(), choices=_choices(game, picture, state), marked=marked),)
    return tuple(view.of(moves[-1]))


def _choices(game: AnyGame, picture: Picture, state: AnyState) -> tuple[str, ...]:
    if picture.shows is not Shows.CHOICES:
        return ()
    return tuple(sorted(game.partial_move(state, picture.taps).next - set(picture.taps)))


class _View:
    """Creates the frames of a picture, which all show the same part of the board."""

    def __init__(self, game: AnyGame, picture: Picture, state: AnyState) -> None:
        self._game, self._picture, self._state = game, picture, state
        self._whole = game.geometry(state.options)
        self._geometry, self._window = _shown(self._whole, state.cells(), beside=picture.beside)

    def frame(
        self,
        cells: Cells,
        steps: tuple[Step, ...] = (),
        comes: Cells | None = None,
        forbidden: Cells | None = None,
        reason: Text | None = None,
        choices: tuple[str, ...] = (),
        marked: tuple[str, ...] = (),
    ) -> LessonFrame:
        """Return a frame, omitting cells that are not in the picture."""
        shown = {name: content for name, content in cells.items() if name in self._geometry}
        marked = marked or self._picture.marked
        steps = tuple(self._within(step) for step in steps)
        return LessonFrame(
            self._geometry, self._window, shown, steps, comes, forbidden, reason, choices, marked, self._state.mover
        )

    def of(self, move: object) -> Iterator[LessonFrame]:
        """Yield the frames of a move."""
        state, shows = self._state, self._picture.shows
        before = state.cells()
        if shows is Shows.REFUSAL:
            yield self._refusal(move)
            return
        after = state.play(move)
        steps = self._on_board(self._game.steps(state, move))
        self._come_close(steps)
        if shows is Shows.AFTER:
            yield self.frame(after.cells(), marked=self._game.deciding_cells(after) if after.over else ())
        elif shows is Shows.STEPS:
            for step in steps:
                yield self._single(before, step)
                before = rebuild(before, (step,))
            yield self.frame(before)
        else:
            yield self.frame(before, steps, self._coming(before, after.cells()))

    def _single(self, before: Cells, step: Step) -> LessonFrame:
        """Return the frame of one step. A die is shown at its destination, because an arrow would hide its numbers."""
        comes = self._coming(before, rebuild(before, (step,)))
        if comes and all(self._geometry[cell].holds is Holds.DIE for cell in comes):
            return self.frame(before, comes=comes, marked=tuple(comes))
        return self.frame(before, (step,))

    def _refusal(self, move: object) -> LessonFrame:
        state = self._state
        reason = state.why_not(move)
        assert reason is not None, f"the rules allow {move}"
        stacks = any(cell.holds is Holds.STACK for cell in self._geometry.cells)
        steps = self._on_board(self._game.steps(state, move)) if stacks else ()  # otherwise the outline is enough
        forbidden = {} if stacks else self._coming(state.cells(), state.play_unchecked(move).cells())
        self._come_close((Step(reason, tuple(forbidden), ()),))
        return self.frame(state.cells(), steps, forbidden=forbidden, reason=reason)

    def _on_board(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return only the steps that touch cells in the picture."""
        return tuple(step for step in steps if step.leaves and any(cell in self._geometry for cell in step.cells))

    def _within(self, step: Step) -> Step:
        """Return a step, omitting cells that are not in the picture."""
        cells = tuple(cell for cell in step.cells if cell in self._geometry)
        return Step(step.text, cells, tuple(leaf for leaf in step.leaves if leaf[0] in self._geometry))

    def _come_close(self, steps: tuple[Step, ...]) -> None:
        """Crop the picture to the cells of these steps if it is a close-up."""
        if self._picture.close:
            names = {name for step in steps for name in step.cells if name in self._geometry} | set(self._picture.close)
            touched = extent(tuple(point for name in names for point in self._geometry[name].polygon))
            margin = CLOSE_MARGIN_SHARE * (self._whole.area[2] - self._whole.area[0])
            self._window = _inside(widened(touched, margin), self._window)

    def _coming(self, before: Cells, after: Cells) -> dict[str, Content]:
        """Return the new contents that can be shown in advance. Piles are omitted, as overlapping numbers are illegible."""
        return {
            change.cell: change.wanted
            for change in differences(before, after)
            if change.wanted
            and change.cell in self._geometry
            and self._geometry[change.cell].zone not in UNTOUCHED_ZONES
            and self._geometry[change.cell].holds is not Holds.PILE
        }


def _shown(geometry: Geometry, cells: Cells, *, beside: bool) -> tuple[Geometry, Rectangle]:
    """Return the geometry of the visible parts of the board, and the window that shows them."""
    if beside:
        kept = [cell for cell in geometry.cells if cell.zone in (*BOARD_ZONES, "tray", "hand")]
        plain = replace(geometry, cells=tuple(kept), column_labels=(), row_labels=())  # they would lie under the trays
        return plain, extent(tuple(point for cell in kept for point in cell.polygon))
    board = [cell for cell in geometry.cells if cell.zone in BOARD_ZONES]
    dice = [cell for cell in geometry.cells if cell.zone == "dice" and cell.name in cells]
    return replace(geometry, cells=(*board, *dice)), whole(geometry)


def _inside(window: Rectangle, within: Rectangle) -> Rectangle:
    left, top, right, bottom = window
    return max(left, within[0]), max(top, within[1]), min(right, within[2]), min(bottom, within[3])
