"""The picture of a position: for every game and language, its words recorded as they are written, its colours checked."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from fourth_seat.games import find, game_names
from fourth_seat.hardware.hues import HUES, rgb
from fourth_seat.hardware.paper.position_picture import WIDTH, draw_position, write_position
from fourth_seat.hardware.paper.sheet import PngSheet, SheetPoint
from fourth_seat.table.analysis.shared_position import shared_position
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.words import Catalogue

OUT = Path(__file__).resolve().parents[3] / "build" / "positions"
LANGUAGES = ("en", "de", "he")
NAMES = ("Anna-Maria Wilhelmine Friederike von Hohenzollern-Sigmaringen", "Ben", "Carla", "דנה")


def played(name: str, moves: int = 12) -> Table:
    game = find(name)
    options = game.options()
    seats = [read_seat(f"human:{NAMES[n]}") for n in range(game.seats(options))]
    table, rng = Table.begin(game, options, seats, None, lambda: datetime(2026, 11, 21, tzinfo=UTC)), Random(2)
    for _ in range(moves):
        if not table.result:
            table.play(str(rng.choice(list(table.state.legal()))))
    return table


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return everything that is written on pictures from now on, with letters in the order in which they are drawn."""
    words: list[str] = []
    real = PngSheet._draw_letters

    def draw(self: PngSheet, place: SheetPoint, letters: str, size: float, colour: str, bold: bool) -> None:
        words.append(letters)
        assert place[0] >= -0.5 and place[0] + self._width_of_letters(letters, size, bold) <= self.width + 0.5
        real(self, place, letters, size, colour, bold)

    monkeypatch.setattr(PngSheet, "_draw_letters", draw)
    return words


@pytest.mark.sample(5)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_it_says_what_is_to_be_known_in_the_language_of_the_page(name: str, language: str, written: list[str]) -> None:
    table = played(name)
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / f"{name}-{language}.png"
    write_position(path, shared_position(table), Catalogue(language))
    said = " ".join(written)
    for word in {"en": ("November",), "de": ("November", "Ben"), "he": ("רבמבונב", "Ben")}[language]:
        assert word in said
    assert "2026" in said and "Ben" in said
    for foreign in {"en": (), "de": ("turn", "bar", "tray", "south", "left"), "he": ("turn", "bar", "tray", "south")}[
        language
    ]:
        assert foreign not in said.split(), "no English word"
    with Image.open(path) as image:
        assert image.width == pytest.approx(WIDTH * PngSheet.DOTS / 72, abs=2)
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or ()}
        assert image.convert("RGB").getpixel((3, 3)) == (255, 255, 255), "it is light, whatever the window is"
    for side in table.game.sides(table.options):
        assert rgb(HUES[side.hue]) in colours


def test_a_long_name_is_shortened(written: list[str]) -> None:
    draw_position(shared_position(played("kalah")))
    assert any(word.startswith("Anna-Maria") and word.endswith("…") for word in written)


def test_an_earlier_position_is_the_one_that_is_shown(written: list[str]) -> None:
    table = played("connect4", 0)
    for column in "445":
        table.play(column)
    earlier, now = shared_position(table, 2), shared_position(table)
    assert earlier.state.cells() == table.history.line_at(2).state.cells() and len(now.state.cells()) == 3
    assert [player.on_turn for player in earlier.players] == [True, False]
    assert [player.on_turn for player in now.players] == [False, True]
    draw_position(earlier)
    assert any("Anna" in word for word in written[:3]) and any("turn" in word for word in written)


def test_dice_that_lie_there_are_in_the_picture() -> None:
    table = played("backgammon", 0)
    table.play("31")
    with_dice = draw_position(shared_position(table)).data()
    table.play("8/5 6/5")
    assert with_dice != draw_position(shared_position(table)).data()


def test_the_end_of_a_game_and_what_decided_it() -> None:
    table = played("connect4", 0)
    for column in "1212121":
        table.play(column)
    shared = shared_position(table)
    assert set(shared.highlighted) == {"a1", "a2", "a3", "a4"} and not any(player.on_turn for player in shared.players)
    with Image.open(BytesIO(draw_position(shared).data())) as image:
        assert image.height > image.width / 2


def test_where_it_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(NotSaved):
        write_position(tmp_path / "nowhere" / "x.png", shared_position(played("kalah")))
