"""What may have been played, where somebody cannot play."""

from __future__ import annotations

from games import find
from vision.hypotheses import second_turns, turns

GAME = find("tridice")
STUCK = GAME.parse_position("34B4/2,41R3/1,42B4/2 R0,B0 R", GAME.options())  # red's only die is hemmed in


def test_a_forced_pass_is_jumped_over() -> None:
    """Nothing shows it; what is seen next is the other colour's turn."""
    (forced,) = STUCK.legal()
    assert GAME.passes(forced)
    after = STUCK.play(forced)
    found = turns(GAME, STUCK)
    assert {hypothesis.moves for hypothesis in found} == {(move,) for move in after.legal()}
    assert all(hypothesis.before == after for hypothesis in found)


def test_a_pass_between_two_turns() -> None:
    """Blue may leave red where it is, and then plays again."""
    still = [first for first in turns(GAME, STUCK) if any(map(GAME.passes, first.state.legal()))]
    assert still
    for second in second_turns(GAME, still):
        assert not any(map(GAME.passes, second.moves))
        assert second.turns == 2
