"""XGID, eXtreme Gammon's one-line notation, which this program uses for backgammon positions.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10

The first 26 characters are the board from white's point of view (black's bar, points 1..24, white's bar), where `A` is one
white checker and `b` two black checkers. They are followed by colon-separated fields: the cube (as a power of two), its
owner (1 for white, -1 for black), the turn, the dice, white's and black's scores, the Crawford or Jacoby flag, the match
length, and the maximum cube (as a power of two).

Existing fields encode three states that XGID lacks. Turn `0` means the opening throw, dice `roll` means that the mover has
declined to double, and dice `drop` means that a double was dropped. As in XGID, the turn given with `D` or `drop` is the
doubler's.
"""

from __future__ import annotations

import re

from fourth_seat.boundary.numbers import matched_integer, parse_integer
from fourth_seat.games.backgammon.checkers import BAR, CHECKERS_EACH, POINTS, Checkers, across
from fourth_seat.games.backgammon.correction import counted
from fourth_seat.games.backgammon.cube import CENTRED_CUBE, MAX_CUBE_VALUE, DoublingCube, why_no_double
from fourth_seat.games.backgammon.match import (
    AHEAD,
    DECLARED_OPTIONS,
    MAX_MATCH_POINTS,
    check_match,
    crawford_game,
    score,
    with_score,
)
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState, turn_of
from fourth_seat.games.backgammon.scoring import winner
from fourth_seat.games.errors import BadOption, BadPosition
from fourth_seat.games.options import Options, OptionValue
from fourth_seat.words import say

XGID_PREFIX = "XGID="
PREFIX = re.compile(r"^XGID\s*[=:]?\s*", re.IGNORECASE)
BEAVER_SIGNS = ("B", "R")  # instead of dice: a beaver or raccoon was offered
COLOUR_SIGNS = {0: 0, 1: 1, 2: -1}  # of a colour
COLOURS_BY_SIGN = {str(sign): colour for colour, sign in COLOUR_SIGNS.items()}
PHASES_BEFORE_DICE = {
    "00": BackgammonPhase.CUBE,
    "0": BackgammonPhase.CUBE,
    "roll": BackgammonPhase.THROW,
    "d": BackgammonPhase.ANSWER,
    "drop": BackgammonPhase.DROPPED,
}


def write(state: BackgammonState) -> str:
    """Return the XGID of a position, including the cube, turn, dice and match."""
    match state.phase:
        case BackgammonPhase.PLAY:
            assert state.dice is not None
            dice, turn = f"{state.dice[0]}{state.dice[1]}", state.turn
        case BackgammonPhase.ANSWER | BackgammonPhase.DROPPED:
            dice, turn = ("D" if state.phase is BackgammonPhase.ANSWER else "drop"), 3 - state.turn
        case _:
            dice, turn = ("roll" if state.phase is BackgammonPhase.THROW and _may_double(state) else "00"), state.turn
    options = state.options
    flag = crawford_game(options) if options["match"] else bool(options["jacoby"])
    fields = (
        board_text(state.checkers), _power(state.cube.value), COLOUR_SIGNS[state.cube.owner], COLOUR_SIGNS[turn], dice,
        *score(options), int(flag), options["match"], _power(MAX_CUBE_VALUE),
    )  # fmt: skip
    return XGID_PREFIX + ":".join(str(field) for field in fields)


def _may_double(state: BackgammonState) -> bool:
    return bool(state.turn) and not winner(state.checkers) and not why_no_double(state.options, state.cube, state.turn)


def _power(value: int) -> int:
    return value.bit_length() - 1


def board_text(checkers: tuple[Checkers, Checkers]) -> str:
    """Return white's and black's checkers in XGID board notation."""
    white, black = checkers
    signs = [_sign(white[place], black[across(place)]) for place in POINTS]
    return "".join((_sign(0, black[BAR]), *signs, _sign(white[BAR], 0)))


def _sign(white: int, black: int) -> str:
    if white:
        return chr(ord("A") + white - 1)
    return chr(ord("a") + black - 1) if black else "-"


def read(text: str, options: Options) -> BackgammonState:
    """Parse an XGID and return its position.

    The options are updated with the match length, the score, and the Crawford or Jacoby flag. The option `cube` is enabled
    if the cube has been turned. All other options stay unchanged.

    Raises:
        BadPosition: a field is invalid. The message says which, and what it should be.
    """
    fields = PREFIX.sub("", text.strip(), count=1).replace(" ", "").split(":")
    if len(fields) not in (9, 10):
        raise BadPosition(
            say(
                "an XGID has 10 parts separated by colons, like {example}",
                example="XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            )
        )
    board, power, owner, turn, dice, white, black, flag, length = fields[:9]
    checkers = counted(_read_board(board))
    cube = DoublingCube(2 ** _number(power, "cube", _power(MAX_CUBE_VALUE)), _colour(owner, "cube's owner"))
    mover = _colour(turn, "turn")
    needs_cube = cube != CENTRED_CUBE or dice.lower() in ("d", "drop")
    options = _match(options, _number(length, "match length", MAX_MATCH_POINTS), (white, black), flag, needs_cube)
    return _placed(BackgammonState(options, checkers, mover, BackgammonPhase.THROW, None, cube), dice)


def _placed(state: BackgammonState, dice: str) -> BackgammonState:
    """Return the position with its phase set from the dice field."""
    options, checkers, cube, mover = state.options, state.checkers, state.cube, state.turn
    if dice.upper() in BEAVER_SIGNS:
        raise BadPosition(say("this XGID offers a beaver or raccoon, which this program does not support"))
    if not mover and dice not in ("00", "0"):
        raise BadPosition(say("in an XGID with turn 0, the opening roll, the dice must be 00"))
    if len(dice) == 2 and set(dice) <= set("123456"):
        one, two = map(matched_integer, dice)
        return BackgammonState(options, checkers, mover, BackgammonPhase.PLAY, (max(one, two), min(one, two)), cube)
    if dice.lower() not in PHASES_BEFORE_DICE:
        raise BadPosition(say("the dice of an XGID are two numbers, 00 or D, not {dice}", dice=dice))
    phase = PHASES_BEFORE_DICE[dice.lower()]
    if not mover:
        return state
    if phase is BackgammonPhase.CUBE:
        return turn_of(mover, options, checkers, cube)
    if phase is BackgammonPhase.THROW:
        return state
    if reason := why_no_double(options, cube, mover):
        raise BadPosition(say("this XGID has an impossible double: {reason}", reason=reason))
    return BackgammonState(options, checkers, 3 - mover, phase, None, cube)


def _read_board(board: str) -> list[list[int]]:
    if len(board) != BAR + 1:
        raise BadPosition(say("the board of an XGID has 26 characters, not {n}: {board}", n=len(board), board=board))
    places = [[0] * (BAR + 1), [0] * (BAR + 1)]
    for place, sign in enumerate(board):
        if sign == "-":
            continue
        count = ord(sign.lower()) - ord("a") + 1
        black = sign.islower()
        if not (sign.isascii() and sign.isalpha()) or count > CHECKERS_EACH or place == (BAR if black else 0):
            raise BadPosition(say("{sign} is not allowed at position {place} of an XGID", sign=sign, place=place))
        places[black][across(place) if black else place] = count
    return places


def _match(options: Options, length: int, scores: tuple[str, str], flag: str, cube: bool) -> Options:
    """Return the options updated with the XGID's match."""
    fields: dict[str, OptionValue] = {"match": length}
    if flag not in ("0", "1", "2", "3"):
        raise BadPosition(say("the Crawford or Jacoby flag of an XGID is 0 to 3, not {flag}", flag=flag))
    if length:
        white, black = (_number(score, "score", length - 1) for score in scores)
        options = with_score(Options(DECLARED_OPTIONS, {**options, **fields}), (white, black))
    else:
        fields |= {"jacoby": flag in ("1", "3"), **dict.fromkeys(AHEAD, 0)}
    if cube:
        fields["cube"] = True
    options = Options(DECLARED_OPTIONS, {**options, **fields})
    if length:
        crawford = Options(DECLARED_OPTIONS, {**options, "crawford": True})
        if flag == "1" and not crawford_game(crawford):
            raise BadPosition(say("the Crawford flag is set, but it needs exactly one side to be one point from winning"))
        if flag == "1" or crawford_game(options):
            options = Options(DECLARED_OPTIONS, {**options, "crawford": flag == "1"})
    try:
        check_match(options)
    except BadOption as error:
        raise BadPosition(error.text) from None
    return options


def _number(text: str, what: str, most: int) -> int:
    number = parse_integer(text, 0, most)
    if number is None:
        raise BadPosition(
            say("the {what} of an XGID is a number from 0 to {most}, not {text}", what=what, most=most, text=text)
        )
    return number


def _colour(text: str, what: str) -> int:
    if text not in COLOURS_BY_SIGN:
        raise BadPosition(say("the {what} of an XGID is 1, -1 or 0, not {text}", what=what, text=text))
    return COLOURS_BY_SIGN[text]
