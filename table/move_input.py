"""A half-entered move: taps on cells, a piece in hand, its orientation and its place. It is recorded, so a power cut loses
nothing.

The window, the terminal and the camera share it. It lists the cells that may be tapped next, so a screen does not need to
know the rules.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from fourth_seat.games import CHANCE, AnyGame, AnyState
from fourth_seat.games.contents import Cells, Content, differences
from fourth_seat.games.geometry import Geometry, Holds, Point
from fourth_seat.games.input import HeldPiece, PartialMove
from fourth_seat.games.steps import rebuild
from fourth_seat.table.record.events import Tapped
from fourth_seat.words import FourthSeatError


@dataclass(frozen=True)
class MoveInput:
    """The move being entered in a position."""

    game: AnyGame
    state: AnyState
    tapped: Tapped

    @cached_property
    def partial(self) -> PartialMove[Any]:
        """The moves that may still follow from the taps so far."""
        return self.game.partial_move(self.state, self.tapped.taps)

    @property
    def geometry(self) -> Geometry:
        """The geometry of the board in this game."""
        return self.game.geometry(self.state.options)

    @property
    def cells(self) -> Cells:
        """The contents of the board after the taps so far."""
        partial = self.partial.cells
        return self.state.cells() if partial is None else partial

    def tap(self, name: str) -> MoveInput:
        """Return the input with one more tap.

        Raises:
            IllegalMove: no legal move begins like that; the text says why.
        """
        tapped = Tapped((*self.tapped.taps, name), self.tapped.turns, self.tapped.flipped)
        following = MoveInput(self.game, self.state, tapped)
        _ = following.partial  # raises for a tap that begins no move
        return following

    def untap(self, name: str = "") -> Tapped:
        """Return the entry without its last tap or, if a name is given, without the tap on that cell. A piece that has been
        laid on the board is only taken back into the hand.

        If the order of taps matters, the taps after it are removed as well.
        """
        taps = self.tapped.taps
        if self.tapped.over and not name:
            return replace(self.tapped, over="")
        at = taps.index(name) if name in taps else len(taps) - 1
        others = taps[:at] + taps[at + 1 :]
        kept = others if self._means_the_same((*others, name)) else taps[: max(at, 0)]
        return Tapped(kept, self.tapped.turns, self.tapped.flipped) if kept else Tapped()

    def _means_the_same(self, taps: tuple[str, ...]) -> bool:
        """Return whether these taps, which are the present ones in another order, begin the same moves."""
        try:
            other = self.game.partial_move(self.state, taps)
        except FourthSeatError:
            return False
        return set(other.moves) == set(self.partial.moves) and other.next == self.partial.next

    def turned(self, quarters: int) -> Tapped:
        """Return the piece in hand turned clockwise."""
        return replace(self.tapped, turns=(self.tapped.turns + quarters) % 4)

    def flipped(self) -> Tapped:
        """Return the piece in hand turned over, so that left becomes right as the player sees it."""
        # Flipping comes before turning, so a turned piece is mirrored by turning the other way round.
        return replace(self.tapped, turns=-self.tapped.turns % 4, flipped=not self.tapped.flipped)

    def hold(self, over: str) -> HeldPiece[Any] | None:
        """Return the piece in hand as it would lie if laid over a cell; None if no piece is in hand."""
        if len(self.tapped.taps) != 1:
            return None
        return self.game.hold(self.state, self.tapped.taps[0], self.tapped.turns, self.tapped.flipped, over)

    @property
    def in_hand(self) -> str:
        """The tray cell of the piece in hand; empty if there is none."""
        taps = self.tapped.taps
        if len(taps) != 1 or taps[0] not in self.geometry or self.geometry[taps[0]].zone != "tray":
            return ""
        return taps[0] if self.hold(taps[0]) is not None else ""

    @cached_property
    def laid(self) -> HeldPiece[Any] | None:
        """The piece in hand as it lies on the board, to be turned, moved and played; None if it has not been laid there."""
        return self.hold(self.tapped.over) if self.tapped.over else None

    @property
    def complete(self) -> Any | None:
        """The entered move that waits for a confirmation; None if there is none."""
        if self.laid is not None:
            return self.laid.move
        return self.partial.complete if self.tapped.taps else None

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The cells where the piece in hand can be attached to the board in some orientation."""
        return self.game.anchors(self.state).get(self.in_hand, frozenset())

    def first_place(self) -> Tapped | None:
        """Return the piece in hand laid where it fits, as near to the middle of the board and with as little turning as
        possible; None if it fits nowhere.
        """
        game, geometry = self.game, self.geometry
        at = {_rounded(cell.foot): cell.name for cell in geometry.cells if cell.zone == "board"}
        feet = {name: foot for foot, name in at.items()}
        left, top, right, bottom = geometry.area
        places = [
            [feet[cell] for step in game.steps(self.state, move) for cell in step.cells if cell in feet]
            for move in self.partial.moves
        ]
        places.sort(key=lambda place: math.dist(_middle(place), ((left + right) / 2, (top + bottom) / 2)))
        for flipped, turns in product((False, True), range(4)):
            form = Tapped(self.tapped.taps, (self.tapped.turns + turns) % 4, self.tapped.flipped is not flipped)
            squares = game.held_squares(self.in_hand, form.turns, form.flipped)
            for place in places:
                x0, y0 = (min(values) for values in zip(*place, strict=True))
                left0, top0 = (min(values) for values in zip(*squares, strict=True))
                lying = {_rounded((x0 + x - left0, y0 + y - top0)) for x, y in squares}
                over = at.get(_rounded((x0 - left0, y0 - top0)), "")
                if lying == set(place) and over:
                    return replace(form, over=over)
        return None

    def moved(self, start: str, end: str) -> str:
        """Return the cell that is under the middle of the laid piece after a drag from one cell to another."""
        geometry, lying = self.geometry, self.laid.over if self.laid else start
        (x, y), (x0, y0), (x1, y1) = (geometry[name].foot for name in (lying, start, end))
        middle = x + x1 - x0, y + y1 - y0
        cells = (cell for cell in geometry.cells if cell.zone == "board")
        return min(cells, key=lambda cell: math.dist(cell.foot, middle)).name

    @property
    def content(self) -> Content | None:
        """The content that the piece in hand gives to the cells under it; None if no piece is in hand."""
        in_hand = self.in_hand
        return self.state.cells().get(in_hand) if in_hand else None

    # -- what would happen -------------------------------------------------------------------------------------------------

    def preview(self, name: str) -> tuple[Cells, bool]:
        """Return the cells that a tap here would change, with their contents afterwards, and whether the tap is allowed.

        A piece in hand covers cells even where it does not fit.
        """
        if not name:
            return {}, True
        if self.in_hand:
            held, content = self.hold(name), self.content
            if held is None or content is None:
                return {}, True
            return dict.fromkeys(held.cells, content), held.move is not None
        if name not in self.partial.next:
            return {}, True
        return {change.cell: change.wanted for change in differences(self.cells, self._after(name)) if change.wanted}, True

    def ends(self) -> Cells:
        """Return, for each cell where the tapped die may go, the die with the faces that it would show there."""
        return {
            name: self._after(name)[name]
            for name in (self.partial.next if self.tapped.taps else ())
            if name in self.geometry and self.geometry[name].zone == "board" and self.geometry[name].holds is Holds.DIE
        }

    def half_entered(self) -> Cells:
        """Return the tapped cells that are still empty, with contents in the mover's colour."""
        cells, geometry = self.cells, self.geometry
        return {
            name: Content(self.state.mover)
            for name in self.tapped.taps
            if name not in cells and name in geometry
            if geometry[name].zone == "board" and geometry[name].holds in (Holds.PIECE, Holds.DIE)
        }

    def _after(self, name: str) -> Cells:
        """Return the board after one more tap, as far as the taps determine it."""
        partial = self.game.partial_move(self.state, (*self.tapped.taps, name))
        if partial.cells is not None:
            return partial.cells
        if partial.sole is not None:
            return rebuild(self.state.cells(), self.game.steps(self.state, partial.sole))
        return self.cells


def _rounded(point: Point) -> Point:
    """Return a point that identifies a cell of one board."""
    return round(point[0], 3), round(point[1], 3)


def _middle(points: Sequence[Point]) -> Point:
    """Return the mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def implies_throw(game: AnyGame, state: AnyState, text: str) -> bool:
    """Return whether a text stands for several moves, of which one after the first is a throw, as when somebody who could
    double enters dice instead.
    """
    try:
        for move in game.parse(state, text):
            state = state.play(move)
            if state.to_move == CHANCE:
                return True
    except FourthSeatError:
        pass
    return False
