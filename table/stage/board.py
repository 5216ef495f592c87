"""The board as a screen shows it: contents, pending changes, marked cells, and the steps that people make by hand.

The window and the page draw the same things; neither needs to know the rules.
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
    """The board as it is shown.

    Attributes:
        cells: the contents of the cells.
        coming: the contents that cells will have once the placement or the tap is done.
        steps: the steps that people make by hand, starting from `cells`.
        last: the cells that the last move touched.
        tapped: the cells of the move that is being entered.
        next: the places that may be tapped next.
        misfits: the cells of a piece that has been laid on the board where it does not fit.
        unfit: the cells of trays whose pieces the person to move cannot place anywhere.
        deciding: the cells that show why the game has ended.
        buttons: the buttons beside the board that can be pressed now, with what is drawn on them; no others are drawn.
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
    """Show the game as it is, with the entry so far; `board_pending` shows a move that is waiting to be set down."""
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
    """Show the real board with the steps that people make by hand: all of them, or only number `step`, counted from 1."""
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
    """Return the tray cells whose pieces the person to move cannot place anywhere."""
    if not game_state.people_move or game_state.needs_throw:
        return ()
    return tuple(sorted(name for name, cells in game_state.game.anchors(game_state.state).items() if not cells))


def is_helped(game_state: GameState) -> bool:
    """Return whether the person to move wants to see the legal moves."""
    return game_state.may_throw or game_state.person(game_state.state.seat).help != NO_HELP


def last_touched(game_state: GameState, geometry: Geometry, count: int) -> tuple[str, ...]:
    """Return the cells that the last move among the first `count` entries touched, not counting throws."""
    history = game_state.history
    while count and _is_throw(history.entries[count - 1]):
        count -= 1
    if not count or history.entries[count - 1].move is None:
        return ()
    state, move = history.line_at(count - 1).state, history.entries[count - 1].move
    return touched(game_state.game.steps(state, move), geometry)


def touched(steps: Iterable[Step], geometry: Geometry) -> tuple[str, ...]:
    """Return the cells on the board that steps touch; if seeds are sown around the board, these are only the pits from
    which the seeds were lifted.
    """
    cells: Sequence[str] = [cell for step in steps for cell in (step.cells[:1] if _sown(step, geometry) else step.cells)]
    return tuple(dict.fromkeys(cell for cell in cells if geometry[cell].zone not in WITHOUT_MARKS))


def _is_throw(entry: HistoryEntry) -> bool:
    return entry.seat == 0 and entry.move is not None


def _comes_alone(cell: Cell) -> bool:
    """Return whether the coming content of a cell can be shown there beforehand; numbers on top of numbers could not be
    read.
    """
    return cell.zone not in UNTOUCHED_ZONES and cell.holds is not Holds.PILE


def _sown(step: Step, geometry: Geometry) -> bool:
    return bool(step.cells) and geometry[step.cells[0]].holds is Holds.PILE
