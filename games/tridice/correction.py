"""Corrections of the board by hand, and turns that the table accepts although the rules forbid them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from boundary.numbers import matched_integer
from games.contents import Content
from games.errors import BadNotation, BadPosition, IllegalMove
from games.tridice.geometry import geometry
from games.tridice.lattice import CELLS, INDEX
from games.tridice.notation import build, read_moves, read_path
from games.tridice.rules import Board, TriDiceState, rolled_board, sides
from words import say

WITH_LOOK = re.compile(r"(.*\d\d)\s+(\d)/(\d)", re.ASCII)


def correct(state: TriDiceState, cells: Mapping[str, Content | None]) -> TriDiceState:
    """Return the position with other contents on some cells; the count for draws restarts.

    If only cells of the board are given, an additional die came from the hand (or back into the game), and a missing one
    was captured. If dice in hand or captured dice are given, they are taken as given.

    Raises:
        BadPosition: a cell does not exist, a die cannot lie as given, or there are not as many dice.
    """
    before = state.cells()
    wanted = dict(before)
    board = geometry(int(state.options["dice"]))
    for name, content in cells.items():
        if name not in board or board[name].zone == "dice":
            raise BadPosition(say("no die can lie on {name}", name=name))
        if content is None:
            wanted.pop(name, None)
        else:
            wanted[name] = _as_die(name, content)
    if wanted == before:
        return state
    dice = {
        INDEX[name]: (content.colour, content.faces[0], content.faces[1])
        for name, content in wanted.items()
        if name in INDEX
    }
    hands = tuple(_hand(state, colour, wanted, cells) for colour in (1, 2))
    corrected = build(state, dice, (hands[0], hands[1]))
    for name, content in wanted.items():
        if name in INDEX and len(content.faces) == 4 and corrected.faces(INDEX[name]) != content.faces:
            raise BadPosition(say("no die of this game shows that on {name}: check the way its numbers run", name=name))
    if state.pending is None:
        return corrected
    if corrected.board[state.pending] or not corrected.hands[state.turn - 1]:
        raise BadPosition(say("a die is about to be thrown for {cell}: leave it free", cell=CELLS[state.pending]))
    return TriDiceState(corrected.options, corrected.board, corrected.hands, corrected.turn, state.pending)


def _as_die(name: str, content: Content) -> Content:
    if content.colour not in (1, 2) or content.count != 1:
        raise BadPosition(say("{name} can hold one die, nothing else", name=name))
    if name in INDEX and len(content.faces) not in (2, 4):
        raise BadPosition(say("say what the die on {name} shows: top and left corner", name=name))
    return content


def _hand(state: TriDiceState, colour: int, wanted: Mapping[str, Content], cells: Mapping[str, Content | None]) -> int:
    """Return the number of dice in a colour's hand after a correction."""
    kinds = {kind: f"{kind}:{colour}:" for kind in ("hand", "out")}
    lying = {kind: sum(name.startswith(prefix) for name in wanted) for kind, prefix in kinds.items()}
    given = {kind for kind, prefix in kinds.items() if any(name.startswith(prefix) for name in cells)}
    standing = sum(name in INDEX and content.colour == colour for name, content in wanted.items())
    most = int(state.options["dice"])
    if "out" in given:
        hand = most - standing - lying["out"]
        if hand < 0 or ("hand" in given and hand != lying["hand"]):
            number, name = standing + sum(lying.values()), sides(state.options)[colour - 1].name
            raise BadPosition(say("that makes {n} {colour} dice; there are {most}", n=number, colour=name, most=most))
        return hand
    if "hand" in given:
        return lying["hand"]
    more = max(0, standing - state.on_board(colour))
    return max(0, lying["hand"] - more)


def play_anyway(state: TriDiceState, text: str) -> TriDiceState:
    """Play a turn that the table accepts; unless it is legal, the count for draws restarts.

    Accepted are any move of one of the mover's dice to a cell without another (`33-11`, or with what it shows there:
    `33-11 4/1`), and a pass.

    Raises:
        BadNotation: no turn can be read.
        IllegalMove: hands could not do it.
    """
    try:
        return _played(state, text)
    except (BadNotation, IllegalMove) as error:
        refusal = error
    if state.over or state.pending is not None or text.strip().startswith("@"):
        raise refusal
    board_geometry = state.board if text.strip().lower() == "pass" else _moved(state, text)
    return TriDiceState(state.options, board_geometry, state.hands, 3 - state.turn)


def _played(state: TriDiceState, text: str) -> TriDiceState:
    for move in read_moves(state, text):
        state = state.play(move)
    return state


def _moved(state: TriDiceState, text: str) -> Board:
    """Return the board after one of the mover's dice was moved anywhere, perhaps turned on the way."""
    look = WITH_LOOK.fullmatch(text.strip())
    start, *_, end = read_path(look[1] if look else text)
    if reason := state.why_not_carry(start, end):
        raise IllegalMove(reason)
    board_geometry = list(rolled_board(state.board, start, end))
    if look:
        try:
            board_geometry[end] = state.die(state.turn, end, matched_integer(look[2]), matched_integer(look[3]))
        except KeyError:
            raise IllegalMove(say("no die shows {look} there", look=f"{look[2]}/{look[3]}")) from None
    return tuple(board_geometry)
