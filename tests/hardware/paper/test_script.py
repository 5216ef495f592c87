"""Paper in every language: a typeface that has its letters, lines that begin where they should and end in the margins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.hardware.paper import script
from fourth_seat.hardware.paper.board_sheet import write_board
from fourth_seat.hardware.paper.corner_markers import draw_markers, write_markers
from fourth_seat.hardware.paper.lens_sheet import draw_lens_sheet, write_lens_sheet
from fourth_seat.hardware.paper.placement_card import MARGIN, WIDTH, write_card
from fourth_seat.hardware.paper.script import script_of
from fourth_seat.hardware.paper.sheet import BadSheetFile, PngSheet, SheetPoint
from fourth_seat.words import Catalogue, say
from fourth_seat.words.catalogue import languages
from fourth_seat.words.direction import runs_right
from tests.hardware.paper.pictures import sheet_picture
from tests.hardware.paper.test_placement_card import OUT, placement


def write_tridice(path: Path) -> None:
    write_board(find("tridice"), path)


Drawn = tuple[float, float, str]  # left and right end in points, letters from left to right


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """Return everything written on sheets, in order."""
    written: list[Drawn] = []
    draw = PngSheet._draw_letters

    def record(self: PngSheet, place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        written.append((place[0], place[0] + self._width_of_letters(letters, size, bold), letters))
        draw(self, place, letters, size, colour, bold)

    monkeypatch.setattr(PngSheet, "_draw_letters", record)
    return written


def needs_hebrew() -> None:
    if script_of(Catalogue("he")).catalogue.language != "he":
        pytest.skip("no typeface here has Hebrew letters (on Debian: sudo apt install fonts-dejavu-core)")


@pytest.mark.sample(5)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", game_names())
def test_a_card_for_every_game_in_every_language(name: str, language: str, drawn: list[Drawn]) -> None:
    if language == "he":
        needs_hebrew()
    announcement, state = placement(name, 9)
    OUT.mkdir(parents=True, exist_ok=True)
    catalogue, game = Catalogue(language), find(name)
    for ending in ("png", "pdf"):
        path = OUT / f"{name}-{language}.{ending}"
        write_card(path, announcement, game, state.options, None, catalogue)
        assert path.stat().st_size > 5000
    sentences = [line for line in drawn if len(line[2]) > 12]
    assert sentences
    if language == "he":
        # a line broken off a sentence may contain nothing but names of the board: "f ,e ,d ,c ,b"
        assert sum(runs_right(letters) for _, _, letters in sentences) > len(sentences) / 2
    for left, right, letters in sentences:
        assert left >= MARGIN - 0.5, letters
        assert right <= WIDTH - MARGIN + 0.5, letters
        if language == "he":
            assert right >= WIDTH - MARGIN - 31, letters  # they begin at the right, the heading beside its colour
    if language == "he":
        title = catalogue.render(game.title)
        turned = title[::-1].translate(str.maketrans("()", ")(")) if runs_right(title) else title
        assert any(letters == turned for _, _, letters in drawn)


def test_the_sheets_for_the_camera(drawn: list[Drawn]) -> None:
    needs_hebrew()
    hebrew = Catalogue("he")
    assert sheet_picture(draw_markers, hebrew)
    assert sheet_picture(draw_lens_sheet, hebrew, on_its_side=True)
    letters = [line for _, _, line in drawn]
    assert hebrew.render(say("Corner markers"))[::-1] in letters
    assert hebrew.render(say("top left"))[::-1] in letters
    assert all(left > 0 and right < 842 for left, right, _ in drawn)


def test_without_a_typeface_it_is_told_in_english(monkeypatch: pytest.MonkeyPatch, drawn: list[Drawn]) -> None:
    monkeypatch.setattr(script, "_pairs", lambda _: [(Path("/no/such.ttf"), Path("/no/such.ttf"))])
    assert script_of(Catalogue("he")).catalogue.language == "en"
    announcement, state = placement("connect4", 3)
    write_card(OUT / "english.png", announcement, find("connect4"), state.options, None, Catalogue("he"))
    assert any("Connect 4" in letters for _, _, letters in drawn)


def test_a_typeface_without_hebrew_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    vera = script_of()
    monkeypatch.setattr(script, "_pairs", lambda _: [(vera.regular, vera.bold)])
    assert script_of(Catalogue("he")).catalogue.language == "en"


@pytest.mark.parametrize(
    ("name", "write"), [("markers", write_markers), ("lens", write_lens_sheet), ("board", write_tridice)]
)
def test_a_sheet_is_a_picture_where_its_file_is(tmp_path: Path, name: str, write: Callable[[Path], None]) -> None:
    write(tmp_path / f"{name}.png")
    assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BadSheetFile, match=r"\.pdf, \.png or \.svg"):
        write(tmp_path / f"{name}.gif")


def test_names_in_other_letters_are_printed_where_a_typeface_has_them() -> None:
    assert script_of() == script_of(text="Anna, Ben")
    foreign = script_of(text="Jiří, Дима")
    if foreign == script_of():
        pytest.skip("no typeface here has these letters (on Debian: sudo apt install fonts-dejavu-core)")
    assert foreign.catalogue.language == "en" and script._has(foreign.bold, "říДима")
