"""A game through a Nano's machine code: the hands of `benchmarks.boards`, the firmware, and the host's inference."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks.boards.firmware import BOARDS, FirmwareGame, board_of
from tests.hardware.emulation.nano import missing_packages
from tests.hardware.emulation.stepped_board import BOOT_S, SteppedBoard

MOVES = 8


@pytest.mark.slow
@pytest.mark.skipif(
    bool(missing_packages()) or not sys.platform.startswith("linux"), reason="the emulated Arduino needs its packages"
)
@pytest.mark.parametrize("name", [name for name in BOARDS if "barriers" in name or name.startswith("TriDice")])
def test_moves_on_the_board_are_moves_on_the_record(name: str, tmp_path: Path) -> None:
    kind, more = BOARDS[name]
    with SteppedBoard(tmp_path / "port", board_of(kind, more)) as stepped:
        stepped.advance(BOOT_S)
        game = FirmwareGame(kind, Random(7), stepped)
        tally = game.play(MOVES)
        assert game.session.reader is not None
        assert len(game.session.reader.description.sensors) == len(stepped.board.description.sensors)
    assert tally.moves + tally.placed == MOVES
    assert (tally.wrong, tally.tapped, tally.needless) == (0, 0, 0)
    assert game.table.history.at >= MOVES
