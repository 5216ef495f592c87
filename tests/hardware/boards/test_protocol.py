"""The lines of a board: their meaning, the effect of a damaged one, and the examples of docs/board-protocol.md."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.hardware.boards.address import read_board
from fourth_seat.hardware.boards.description import BadBoard, BoardDescription, Button, Sensor, SensorKind
from fourth_seat.hardware.boards.protocol import BoardListener, Described, Heard, Pressed, Told, body_of, checked
from fourth_seat.hardware.boards.protocol import described as words_of
from fourth_seat.hardware.boards.simulated import SimulatedBoard, description_of

PAGE = Path(__file__).parents[3] / "docs" / "board-protocol.md"
BARRIERS = description_of(find("connect4"), find("connect4").options(), SensorKind.PASSAGE, 7)


def heard(listener: BoardListener, board: SimulatedBoard) -> list[Heard]:
    """Let the listener hear what the board has said, and the board what it is asked, until nothing is due."""
    found: list[Heard] = []
    for second in count():
        lines, board.out[:] = list(board.out), []
        found += [each for line in lines for each in listener.take(line.rstrip(b"\n"))]
        question = listener.due(float(second))
        if question:
            board.hear(question)
        elif not board.out:
            return found
    raise AssertionError


@pytest.fixture
def board() -> SimulatedBoard:
    return SimulatedBoard(BARRIERS)


@pytest.fixture
def listener(board: SimulatedBoard) -> BoardListener:
    made = BoardListener()
    heard(made, board)
    return made


def test_a_board_says_what_it_is_and_what_its_sensors_tell(board: SimulatedBoard) -> None:
    listener = BoardListener()
    found = heard(listener, board)
    assert Described(BARRIERS, restarted=True) in found
    assert listener.complete
    assert listener.values == [0] * 7


def test_only_what_changes_is_told(listener: BoardListener, board: SimulatedBoard) -> None:
    board.drop("4")
    board.press(Button.DONE)
    assert heard(listener, board) == [Told((3,), complete=True), Pressed(Button.DONE)]
    assert listener.values[3] == 1


def test_a_lost_line_is_asked_for_and_nothing_in_it_is_lost(listener: BoardListener, board: SimulatedBoard) -> None:
    board.drop("4")
    board.press(Button.UNDO)
    board.out.clear()  # lost on the way
    board.beat()
    found = heard(listener, board)
    assert Told((3,), complete=False) in found
    assert Pressed(Button.UNDO) in found
    assert listener.complete


def test_a_damaged_line_tells_nothing(listener: BoardListener, board: SimulatedBoard) -> None:
    board.drop("4")
    damaged = board.out.pop().replace(b"3=1", b"3=2").rstrip(b"\n")
    assert list(listener.take(damaged)) == []
    assert not listener.complete
    assert Told((3,), complete=False) in heard(listener, board)


def test_a_board_that_restarts_has_forgotten_its_counters(listener: BoardListener, board: SimulatedBoard) -> None:
    board.press(Button.DONE)
    heard(listener, board)
    board.restart(8)
    found = heard(listener, board)
    assert not [each for each in found if isinstance(each, Pressed)]
    assert [each.restarted for each in found if isinstance(each, Described)] == [True]


def test_a_line_that_was_only_interrupted_goes_on_where_it_was(listener: BoardListener, board: SimulatedBoard) -> None:
    board.drop("2")
    board.out.clear()
    listener.begin()
    found = heard(listener, board)
    assert [each.restarted for each in found if isinstance(each, Described)] == [False]
    assert listener.values[1] == 1


@pytest.mark.parametrize("kind", list(SensorKind))
@pytest.mark.parametrize("name", ["blokus", "connect4", "kalah", "backgammon", "tridice"])
def test_every_description_arrives_as_it_was(kind: SensorKind, name: str) -> None:
    game = find(name)
    said = description_of(game, game.options(), kind, 1)
    listener = BoardListener()
    heard(listener, SimulatedBoard(said))
    assert listener.description == said
    assert all(len(checked(f"$x 255 {words}")) <= 200 for words in words_of(said))
    said.check(game, game.options())


@pytest.mark.parametrize(
    ("description", "reason"),
    [
        (BoardDescription(1, "kalah", "", (Sensor(SensorKind.COUNT, "a"),)), "this is a board for Kalah"),
        (BoardDescription(1, "connect4", "", (Sensor(SensorKind.PRESENCE, "h9"),)), "has a sensor for h9"),
        (BoardDescription(1, "connect4", "", (Sensor(SensorKind.PASSAGE, "a1"),)), "has a sensor for a1"),
        (BoardDescription(1, "chess", "", (Sensor(SensorKind.PASSAGE, "1"),)), "chess"),
    ],
)
def test_a_board_of_another_game_is_refused(description: BoardDescription, reason: str) -> None:
    game = find("connect4")
    with pytest.raises(BadBoard, match=reason):
        description.check(game, game.options())


@pytest.mark.parametrize("line", [b"", b"$", b"$now*0000", b"$board 0 1 2*ffff", b"\xff\xfe", b"Ada", b"K42 1a2b"])
def test_what_is_no_line_is_ignored_or_asked_about(line: bytes, listener: BoardListener) -> None:
    assert list(listener.take(line)) == []
    assert body_of(line) is None


@pytest.mark.parametrize(
    ("address", "port"),
    [
        ("serial:/dev/ttyUSB0", ("/dev/ttyUSB0", 115_200)),
        ("serial:///dev/ttyUSB0?baud=57600", ("/dev/ttyUSB0", 57_600)),
        ("tcp://192.168.1.20:4040", ("socket://192.168.1.20:4040", 115_200)),
        ("tcp://board.local", ("socket://board.local:4040", 115_200)),
    ],
)
def test_addresses(address: str, port: tuple[str, int]) -> None:
    assert read_board(address) == port


@pytest.mark.parametrize(
    "address", ["", "board", "tcp://", "serial:", "serial:/dev/x?baud=fast", "udp://a:1", "tcp://a:99999"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadBoard, match="enter an address such as"):
        read_board(address)


def test_the_examples_of_the_page() -> None:
    """Each line of a board in the page has its check, and the first example is understood as the page says."""
    blocks = re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    lines = [line[2:] for block in blocks for line in block.splitlines() if line[:2] in ("< ", "> ")]
    assert len(lines) > 20
    for line in lines:
        assert body_of(line.encode()) is not None, line
    understood = 0
    for block in blocks:
        listener, found, second = BoardListener(), list[Heard](), 0.0
        for line in block.splitlines():
            second += 1
            if line.startswith("> "):
                assert listener.due(second) == line[2:].encode() + b"\n"
            elif line.startswith("< "):
                found += listener.take(line[2:].encode())
        if any(isinstance(each, Described) for each in found):
            assert listener.complete
            assert listener.description
            game = find(listener.description.game)
            listener.description.check(game, game.options(listener.description.options))
            understood += 1
    assert understood >= 6
