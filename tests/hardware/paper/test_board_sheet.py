"""The TriDice board on paper: exact in millimetres, room for a die on every cell, in every language."""

from __future__ import annotations

import base64
import re
import zlib
from functools import partial
from math import dist
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.games.tridice.lattice import CELLS
from fourth_seat.hardware.paper.board_sheet import HEIGHT, MARGIN, MILLIMETRE, WIDTH, draw_board, write_board
from fourth_seat.hardware.paper.sheet import PngSheet, SheetPoint
from fourth_seat.vision.board_json import board
from fourth_seat.vision.board_reading import BoardReading, read_board
from fourth_seat.vision.camera.files import read_picture
from fourth_seat.words import Catalogue
from fourth_seat.words.catalogue import languages
from tests.commands.test_command_line import ROOT, companion
from tests.hardware.paper.pictures import sheet_picture
from tests.hardware.paper.test_script import Drawn, drawn, needs_hebrew

__all__ = ["drawn"]
TRIDICE = find("tridice")
LEAST, MOST = 18.0, 20.0  # millimetres: the edges of ordinary d4


@pytest.fixture
def triangles(monkeypatch: pytest.MonkeyPatch) -> list[list[SheetPoint]]:
    """Return the triangles that are drawn, in points."""
    found: list[list[SheetPoint]] = []
    polygon = PngSheet.polygon

    def record(self: PngSheet, points: list[SheetPoint], fill: str, edge: str = "", line: float = 0.5) -> None:
        if len(points) == 3:
            found.append(points)
        polygon(self, points, fill, edge, line)

    monkeypatch.setattr(PngSheet, "polygon", record)
    return found


def sides(triangle: list[SheetPoint]) -> list[float]:
    return [dist(triangle[n - 1], triangle[n]) / MILLIMETRE for n in range(3)]


def test_dice_stand_in_the_cells(triangles: list[list[SheetPoint]]) -> None:
    sheet_picture(partial(draw_board, TRIDICE))
    edges = sorted(sides(triangle)[0] for triangle in triangles)
    assert all(max(sides(each)) - min(sides(each)) < 0.01 for each in triangles), "every triangle has three equal sides"
    cells = [edge for edge in edges if edge == pytest.approx(25, abs=0.01)]
    assert len(cells) == len(CELLS)
    assert sum(edge == pytest.approx(MOST, abs=0.01) for edge in edges) == 8, (
        "places for the dice in hand, as large as dice"
    )
    assert cells[0] > MOST and 0.7 * cells[0] < LEAST, "a die stands within its cell, and fills most of it"
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for triangle in triangles for x, y in triangle)


@pytest.mark.parametrize("language", languages())
def test_every_cell_is_named_and_every_line_within_the_page(language: str, drawn: list[Drawn]) -> None:
    if language == "he":
        needs_hebrew()
    sheet_picture(partial(draw_board, TRIDICE), Catalogue(language))
    assert set(CELLS) <= {letters for _, _, letters in drawn}
    assert all(left >= MARGIN - 0.5 and right <= WIDTH - MARGIN + 0.5 for left, right, _ in drawn)


def test_the_camera_knows_the_printed_board(tmp_path: Path) -> None:
    path, game = tmp_path / "board.png", TRIDICE
    path.write_bytes(sheet_picture(partial(draw_board, TRIDICE)))
    sight = read_board(read_picture(path), game, game.options())
    assert isinstance(sight, BoardReading) and not sight.rejection
    seen = board(game, game.options(), sight.evidence.best(), sight.evidence.marks)
    assert seen == {"board": {}}, "and nothing on it"


def test_by_command(tmp_path: Path) -> None:
    done = companion("print", "tridice", str(tmp_path / "board.pdf"))
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")
    done = companion("print", "tridice", str(tmp_path / "no" / "board.pdf"))
    assert done.returncode == 1 and "was not written" in done.stderr
    assert companion("print", "chess", "board.pdf").returncode == 2


def test_the_one_in_the_documents_is_todays(tmp_path: Path) -> None:
    write_board(TRIDICE, tmp_path / "board.pdf")
    assert _shown(ROOT / "docs" / "play" / "tridice-board.pdf") == _shown(tmp_path / "board.pdf")


def _shown(path: Path) -> list[bytes]:
    """Return what is drawn on the pages; the file itself changes every day."""
    streams = re.findall(rb"stream\r?\n([^\r\n]*)~>\s*endstream", path.read_bytes())
    assert streams
    return [zlib.decompress(base64.a85decode(stream)) for stream in streams]
