"""Entering a turn by tapping start and end points in alternation. Only taps that can lead to a legal turn are offered.

A checker can be moved with several dice at once if the result is unambiguous. Tapping the same point twice bears off a
checker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fourth_seat.games.backgammon.cells import CALL_CELLS, PLACES, THROW_CELLS, cell_of
from fourth_seat.games.backgammon.checkers import BAR, OFF, SIDES, BackgammonBoard, hops, name_of
from fourth_seat.games.backgammon.legality import why_no_way, why_too_few
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonThrow, CubeAction, Dice
from fourth_seat.games.backgammon.partial_turns import PartialTurn, next_hops, partial_turns, reachable_ends
from fourth_seat.games.backgammon.rules import CUBE_PHASES, BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import dice_of, turns
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.input import PartialMove, match_in_order
from fourth_seat.words import Text, Value, say, say_many


def partial_move(state: BackgammonState, taps: Sequence[str]) -> PartialMove[BackgammonMove]:
    """Return the turns that begin with these taps.

    Raises:
        IllegalMove: the last tap leads to no legal move.
    """
    match state.phase:
        case _ if state.over:
            raise IllegalMove(say("the game is over"))
        case BackgammonPhase.THROW:
            return _throw(state, taps)
        case BackgammonPhase.PLAY:
            return _play(state, taps)
        case BackgammonPhase.CUBE if taps and taps[0] in THROW_CELLS:  # which implies the decision to roll
            return _throw(state.play_unchecked(CubeAction.ROLL), taps)
        case _:
            return _call(state, taps)


def _throw(state: BackgammonState, taps: Sequence[str]) -> PartialMove[BackgammonMove]:
    """Return the partial move for entering two dice with one tap each. In the opening throw, white's die comes first."""
    if len(taps) > 2 or any(tap not in THROW_CELLS for tap in taps):
        raise IllegalMove(say("tap the numbers on the two dice"))
    faces = tuple(THROW_CELLS[tap] for tap in taps)
    fits = tuple(
        throw
        for throw in state.legal()
        if isinstance(throw, BackgammonThrow) and _begins(throw.dice, faces, not state.turn)
    )
    if len(faces) == 2:
        return PartialMove(frozenset(), fits, fits[0])
    due = None if state.turn else say("Roll one die for {colour}.", colour=SIDES[len(faces)].name)
    return PartialMove(frozenset(THROW_CELLS), fits, due=due)


def _begins(dice: Dice, faces: tuple[int, ...], match_in_order: bool) -> bool:
    """Return whether these dice may be entered with these numbers first. Their order only matters in the opening throw."""
    return faces in (dice[: len(faces)], *(() if match_in_order else (dice[::-1][: len(faces)],)))


def cube_prompt(state: BackgammonState, players: Sequence[Value]) -> Text | None:
    """Return a prompt for the mover's cube decision, or None if there is nothing to decide."""
    if state.phase not in CUBE_PHASES:
        return None
    other, value = players[2 - state.turn], 2 * state.cube.value
    points = say_many("one point", "{n} points", state.cube.value, context="to lose")
    if state.phase is BackgammonPhase.ANSWER:
        return say("Take the cube at {value} and play on, or drop it and lose {points}.", value=value, points=points)
    return say(
        "Roll, or first double to {value}: {player} then takes the cube, or drops it and loses {points}.",
        player=other,
        value=value,
        points=points,
    )


def _call(state: BackgammonState, taps: Sequence[str]) -> PartialMove[BackgammonMove]:
    words = {name: call for name, call in CALL_CELLS.items() if call in state.legal()}
    partial: PartialMove[BackgammonMove] = match_in_order(words.values(), taps, lambda call: (f"say:{call}",))
    if not partial.moves:
        if state.phase is BackgammonPhase.CUBE:
            raise IllegalMove(say("roll first, and tap the numbers on the two dice"))
        raise IllegalMove(state.why_not(CALL_CELLS.get(taps[0], CubeAction.ROLL)) or say("one choice is enough"))
    if taps:
        return partial
    doubled = Content(faces=(2 * state.cube.value,))
    buttons = {name: doubled if call is CubeAction.DOUBLE else None for name, call in words.items()}
    if state.phase is BackgammonPhase.ANSWER:
        return replace(partial, buttons=buttons)
    throws = _throw(state.play_unchecked(CubeAction.ROLL), ())
    return replace(partial, next=partial.next | throws.next, moves=(*partial.moves, *throws.moves), buttons=buttons)


# -- the checkers --------------------------------------------------------------------------------------------------------


def _play(state: BackgammonState, taps: Sequence[str]) -> PartialMove[BackgammonMove]:
    assert state.dice is not None
    nodes = frozenset({(state.board, dice_of(state.dice))})
    start: int | None = None
    for tap in taps:
        place = _place(state, tap)
        ways = next_hops(partial_turns(state.board, state.dice), nodes)
        if start is None:
            if place not in ways:
                raise IllegalMove(_why_not_from(state, nodes, place))
            start = place
            continue
        end = OFF if place == start and OFF in ways[start] else place
        if end not in ways[start]:
            raise IllegalMove(_why_not_to(state, nodes, start, end))
        nodes, start = ways[start][end], None
    return _offered(state, nodes, start)


def _offered(state: BackgammonState, nodes: frozenset[PartialTurn], start: int | None) -> PartialMove[BackgammonMove]:
    """Return the cells to tap next: movable checkers or, after tapping `start`, the destinations of its checker."""
    assert state.dice is not None
    plays, graph = turns(state.board, state.dice), partial_turns(state.board, state.dice)
    board = _board(nodes)
    ways = next_hops(graph, nodes)
    offered = set(ways)
    if start is not None:
        offered = set(ways[start]) | ({start} if OFF in ways[start] else set())
        nodes = frozenset().union(*ways[start].values())
    ends = reachable_ends(graph, plays.keys(), nodes)
    return PartialMove(
        next=frozenset(cell_of(state.turn, place) for place in offered),
        moves=tuple(play for end, play in plays.items() if end in ends),
        complete=plays.get(board) if start is None else None,
        cells=replace(state, checkers=board if state.turn == 1 else board[::-1]).cells() if board != state.board else None,
    )


def _board(nodes: frozenset[PartialTurn]) -> BackgammonBoard:
    """Return the board shared by partial turns that differ only in the remaining dice."""
    return next(iter(nodes))[0]


def _place(state: BackgammonState, tap: str) -> int:
    place = PLACES[state.turn - 1].get(tap)
    if place is not None:
        return place
    if tap in PLACES[2 - state.turn]:
        raise IllegalMove(
            say("that place is {other}'s: it is {colour}'s turn", other=name_of(3 - state.turn), colour=name_of(state.turn))
        )
    raise IllegalMove(say("tap a point, the bar or the tray"))


def _why_not_from(state: BackgammonState, nodes: frozenset[PartialTurn], place: int) -> Text:
    """Explain why no checker can be moved from this place."""
    board, left = max(nodes)
    assert state.dice is not None
    if not left or board in turns(state.board, state.dice):
        return say("the turn is complete")
    if place != OFF and board[0][place] and (place == BAR or not board[0][BAR]):
        if any(start == place for die in left for start, _ in hops(board, die)):
            return why_too_few(state.board, state.dice)
        if place == BAR:
            return say("no checker can come in from the bar with {dice}", dice=", ".join(map(str, left)))
        return say("no checker on point {point} can move with {dice}", point=place, dice=", ".join(map(str, left)))
    return why_no_way(board, left, place, place, state.turn) or say("no checker can be moved from there")


def _why_not_to(state: BackgammonState, nodes: frozenset[PartialTurn], start: int, end: int) -> Text:
    """Explain why the selected checker cannot move to this place."""
    board, left = max(nodes)
    assert state.dice is not None
    if end == start:
        return say("the checker is there already: tap where it goes")
    reason = why_no_way(board, left, start, end, state.turn)
    if reason:
        return reason
    if start - end not in left and end != OFF:
        return say("there are two ways to get there: tap the points on the way one by one")
    return why_too_few(state.board, state.dice)
