"""A worker that ends is restarted within limits; its last messages are not lost."""

from __future__ import annotations

import pytest

from fourth_seat.processes.supervised import Message, SupervisedWorker


class Scripted:
    """A worker that says what a test tells it to say."""

    def __init__(self) -> None:
        self.said: list[Message] = []
        self.closed = False

    def lines(self) -> list[Message]:
        said, self.said = self.said, []
        return said

    def close(self) -> None:
        self.closed = True
        self.said.append({"event": "ended", "status": 0, "reason": None})


def ended(reason: str | None = None) -> Message:
    return {"event": "ended", "status": 1, "reason": reason}


def test_one_that_ends_has_a_successor_after_its_last_words() -> None:
    worker = SupervisedWorker(Scripted)
    first = worker.process
    first.said = [{"event": "joined"}, ended("killed")]
    assert list(worker.lines()) == [{"event": "joined"}, {"event": "restarted"}]
    assert first.closed and worker.process is not first
    worker.process.said = [{"event": "listening"}]
    assert list(worker.lines()) == [{"event": "listening"}]


def test_one_that_ends_again_and_again_is_given_up_until_there_was_peace() -> None:
    now = [0.0]
    worker = SupervisedWorker(Scripted, restarts=2, seconds=60, clock=lambda: now[0])
    for wanted in ("restarted", "restarted", "ended"):
        worker.process.said = [ended()]
        (line,) = worker.lines()
        assert line["event"] == wanted
    assert str(line["reason"]) == "it stopped without an error message"
    now[0] = 61
    worker.process.said = [ended()]
    assert list(worker.lines()) == [{"event": "restarted"}]


def test_one_whose_successor_would_do_no_better_has_none() -> None:
    worker = SupervisedWorker(Scripted, worth_it=lambda: False)
    worker.process.said = [ended("refused")]
    assert list(worker.lines()) == [ended("refused")]
    assert worker.process.closed


def test_where_no_process_can_be_started_that_is_the_end() -> None:
    started = iter((Scripted(),))

    def start() -> Scripted:
        for process in started:
            return process
        raise OSError(11, "Resource temporarily unavailable")

    worker = SupervisedWorker(start)
    worker.process.said = [ended()]
    (line,) = worker.lines()
    assert line["event"] == "ended" and "Resource" in str(line["reason"])
    with pytest.raises(OSError, match="Resource"):
        SupervisedWorker(start)


def test_one_that_is_replaced_says_its_last_words_and_no_end() -> None:
    worker = SupervisedWorker(Scripted)
    worker.process.said = [{"event": "joined"}]
    assert worker.restart() == [{"event": "joined"}, {"event": "restarted"}]
