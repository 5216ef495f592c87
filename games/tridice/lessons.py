"""How to play TriDice."""

from __future__ import annotations

from fourth_seat.games.lessons.lesson import Lesson, Picture, Shows
from fourth_seat.words import say

MET_POSITION = "33R3/1,34B2/1,32R1/2 R2,B3 R"
FACING_POSITION = "33R2/1,23B3/1,41B4/2,45R3/1 R2,B2 R"
LAST_POSITION = "33R2/1,23B3/1,45R3/1 R2,B0 R"
ENTERING = say("To place a die, tap an empty cell. To move one, tap it and then the cell where it ended up.")
LESSONS = (
    Lesson(
        say("Four dice each"),
        say(
            "Two players have four four-sided dice each, and play on a triangle of sixteen cells. On "
            "your turn, you place a die or move one."
        ),
        (Picture(beside=True),),
    ),
    Lesson(
        say("Place a die"),
        say(
            "Name an empty cell and throw the die: its number goes on top. Throw again until a "
            "different number comes up; that number goes at the left corner."
        ),
        (Picture(move="@33", marked=("33",)), Picture(move="@33 4/1", shows=Shows.AFTER)),
    ),
    Lesson(
        say("Move a die"),
        say(
            "The number on top says exactly how many cells the die moves. It tips over one edge after "
            "another, and the corner that pointed away ends up on top."
        ),
        (Picture("33R3/1 R3,B4 R", "33-22", Shows.STEPS, close=("33",)),),
    ),
    Lesson(
        say("Where it can go"),
        say("It may turn corners, but it may not visit a cell twice in one turn or pass over another die."),
        (
            Picture(MET_POSITION, shows=Shows.CHOICES, taps=("33",), marked=("33",)),
            Picture(MET_POSITION, "33-22", Shows.REFUSAL),
        ),
    ),
    Lesson(
        say("Take a die"),
        say(
            "Only the last step may end on one of the other player's dice: that die is out of the "
            "game. You do not have to take."
        ),
        (Picture(FACING_POSITION, "33x23", Shows.STEPS, close=("33",)),),
    ),
    Lesson(
        say("The end"),
        say(
            "Whoever has lost all four dice loses. It is a draw if neither can move, if a position "
            "comes up for the third time, or after 100 turns without a die being placed or taken."
        ),
        (Picture(LAST_POSITION), Picture(LAST_POSITION, "33x23", Shows.AFTER)),
    ),
)
