"""The printed card: both kinds of file, for a move of every game, in every orientation of the board."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import pytest
from PIL import Image

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games import CHANCE, AnyState, find, game_names
from fourth_seat.games.contents import Content
from fourth_seat.hardware.hues import HUES, rgb
from fourth_seat.hardware.paper.names import draw_names
from fourth_seat.hardware.paper.placement_card import write_card
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import BadSheetFile, PdfSheet
from fourth_seat.table.errors import NotSaved, OutOfTurn
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.words import say

OUT = Path(__file__).resolve().parents[3] / "build" / "cards"


def placement(name: str, moves: int) -> tuple[Announcement, AnyState]:
    """Return the announcement of a move after this many random ones, and the position before it."""
    game, dice = find(name), random.Random(7)
    state, played = game.start(game.options()), 0
    while True:
        move = dice.choice(list(state.legal()))
        if state.to_move != CHANCE:
            steps = game.steps(state, move)
            if played >= moves and steps:
                text = say("{colour} plays {move}.", colour=game.colour_name(state.mover, state.options), move=str(move))
                cells = state.play(move).cells()
                return Announcement(
                    AnnouncementKind.PLACE, (text,), state.seat, state.mover, str(move), steps, cells
                ), state
            played += 1
        state = state.play(move)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", game_names())
def test_a_card_for_every_game(name: str) -> None:
    announcement, state = placement(name, 9)
    OUT.mkdir(parents=True, exist_ok=True)
    game = find(name)
    pdf, png = OUT / f"{name}.pdf", OUT / f"{name}.png"
    for path in (pdf, png):
        write_card(path, announcement, game, state.options)
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert pdf.read_bytes().rstrip().endswith(b"%%EOF")
    with Image.open(png) as image:
        assert image.size == (1166, 1654)  # A5 at 200 dots an inch
        colours = {colour for _, colour in image.getcolors(1 << 24) or ()}
    fresh = {game.sides(state.options)[content.colour - 1].hue for content in _left(name, announcement) if content.colour}
    for hue in fresh:
        assert rgb(HUES[hue]) in colours, f"the {hue} piece is not in the picture"


def _left(name: str, announcement: Announcement) -> list[Content]:
    """Return what the move leaves on the board itself."""
    board = find(name).geometry(find(name).options())
    leaves = [leaf for step in announcement.steps for leaf in step.leaves]
    return [content for cell, content in leaves if content and board[cell].zone == "board"]


def test_the_board_is_drawn_as_it_lies(tmp_path: Path) -> None:
    announcement, state = placement("blokus", 9)
    cards = []
    for turn in range(4):
        path = tmp_path / f"{turn}.png"
        write_card(path, announcement, find("blokus"), state.options, Orientation(turn))
        cards.append(zlib.crc32(path.read_bytes()))
    assert len(set(cards)) == 4


def test_a_long_chain_stays_on_the_sheet(tmp_path: Path) -> None:
    announcement, state = placement("kalah", 3)
    long = Announcement(announcement.kind, announcement.texts, 1, 1, "", announcement.steps * 40, announcement.cells)
    write_card(tmp_path / "long.png", long, find("kalah"), state.options)
    with Image.open(tmp_path / "long.png") as image:
        lowest = image.convert("L").point(lambda level: 255 if level < 200 else 0).getbbox()
    assert lowest is not None
    assert 1400 < lowest[3] < 1654 - 60  # the bottom margin stays free


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    announcement, state = placement("connect4", 4)
    game = find("connect4")
    with pytest.raises(BadSheetFile, match=r"\.pdf, \.png or \.svg"):
        write_card(tmp_path / "card.doc", announcement, game, state.options)
    with pytest.raises(NotSaved, match="No such file"):
        write_card(tmp_path / "nowhere" / "card.pdf", announcement, game, state.options)
    with pytest.raises(OutOfTurn):
        write_card(tmp_path / "card.pdf", Announcement(AnnouncementKind.TURN, ()), game, state.options)
    assert not list(tmp_path.iterdir())


class Noted(PdfSheet):
    """A sheet that records what is written where."""

    def __init__(self) -> None:
        super().__init__(400, 600, "", script_of())
        self.written: dict[str, tuple[float, float]] = {}

    def centred(self, middle: tuple[float, float], text: str, size: float, colour: str, bold: bool = False) -> None:
        self.written[text] = middle
        super().centred(middle, text, size, colour, bold)


@pytest.mark.parametrize("turn", range(4))
def test_the_picture_carries_the_names_of_its_rows_and_columns(turn: int) -> None:
    """Also beside a part of the board that does not reach its rim."""
    geometry, window = find("blokus").geometry(find("blokus").options()), (7.0, 7.0, 13.0, 13.0)
    sheet, projection = Noted(), Projection.fit(window, Orientation(turn), 300, 300, 0)
    draw_names(sheet, projection, geometry, window, {}, (), {})
    assert set(sheet.written) == set("hijklm") | {str(row) for row in range(8, 14)}
    across = {projection.pixel(geometry[f"{column}10"].foot)[turn % 2] for column in "hijklm"}
    assert {sheet.written[column][turn % 2] for column in "hijklm"} == across
