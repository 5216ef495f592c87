"""The purposes given for placements."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.engines.blokus import baseline
from fourth_seat.engines.blokus.explain import MIN_ROOM_PIECES_PLACED, explain_move
from fourth_seat.games import find
from fourth_seat.games.blokus.bitboard import named, union
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState, start

GAME = find("blokus")


def squares(text: str) -> BlokusPlacement:
    return BlokusPlacement(union(map(named, text.split(","))))


def after(*moves: str, options: str = "variant=duo") -> BlokusState:
    state = start(GAME.options(options))
    for move in moves:
        state = state.play(squares(move))
    return state


def test_new_corners_and_where_they_lead() -> None:
    state = after()  # purple begins at e10, orange at j5
    assert str(explain_move(state, squares("e10"))) == "opens 4 corners towards orange"


def test_corners_taken_from_others() -> None:
    state = after("e10,f10,f9,g9,g8", "j5,i5,i6,h6,h7")
    takes = [str(explain_move(state, move)) for move in state.legal() if "takes" in str(explain_move(state, move))]
    assert takes
    assert all("from orange" in text for text in takes)


def test_room_is_spoken_of_once_the_game_has_settled() -> None:
    rng = Random(5)
    state = start(GAME.options())
    early, late = 0, 0
    while not state.over:
        move = baseline.choose(state, rng)
        keeps = "leaves room" in str(explain_move(state, move))
        settled = state.tableaux[state.turn - 1].pieces_placed + 1 >= MIN_ROOM_PIECES_PLACED
        early, late = early + (keeps and not settled), late + (keeps and settled)
        state = state.play(move)
    assert not early
    assert late


def test_the_last_piece() -> None:
    rng = Random(1)
    explanations = []
    for _ in range(40):
        state = start(GAME.options("variant=duo"))
        while not state.over:
            move = baseline.choose(state, rng)
            if state.tableaux[state.turn - 1].left.bit_count() == 1:
                explanations.append(str(explain_move(state, move)))
            state = state.play(move)
    assert set(explanations) <= {"is the last piece"}


@pytest.mark.parametrize("options", ["", "players=2", "players=3", "variant=duo"])
def test_every_placement_has_a_purpose_or_none_in_every_variant(options: str) -> None:
    rng = Random(options)
    state = start(GAME.options(options))
    own = {str(side.name) for side in state.setting.sides}
    while not state.over:
        move = baseline.choose(state, rng)
        text = explain_move(state, move)
        if text:
            assert str(text).count(";") <= 1
            if options == "players=2":
                mine = next(colours for colours in state.setting.owners if state.turn in colours)
                assert not any(f"from {state.setting.sides[colour - 1].name}" in str(text) for colour in mine)
        state = state.play(move)
    assert len(own) == len(state.tableaux)
