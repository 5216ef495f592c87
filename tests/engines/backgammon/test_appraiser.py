"""Which turns of backgammon are obvious, and how hard the others are to see; cube actions."""

from __future__ import annotations

from fourth_seat.engines.backgammon.appraiser import BackgammonAppraiser
from fourth_seat.engines.choice import Candidate
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState
from tests.games.backgammon.boards import position


def candidates(state: BackgammonState) -> dict[str, Candidate]:
    return {str(each.move): each for each in BackgammonAppraiser().candidates(state)}


def test_a_hit_that_leaves_nothing_alone_is_obvious() -> None:
    found = candidates(position({8: 3, 6: 4, 5: 2, 4: 6}, {20: 1, 3: 14}, "31"))
    assert found["31: 8/5* 6/5"].obvious and not found["31: 8/5* 4/3"].obvious


def test_hits_from_far_are_harder_to_see() -> None:
    far, near = (candidates(position({start: 2, 4: 13}, {20: 1, 3: 14}, "65")) for start in (16, 11))
    hits = [max(each.hardness for each in found.values()) for found in (far, near)]
    assert hits[0] > hits[1] > 0


def test_bearing_off_as_much_as_can_be_is_obvious() -> None:
    found = candidates(position({6: 2, 5: 1, 1: 10}, {1: 2}, "61"))
    assert {move for move, each in found.items() if each.obvious} == {"61: 6/off 1/off"}


def test_cube_actions_are_worth_what_they_lead_to() -> None:
    state = position({6: 4, 5: 4, 4: 4}, {6: 5, 8: 5, 5: 3, 4: 2}, "00", "cube=on")
    assert candidates(state)["double"].worth > candidates(state)["roll"].worth
    answers = candidates(state.play(CubeAction.DOUBLE))
    assert answers["drop"].worth > answers["take"].worth
