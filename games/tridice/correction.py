"""Manual corrections of the board, and turns that players make against the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fourth_seat.boundary.numbers import matched_integer
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadNotation, BadPosition, IllegalMove
from fourth_seat.games.tridice.geometry import geometry
from fourth_seat.games.tridice.lattice import CELLS, INDEX
from fourth_seat.games.tridice.notation import build, read_moves, read_path
from fourth_seat.games.tridice.rules import TriDiceBoard, TriDiceState, dice_of, rolled_board, sides
from fourth_seat.words import say

WITH_FACES = re.compile(r"(.*\d\d)\s+(\d)/(\d)", re.ASCII)


def correct(state: TriDiceState, cells: Mapping[str, Content | None]) -> TriDiceState:
    """Return the position with the contents of some cells replaced. The count of turns towards a draw is reset.

    If only cells of the board are given, additional dice are taken from the hand or, if it is empty, from the captured
    dice, and missing dice count as captured. If dice in hand or captured dice are given, these are used instead.

    Raises:
        BadPosition: a cell is unknown or cannot have these contents, no die shows the given faces, or the number of dice is
            wrong.
    """
    before = state.cells()
    wanted = dict(before)
    board = geometry(state.options)
    for name, content in cells.items():
        if name not in board or board[name].zone == "dice":
            raise BadPosition(say("no die can be placed on {name}", name=name))
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
            raise BadPosition(say("no die in this game shows that on {name}: check which way its numbers run", name=name))
    if state.pending is None:
        return corrected
    if corrected.board[state.pending] or not corrected.hands[state.turn - 1]:
        raise BadPosition(say("a die is about to be thrown for {cell}: leave that cell free", cell=CELLS[state.pending]))
    return TriDiceState(corrected.options, corrected.board, corrected.hands, corrected.turn, state.pending)


def _as_die(name: str, content: Content) -> Content:
    if content.colour not in (1, 2) or content.count != 1:
        raise BadPosition(say("{name} can hold only one die", name=name))
    zone, _, place = name.partition(":")
    if zone in ("hand", "out") and not place.startswith(f"{content.colour}:"):
        raise BadPosition(say("{name} belongs to the other colour", name=name))
    if name in INDEX and len(content.faces) not in (2, 4):
        raise BadPosition(say("say what the die on {name} shows: top and left corner", name=name))
    return content


def _hand(state: TriDiceState, colour: int, wanted: Mapping[str, Content], cells: Mapping[str, Content | None]) -> int:
    """Return the number of dice in a colour's hand after a correction of the board."""
    prefixes = {zone: f"{zone}:{colour}:" for zone in ("hand", "out")}
    beside = {zone: sum(name.startswith(prefix) for name in wanted) for zone, prefix in prefixes.items()}
    given = {zone for zone, prefix in prefixes.items() if any(name.startswith(prefix) for name in cells)}
    on_board = sum(name in INDEX and content.colour == colour for name, content in wanted.items())
    most = dice_of(state.options, colour)
    if "out" in given:
        hand = most - on_board - beside["out"]
        if hand < 0 or ("hand" in given and hand != beside["hand"]):
            number, name = on_board + sum(beside.values()), sides(state.options)[colour - 1].name
            raise BadPosition(say("that makes {n} {colour} dice; there should be {most}", n=number, colour=name, most=most))
        return hand
    if "hand" in given:
        return beside["hand"]
    added = max(0, on_board - state.on_board(colour))
    return max(0, beside["hand"] - added)


def play_anyway(state: TriDiceState, text: str) -> TriDiceState:
    """Play a turn even if the rules forbid it. Unless the turn is legal, the count of turns towards a draw is reset.

    The turn may be legal, a pass, or a move of one of the mover's dice to any cell without a die of the same colour
    (`33-11`, or `33-11 4/1` to give the faces that the die then shows). Any opposing die on this cell is captured.

    Raises:
        BadNotation: the text is not a turn.
        IllegalMove: the turn is physically impossible.
    """
    try:
        return _after_legal_turn(state, text)
    except (BadNotation, IllegalMove) as error:
        refusal = error
    if state.over or state.pending is not None or text.strip().startswith("@"):
        raise refusal
    board = state.board if text.strip().lower() == "pass" else _board_after_move(state, text)
    return TriDiceState(state.options, board, state.hands, 3 - state.turn)


def _after_legal_turn(state: TriDiceState, text: str) -> TriDiceState:
    for move in read_moves(state, text):
        state = state.play(move)
    return state


def _board_after_move(state: TriDiceState, text: str) -> TriDiceBoard:
    """Return the board after moving one of the mover's dice to any cell, possibly with faces not reached by rolling."""
    faces = WITH_FACES.fullmatch(text.strip())
    start, *_, end = read_path(faces[1] if faces else text)
    if reason := state.why_not_carry(start, end):
        raise IllegalMove(reason)
    board = list(rolled_board(state.board, start, end))
    if faces:
        try:
            board[end] = state.die(state.turn, end, matched_integer(faces[2]), matched_integer(faces[3]))
        except KeyError:
            raise IllegalMove(say("no die shows {look} there", look=f"{faces[2]}/{faces[3]}")) from None
    return tuple(board)
