"""A device's trouble is reported once, however often the device comes and goes."""

from __future__ import annotations

from fourth_seat.hardware.announcer import Announcer
from fourth_seat.hardware.complaints import WELL_S, Complaints
from fourth_seat.words import Text, say


class Clock:
    """A clock that stands until it is set forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(answer: str) -> Text:
    text = "the server at {where} is not LCDd (it answers “{answer}”): correct the address"
    return say(text, where="panel:1", answer=answer)


def test_a_trouble_is_said_once_whatever_its_words() -> None:
    complaints = Complaints(Clock())
    assert complaints.news(None) is None
    assert complaints.news(refused("12:00:01")) == refused("12:00:01")
    assert [complaints.news(refused(f"12:00:{n:02}")) for n in range(2, 60)] == [None] * 58
    other = say(
        ("there is no computer called called {host} on this network: is the address of the text display right?"),
        host="panel",
    )
    assert complaints.news(other) == other


def test_a_device_that_comes_and_goes_is_not_news() -> None:
    clock = Clock()
    complaints = Complaints(clock)
    notices: list[Text] = []
    for _ in range(100):
        notices += filter(None, [complaints.news(refused("no")), complaints.news(None)])
        clock.now += WELL_S / 2
        complaints.news(None)
    assert notices == [refused("no")]


def test_what_comes_again_after_a_while_is_news() -> None:
    clock = Clock()
    complaints = Complaints(clock)
    assert complaints.news(refused("no"))
    complaints.news(None)
    clock.now += WELL_S
    complaints.news(None)
    assert complaints.news(refused("no"))


def test_the_same_text_display_attached_again_is_complained_of_once() -> None:
    announcer = Announcer()
    announcer.attach("lcd://localhost:1", voice=False)
    notices: list[Text] = []
    for _ in range(5):
        announcer.attach("lcd://localhost:1", voice=False)
        while announcer.text and announcer.text.trouble is None:
            continue
        notices += filter(None, [announcer.news()])
    announcer.close()
    assert len(notices) == 1
