"""The text display with the real LCDd."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.hardware.text.display import TextDisplay
from fourth_seat.hardware.text.drivers import PanelSize, make_panel
from fourth_seat.hardware.text.drivers.lcdd import Lcdd
from fourth_seat.hardware.text.pages import pages
from fourth_seat.words import Catalogue, Text, say
from tests.hardware.emulation.lcdd_server import LcddServer, free_port, missing_packages, until
from tests.hardware.text.announcements import placement, turn

RIGHT_WITHIN = 0.5  # seconds from the announcement to the panel


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LcddServer]:
    if packages := " ".join(missing_packages()):
        pytest.skip(f"needs: sudo apt install {packages}")
    server = LcddServer(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def display(server: LcddServer) -> Iterator[TextDisplay]:
    display = TextDisplay(make_panel(server.url))
    until(lambda: display.connected)
    yield display
    display.close()


def test_right_within_half_a_second(server: LcddServer, display: TextDisplay) -> None:
    for number in range(8):
        display.show(turn(f"Anna{number}"))
        wanted = pages([f"Anna{number}'s turn."], PanelSize())[0]
        assert until(lambda wanted=wanted: server.screen == wanted) < RIGHT_WITHIN  # type: ignore[misc]


def test_the_newest_text_wins(server: LcddServer, display: TextDisplay) -> None:
    for number in range(300):
        display.show(turn(str(number)))
    until(lambda: server.screen and server.screen[0].startswith("299's turn."), RIGHT_WITHIN)


def test_a_restart_of_lcdd_is_survived(server: LcddServer, display: TextDisplay) -> None:
    display.show(turn("Anna"))
    until(lambda: "Anna's turn.        " in server.screen)
    server.stop()
    until(lambda: display.trouble)
    assert "start LCDd there" in str(display.trouble)
    display.show(turn("Ben"))  # while nothing is there to show it
    server.start()
    until(lambda: "Ben's turn.         " in server.screen, 3)
    until(lambda: display.trouble is None)


def test_steps_that_are_too_long_are_shown_page_by_page(server: LcddServer) -> None:
    now = [0.0]
    display = TextDisplay(make_panel(server.url), clock=lambda: now[0])
    try:
        display.show(placement("h18", "i18", "i19", "j19", "i20"))
        sentences = ["Blue plays h18,i18,i19,j19,i20.", "Place the blue F on h18, i18, i19, j19, i20"]
        first, *others = pages(sentences, PanelSize())
        assert others
        until(lambda: server.screen == first)
        assert first[-1].rstrip().endswith(">") or len(first[-1].rstrip()) >= 19  # more follows
        now[0] = 4.1
        until(lambda: server.screen == others[0])
    finally:
        display.close()


def test_a_placement_stays_when_somebody_passes_after_it(server: LcddServer, display: TextDisplay) -> None:
    from fourth_seat.table.protocols import Announcement, AnnouncementKind

    display.show(placement("h8"))
    display.show(Announcement(AnnouncementKind.NOTICE, (say("{colour} cannot move and passes.", colour=say("red")),)))
    until(lambda: server.screen and server.screen[0].startswith("Blue plays h8."))


def test_german_in_ascii_and_hebrew_in_english(server: LcddServer) -> None:
    for language, expected in (("de", "Gruen ueberlegt."), ("he", "Green is thinking.")):
        display = TextDisplay(make_panel(server.url), Catalogue(language))
        display.say([say("{who} is thinking.", who=say("green"))])
        try:
            until(lambda expected=expected: server.screen and server.screen[0].rstrip() == expected)  # type: ignore[misc]
        finally:
            display.close()


def test_signs_that_mean_something_to_lcdd_are_shown_as_others(server: LcddServer, display: TextDisplay) -> None:
    display.say([say('a {x} "b" \\ c', x="{d}")])
    until(lambda: server.screen and server.screen[0].rstrip() == "A (d) 'b' / c")


def test_the_panel_is_cleared_at_the_end(server: LcddServer, display: TextDisplay) -> None:
    display.show(turn("Anna"))
    until(lambda: "Anna's turn.        " in server.screen)
    display.close()
    until(lambda: not any(line.strip() for line in server.screen))


def test_nobody_there() -> None:
    display = TextDisplay(Lcdd("127.0.0.1", free_port()))
    until(lambda: display.trouble)
    assert "start LCDd there (on Debian: sudo apt install lcdproc)" in str(display.trouble)
    start = time.monotonic()
    display.show(turn("Anna"))
    assert time.monotonic() - start < 0.05
    display.close()
    assert time.monotonic() - start < 2


def answered(answer: bytes) -> Text:
    """Return what is reported about a server that answers this and closes the connection."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            connection.recv(100)
            connection.sendall(answer)
            connection.close()

        threading.Thread(target=serve, daemon=True).start()
        lcdd = Lcdd("127.0.0.1", listening.getsockname()[1])
        with pytest.raises(OSError) as refused:
            lcdd.open()
        lcdd.close()
        return lcdd.remedy(refused.value)


@pytest.mark.parametrize("answer", [b"SSH-2.0-OpenSSH_9.2\r\n", b"SSH-2.0-OpenSSH_9.2"])
def test_something_else_answers(answer: bytes) -> None:
    assert "is not LCDd (it answers “SSH-2.0-OpenSSH_9.2”): correct the address" in str(answered(answer))


def test_an_lcdd_that_closes_the_connection_is_to_be_started_again() -> None:
    assert "start LCDd there" in str(answered(b""))


def test_a_server_that_says_nothing_stops_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        display = TextDisplay(Lcdd("127.0.0.1", listening.getsockname()[1]))
        start = time.monotonic()
        for number in range(100):
            display.show(turn(str(number)))
        assert time.monotonic() - start < 0.5
        display.close()
        assert time.monotonic() - start < 2
