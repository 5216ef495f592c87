"""A phone with a real browser: chromium, driven through its protocol, at a table whose host is stepped meanwhile."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, sync_playwright

from fourth_seat.page.host import PageHost
from tests.page.tables import HERE

SIZES = {"upright": (390, 844), "across": (844, 390), "small": (320, 568), "tablet": (768, 1024)}
WAIT_S = 30.0
STEP_MS = 10
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """Yield a browser, started with these additional options.

    Raises:
        SystemExit: there is none on this machine.
    """
    if CHROMIUM is None:
        raise SystemExit("This needs chromium: install it (apt install chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *options])
        yield browser
        browser.close()


class BrowserPhone:
    """One phone that has joined.

    Attributes:
        page: the browser's page.
        errors: the browser's complaints.
    """

    def __init__(self, context: BrowserContext, host: PageHost) -> None:
        self.context, self._host = context, host
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "WebSocket connection" not in message.text:
            self.errors.append(message.text)

    def join(self, seats: Sequence[int]) -> None:
        """Scan a code, and wait for the board."""
        self.until(lambda: self._host.port > 0)
        link = self._host.invite(HERE, seats).link
        self.pass_time(0.2)  # the invitation reaches the server first
        self.page.goto(link)
        self.until(lambda: self.page.query_selector("#board .place") is not None)

    def pass_time(self, seconds: float) -> None:
        """Let the host work for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._host.step()
            self.page.wait_for_timeout(STEP_MS)

    def until(self, true: Callable[[], Any]) -> None:
        """Let the host work until a condition holds."""
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            self._host.step()
            try:
                if true():
                    return
            except Error:  # the page was being loaded
                pass
            self.page.wait_for_timeout(STEP_MS)
        raise AssertionError(f"it did not come about: {self.page.inner_text('body')[:400]!r}, errors {self.errors}")

    def label(self, place: str) -> str:
        """Return the accessible name of a place on the board."""
        return self.page.get_attribute(f"[data-place='{place}']", "aria-label") or ""

    def until_said(self, place: str, words: str) -> None:
        """Let the host work until this is the description of a place on the board."""
        self.until(lambda: words in self.label(place))

    def until_covered(self, place: str) -> None:
        """Let the host work until something lies on a place of the board."""
        self.until(lambda: not self.label(place).partition(": ")[2].startswith("empty"))

    def places(self) -> set[str]:
        """Return the places that can be tapped on the board."""
        return set(self.page.eval_on_selector_all("[data-place]", "all => all.map((each) => each.dataset.place)"))

    def tap(self, place: str) -> None:
        """Tap a place on the board."""
        self.page.click(f"[data-place='{place}']")

    def take(self, piece: str) -> None:
        """Take a piece in hand."""
        self.page.click(f"button[aria-label='piece {piece}']")
        self.until(lambda: self.page.query_selector("#hand .pad"))

    def text(self, identity: str) -> str:
        """Return the text of a part of the page."""
        return self.page.inner_text(f"#{identity}").strip()


@contextmanager
def phone(
    browser: Browser, host: PageHost, *seats: int, size: str = "upright", language: str = "en-GB", **options: Any
) -> Iterator[BrowserPhone]:
    """Yield a phone at the table of a host, its page open."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale=language, **options
    )
    joined = BrowserPhone(context, host)
    try:
        joined.join(seats)
        yield joined
    finally:
        context.close()
