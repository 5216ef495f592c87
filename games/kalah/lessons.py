"""How to play Kalah."""

from __future__ import annotations

from fourth_seat.games.lessons.lesson import Lesson, Picture, Shows
from fourth_seat.words import say

OWN_CELLS = ("a", "b", "c", "d", "e", "f", "store")
ENTERING = say("Tap the pit that you sowed from; if you sowed again, tap that pit too.")
LESSONS = (
    Lesson(
        say("Your side"),
        say(
            "The row of pits in front of you is yours, and so is the store at its right end. Your aim "
            "is to have more seeds in your store."
        ),
        (Picture(marked=OWN_CELLS),),
    ),
    Lesson(
        say("Sow"),
        say("Lift all the seeds out of one of your pits and drop one into each pit that follows, counter-clockwise."),
        (Picture(move="a"), Picture(move="a", shows=Shows.AFTER)),
    ),
    Lesson(
        say("The stores"),
        say("Your own store gets a seed each time you pass it. You skip the other player's store."),
        (Picture("4,3,0,5,1,9,2/3,4,2,5,1,6,3/s", "f"), Picture("4,3,0,5,1,9,2/3,4,2,5,1,6,3/s", "f", Shows.AFTER)),
    ),
    Lesson(
        say("Sow again"),
        say("If your last seed falls into your own store, you sow again at once, from any of your pits."),
        (Picture(move="c f", shows=Shows.STEPS),),
    ),
    Lesson(
        say("Capture"),
        say(
            "If your last seed falls into one of your own empty pits, it goes into your store with "
            "everything in the pit opposite."
        ),
        (Picture("2,5,0,1,3,4,8/4,1,3,6,0,5,6/s", "a", Shows.STEPS),),
    ),
    Lesson(
        say("The end"),
        say(
            "As soon as all pits on one side are empty, both players put what is left in their pits "
            "into their stores. Whoever has more seeds wins."
        ),
        (Picture("0,0,0,0,0,1,20/2,0,3,0,1,0,21/s", "f", Shows.STEPS),),
    ),
)
