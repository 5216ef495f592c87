"""How to play Connect 4."""

from __future__ import annotations

from fourth_seat.games.lessons.lesson import Lesson, Picture, Shows
from fourth_seat.words import say

ENTERING = say("Tap the column that you dropped your stone into.")
LESSONS = (
    Lesson(
        say("Two colours"),
        say("The grid stands upright between two players. Each has the stones of one colour, and they take turns."),
        (Picture(),),
    ),
    Lesson(
        say("Drop a stone"),
        say("On your turn, drop one stone into a column. It falls to the lowest free hole."),
        (Picture("7/7/7/3R3/3Y3/2YRR2", "3"), Picture("7/7/7/3R3/3Y3/2YRR2", "3", Shows.AFTER, ("c2",))),
    ),
    Lesson(
        say("Four in a row"),
        say("The first to have four of their own stones in a row wins: across, up and down, or diagonally."),
        (
            Picture("7/7/7/7/Y1Y4/YRRR3", "5", Shows.AFTER),
            Picture("7/7/7/3R3/2YR3/1YYR3", "4", Shows.AFTER),
            Picture("7/7/7/2RR3/1RYY3/RYRYY2", "4", Shows.AFTER),
        ),
    ),
    Lesson(
        say("Watch the other player"),
        say("Three in a row with a free hole beside them threaten to become four. Put your own stone there in time."),
        (Picture("7/7/7/7/2Y4/YRRR3", "5"),),
    ),
    Lesson(
        say("A draw"),
        say("If the grid is full and nobody has four in a row, nobody wins."),
        (Picture("YYRYRYR/YRRRYRR/YRYRYRY/RYRYYYR/RYYYRRY/RRYRYRY"),),
    ),
)
