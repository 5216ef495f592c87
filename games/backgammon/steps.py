"""What hands do to play a move: checkers, dice, cube. Points are numbered from the mover's own side."""

from __future__ import annotations

from itertools import groupby

from games.backgammon.cells import CUBE_CELLS, DIE_CELLS, cell_of, cube_contents, dice_contents, stack_content
from games.backgammon.checkers import BAR, OFF, across, name_of
from games.backgammon.cube import CENTRED, DoublingCube
from games.backgammon.moves import BackgammonMove, BackgammonPlay, BackgammonThrow, CheckerRoute, CubeAction
from games.backgammon.rules import BackgammonState
from games.contents import Content
from games.steps import Step
from words import Text, say, say_many

Leaves = tuple[tuple[str, Content | None], ...]


def steps(state: BackgammonState, move: BackgammonMove) -> tuple[Step, ...]:
    """The steps of a move, in order."""
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
        return Step(say("both threw {n}: throw again", n=one), (), ())
    if not state.turn:
        winner = name_of(after.turn)
        sentence = say("white threw {one}, black threw {two}: {colour} begins", one=one, two=two, colour=winner)
    else:
        sentence = say("{colour} threw {one} and {two}", colour=name_of(state.turn), one=one, two=two)
    return Step(sentence, DIE_CELLS, tuple(dice_contents(after.dice).items()))


def _call(state: BackgammonState, call: CubeAction) -> tuple[Step, ...]:
    """The steps of a cube action."""
    mover, cube = name_of(state.turn), state.cube
    match call:
        case CubeAction.ROLL:
            return (Step(say("{colour} throws the dice", colour=mover), (), ()),)
        case CubeAction.DOUBLE:
            sentence = say("{colour} doubles: turn the cube to {value} and offer it", colour=mover, value=2 * cube.value)
            return (Step(sentence, _cube_cells(cube, 0), _cube_leaves(cube, cube_contents(cube, offered=True))),)
        case CubeAction.TAKE:
            taken = cube.turned(state.turn)
            sentence = say("{colour} takes the cube: it shows {value}", colour=mover, value=taken.value)
            leaves = _cube_leaves(CENTRED, cube_contents(taken, offered=False))
            return (Step(sentence, (CUBE_CELLS[0], CUBE_CELLS[state.turn]), leaves),)
        case CubeAction.DROP:
            return (Step(say("{colour} drops: the game is over", colour=mover), (), ()),)


def _cube_cells(before: DoublingCube, owner: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys((CUBE_CELLS[before.owner], CUBE_CELLS[owner])))


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
    picked_up = say("{colour} picks up the dice", colour=name_of(state.turn))
    if not play.routes:
        picked_up = say("{colour} cannot move and picks up the dice", colour=name_of(state.turn))
    if state.turn == 2 and play.routes:
        picked_up = say(
            "{colour} picks up the dice; points are counted from {colour}'s own side", colour=name_of(state.turn)
        )
    return (*result, Step(picked_up, DIE_CELLS, tuple((cell, None) for cell in DIE_CELLS)))


def _hit(board: list[list[int]], point: int, mover: int) -> Step:
    """Lay the opponent's lone checker on the bar; `point` is numbered from the mover's side."""
    other = 3 - mover
    theirs = board[1]
    theirs[across(point)] -= 1
    theirs[BAR] += 1
    cell, bar = cell_of(mover, point), cell_of(other, BAR)
    sentence = say("hit on point {point}: lay {colour}'s checker on the bar", point=point, colour=name_of(other))
    return Step(
        sentence,
        (cell, bar),
        ((cell, stack_content(other, theirs[across(point)])), (bar, stack_content(other, theirs[BAR]))),
    )


def _carry(board: list[list[int]], route: CheckerRoute, count: int, mover: int) -> Step:
    """Move `count` checkers of the mover along the same route."""
    own = board[0]
    own[route.start] -= count
    own[route.end] += count
    start, end = cell_of(mover, route.start), cell_of(mover, route.end)
    leaves = ((start, stack_content(mover, own[route.start])), (end, stack_content(mover, own[route.end])))
    over = tuple(cell_of(mover, point) for point in route.points[1:-1])
    return Step(_sentence(route, count), (start, *over, end), leaves)


def _sentence(route: CheckerRoute, n: int) -> Text:
    start, end = route.start, route.end
    if start == BAR and end == OFF:
        raise AssertionError("no throw takes a checker from the bar off the board")
    if start == BAR:
        return say_many(
            "bring a checker in from the bar to {end}", "bring {n} checkers in from the bar to {end}", n, end=end
        )
    if end == OFF:
        return say_many("bear off a checker from {start}", "bear off {n} checkers from {start}", n, start=start)
    return say_many(
        "move a checker from {start} to {end}", "move {n} checkers from {start} to {end}", n, start=start, end=end
    )
