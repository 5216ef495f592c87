"""Manual corrections of the board, and moves that players make against the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fourth_seat.games.backgammon.cells import PLACES
from fourth_seat.games.backgammon.checkers import BAR, CHECKERS_EACH, OFF, POINTS, SIDES, Checkers, across, name_of
from fourth_seat.games.backgammon.moves import place_name
from fourth_seat.games.backgammon.notation import read_loosely
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadPosition, IllegalMove
from fourth_seat.words import say


def counted(places: Sequence[Sequence[int]]) -> tuple[Checkers, Checkers]:
    """Return white's and black's checkers, counting those missing from the points and the bar as borne off.

    Args:
        places: 26 counts for each colour, from its own point of view. Index 0 (borne off) is ignored.

    Raises:
        BadPosition: a colour has more than 15 checkers, both colours share a point, or no checkers are left.
    """
    for point in POINTS:
        if places[0][point] and places[1][across(point)]:
            raise BadPosition(
                say(
                    "a point cannot hold both colours: white's {point}, black's {across}",
                    point=point,
                    across=across(point),
                )
            )
    sides = []
    for colour, own in enumerate(places, 1):
        left = sum(own[1:])
        if left > CHECKERS_EACH:
            raise BadPosition(
                say("{colour} has {n} checkers on the board, but there are only 15", colour=name_of(colour), n=left)
            )
        sides.append((CHECKERS_EACH - left, *own[1:]))
    if all(own[OFF] == CHECKERS_EACH for own in sides):
        raise BadPosition(say("there are no checkers on the board"))
    return sides[0], sides[1]


def correct(state: BackgammonState, cells: Mapping[str, Content | None]) -> BackgammonState:
    """Return the position with the contents of some points, bars and homes replaced. The side to move stays the same.

    The number of checkers borne off is inferred from the rest of the board. If it is given, it must match.

    Raises:
        BadPosition: a cell is unknown, or its contents or a count are impossible.
    """
    places = [list(own) for own in state.checkers]
    homes: dict[int, int] = {}
    for name, content in cells.items():
        owners = [colour for colour in (1, 2) if name in PLACES[colour - 1]]
        if not owners:
            raise BadPosition(say("{name} cannot be corrected: name a point from 1 to 24, a bar or a home", name=name))
        if content and (content.colour not in owners or content.count < 1):
            names = tuple(SIDES[colour - 1].name for colour in owners)
            raise BadPosition(say("{name} can hold only checkers of {colours}", name=name, colours=names))
        for colour in owners:
            place = PLACES[colour - 1][name]
            count = content.count if content and content.colour == colour else 0
            if place == OFF:
                homes[colour] = count
            else:
                places[colour - 1][place] = count
    checkers = counted(places)
    for colour, count in homes.items():
        off = checkers[colour - 1][OFF]
        if count != off:
            raise BadPosition(
                say(
                    "{colour} has {left} checkers on the board, so {off} are off, not {count}",
                    colour=name_of(colour), left=CHECKERS_EACH - off, off=off, count=count,
                )
            )  # fmt: skip
    return replace(state, checkers=checkers)


def play_anyway(state: BackgammonState, text: str) -> BackgammonState:
    """Move checkers without regard to the rules (such as `24/9`), hit blots, and end the turn.

    Raises:
        BadNotation: the text is not a play, or no dice have been thrown.
        IllegalMove: the move is physically impossible.
    """
    try:
        state, ways = read_loosely(state, text)
        return state.next_turn(*_carried(state, ways))
    except BadPosition as error:
        raise IllegalMove(error.text) from None


def _carried(state: BackgammonState, ways: Sequence[Sequence[int]]) -> tuple[Checkers, Checkers]:
    """Return the checkers of the mover and the opponent after these moves, without checking the rules.

    Raises:
        BadPosition: there is no such checker, or the opponent holds the point where it lands.
    """
    own, other = (list(checkers) for checkers in state.board)
    for way in ways:
        if not own[way[0]]:
            raise BadPosition(
                say("{colour} has no checker to move from {place}", colour=name_of(state.turn), place=place_name(way[0]))
            )
        own[way[0]] -= 1
        for place in way[1:]:
            if not OFF < place < BAR:
                continue
            if other[across(place)] == 1:
                other[across(place)] -= 1
                other[BAR] += 1
            elif other[across(place)] and place == way[-1]:
                raise BadPosition(
                    say(
                        "point {point} is {colour}'s: the other side's checker cannot be there",
                        point=place,
                        colour=name_of(3 - state.turn),
                    )
                )
        own[way[-1]] += 1
    return tuple(own), tuple(other)
