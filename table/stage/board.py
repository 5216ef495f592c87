"""The board as displayed, with contents, pending changes, marked cells, and steps to be made by hand.

It is drawn by both the window and the web page. Neither needs to know the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from fourth_seat.games.contents import Cells, Content, differences
from fourth_seat.games.geometry import Cell, Geometry, Holds
from fourth_seat.games.steps import UNTOUCHED_ZONES, Step, rebuild
from fourth_seat.table.game_state import GameState, Placement
from fourth_seat.table.history import HistoryEntry
from fourth_seat.table.seats import HELP

NO_HELP = HELP[0]
WITHOUT_MARKS = ("dice", "tray", "hand")  # zones in which the last move is not pointed at


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The displayed board.

    Attributes:
        cells: the contents of the cells.
        coming: the contents of cells after the pending placement or tap.
        steps: the steps to be made by hand, starting from `cells`.
        last: the cells touched by the last move.
        tapped: the cells of the move being entered.
        next: the places that can be tapped next.
        misfits: the cells under a piece that has been laid where it does not fit.
        unfit: the tray cells with pieces that the player to move cannot place anywhere.
        deciding: the cells that show why the game has ended.
        buttons: the buttons next to the board that are currently enabled, with their contents. Other buttons are not drawn.
    """

    cells: Cells
    coming: Cells = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    last: tuple[str, ...] = ()
    tapped: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    misfits: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()
    deciding: tuple[str, ...] = ()
    buttons: Mapping[str, Content | None] = field(default_factory=dict)


def board_now(game_state: GameState) -> ShownBoard:
    """Return the current board, including a half-entered move. For pending placements, see `board_pending`."""
    taps, state, entry = game_state.taps, game_state.state, game_state.move_input
    enters = game_state.people_move
    helped = enters and is_helped(game_state)
    ends = entry.ends() if helped else {}
    free = ends.keys() - state.cells().keys()  # the die that is shown there says enough
    offered: Iterable[str] = entry.partial.next - free if enters and (taps or helped) else ()
    if entry.in_hand:
        offered = entry.anchors if helped else ()
    laid, content = entry.laid, entry.content
    lying = dict.fromkeys(laid.cells, content) if laid and content else {}
    return ShownBoard(
        {**entry.cells, **entry.half_entered()} if taps else state.cells(),
        coming={**ends, **lying},
        last=() if taps else last_touched(game_state, entry.geometry, game_state.history.at),
        tapped=(*dict.fromkeys(taps), *(lying if laid and laid.move is not None else ())),
        next=tuple(sorted(offered)),
        misfits=laid.cells if laid and laid.move is None else (),
        unfit=unfit_pieces(game_state),
        deciding=game_state.game.deciding_cells(state) if state.over else (),
        buttons=entry.partial.buttons if enters else {},
    )


def board_pending(pending: Placement, geometry: Geometry, step: int = 0) -> ShownBoard:
    """Return the physical board with all steps to be made by hand, or with only the given step, counted from 1."""
    before, after, steps = pending.before.cells(), pending.after.cells(), pending.steps
    if 0 < step <= len(steps):
        before = rebuild(before, steps[: step - 1])
        steps = steps[step - 1 : step]
        after = rebuild(before, steps)
    coming = {
        change.cell: change.wanted
        for change in differences(before, after)
        if change.wanted and _comes_alone(geometry[change.cell])
    }
    return ShownBoard(before, coming, steps)


def unfit_pieces(game_state: GameState) -> tuple[str, ...]:
    """Return the tray cells with pieces that the player to move cannot place anywhere."""
    if not game_state.people_move or game_state.needs_throw:
        return ()
    return tuple(sorted(name for name, cells in game_state.game.anchors(game_state.state).items() if not cells))


def is_helped(game_state: GameState) -> bool:
    """Return whether legal moves are shown to the player to move."""
    return game_state.may_throw or game_state.person(game_state.state.seat).help != NO_HELP


def last_touched(game_state: GameState, geometry: Geometry, count: int) -> tuple[str, ...]:
    """Return the cells touched by the last move among the first `count` entries, ignoring throws."""
    history = game_state.history
    while count and _is_throw(history.entries[count - 1]):
        count -= 1
    if not count or history.entries[count - 1].move is None:
        return ()
    state, move = history.line_at(count - 1).state, history.entries[count - 1].move
    return touched(game_state.game.steps(state, move), geometry)


def touched(steps: Iterable[Step], geometry: Geometry) -> tuple[str, ...]:
    """Return the board cells touched by steps. For sown seeds, include only the pit from which they were lifted."""
    cells: Sequence[str] = [cell for step in steps for cell in (step.cells[:1] if _sown(step, geometry) else step.cells)]
    return tuple(dict.fromkeys(cell for cell in cells if geometry[cell].zone not in WITHOUT_MARKS))


def _is_throw(entry: HistoryEntry) -> bool:
    return entry.seat == 0 and entry.move is not None


def _comes_alone(cell: Cell) -> bool:
    """Return whether the future contents of a cell can be shown on top of the current ones. Overlapping numbers would be
    illegible.
    """
    return cell.zone not in UNTOUCHED_ZONES and cell.holds is not Holds.PILE


def _sown(step: Step, geometry: Geometry) -> bool:
    return bool(step.cells) and geometry[step.cells[0]].holds is Holds.PILE
