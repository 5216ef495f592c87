"""What hands do in a turn of Kalah: lift and sow, move what is captured, and at the end sweep each side together."""

from __future__ import annotations

from collections.abc import Sequence

from games.contents import Content
from games.kalah.rules import KalahMove, KalahState, capture, scatter, sweep
from games.steps import Step
from words import Value, say, say_many


def steps(state: KalahState, move: KalahMove) -> tuple[Step, ...]:
    """The steps of a whole chain."""
    done: list[Step] = []
    for pit in move.pits:
        done += _sowing(state, pit)
        state = state.sow(pit)
    return tuple(done)


def _sowing(state: KalahState, pit: int) -> list[Step]:
    names, store = state.names, state.pits
    seeds = state.ring[pit]
    before = list(state.ring)
    board, last = scatter(before, pit)
    route = [(pit + n) % (len(board) - 1) for n in range(1, seeds + 1)]
    onto: tuple[Value, ...] = tuple(say("the store") if place == store else names[place] for place in route)
    lift = say_many(
        "lift the seed from {pit}, drop it into {onto}",
        "lift {n} seeds from {pit}, drop one in each of {onto}",
        seeds,
        pit=names[pit],
        onto=onto,
    )
    done = [Step(lift, tuple(names[place] for place in (pit, *route)), _changes(names, before, board))]

    before = board[:]
    if taken := capture(board, last, bool(state.options["empty-capture"])):
        touched = (last, 2 * store - last, store) if taken > 1 else (last, store)
        take = say_many(
            "the last seed goes to the store",
            "the last seed and the {opposite} across go to the store",
            taken,
            opposite=taken - 1,
        )
        done.append(Step(take, tuple(names[place] for place in touched), _changes(names, before, board)))

    before = board[:]
    if sweep(board) and board != before:
        changes = _changes(names, before, board)
        text = say("the game is over: all seeds left on a side go to that side's store")
        done.append(Step(text, tuple(name for name, _ in changes), changes))
    return done


def _changes(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> tuple[tuple[str, Content | None], ...]:
    return tuple(
        (name, Content(count=new) if new else None)
        for name, old, new in zip(names, before, after, strict=True)
        if old != new
    )
