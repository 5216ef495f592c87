"""How to play sheshbesh."""

from __future__ import annotations

from fourth_seat.games.lessons.lesson import Lesson, Picture, Shows
from fourth_seat.words import say

START_BOARD = "-b----E-C---eE---c-e----B-"
BLOT_BOARD = "-a---aE-C---eE---c-e----B-"  # a black blot on white's fifth point
BAR_BOARD = "-b----E-C---eE---c-e----AA"  # a white checker is on the bar
HOME_BOARD = "-BCBDBB------------bbdbcb-"
LAST_BOARD = "-A-----------------cbdcab-"


def _position(board: str, dice: str) -> str:
    return f"XGID={board}:0:0:1:{dice}:0:0:0:0:10"


ENTERING = say("Tap the checker that you moved, then the point where it is now.")
LESSONS = (
    Lesson(
        say("A race"),
        say(
            "Both players bring their fifteen checkers round the board, in opposite directions. "
            "White's path ends in the quarter with points 1 to 6, and black's in the quarter opposite."
        ),
        (Picture(_position(START_BOARD, "00")),),
    ),
    Lesson(
        say("Two dice"),
        say(
            "Each die moves a checker by the number it shows; both may move the same one. To begin, "
            "each player rolls one die: whoever rolls higher starts, using both numbers."
        ),
        (Picture(_position(START_BOARD, "31"), "8/5 6/5"),),
    ),
    Lesson(
        say("Two are safe"),
        say("You may not land where the other side has two or more checkers. So two of your own on one point are safe."),
        (Picture(_position(START_BOARD, "51"), "24/19 6/5", Shows.REFUSAL, marked=("19",)),),
    ),
    Lesson(
        say("Hit"),
        say("A lone checker can be hit: it goes on the bar, and its owner must bring it in before doing anything else."),
        (Picture(_position(BLOT_BOARD, "31"), "8/5 6/5"), Picture(_position(BAR_BOARD, "42"), "bar/21 24/22")),
    ),
    Lesson(
        say("Doubles"),
        say(
            "If you roll a double, you play the number four times. If you can use both dice, you must; "
            "if you can use either but not both, you must use the higher one."
        ),
        (Picture(_position(START_BOARD, "66"), "24/18(2) 13/7(2)"),),
    ),
    Lesson(
        say("Bear off"),
        say(
            "Once all your checkers are in your last quarter, you take them off: a 6 takes one off point 6, a 4 one off "
            "point 4. A die that is too high takes off the rearmost checker."
        ),
        (Picture(_position(HOME_BOARD, "64"), "6/off 4/off"),),
    ),
    Lesson(
        say("Win"),
        say(
            "The first to take off all fifteen checkers wins. The win counts double (mars) if the "
            "other player has not taken off a single one."
        ),
        (Picture(_position(LAST_BOARD, "21"), "1/off"),),
    ),
)
