"""A photo of the board that a guest's phone takes, in a real browser: sent upright, read by the table, the result shown on
the phone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.table import Table
from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.setup.photo import PhotoReader
from tests.page.axe import violations
from tests.page.browser_phone import CHROMIUM, BrowserPhone, chromium, phone
from tests.page.tables import HERE, table_of
from tests.page.test_page import LOCALES

PHOTOS = Path(__file__).resolve().parents[1] / "data" / "vision"
SCREENSHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
TURNED_LEFT = 6  # in EXIF: to be turned to the right by a quarter

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")


class ReadingTable:
    """A table that reads photos, as the window's does.

    Attributes:
        files: those that it was sent.
        reader: that of the last one.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.files: list[Path] = []
        self.reader: PhotoReader | None = None

    def read(self, file: Path) -> PhotoReader:
        self.files.append(file)
        self.reader = PhotoReader(self.table, file)
        return self.reader

    def hosted(self) -> HostedTable:
        return HostedTable(self.table, Review(self.table), read_photo=self.read)

    def step(self) -> None:
        if self.reader:
            self.reader.step()

    def close(self) -> None:
        if self.reader:
            self.reader.close()
        for file in self.files:
            file.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@contextmanager
def joined(browser: Any, *seats: int, **options: Any) -> Iterator[tuple[ReadingTable, BrowserPhone]]:
    """Yield a phone at a table that reads photos."""
    reading = ReadingTable(table_of("connect4"))
    with closing(PageHost([HERE], port=0)) as host, closing(reading):
        host.attach(reading.hosted())
        with phone(browser, host, *seats, size="small", **options) as hand:
            yield reading, hand


def take(hand: BrowserPhone, file: Path) -> None:
    """Take a photo: press the button, and pass on the picture of the phone's camera."""
    hand.page.click("#menu")
    with hand.page.expect_file_chooser() as chooser:
        hand.page.locator("#sheet .list button", has_text=PHOTO_BUTTON).click()
    field = chooser.value.element
    assert field.get_attribute("accept") == "image/*" and field.get_attribute("capture") == "environment"
    chooser.value.set_files(file)


PHOTO_BUTTON = "photo of the board"


def until_said(reading: ReadingTable, hand: BrowserPhone, words: str) -> None:
    """Let the table read until the phone says some words."""

    def said() -> bool:
        reading.step()
        return words in hand.text("said")

    hand.until(said)


def keep(hand: BrowserPhone, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    hand.page.screenshot(path=SCREENSHOTS / f"{name}.png")


@pytest.mark.slow
def test_a_photo_is_read_and_the_phone_is_told(browser: Any) -> None:
    with joined(browser, 1) as (reading, hand):
        take(hand, PHOTOS / "connect4_0002.jpg")
        until_said(reading, hand, "look at the computer")
        keep(hand, "phone-photo-read")
        assert violations(hand.page) == []
        assert reading.reader and reading.reader.reading
        assert sum(bool(content) for content in reading.reader.reading.contents.values()) == 3
        assert hand.page.query_selector("input[type=file]") is None
        assert hand.errors == []


@pytest.mark.slow
def test_a_photo_held_upright_arrives_upright_and_no_larger_than_needed(browser: Any, tmp_path: Path) -> None:
    image = Image.open(PHOTOS / "connect4_0002.jpg").resize((3200, 2400))
    exif = Image.Exif()
    exif[0x0112] = TURNED_LEFT
    held = tmp_path / "held.jpg"
    image.transpose(Image.Transpose.ROTATE_90).save(held, exif=exif)  # as from a camera in a phone that is held upright
    with joined(browser, 1) as (reading, hand):
        take(hand, held)
        hand.until(lambda: reading.files)
        sent = read_picture(reading.files[0])
        assert sent.shape == (1500, 2000, 3)
        upright = read_picture(held)
        assert upright.shape == (2400, 3200, 3)  # the file's own reader turns it as well
        assert abs(sent[:100].mean() - upright[:160].mean()) < 3 and abs(sent[-100:].mean() - upright[-160:].mean()) < 3


@pytest.mark.slow
def test_a_photo_without_a_board_and_one_that_no_browser_reads(browser: Any, tmp_path: Path) -> None:
    with joined(browser, 1) as (reading, hand):
        take(hand, PHOTOS / "kalah_0001.jpg")
        until_said(reading, hand, "another photo")
        keep(hand, "phone-photo-refused")
        for name, words in (("IMG_1.HEIC", "HEIC"), ("board.jpg", "cannot open that file")):
            file = tmp_path / name
            file.write_bytes(b"\x00\x00\x00\x18ftypheic" + bytes(600))
            take(hand, file)
            hand.until(lambda words=words: words in hand.text("said"))  # type: ignore[misc]
        keep(hand, "phone-photo-heic")
        assert len(reading.files) == 1


@pytest.mark.slow
def test_who_watches_takes_no_photo_and_a_table_that_reads_none_offers_none(browser: Any) -> None:
    with joined(browser) as (_, hand):
        hand.page.click("#menu")
        assert PHOTO_BUTTON not in hand.page.inner_text("#sheet")
    table = table_of("connect4")
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table)))
        with phone(browser, host, 1, size="small") as hand:
            hand.page.click("#menu")
            assert PHOTO_BUTTON not in hand.page.inner_text("#sheet")


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", list(reversed(LOCALES)))  # Hebrew is the hardest
def test_the_button_finds_room(browser: Any, language: str) -> None:
    with joined(browser, 1, language=LOCALES[language]) as (_, hand):
        hand.page.click("#menu")
        keep(hand, f"phone-photo-menu-{language}")
        assert hand.page.evaluate(
            "document.querySelector('#sheet').scrollWidth <= document.querySelector('#sheet').clientWidth"
        )
        assert violations(hand.page) == []
