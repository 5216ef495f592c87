"""The model players are what they were when the levels first met them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from fourth_seat.games import CHANCE, find, game_names
from tests.people import KINDS, PEOPLE

SOURCES = {
    "backgammon": "0fa11a0d8f497769",
    "blokus": "0a4bd8d5efff586d",
    "connect4": "eb774701a6cd5578",
    "kalah": "576446f2fcfe2905",
    "tridice": "88d183d9fd2a222d",
}
"""Of each game's model players: changing one changes the standard by which levels are measured."""


def test_every_game_has_its_model_players() -> None:
    assert set(PEOPLE) == set(game_names()) == set(SOURCES)
    assert all(tuple(people) == KINDS for people in PEOPLE.values())


@pytest.mark.parametrize("name", sorted(PEOPLE))
def test_model_players_are_never_tuned(name: str) -> None:
    source = Path(__file__).with_name(f"{name}.py").read_bytes()
    assert sha256(source).hexdigest()[:16] == SOURCES[name]


@pytest.mark.parametrize("name", sorted(PEOPLE))
def test_model_players_play_a_game(name: str) -> None:
    game, rng = find(name), Random(1)
    state = game.start(game.options())
    plies = 0
    while not state.over and plies < 40:
        if state.to_move == CHANCE:
            state = state.play(rng.choice(state.legal()))
            continue
        move = PEOPLE[name][KINDS[plies % 3]](state, rng)
        assert move in state.legal()
        state, plies = state.play(move), plies + 1
