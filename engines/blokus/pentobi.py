"""Pentobi as a player, which rejects passes and options, does not accept positions as text, and cannot be interrupted.

Games are therefore replayed in Pentobi without passes, after `set_game` with Pentobi's own names, and corrected boards are
passed in a file. To stop Pentobi, its process is terminated, and the game is replayed in a new one. Pentobi's first colour
always starts in the corner a20, and play proceeds clockwise; boards in another orientation are rotated to match.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from fourth_seat.engines.process.dialects import Replay
from fourth_seat.games import AnyGame
from fourth_seat.games.blokus.formats.blksgf import write
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.blokus.symmetry import turned
from fourth_seat.games.blokus.variants import CLOCKWISE_CORNERS, setting
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line, PlayedGame


class Pentobi(Replay):
    """Pentobi's dialect of GTP, which `ENGINE.dialects` selects for engines that identify themselves as `Pentobi`."""

    def game_commands(self, game: AnyGame, options: Options) -> Iterator[str]:
        for name, choice in game.gtp_names.items():
            wanted = choice.split(",")
            if all(part in str(options).split(",") for part in wanted):
                yield f"set_game {name}"
                return

    def start_commands(self, line: Line) -> Iterator[str]:
        assert isinstance(line.start, BlokusState)
        if line.start == line.game.start(line.state.options):
            yield "clear_board"
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "board.blksgf"
            path.write_text(write([PlayedGame.of(Line.begin(line.game, line.start))]), encoding="utf-8")
            yield f"loadsgf {path}"

    def colour(self, colour: int, line: Line) -> str:
        return "bw"[colour - 1] if line.state.options["variant"] == "duo" else str(colour)

    def write(self, text: str, line: Line) -> str:
        return self._turned(text, line, there=True)

    def read(self, text: str, line: Line) -> str:
        return self._turned(text, line, there=False)

    @staticmethod
    def _turned(text: str, line: Line, *, there: bool) -> str:
        """Return the placement rotated for Pentobi's board, or from that board back to ours."""
        (move,) = line.game.parse(line.start, text)
        if not isinstance(move, BlokusPlacement):
            return ""  # a colour that is out is no longer asked
        starts = setting(line.state.options).starts
        return str(
            BlokusPlacement(turned(move.squares, *((starts, CLOCKWISE_CORNERS) if there else (CLOCKWISE_CORNERS, starts))))
        )
