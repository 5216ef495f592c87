"""A half-entered move: taps on cells, the piece in hand, its orientation and its position. It is recorded, so it survives a
power failure.

It is shared by the window, the terminal and the camera. It provides the cells that can be tapped next, so user interfaces
do not need to know the rules.
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
        """The moves that are still possible after the taps so far."""
        return self.game.partial_move(self.state, self.tapped.taps)

    @property
    def geometry(self) -> Geometry:
        """The board geometry for this game and its options."""
        return self.game.geometry(self.state.options)

    @property
    def cells(self) -> Cells:
        """The contents of the board after the taps so far."""
        partial = self.partial.cells
        return self.state.cells() if partial is None else partial

    def tap(self, name: str) -> MoveInput:
        """Return the input after another tap.

        Raises:
            IllegalMove: no legal move starts with these taps. The text gives the reason.
        """
        tapped = Tapped((*self.tapped.taps, name), self.tapped.turns, self.tapped.flipped)
        following = MoveInput(self.game, self.state, tapped)
        _ = following.partial  # raises for a tap that begins no move
        return following

    def untap(self, name: str = "") -> Tapped:
        """Return the input without its last tap or, if a name is given, without the tap on that cell. If a piece has been
        laid on the board, it is picked up again first.

        If the order of taps matters, all subsequent taps are removed as well.
        """
        taps = self.tapped.taps
        if self.tapped.over and not name:
            return replace(self.tapped, over="")
        at = taps.index(name) if name in taps else len(taps) - 1
        others = taps[:at] + taps[at + 1 :]
        kept = others if self._means_the_same((*others, name)) else taps[: max(at, 0)]
        return Tapped(kept, self.tapped.turns, self.tapped.flipped) if kept else Tapped()

    def _means_the_same(self, taps: tuple[str, ...]) -> bool:
        """Return whether these taps, a permutation of the current ones, are equivalent to them."""
        try:
            other = self.game.partial_move(self.state, taps)
        except FourthSeatError:
            return False
        return set(other.moves) == set(self.partial.moves) and other.next == self.partial.next

    def turned(self, quarters: int) -> Tapped:
        """Return the input with the piece in hand rotated clockwise."""
        return replace(self.tapped, turns=(self.tapped.turns + quarters) % 4)

    def flipped(self) -> Tapped:
        """Return the input with the piece in hand flipped horizontally as seen by the player."""
        # Flipping comes before turning, so a turned piece is mirrored by turning the other way round.
        return replace(self.tapped, turns=-self.tapped.turns % 4, flipped=not self.tapped.flipped)

    def hold(self, over: str) -> HeldPiece[Any] | None:
        """Return the piece in hand as if laid over a cell, or None if no piece is in hand."""
        if len(self.tapped.taps) != 1:
            return None
        return self.game.hold(self.state, self.tapped.taps[0], self.tapped.turns, self.tapped.flipped, over)

    @property
    def in_hand(self) -> str:
        """The tray cell of the piece in hand, or an empty string if there is none."""
        taps = self.tapped.taps
        if len(taps) != 1 or taps[0] not in self.geometry or self.geometry[taps[0]].zone != "tray":
            return ""
        return taps[0] if self.hold(taps[0]) is not None else ""

    @cached_property
    def laid(self) -> HeldPiece[Any] | None:
        """The piece in hand as laid on the board, or None if it has not been laid yet. It can still be turned and moved."""
        return self.hold(self.tapped.over) if self.tapped.over else None

    @property
    def complete(self) -> Any | None:
        """The complete move that is waiting for confirmation, or None."""
        if self.laid is not None:
            return self.laid.move
        return self.partial.complete if self.tapped.taps else None

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The cells where the piece in hand can be attached to the board in some orientation."""
        return self.game.anchors(self.state).get(self.in_hand, frozenset())

    def first_place(self) -> Tapped | None:
        """Return the input with the piece in hand laid where it fits, or None if it does not fit anywhere. Positions near
        the middle of the board and orientations that require little turning are preferred.
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
        """Return the cell under the middle of the laid piece after it is dragged from one cell to another."""
        geometry, lying = self.geometry, self.laid.over if self.laid else start
        (x, y), (x0, y0), (x1, y1) = (geometry[name].foot for name in (lying, start, end))
        middle = x + x1 - x0, y + y1 - y0
        cells = (cell for cell in geometry.cells if cell.zone == "board")
        return min(cells, key=lambda cell: math.dist(cell.foot, middle)).name

    @property
    def content(self) -> Content | None:
        """The contents of cells covered by the piece in hand, or None if no piece is in hand."""
        in_hand = self.in_hand
        return self.state.cells().get(in_hand) if in_hand else None

    # -- what would happen -------------------------------------------------------------------------------------------------

    def preview(self, name: str) -> tuple[Cells, bool]:
        """Return the new contents of the cells that would be changed by a tap, and whether the tap is allowed.

        A piece in hand is included even where it does not fit.
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
        """Return the cells to which the tapped die can move, with the faces that the die would show there."""
        return {
            name: self._after(name)[name]
            for name in (self.partial.next if self.tapped.taps else ())
            if name in self.geometry and self.geometry[name].zone == "board" and self.geometry[name].holds is Holds.DIE
        }

    def half_entered(self) -> Cells:
        """Return the tapped cells that are still empty, with pieces in the mover's colour."""
        cells, geometry = self.cells, self.geometry
        return {
            name: Content(self.state.mover)
            for name in self.tapped.taps
            if name not in cells and name in geometry
            if geometry[name].zone == "board" and geometry[name].holds in (Holds.PIECE, Holds.DIE)
        }

    def _after(self, name: str) -> Cells:
        """Return the board after another tap, as far as it is determined by the taps."""
        partial = self.game.partial_move(self.state, (*self.tapped.taps, name))
        if partial.cells is not None:
            return partial.cells
        if partial.sole is not None:
            return rebuild(self.state.cells(), self.game.steps(self.state, partial.sole))
        return self.cells


def _rounded(point: Point) -> Point:
    """Round a point so that it can be used to identify a board cell."""
    return round(point[0], 3), round(point[1], 3)


def _middle(points: Sequence[Point]) -> Point:
    """Return the mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def implies_throw(game: AnyGame, state: AnyState, text: str) -> bool:
    """Return whether a text implies a move before a throw, for example if a player who could double enters dice instead."""
    try:
        for move in game.parse(state, text):
            state = state.play(move)
            if state.to_move == CHANCE:
                return True
    except FourthSeatError:
        pass
    return False
