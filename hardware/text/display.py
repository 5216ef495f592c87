"""A text display at the table. A separate thread manages the connection, so the game never waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from fourth_seat.hardware.auto_reset_event import AutoResetEvent
from fourth_seat.hardware.current_sentences import CurrentSentences
from fourth_seat.hardware.text.ascii_text import render_ascii
from fourth_seat.hardware.text.drivers import CharacterPanel, PanelSize
from fourth_seat.hardware.text.pages import Page, pages
from fourth_seat.table.protocols import Announcement
from fourth_seat.words import ENGLISH, Catalogue, Text, say

PAGE_S = 4.0  # for which each page is shown if there are several: enough to read twenty words
REFRESH_S = 1.0  # after which everything is sent again: a panel may have lost power without anybody noticing
RECONNECT_S = 0.25  # between two attempts to reach a panel that is not there
CHECK_PERIOD_S = 0.1  # between checks whether the panel is still there
CLOSE_TIMEOUT_S = 1.0  # that `close` waits for the thread
SAMPLE = say("This is the text display of Fourth Seat.")
FORMER_TIMEOUT_S = 3.0  # that a display waits for the one that it replaces; that one may hang


class TextDisplay:
    """A display (`table.protocols.Display`). It shows the latest text, and keeps trying to reconnect to a lost panel.

    Attributes:
        trouble: the reason why nothing can be shown, with the remedy; None if there is no problem, and until the first
            attempt to connect has finished.
        connected: whether the panel is connected.
    """

    def __init__(
        self,
        panel: CharacterPanel,
        catalogue: Catalogue = ENGLISH,
        clock: Callable[[], float] = time.monotonic,
        after: TextDisplay | None = None,
    ) -> None:
        """`after` is a display that is being closed; this one waits for it before opening its panel, perhaps on the same
        port.
        """
        self.trouble: Text | None = None
        self.connected = False
        self.catalogue = catalogue
        self._panel, self._clock = panel, clock
        self._sentences = CurrentSentences()
        # The sentences, and the time since which they are shown: their first page comes first.
        self._announced: tuple[tuple[str, ...], float] = ((), clock())
        self._news = AutoResetEvent()
        self._ended = False
        # A daemon: a device that hangs must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, args=(after,), name="text display", daemon=True)
        self._thread.start()

    def show(self, announcement: Announcement) -> None:
        """Show an announcement. Returns immediately."""
        self._sentences.add(announcement)
        self.say(self._sentences.texts)

    def say(self, texts: Sequence[Text]) -> None:
        """Show sentences in place of the current ones. Returns immediately."""
        sentences = tuple(_begun(render_ascii(text, self.catalogue)) for text in texts)
        if sentences != self._announced[0]:
            self._announced = sentences, self._clock()
            self._news.set()

    def try_out(self) -> None:
        """Show a sample sentence."""
        self.say((SAMPLE,))

    def end(self) -> None:
        """Request that the panel be cleared and disconnected. Returns immediately; safe to call twice."""
        self._ended = True
        self._news.set()

    def close(self) -> None:
        """Clear the panel and disconnect, within a second even if the device hangs. Safe to call twice."""
        self.end()
        self.wait(CLOSE_TIMEOUT_S)

    def wait(self, seconds: float) -> None:
        """After `end`, wait up to this many seconds for the panel to be disconnected."""
        self._thread.join(seconds)

    # -- the thread --------------------------------------------------------------------------------------------------------

    def _run(self, after: TextDisplay | None) -> None:
        if after:
            after.wait(FORMER_TIMEOUT_S)
        while not self._ended:
            try:
                size = self._panel.open()
                self.connected, self.trouble = True, None
                self._keep_shown(size)
            except Exception as error:  # a serial line raises OSError, termios.error and more; none may end the thread
                self.trouble = self._panel.remedy(error)
            finally:
                self.connected = False
                self._panel.close()
            if not self._ended:
                self._news.wait(RECONNECT_S)

    def _keep_shown(self, size: PanelSize) -> None:
        shown: Page | None = None
        sent = 0.0
        while not self._ended:
            page = self._page(*self._announced, size)
            if page != shown or self._clock() - sent >= REFRESH_S:
                self._panel.write(page)
                shown, sent = page, self._clock()
            self._panel.check()
            self._news.wait(CHECK_PERIOD_S)
        self._panel.write(pages((), size)[0])

    def _page(self, sentences: Sequence[str], since: float, size: PanelSize) -> Page:
        every = pages(sentences, size)
        return every[int((self._clock() - since) / PAGE_S) % len(every)]


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
