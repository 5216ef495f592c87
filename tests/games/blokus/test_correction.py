"""Placements that the table accepts although the rules forbid them, and boards corrected by hand."""

from __future__ import annotations

import random

import pytest

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.contents import Content, differences
from fourth_seat.games.errors import BadPosition, IllegalMove

OPENED = "a20,b20,b19 / t20 / t1,s1 / a1,b1,c1 / turn 1"


def opened(text: str = OPENED) -> BlokusState:
    return GAME.parse_position(text, GAME.options())


def fill(colour: int, *squares: str) -> dict[str, Content | None]:
    return dict.fromkeys(squares, Content(colour))


def empty(*squares: str) -> dict[str, Content | None]:
    return dict.fromkeys(squares)


def refused(state: BlokusState, cells: dict[str, Content | None]) -> str:
    with pytest.raises(BadPosition) as caught:
        GAME.correct(state, cells)
    return str(caught.value)


def test_illegal_placements_that_are_physically_possible() -> None:
    state = opened()
    for text in ("a18,a19", "j10,j11"):  # edge to edge; in the middle of nowhere
        (move,) = GAME.parse(state, text)
        assert state.why_not(move)
        after = GAME.play_anyway(state, text)
        assert str(GAME.parse(after, text)[0]) in GAME.position(after) and after.mover == 2
        assert "blue:I2" not in after.cells()


def test_physically_impossible_placements() -> None:
    state = opened()
    for text, reason in {
        "t20,t19": "yellow has a piece there already: t20",
        "c18,c17,d17": "the blue V3 has already been placed",
        "c18,e18": "these squares are not connected: c18 is not next to e18",
    }.items():
        with pytest.raises(IllegalMove) as caught:
            GAME.play_anyway(state, text)
        assert str(caught.value) == reason
    over = opened("- out / - out / - out / - out / turn 1")
    with pytest.raises(IllegalMove, match="the game is over"):
        GAME.play_anyway(over, "a20")


def test_a_piece_moved() -> None:
    state = opened()
    after = GAME.correct(state, {**empty("t20"), **fill(2, "t19", "s19")})
    assert GAME.position(after) == "b19,a20,b20 / s19,t19 / s1,t1 / a1,b1,c1 / turn 1"
    assert after.cells()["yellow:I1"] == Content(2) and "yellow:I2" not in after.cells()


def test_another_colour_on_the_same_squares() -> None:
    after = GAME.correct(opened(), fill(3, "a1", "b1", "c1"))
    assert GAME.position(after) == "b19,a20,b20 / t20 / s1,t1 a1,b1,c1 / - / turn 1"


def test_added_squares_extend_a_piece_or_form_another() -> None:
    assert GAME.position(GAME.correct(opened(), fill(1, "b18"))).startswith("b18,b19,a20,b20 /"), "the V3 becomes an L4"
    full = opened("a20,b20,c20,d20,e20 / - / - / - / turn 2")  # an I5 cannot grow
    assert GAME.position(GAME.correct(full, fill(1, "f20"))).startswith("a20,b20,c20,d20,e20 f20 /")


def test_pieces_side_by_side_stay_apart() -> None:
    state = GAME.play_anyway(opened(), "a18,a19")
    after = GAME.correct(state, {**empty("t20"), **fill(2, "t19")})
    assert [len(tableau.placed) for tableau in after.tableaux] == [2, 1, 1, 1]
    assert after.tableaux[0] == state.tableaux[0]


def test_pieces_put_back_into_the_tray() -> None:
    after = GAME.correct(opened(), {"green:I3": Content(4)})
    assert GAME.position(after) == "b19,a20,b20 / t20 / s1,t1 / - / turn 1"
    whole = {**empty("a1", "b1", "c1"), "green:I3": Content(4)}
    assert GAME.correct(opened(), whole) == after


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (fill(1, "h8", "i8", "j8", "k8", "l8", "m8"), "blue has 6 squares in one piece at h8: a piece has at most 5"),
        (fill(2, "h8"), "yellow has the I1 twice: at t20 and at h8"),
        (empty("b1"), "green has the I1 twice: at a1 and at c1"),
        (empty("green:I5"), "the green I5 must be somewhere: on the board or beside it"),
        ({**fill(1, "h8"), "blue:I1": Content(1)}, "the blue I1 is already on the board"),
        ({"green:I5": Content(2)}, "this place is for the green I5 only"),
        (fill(5, "h8"), "h8 can hold only one piece, in one of the game's colours"),
        ({"h8": Content(1, 2)}, "h8 can hold only one piece, in one of the game's colours"),
        (empty("u9"), "there is no square u9: the squares are a1 to t20"),
    ],
)
def test_impossible_boards(cells: dict[str, Content | None], message: str) -> None:
    assert refused(opened(), cells) == message


def test_the_turn_passes_when_the_mover_can_no_longer_place() -> None:
    state = opened("- / - / - / - / turn 1")
    assert GAME.correct(state, fill(2, "a20")).mover == 2


def test_any_board_can_be_corrected_into_any_later_one() -> None:
    for options in ("", "variant=duo"):
        for seed in range(4):
            rng, state = random.Random(seed), GAME.start(GAME.options(options))
            earlier = state
            while not state.over:
                state = state.play(rng.choice(state.legal()))
                if rng.random() < 0.2:
                    changes = {d.cell: d.wanted for d in differences(earlier.cells(), state.cells())}
                    squares = {cell: content for cell, content in changes.items() if ":" not in cell}
                    assert GAME.correct(earlier, changes).cells() == state.cells()
                    assert GAME.correct(earlier, squares).cells() == state.cells()
                    back = {d.cell: d.wanted for d in differences(state.cells(), earlier.cells())}
                    assert GAME.correct(state, back).cells() == earlier.cells()
                    earlier = state
