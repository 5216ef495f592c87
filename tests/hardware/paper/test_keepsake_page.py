"""The page to keep: for every game, language and paper; its words are read back, and its colours checked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PIL import Image
from pypdf import PdfReader

from fourth_seat.games import AnyState, find, game_names
from fourth_seat.games.drawing.stacks import checkers
from fourth_seat.games.geometry import Cell, Holds
from fourth_seat.games.sample import sample_state
from fourth_seat.hardware.hues import HUES, hue_colour, rgb
from fourth_seat.hardware.paper.colour_board import HIDDEN_ZONES, ColourBoard
from fourth_seat.hardware.paper.keepsake_page import (
    CHIP_RADIUS,
    MARGIN,
    MIN_HEADLINE_SIZE,
    PAPERS,
    draw_keepsake,
    keepsake_script,
    write_keepsake,
)
from fourth_seat.hardware.paper.sheet import BadSheetFile, PaperSheet, PngSheet, SheetPoint, sheet_for
from fourth_seat.table.analysis.curve import CurvePoint
from fourth_seat.table.analysis.keepsake import Keepsake, KeptMoment, KeptPlayer, keepsake
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.errors import NotSaved, OutOfTurn
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record.events import VERSION, Begun, Resigned, Stopped
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import Catalogue, Text, say
from fourth_seat.words.direction import without_marks
from fourth_seat.words.text import written_date

OUT = Path(__file__).resolve().parents[3] / "build" / "keepsakes"
NAMES = ("Anna", "Ben", "Cleo", "Dora")
LANGUAGES = ("en", "de", "he")
POINTS_IN_INCH, HALF = 72, 0.5


def sample(name: str) -> Keepsake:
    """Return a page about a game in the position of its picture, with a curve and a moment."""
    game = find(name)
    options = game.options()
    state = sample_state(game, Random(4).choice)
    seats = game.seats(options)
    curve = tuple(
        CurvePoint(at, tuple((0.7 if seat == (at > 20) else 0.3 / (seats - 1)) for seat in range(seats)), True)
        for at in range(41)
    )
    players = tuple(
        KeptPlayer(say("{name}", name=NAMES[seat]), game.colours_of(seat + 1, options), 20 + seat, seat == 1)
        for seat in range(seats)
    )
    moment = KeptMoment(21, 2, say("{name} led from start to finish.", name="Ben"))
    return Keepsake(
        game, state, (), say("Well played, everybody!"), state.standing().reason, players, 40, curve, (moment,), None,
        say("{day} November {year}", day=23, year="2026"),
    )  # fmt: skip


def words_of(path: Path) -> str:
    """Return all the text of a one-page PDF file, without blanks."""
    (page,) = PdfReader(path).pages
    return "".join(page.extract_text().split())


def parts(catalogue: Catalogue, text: Text) -> list[str]:
    """Return the words of a text, as `words_of` finds them on a page; sentences that run from the right are read back in
    parts.
    """
    rendered = without_marks(catalogue.render(text))
    return [word.strip(",.!?:;").removeprefix("'") for word in (rendered[:1].upper() + rendered[1:]).split()]


@pytest.mark.sample(5)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_all_words_are_on_the_page(name: str, language: str, paper: str) -> None:
    kept, catalogue = sample(name), Catalogue(language)
    OUT.mkdir(parents=True, exist_ok=True)
    pdf, png = (OUT / f"{name}-{language}-{paper}{suffix}" for suffix in (".pdf", ".png"))
    for path in (pdf, png):
        write_keepsake(path, kept, catalogue, paper)
    words = words_of(pdf)
    assert kept.day
    for text in (kept.headline, kept.day, *(player.name for player in kept.players), *(m.text for m in kept.moments)):
        assert all(word in words for word in parts(catalogue, text)), text
    assert all(str(player.score) in words for player in kept.players)
    width, height = PAPERS[paper]
    assert [float(side) for side in PdfReader(pdf).pages[0].mediabox[2:]] == pytest.approx([width, height], abs=HALF)
    with Image.open(png) as image:
        dots = PngSheet.DOTS / POINTS_IN_INCH
        assert image.size == pytest.approx((width * dots, height * dots), abs=2)
        colours = {colour for _, colour in image.getcolors(1 << 24) or ()}
    for side in kept.game.sides(kept.state.options):
        assert rgb(HUES[side.hue]) in colours, f"{side.hue} is not in the picture"


def looked_at(state: AnyState, cell: Cell) -> tuple[float, float]:
    """Return a place at which the colour of a cell's content can be seen: beside its middle, where numbers are."""
    content = state.cells()[cell.name]
    if cell.holds is Holds.STACK:
        x, y = checkers(cell, content.count)[0]
        return x + 0.3 * cell.size, y
    if cell.holds is Holds.DIE:
        x, y = cell.foot
        return x - 0.14 * cell.size, y
    x, y = cell.foot
    return x + 0.2 * cell.size, y + 0.2 * cell.size


@pytest.mark.parametrize("name", [name for name in game_names() if name != "kalah"])  # its seeds have no colours
def test_every_piece_has_its_colour_on_the_board(name: str) -> None:
    kept = sample(name)
    geometry, sides = kept.game.geometry(kept.state.options), kept.game.sides(kept.state.options)
    sheet = PngSheet(595, 500)
    projection = ColourBoard(geometry, sides, kept.state.cells()).draw(sheet, (20, 20, 575, 480))
    from io import BytesIO

    image, scale = Image.open(BytesIO(sheet.data())), PngSheet.DOTS / POINTS_IN_INCH
    seen = 0
    for cell_name, content in kept.state.cells().items():
        cell = geometry[cell_name]
        if cell.zone in HIDDEN_ZONES or not content.colour or cell.zone in ("home", "bar"):
            continue
        x, y = projection.pixel(looked_at(kept.state, cell))
        found = image.getpixel((round(x * scale), round(y * scale)))
        wanted = rgb(hue_colour(sides[content.colour - 1].hue))
        assert isinstance(found, tuple) and max(abs(a - b) for a, b in zip(found, wanted, strict=True)) < 45, cell_name
        seen += 1
    assert seen > 5


def test_the_winning_four_are_marked() -> None:
    game = find("connect4")
    state = game.start(game.options())
    for move in "1212121":
        (played,) = game.parse(state, move)
        state = state.play(played)
    geometry, sides = game.geometry(state.options), game.sides(state.options)
    pictures = []
    for lit in ((), game.deciding_cells(state)):
        sheet = PngSheet(400, 300)
        ColourBoard(geometry, sides, state.cells(), lit).draw(sheet, (0, 0, 400, 300))
        pictures.append(sheet.data())
    assert pictures[0] != pictures[1]


def stopped(game: str, *seats: str, options: str = "") -> GameState:
    game_state = GameState(Begun(VERSION, game, options, seats, "2026-03-09T18:30:00"))
    game_state.prepare(Stopped())()
    return game_state


@pytest.mark.parametrize(
    ("seats", "moves", "expected"),
    [
        (("human:Anna", "human:Ben"), "1212121", "Anna wins!"),
        (("human:Anna+Mia", "human:Ben"), "1212121", "Anna and Mia win!"),
        (("human:Anna", "computer:3"), "1212121", "Anna beats the computer!"),
        (("computer:3", "human:Ben"), "1212121", "Well played, Ben!"),
        (("computer:3", "computer:4"), "1212121", "Computer (3) wins!"),
        (("human:Anna", "human:Ben"), "", "A draw: well played, everybody!"),
    ],
)
def test_the_result_in_one_festive_sentence(seats: tuple[str, ...], moves: str, expected: str) -> None:
    from datetime import datetime

    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat(seat) for seat in seats], None, lambda: datetime(2026, 3, 9))
    for move in moves:
        text = str(game.parse(table.state, move)[0])
        table.play_computer(game.parse(table.state, text)[0]) if table.computers_turn else table.play(text)
    if not moves:
        table.stop()
    kept = keepsake(table, Review(table))
    assert str(kept.headline) == expected
    assert str(kept.day) == "9 March 2026"


def test_there_is_no_page_before_the_end() -> None:
    begun = Begun(VERSION, "kalah", "", ("human", "human"), "2026-03-09T18:30:00")
    game_state = GameState(begun)
    with pytest.raises(OutOfTurn, match="not over yet"):
        keepsake(game_state, Review(game_state))


@pytest.mark.parametrize(("game", "points"), [("backgammon", [0, 2]), ("connect4", [None, None]), ("kalah", [24, 24])])
def test_points_are_written_where_they_tell_more_than_who_won(game: str, points: list[int | None]) -> None:
    game_state = GameState(Begun(VERSION, game, "", ("human:Anna", "human:Ben"), "2026-03-09T18:30:00"))
    game_state.prepare(Resigned(1, 2 if game == "backgammon" else 0))()
    assert [player.score for player in keepsake(game_state, Review(game_state)).players] == points


@pytest.mark.parametrize("paper", PAPERS)
def test_a_handicap_is_on_the_page(tmp_path: Path, paper: str) -> None:
    game_state = stopped("kalah", "human:Anna", "human:Ben", options="south-ahead=3")
    path = tmp_path / "page.pdf"
    write_keepsake(path, keepsake(game_state, Review(game_state)), Catalogue("de"), paper)
    assert "".join(["Vorgabe", "–", "Steine", "im", "Lager", "von", "Süd", "zu", "Beginn:", "3"]) in words_of(path)


def test_a_record_of_an_unknown_day_has_a_page_without_one(tmp_path: Path) -> None:
    game_state = GameState(Begun(VERSION, "tridice", "", ("human", "human"), "yesterday"))
    game_state.prepare(Stopped())()
    kept = keepsake(game_state, Review(game_state))
    assert kept.day is None
    write_keepsake(tmp_path / "page.pdf", kept)


@pytest.mark.parametrize("seats", [2, 4])
def test_long_names_stay_on_the_page(tmp_path: Path, seats: int) -> None:
    options = "variant=duo" if seats == 2 else ""
    game_state = stopped("blokus", *(f"human:{'Maximiliane' * 8}{n}" for n in range(seats)), options=options)
    path = tmp_path / "page.pdf"
    write_keepsake(path, keepsake(game_state, Review(game_state)))
    assert len(PdfReader(path).pages) == 1


Drawn = list[tuple[str, float, float]]  # letters, their size and their width


def drawn_on(sheet: PaperSheet, kept: Keepsake, monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Draw a page; return what is written on it."""
    drawn: Drawn = []
    draw = sheet._draw_letters

    def record(place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        drawn.append((letters, size, sheet._width_of_letters(letters, size, bold)))
        draw(place, letters, size, colour, bold)

    monkeypatch.setattr(sheet, "_draw_letters", record)
    draw_keepsake(sheet, kept)
    return drawn


@pytest.mark.parametrize("suffix", [".pdf", ".png"])
def test_names_take_no_more_than_their_room(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With four players, names of several words are broken into two lines, and those that are still too long are cut
    off."""
    game_state = stopped(
        "blokus", "human:Annabelle+Christopher", "engine:Pentobi 25 level 9", "human:Mia", "human:" + "Max" * 20
    )
    kept = keepsake(game_state, Review(game_state))
    sheet = sheet_for(Path(f"page{suffix}"), PAPERS["a4"], keepsake_script(kept, Catalogue("en")), kept.headline)
    widths = {letters: width for letters, _, width in drawn_on(sheet, kept, monkeypatch)}
    room = (sheet.width - 2 * MARGIN) / 4 - 10 - 2 * CHIP_RADIUS
    shortened = [letters for letters in widths if letters.endswith("…")]
    assert len(shortened) == 2
    assert all(widths[name] <= room for name in ("Annabelle and", "Christopher", "Computer", "Mia", *shortened))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("seats", [("human:Christopher", "computer:5"), ("human:Annabelle", "human:Christopher")])
def test_a_headline_that_is_made_to_fit_is_one_line_in_a_picture_too(
    paper: str, seats: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_state = stopped("connect4", *seats)
    kept = keepsake(game_state, Review(game_state))
    drawn = drawn_on(PngSheet(*PAPERS[paper]), kept, monkeypatch)
    assert len([letters for letters, size, _ in drawn if size >= MIN_HEADLINE_SIZE]) == 1


def test_the_date_is_written_as_the_language_does() -> None:
    from datetime import date

    days = [Catalogue(language).render(written_date(date(2026, 11, 3))) for language in LANGUAGES]
    assert days == ["3 November 2026", "3. November 2026", "3 בנובמבר 2026"]
    rng = Random(3)
    for _ in range(24):
        day = date(rng.randint(1990, 2090), rng.randint(1, 12), rng.randint(1, 28))
        assert str(written_date(day)) == f"{day.day} {day:%B %Y}"


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadSheetFile, match=r"\.pdf, \.png or \.svg"):
        write_keepsake(tmp_path / "page.gif", sample("connect4"))
    with pytest.raises(NotSaved):
        write_keepsake(tmp_path / "missing" / "page.pdf", sample("connect4"))
