"""The steps for making a move on the real board. Points are numbered from the mover's side."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby

from fourth_seat.games.backgammon.cells import (
    CUBE_CELLS,
    DIE_CELLS,
    PLACES,
    cell_of,
    cube_contents,
    dice_contents,
    stack_content,
)
from fourth_seat.games.backgammon.checkers import BAR, OFF, across, name_of
from fourth_seat.games.backgammon.cube import CENTRED_CUBE, DoublingCube
from fourth_seat.games.backgammon.geometry import geometry
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CheckerRoute, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.contents import CellDifference, Cells, Content
from fourth_seat.games.options import Options
from fourth_seat.games.steps import Step, on_board, with_cells_beside
from fourth_seat.words import Text, Value, say, say_many

Leaves = tuple[tuple[str, Content | None], ...]


def steps(state: BackgammonState, move: BackgammonMove) -> tuple[Step, ...]:
    """Return the steps of a move, in order."""
    match move:
        case BackgammonThrow():
            return (_throw(state, move),)
        case BackgammonPlay():
            return _play(state, move)
        case _:
            return _call(state, move)


def _throw(state: BackgammonState, throw: BackgammonThrow) -> Step:
    one, two = throw.dice
    after = state.play_unchecked(throw)
    if after.dice is None:
        return Step(say("both rolled {n}: roll again", n=one), (), ())
    if not state.turn:
        winner = name_of(after.turn)
        sentence = say("white rolled {one}, black rolled {two}: {colour} goes first", one=one, two=two, colour=winner)
    else:
        sentence = say("{colour} rolled {one} and {two}", colour=name_of(state.turn), one=one, two=two)
    return Step(sentence, DIE_CELLS, tuple(dice_contents(after.dice).items()))


def _call(state: BackgammonState, call: CubeAction) -> tuple[Step, ...]:
    """Return the steps of a cube action."""
    mover, cube = name_of(state.turn), state.cube
    match call:
        case CubeAction.ROLL:  # the throw says it all
            return ()
        case CubeAction.DOUBLE:
            sentence = say("{colour} doubles: turn the cube to {value} and offer it", colour=mover, value=2 * cube.value)
            return (
                Step(
                    sentence,
                    tuple(dict.fromkeys((CUBE_CELLS[cube.owner], CUBE_CELLS[0]))),
                    _cube_leaves(cube, cube_contents(cube, offered=True)),
                ),
            )
        case CubeAction.TAKE:
            taken = cube.turned(state.turn)
            sentence = say("{colour} takes the cube: it shows {value}", colour=mover, value=taken.value)
            leaves = _cube_leaves(CENTRED_CUBE, cube_contents(taken, offered=False))
            return (Step(sentence, (CUBE_CELLS[0], CUBE_CELLS[state.turn]), leaves),)
        case CubeAction.DROP:
            return (Step(say("{colour} drops: the game is over", colour=mover), (), ()),)


def _cube_leaves(before: DoublingCube, after: dict[str, Content]) -> Leaves:
    return tuple({CUBE_CELLS[before.owner]: None, **after}.items())


def _play(state: BackgammonState, play: BackgammonPlay) -> tuple[Step, ...]:
    board = [list(own) for own in state.board]
    result: list[Step] = []
    for _, group in groupby(play.routes, key=lambda route: route.points):
        same = list(group)
        for route in same:
            result.extend(_hit(board, point, state.turn) for point in route.hit)
        result.append(_carry(board, same[0], len(same), state.turn))
    without_dice = tuple((cell, None) for cell in DIE_CELLS)
    if not result:
        return (
            Step(say("{colour} cannot move and picks up the dice", colour=name_of(state.turn)), DIE_CELLS, without_dice),
        )
    # The next player picks up the dice to roll them: nobody has to be told.
    last = result.pop()
    return (*result, replace(last, leaves=(*last.leaves, *without_dice)))


def _hit(board: list[list[int]], point: int, mover: int) -> Step:
    """Return the step that moves an opposing blot to the bar. `point` is numbered from the mover's side."""
    other = 3 - mover
    theirs = board[1]
    theirs[across(point)] -= 1
    theirs[BAR] += 1
    cell, bar = cell_of(mover, point), cell_of(other, BAR)
    sentence = say("hit on {point}: put the {colour} checker on the bar", point=point, colour=name_of(other))
    return Step(
        sentence,
        (cell, bar),
        ((cell, stack_content(other, theirs[across(point)])), (bar, stack_content(other, theirs[BAR]))),
    )


def _carry(board: list[list[int]], route: CheckerRoute, count: int, mover: int) -> Step:
    """Return the step that moves `count` of the mover's checkers along the same route."""
    own = board[0]
    own[route.start] -= count
    own[route.end] += count
    start, end = cell_of(mover, route.start), cell_of(mover, route.end)
    leaves = ((start, stack_content(mover, own[route.start])), (end, stack_content(mover, own[route.end])))
    over = tuple(cell_of(mover, point) for point in route.points[1:-1])
    return Step(_sentence(mover, count, route.start, route.end), (start, *over, end), leaves)


def restoring_steps(found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:
    """Return the steps that turn one board into another. Points are numbered from the mover's side.

    Surplus checkers are moved to points where checkers are missing. Any remaining checkers are then taken off or put on.
    """
    board = geometry(bool(options["cube"]))
    changes = on_board(found, wanted, board)
    now: dict[str, Content | None] = {change.cell: change.found for change in changes}
    done: list[Step] = []
    for colour in (1, 2, 1, 2):  # the second time onto points that the others have left
        missing = {change.cell: _count(change.wanted, colour) - _count(now[change.cell], colour) for change in changes}
        ways = [(start, end) for start in missing for end in missing if missing[start] < 0 < missing[end]]
        for start, end in sorted(ways, key=lambda way: math.dist(board[way[0]].foot, board[way[1]].foot)):
            count = min(-missing[start], missing[end])
            if count <= 0 or (now[end] and not _count(now[end], colour)):
                continue
            missing[start] += count
            missing[end] -= count
            now[start] = stack_content(colour, _count(now[start], colour) - count)
            now[end] = stack_content(colour, _count(now[end], colour) + count)
            text = _sentence(colour, count, _place(start, mover), _place(end, mover))
            done.append(Step(text, (start, end), ((start, now[start]), (end, now[end]))))
    done += [_take_off(change, now, mover) for change in changes if _too_many(now[change.cell], change.wanted)]
    done += [_put_on(change, now, mover) for change in changes if now[change.cell] != change.wanted]
    return with_cells_beside(done, found, wanted, board)


def _too_many(found: Content | None, wanted: Content | None) -> bool:
    return found is not None and _count(wanted, found.colour) < found.count


def _take_off(change: CellDifference, now: dict[str, Content | None], mover: int) -> Step:
    found = now[change.cell]
    assert found is not None  # ensured by `_too_many`
    left = _count(change.wanted, found.colour)
    now[change.cell] = stack_content(found.colour, left)
    text = say_many(
        "take a {colour} checker off {cell}",
        "take {n} {colour} checkers off {cell}",
        found.count - left,
        colour=name_of(found.colour),
        cell=_from(_place(change.cell, mover)),
    )
    return Step(text, (change.cell,), ((change.cell, now[change.cell]),))


def _put_on(change: CellDifference, now: dict[str, Content | None], mover: int) -> Step:
    wanted = change.wanted
    assert wanted is not None  # everything that was too much has been taken off
    text = say_many(
        "put a {colour} checker on {cell}",
        "put {n} {colour} checkers on {cell}",
        wanted.count - _count(now[change.cell], wanted.colour),
        colour=name_of(wanted.colour),
        cell=_to(_place(change.cell, mover)),
    )
    return Step(text, (change.cell,), ((change.cell, wanted),))


def _count(content: Content | None, colour: int) -> int:
    return content.count if content and content.colour == colour else 0


def _place(cell: str, mover: int) -> int:
    """Return a cell's place number from the mover's point of view. The cell may be either side's bar or tray."""
    own, other = PLACES[mover == 2], PLACES[mover != 2]
    return own[cell] if cell in own else other[cell]


def _sentence(colour: int, n: int, start: int, end: int) -> Text:
    """Return an instruction to move checkers from one place to another."""
    whose = name_of(colour)
    if end == OFF and start != BAR:
        return say_many(
            "bear off a {colour} checker from {start}",
            "bear off {n} {colour} checkers from {start}",
            n,
            colour=whose,
            start=start,
        )
    return say_many(
        "move a {colour} checker from {start} to {end}",
        "move {n} {colour} checkers from {start} to {end}",
        n,
        colour=whose,
        start=_from(start),
        end=_to(end),
    )


def _from(place: int) -> Value:
    return {BAR: say("the bar", context="from"), OFF: say("the tray", context="from")}.get(place, place)


def _to(place: int) -> Value:
    return {BAR: say("the bar", context="to"), OFF: say("the tray", context="to")}.get(place, place)
