"""The sentences about TriDice's turns are true."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.gtp.session import GtpSession
from fourth_seat.engines.levels import level
from fourth_seat.games import CHANCE, find
from fourth_seat.games.tridice.lattice import INDEX
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePlacement, TriDiceRoll
from fourth_seat.games.tridice.rules import MIXED_OPTIONS, TriDiceState

GAME = find("tridice")
SAFE, SAVED = "stays out of reach", "gets a die out of danger"


def explanation_of(state: TriDiceState, move: object) -> str:
    return str(engine_of("tridice").explain_move(state, move) or "")


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        ("33R4/3,45B3/1,11R2/1,22B4/2 R2,B2 R", "33x45", "takes the blue die; stays out of reach"),
        ("22R1/2,35B3/1 R3,B3 R", "22-23", "gets a die out of danger"),
        ("47B2/1 R4,B3 R", "@11", "is out of reach, however it lands"),
        ("- R4,B4 R", "@33", ""),
    ],
)
def test_in_words(position: str, move: str, words: str) -> None:
    state = GAME.parse_position(position, GAME.options())
    (read,) = GAME.parse(state, move)
    assert explanation_of(state, read).startswith(words) and bool(words) == bool(explanation_of(state, read))


@pytest.mark.parametrize("handedness", ["cw", *MIXED_OPTIONS])
def test_it_is_so(handedness: str) -> None:
    rng, seen = Random(handedness), set[str]()
    for _ in range(12):
        state: TriDiceState = GAME.start(GAME.options(f"handedness={handedness}"))
        while not state.over:
            move = rng.choice(state.legal())
            if state.to_move != CHANCE:
                seen |= set(_checked(state, move))
            state = state.play(move)
    assert {SAFE, SAVED, "threatens", "protects"} <= seen


def _checked(state: TriDiceState, move: object) -> list[str]:
    reasons = explanation_of(state, move).split("; ") if explanation_of(state, move) else []
    other = 3 - state.turn
    if isinstance(move, TriDiceRoll):
        after = state.play(move)
        for part in reasons:
            if part in (SAFE, SAVED):
                assert move.end not in after.reach(other)
                assert part == SAFE or move.start in state.reach(other)
            elif part.startswith("threatens"):
                assert set(_cells(part)) <= after.reach(state.turn)
            elif part.startswith("protects"):
                assert set(_cells(part)) <= state.reach(other) - after.reach(other)
            elif part.startswith("takes"):
                assert move.captures
    elif isinstance(move, TriDicePlacement):
        for part in reasons:
            if part.startswith("protects"):
                after = state.play(move).play_unchecked(dice_of(state))
                assert not set(_cells(part)) & after.reach(other) and set(_cells(part)) <= state.reach(other)
            elif "however" in part:
                assert move.cell not in state.reach(other)
    return [part if part in (SAFE, SAVED) else part.split()[0] for part in reasons]


def dice_of(state: TriDiceState) -> TriDiceMove:
    """Return any throw."""
    return state.play_unchecked(next(move for move in state.legal() if isinstance(move, TriDicePlacement))).legal()[0]


def _cells(part: str) -> list[int]:
    return [INDEX[word] for word in part.replace(",", " ").split() if word in INDEX]


@pytest.mark.parametrize("handedness", MIXED_OPTIONS)
def test_a_mixed_set_is_played_by_the_generic_search(handedness: str) -> None:
    options = GAME.options(f"handedness={handedness}")
    session = GtpSession(GAME, options, level("7", "tridice"))
    session.selector.seconds = 0.5
    state = GAME.parse_position("23B3/1,33R2/1 R0,B0 R", options)
    takes = [move for move in state.legal() if isinstance(move, TriDiceRoll) and move.captures]
    assert takes, "the other's last die can be taken"
    assert session.selector.choose(state, lambda: False, lambda *_: None) in takes
    found = session.selector.values(state, None, lambda: False, lambda *_: None)
    assert found[0].move in takes and found[0].shares[0] == 1
