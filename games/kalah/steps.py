"""The steps for making a turn on the real board: sowing, moving captured seeds and, at the end, emptying the pits."""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.games.contents import CellDifference, Cells, Content
from fourth_seat.games.kalah.geometry import geometry
from fourth_seat.games.kalah.rules import NORTH, SOUTH, STORE_CELLS, KalahMove, KalahState, capture, scatter, sweep
from fourth_seat.games.options import Options
from fourth_seat.games.steps import Step, on_board
from fourth_seat.words import Text, Value, all_of, say, say_many

STORE_OWNERS = dict(zip(STORE_CELLS, (SOUTH.name, NORTH.name), strict=True))


def steps(state: KalahState, move: KalahMove) -> tuple[Step, ...]:
    """Return the steps of a turn for all sowings of its chain."""
    done: list[Step] = []
    for pit in move.pits:
        done += _sowing(state, pit)
        state = state.sow(pit)
    return tuple(done)


def restoring_steps(found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:  # noqa: ARG001
    """Return the steps that turn one board into another. Surplus seeds are removed before missing ones are added."""
    changes = on_board(found, wanted, geometry(options))
    return tuple(_restoring_step(change) for change in sorted(changes, key=_missing))


def _missing(change: CellDifference) -> int:
    """Return the number of seeds missing from a cell, or a negative number if there are too many."""
    found, wanted = (content.count if content else 0 for content in (change.found, change.wanted))
    return wanted - found


def _restoring_step(change: CellDifference) -> Step:
    missing, name = _missing(change), _cell_name(change.cell)
    if missing < 0:
        text = say_many("take a seed out of {cell}", "take {n} seeds out of {cell}", -missing, cell=name)
    else:
        text = say_many("put a seed into {cell}", "put {n} seeds into {cell}", missing, cell=name)
    return Step(text, (change.cell,), ((change.cell, change.wanted),))


def _cell_name(cell: str) -> Value:
    return say("{colour}'s store", colour=STORE_OWNERS[cell]) if cell in STORE_OWNERS else cell


def _sowing(state: KalahState, pit: int) -> list[Step]:
    names, store = state.names, state.pits
    seeds = state.ring[pit]
    before = list(state.ring)
    board, last = scatter(before, pit)
    route = [(pit + n) % (len(board) - 1) for n in range(1, seeds + 1)]
    lift = say_many(
        "take the seed from {pit} and put it into {onto}",
        "take the {n} seeds from {pit} and sow one into each of {onto}",
        seeds,
        pit=names[pit],
        onto=all_of([_cell_name(names[place]) for place in route]),
    )
    done = [Step(lift, tuple(names[place] for place in (pit, *route)), _changes(names, before, board))]

    before = board[:]
    if taken := capture(board, last, bool(state.options["empty-capture"])):
        touched = (last, 2 * store - last, store) if taken > 1 else (last, store)
        text = _capture_text(names[last], names[2 * store - last], taken - 1, _cell_name(names[store]))
        done.append(Step(text, tuple(names[place] for place in touched), _changes(names, before, board)))

    before = board[:]
    if sweep(board) and board != before:
        changes = _changes(names, before, board)
        pits = tuple(name for name, content in changes if content is None)
        (into,) = (name for name, content in changes if content is not None)
        text = say("the game is over: put all seeds from {pits} into {store}", pits=all_of(pits), store=_cell_name(into))
        done.append(Step(text, (*pits, into), changes))
    return done


def _capture_text(last: str, opposite: str, seeds: int, store: Value) -> Text:
    """Return the text of a capture, in which the last seed and any `seeds` of the opposite pit are put into the store."""
    if not seeds:
        return say("put the seed in {last} into {store}", last=last, store=store)
    return say_many(
        "put the seed in {last} and the one in {opposite} into {store}",
        "put the seed in {last} and the {n} in {opposite} into {store}",
        seeds,
        last=last,
        opposite=opposite,
        store=store,
    )


def _changes(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> tuple[tuple[str, Content | None], ...]:
    return tuple(
        (name, Content(count=new) if new else None)
        for name, old, new in zip(names, before, after, strict=True)
        if old != new
    )
