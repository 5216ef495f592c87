"""The posterior over turns, given a picture's evidence."""

from __future__ import annotations

from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import Evidence
from fourth_seat.inference.hypotheses import Hypothesis
from fourth_seat.inference.posterior import judge

GAME = find("kalah")
OPTIONS = GAME.options()


def test_a_board_set_up_for_a_new_game_is_none_that_turns_nearly_lead_to() -> None:
    """The seeds of a store are counted roughly: two turns lead to pits with the same contents as at the start."""
    start = GAME.start(OPTIONS)
    lying = {**start.cells(), "A": Content(0, 2), "b": Content(0, 6), "STORE": Content(0, 1), "store": Content(0, 2)}
    piles = [Content(0, n) for n in range(1, 13)]
    cells = {name: {None: -9.0, **dict.fromkeys(piles, -9.0), content: 0.0} for name, content in start.cells().items()} | {
        name: {None: 0.0, **dict.fromkeys(piles, -3.0)} for name in ("STORE", "store")
    }
    evidence = Evidence(cells)
    nearly = {"A": Content(0, 4), "b": Content(0, 4)}
    turns = (Hypothesis(start, (), start, nearly, 0.0, turns=2),)
    assert judge(evidence, lying, turns, {}).best.hypothesis is turns[0], "else this shows nothing"
    best = judge(evidence, lying, turns, {}, start=start.cells()).best
    assert not best.legal and best.misfit == 0
