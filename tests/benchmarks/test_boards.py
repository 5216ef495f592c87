"""Games of simulated hands at simulated boards: what is counted, and that an interrupted run resumes where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.boards.__main__ import BOARDS
from benchmarks.boards.matches import Kept, Match


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_of_careless_hands_is_followed_without_a_wrong_move(name: str) -> None:
    tally = Match(BOARDS[name], f"test {name}", 8).play()
    assert tally.moves
    assert (tally.wrong, tally.lost, tally.needless) == (0, 0, 0)
    assert tally.delays


def test_a_run_that_was_ended_goes_on_where_it_was(tmp_path: Path) -> None:
    board, file = BOARDS["Connect 4, 42 colours"], tmp_path / "kept"
    matches = [Match(board, f"kept {n}", 6) for n in range(3)]
    first = Kept(file).played(matches[:2], 1)
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == 2
    again = Kept(file).played(matches, 1)
    assert again[:2] == first
    assert file.read_text("utf-8").splitlines()[:2] == lines
