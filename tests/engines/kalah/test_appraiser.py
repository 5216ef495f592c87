"""Which of Kalah's turns are obvious, and how hard the others are to see."""

from __future__ import annotations

from fourth_seat.engines.kalah.appraiser import KalahAppraiser
from fourth_seat.games import find

GAME = find("kalah")


def test_sowing_again_is_obvious_and_begins_with_one_pit() -> None:
    options = GAME.options()
    found = KalahAppraiser(options).candidates(GAME.start(options))
    again = [each for each in found if len(each.move.pits) > 1]
    assert again and all(each.obvious and each.move.pits[0] == 2 for each in again)
    assert len({each.sight for each in again}) == 1, "one sees that the third pit ends in the store, or does not"
    assert not any(each.hardness for each in found if len(each.move.pits) == 1)


def test_captures_are_the_harder_to_see_the_longer_the_sowing() -> None:
    options = GAME.options()
    state = GAME.parse_position("1,0,0,0,0,8,10/0,4,0,0,6,0,19/s", options)
    found = {each.move.pits: each for each in KalahAppraiser(options).candidates(state)}
    assert found[0,].obvious and found[0,].hardness < 0.2, "one seed takes six"
