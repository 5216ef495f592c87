"""GNU Backgammon IDs: 14 characters for the checkers and 12 for the cube, turn, dice and match
(`4HPwATDgc/ABMA:cAkAAAAAAAAE`).

Both are bit strings, least significant bit of each byte first, in unpadded base 64. The position ID lists the places of the
side not on roll and then those of the side on roll, from point 1 to the bar. Each place is encoded as one 1 bit per
checker, followed by a 0 bit. GNU Backgammon's player 1 (shown at the bottom) is white here, and its player 0 is black.
"""

from __future__ import annotations

import base64
import binascii
import re

from fourth_seat.games.backgammon.checkers import BAR, CHECKERS_EACH, POINTS, BackgammonBoard, across
from fourth_seat.games.backgammon.cube import MAX_CUBE_VALUE
from fourth_seat.games.backgammon.match import crawford_game, score
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.errors import BadPosition
from fourth_seat.words import say

POSITION_SIGNS, MATCH_SIGNS = 14, 12
POSITION_BITS = 80
LABEL = re.compile(r"\b(?:GNU ?BG ?ID|GNU Backgammon|(?:position|match) ?ID)\b\s*[:=]?", re.IGNORECASE)
PLACES = (*POINTS, BAR)
PLAYER_NUMBERS = {1: 1, 2: 0}  # of a colour
NO_OWNER = 3  # of a cube in the middle
PLAYING, RESIGNED, DROPPED = 1, 3, 4  # states of a game

FIELD_BITS = {
    "power": 4, "owner": 2, "roller": 1, "crawford": 1, "game": 3, "decider": 1, "doubled": 1, "resigned": 2,
    "die1": 3, "die2": 3, "length": 15, "score0": 15, "score1": 15, "no_jacoby": 1,
}  # fmt: skip
"""The widths of a match ID's fields in bits, in order. `power` is the base-2 logarithm of the cube's value. When a double
is offered, the decider is the player not on roll.
"""
MATCH_BITS = 72
POSITION_FIELDS = {"owner": NO_OWNER, "roller": 1, "decider": 1, "game": PLAYING, "no_jacoby": 1}
"""Default match data for a position ID without a match ID: white is on roll in a single game."""


def is_gnuid(text: str) -> bool:
    """Return whether a string has the form of a position ID, optionally followed by a match ID.

    GNU Backgammon writes `GNUBGID` before the IDs, or a label before each: `Position ID: ... Match ID: ...`.
    """
    return [len(part) for part in _parts(text)] in ([POSITION_SIGNS], [POSITION_SIGNS, MATCH_SIGNS])


def _parts(text: str) -> list[str]:
    return LABEL.sub(" ", text).replace(":", " ").split()


# -- from an ID ----------------------------------------------------------------------------------------------------------


def to_xgid(text: str) -> str:
    """Convert a GNU Backgammon ID to an XGID.

    Raises:
        BadPosition: a character is outside base 64, or a side has too many checkers.
    """
    position, *match = _parts(text)
    fields = POSITION_FIELDS if not match else _read_fields(_bits(match[0], MATCH_BITS))
    other, roller = _read_checkers(_bits(position, POSITION_BITS))
    if fields["game"] == RESIGNED:
        raise BadPosition(say("this GNU Backgammon ID is from a game that was given up: use one from an earlier position"))
    white = fields["roller"] == PLAYER_NUMBERS[1]
    turn = 1 if white else -1
    length = fields.get("length", 0)
    flag = fields.get("crawford", 0) if length else 1 - fields["no_jacoby"]
    parts = (
        _xgid_board(*((roller, other) if white else (other, roller))),
        fields.get("power", 0), {PLAYER_NUMBERS[1]: 1, PLAYER_NUMBERS[2]: -1}.get(fields["owner"], 0), turn,
        _xgid_dice(fields), *_scores_before(fields), flag, length, MAX_CUBE_VALUE.bit_length() - 1,
    )  # fmt: skip
    return "XGID=" + ":".join(str(part) for part in parts)


def _scores_before(fields: dict[str, int]) -> tuple[int, int]:
    """Return white's and black's scores before this game. After a dropped double, the ID's score already includes it."""
    won = 2 ** fields.get("power", 0) if fields["game"] == DROPPED and fields.get("length", 0) else 0
    white, black = fields.get("score1", 0), fields.get("score0", 0)
    return (white - won, black) if fields["roller"] == PLAYER_NUMBERS[1] else (white, black - won)


def _xgid_dice(fields: dict[str, int]) -> str:
    if fields["game"] == DROPPED:
        return "drop"
    if fields.get("doubled", 0):
        return "D"
    return f"{fields.get('die1', 0)}{fields.get('die2', 0)}"


def _xgid_board(white: list[int], black: list[int]) -> str:
    signs = ["-"] * (BAR + 1)
    for place in PLACES:
        for own, base, at in ((white, "A", place), (black, "a", across(place))):
            if own[place]:
                if signs[at] != "-":
                    raise BadPosition(say("a point cannot hold both colours: white's {point}", point=at))
                signs[at] = chr(ord(base) + own[place] - 1)
    return "".join(signs)


def _bits(text: str, most: int) -> int:
    """Decode an ID to an integer whose least significant bit is the ID's first bit."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise BadPosition(
            say("{text} is not a GNU Backgammon ID: such an ID consists of letters, digits, + and /", text=text)
        ) from None
    number = int.from_bytes(data, "little")
    if number >> most or base64.b64encode(data).decode().rstrip("=") != text.rstrip("="):
        raise BadPosition(say("{text} is not a GNU Backgammon ID: its last character is impossible", text=text))
    return number


def _read_checkers(bits: int) -> tuple[list[int], list[int]]:
    sides = []
    for _ in range(2):
        own = [0] * (BAR + 1)
        for place in PLACES:
            while bits & 1:
                own[place] += 1
                bits >>= 1
            bits >>= 1
        if sum(own) > CHECKERS_EACH:
            raise BadPosition(say("one side has {n} checkers in this position ID, but there are only 15", n=sum(own)))
        sides.append(own)
    return sides[0], sides[1]


def _read_fields(bits: int) -> dict[str, int]:
    fields = {}
    for name, width in FIELD_BITS.items():
        fields[name] = bits & (1 << width) - 1
        bits >>= width
    return fields


# -- to an ID ------------------------------------------------------------------------------------------------------------


def position_id(board: BackgammonBoard) -> str:
    """Return the 14-character position ID of a board with its first side on roll."""
    bits, at = 0, 0
    for own in reversed(board):
        for place in PLACES:
            bits |= (1 << own[place]) - 1 << at
            at += own[place] + 1
    return _text(bits, POSITION_BITS // 8)


def match_id(state: BackgammonState) -> str:
    """Return the 12-character match ID for the cube, turn, dice and match. The opening throw cannot be encoded, so white is
    on roll instead.
    """
    answering, dropped = state.phase is BackgammonPhase.ANSWER, state.phase is BackgammonPhase.DROPPED
    decider = PLAYER_NUMBERS[state.turn or 1]
    die1, die2 = state.dice or (0, 0)
    options = state.options
    white, black = score(options) if options["match"] else (0, 0)
    if dropped and options["match"]:  # with the points of the player that doubled
        got = state.standing().scores
        white, black = white + got[0], black + got[1]
    values = {
        "power": state.cube.value.bit_length() - 1, "owner": PLAYER_NUMBERS.get(state.cube.owner, NO_OWNER),
        "roller": 1 - decider if answering or dropped else decider, "crawford": int(crawford_game(options)),
        "game": DROPPED if dropped else PLAYING, "decider": decider, "doubled": int(answering),
        "die1": die1, "die2": die2, "length": int(options["match"]), "score0": black, "score1": white,
        "no_jacoby": int(bool(options["match"]) or not options["jacoby"]),
    }  # fmt: skip
    bits, at = 0, 0
    for name, width in FIELD_BITS.items():
        bits |= values.get(name, 0) << at
        at += width
    return _text(bits, MATCH_BITS // 8)


def write(state: BackgammonState) -> str:
    """Return the position ID and the match ID, joined by a colon."""
    board = state.board
    if state.phase in (BackgammonPhase.ANSWER, BackgammonPhase.DROPPED):  # the player that doubled is on roll
        board = board[1], board[0]
    return f"{position_id(board)}:{match_id(state)}"


def _text(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")
