"""Moves that hands have made anyway."""

from __future__ import annotations

from fourth_seat.games import find
from fourth_seat.games.backgammon.checkers import BAR, CHECKERS_EACH

GAME = find("backgammon")


def test_what_is_hit_anyway_lies_on_the_bar_and_nowhere_else() -> None:
    state = GAME.start(GAME.options())
    for text in ("21", "13/11 6/5", "31"):
        for move in GAME.parse(state, text):
            state = state.play(move)
    white, black = GAME.play_anyway(state, "24/14*").checkers
    assert (white[11], white[BAR], black[14]) == (0, 1, 1)
    assert sum(white) == sum(black) == CHECKERS_EACH
