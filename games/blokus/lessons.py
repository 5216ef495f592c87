"""How to play Blokus."""

from __future__ import annotations

from fourth_seat.games.lessons.lesson import Lesson, Picture, Shows
from fourth_seat.words import say

BEGUN_POSITION = "a20,a19,a18,b20,c20 / t20,s20,r20,t19,t18 / t1,t2,t3,s1 / a1,b1,b2,c2,c3 / turn 1"
CORNER_SQUARES = ("a20", "e15")  # of blue
MIDDLE_POSITION = (
    "b19,a20,b20,c20 d19,e19,e20 g16,f17,g17,h17,f18 d14,d15,d16,e16,d17 i18,g19,h19,i19,i20 g12,g13,g14,h14,h15 "
    "h10,h11,i11,j11 / s18,s19,r20,s20,t20 q18,o19,p19,q19 o15,o16,n17,o17,n18 m13,m14,l15,m15,m16 k16,k17,l17,k18,l18 "
    "k12,l12,k13,j14,k14 q13,r13,p14,q14 / s1,t1,t2,t3 s4,r5,s5 n4,o4,p4,q4,p5 o6,o7,o8,n9,o9 p10,q10,o11,p11,p12 "
    "l4,k5,l5,m5 / a1,a2,b2,a3,b3 c1,d1,e1,f1,d2 e3,f3,g3 c4,c5,c6,c7,c8 d9,d10,d11,e11,f11 e8,f8,f9,g9,h9 / turn 3"
)  # of a game
ENTERING = say(
    "Tap the piece, then the square where it is on your board. Turn and flip it until it looks "
    "as it does there, then place it."
)
LESSONS = (
    Lesson(
        say("Twenty-one pieces"),
        say(
            "Each colour has twenty-one pieces: every shape that one to five squares can form. Blue "
            "goes first, followed by yellow, red and green."
        ),
        (Picture(beside=True),),
    ),
    Lesson(
        say("Begin in your corner"),
        say("Your first piece covers your own corner of the board. Any piece will do, turned and flipped as you like."),
        (Picture(move="a20,a19,a18,b20,c20"),),
    ),
    Lesson(
        say("Corner to corner"),
        say("Every piece after the first must touch a piece of your own colour corner to corner."),
        (
            Picture(BEGUN_POSITION, "d19,e19,d18,e18", close=CORNER_SQUARES),
            Picture(BEGUN_POSITION, "b17,b16,c16,c15,d16", close=CORNER_SQUARES),
        ),
    ),
    Lesson(
        say("Never edge to edge"),
        say("Pieces of the same colour never touch edge to edge."),
        (Picture(BEGUN_POSITION, "d20,d19,e19", Shows.REFUSAL, close=CORNER_SQUARES),),
    ),
    Lesson(
        say("Other colours do not matter"),
        say("Touching the edges of other colours is fine: push in between them, and keep paths open for yourself."),
        (Picture(MIDDLE_POSITION, "k11,l11,m11,m12,n12", close=("l10", "m13")),),
    ),
    Lesson(
        say("The end"),
        say(
            "A colour that can place no more pieces is out. When all are out, each square of an "
            "unplaced piece costs one point; placing all pieces gives 15 points, and 5 more if the "
            "single square came last."
        ),
        (Picture(MIDDLE_POSITION, beside=True),),
    ),
)
