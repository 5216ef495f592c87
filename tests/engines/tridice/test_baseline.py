"""TriDice's baseline player, rule by rule."""

from __future__ import annotations

from random import Random

from fourth_seat.engines import engine_of
from fourth_seat.games import CHANCE, find
from fourth_seat.games.tridice.lattice import CELLS
from fourth_seat.games.tridice.rules import TriDiceState

GAME = find("tridice")
SEED = engine_of("tridice").players["seed"]


def at(position: str) -> TriDiceState:
    state: TriDiceState = GAME.parse_position(position, GAME.options())
    return state


def choices(state: TriDiceState) -> set[str]:
    return {str(SEED(state, Random(n))) for n in range(120)}


def threatened(state: TriDiceState, by: int) -> set[str]:
    return {CELLS[cell] for cell in state.reach(by)}


def test_it_captures_the_highest_apex() -> None:
    """Two steps from 33, there are dice on 21 and 23."""
    assert choices(at("21B1/2,23B3/1,33R2/1 R3,B2 R")) == {"33x23"}
    assert choices(at("21B3/2,23B3/1,33R2/1 R3,B2 R")) == {"33x21", "33x23"}


def test_else_it_moves_a_threatened_die_to_safety() -> None:
    """Blue's 3 on 35 reaches 22 by way of 34 and 23; red's 1 there may go to 11, 21 or 23."""
    state = at("22R1/2,35B3/1 R3,B3 R")
    assert "22" in threatened(state, by=2)
    safe = set()
    for move in state.legal():
        if str(move).startswith("22-"):
            end = str(move)[3:]
            if end not in threatened(state.play(move), by=2):
                safe.add(str(move))
    assert safe and choices(state) == safe


def test_else_it_places_on_a_safe_cell() -> None:
    state = at("47B2/1 R4,B3 R")
    danger = threatened(state, by=2)
    assert danger
    assert choices(state) == {f"@{cell}" for cell in CELLS if cell not in danger | {"47"}}


def test_else_it_turns_a_four_up() -> None:
    state = at("33R2/1 R0,B4 R")
    fours = {str(move) for move in state.legal() if state.play(move).cells()[str(move)[3:]].faces[0] == 4}
    assert 0 < len(fours) < len(state.legal())
    assert choices(state) == fours


def test_else_it_does_anything() -> None:
    state = at("33R3/1 R0,B4 R")
    assert not any(state.play(move).cells()[str(move)[3:]].faces[0] == 4 for move in state.legal())
    assert choices(state) == {str(move) for move in state.legal()}


def test_it_passes_where_it_must() -> None:
    assert choices(at("42B4/2,46B1/3,47R4/3 R0,B0 R")) == {"pass"}


def test_whole_games() -> None:
    rng, results = Random(1), []
    for _ in range(30):
        state: TriDiceState = GAME.start(GAME.options())
        while not state.over:
            if state.to_move == CHANCE or state.mover == 2:
                state = state.play(rng.choice(state.legal()))
            else:
                state = state.play(SEED(state, rng))
        results.append(state.standing().share(1))
    assert sum(results) > 22  # against random moves it wins nearly always
