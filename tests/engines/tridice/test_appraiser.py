"""Which of TriDice's turns are obvious, and how hard the others are to see."""

from __future__ import annotations

from fourth_seat.engines.choice import Candidate
from fourth_seat.engines.tridice.appraiser import TriDiceAppraiser
from fourth_seat.games import find

GAME = find("tridice")


def candidates(position: str) -> dict[str, Candidate]:
    state = GAME.parse_position(position, GAME.options())
    return {str(each.move): each for each in TriDiceAppraiser().candidates(state)}


def test_the_last_die_is_taken() -> None:
    found = candidates("33R4/3,45B3/1 R0,B0 R")
    assert [move for move, each in found.items() if each.obvious] == ["33x45"]
    assert found["33x45"].worth == max(each.worth for each in found.values())


def test_the_last_die_is_saved() -> None:
    found = candidates("22R1/2,35B3/1 R0,B0 R")
    assert all(each.obvious for each in found.values()), "it can go nowhere where it could be taken"
    assert len({(each.sight, each.hardness) for each in found.values()}) == 1, "one sees the danger or does not"


def test_what_takes_a_die_among_others_has_to_be_seen() -> None:
    found = candidates("33R4/3,45B3/1,11R2/1,22B4/2 R2,B2 R")
    assert {move for move, each in found.items() if each.hardness} == {"33x45"}
    assert found["33x45"].hardness == 1.0 and not found["33x45"].obvious
