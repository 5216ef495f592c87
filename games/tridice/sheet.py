"""A printable TriDice board for eight d4 in two colours, because TriDice is not sold as a set."""

from __future__ import annotations

from fourth_seat.games.sheet import BoardSheet, SheetExample
from fourth_seat.games.tridice.geometry import DIE_EDGE
from fourth_seat.games.tridice.rules import MAX_DICE_EACH, MAX_QUIET_TURNS
from fourth_seat.words import say

DIE_EDGE_MM = 20.0  # of the largest d4 in use; those of 18 mm fit as well

TO_PLAY = (
    say(
        ("Each player has {n} dice, all of them in hand at first. Whoever loses all of them loses the game."),
        n=MAX_DICE_EACH,
    ),
    say("A turn is one of two things: place a die, or move one."),
    say("Place: name an empty cell, throw a die from your hand, and stand it in that cell the way it landed."),
    say(
        "Move: tip one of your dice over its edges from cell to cell, exactly as many cells as the "
        "number on top shows at the start. The die may not visit a cell twice, pass over another "
        "die, or end on one of your own."
    ),
    say(
        "Take: the last step may end on one of the other player's dice, which is then out of the "
        "game. Taking is never compulsory."
    ),
    say(
        "If you cannot move, you pass. It is a draw when neither can move, when a position comes up for the "
        "third time with the same player to move, or after {n} turns without a die placed or taken.",
        n=MAX_QUIET_TURNS,
    ),
)
TO_THROW = (
    say(
        "Throw: the number thrown goes on top. Throw again until a different number comes up; that "
        "one goes to the left corner, beside the dot in the cell. The other two numbers follow "
        "from these."
    ),
    say(("Enter the throw as top/left, here {throw}; in the window, click the top, then the left corner."), throw="4/1"),
    say(
        "If the numbers are along the edges, not at the tips, the number that is upright at the "
        "bottom counts as the top; a corner's number is along the edge opposite it, on both sides "
        "of that edge."
    ),
    say(
        "Does 2-3-4 run clockwise or not? Put down a die with 1 on top, look from above, and "
        "choose that direction when a game begins. All dice of one colour must run the same way."
    ),
)

SHEET = BoardSheet(
    say("You need eight four-sided dice (d4) in two colours, four of each, with edges of 18 to 20 mm."),
    DIE_EDGE_MM / DIE_EDGE,
    ((say("How to play"), TO_PLAY), (say("How to throw, and how to enter a throw"), TO_THROW)),
    SheetExample("11R4/1 R3,B4 R", "11", "4/1"),
)
